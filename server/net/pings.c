/* session.ping: keeps the way to a client known as open, and measures it. */
#include "server/net/state.h"

/* Has a client that has answered before left the last ping unanswered up to now? One that is not
 * read may have answered. */
static bool is_silent(const struct connection *connection)
{
    const struct pings *pings = &connection->pings;
    bool is_answered = !pings->is_queued && pings->sent_ms == 0;
    return pings->trip_count > 0 && !is_answered && !connection->is_paused;
}

void ping_send(struct connection *connection)
{
    if (!hall_session_is_open(connection->server->hall, connection->session))
        return;
    if (is_silent(connection))
        hall_session_silent(connection->server->hall, connection->session, true);
    struct wire_ping ping = {.n = ++connection->pings.n};
    connection->pings.sent_ms = 0;
    connection->pings.is_queued = true;
    wire_encode_event(connection_queue(connection), WIRE_EVENT_SESSION_PING, &ping);
}

void ping_handed_over(struct connection *connection)
{
    struct pings *pings = &connection->pings;
    if (!pings->is_queued)
        return;
    pings->is_queued = false;
    pings->sent_ms = (int64_t)uv_now(&connection->server->loop);
}

static int64_t shortest_trip(const struct pings *pings)
{
    int64_t shortest = INT64_MAX;
    for (size_t i = 0; i < PINGS_KEPT && i < pings->trip_count; i++)
        if (pings->trips_ms[i] < shortest)
            shortest = pings->trips_ms[i];
    return shortest;
}

void ping_answered(struct connection *connection, int64_t n)
{
    struct pings *pings = &connection->pings;
    struct server *server = connection->server;
    if (n != pings->n || pings->sent_ms == 0)
        return;
    pings->trips_ms[pings->trip_count++ % PINGS_KEPT] =
        (int64_t)uv_now(&server->loop) - pings->sent_ms;
    pings->sent_ms = 0;
    hall_session_silent(server->hall, connection->session, false);
    hall_session_lag(server->hall, connection->session, shortest_trip(pings));
}

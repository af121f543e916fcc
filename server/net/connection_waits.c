/* The timeouts of connections. Each kind has one length for all connections; one timer sweeps the
 * lists. */
#include "server/net/connection.h"

enum {
    SWEEP_MS = 10,             /* the least between two sweeps, which groups deadlines */
    SWEPT_AT_ONCE = 16,        /* due connections in a sweep; the next sweep ... */
    SWEPT_REST_MS = 1,         /* ... follows so much later */
    LAST_WORDS_WAIT_MS = 2000, /* less than a shutdown waits */
    TURN_WAIT_MS = 20,
    /* A client that takes little in this time is ended when look-ups of others need the room. */
    TAKING_WAIT_MS = 1000,
    TAKING_BYTES = 65536, /* this much, or half of its late output, is not little */
};

static int64_t at_least(int64_t value, int64_t minimum)
{
    return value > minimum ? value : minimum;
}

/* --- pings --- */

/* Has a client that has answered before left the last ping unanswered? A paused one may have
 * answered. */
static bool is_silent(const struct connection *connection)
{
    const struct pings *pings = &connection->line->pings;
    bool is_answered = !pings->is_queued && pings->sent_ms == 0;
    return pings->trip_count > 0 && !is_answered && !connection->is_paused;
}

static void ping_send(struct connection *connection)
{
    if (!connection->has_come_in)
        return;
    const struct net_service *service = &connection->net->service;
    struct pings *pings = &connection->line->pings;
    if (is_silent(connection))
        service->on_silent(service->owner, connection->session);
    struct wire_ping ping = {.n = ++pings->n};
    pings->sent_ms = 0;
    pings->is_queued = true;
    wire_encode_event(connection_queue(connection), WIRE_EVENT_SESSION_PING, &ping);
}

void ping_handed_over(struct connection *connection)
{
    struct pings *pings = &connection->line->pings;
    if (!pings->is_queued)
        return;
    pings->is_queued = false;
    pings->sent_ms = net_tick_ms(connection->net);
}

void ping_answered(struct connection *connection, int64_t n)
{
    struct pings *pings = &connection->line->pings;
    const struct net_service *service = &connection->net->service;
    if (n != pings->n || pings->sent_ms == 0)
        return;
    pings->trips_ms[pings->trip_count++ % PINGS_KEPT] =
        net_tick_ms(connection->net) - pings->sent_ms;
    pings->sent_ms = 0;
    int64_t shortest_ms = INT64_MAX;
    for (size_t i = 0; i < PINGS_KEPT && i < pings->trip_count; i++)
        if (pings->trips_ms[i] < shortest_ms)
            shortest_ms = pings->trips_ms[i];
    service->on_lag(service->owner, connection->session, shortest_ms);
}

/* --- deadlines --- */

static void time_out(struct connection *connection, enum statistic kind, const char *what,
                     enum wait_kind wait)
{
    struct error error;
    statistics_count(connection->net->statistics, kind);
    error_set(&error, ERROR_TIMED_OUT, "%s within %g s", what,
              (double)connection->net->waits.length_ms[wait] / 1000);
    connection_fail(connection, &error);
}

static void taking_due(struct connection *connection)
{
    const struct net_service *service = &connection->net->service;
    struct late_write *late = connection->line->late;
    if (!late || connection->state != CONNECTION_OPEN)
        return;
    size_t left = connection_late_bytes(connection);
    bool is_little = left > late->left / 2 && late->left - left < TAKING_BYTES;
    if (is_little && service->lacks_room(service->owner)) {
        connection_give_up(connection);
    } else {
        late->left = left;
        wait_start(connection, WAIT_TAKING);
    }
}

static void on_wait_due(struct connection *connection, enum wait_kind kind)
{
    switch (kind) {
    case WAIT_HELLO:
        assert(!connection->has_come_in);
        /* The client is not charged for the time of the server's answer. */
        if (connection->unanswered > 0 || share_is_waiting(connection))
            wait_start(connection, WAIT_HELLO);
        else if (pipe_is_http(connection)) /* a browser that may come back */
            connection_close(connection);
        else
            time_out(connection, STATISTIC_TIMEOUTS_HELLO, "no session.hello has succeeded", kind);
        break;
    case WAIT_MESSAGE:
        time_out(connection, STATISTIC_TIMEOUTS_MESSAGE,
                 "a message has begun and not come to its end", kind);
        break;
    case WAIT_BYTES:
        time_out(connection, STATISTIC_TIMEOUTS_IDLE, "nothing has come from you", kind);
        break;
    case WAIT_PING:
        ping_send(connection);
        wait_start(connection, WAIT_PING);
        break;
    case WAIT_TURN: /* it is flushed in this turn, which resumes reading */
        connection_queue(connection);
        break;
    case WAIT_TAKING:
        taking_due(connection);
        break;
    case WAIT_LAST_WORDS:
        connection_close(connection);
        break;
    case WAIT_COUNT:
        assert(false);
    }
}

/* --- the sweep --- */

void waits_init(struct net *net)
{
    const struct net_limits *limits = &net->limits;
    uv_timer_init(net->loop, &net->waits.sweep);
    net->waits.sweep.data = net;
    assert(limits->requests_per_second > 0);
    net->waits.length_ms[WAIT_HELLO] = limits->hello_ms;
    net->waits.length_ms[WAIT_MESSAGE] = limits->message_ms;
    net->waits.length_ms[WAIT_BYTES] = limits->idle_ms;
    net->waits.length_ms[WAIT_PING] = limits->ping_ms;
    net->waits.length_ms[WAIT_TURN] = at_least(1000 / limits->requests_per_second, TURN_WAIT_MS);
    net->waits.length_ms[WAIT_TAKING] = TAKING_WAIT_MS;
    net->waits.length_ms[WAIT_LAST_WORDS] = LAST_WORDS_WAIT_MS;
}

static void on_sweep(uv_timer_t *timer);

static void arm_sweep(struct net *net, int64_t least_ms)
{
    int64_t first = INT64_MAX;
    for (int kind = 0; kind < WAIT_COUNT; kind++)
        if (net->waits.lists[kind] && net->waits.lists[kind]->line->waits[kind].due_ms < first)
            first = net->waits.lists[kind]->line->waits[kind].due_ms;
    if (first < INT64_MAX)
        uv_timer_start(&net->waits.sweep, on_sweep,
                       (uint64_t)at_least(first - net_tick_ms(net), least_ms), 0);
}

/* Handles the due connections of one kind, at most SWEPT_AT_ONCE. Returns whether these were
 * all. */
static bool sweep_kind(struct net *net, enum wait_kind kind)
{
    int64_t now = net_tick_ms(net);
    struct connection *connection;
    for (int i = 0;
         (connection = net->waits.lists[kind]) && connection->line->waits[kind].due_ms <= now;
         i++) {
        if (i == SWEPT_AT_ONCE)
            return false;
        wait_stop(connection, kind);
        on_wait_due(connection, kind);
    }
    return true;
}

static void on_sweep(uv_timer_t *timer)
{
    struct net *net = timer->data;
    bool is_all = true;
    for (int kind = 0; kind < WAIT_COUNT; kind++)
        is_all &= sweep_kind(net, (enum wait_kind)kind);
    arm_sweep(net, is_all ? SWEEP_MS : SWEPT_REST_MS);
}

/* --- waiting --- */

bool wait_is_running(const struct connection *connection, enum wait_kind kind)
{
    return connection->line->waits[kind].due_ms != 0;
}

void wait_start(struct connection *connection, enum wait_kind kind)
{
    struct net *net = connection->net;
    wait_stop(connection, kind);
    connection->line->waits[kind].due_ms = net_tick_ms(net) + net->waits.length_ms[kind];
    struct connection *first = net->waits.lists[kind];
    bool is_first = !first;
    assert(is_first || first->line->waits[kind].prev->line->waits[kind].due_ms <=
                           connection->line->waits[kind].due_ms);
    DL_APPEND2(net->waits.lists[kind], connection, line->waits[kind].prev, line->waits[kind].next);
    if (is_first && (!uv_is_active((uv_handle_t *)&net->waits.sweep) ||
                     (int64_t)uv_timer_get_due_in(&net->waits.sweep) > net->waits.length_ms[kind]))
        arm_sweep(net, SWEEP_MS);
}

void wait_stop(struct connection *connection, enum wait_kind kind)
{
    struct net *net = connection->net;
    if (!wait_is_running(connection, kind))
        return;
    connection->line->waits[kind].due_ms = 0;
    DL_DELETE2(net->waits.lists[kind], connection, line->waits[kind].prev, line->waits[kind].next);
}

void waits_stop(struct connection *connection)
{
    for (int kind = 0; kind < WAIT_COUNT; kind++)
        wait_stop(connection, (enum wait_kind)kind);
}

#include "server/net/tunnel.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/net/connection.h"

#include <stdlib.h>
#include <string.h>

/* --- down --- */

void net_set_carrier(struct net *net, const struct net_carrier *carrier)
{
    assert(!net->tunnels.carrier.owner && carrier->owner);
    net->tunnels.carrier = *carrier;
    net->tunnels.decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
}

void tunnels_finish(struct net *net)
{
    wire_decoder_destroy(net->tunnels.decoder);
    free(net->tunnels.listed);
    tunnels_free_closed(net);
}

void tunnels_free_closed(struct net *net)
{
    struct connection *connection;
    while ((connection = net->tunnels.closed)) {
        net->tunnels.closed = connection->next;
        wire_decoder_destroy(connection->decoder);
        free(connection);
    }
}

void tunnel_list(struct connection *connection)
{
    struct tunnels *tunnels = &connection->net->tunnels;
    if (tunnels->listed_count == tunnels->listed_capacity) {
        tunnels->listed_capacity = tunnels->listed_capacity ? 2 * tunnels->listed_capacity : 16;
        tunnels->listed =
            memory_resized(tunnels->listed, tunnels->listed_capacity, sizeof *tunnels->listed);
    }
    tunnels->listed[tunnels->listed_count++] = connection->session;
    if (connection->is_paused)
        connection_unblock(connection);
}

void tunnels_say(struct net *net, const struct net_message *message, size_t soon_count)
{
    struct tunnels *tunnels = &net->tunnels;
    struct net_message part = *message;
    part.sessions = tunnels->listed;
    part.session_count = tunnels->listed_count;
    part.soon_count = soon_count;
    part.is_last = false;
    tunnels->carrier.say(tunnels->carrier.owner, &part);
    for (size_t i = 0; message->is_last && i < part.session_count; i++)
        connection_close_after_writing(connection_find(net, part.sessions[i]));
    tunnels->listed_count = 0;
}

void tunnel_tell_fault(struct connection *connection, const struct wire_fault *fault)
{
    struct text bytes = {0};
    wire_encode_event(&bytes, WIRE_EVENT_SESSION_FAULT, fault);
    tunnel_list(connection);
    tunnels_say(connection->net, &(struct net_message){.bytes = &bytes}, 1);
    text_finish(&bytes);
}

void tunnel_close(struct connection *connection)
{
    const struct net_carrier *carrier = &connection->net->tunnels.carrier;
    carrier->close(carrier->owner, connection->session);
}

void tunnel_end(struct connection *connection)
{
    struct tunnels *tunnels = &connection->net->tunnels;
    assert(connection->state == CONNECTION_CLOSED && !connection->listed);
    text_wipe(&connection->unread);
    connection->next = tunnels->closed;
    tunnels->closed = connection;
}

/* --- up --- */

void tunnel_borrow_decoder(struct connection *connection)
{
    struct tunnels *tunnels = &connection->net->tunnels;
    assert(connection->state == CONNECTION_OPEN && tunnels->decoder);
    if (connection->decoder)
        return;
    connection->decoder = tunnels->decoder;
    tunnels->decoder = NULL;
}

void tunnel_return_decoder(struct connection *connection)
{
    struct tunnels *tunnels = &connection->net->tunnels;
    struct wire_decoder *own = connection->decoder;
    if (own && !wire_decoder_is_inside(own) && connection->state == CONNECTION_OPEN) {
        connection->decoder = NULL;
        if (tunnels->decoder)
            wire_decoder_destroy(own);
        else
            tunnels->decoder = own;
    }
    if (!tunnels->decoder)
        tunnels->decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
}

static struct connection *find_tunnel(const struct net *net, uint64_t session)
{
    struct connection *connection = connection_find(net, session);
    assert(!connection || !connection->line);
    return connection;
}

void tunnel_open(struct net *net, uint64_t session, const struct tunnel_client *client)
{
    struct connection *connection = memory_zeroed(1, sizeof *connection);
    assert(session > net->last_session && !connection_find(net, session));
    connection->net = net;
    connection->session = session;
    connection->origin = client->origin;
    connection->is_private = client->is_private;
    connection->deriver = client->deriver;
    /* Its gateway has applied the limits of an address. */
    addresses_add(net->addresses, &connection->origin, true, net_tick_ms(net));
    connection->share = addresses_share(net->addresses, &connection->origin);
    connection_enlist(connection);
    statistics_count(net->statistics, STATISTIC_ACCEPTED);
    log_debug("opened", log_int("session", (int64_t)session),
              log_text("address", connection->origin.text));
}

/* Keeps bytes behind those that wait already. These all count as arrived with the first of them: a
 * connection in credit waits for some turns at most, and another one's time of arrival is
 * INT64_MAX. */
static void keep(struct connection *connection, const char *bytes, size_t len)
{
    struct text *unread = &connection->unread;
    if (connection->unread_from > unread->len / 2) {
        unread->len -= connection->unread_from;
        memmove(unread->bytes, unread->bytes + connection->unread_from, unread->len);
        connection->unread_from = 0;
    }
    text_append_secret(unread, bytes, len);
    connection_count_unread(connection, unread->capacity);
}

void tunnel_receive(struct net *net, uint64_t session, const char *bytes, size_t len,
                    int64_t came_ms)
{
    struct connection *connection = find_tunnel(net, session);
    int64_t now_ms = net_tick_ms(net);
    if (!connection || !connection_is_heard(connection) || connection->is_ending || len == 0)
        return;
    share_lap(net);
    share_charge_input(connection, len);
    net->service.on_bytes(net->service.owner);
    statistics_add(net->statistics, STATISTIC_BYTES_IN, (int64_t)len);
    if (connection->is_paused) {
        keep(connection, bytes, len);
        return;
    }
    connection->came_ms = came_ms < INT64_MAX && came_ms > now_ms ? now_ms : came_ms;
    connection_receive(connection, bytes, len, share_allowance_ns(connection));
}

void tunnel_lag(struct net *net, uint64_t session, int64_t lag_ms)
{
    if (find_tunnel(net, session))
        net->service.on_lag(net->service.owner, session, lag_ms);
}

void tunnel_silent(struct net *net, uint64_t session)
{
    if (find_tunnel(net, session))
        net->service.on_silent(net->service.owner, session);
}

void tunnel_behind(struct net *net, uint64_t session, bool is_behind)
{
    struct connection *connection = find_tunnel(net, session);
    if (!connection || connection->is_behind == is_behind)
        return;
    connection->is_behind = is_behind;
    net->service.on_behind(net->service.owner, session, is_behind);
}

void tunnel_fault(struct net *net, uint64_t session)
{
    if (find_tunnel(net, session))
        net->service.on_fault(net->service.owner, session);
}

/* Do requests wait? Then the end comes after them. */
static bool ends_later(struct connection *connection)
{
    connection->is_ending = connection->is_paused && connection_is_heard(connection);
    return connection->is_ending;
}

void tunnel_left(struct net *net, uint64_t session)
{
    struct connection *connection = find_tunnel(net, session);
    if (connection && !ends_later(connection))
        connection_leave(connection);
}

void tunnel_closed(struct net *net, uint64_t session)
{
    struct connection *connection = find_tunnel(net, session);
    if (connection && !ends_later(connection))
        connection_close(connection);
}

void tunnel_lost(struct net *net, uint64_t session)
{
    struct connection *connection = find_tunnel(net, session);
    if (!connection)
        return;
    connection->is_lost = true;
    connection_close(connection);
}

void tunnel_derived(struct net *net, uint64_t session, const unsigned char *key)
{
    net->service.on_derived(net->service.owner, session, key);
}

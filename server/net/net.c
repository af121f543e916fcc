/* The half of the server that owns bytes, as a whole. */
#include "server/net/connection.h"

#include "common/base/memory.h"
#include "common/tls/tls.h"
#include "server/base/log.h"
#include "server/net/listener.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    RESERVED_DESCRIPTORS = 96, /* for the database, its copies, the log, figures, other sockets */
};

const struct net_limits net_limits_default = {
    .connections = 10000,
    .connections_per_address = 500,
    .queued_bytes = 4 * 1024 * 1024,
    .all_queued_bytes = 16 * 1024 * 1024,
    .all_unread_bytes = 4 * 1024 * 1024,
    .requests_per_second = 5000,
    .requests_burst = 10000,
    .hello_ms = 10 * 1000,
    .message_ms = 30 * 1000,
    .idle_ms = 30 * 60 * 1000,
    .ping_ms = 15 * 1000,
    .dead_ms = 60 * 1000,
};

/* Until net_open_door(). */
static const struct net_door no_door;

/* --- creating --- */

/* Raises the limit of descriptors, and lowers the limit of connections if there are too few. */
static void take_descriptors(struct net *net)
{
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        int64_t wanted = net->limits.connections;
        int64_t enough_for = (int64_t)files.rlim_cur - RESERVED_DESCRIPTORS;
        if (files.rlim_cur != RLIM_INFINITY && enough_for < wanted) {
            net->limits.connections = enough_for > 1 ? enough_for : 1;
            log_warn("fewer-connections", log_int("wanted", wanted),
                     log_int("connections", net->limits.connections),
                     log_int("descriptors", (int64_t)files.rlim_cur));
        }
    }
    /* Makes the system's table of descriptors large enough now. Once there are threads, each growth
     * of the table for a new connection can block the loop for tens of milliseconds. */
    int highest = (int)net->limits.connections + RESERVED_DESCRIPTORS - 1;
    int fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, highest);
    if (fd >= 0)
        close(fd);
}

struct net *net_create(uv_loop_t *loop, const struct net_limits *limits,
                       const struct net_service *service, struct statistics *statistics)
{
    struct net *net = memory_zeroed(1, sizeof *net);
    net->loop = loop;
    net->limits = *limits;
    net->service = *service;
    net->door = &no_door;
    net->statistics = statistics;
    net->arena = wire_arena_create();
    listeners_init(net);
    net->request_rate = (struct bucket_rate){
        .tokens = limits->requests_per_second,
        .period_ms = 1000,
        .burst = limits->requests_burst,
    };
    take_descriptors(net);
    uv_pipe_init(loop, &net->control, 0);
    net->control.data = net;
    waits_init(net);
    net->addresses = addresses_create(limits->connections_per_address, net_tick_ms(net));
    return net;
}

void net_destroy(struct net *net)
{
    assert(!net->connections && !net->dirty && !net->dirty_later);
    assert(net->queued_bytes == 0 && net->unread_bytes == 0 && net->said_bytes == 0);
    for (int kind = 0; kind < WAIT_COUNT; kind++)
        assert(!net->waits.lists[kind]);
    fair_queue_finish(&net->time.queue);
    fair_queue_finish(&net->time.operators.connections);
    tunnels_finish(net);
    number_table_finish(&net->by_session);
    addresses_destroy(net->addresses);
    tls_context_unref(net->tls);
    text_finish(&net->decoded);
    text_finish(&net->framed);
    wire_arena_destroy(net->arena);
    while (net->spare_count > 0)
        text_finish(&net->spares[--net->spare_count]);
    free(net);
}

enum error_code net_door_check(const struct net_door *door, struct error *error)
{
    struct proxies proxies;
    return proxies_parse(door->proxies, &proxies, error);
}

void net_set_site(struct net *net, const struct net_site *site)
{
    net->site = *site;
}

enum error_code net_open_door(struct net *net, const struct net_door *door, struct error *error)
{
    enum error_code code = proxies_parse(door->proxies, &net->proxies, error);
    net->door = door;
    return code || !door->certificate ? code : net_reload_certificate(net, error);
}

enum error_code net_reload_certificate(struct net *net, struct error *error)
{
    struct tls_context *fresh;
    if (!net->door->certificate)
        return error_set(error, ERROR_USAGE,
                         "this server has no TLS: start it with --tls-certificate and --tls-key, "
                         "or with --tls-self-signed");
    enum error_code code =
        tls_context_for_server(net->door->certificate, net->door->key, &fresh, error);
    if (code)
        return code;
    tls_context_unref(net->tls);
    net->tls = fresh;
    return ERROR_NONE;
}

const struct certificate *net_certificate(const struct net *net)
{
    return net->tls ? tls_context_certificate(net->tls) : NULL;
}

int64_t net_connections_max(const struct net *net)
{
    return net->limits.connections;
}

/* --- sessions --- */

void net_came_in(struct net *net, uint64_t session)
{
    struct connection *connection = connection_find(net, session);
    if (!connection)
        return;
    const struct net_carrier *carrier = &net->tunnels.carrier;
    connection->has_come_in = true;
    if (connection->line)
        wait_stop(connection, WAIT_HELLO);
    else
        carrier->came_in(carrier->owner, session);
}

void net_end(struct net *net, uint64_t session)
{
    struct connection *connection = connection_find(net, session);
    if (connection)
        connection_close_after_writing(connection);
}

void net_excuse_hello(struct net *net, uint64_t session)
{
    const struct net_carrier *carrier = &net->tunnels.carrier;
    struct connection *connection = connection_find(net, session);
    if (connection && connection->line)
        wait_stop(connection, WAIT_HELLO);
    else if (connection)
        carrier->excuse_hello(carrier->owner, session);
}

void net_pong(struct net *net, uint64_t session, int64_t n)
{
    struct connection *connection = connection_find(net, session);
    if (connection && connection->line)
        ping_answered(connection, n);
}

enum net_presence net_presence(const struct net *net, uint64_t session)
{
    const struct connection *connection = connection_find(net, session);
    if (!connection || connection->state == CONNECTION_CLOSED)
        return NET_GONE;
    if (connection->state == CONNECTION_LAST_WORDS)
        return NET_LEFT;
    bool is_behind = connection->line ? connection->line->late != NULL : connection->is_behind;
    return is_behind ? NET_BEHIND : NET_READY;
}

bool net_is_private(const struct net *net, uint64_t session)
{
    const struct connection *connection = connection_find(net, session);
    return connection && connection_is_private(connection);
}

uint32_t net_deriver(const struct net *net, uint64_t session)
{
    const struct connection *connection = connection_find(net, session);
    return connection ? connection->deriver : 0;
}

bool net_derive(struct net *net, uint64_t session, uint32_t request, bool is_old,
                const struct derivation *derivation)
{
    const struct net_carrier *carrier = &net->tunnels.carrier;
    assert(carrier->owner);
    return carrier->derive(carrier->owner, session, request, is_old, derivation);
}

const struct origin *net_origin(const struct net *net, uint64_t session)
{
    const struct connection *connection = connection_find(net, session);
    return connection ? &connection->origin : NULL;
}

size_t net_untaken_at(const struct net *net, uint64_t session)
{
    const struct connection *connection = connection_find(net, session);
    return connection && connection->share ? connection->share->queued_bytes : 0;
}

int64_t net_heard_ms(const struct net *net)
{
    const struct net_carrier *carrier = &net->tunnels.carrier;
    return carrier->owner ? carrier->heard_ms(carrier->owner) : INT64_MAX;
}

struct net_load net_load(const struct net *net)
{
    return (struct net_load){
        .connections = net->by_session.count,
        .said_bytes = net->said_bytes,
        .untaken_bytes = net->queued_bytes,
    };
}

/* --- turns, and the end --- */

void net_end_turn(struct net *net, uint64_t end_us, uint64_t turn_us)
{
    net->turn_end_us = end_us;
    net->turn_us = turn_us;
    tunnels_free_closed(net);
    pipes_begin_turn(net, turn_us);
    share_begin_turn(net);
}

void net_stop(struct net *net)
{
    if (net->is_stopped)
        return;
    net->is_stopped = true;
    listeners_stop(net);
    control_close(net);
    for (struct connection *connection = net->connections; connection;
         connection = connection->next_open)
        connection_stop_reading(connection);
}

void net_close(struct net *net)
{
    struct connection *connection, *next;
    DL_FOREACH_SAFE2(net->connections, connection, next, next_open)
    {
        connection_close(connection);
    }
    listeners_stop(net);
    control_close(net);
}

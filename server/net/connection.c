/* The begin and the end of connections, and the choice of connections to end when all together use
 * too much memory. */
#include "server/net/connection.h"

#include "common/base/memory.h"
#include "server/base/log.h"

#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PROBES = 4,
    SYSTEM_QUEUE_BYTES = 131072, /* of output in the system, whose own idea for a client that does
                                    not read is 4 MB */
    UNREAD_GRACE_MS = 16,        /* added to the age of unread bytes */
};

struct connection *connection_find(const struct net *net, uint64_t session)
{
    return number_table_find(&net->by_session, session);
}

void connection_enlist(struct connection *connection)
{
    struct net *net = connection->net;
    number_table_add(&net->by_session, connection->session, connection);
    DL_APPEND2(net->connections, connection, prev_open, next_open);
}

void connection_delist(struct connection *connection)
{
    struct net *net = connection->net;
    number_table_remove(&net->by_session, connection->session);
    DL_DELETE2(net->connections, connection, prev_open, next_open);
}

/* --- beginning --- */

static struct connection *connection_create(struct net *net)
{
    struct lined_connection *lined = memory_zeroed(1, sizeof *lined);
    struct connection *connection = &lined->connection;
    struct line *line = connection->line = &lined->line;
    connection->net = net;
    connection->session = ++net->last_session;
    statistics_count(net->statistics, STATISTIC_ACCEPTED);
    line->socket.handle.data = connection;
    connection->decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
    line->bucket = bucket_full(&net->request_rate, net_tick_ms(net));
    connection_enlist(connection);
    return connection;
}

void connection_accept_operator(struct net *net, uv_stream_t *listener)
{
    struct connection *connection = connection_create(net);
    connection->is_operator = connection->line->is_plain = true;
    connection->share = &net->time.operators;
    uv_pipe_init(net->loop, &connection->line->socket.pipe, 0);
    if (uv_accept(listener, &connection->line->socket.stream) < 0)
        connection_close(connection);
    else
        connection_start_reading(connection);
}

static void set_option(int fd, int level, int option, int64_t value)
{
    int number = value < INT_MAX ? (int)value : INT_MAX;
    (void)setsockopt(fd, level, option, &number, sizeof number);
}

static int64_t seconds(int64_t ms)
{
    return ms < 1000 ? 1 : ms / 1000;
}

/* A peer whose machine has gone is detected by missing acknowledgements: of pings, of other output,
 * or of the system's own probes of an idle connection. */
static void set_options(int fd, int64_t dead_ms)
{
    set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(fd, SOL_SOCKET, SO_SNDBUF, SYSTEM_QUEUE_BYTES);
    set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, dead_ms);
    set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, seconds(dead_ms / 2));
    set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, seconds(dead_ms / 2 / PROBES));
    set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, PROBES);
    set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
}

bool connection_is_private(const struct connection *connection)
{
    if (!connection->line)
        return connection->is_private;
    return connection->line->has_tls || connection->is_operator || connection->origin.is_loopback;
}

enum error_code connection_move(struct connection *connection, const struct origin *origin,
                                struct error *error)
{
    struct net *net = connection->net;
    assert(connection->line->kind == LINE_PROXIED && connection->counted_bytes == 0 &&
           !share_is_waiting(connection));
    enum error_code code = listener_admit(net, origin, false, error);
    if (code)
        return code;
    addresses_remove(net->addresses, &connection->origin);
    connection->origin = *origin;
    connection->origin.is_loopback = false;
    connection->share = addresses_share(net->addresses, origin);
    connection->member = (struct fair_member){0};
    log_debug("proxied", log_int("session", (int64_t)connection->session),
              log_text("address", origin->text));
    return ERROR_NONE;
}

void connection_accept(struct net *net, int fd, const struct origin *origin, enum line_kind kind)
{
    struct connection *connection = connection_create(net);
    uv_tcp_t *socket = &connection->line->socket.tcp;
    assert(!net->is_stopped && fd >= 0);
    connection->origin = *origin;
    connection->origin.is_loopback &= kind != LINE_PROXIED;
    connection->line->kind = kind;
    net->figures_lines += kind == LINE_FIGURES;
    connection->share = addresses_share(net->addresses, origin);
    set_options(fd, net->limits.dead_ms);
    uv_tcp_init(net->loop, socket);
    if (uv_tcp_open(socket, fd) < 0) {
        close(fd);
        connection_close(connection);
        return;
    }
    log_debug("accepted", log_int("session", (int64_t)connection->session),
              log_text("address", origin->text));
    wait_start(connection, WAIT_HELLO);
    wait_start(connection, WAIT_BYTES);
    wait_start(connection, WAIT_PING);
    /* A held net serves none of those who wait, and carries out no request that this could delay.
     */
    if (share_charge_arrival(connection) || net->is_held) {
        connection_start_reading(connection);
    } else {
        connection->is_paused = true;
        share_wait(connection, true);
    }
}

/* --- ending --- */

/* libuv has cancelled the late write before. */
static void on_handle_closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    struct line *line = connection->line;
    assert(connection->state == CONNECTION_CLOSED && !line->late);
    wire_decoder_destroy(connection->decoder);
    pipe_destroy(line->pipe);
    text_finish(&line->queued);
    text_wipe(&connection->unread);
    free(connection); /* with its line */
}

void connection_close(struct connection *connection)
{
    struct net *net = connection->net;
    const struct net_service *service = &net->service;
    bool was_open = connection->state == CONNECTION_OPEN;
    if (connection->state == CONNECTION_CLOSED)
        return;
    connection->state = CONNECTION_CLOSED;
    share_leave(connection);
    uint64_t told = service->told(service->owner);
    share_lap(net);
    if (was_open && connection->is_lost)
        service->on_lost(service->owner, connection->session);
    else if (was_open)
        service->on_left(service->owner, connection->session);
    share_charge(connection, service->told(service->owner) - told);
    connection_forget_said(connection);
    if (connection->line)
        waits_stop(connection);
    service->on_closed(service->owner, connection->session);
    connection_count_backlog(connection, 0);
    connection_count_unread(connection, 0);
    assert(!connection->listed && connection->counted_bytes == 0);
    connection->share = NULL;
    connection_delist(connection);
    if (!connection->is_operator)
        addresses_remove(net->addresses, &connection->origin);
    if (connection->line && connection->line->kind == LINE_FIGURES)
        net->figures_lines--;
    if (connection->line)
        uv_close(&connection->line->socket.handle, on_handle_closed);
    else
        tunnel_end(connection);
}

void connection_leave(struct connection *connection)
{
    const struct net_service *service = &connection->net->service;
    if (connection->state != CONNECTION_OPEN)
        return;
    connection->state = CONNECTION_LAST_WORDS;
    service->on_left(service->owner, connection->session);
    connection_stop_reading(connection);
    wire_decoder_destroy(connection->decoder);
    connection->decoder = NULL;
    connection_count_unread(connection, 0);
}

void connection_close_after_writing(struct connection *connection)
{
    if (connection->state != CONNECTION_OPEN)
        return;
    connection_leave(connection);
    if (connection->line) {
        wait_start(connection, WAIT_LAST_WORDS);
        connection_queue(connection);
    } else {
        tunnel_close(connection);
    }
}

void connection_fail(struct connection *connection, const struct error *error)
{
    statistics_count(connection->net->statistics, STATISTIC_FAULTS);
    log_info("fault", log_int("session", (int64_t)connection->session),
             log_text("code", error_name(error->code)), log_text("message", error->message));
    struct wire_fault fault = {.code = error->code, .message = wire_text(error->message)};
    if (connection->line)
        wire_encode_event(connection_queue(connection), WIRE_EVENT_SESSION_FAULT, &fault);
    else
        tunnel_tell_fault(connection, &fault);
    connection_close_after_writing(connection);
}

/* --- shedding --- */

static void fail_with_most_unread(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "%lld bytes of requests have come that are not whole, or wait for their turn, and "
              "of these your address has most",
              (long long)connection->net->limits.all_unread_bytes);
    connection_fail(connection, &error);
}

/* Old bytes weigh more: a client that sends one long request in two pieces must not make room for
 * clients at a thousand addresses that leave theirs unfinished. */
static size_t unread_weight_of(const struct connection *connection)
{
    int64_t age_ms = net_tick_ms(connection->net) - connection->unread_since_ms;
    return connection->unread_bytes * (size_t)(UNREAD_GRACE_MS + age_ms);
}

static size_t backlog_of(const struct connection *connection)
{
    return connection->counted_bytes;
}

struct weighed {
    struct connection *connection;
    size_t weight;
};

/* Groups the connections by address, the lightest first; of two with equal weights the newer
 * one. */
static int compare_at_address(const void *a, const void *b)
{
    const struct weighed *one = a, *other = b;
    uintptr_t address = (uintptr_t)one->connection->share;
    uintptr_t other_address = (uintptr_t)other->connection->share;
    if (address != other_address)
        return address < other_address ? -1 : 1;
    if (one->weight != other->weight)
        return one->weight < other->weight ? -1 : 1;
    return one->connection->session < other->connection->session ? 1 : -1;
}

/* The heaviest first; of two with equal weights the older one. */
static int compare_weighed(const void *a, const void *b)
{
    const struct weighed *one = a, *other = b;
    if (one->weight != other->weight)
        return one->weight < other->weight ? 1 : -1;
    return one->connection->session < other->connection->session ? -1 : 1;
}

/* The open connections with a weight, in the order in which they are ended; free() it. The heaviest
 * address loses its heaviest connection, and so on. So the weight of a connection includes all the
 * lighter ones of its address: the weight of the address when its turn comes. */
static struct weighed *weigh_connections(const struct net *net,
                                         size_t (*weight_of)(const struct connection *),
                                         size_t *ret_count)
{
    struct weighed *list = memory_zeroed(net->by_session.count + 1, sizeof *list);
    size_t count = 0;
    for (struct connection *connection = net->connections; connection;
         connection = connection->next_open)
        if (connection->state == CONNECTION_OPEN && weight_of(connection) > 0)
            list[count++] = (struct weighed){connection, weight_of(connection)};
    qsort(list, count, sizeof *list, compare_at_address);
    for (size_t i = 1; i < count; i++)
        if (list[i].connection->share == list[i - 1].connection->share)
            list[i].weight += list[i - 1].weight;
    qsort(list, count, sizeof *list, compare_weighed);
    *ret_count = count;
    return list;
}

static bool has_too_much_unread(const struct net *net)
{
    return (int64_t)net->unread_bytes > net->limits.all_unread_bytes;
}

static bool has_too_much_queued(const struct net *net)
{
    return (int64_t)net->queued_bytes > net->limits.all_queued_bytes / NET_BACKLOG_SHARE;
}

void connections_shed(struct net *net)
{
    size_t count;
    if (has_too_much_unread(net)) {
        struct weighed *list = weigh_connections(net, unread_weight_of, &count);
        for (size_t i = 0; i < count && has_too_much_unread(net); i++)
            fail_with_most_unread(list[i].connection);
        free(list);
    }
    if (has_too_much_queued(net)) {
        struct weighed *list = weigh_connections(net, backlog_of, &count);
        for (size_t i = 0; i < count && has_too_much_queued(net); i++)
            connection_give_up(list[i].connection);
        free(list);
    }
}

/* Bytes in: they are decoded into messages, and each request goes up when its connection may
 * continue. */
#include "server/net/connection.h"

#include "server/base/log.h"

#include <poll.h>
#include <string.h>

enum {
    UNTAKEN_BYTES_MAX = 65536, /* of queued answers: with more, the next request waits */
    /* Of messages to all connections: with more, requests that can have long answers and have
     * waited already wait longer, to leave room for the others. */
    UNSAID_BYTES_MUCH = 32 * 1024,
    /* With more, only light requests are carried out: the answer of a move is sent after all older
     * messages. */
    UNSAID_BYTES_LONG = 256 * 1024,
    SAID_MUCH_SHARE = 64,    /* of all_queued_bytes: with more queued, every connection waits */
    LONG_REST_NS = 10000000, /* but a long request is served after this time in any case */
    VISIT_NS = 20000,        /* for a connection that has waited, before the next one's turn */
    SERVE_NS = 500000,       /* for all of these in a turn, by their charges */
};

void connection_count_unread(struct connection *connection, size_t bytes)
{
    if (connection->unread_bytes == 0)
        connection->unread_since_ms = net_tick_ms(connection->net);
    recount(&connection->net->unread_bytes, &connection->unread_bytes, bytes);
}

bool connection_is_heard(const struct connection *connection)
{
    return connection->state == CONNECTION_OPEN && !connection->net->is_stopped;
}

/* The gateway of a tunnel has seen to that. */
static bool has_token(const struct connection *connection)
{
    struct net *net = connection->net;
    if (!connection->line)
        return true;
    struct bucket bucket = connection->line->bucket;
    return bucket_wait_ms(&bucket, &net->request_rate, 1, net_tick_ms(net)) == 0;
}

/* Is there room for the messages of one more request: less than `most` bytes to send? */
static bool has_unsaid_room(const struct net *net, size_t most)
{
    return net->service.unsaid_bytes(net->service.owner) + net->said_bytes < most;
}

/* The limit of bytes to send for carrying out light requests, or all requests. */
static size_t unsaid_max(const struct net *net, bool is_light)
{
    size_t most = (size_t)net->limits.all_queued_bytes / NET_UNSAID_SHARE;
    return is_light || most < UNSAID_BYTES_LONG ? most : UNSAID_BYTES_LONG;
}

/* May the connection not go on now? Too many of its requests are unanswered, too many answers are
 * untaken, its look-ups wait, or it has no token. Without a token it begins to wait for one. */
static bool is_blocked(struct connection *connection)
{
    const struct net_service *service = &connection->net->service;
    const struct line *line = connection->line;
    if (connection->unanswered >= WIRE_UNANSWERED_MAX ||
        (line && line->queued.len >= UNTAKEN_BYTES_MAX) ||
        service->holds(service->owner, connection->session))
        return true;
    if (has_token(connection))
        return false;
    if (!wait_is_running(connection, WAIT_TURN)) {
        statistics_count(connection->net->statistics, STATISTIC_THROTTLED);
        log_debug("throttled", log_int("session", (int64_t)connection->session));
        wait_start(connection, WAIT_TURN);
    }
    return true;
}

/* Is the next request one of those that cannot take long? `bytes` are those not carried out yet. */
static bool is_next_light(const struct connection *connection, const char *bytes, size_t len)
{
    if (connection->decoder && wire_decoder_is_inside(connection->decoder))
        return false;
    int method = wire_method_peek(bytes, len);
    return method == WIRE_SESSION_HELLO || method == WIRE_SESSION_PONG || method == WIRE_MATCH_MOVE;
}

/* Operators have to be served when all answers to players wait for the disk, or for the lease. */
static bool has_room_for_request(const struct connection *connection, const char *bytes, size_t len)
{
    const struct net *net = connection->net;
    return connection->is_operator || has_unsaid_room(net, unsaid_max(net, false)) ||
           (has_unsaid_room(net, unsaid_max(net, true)) && is_next_light(connection, bytes, len));
}

/* Lets the connection wait for its turn. Its player's clocks are charged for this wait only if the
 * connection's own requests cause it. */
void connection_wait_for_turn(struct connection *connection)
{
    bool blocked = is_blocked(connection);
    if (blocked || !share_is_in_credit(connection))
        connection->came_ms = INT64_MAX;
    if (!blocked) {
        statistics_count(connection->net->statistics, STATISTIC_HELD);
        share_wait(connection,
                   is_next_light(connection, connection->unread.bytes + connection->unread_from,
                                 connection->unread.len - connection->unread_from));
    }
}

static void take_message(struct connection *connection, const struct wire_message *message)
{
    struct net *net = connection->net;
    if (connection->line) {
        wait_stop(connection, WAIT_MESSAGE);
        bucket_take(&connection->line->bucket, &net->request_rate, net_tick_ms(net));
    }
    statistics_count(net->statistics, STATISTIC_MESSAGES_IN);
    /* The server sends no requests, and ignores notifications. */
    if (message->kind != WIRE_REQUEST)
        return;
    connection->unanswered++;
    assert(connection->unanswered <= WIRE_UNANSWERED_MAX);
    net->service.on_request(net->service.owner, &(struct net_request){
                                                    .session = connection->session,
                                                    .is_operator = connection->is_operator,
                                                    .came_ms = connection->came_ms,
                                                    .message = message,
                                                });
}

/* A message that has begun has to end in time, unless the server has paused reading. */
static void watch_message(struct connection *connection)
{
    if (!connection->line)
        return;
    bool waits = connection_is_heard(connection) && !connection->is_paused &&
                 (wire_decoder_is_inside(connection->decoder) || pipe_is_inside(connection));
    if (!waits)
        wait_stop(connection, WAIT_MESSAGE);
    else if (!wait_is_running(connection, WAIT_MESSAGE))
        wait_start(connection, WAIT_MESSAGE);
}

/* Carries out requests as long as the connection may continue and has used less than the allowance.
 * Returns the number of bytes carried out. */
static size_t take_bytes(struct connection *connection, const char *bytes, size_t len,
                         int64_t allowance_ns)
{
    struct net *net = connection->net;
    size_t taken = 0;
    uint64_t told = net->service.told(net->service.owner);
    if (!connection->line)
        tunnel_borrow_decoder(connection);
    while (taken < len && allowance_ns > 0 && !net->is_held && connection_is_heard(connection) &&
           !is_blocked(connection) &&
           has_room_for_request(connection, bytes + taken, len - taken)) {
        bool complete;
        struct wire_message message;
        enum error_code code;
        struct error error;
        taken += wire_decoder_feed(connection->decoder, net->arena, bytes + taken, len - taken,
                                   &complete, &message, &code, &error);
        if (code) {
            net->service.on_fault(net->service.owner, connection->session);
            connection_fail(connection, &error);
        } else if (complete) {
            take_message(connection, &message);
        }
        uint64_t told_before = told;
        told = net->service.told(net->service.owner);
        /* A request without a message from the hall is answered, too. */
        allowance_ns -=
            share_charge(connection, told > told_before ? told - told_before : complete);
    }
    assert(taken <= len);
    if (!connection->line)
        tunnel_return_decoder(connection);
    return taken;
}

static void on_taken(struct connection *connection)
{
    const struct wire_decoder *decoder = connection->decoder;
    if (connection->state == CONNECTION_OPEN)
        connection_count_unread(connection, connection->unread.capacity +
                                                (decoder ? wire_decoder_bytes(decoder) : 0));
    watch_message(connection);
}

/* May the bytes be carried out at once? Older messages to spectators may be queued for some more
 * turns. Meanwhile requests that can broadcast wait, and moves do not. */
static bool may_go_first(const struct connection *connection, const char *bytes, size_t len)
{
    const struct net *net = connection->net;
    if (net->said_bytes <= UNSAID_BYTES_MUCH)
        return true;
    return (int64_t)net->said_bytes <= net->limits.all_queued_bytes / SAID_MUCH_SHARE &&
           is_next_light(connection, bytes, len);
}

void connection_receive(struct connection *connection, const char *bytes, size_t len,
                        int64_t allowance_ns)
{
    assert(!connection->is_paused && connection->unread.len == 0);
    if (len > 0 && !may_go_first(connection, bytes, len))
        allowance_ns = 0;
    size_t taken = take_bytes(connection, bytes, len, allowance_ns);
    if (taken < len && connection_is_heard(connection)) {
        connection->is_paused = true;
        text_append_secret(&connection->unread, bytes + taken, len - taken);
        if (connection->line)
            uv_read_stop(&connection->line->socket.stream);
        connection_wait_for_turn(connection);
    }
    on_taken(connection);
}

static bool has_said_goodbye(const struct connection *connection)
{
    return connection->line && pipe_has_ended(connection);
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)suggested;
    struct connection *connection = handle->data;
    /* An empty buffer makes libuv read nothing and pass UV_ENOBUFS to on_read(). */
    bool may_be_read = share_may_be_read(connection) && pipe_may_be_read(connection);
    *ret_buffer = uv_buf_init(connection->net->read_buffer, may_be_read ? READ_BYTES : 0);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct connection *connection = stream->data;
    struct net *net = connection->net;
    if (len == UV_ENOBUFS) /* read in a later turn */
        return;
    share_lap(net);
    if (len > 0)
        share_charge_input(connection, (size_t)len);
    int64_t allowance_ns = share_allowance_ns(connection);
    if (len < 0) {
        log_debug("gone", log_int("session", (int64_t)connection->session),
                  log_text("reason", uv_strerror((int)len)));
        if (len == UV_ETIMEDOUT)
            statistics_count(net->statistics, STATISTIC_TIMEOUTS_DEAD);
        if (allowance_ns > 0 || net->is_held) { /* a held net serves nobody who waits */
            connection_close(connection);
        } else { /* the end may make many messages */
            connection->is_ending = connection->is_paused = true;
            uv_read_stop(stream);
            share_wait(connection, false);
        }
        return;
    }
    net->service.on_bytes(net->service.owner);
    /* The tick by which the bytes read now had arrived: during the last turn, while the loop was
     * busy, unless the loop has waited for them since. (TCP_INFO's times of arrival are coarser:
     * they count in the system's ticks of 4 ms or more.) */
    int64_t now_ms = net_tick_ms(net), waited_ms = now_ms - (int64_t)(net->turn_end_us / 1000);
    int64_t unseen_ms = (int64_t)(net->turn_us / 1000) - waited_ms;
    connection->came_ms = unseen_ms > 0 ? now_ms - unseen_ms : now_ms;
    statistics_add(net->statistics, STATISTIC_BYTES_IN, len);
    if (!connection->is_operator)
        wait_start(connection, WAIT_BYTES);
    char *bytes = buffer->base;
    size_t count = (size_t)len;
    if (!connection->line->is_plain) {
        pipe_receive(connection, &bytes, &count);
        allowance_ns -= share_charge(connection, 0);
    }
    connection_receive(connection, bytes, count, allowance_ns);
    if (has_said_goodbye(connection) && !connection->is_paused)
        connection_close_after_writing(connection);
    explicit_bzero(buffer->base, (size_t)len); /* it may hold a password */
    text_clear(&net->decoded);
}

void connection_start_reading(struct connection *connection)
{
    if (connection->line &&
        uv_read_start(&connection->line->socket.stream, on_allocate, on_read) < 0)
        connection_close(connection);
}

void connection_stop_reading(struct connection *connection)
{
    share_leave(connection);
    connection->is_paused = connection->is_ending = false;
    connection->unread_from = 0;
    text_wipe(&connection->unread);
    if (!connection->line)
        return;
    waits_stop(connection);
    if (connection->state != CONNECTION_CLOSED)
        uv_read_stop(&connection->line->socket.stream);
}

/* The connection waits because of its own requests or of queued messages. Can its next request take
 * long? */
static bool can_be_long(const struct connection *connection)
{
    return !share_is_light(connection) &&
           (connection->came_ms == INT64_MAX || connection->net->said_bytes > UNSAID_BYTES_MUCH);
}

/* Serves the connection, whose turn has come. */
static void serve(struct connection *connection)
{
    assert(connection->is_paused && connection->state == CONNECTION_OPEN);
    if (can_be_long(connection))
        connection->net->time.long_ns = connection->net->time.lap_ns;
    share_leave(connection);
    struct text unread = connection->unread;
    size_t from = connection->unread_from;
    connection->unread = (struct text){0};
    if (from < unread.len) /* a new connection may have waited before its first read */
        from += take_bytes(connection, unread.bytes + from, unread.len - from, VISIT_NS);
    if (from < unread.len && connection_is_heard(connection)) {
        connection->unread = unread;
        connection->unread_from = from;
        connection_wait_for_turn(connection);
    } else {
        text_wipe(&unread);
        connection->unread_from = 0;
        connection->is_paused = false;
        if (connection->is_ending)
            connection_close(connection);
        else if (connection_is_heard(connection) && has_said_goodbye(connection))
            connection_close_after_writing(connection);
        else if (connection_is_heard(connection))
            connection_start_reading(connection);
    }
    on_taken(connection);
}

/* The connection whose turn it is, if there is room for the messages of its requests; or else an
 * operator's (has_room_for_request()). */
static struct connection *next_with_room(struct net *net)
{
    struct connection *connection = net->is_held ? NULL : share_next(net);
    if (!connection)
        return NULL;
    bool may_rest = can_be_long(connection) &&
                    net->time.lap_ns - net->time.long_ns < LONG_REST_NS &&
                    !has_unsaid_room(net, UNSAID_BYTES_MUCH);
    bool is_light = share_is_light(connection);
    bool has_room = !may_rest && has_unsaid_room(net, unsaid_max(net, is_light));
    return has_room ? connection : share_next_operator(net);
}

/* Has the client closed its end, behind bytes that are not read yet? */
static bool has_hung_up(const struct line *line)
{
    struct pollfd wanted = {.events = POLLRDHUP};
    return !uv_fileno(&line->socket.handle, &wanted.fd) && poll(&wanted, 1, 0) > 0;
}

/* Clients that have not come in leave when they wait for long, and may be in elsewhere by now: a
 * hello that is carried out only then would take their seats from them. */
static void close_those_who_left(struct net *net)
{
    struct connection *connection, *next;
    DL_FOREACH_SAFE2(net->connections, connection, next, next_open)
    {
        struct line *line = connection->line;
        if (line && !connection->has_come_in && has_hung_up(line))
            connection_close(connection);
    }
}

void net_hold(struct net *net, bool is_held)
{
    if (net->is_held && !is_held)
        close_those_who_left(net);
    net->is_held = is_held;
}

void net_serve(struct net *net)
{
    struct connection *connection;
    share_lap(net);
    int64_t end_ns = net->time.at_once_ns - SERVE_NS;
    while (net->time.at_once_ns > end_ns && (connection = next_with_room(net)))
        serve(connection);
}

bool net_can_go_on(struct net *net)
{
    return net->dirty || net->dirty_later || next_with_room(net);
}

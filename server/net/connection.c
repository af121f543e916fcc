/* A connection: bytes in, messages to dispatch.c; messages queued by speak.c, bytes out. */
#include "common/base/memory.h"
#include "server/net/log.h"
#include "server/net/state.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    UNTAKEN_BYTES_MAX = 65536, /* of answers: with more, the next request waits */
    /* What the hall has to say to all connections: with more, nobody's next request is carried out; with less but still much,
     * not those of connections that have asked for too many things at once or for something long, so that there is room for
     * the others. */
    UNSAID_BYTES_MAX = 8 * 1024 * 1024,
    UNSAID_BYTES_MUCH = 32 * 1024,
    LONG_ANSWER_BYTES = 16384,
    LATE_BYTES_MAX = 65536, /* that are waited for when their connection is ended as the slowest */
};

struct connection *connection_find(const struct server *server, uint64_t session)
{
    struct connection *found = NULL;
    HASH_FIND(hh, server->connections, &session, sizeof session, found);
    return found;
}

static void take_spare(struct connection *connection)
{
    struct server *server = connection->server;
    if (server->spare_count > 0)
        connection->queued = server->spares[--server->spare_count];
}

/* The empty queue's memory is for whoever has something to say next. */
static void give_spare(struct connection *connection)
{
    struct server *server = connection->server;
    if (connection->queued.capacity > SPARE_BYTES_MAX || server->spare_count == SPARES_MAX) {
        text_finish(&connection->queued);
        return;
    }
    server->spares[server->spare_count++] = connection->queued;
    connection->queued = (struct text){0};
}

struct text *connection_queue(struct connection *connection)
{
    if (!connection->is_dirty) {
        connection->is_dirty = true;
        DL_APPEND(connection->server->dirty, connection);
    }
    if (!connection->queued.bytes)
        take_spare(connection);
    return &connection->queued;
}

struct text *connection_answer(struct connection *connection)
{
    assert(connection->unanswered > 0);
    connection->unanswered--;
    return connection_queue(connection);
}

static void forget_dirty(struct connection *connection)
{
    if (!connection->is_dirty)
        return;
    connection->is_dirty = false;
    DL_DELETE(connection->server->dirty, connection);
}

/* By now libuv has given up what was late. */
static void on_closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    assert(!connection->late);
    wire_decoder_destroy(connection->decoder);
    text_finish(&connection->queued);
    text_wipe(&connection->unread);
    free(connection);
}

/* A connection's part of what all connections have. */
static void recount(size_t *all, size_t *part, size_t bytes)
{
    *all = *all - *part + bytes;
    *part = bytes;
}

static void count_unread(struct connection *connection, size_t bytes)
{
    recount(&connection->server->unread_bytes, &connection->unread_bytes, bytes);
}

static void count_backlog(struct connection *connection, size_t bytes)
{
    recount(&connection->server->queued_bytes, &connection->counted_bytes, bytes);
}

/* The player is gone from now on. */
static void leave(struct connection *connection)
{
    server_set_time(connection->server);
    hall_leave(connection->server->hall, connection->session);
}

void connection_close(struct connection *connection)
{
    struct server *server = connection->server;
    if (connection->state == CONNECTION_CLOSED)
        return;
    connection->state = CONNECTION_CLOSED;
    leave(connection);
    forget_dirty(connection);
    waits_stop(connection);
    lanes_forget(connection);
    count_backlog(connection, 0);
    count_unread(connection, 0);
    HASH_DELETE(hh, server->connections, connection);
    if (!connection->is_operator)
        addresses_remove(server->addresses, &connection->origin);
    uv_close(&connection->socket.handle, on_closed);
}

void connection_close_after_writing(struct connection *connection)
{
    if (connection->state != CONNECTION_OPEN)
        return;
    connection->state = CONNECTION_LAST_WORDS;
    leave(connection);
    connection_stop_reading(connection);
    wire_decoder_destroy(connection->decoder);
    connection->decoder = NULL;
    count_unread(connection, 0);
    wait_start(connection, WAIT_LAST_WORDS);
    connection_queue(connection);
}

void connection_fail(struct connection *connection, const struct error *error)
{
    statistics_count(&connection->server->statistics, STATISTIC_FAULTS);
    log_info("fault", log_int("session", (int64_t)connection->session),
             log_text("code", error_name(error->code)), log_text("message", error->message));
    struct wire_fault fault = {.code = error->code, .message = wire_text(error->message)};
    wire_encode_event(connection_queue(connection), WIRE_EVENT_SESSION_FAULT, &fault);
    connection_close_after_writing(connection);
}

/* What the client sent breaks the protocol: its player answers for it. (Silence is not told from a way that is cut; and who reads too
 * slowly breaks nothing: the way may be narrow, and others can say much to somebody.) */
static void blame(struct connection *connection)
{
    server_set_time(connection->server);
    hall_fault(connection->server->hall, connection->session);
}

/* --- bytes in --- */

/* Does what it says count? Not once the server shuts down, which it may have asked for itself. */
static bool is_heard(const struct connection *connection)
{
    return connection->state == CONNECTION_OPEN && connection->server->state == SERVER_SERVING;
}

static bool has_token(const struct connection *connection)
{
    struct server *server = connection->server;
    struct bucket bucket = connection->bucket;
    return bucket_wait_ms(&bucket, &server->request_rate, (int64_t)uv_now(&server->loop)) == 0;
}

static bool has_room(const struct connection *connection)
{
    size_t most = connection->is_greedy ? UNSAID_BYTES_MUCH : UNSAID_BYTES_MAX;
    return hall_unsaid_bytes(connection->server->hall) < most;
}

/* Not with too many unanswered requests, or answers not taken, until there are fewer; nor without a token, or room for more to
 * say, until there is some. */
static bool may_go_on(struct connection *connection)
{
    struct server *server = connection->server;
    if (connection->unanswered >= WIRE_UNANSWERED_MAX ||
        connection->queued.len >= UNTAKEN_BYTES_MAX)
        return false;
    if (has_token(connection) && has_room(connection))
        return true;
    if (!wait_is_running(connection, WAIT_TURN)) {
        statistics_count(&server->statistics, STATISTIC_THROTTLED);
        log_debug("throttled", log_int("session", (int64_t)connection->session));
        wait_start(connection, WAIT_TURN);
    }
    return false;
}

/* Keeps what may not be carried out yet, and lets the peer wait. */
static void hold(struct connection *connection, const char *bytes, size_t len)
{
    connection->is_paused = connection->is_greedy = true;
    text_append_secret(&connection->unread, bytes, len);
    uv_read_stop(&connection->socket.stream);
}

static void take_message(struct connection *connection, const struct wire_message *message)
{
    struct server *server = connection->server;
    wait_stop(connection, WAIT_MESSAGE);
    bucket_take(&connection->bucket, &server->request_rate, (int64_t)uv_now(&server->loop));
    statistics_count(&server->statistics, STATISTIC_MESSAGES_IN);
    if (message->kind == WIRE_REQUEST)
        connection->unanswered++;
    size_t before = hall_unsaid_bytes(server->hall);
    dispatch(connection, message);
    if (hall_unsaid_bytes(server->hall) > before + LONG_ANSWER_BYTES)
        connection->is_greedy = true;
}

/* One that has begun has to end in time, unless it is the server that does not read on. */
static void watch_message(struct connection *connection)
{
    bool waits = is_heard(connection) && !connection->is_paused &&
                 wire_decoder_is_inside(connection->decoder);
    if (!waits)
        wait_stop(connection, WAIT_MESSAGE);
    else if (!wait_is_running(connection, WAIT_MESSAGE))
        wait_start(connection, WAIT_MESSAGE);
}

static void take_bytes(struct connection *connection, const char *bytes, size_t len)
{
    while (len > 0 && is_heard(connection)) {
        bool complete;
        struct wire_message message;
        enum error_code code;
        struct error error;
        if (!may_go_on(connection)) {
            hold(connection, bytes, len);
            break;
        }
        size_t taken = wire_decoder_feed(connection->decoder, connection->server->arena, bytes, len,
                                         &complete, &message, &code, &error);
        if (code) {
            blame(connection);
            connection_fail(connection, &error);
        } else if (complete) {
            take_message(connection, &message);
        }
        bytes += taken;
        len -= taken;
    }
    if (connection->state == CONNECTION_OPEN)
        count_unread(connection,
                     connection->unread.capacity + wire_decoder_bytes(connection->decoder));
    watch_message(connection);
}

static void on_allocate(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)suggested;
    struct connection *connection = handle->data;
    *ret_buffer = uv_buf_init(connection->server->read_buffer, READ_BYTES);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct connection *connection = stream->data;
    if (len < 0) {
        log_debug("gone", log_int("session", (int64_t)connection->session),
                  log_text("reason", uv_strerror((int)len)));
        if (len == UV_ETIMEDOUT)
            statistics_count(&connection->server->statistics, STATISTIC_TIMEOUTS_DEAD);
        connection_close(connection);
        return;
    }
    server_set_time(connection->server);
    if (connection->unanswered == 0)
        connection->is_greedy = false;
    statistics_add(&connection->server->statistics, STATISTIC_BYTES_IN, len);
    if (!connection->is_operator)
        wait_start(connection, WAIT_BYTES);
    take_bytes(connection, buffer->base, (size_t)len);
    explicit_bzero(buffer->base, (size_t)len); /* there may have been a password in it */
}

void connection_start_reading(struct connection *connection)
{
    if (uv_read_start(&connection->socket.stream, on_allocate, on_read) < 0)
        connection_close(connection);
}

void connection_stop_reading(struct connection *connection)
{
    connection->is_paused = false;
    text_wipe(&connection->unread);
    waits_stop(connection);
    if (connection->state != CONNECTION_CLOSED)
        uv_read_stop(&connection->socket.stream);
}

static void resume(struct connection *connection)
{
    struct text unread = connection->unread;
    connection->unread = (struct text){0};
    connection->is_paused = false;
    take_bytes(connection, unread.bytes, unread.len);
    text_wipe(&unread);
    if (is_heard(connection) && !connection->is_paused)
        connection_start_reading(connection);
}

/* --- bytes out --- */

static void forget_late(struct connection *connection)
{
    text_finish(&connection->late->bytes);
    free(connection->late);
    connection->late = NULL;
}

static void on_written(uv_write_t *request, int status)
{
    struct connection *connection = request->data;
    forget_late(connection);
    server_set_time(connection->server);
    if (status < 0)
        connection_close(connection);
    else if (connection->state != CONNECTION_CLOSED)
        connection_flush(connection);
}

/* Leaves to libuv what comes after the bytes that the system has taken. */
static void write_later(struct connection *connection, size_t taken)
{
    struct late_write *late = memory_zeroed(1, sizeof *late);
    late->request.data = connection;
    late->bytes = connection->queued;
    connection->queued = (struct text){0};
    connection->late = late;
    uv_buf_t rest = uv_buf_init(late->bytes.bytes + taken, (unsigned)(late->bytes.len - taken));
    if (uv_write(&late->request, &connection->socket.stream, &rest, 1, on_written) < 0) {
        forget_late(connection);
        connection_close(connection);
    }
}

/* Hands the queue to the system. Nearly always that takes all of it at once, which uv_write() would be told of in a callback, at the
 * price of a system call. */
static void start_writing(struct connection *connection)
{
    uv_buf_t buffer = uv_buf_init(connection->queued.bytes, (unsigned)connection->queued.len);
    statistics_add(&connection->server->statistics, STATISTIC_BYTES_OUT, buffer.len);
    ping_handed_over(connection);
    int taken = uv_try_write(&connection->socket.stream, &buffer, 1);
    if (taken == (int)buffer.len)
        text_clear(&connection->queued);
    else /* uv_write() finds out what is wrong, if anything is */
        write_later(connection, taken > 0 ? (size_t)taken : 0);
}

/* Whoever takes less than is said loses what is not begun to be written, and hears why after the rest. */
static void fail_slow_reader(struct connection *connection, const struct error *why)
{
    statistics_count(&connection->server->statistics, STATISTIC_UNREAD);
    text_finish(&connection->queued);
    connection_fail(connection, why);
}

static void fail_with_too_much(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "you read too slowly: more than %lld bytes were waiting for you",
              (long long)connection->server->limits.queued_bytes);
    fail_slow_reader(connection, &error);
}

static void fail_as_slowest(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "you read too slowly: all who do so had %lld bytes waiting, and you the most",
              (long long)connection->server->limits.all_queued_bytes);
    fail_slow_reader(connection, &error);
}

/* The memory of what the system has not taken yet, and of what waits behind that. */
static void measure_backlog(struct connection *connection)
{
    const struct late_write *late = connection->late;
    count_backlog(connection, late ? late->bytes.capacity + connection->queued.capacity : 0);
}

void connection_flush(struct connection *connection)
{
    const struct net_limits *limits = &connection->server->limits;
    forget_dirty(connection);
    if (!connection->late && connection->queued.len > 0)
        start_writing(connection);
    if (!connection->late && connection->state == CONNECTION_LAST_WORDS)
        connection_close(connection);
    /* A peer that does not read is not read either. */
    if (!connection->late && connection->is_paused && connection->state == CONNECTION_OPEN &&
        may_go_on(connection))
        resume(connection);
    if (connection->queued.bytes && connection->queued.len == 0)
        give_spare(connection);
    if (connection->state == CONNECTION_CLOSED)
        return;
    measure_backlog(connection);
    if (connection->state == CONNECTION_OPEN && connection->counted_bytes > 0 &&
        (int64_t)connection->queued.len > limits->queued_bytes)
        fail_with_too_much(connection);
}

static void fail_with_most_unread(struct connection *connection)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED,
              "%lld bytes of requests have come that are not whole, or wait for their turn, and "
              "of these you have most",
              (long long)connection->server->limits.all_unread_bytes);
    connection_fail(connection, &error);
}

static size_t unread_bytes_of(const struct connection *connection)
{
    return connection->unread_bytes;
}

static size_t backlog_of(const struct connection *connection)
{
    return connection->counted_bytes;
}

/* The open connection that has most of these bytes; NULL: none has any. */
static struct connection *find_most(const struct server *server,
                                    size_t (*bytes_of)(const struct connection *))
{
    struct connection *most = NULL;
    for (struct connection *connection = server->connections; connection;
         connection = connection->hh.next)
        if (connection->state == CONNECTION_OPEN &&
            bytes_of(connection) > (most ? bytes_of(most) : 0))
            most = connection;
    return most;
}

void connections_shed(struct server *server)
{
    struct connection *slowest, *most_unread;
    int64_t limit = server->limits.all_queued_bytes;
    while ((int64_t)server->unread_bytes > server->limits.all_unread_bytes &&
           (most_unread = find_most(server, unread_bytes_of)))
        fail_with_most_unread(most_unread);
    while ((int64_t)server->queued_bytes > limit && (slowest = find_most(server, backlog_of))) {
        fail_as_slowest(slowest);
        /* What is half written cannot be taken back, only given up with the connection. */
        if (slowest->late && slowest->late->bytes.len > LATE_BYTES_MAX)
            connection_close(slowest);
        else
            measure_backlog(slowest);
    }
}

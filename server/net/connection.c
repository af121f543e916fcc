/* A connection: bytes in, messages to dispatch.c; messages queued by speak.c, bytes out. */
#include "common/base/memory.h"
#include "server/net/log.h"
#include "server/net/state.h"

#include <assert.h>
#include <stdlib.h>

struct connection *connection_find(const struct server *server, uint64_t session)
{
    struct connection *found = NULL;
    HASH_FIND(hh, server->connections, &session, sizeof session, found);
    return found;
}

struct text *connection_queue(struct connection *connection)
{
    if (!connection->is_dirty) {
        connection->is_dirty = true;
        DL_APPEND(connection->server->dirty, connection);
    }
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

static void on_closed(uv_handle_t *handle)
{
    struct connection *connection = handle->data;
    wire_decoder_destroy(connection->decoder);
    text_finish(&connection->queued);
    text_finish(&connection->writing);
    text_finish(&connection->unread);
    free(connection->pending_hello);
    free(connection);
}

void connection_close(struct connection *connection)
{
    if (connection->state == CONNECTION_CLOSED)
        return;
    connection->state = CONNECTION_CLOSED;
    hall_leave(connection->server->hall, connection->session);
    forget_dirty(connection);
    HASH_DELETE(hh, connection->server->connections, connection);
    uv_close((uv_handle_t *)&connection->tcp, on_closed);
}

void connection_close_after_writing(struct connection *connection)
{
    if (connection->state != CONNECTION_OPEN)
        return;
    connection->state = CONNECTION_LAST_WORDS;
    hall_leave(connection->server->hall, connection->session);
    connection_stop_reading(connection);
    connection_queue(connection);
}

static void end_with_fault(struct connection *connection, const struct error *error)
{
    log_info("fault", "session=%llu code=%s message=\"%s\"",
             (unsigned long long)connection->session, error_name(error->code), error->message);
    struct wire_fault fault = {.code = error->code, .message = wire_text(error->message)};
    wire_encode_event(connection_queue(connection), WIRE_EVENT_SESSION_FAULT, &fault);
    connection_close_after_writing(connection);
}

/* Keeps what may not be carried out yet, and lets the peer wait. */
static void hold(struct connection *connection, const char *bytes, size_t len)
{
    connection->is_paused = true;
    text_append(&connection->unread, bytes, len);
    uv_read_stop((uv_stream_t *)&connection->tcp);
}

static void take_message(struct connection *connection, const struct wire_message *message)
{
    if (message->kind == WIRE_REQUEST)
        connection->unanswered++;
    dispatch(connection, message);
}

static void take_bytes(struct connection *connection, const char *bytes, size_t len)
{
    while (len > 0 && connection->state == CONNECTION_OPEN) {
        bool complete;
        struct wire_message message;
        enum error_code code;
        struct error error;
        if (connection->unanswered >= WIRE_UNANSWERED_MAX) {
            hold(connection, bytes, len);
            return;
        }
        size_t taken = wire_decoder_feed(connection->decoder, connection->server->arena, bytes, len,
                                         &complete, &message, &code, &error);
        if (code)
            end_with_fault(connection, &error);
        else if (complete)
            take_message(connection, &message);
        bytes += taken;
        len -= taken;
    }
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
        connection_close(connection);
        return;
    }
    hall_set_time(connection->server->hall, wall_clock_ms());
    take_bytes(connection, buffer->base, (size_t)len);
}

static void start_reading(struct connection *connection)
{
    if (uv_read_start((uv_stream_t *)&connection->tcp, on_allocate, on_read) < 0)
        connection_close(connection);
}

void connection_stop_reading(struct connection *connection)
{
    connection->is_paused = false;
    text_finish(&connection->unread);
    if (connection->state != CONNECTION_CLOSED)
        uv_read_stop((uv_stream_t *)&connection->tcp);
}

static void resume(struct connection *connection)
{
    struct text unread = connection->unread;
    connection->unread = (struct text){0};
    connection->is_paused = false;
    take_bytes(connection, unread.bytes, unread.len);
    text_finish(&unread);
    if (connection->state == CONNECTION_OPEN && !connection->is_paused)
        start_reading(connection);
}

/* Empties a buffer, and gives its memory back when it has become large. */
static void forget(struct text *buffer)
{
    if (buffer->capacity > KEPT_BYTES_MAX)
        text_finish(buffer);
    else
        text_clear(buffer);
}

static void on_written(uv_write_t *write, int status)
{
    struct connection *connection = write->data;
    connection->is_writing = false;
    forget(&connection->writing);
    if (status < 0)
        connection_close(connection);
    else if (connection->state != CONNECTION_CLOSED)
        connection_flush(connection);
}

/* Hands the queue to the system, which takes what it can now and the rest when the peer reads. */
static void start_writing(struct connection *connection)
{
    struct text rest = connection->writing;
    connection->writing = connection->queued;
    connection->queued = rest;
    connection->write.data = connection;
    uv_buf_t buffer = uv_buf_init(connection->writing.bytes, (unsigned)connection->writing.len);
    connection->is_writing = true;
    if (uv_write(&connection->write, (uv_stream_t *)&connection->tcp, &buffer, 1, on_written) < 0) {
        connection->is_writing = false;
        connection_close(connection);
    }
}

void connection_flush(struct connection *connection)
{
    forget_dirty(connection);
    if (connection->queued.len > WIRE_QUEUED_BYTES_MAX) {
        connection_close(connection);
        return;
    }
    /* A peer that does not read is not read either. */
    if (connection->is_writing)
        return;
    if (connection->is_paused && connection->unanswered < WIRE_UNANSWERED_MAX)
        resume(connection);
    if (connection->queued.len > 0)
        start_writing(connection);
    else if (connection->state == CONNECTION_LAST_WORDS)
        connection_close(connection);
}

void connection_accept(struct server *server)
{
    struct connection *connection = memory_zeroed(1, sizeof *connection);
    connection->server = server;
    connection->session = ++server->last_session;
    connection->tcp.data = connection;
    connection->decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
    HASH_ADD(hh, server->connections, session, sizeof connection->session, connection);
    uv_tcp_init(&server->loop, &connection->tcp);
    if (uv_accept((uv_stream_t *)&server->listener, (uv_stream_t *)&connection->tcp) < 0) {
        connection_close(connection);
        return;
    }
    uv_tcp_nodelay(&connection->tcp, 1);
    uv_tcp_keepalive(&connection->tcp, 1, 60);
    start_reading(connection);
}

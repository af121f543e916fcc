/* The end: nothing new is taken, what was taken is carried out and said as far as that goes, then
 * everything is closed. */
#include "server/base/log.h"
#include "server/net/control.h"
#include "server/net/state.h"
#include "server/service/backup.h"
#include "server/service/creation.h"
#include "server/service/judging.h"
#include "server/service/worker.h"

#include <assert.h>
#include <signal.h>

enum { SETTLE_MS = 3000 }; /* the longest that it waits for the disk and for slow readers */

static void close_handle(uv_handle_t *handle, void *argument)
{
    (void)argument;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

static void end_connections(struct server *server)
{
    struct connection *connection, *next;
    HASH_ITER (hh, server->connections, connection, next) {
        connection_close(connection);
    }
}

/* A thread may send on its handle until it has ended. The look-ups' workers go before the
 * passwords', to which a look-up that comes back may hand a job on. */
static void stop_threads(struct server *server)
{
    if (server->store)
        store_stop(server->store);
    judging_stop(server->judgement);
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        worker_stop(server->lanes[kind].worker);
    worker_stop(server->backups);
    passwords_stop(server->passwords);
}

void server_end(struct server *server)
{
    assert(server->state != SERVER_ENDED);
    server->state = SERVER_ENDED;
    /* Asked before the connections end: that is news again, for nobody. */
    server->all_on_disk = hall_is_durable(server->hall);
    end_connections(server);
    look_ups_close(server);
    judging_close(server->judgement);
    backup_cancel(server);
    listener_stop(server);
    control_close(server);
    stop_threads(server);
    uv_walk(&server->loop, close_handle, NULL);
}

static void on_settled_by(uv_timer_t *timer)
{
    server_end(timer->data);
}

void server_shut_down(struct server *server, const char *why)
{
    if (server->state != SERVER_SERVING)
        return;
    log_info("closing", log_text("why", why));
    server->state = SERVER_SETTLING;
    listener_stop(server);
    control_close(server);
    backup_cancel(server);
    hall_close(server->hall, "the server shuts down; your matches go on when it is back");
    for (struct connection *connection = server->connections; connection;
         connection = connection->hh.next)
        connection_stop_reading(connection);
    creations_refuse(server);
    judging_close(server->judgement);
    look_ups_close(server);
    passwords_close(server->passwords);
    uv_timer_start(&server->settled_by, on_settled_by, SETTLE_MS, 0);
}

void closing_on_signal(uv_signal_t *handle, int number)
{
    server_shut_down(handle->data, number == SIGTERM ? "SIGTERM" : "SIGINT");
}

static void on_input_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)suggested;
    /* What is said there does not matter, only its end. */
    static char ignored[64];
    (void)handle;
    *ret_buffer = uv_buf_init(ignored, sizeof ignored);
}

static void on_input(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    (void)buffer;
    if (len < 0) {
        uv_read_stop(stream);
        server_shut_down(stream->data, "end-of-input");
    }
}

enum error_code closing_watch_input(struct server *server, struct error *error)
{
    if (uv_guess_handle(0) != UV_NAMED_PIPE)
        return error_set(error, ERROR_USAGE, "--exit-on-eof needs a pipe as standard input");
    int status = uv_pipe_init(&server->loop, &server->input, 0);
    server->input.data = server;
    if (!status)
        status = uv_pipe_open(&server->input, 0);
    if (!status)
        status = uv_read_start((uv_stream_t *)&server->input, on_input_buffer, on_input);
    if (status)
        return error_set(error, ERROR_IO, "standard input cannot be read: %s", uv_strerror(status));
    return ERROR_NONE;
}

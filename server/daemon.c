#include "server/daemon.h"

#include "server/base/log.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>

enum { SETTLE_MS = 3000 }; /* the longest that a shutdown waits for the disk and for slow readers */

/* --- ending --- */

static void close_handle(uv_handle_t *handle, void *argument)
{
    (void)argument;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void daemon_end(struct daemon *daemon)
{
    assert(daemon->state != DAEMON_ENDED);
    daemon->state = DAEMON_ENDED;
    daemon->events.end(daemon->events.owner);
    uv_walk(&daemon->loop, close_handle, NULL);
}

static void on_settled_by(uv_timer_t *timer)
{
    daemon_end(timer->data);
}

void daemon_shut_down(struct daemon *daemon, const char *why)
{
    if (daemon->state != DAEMON_SERVING)
        return;
    log_info("closing", log_text("why", why));
    daemon->state = DAEMON_SETTLING;
    daemon->events.stop(daemon->events.owner);
    uv_timer_start(&daemon->settled_by, on_settled_by, SETTLE_MS, 0);
}

void daemon_finish(struct daemon *daemon)
{
    if (daemon->state != DAEMON_ENDED)
        daemon_end(daemon);
    uv_run(&daemon->loop, UV_RUN_DEFAULT);
    int busy = uv_loop_close(&daemon->loop);
    assert(busy == 0);
    (void)busy;
}

/* --- signals --- */

static void on_end_signal(uv_signal_t *handle, int number)
{
    daemon_shut_down(handle->data, number == SIGTERM ? "SIGTERM" : "SIGINT");
}

static void on_reload_signal(uv_signal_t *handle, int number)
{
    struct daemon *daemon = handle->data;
    (void)number;
    daemon->events.reload(daemon->events.owner);
}

/* Aborts when a call fails that fails only if the system has no descriptor left for a loop. */
static void must_start(int status)
{
    if (status < 0) {
        log_error("failed", log_text("reason", uv_strerror(status)));
        abort();
    }
}

void daemon_init(struct daemon *daemon, const struct daemon_events *events)
{
    static const int numbers[2] = {SIGTERM, SIGINT};
    daemon->events = *events;
    must_start(uv_loop_init(&daemon->loop));
    must_start(uv_loop_configure(&daemon->loop, UV_METRICS_IDLE_TIME));
    must_start(uv_timer_init(&daemon->loop, &daemon->settled_by));
    daemon->settled_by.data = daemon;
    for (int i = 0; i < 2; i++) {
        must_start(uv_signal_init(&daemon->loop, &daemon->signals[i]));
        daemon->signals[i].data = daemon;
        must_start(uv_signal_start(&daemon->signals[i], on_end_signal, numbers[i]));
    }
    must_start(uv_signal_init(&daemon->loop, &daemon->reload_signal));
    must_start(uv_signal_start(&daemon->reload_signal, on_reload_signal, SIGHUP));
    daemon->reload_signal.data = daemon;
}

/* --- standard input --- */

static void on_input_buffer(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)suggested;
    /* The input is ignored; only its end matters. */
    static char ignored[64];
    (void)handle;
    *ret_buffer = uv_buf_init(ignored, sizeof ignored);
}

static void on_input_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    (void)buffer;
    if (len < 0) {
        uv_read_stop(stream);
        daemon_shut_down(stream->data, "end-of-input");
    }
}

enum error_code daemon_watch_input(struct daemon *daemon, struct error *error)
{
    if (uv_guess_handle(0) != UV_NAMED_PIPE)
        return error_set(error, ERROR_USAGE, "--exit-on-eof needs a pipe as standard input");
    int status = uv_pipe_init(&daemon->loop, &daemon->input, 0);
    daemon->input.data = daemon;
    if (!status)
        status = uv_pipe_open(&daemon->input, 0);
    if (!status)
        status = uv_read_start((uv_stream_t *)&daemon->input, on_input_buffer, on_input_read);
    if (status)
        return error_set(error, ERROR_IO, "standard input cannot be read: %s", uv_strerror(status));
    return ERROR_NONE;
}

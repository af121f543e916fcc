/* The program: runs the two halves on one loop, and shuts them down. A shutdown refuses new
 * requests, completes and answers the accepted ones as far as time allows, then closes
 * everything. */
#include "server/server.h"

#include "common/base/memory.h"
#include "common/tls/certificate.h"
#include "server/base/log.h"
#include "server/base/now.h"
#include "server/net/listener.h"
#include "server/turn.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum {
    SETTLE_MS = 3000, /* the longest that a shutdown waits for the disk and for slow readers */
    DAY_MS = 24 * 60 * 60 * 1000,
    SHARED_MS = 200,
    EXPIRY_DAYS = 14, /* before its end, the log has a warning of a certificate each day */
};

/*
 *     serving --(SIGTERM, SIGINT, end of input)--> settling --(all on disk, or time is up)--> ended
 */
enum server_state {
    SERVER_SERVING,
    SERVER_SETTLING,
    SERVER_ENDED,
};

struct server {
    uv_loop_t loop;
    struct service_config service_config;
    struct net *net;
    struct service *service;
    struct statistics statistics;
    struct loop_turn turn;
    struct net_door door;
    struct text certificate, key; /* the files of a self-signed pair */
    uv_signal_t signals[2];
    uv_signal_t reload_signal;
    uv_timer_t expiry;     /* looks at the certificate each day */
    uv_timer_t shared;     /* looks whether the database is free, or still this server's */
    uv_timer_t settled_by; /* ends SERVER_SETTLING after SETTLE_MS */
    uv_pipe_t input;       /* standard input, with exit_on_eof */
    enum server_state state;
    bool all_on_disk; /* valid in SERVER_ENDED */
};

/* --- ending --- */

static void close_handle(uv_handle_t *handle, void *argument)
{
    (void)argument;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

/* Ends all threads, then closes all handles. Waits only for the jobs under way. Call once. */
static void end_server(struct server *server)
{
    assert(server->state != SERVER_ENDED);
    server->state = SERVER_ENDED;
    /* Read this before the connections end: their end adds records that no client waits
     * for. */
    server->all_on_disk = hall_is_durable(service_hall(server->service));
    net_close(server->net);
    service_close(server->service);
    uv_walk(&server->loop, close_handle, NULL);
}

static void on_settled_by(uv_timer_t *timer)
{
    end_server(timer->data);
}

/* Begins the shutdown; `why` is for the log. Idempotent. */
static void shut_down(struct server *server, const char *why)
{
    if (server->state != SERVER_SERVING)
        return;
    log_info("closing", log_text("why", why));
    server->state = SERVER_SETTLING;
    net_stop(server->net);
    service_stop(server->service);
    uv_timer_start(&server->settled_by, on_settled_by, SETTLE_MS, 0);
}

static void on_stop_asked(void *owner)
{
    shut_down(owner, "operator.stop");
}

static void on_end_signal(uv_signal_t *handle, int number)
{
    shut_down(handle->data, number == SIGTERM ? "SIGTERM" : "SIGINT");
}

/* Is this turn the last one? */
static bool on_turn_ended(void *owner)
{
    struct server *server = owner;
    if (server->state != SERVER_SETTLING || !service_is_settled(server->service) ||
        !net_is_written(server->net))
        return false;
    end_server(server);
    return true;
}

/* --- the certificate --- */

static void tell_expiry(struct server *server)
{
    const struct certificate *certificate = net_certificate(server->net);
    if (!certificate)
        return;
    int64_t left_ms = certificate->expires_ms - wall_clock_ms();
    server->statistics.values[STATISTIC_CERTIFICATE_EXPIRES] = certificate->expires_ms / 1000;
    if (left_ms < (int64_t)EXPIRY_DAYS * DAY_MS)
        log_warn("certificate-expires", log_int("days", left_ms / DAY_MS),
                 log_text("reason", left_ms > 0 ? "renew it, then `takeaway admin reload`"
                                                : "it has ended: clients refuse it"));
}

static void on_expiry(uv_timer_t *timer)
{
    tell_expiry(timer->data);
}

static enum error_code on_reload_asked(void *owner, struct error *error)
{
    struct server *server = owner;
    enum error_code code = net_reload_certificate(server->net, error);
    if (code) {
        log_error("certificate-kept", log_text("reason", error->message));
        return code;
    }
    log_info("certificate", log_text("key", net_certificate(server->net)->pin));
    tell_expiry(server);
    return ERROR_NONE;
}

static void on_reload_signal(uv_signal_t *handle, int number)
{
    struct error error;
    (void)number;
    (void)on_reload_asked(handle->data, &error);
}

/* --- standard input: its end shuts down the server, as a signal does --- */

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
        shut_down(stream->data, "end-of-input");
    }
}

static enum error_code watch_input(struct server *server, struct error *error)
{
    if (uv_guess_handle(0) != UV_NAMED_PIPE)
        return error_set(error, ERROR_USAGE, "--exit-on-eof needs a pipe as standard input");
    int status = uv_pipe_init(&server->loop, &server->input, 0);
    server->input.data = server;
    if (!status)
        status = uv_pipe_open(&server->input, 0);
    if (!status)
        status = uv_read_start((uv_stream_t *)&server->input, on_input_buffer, on_input_read);
    if (status)
        return error_set(error, ERROR_IO, "standard input cannot be read: %s", uv_strerror(status));
    return ERROR_NONE;
}

/* --- starting --- */

static void announce(struct server *server, const struct server_config *config,
                     const struct address *address, bool is_loopback)
{
    char text[ADDRESS_TEXT_MAX];
    struct hall_figures figures = hall_figures(service_hall(server->service));
    address_print(address, text);
    printf("listening on %s\n", text);
    if (net_certificate(server->net) && config->self_signed)
        printf("server key %s\n", net_certificate(server->net)->pin);
    fflush(stdout);
    log_info("listening", log_text("address", text),
             log_int("live_matches", (int64_t)figures.live_matches),
             log_int("connections", net_connections_max(server->net)));
    if (!is_loopback && !net_certificate(server->net))
        log_warn("readable", log_text("address", text),
                 log_text("reason",
                          "nothing is encrypted: others on the way can read and change moves and "
                          "chat; no passwords and tokens are taken, so all are guests who lose "
                          "their seats with their connection"),
                 log_text("instead", "give --tls-self-signed DIR, or a certificate"));
}

/* Aborts when a call fails that fails only if the system has no descriptor left for a loop. */
static void must_start(int status)
{
    if (status < 0) {
        log_error("failed", log_text("reason", uv_strerror(status)));
        abort();
    }
}

static void init_handles(struct server *server)
{
    static const int numbers[2] = {SIGTERM, SIGINT};
    must_start(uv_loop_init(&server->loop));
    must_start(uv_loop_configure(&server->loop, UV_METRICS_IDLE_TIME));
    must_start(uv_timer_init(&server->loop, &server->shared));
    must_start(uv_timer_init(&server->loop, &server->settled_by));
    server->settled_by.data = server;
    for (int i = 0; i < 2; i++) {
        must_start(uv_signal_init(&server->loop, &server->signals[i]));
        server->signals[i].data = server;
        must_start(uv_signal_start(&server->signals[i], on_end_signal, numbers[i]));
    }
    must_start(uv_signal_init(&server->loop, &server->reload_signal));
    must_start(uv_signal_start(&server->reload_signal, on_reload_signal, SIGHUP));
    must_start(uv_timer_init(&server->loop, &server->expiry));
    server->reload_signal.data = server->expiry.data = server;
}

/* Creates the two halves, without sessions. */
static void create_halves(struct server *server, const struct server_config *config)
{
    server->service_config = (struct service_config){
        .database = config->database,
        .signing_key = config->signing_key,
        .all_queued_bytes = config->net_limits.all_queued_bytes,
        .hall_limits = config->hall_limits,
        .limits = config->service_limits,
        .stop = on_stop_asked,
        .reload = on_reload_asked,
        .owner = server,
    };
    server->service = service_create(&server->service_config, &server->statistics);
    init_handles(server);
    struct net_service callbacks = service_callbacks(server->service);
    server->net = net_create(&server->loop, &config->net_limits, &callbacks, &server->statistics);
    service_start(server->service, &server->loop, server->net);
    server->turn = (struct loop_turn){
        .loop = &server->loop,
        .net = server->net,
        .service = server->service,
        .statistics = &server->statistics,
        .on_ended = on_turn_ended,
        .owner = server,
    };
    turn_init(&server->turn);
}

/* Takes the socket that the environment passes, or opens one, and finds its address. */
static enum error_code take_listener(const struct server_config *config, int *ret_fd,
                                     struct address *ret_address, bool *ret_is_loopback,
                                     struct error *error)
{
    struct origin origin;
    enum error_code code = listener_take(ret_fd, error);
    if (!code && *ret_fd < 0)
        code = listener_open(&config->listen, ret_fd, error);
    if (code)
        return code;
    code = listener_where(*ret_fd, ret_address, &origin, error);
    if (!code)
        code = server_check_listen(config, ret_address, &origin, error);
    if (code)
        close(*ret_fd);
    else
        *ret_is_loopback = origin.is_loopback;
    return code;
}

static void write_metrics(void *owner, struct text *out)
{
    struct server *server = owner;
    statistics_expose(service_statistics(server->service), now_us(), out);
}

/* Makes the self-signed pair if there is to be one, and opens the door. */
static enum error_code open_door(struct server *server, const struct server_config *config,
                                 struct error *error)
{
    server->door = config->door;
    server->door.write_metrics = write_metrics;
    server->door.owner = server;
    if (config->self_signed) {
        const char *host = config->listen.host;
        enum error_code code = certificate_pair_make(config->self_signed, &host, 1, error);
        if (code)
            return code;
        text_printf(&server->certificate, "%s/certificate.pem", config->self_signed);
        text_printf(&server->key, "%s/key.pem", config->self_signed);
        server->door.certificate = text_string(&server->certificate);
        server->door.key = text_string(&server->key);
    }
    return net_open_door(server->net, &server->door, error);
}

static void on_try_again(uv_timer_t *timer)
{
    uv_stop(timer->loop);
}

/* The turn that this makes looks at the lease. */
static void on_shared(uv_timer_t *timer)
{
    (void)timer;
}

/* Where others can have the database, too, this one stands by until none has it, or it is told to
 * end. */
static enum error_code stand_by(struct server *server, struct error *error)
{
    enum error_code code = service_take_database(server->service, error);
    if (code != ERROR_TOO_EARLY)
        return code;
    log_info("standing-by", log_text("reason", error->message));
    uv_timer_start(&server->shared, on_try_again, SHARED_MS, SHARED_MS);
    while (code && server->state == SERVER_SERVING) {
        uv_run(&server->loop, UV_RUN_DEFAULT);
        enum error_code before = code;
        if (server->state == SERVER_SERVING)
            code = service_take_database(server->service, error);
        if (code && code != before)
            log_warn("standing-by", log_text("reason", error->message));
    }
    uv_timer_stop(&server->shared);
    if (!code)
        log_info("taking-over", log_text("database", "no other server has it"));
    return code;
}

/* The database comes last, so that most failed starts do not create one. */
static enum error_code open_all(struct server *server, const struct server_config *config,
                                struct error *error)
{
    enum error_code code = ERROR_NONE;
    if (config->control)
        code = control_open(server->net, config->control, error);
    if (!code)
        code = open_door(server, config, error);
    if (!code && config->exit_on_eof)
        code = watch_input(server, error);
    if (!code && !service_shares_database(server->service))
        code = service_take_database(server->service, error);
    return code ? code : service_restore(server->service, error);
}

static enum error_code start_server(struct server *server, const struct server_config *config,
                                    struct error *error)
{
    int fd;
    struct address address;
    bool is_loopback;
    enum error_code code = ERROR_NONE;
    if (service_shares_database(server->service))
        code = stand_by(server, error);
    if (!code)
        code = take_listener(config, &fd, &address, &is_loopback, error);
    if (code)
        return code;
    code = open_all(server, config, error);
    if (!code)
        code = listener_start(server->net, fd, error);
    if (code) {
        close(fd);
        return code;
    }
    statistics_start(&server->statistics, now_us());
    service_open(server->service);
    tell_expiry(server);
    uv_timer_start(&server->expiry, on_expiry, DAY_MS, DAY_MS);
    if (service_shares_database(server->service))
        uv_timer_start(&server->shared, on_shared, SHARED_MS, SHARED_MS);
    announce(server, config, &address, is_loopback);
    return ERROR_NONE;
}

/* Returns whether all accepted requests are on disk. */
static bool finish_server(struct server *server)
{
    if (server->state != SERVER_ENDED)
        end_server(server);
    bool all_on_disk = server->all_on_disk;
    uv_run(&server->loop, UV_RUN_DEFAULT);
    int busy = uv_loop_close(&server->loop);
    assert(busy == 0);
    (void)busy;
    service_destroy(server->service);
    net_destroy(server->net);
    statistics_finish(&server->statistics);
    text_finish(&server->certificate);
    text_finish(&server->key);
    free(server);
    return all_on_disk;
}

enum error_code server_run(const struct server_config *config, struct error *error)
{
    struct server *server = memory_zeroed(1, sizeof *server);
    signal(SIGPIPE, SIG_IGN);
    create_halves(server, config);
    enum error_code code = start_server(server, config, error);
    if (!code)
        uv_run(&server->loop, UV_RUN_DEFAULT);
    else if (server->state != SERVER_SERVING)
        code = ERROR_NONE; /* it was told to end while it stood by */
    bool all_on_disk = finish_server(server);
    if (!code && !all_on_disk)
        code =
            error_set(error, ERROR_IO,
                      "the disk did not take the last moves in time: they were not acknowledged");
    return code;
}

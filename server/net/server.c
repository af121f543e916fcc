#include "server/net/server.h"

#include "common/base/memory.h"
#include "server/net/log.h"
#include "server/net/state.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum {
    SETTLE_MS = 3000, /* the longest that a shutdown waits for the disk and for slow readers */
};

int64_t wall_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- the store's word: said on its thread, heard on the loop --- */

static void store_committed(void *owner)
{
    struct server *server = owner;
    uv_mutex_lock(&server->word_lock);
    server->word_committed = true;
    uv_mutex_unlock(&server->word_lock);
    uv_async_send(&server->store_word);
}

static void store_failed(void *owner, const char *reason)
{
    struct server *server = owner;
    uv_mutex_lock(&server->word_lock);
    text_clear(&server->word_failed);
    text_append_string(&server->word_failed, reason);
    uv_mutex_unlock(&server->word_lock);
    uv_async_send(&server->store_word);
}

static void hear_failed(struct server *server, const char *reason)
{
    /* The store says it again at each try. */
    if (!server->stalled)
        log_error("stalled", "batch=%llu reason=\"%s\"",
                  (unsigned long long)server->submitted->number, reason);
    server->stalled = true;
    hall_stalled(server->hall, reason);
}

static void hear_committed(struct server *server)
{
    struct batch *batch = server->submitted;
    server->submitted = NULL;
    if (server->stalled)
        log_info("resumed", "batch=%llu", (unsigned long long)batch->number);
    server->stalled = false;
    hall_batch_committed(server->hall, batch);
}

static void on_store_word(uv_async_t *async)
{
    struct server *server = async->data;
    uv_mutex_lock(&server->word_lock);
    bool committed = server->word_committed;
    struct text failed = server->word_failed;
    server->word_committed = false;
    server->word_failed = (struct text){0};
    uv_mutex_unlock(&server->word_lock);
    /* A failure that was mended before it was heard is no news. */
    if (committed)
        hear_committed(server);
    else if (failed.len > 0)
        hear_failed(server, text_string(&failed));
    text_finish(&failed);
}

/* --- the turn of the loop --- */

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

static void end(struct server *server)
{
    server->state = SERVER_ENDED;
    /* Asked before the connections end: that is news again, for nobody. */
    server->all_on_disk = hall_is_durable(server->hall);
    end_connections(server);
    look_ups_cancel(server);
    uv_walk(&server->loop, close_handle, NULL);
}

static bool all_written(const struct server *server)
{
    for (const struct connection *connection = server->connections; connection;
         connection = connection->hh.next)
        if (connection->is_writing || connection->queued.len > 0)
            return false;
    return !server->look_ups;
}

static void flush_connections(struct server *server)
{
    struct connection *connection, *next;
    DL_FOREACH_SAFE (server->dirty, connection, next) {
        connection_flush(connection);
    }
}

/* Everything that a turn of the loop has brought is carried on here, just before the loop waits again: the open batch goes
 * to the store if that is idle, what may be said is encoded, and each connection is written to once. */
static void on_turn(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    /* Writing can end connections, and their leaving is news for others: again until there is none. */
    do {
        struct message *message;
        flush_connections(server);
        while ((message = hall_message_next(server->hall)))
            speak(server, message);
        if (!server->submitted && (server->submitted = hall_batch_take(server->hall)))
            store_submit(server->store, server->submitted);
    } while (server->dirty);
    if (server->state == SERVER_SETTLING && hall_is_settled(server->hall) && all_written(server))
        end(server);
}

/* --- the end --- */

static void on_deadline(uv_timer_t *timer)
{
    end(timer->data);
}

static void shut_down(struct server *server, const char *why)
{
    if (server->state != SERVER_SERVING)
        return;
    log_info("closing", "why=%s", why);
    server->state = SERVER_SETTLING;
    uv_close((uv_handle_t *)&server->listener, NULL);
    hall_close(server->hall, "the server shuts down; your matches go on when it is back");
    for (struct connection *connection = server->connections; connection;
         connection = connection->hh.next)
        connection_stop_reading(connection);
    look_ups_cancel(server);
    uv_timer_start(&server->deadline, on_deadline, SETTLE_MS, 0);
}

static void on_signal(uv_signal_t *handle, int number)
{
    shut_down(handle->data, number == SIGTERM ? "SIGTERM" : "SIGINT");
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
        shut_down(stream->data, "end-of-input");
    }
}

/* --- the beginning --- */

static void on_connection(uv_stream_t *listener, int status)
{
    if (status == 0)
        connection_accept(listener->data);
    else
        log_error("accept", "reason=\"%s\"", uv_strerror(status));
}

/* Only the first address of a host is listened on. */
static enum error_code resolve(const struct address *address, struct sockaddr_storage *ret_address,
                               struct error *error)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    struct addrinfo *found = NULL;
    char port[8];
    snprintf(port, sizeof port, "%u", address->port);
    int code = getaddrinfo(address->host, port, &hints, &found);
    if (code)
        return error_set(error, ERROR_IO, "cannot find the address '%s': %s", address->host,
                         gai_strerror(code));
    memcpy(ret_address, found->ai_addr, found->ai_addrlen);
    freeaddrinfo(found);
    return ERROR_NONE;
}

static void announce(const struct server *server)
{
    struct sockaddr_storage bound;
    int len = sizeof bound;
    char host[ADDRESS_HOST_MAX + 1], port[8], text[ADDRESS_TEXT_MAX];
    uv_tcp_getsockname(&server->listener, (struct sockaddr *)&bound, &len);
    getnameinfo((struct sockaddr *)&bound, (socklen_t)len, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV);
    struct address address = {.port = (uint16_t)atoi(port)};
    memcpy(address.host, host, strlen(host) + 1);
    address_print(&address, text);
    printf("listening on %s\n", text);
    fflush(stdout);
    struct hall_figures figures = hall_figures(server->hall);
    log_info("listening", "address=%s live_matches=%zu", text, figures.live_matches);
}

static enum error_code start_listening(struct server *server, const struct address *address,
                                       struct error *error)
{
    struct sockaddr_storage where;
    enum error_code code = resolve(address, &where, error);
    if (code)
        return code;
    int status = uv_tcp_bind(&server->listener, (struct sockaddr *)&where, 0);
    if (!status)
        status = uv_listen((uv_stream_t *)&server->listener, LISTEN_BACKLOG, on_connection);
    if (status)
        return error_set(error, ERROR_IO, "cannot listen on %s port %u: %s", address->host,
                         address->port, uv_strerror(status));
    return ERROR_NONE;
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
        status = uv_read_start((uv_stream_t *)&server->input, on_input_buffer, on_input);
    if (status)
        return error_set(error, ERROR_IO, "standard input cannot be read: %s", uv_strerror(status));
    return ERROR_NONE;
}

/* What fails only when the system has no descriptor left for a loop at all. */
static void must(int status)
{
    if (status < 0) {
        fprintf(stderr, "no event loop: %s\n", uv_strerror(status));
        abort();
    }
}

static void init_signals(struct server *server)
{
    static const int numbers[2] = {SIGTERM, SIGINT};
    for (int i = 0; i < 2; i++) {
        must(uv_signal_init(&server->loop, &server->signals[i]));
        server->signals[i].data = server;
        must(uv_signal_start(&server->signals[i], on_signal, numbers[i]));
    }
}

static void init_handles(struct server *server)
{
    must(uv_loop_init(&server->loop));
    must(uv_tcp_init(&server->loop, &server->listener));
    must(uv_prepare_init(&server->loop, &server->turn));
    must(uv_async_init(&server->loop, &server->store_word, on_store_word));
    must(uv_timer_init(&server->loop, &server->deadline));
    server->listener.data = server->turn.data = server->store_word.data = server->deadline.data =
        server;
    must(uv_prepare_start(&server->turn, on_turn));
    init_signals(server);
    must(uv_mutex_init(&server->reader_lock));
    must(uv_mutex_init(&server->word_lock));
}

static enum error_code open_database(struct server *server, const char *path, struct error *error)
{
    struct hall_config config = {.seed = token_seed(), .now_ms = wall_clock_ms()};
    server->hall = hall_create(&config);
    enum error_code code = store_open(path, &server->store, error);
    if (!code)
        code = store_recover(server->store, server->hall, error);
    if (!code)
        code = store_reader_open(path, &server->reader, error);
    return code;
}

static enum error_code start(struct server *server, const struct server_config *config,
                             struct error *error)
{
    enum error_code code = open_database(server, config->database, error);
    if (!code)
        code = start_listening(server, &config->listen, error);
    if (!code && config->exit_on_eof)
        code = watch_input(server, error);
    if (code)
        return code;
    struct store_events events = {
        .owner = server,
        .committed = store_committed,
        .failed = store_failed,
    };
    store_start(server->store, &events);
    announce(server);
    return ERROR_NONE;
}

/* First the store's thread, which may speak until it has ended; last the store's connection to the database: the
 * last one to close writes the log back into the database file. */
static bool finish(struct server *server)
{
    if (server->store)
        store_stop(server->store);
    if (server->state != SERVER_ENDED)
        end(server);
    bool all_on_disk = server->all_on_disk;
    uv_run(&server->loop, UV_RUN_DEFAULT);
    int busy = uv_loop_close(&server->loop);
    assert(busy == 0);
    (void)busy;
    store_reader_close(server->reader);
    store_close(server->store);
    batch_destroy(server->submitted);
    hall_destroy(server->hall);
    wire_arena_destroy(server->arena);
    text_finish(&server->spoken);
    text_finish(&server->word_failed);
    uv_mutex_destroy(&server->reader_lock);
    uv_mutex_destroy(&server->word_lock);
    free(server);
    return all_on_disk;
}

enum error_code server_run(const struct server_config *config, struct error *error)
{
    struct server *server = memory_zeroed(1, sizeof *server);
    signal(SIGPIPE, SIG_IGN);
    server->arena = wire_arena_create();
    init_handles(server);
    enum error_code code = start(server, config, error);
    if (!code)
        uv_run(&server->loop, UV_RUN_DEFAULT);
    bool all_on_disk = finish(server);
    if (!code && !all_on_disk)
        code =
            error_set(error, ERROR_IO,
                      "the disk did not take the last moves in time: they were not acknowledged");
    return code;
}

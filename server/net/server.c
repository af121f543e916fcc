#include "server/net/server.h"

#include "common/base/memory.h"
#include "server/net/activation.h"
#include "server/net/backup.h"
#include "server/net/control.h"
#include "server/net/creation.h"
#include "server/net/export.h"
#include "server/net/judging.h"
#include "server/net/log.h"
#include "server/net/metrics.h"
#include "server/net/state.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum {
    SETTLE_MS = 3000, /* the longest that a shutdown waits for the disk and for slow readers */
    RESERVED_DESCRIPTORS = 64,    /* for the database, its copies, the log, other sockets */
    SAID_BYTES_MAX = 1024 * 1024, /* then the connections are written to */
    ROUNDS_MAX = 4, /* of saying and writing in a turn: two, and some for connections that end */
};

/* For measuring. */
static uint64_t now_us(void)
{
    return uv_hrtime() / 1000;
}

/* --- the store's word: said on its thread, heard on the loop --- */

static void store_committed(void *owner)
{
    struct server *server = owner;
    uv_mutex_lock(&server->word_lock);
    server->word_committed = true;
    server->committed_us = now_us();
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
    if (!server->stalled) {
        log_error("stalled", log_int("batch", (int64_t)server->submitted->number),
                  log_text("reason", reason));
        statistics_count(&server->statistics, STATISTIC_STALLS);
    }
    server->stalled = true;
    server_set_time(server);
    hall_stalled(server->hall, reason);
}

static void count_batch(struct server *server, const struct batch *batch, uint64_t committed_us)
{
    struct statistics *statistics = &server->statistics;
    statistics_count(statistics, STATISTIC_BATCHES);
    statistics_add(statistics, STATISTIC_RECORDS, (int64_t)batch->count);
    statistics_measure(statistics, MEASURE_COMMIT, committed_us - server->submitted_us);
}

static void hear_committed(struct server *server, uint64_t committed_us)
{
    struct batch *batch = server->submitted;
    server->submitted = NULL;
    server_set_time(server);
    if (server->stalled)
        log_info("resumed", log_int("batch", (int64_t)batch->number));
    server->stalled = false;
    count_batch(server, batch, committed_us);
    hall_batch_committed(server->hall, batch);
}

static void on_store_word(uv_async_t *async)
{
    struct server *server = async->data;
    uv_mutex_lock(&server->word_lock);
    bool committed = server->word_committed;
    uint64_t committed_us = server->committed_us;
    struct text failed = server->word_failed;
    server->word_committed = false;
    server->word_failed = (struct text){0};
    uv_mutex_unlock(&server->word_lock);
    /* A failure that was mended before it was heard is no news. */
    if (committed)
        hear_committed(server, committed_us);
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
    seals_cancel(server);
    judging_close(server->judgement);
    passwords_close(server->passwords);
    listener_stop(server);
    uv_walk(&server->loop, close_handle, NULL);
}

static bool all_written(const struct server *server)
{
    for (const struct connection *connection = server->connections; connection;
         connection = connection->hh.next)
        if (connection->is_writing || connection->queued.len > 0)
            return false;
    return !server->look_ups && !server->backup && !server->seals && !identity_is_pending(server);
}

static void flush_connections(struct server *server)
{
    struct connection *connection, *next;
    server->said_bytes = 0;
    DL_FOREACH_SAFE (server->dirty, connection, next) {
        connection_flush(connection);
    }
    connections_shed(server);
}

static void say_all(struct server *server)
{
    struct message *message;
    while ((message = hall_message_next(server->hall))) {
        speak(server, message);
        if (server->said_bytes > SAID_BYTES_MAX)
            flush_connections(server);
    }
}

/* What others have sent is read before a turn that has become long goes on. */
static void go_on_later(struct server *server)
{
    if (server->dirty)
        uv_idle_start(&server->going_on, keep_awake);
    else
        uv_idle_stop(&server->going_on);
}

static void submit_batch(struct server *server)
{
    if (server->submitted || !(server->submitted = hall_batch_take(server->hall)))
        return;
    server->submitted_us = now_us();
    store_submit(server->store, server->submitted);
}

/* A turn lasts from the end of the one before; the waiting in between is libuv's to tell. */
static void measure_turn(struct server *server)
{
    uint64_t end_us = now_us(), idle_us = uv_metrics_idle_time(&server->loop) / 1000;
    uint64_t taken_us = end_us - server->turn_end_us, waited_us = idle_us - server->idle_us;
    if (server->turn_end_us > 0)
        statistics_measure(&server->statistics, MEASURE_TURN,
                           taken_us > waited_us ? taken_us - waited_us : 0);
    server->turn_end_us = end_us;
    server->idle_us = idle_us;
}

/* Everything that a turn of the loop has brought is carried on here, just before the loop waits again: the open batch goes
 * to the store if that is idle, what may be said is encoded, and each connection is written to once. */
static void on_turn(uv_prepare_t *prepare)
{
    struct server *server = prepare->data;
    uv_update_time(&server->loop);
    if (flags_come_first(server))
        return;
    hall_set_time(server->hall, wall_clock_ms(), server_tick_ms(server));
    /* Writing can end connections, which is news for others, and lets connections go on that waited for it: again until there
     * is nothing more. */
    for (int i = 0; i == 0 || (server->dirty && i < ROUNDS_MAX); i++) {
        flush_connections(server);
        say_all(server);
        submit_batch(server);
    }
    go_on_later(server);
    statistics_answers_left(&server->statistics, now_us());
    measure_turn(server);
    if (server->state == SERVER_SETTLING && hall_is_settled(server->hall) && all_written(server))
        end(server);
    else
        flags_set(server);
}

/* --- the end --- */

static void on_settled_by(uv_timer_t *timer)
{
    end(timer->data);
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
    look_ups_cancel(server);
    seals_cancel(server);
    passwords_close(server->passwords);
    uv_timer_start(&server->settled_by, on_settled_by, SETTLE_MS, 0);
}

static void on_signal(uv_signal_t *handle, int number)
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

/* --- the beginning --- */

static void announce(const struct server *server, const struct address *address)
{
    char text[ADDRESS_TEXT_MAX];
    struct hall_figures figures = hall_figures(server->hall);
    address_print(address, text);
    printf("listening on %s\n", text);
    fflush(stdout);
    log_info("listening", log_text("address", text),
             log_int("live_matches", (int64_t)figures.live_matches),
             log_int("connections", server->limits.connections));
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
        log_error("failed", log_text("reason", uv_strerror(status)));
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

static void init_timers(struct server *server)
{
    uv_timer_t *const timers[] = {&server->settled_by, &server->flags, &server->sweep};
    for (size_t i = 0; i < sizeof timers / sizeof timers[0]; i++) {
        must(uv_timer_init(&server->loop, timers[i]));
        timers[i]->data = server;
    }
    server->flags_ms = INT64_MAX;
}

static void init_handles(struct server *server)
{
    must(uv_loop_init(&server->loop));
    server->listener.fd = -1;
    must(uv_prepare_init(&server->loop, &server->turn));
    must(uv_idle_init(&server->loop, &server->judging));
    must(uv_idle_init(&server->loop, &server->going_on));
    must(uv_check_init(&server->loop, &server->judge));
    must(uv_loop_configure(&server->loop, UV_METRICS_IDLE_TIME));
    must(uv_async_init(&server->loop, &server->store_word, on_store_word));
    must(uv_async_init(&server->loop, &server->backup_word, backup_on_word));
    must(uv_async_init(&server->loop, &server->analysis_word, judging_on_word));
    must(uv_pipe_init(&server->loop, &server->control, 0));
    server->turn.data = server->judge.data = server->store_word.data = server->backup_word.data =
        server->analysis_word.data = server->control.data = server;
    must(uv_prepare_start(&server->turn, on_turn));
    init_timers(server);
    init_signals(server);
    must(uv_mutex_init(&server->reader_lock));
    must(uv_mutex_init(&server->word_lock));
}

/* Makes the system's table of descriptors large enough now. Once there are threads, it lets the loop wait up to tens of
 * milliseconds whenever it has to enlarge the table for one more connection. */
static void reserve_descriptors(int64_t connections)
{
    int highest =
        fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, (int)connections + RESERVED_DESCRIPTORS - 1);
    if (highest >= 0)
        close(highest);
}

/* As many descriptors as the system gives, and no more connections than these are enough for. */
static void init_limits(struct server *server, const struct net_limits *limits)
{
    struct rlimit files;
    server->limits = *limits;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
        int64_t enough_for = (int64_t)files.rlim_cur - RESERVED_DESCRIPTORS;
        if (files.rlim_cur != RLIM_INFINITY && enough_for < limits->connections) {
            server->limits.connections = enough_for > 1 ? enough_for : 1;
            log_warn("fewer-connections", log_int("wanted", limits->connections),
                     log_int("connections", server->limits.connections),
                     log_int("descriptors", (int64_t)files.rlim_cur));
        }
    }
    reserve_descriptors(server->limits.connections);
    server->request_rate = (struct bucket_rate){
        .tokens = limits->requests_per_second,
        .period_ms = 1000,
        .burst = limits->requests_burst,
    };
    server->addresses = addresses_create();
    server->logins = logins_create(limits->logins_per_minute, LOGIN_BUCKETS);
    server->passwords = passwords_create(&server->loop, (size_t)limits->passwords_waiting);
    server->judgement = judging_create(server);
    waits_init(server);
}

static void create_hall(struct server *server, const struct server_config *wish)
{
    struct hall_config config = {
        .seed = token_seed(),
        .now_ms = wall_clock_ms(),
        .tick_ms = server_tick_ms(server),
        .limits = wish->hall_limits,
    };
    server->hall = hall_create(&config);
}

/* The first start of a database makes the key with which it signs for good. */
static enum error_code take_signing_key(struct server *server, struct error *error)
{
    unsigned char fresh[EXPORT_SEED_BYTES], seed[EXPORT_SEED_BYTES], key[EXPORT_KEY_BYTES];
    secret_make(fresh, sizeof fresh);
    enum error_code code = store_key_seed(server->store, fresh, seed, error);
    if (!code)
        export_keys(seed, key, server->signing_secret);
    return code;
}

static enum error_code open_database(struct server *server, const char *path, struct error *error)
{
    enum error_code code = store_open(path, &server->store, error);
    if (!code)
        code = store_recover(server->store, server->hall, error);
    uv_update_time(&server->loop);
    hall_restored(server->hall, wall_clock_ms(), server_tick_ms(server));
    if (!code)
        code = store_reader_open(path, &server->reader, error);
    return code ? code : take_signing_key(server, error);
}

/* The socket that was handed over, or one of our own; where it listens. */
static enum error_code take_listener(const struct server_config *config, int *ret_fd,
                                     struct address *ret_address, struct error *error)
{
    struct origin origin;
    enum error_code code = activation_take(ret_fd, error);
    if (!code && *ret_fd < 0)
        code = listener_open(&config->listen, ret_fd, error);
    if (code)
        return code;
    code = listener_where(*ret_fd, ret_address, &origin, error);
    if (!code)
        code = config_check_listen(config, ret_address, &origin, error);
    if (code)
        close(*ret_fd);
    return code;
}

static enum error_code open_for_operator(struct server *server, const struct server_config *config,
                                         struct error *error)
{
    enum error_code code = ERROR_NONE;
    if (config->control)
        code = control_open(server, config->control, error);
    if (!code && *config->metrics.host)
        code = metrics_open(server, &config->metrics, &server->metrics, error);
    return code;
}

static void start_statistics(struct server *server)
{
    struct hall_figures figures = hall_figures(server->hall);
    statistics_start(&server->statistics, &figures, now_us());
}

const struct statistics *server_statistics(struct server *server)
{
    struct hall_figures figures = hall_figures(server->hall);
    statistics_take_figures(&server->statistics, &figures);
    server->statistics.values[STATISTIC_CONNECTIONS] = HASH_COUNT(server->connections);
    server->statistics.values[STATISTIC_STALLED] = server->stalled;
    server->statistics.values[STATISTIC_TO_JUDGE] = (int64_t)judging_waiting(server->judgement);
    return &server->statistics;
}

/* The database last: what makes a start fail is found out before there is one. */
static enum error_code open_all(struct server *server, const struct server_config *config,
                                struct error *error)
{
    enum error_code code = open_for_operator(server, config, error);
    if (!code && config->exit_on_eof)
        code = watch_input(server, error);
    return code ? code : open_database(server, config->database, error);
}

static enum error_code start(struct server *server, const struct server_config *config,
                             struct error *error)
{
    int fd;
    struct address address;
    create_hall(server, config);
    enum error_code code = take_listener(config, &fd, &address, error);
    if (code)
        return code;
    code = open_all(server, config, error);
    if (!code)
        code = listener_start(server, fd, error);
    if (code) {
        close(fd);
        return code;
    }
    start_statistics(server);
    announce(server, &address);
    struct store_events events = {
        .owner = server,
        .committed = store_committed,
        .failed = store_failed,
    };
    store_start(server->store, &events);
    return ERROR_NONE;
}

/* First the threads that may speak until they have ended, the store's and the analysis'; last the store's connection to the
 * database: the last one to close writes the log back into the database file. */
static bool finish(struct server *server)
{
    if (server->store)
        store_stop(server->store);
    judging_stop(server->judgement);
    if (server->state != SERVER_ENDED)
        end(server);
    bool all_on_disk = server->all_on_disk;
    uv_run(&server->loop, UV_RUN_DEFAULT);
    int busy = uv_loop_close(&server->loop);
    assert(busy == 0);
    (void)busy;
    metrics_destroy(server->metrics);
    judging_destroy(server->judgement);
    creations_finish(server);
    store_reader_close(server->reader);
    store_close(server->store);
    batch_destroy(server->submitted);
    hall_destroy(server->hall);
    addresses_destroy(server->addresses);
    identity_finish(server);
    passwords_destroy(server->passwords);
    logins_destroy(server->logins);
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
    server->config = config;
    signal(SIGPIPE, SIG_IGN);
    server->arena = wire_arena_create();
    init_handles(server);
    init_limits(server, &config->net_limits);
    server->plain_passwords = config->plain_passwords;
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

#include "server/server.h"

#include "common/base/memory.h"
#include "common/export/key_file.h"
#include "server/base/log.h"
#include "server/net/activation.h"
#include "server/net/control.h"
#include "server/net/metrics.h"
#include "server/net/state.h"
#include "server/service/backup.h"
#include "server/service/creation.h"
#include "server/service/figures.h"
#include "server/service/judging.h"
#include "server/service/worker.h"

#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

enum { RESERVED_DESCRIPTORS = 64 }; /* for the database, its copies, the log, other sockets */

static void announce(const struct server *server, const struct address *address, bool is_loopback)
{
    char text[ADDRESS_TEXT_MAX];
    struct hall_figures figures = hall_figures(server->hall);
    address_print(address, text);
    printf("listening on %s\n", text);
    fflush(stdout);
    log_info("listening", log_text("address", text),
             log_int("live_matches", (int64_t)figures.live_matches),
             log_int("connections", server->limits.connections));
    if (!is_loopback)
        log_warn("readable", log_text("address", text),
                 log_text("reason",
                          "nothing is encrypted: others on the way can read and change all that is "
                          "sent, moves, chat and the tokens of seats"),
                 log_text("instead", "listen on 127.0.0.1 and let players come through a tunnel: "
                                     "ssh -N -L 7800:127.0.0.1:7800 HOST"));
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
        must(uv_signal_start(&server->signals[i], closing_on_signal, numbers[i]));
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
    must(uv_idle_init(&server->loop, &server->flags_idle));
    must(uv_idle_init(&server->loop, &server->going_on));
    must(uv_check_init(&server->loop, &server->flags_check));
    must(uv_loop_configure(&server->loop, UV_METRICS_IDLE_TIME));
    must(uv_async_init(&server->loop, &server->store_word, store_on_word));
    must(uv_async_init(&server->loop, &server->backup_word, backup_on_word));
    must(uv_async_init(&server->loop, &server->analysis_word, judging_on_word));
    must(uv_pipe_init(&server->loop, &server->control, 0));
    server->turn.data = server->flags_check.data = server->store_word.data =
        server->backup_word.data = server->analysis_word.data = server->control.data = server;
    must(uv_prepare_start(&server->turn, turn_on_end));
    init_timers(server);
    init_signals(server);
    must(uv_mutex_init(&server->word_lock));
}

/* Makes the system's table of descriptors large enough now. Once there are threads, it lets the
 * loop wait up to tens of milliseconds whenever it has to enlarge the table for one more
 * connection. */
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
    server->addresses =
        addresses_create(limits->connections_per_address, (int64_t)uv_now(&server->loop));
    server->logins = logins_create(limits->logins_per_minute, LOGIN_BUCKETS);
    server->passwords = passwords_create(&server->loop, (size_t)limits->passwords_waiting);
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        server->lanes[kind].worker = worker_create(&server->loop, WORKER_NORMAL);
    server->backups = worker_create(&server->loop, WORKER_NORMAL);
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

static void take_signing_key(struct server *server, unsigned char seed[EXPORT_SEED_BYTES])
{
    export_keys(seed, server->signing_key, server->signing_secret);
    export_key_print(server->signing_key, &server->signing_key_name);
    sodium_memzero(seed, EXPORT_SEED_BYTES);
}

/* The key of the file that the configuration names. */
static enum error_code load_signing_key(struct server *server, const char *path,
                                        struct error *error)
{
    unsigned char seed[EXPORT_SEED_BYTES];
    enum error_code code = key_file_load(path, seed, error);
    if (!code)
        take_signing_key(server, seed);
    return code;
}

/* The first start of a database makes the key with which it signs for good. */
static enum error_code find_signing_key(struct server *server, struct error *error)
{
    unsigned char fresh[EXPORT_SEED_BYTES], seed[EXPORT_SEED_BYTES];
    secret_make(fresh, sizeof fresh);
    enum error_code code = store_key_seed(server->store, fresh, seed, error);
    if (!code)
        take_signing_key(server, seed);
    sodium_memzero(fresh, sizeof fresh);
    return code;
}

static enum error_code open_readers(struct server *server, const char *path, struct error *error)
{
    enum error_code code = ERROR_NONE;
    for (enum lane_kind kind = 0; !code && kind < LANE_COUNT; kind++)
        code = store_reader_open(path, &server->lanes[kind].reader, error);
    return code;
}

static void close_readers(struct server *server)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        store_reader_close(server->lanes[kind].reader);
}

static enum error_code open_database(struct server *server, const char *path, struct error *error)
{
    enum error_code code = store_open(path, &server->store, error);
    if (!code)
        code = store_recover(server->store, server->hall, error);
    if (!code) {
        uv_update_time(&server->loop);
        code = hall_restored(server->hall, wall_clock_ms(), server_tick_ms(server), error);
    }
    if (!code)
        code = open_readers(server, path, error);
    if (!code && !server->config->signing_key)
        code = find_signing_key(server, error);
    return code;
}

/* The socket that was handed over, or one of our own; where it listens. */
static enum error_code take_listener(const struct server_config *config, int *ret_fd,
                                     struct address *ret_address, bool *ret_is_loopback,
                                     struct error *error)
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
    else
        *ret_is_loopback = origin.is_loopback;
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
    server->matches_at_start = hall_figures(server->hall).live_matches;
    statistics_start(&server->statistics, measure_now_us());
}

struct statistics *server_statistics(struct server *server)
{
    struct hall_figures figures = hall_figures(server->hall);
    figures_count(&figures, server->matches_at_start, server->statistics.values);
    server->statistics.values[STATISTIC_CONNECTIONS] = HASH_COUNT(server->connections);
    server->statistics.values[STATISTIC_STALLED] = server->stalled;
    server->statistics.values[STATISTIC_OUTGOING] =
        (int64_t)(hall_unsaid_bytes(server->hall) + server->said_bytes + server->queued_bytes +
                  server->look_up_bytes);
    server->statistics.values[STATISTIC_TO_JUDGE] = (int64_t)judging_waiting(server->judgement);
    return &server->statistics;
}

/* The database last: what makes a start fail is found out before there is one. */
static enum error_code open_all(struct server *server, const struct server_config *config,
                                struct error *error)
{
    enum error_code code = open_for_operator(server, config, error);
    if (!code && config->exit_on_eof)
        code = closing_watch_input(server, error);
    if (!code && config->signing_key)
        code = load_signing_key(server, config->signing_key, error);
    return code ? code : open_database(server, config->database, error);
}

static enum error_code start(struct server *server, const struct server_config *config,
                             struct error *error)
{
    int fd;
    struct address address;
    bool is_loopback;
    create_hall(server, config);
    enum error_code code = take_listener(config, &fd, &address, &is_loopback, error);
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
    store_words_start(server);
    announce(server, &address, is_loopback);
    return ERROR_NONE;
}

/* The store's connection to the database closes last: the last one to close writes the log back
 * into the database file. */
static bool finish(struct server *server)
{
    if (server->state != SERVER_ENDED)
        server_end(server);
    bool all_on_disk = server->all_on_disk;
    uv_run(&server->loop, UV_RUN_DEFAULT);
    int busy = uv_loop_close(&server->loop);
    assert(busy == 0);
    (void)busy;
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        worker_destroy(server->lanes[kind].worker);
    worker_destroy(server->backups);
    metrics_destroy(server->metrics);
    judging_destroy(server->judgement);
    creations_finish(server);
    close_readers(server);
    store_close(server->store);
    batch_destroy(server->submitted);
    hall_destroy(server->hall);
    fair_queue_finish(&server->shares);
    fair_queue_finish(&server->operators.connections);
    addresses_destroy(server->addresses);
    identity_finish(server);
    passwords_destroy(server->passwords);
    logins_destroy(server->logins);
    wire_arena_destroy(server->arena);
    text_finish(&server->spoken);
    statistics_finish(&server->statistics);
    text_finish(&server->signing_key_name);
    while (server->spare_count > 0)
        text_finish(&server->spares[--server->spare_count]);
    text_finish(&server->word_failed);
    uv_mutex_destroy(&server->word_lock);
    sodium_memzero(server->signing_secret, sizeof server->signing_secret);
    free(server);
    return all_on_disk;
}

enum error_code server_run(const struct server_config *config, struct error *error)
{
    struct server *server = memory_zeroed(1, sizeof *server);
    server->config = config;
    signal(SIGPIPE, SIG_IGN);
    server->arena = wire_arena_create();
    /* Before libuv: its handler of forks would close descriptors of the solver's processes. */
    server->judgement = judging_create(server, config->net_limits.solver_memory);
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

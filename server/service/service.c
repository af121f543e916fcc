#include "server/service/service.h"

#include "common/base/memory.h"
#include "common/export/key_file.h"
#include "server/base/log.h"
#include "server/service/dispatch.h"
#include "server/service/judging.h"
#include "server/service/login_attempts.h"
#include "server/service/passwords.h"
#include "server/service/token.h"
#include "server/service/worker.h"
#include "server/store/database.h"
#include "server/store/store.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { CLOCK_DIFFERS_MS = 2000 }; /* from here on the log has a warning */

const struct service_limits service_limits_default = {
    .logins_per_minute = 6,
    .passwords_waiting = 256,
    .solver_memory = 40 * 1024 * 1024,
    .chat_kept_ms = INT64_C(90) * 24 * 3600 * 1000,
};

/* --- callbacks of server/net --- */

static void on_bytes(void *owner)
{
    service_set_time(owner);
}

static void on_request(void *owner, const struct net_request *request)
{
    dispatch(owner, request);
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    struct service *service = owner;
    hall_session_silent(service->hall, session, false);
    hall_session_lag(service->hall, session, lag_ms);
}

static void on_silent(void *owner, uint64_t session)
{
    struct service *service = owner;
    hall_session_silent(service->hall, session, true);
}

static void on_behind(void *owner, uint64_t session, bool is_behind)
{
    struct service *service = owner;
    hall_session_behind(service->hall, session, is_behind);
    if (!is_behind)
        lanes_return(service, session);
}

static void on_fault(void *owner, uint64_t session)
{
    struct service *service = owner;
    service_set_time(service);
    hall_fault(service->hall, session);
}

static void on_left(void *owner, uint64_t session)
{
    struct service *service = owner;
    service_set_time(service);
    hall_leave(service->hall, session);
}

static void on_lost(void *owner, uint64_t session)
{
    struct service *service = owner;
    service_set_time(service);
    hall_lose(service->hall, session);
}

static void on_closed(void *owner, uint64_t session)
{
    lanes_forget(owner, session);
    identity_forget(owner, session);
}

static void on_derived(void *owner, uint64_t session, const unsigned char *key)
{
    identity_derived(owner, session, key);
}

static uint64_t told(void *owner)
{
    return hall_told(((struct service *)owner)->hall);
}

static size_t unsaid_bytes(void *owner)
{
    return hall_unsaid_bytes(((struct service *)owner)->hall);
}

static bool holds(void *owner, uint64_t session)
{
    return lanes_hold(owner, session);
}

static bool lacks_room(void *owner)
{
    return lanes_lack_room(owner);
}

struct net_service service_callbacks(struct service *service)
{
    return (struct net_service){
        .owner = service,
        .on_bytes = on_bytes,
        .on_request = on_request,
        .on_lag = on_lag,
        .on_silent = on_silent,
        .on_behind = on_behind,
        .on_fault = on_fault,
        .on_left = on_left,
        .on_lost = on_lost,
        .on_closed = on_closed,
        .on_derived = on_derived,
        .told = told,
        .unsaid_bytes = unsaid_bytes,
        .holds = holds,
        .lacks_room = lacks_room,
    };
}

/* --- starting --- */

struct service *service_create(const struct service_config *config, struct statistics *statistics)
{
    struct service *service = memory_zeroed(1, sizeof *service);
    service->config = config;
    service->statistics = statistics;
    service->judging = judging_create(service, config->limits.solver_memory, creation_checked);
    return service;
}

static void warn_of_plain_database(const char *name)
{
    if (database_may_lack_tls(name))
        log_warn("database-readable",
                 log_text("reason",
                          "the connection to PostgreSQL on another machine may be without TLS, "
                          "or with somebody between, who then reads the hashes of passwords, "
                          "chat and the key that signs"),
                 log_text("instead", "add ?sslmode=verify-full&sslrootcert=FILE to --db"));
}

void service_start(struct service *service, uv_loop_t *loop, struct net *net)
{
    struct hall_config config = {
        .seed = token_seed(),
        .now_ms = wall_clock_ms(),
        .tick_ms = (int64_t)uv_now(loop),
        .limits = service->config->hall_limits,
        .signing_key = &service->signing_key_name,
    };
    assert(!service->loop);
    service->loop = loop;
    service->net = net;
    batches_init(service);
    backups_init(service);
    identity_init(service);
    service->codes = logins_create(service->config->limits.logins_per_minute, LOGIN_BUCKETS);
    uv_async_init(loop, &service->analysis_word, judging_on_word);
    service->analysis_word.data = service;
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        service->lanes.each[kind].worker = worker_create(loop, WORKER_NORMAL);
    service->hall = hall_create(&config);
    warn_of_plain_database(service->config->database);
}

static void take_signing_key(struct service *service, unsigned char seed[EXPORT_SEED_BYTES])
{
    export_keys(seed, service->signing_key, service->signing_secret);
    export_key_print(service->signing_key, &service->signing_key_name);
    explicit_bzero(seed, EXPORT_SEED_BYTES);
}

/* Takes the key from the file that the configuration names. */
static enum error_code load_signing_key(struct service *service, const char *path,
                                        struct error *error)
{
    unsigned char seed[EXPORT_SEED_BYTES];
    enum error_code code = key_file_load(path, seed, error);
    if (!code)
        take_signing_key(service, seed);
    return code;
}

/* Takes the key from the database; the first start makes it, and it never changes. */
static enum error_code find_signing_key(struct service *service, struct error *error)
{
    unsigned char fresh[EXPORT_SEED_BYTES], seed[EXPORT_SEED_BYTES];
    secret_make(fresh, sizeof fresh);
    enum error_code code = store_key_seed(service->store, fresh, seed, error);
    if (!code)
        take_signing_key(service, seed);
    explicit_bzero(fresh, sizeof fresh);
    return code;
}

bool service_shares_database(const struct service *service)
{
    return database_is_address(service->config->database);
}

enum error_code service_take_database(struct service *service, struct error *error)
{
    const struct service_config *config = service->config;
    enum error_code code =
        config->signing_key ? load_signing_key(service, config->signing_key, error) : ERROR_NONE;
    if (!code)
        code = store_open(config->database, &service->store, error);
    service->store_since_ms = wall_clock_ms();
    return code;
}

uint64_t service_epoch(const struct service *service)
{
    int64_t epoch = store_succession(service->store).epoch;
    return (uint64_t)(epoch > 0 ? epoch : wall_clock_ms());
}

static void warn_of_clock(int64_t ahead_ms)
{
    if (ahead_ms > -CLOCK_DIFFERS_MS && ahead_ms < CLOCK_DIFFERS_MS)
        return;
    log_warn("clock-differs", log_int("ahead_ms", ahead_ms),
             log_text("reason",
                      "the clock of this machine is not that of the database: set both by "
                      "NTP, or the times of matches jump when another server takes over"));
}

enum error_code service_restore(struct service *service, struct error *error)
{
    const struct service_config *config = service->config;
    struct store_succession before = store_succession(service->store);
    if (before.epoch > 0) {
        hall_succeed(service->hall, before.epoch, before.beat_ms);
        warn_of_clock(before.ahead_ms);
    }
    enum error_code code = config->signing_key ? ERROR_NONE : find_signing_key(service, error);
    if (!code)
        code = store_recover(service->store, service->hall, error);
    if (!code) {
        uv_update_time(service->loop);
        code = hall_restored(service->hall, wall_clock_ms(), (int64_t)uv_now(service->loop), error);
    }
    for (enum lane_kind kind = 0; !code && kind < LANE_COUNT; kind++)
        code = store_reader_open(config->database, &service->lanes.each[kind].reader, error);
    return code;
}

void service_open(struct service *service)
{
    assert(service->store);
    service->matches_at_start = hall_figures(service->hall).live_matches;
    batches_start(service);
}

struct hall *service_hall(struct service *service)
{
    return service->hall;
}

/* --- in a turn --- */

void service_look_up(struct service *service)
{
    lanes_go_on(service);
}

bool service_rests(const struct service *service)
{
    return judging_rests(service->judging);
}

void service_end_rest(struct service *service)
{
    judging_end_rest(service->judging);
}

/* --- the end --- */

void service_stop(struct service *service)
{
    backup_cancel(service);
    hall_close(service->hall, "the server shuts down; your matches go on when it is back");
    creations_refuse(service);
    judging_close(service->judging);
    look_ups_close(service);
    passwords_close(service->identity.passwords);
}

bool service_is_settled(const struct service *service)
{
    return hall_is_settled(service->hall) && !service->lanes.under_way &&
           !service->backups.under_way && !identity_is_pending(service);
}

void service_close(struct service *service)
{
    look_ups_close(service);
    judging_close(service->judging);
    backup_cancel(service);

    /* A thread may use its handle until it has ended. The look-ups' workers stop before the
     * passwords' worker, to which a finished look-up may pass a job. */
    assert(net_load(service->net).connections == 0);
    if (service->store)
        store_stop(service->store);
    judging_stop(service->judging);
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        worker_stop(service->lanes.each[kind].worker);
    worker_stop(service->backups.worker);
    passwords_stop(service->identity.passwords);
}

void service_destroy(struct service *service)
{
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        worker_destroy(service->lanes.each[kind].worker);
    worker_destroy(service->backups.worker);
    judging_destroy(service->judging);
    creations_finish(service);
    for (enum lane_kind kind = 0; kind < LANE_COUNT; kind++)
        store_reader_close(service->lanes.each[kind].reader);
    store_close(service->store);
    batches_finish(service);
    hall_destroy(service->hall);
    identity_finish(service);
    logins_destroy(service->codes);
    text_finish(&service->signing_key_name);
    explicit_bzero(service->signing_secret, sizeof service->signing_secret);
    free(service);
}

#include "server/store/store.h"

#include "common/base/memory.h"
#include "server/store/postgres/hall_row.h"
#include "server/store/recovery.h"
#include "server/store/sqlite/file.h"
#include "server/store/writer.h"

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Beats on a thread of its own while a server restores, because that blocks for as long as it
 * takes. */
struct keeper {
    struct database *db; /* the writer's connection, which nothing else uses meanwhile */
    pthread_t thread;
    bool running;
    pthread_mutex_t mutex; /* guards the last member */
    pthread_cond_t changed;
    bool stopping;
};

/* A server that ends waits for so long for an answer of PostgreSQL. */
enum { STOP_MS = 2000 };

struct store {
    struct sqlite_file file; /* one of these two keeps other servers out */
    struct hall_row row;
    char *name; /* as it was given */
    struct database *db;
    struct writer *writer;
    struct keeper keeper;
};

/* `has_failed`: the start has failed. */
static void close_database(struct store *store, bool has_failed)
{
    if (store->row.db)
        hall_row_release(&store->row);
    else if (store->file.db)
        sqlite_file_close(&store->file, has_failed);
}

enum error_code store_open(const char *name, struct store **ret_store, struct error *error)
{
    struct store *store = memory_zeroed(1, sizeof *store);
    struct error cause;
    enum error_code code;
    store->name = memory_text(name, strlen(name));
    if (database_is_address(name)) {
        code = hall_row_open(name, 0, &store->row, &cause);
        store->db = store->row.db;
    } else {
        code = sqlite_file_open(name, &store->file, &cause);
        store->db = store->file.db;
    }
    if (!code)
        code = writer_create(store->db, store->file.path ? store->file.path : name, &store->writer,
                             &cause);
    if (!code && store->row.db)
        code = hall_row_take(&store->row, &cause);
    if (code) {
        writer_destroy(store->writer);
        close_database(store, true);
        free(store->name);
        free(store);
        return database_name_error(name, &cause, error);
    }
    *ret_store = store;
    return ERROR_NONE;
}

struct store_succession store_succession(const struct store *store)
{
    return (struct store_succession){
        .epoch = store->row.epoch,
        .beat_ms = store->row.last_beat_ms,
        .ahead_ms = store->row.ahead_ms,
    };
}

enum error_code store_find_leader(const char *name, struct database_leader *ret_leader,
                                  struct error *error)
{
    struct error cause;
    enum error_code code = hall_row_read(name, 0, ret_leader, &cause);
    return code ? database_name_error(name, &cause, error) : ERROR_NONE;
}

/* --- recovery --- */

static void *run_keeper(void *argument)
{
    struct keeper *keeper = argument;
    struct timespec until;
    struct error ignored; /* the next beat after this thread's last tells of what has not passed */
    pthread_mutex_lock(&keeper->mutex);
    while (!keeper->stopping) {
        pthread_mutex_unlock(&keeper->mutex);
        clock_gettime(CLOCK_MONOTONIC, &until);
        database_beat(keeper->db, &ignored);
        pthread_mutex_lock(&keeper->mutex);
        until.tv_nsec += database_beat_ms(keeper->db) * 1000000L;
        until.tv_sec += until.tv_nsec / 1000000000L;
        until.tv_nsec %= 1000000000L;
        while (!keeper->stopping &&
               pthread_cond_timedwait(&keeper->changed, &keeper->mutex, &until) != ETIMEDOUT)
            ;
    }
    pthread_mutex_unlock(&keeper->mutex);
    return NULL;
}

static void keeper_start(struct keeper *keeper, struct database *db)
{
    pthread_condattr_t attributes;
    keeper->db = db;
    keeper->stopping = false;
    pthread_mutex_init(&keeper->mutex, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&keeper->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    /* Only the owner's loop handles signals. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int result = pthread_create(&keeper->thread, NULL, run_keeper, keeper);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (result != 0) {
        fputs("no thread for the database\n", stderr); /* as for the writer */
        abort();
    }
    keeper->running = true;
}

static void keeper_stop(struct keeper *keeper)
{
    if (!keeper->running)
        return;
    pthread_mutex_lock(&keeper->mutex);
    keeper->stopping = true;
    pthread_cond_signal(&keeper->changed);
    pthread_mutex_unlock(&keeper->mutex);
    pthread_join(keeper->thread, NULL);
    pthread_cond_destroy(&keeper->changed);
    pthread_mutex_destroy(&keeper->mutex);
    keeper->running = false;
}

enum error_code store_recover(struct store *store, struct hall *hall, struct error *error)
{
    if (database_beat_ms(store->db) == 0)
        return recovery_run(store->db, hall, error);
    struct database *reader = NULL;
    struct error replaced;
    keeper_start(&store->keeper, store->db);
    enum error_code code = database_open(store->name, DATABASE_TO_READ, &reader, error);
    if (!code)
        code = recovery_run(reader, hall, error);
    database_close(reader);
    keeper_stop(&store->keeper);
    enum error_code kept = database_beat(store->db, &replaced);
    if (!code && kept) {
        *error = replaced;
        code = kept;
    }
    if (!code) /* until store_start() */
        keeper_start(&store->keeper, store->db);
    return code;
}

/* --- the key --- */

static enum error_code read_key_seed(struct store *store, unsigned char ret_seed[EXPORT_SEED_BYTES],
                                     bool *ret_found, struct error *error)
{
    struct statement *query = NULL;
    enum error_code code =
        statement_prepare(store->db, "SELECT seed FROM server_key", &query, error);
    if (!code)
        code = statement_next(query, ret_found, error);
    if (!code && *ret_found) {
        struct value seed = statement_value(query, 0);
        assert(seed.len == EXPORT_SEED_BYTES); /* a constraint of the table */
        memcpy(ret_seed, seed.bytes, EXPORT_SEED_BYTES);
    }
    statement_finish(query);
    return code;
}

static enum error_code write_key_seed(struct store *store,
                                      const unsigned char seed[EXPORT_SEED_BYTES],
                                      struct error *error)
{
    struct statement *insert = NULL;
    enum error_code code = statement_prepare(
        store->db, "INSERT INTO server_key (id, seed) VALUES (1, ?)", &insert, error);
    if (!code) {
        statement_bind_blob(insert, 1, seed, EXPORT_SEED_BYTES);
        code = statement_run(insert, error);
    }
    statement_finish(insert);
    return code;
}

enum error_code store_key_seed(struct store *store, const unsigned char fresh[EXPORT_SEED_BYTES],
                               unsigned char ret_seed[EXPORT_SEED_BYTES], struct error *error)
{
    bool found;
    assert(!store->keeper.running);
    enum error_code code = read_key_seed(store, ret_seed, &found, error);
    if (code || found)
        return code;
    memcpy(ret_seed, fresh, EXPORT_SEED_BYTES);
    return write_key_seed(store, fresh, error);
}

void store_start(struct store *store, const struct store_events *events, int64_t kept_ms)
{
    keeper_stop(&store->keeper);
    writer_start(store->writer, events, kept_ms);
}

void store_submit(struct store *store, const struct batch *batch)
{
    writer_submit(store->writer, batch);
}

int64_t store_lease_ms(const struct store *store)
{
    return database_lease_ms(store->db);
}

bool store_stop(struct store *store)
{
    writer_hurry(store->writer, STOP_MS);
    keeper_stop(&store->keeper);
    return writer_stop(store->writer);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    store_stop(store);
    writer_destroy(store->writer);
    close_database(store, false);
    free(store->name);
    free(store);
}

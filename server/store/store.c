#include "server/store/store.h"

#include "common/base/memory.h"
#include "server/store/database.h"
#include "server/store/lock.h"
#include "server/store/migration.h"
#include "server/store/recovery.h"
#include "server/store/statement.h"
#include "server/store/writer.h"

#include <stdlib.h>
#include <string.h>

struct store {
    sqlite3 *db;
    int lock; /* -1: not locked */
    struct writer *writer;
};

/* FILE.lock next to the file that `path` leads to, so that other paths to it meet the same lock. */
static enum error_code take_lock(struct store *store, struct error *error)
{
    struct text path = {0};
    text_printf(&path, "%s.lock", sqlite3_db_filename(store->db, "main"));
    enum error_code code = lock_take(text_string(&path), &store->lock, error);
    text_finish(&path);
    return code;
}

/* SQLite leaves the mode as it was when it cannot change it, and reports no error. */
static enum error_code enter_wal_mode(sqlite3 *db, struct error *error)
{
    sqlite3_stmt *pragma;
    bool row;
    enum error_code code = statement_prepare(db, "PRAGMA journal_mode = WAL", &pragma, error);
    if (code)
        return code;
    code = statement_next(pragma, &row, error);
    if (!code && strcmp((const char *)sqlite3_column_text(pragma, 0), "wal") != 0)
        code = error_set(error, ERROR_IO,
                         "the file system cannot share memory, which the write-ahead log needs"
                         " (journal mode: %s)",
                         sqlite3_column_text(pragma, 0));
    sqlite3_finalize(pragma);
    return code;
}

static enum error_code set_up(sqlite3 *db, struct error *error)
{
    enum error_code code = enter_wal_mode(db, error);
    if (!code) /* the limit gives back the room that the log took while a reader or a fault held it */
        code = database_run(db,
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA foreign_keys = ON;"
                            "PRAGMA journal_size_limit = 67108864",
                            error);
    return code;
}

static enum error_code open_parts(struct store *store, const char *path, struct error *error)
{
    enum error_code code =
        database_open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &store->db, error);
    if (!code)
        code = take_lock(store, error);
    if (!code)
        code = migration_check(store->db, error);
    if (!code)
        code = set_up(store->db, error);
    if (!code)
        code = migration_run(store->db, error);
    if (!code)
        code = writer_create(store->db, &store->writer, error);
    return code;
}

enum error_code store_open(const char *path, struct store **ret_store, struct error *error)
{
    struct store *store = memory_zeroed(1, sizeof *store);
    *store = (struct store){.lock = -1};
    struct error cause;
    enum error_code code = open_parts(store, path, &cause);
    if (code) {
        store_close(store);
        return error_set(error, code, "%s: %s", cause.message, path);
    }
    *ret_store = store;
    return ERROR_NONE;
}

enum error_code store_recover(struct store *store, struct hall *hall, struct error *error)
{
    return recovery_run(store->db, hall, error);
}

void store_start(struct store *store, const struct store_events *events)
{
    writer_start(store->writer, events);
}

void store_submit(struct store *store, const struct batch *batch)
{
    writer_submit(store->writer, batch);
}

bool store_stop(struct store *store)
{
    return writer_stop(store->writer);
}

void store_close(struct store *store)
{
    if (!store)
        return;
    if (store->writer)
        writer_stop(store->writer);
    writer_destroy(store->writer);
    database_close(store->db);
    lock_release(store->lock); /* last, so that nobody opens what is still being closed */
    free(store);
}

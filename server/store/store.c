#include "server/store/store.h"

#include "common/base/memory.h"
#include "server/store/database.h"
#include "server/store/lock.h"
#include "server/store/migration.h"
#include "server/store/recovery.h"
#include "server/store/statement.h"
#include "server/store/writer.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct store {
    sqlite3 *db;
    int lock; /* -1: not locked */
    bool has_made_file, has_made_lock;
    char *file; /* the database's file, links resolved; NULL: it could not be opened */
    struct writer *writer;
};

/* Takes FILE.lock next to the database's file itself, so that all paths to it lead to the same
 * lock. */
static enum error_code take_lock(struct store *store, struct error *error)
{
    struct text path = {0};
    text_printf(&path, "%s.lock", store->file);
    enum error_code code =
        lock_take(text_string(&path), &store->lock, &store->has_made_lock, error);
    text_finish(&path);
    return code;
}

/* Checks, under the lock, that the opened file still has its name, and whether a file created by
 * this start is still new. Another server may have had the lock in between, and have used the file
 * or removed it. */
static enum error_code check_file(struct store *store, struct error *error)
{
    int has_moved = 0;
    struct stat status;
    sqlite3_file_control(store->db, "main", SQLITE_FCNTL_HAS_MOVED, &has_moved);
    if (has_moved)
        return error_set(error, ERROR_TOO_EARLY,
                         "the file was removed while it was opened: another server was starting");
    if (stat(store->file, &status) != 0 || status.st_size > 0)
        store->has_made_file = false;
    return ERROR_NONE;
}

/* When SQLite cannot change the mode, it keeps the old one and reports no error. */
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

static enum error_code open_database(struct store *store, const char *path, struct error *error)
{
    /* Creates the file readable by its owner alone, because it will hold the hashes of passwords
     * and the server's key. SQLite creates its other files with the same mode, and reports the
     * error when this fails. */
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        close(fd);
    store->has_made_file = fd >= 0;

    enum error_code code =
        database_open(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &store->db, error);
    if (code)
        return code;
    const char *file = sqlite3_db_filename(store->db, "main");
    store->file = memory_text(file, strlen(file));
    code = take_lock(store, error);
    if (!code)
        code = check_file(store, error);
    if (!code)
        code = migration_check(store->db, error);
    if (!code)
        code = migration_rehearse(store->db, error);
    if (!code)
        code = enter_wal_mode(store->db, error);
    /* The limit shrinks a WAL that has grown while a reader or a fault kept it from being reset. */
    if (!code)
        code = database_run(store->db,
                            "PRAGMA synchronous = FULL;"
                            "PRAGMA foreign_keys = ON;"
                            "PRAGMA journal_size_limit = 67108864",
                            error);
    if (!code)
        code = migration_run(store->db, error);
    if (!code)
        code = writer_create(store->db, &store->writer, error);
    return code;
}

static void close_database(struct store *store)
{
    if (store->writer)
        writer_stop(store->writer);
    writer_destroy(store->writer);
    database_close(store->db);
    store->db = NULL;
}

static void remove_made_file(const struct store *store, const char *suffix)
{
    struct text path = {0};
    text_printf(&path, "%s%s", store->file, suffix);
    unlink(text_string(&path));
    text_finish(&path);
}

/* Removes the files that a failed start has created. Called under the lock, with the database
 * closed, so no process uses them. */
static void remove_made(const struct store *store)
{
    assert(!store->db);
    static const char *const suffixes[] = {"-wal", "-shm", ""};
    if (store->lock < 0)
        return;
    for (size_t i = 0; store->has_made_file && i < sizeof suffixes / sizeof suffixes[0]; i++)
        remove_made_file(store, suffixes[i]);
    if (store->has_made_lock)
        remove_made_file(store, ".lock");
}

/* Call after close_database(): the lock keeps other servers out until the database is closed. */
static void release(struct store *store)
{
    assert(!store->db);
    lock_release(store->lock);
    free(store->file);
    free(store);
}

enum error_code store_open(const char *path, struct store **ret_store, struct error *error)
{
    struct store *store = memory_zeroed(1, sizeof *store);
    *store = (struct store){.lock = -1};
    struct error cause;
    enum error_code code = open_database(store, path, &cause);
    if (code) {
        close_database(store);
        remove_made(store);
        release(store);
        return error_set(error, code, "%s: %s", cause.message, path);
    }
    *ret_store = store;
    return ERROR_NONE;
}

enum error_code store_recover(struct store *store, struct hall *hall, struct error *error)
{
    return recovery_run(store->db, hall, error);
}

static enum error_code read_key_seed(struct store *store, unsigned char ret_seed[EXPORT_SEED_BYTES],
                                     bool *ret_found, struct error *error)
{
    sqlite3_stmt *query;
    enum error_code code =
        statement_prepare(store->db, "SELECT seed FROM server_key", &query, error);
    if (!code)
        code = statement_next(query, ret_found, error);
    if (!code && *ret_found) {
        assert(sqlite3_column_bytes(query, 0) == EXPORT_SEED_BYTES); /* a constraint of the table */
        memcpy(ret_seed, sqlite3_column_blob(query, 0), EXPORT_SEED_BYTES);
    }
    sqlite3_finalize(query);
    return code;
}

static enum error_code write_key_seed(struct store *store,
                                      const unsigned char seed[EXPORT_SEED_BYTES],
                                      struct error *error)
{
    sqlite3_stmt *insert;
    enum error_code code = statement_prepare(
        store->db, "INSERT INTO server_key (id, seed) VALUES (1, ?)", &insert, error);
    if (code)
        return code;
    statement_bind_blob(insert, 1, seed, EXPORT_SEED_BYTES);
    code = statement_run(insert, error);
    sqlite3_finalize(insert);
    return code;
}

enum error_code store_key_seed(struct store *store, const unsigned char fresh[EXPORT_SEED_BYTES],
                               unsigned char ret_seed[EXPORT_SEED_BYTES], struct error *error)
{
    bool found;
    enum error_code code = read_key_seed(store, ret_seed, &found, error);
    if (code || found)
        return code;
    memcpy(ret_seed, fresh, EXPORT_SEED_BYTES);
    return write_key_seed(store, fresh, error);
}

void store_start(struct store *store, const struct store_events *events, int64_t kept_ms)
{
    writer_start(store->writer, events, kept_ms);
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
    close_database(store);
    release(store);
}

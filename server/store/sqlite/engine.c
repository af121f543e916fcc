/* The engine for a file of SQLite. */
#include "server/store/sqlite/engine.h"

#include "common/base/memory.h"
#include "server/store/engine.h"
#include "server/store/sqlite/migration.h"

#include <assert.h>
#include <sqlite3.h>
#include <stdlib.h>

enum { BUSY_TIMEOUT_MS = 1000 };

/* What is run around other statements. */
enum around {
    AROUND_BEGIN,
    AROUND_COMMIT,
    AROUND_ROLL_BACK,
    AROUND_HOLD,
    AROUND_COUNT,
};

static const char *const around_sql[AROUND_COUNT] = {
    [AROUND_BEGIN] = "BEGIN IMMEDIATE",
    [AROUND_COMMIT] = "COMMIT",
    [AROUND_ROLL_BACK] = "ROLLBACK",
    [AROUND_HOLD] = "BEGIN",
};

struct sqlite_database {
    struct database database;
    sqlite3 *handle;
    struct statement *around[AROUND_COUNT];
    bool is_relaxed; /* the transaction */
};

struct sqlite_statement {
    struct statement statement;
    sqlite3_stmt *handle;
};

static const struct sqlite_database *const_self(const struct database *db)
{
    return (const struct sqlite_database *)db;
}

static struct sqlite_database *self(struct database *db)
{
    return (struct sqlite_database *)db;
}

sqlite3 *sqlite_handle(struct database *db)
{
    return self(db)->handle;
}

sqlite3_stmt *sqlite_statement_handle(const struct statement *statement)
{
    return ((const struct sqlite_statement *)statement)->handle;
}

/* SQLite has texts for the primary codes only, and a bare "disk I/O error" is of no help. */
static const struct {
    int code;
    const char *name;
} result_names[] = {
#define X(name)                                                                                    \
    {                                                                                              \
        name, #name                                                                                \
    }
    X(SQLITE_BUSY),
    X(SQLITE_BUSY_RECOVERY),
    X(SQLITE_BUSY_SNAPSHOT),
    X(SQLITE_CANTOPEN),
    X(SQLITE_CANTOPEN_ISDIR),
    X(SQLITE_CONSTRAINT_CHECK),
    X(SQLITE_CONSTRAINT_FOREIGNKEY),
    X(SQLITE_CONSTRAINT_NOTNULL),
    X(SQLITE_CONSTRAINT_PRIMARYKEY),
    X(SQLITE_CONSTRAINT_ROWID),
    X(SQLITE_CONSTRAINT_UNIQUE),
    X(SQLITE_CORRUPT),
    X(SQLITE_CORRUPT_INDEX),
    X(SQLITE_FULL),
    X(SQLITE_IOERR),
    X(SQLITE_IOERR_CORRUPTFS),
    X(SQLITE_IOERR_DIR_FSYNC),
    X(SQLITE_IOERR_FSTAT),
    X(SQLITE_IOERR_FSYNC),
    X(SQLITE_IOERR_LOCK),
    X(SQLITE_IOERR_READ),
    X(SQLITE_IOERR_SHMLOCK),
    X(SQLITE_IOERR_SHMMAP),
    X(SQLITE_IOERR_SHMOPEN),
    X(SQLITE_IOERR_SHMSIZE),
    X(SQLITE_IOERR_SHORT_READ),
    X(SQLITE_IOERR_TRUNCATE),
    X(SQLITE_IOERR_WRITE),
    X(SQLITE_NOTADB),
    X(SQLITE_READONLY),
    X(SQLITE_READONLY_CANTINIT),
    X(SQLITE_READONLY_DBMOVED),
    X(SQLITE_READONLY_DIRECTORY),
#undef X
};

enum error_code sqlite_error(struct database *db, struct error *error)
{
    sqlite3 *handle = sqlite_handle(db);
    int code = sqlite3_extended_errcode(handle);
    for (size_t i = 0; i < sizeof result_names / sizeof *result_names; i++)
        if (result_names[i].code == code)
            return error_set(error, ERROR_IO, "%s (%s)", sqlite3_errmsg(handle),
                             result_names[i].name);
    return error_set(error, ERROR_IO, "%s (SQLite code %d)", sqlite3_errmsg(handle), code);
}

/* --- connections --- */

static void close_file(struct database *db)
{
    statements_finish(self(db)->around, AROUND_COUNT);
    int result = sqlite3_close(sqlite_handle(db));
    assert(result == SQLITE_OK); /* a failure means that a statement was not finished */
    (void)result;
    free(db);
}

static void interrupt(struct database *db)
{
    sqlite3_interrupt(sqlite_handle(db));
}

static enum error_code run(struct database *db, const char *sql, struct error *error)
{
    if (sqlite3_exec(sqlite_handle(db), sql, NULL, NULL, NULL) != SQLITE_OK)
        return sqlite_error(db, error);
    return ERROR_NONE;
}

static enum error_code run_around(struct database *db, enum around around, struct error *error)
{
    struct statement **statement = &self(db)->around[around];
    enum error_code code = ERROR_NONE;
    if (!*statement)
        code = statement_prepare(db, around_sql[around], statement, error);
    return code ? code : statement_run(*statement, error);
}

static bool is_in_transaction(const struct database *db)
{
    return !sqlite3_get_autocommit(const_self(db)->handle);
}

/* How hard a commit is synced can be changed outside of transactions only. */
static void end_relaxed(struct database *db)
{
    struct error ignored; /* fails only when out of memory, which ends the program anyway */
    if (self(db)->is_relaxed)
        run(db, "PRAGMA synchronous = FULL", &ignored);
    self(db)->is_relaxed = false;
}

static void roll_back(struct database *db)
{
    struct error ignored; /* the next BEGIN fails from the same cause */
    if (is_in_transaction(db))
        run_around(db, AROUND_ROLL_BACK, &ignored);
    end_relaxed(db);
}

static enum error_code begin(struct database *db, bool relaxed, struct error *error)
{
    enum error_code code = ERROR_NONE;
    if (relaxed)
        code = run(db, "PRAGMA synchronous = NORMAL", error);
    self(db)->is_relaxed = relaxed;
    return code ? code : run_around(db, AROUND_BEGIN, error);
}

/* The transaction is on disk once this succeeds. The checkpoint that SQLite runs after some commits
 * may fail silently: its pages are safe in the WAL, and a WAL that cannot grow makes a commit
 * fail. */
static enum error_code commit(struct database *db, struct error *error)
{
    enum error_code code = run_around(db, AROUND_COMMIT, error);
    if (!code)
        end_relaxed(db);
    return code;
}

/* The first read begins the snapshot. */
static enum error_code hold(struct database *db, struct error *error)
{
    return run_around(db, AROUND_HOLD, error);
}

/* --- statements --- */

static enum error_code prepare(struct database *db, const char *sql,
                               struct statement **ret_statement, struct error *error)
{
    sqlite3_stmt *handle;
    if (sqlite3_prepare_v3(sqlite_handle(db), sql, -1, SQLITE_PREPARE_PERSISTENT, &handle, NULL) !=
        SQLITE_OK)
        return sqlite_error(db, error);
    struct sqlite_statement *statement = memory_zeroed(1, sizeof *statement);
    *statement = (struct sqlite_statement){{db}, handle};
    *ret_statement = &statement->statement;
    return ERROR_NONE;
}

static void finish(struct statement *statement)
{
    sqlite3_finalize(sqlite_statement_handle(statement));
    free(statement);
}

static int count_parameters(const struct statement *statement)
{
    return sqlite3_bind_parameter_count(sqlite_statement_handle(statement));
}

static void bind(struct statement *statement, int parameter, const struct value *value)
{
    sqlite3_stmt *handle = sqlite_statement_handle(statement);
    int result = SQLITE_OK;
    switch (value->kind) {
    case VALUE_NULL:
        result = sqlite3_bind_null(handle, parameter);
        break;
    case VALUE_INT:
        result = sqlite3_bind_int64(handle, parameter, value->integer);
        break;
    case VALUE_DOUBLE:
        result = sqlite3_bind_double(handle, parameter, value->real);
        break;
    case VALUE_TEXT:
        result = sqlite3_bind_text64(handle, parameter, value->bytes, value->len, SQLITE_STATIC,
                                     SQLITE_UTF8);
        break;
    case VALUE_BLOB:
        result = sqlite3_bind_blob64(handle, parameter, value->bytes, value->len, SQLITE_STATIC);
        break;
    }
    assert(result == SQLITE_OK);
    (void)result;
}

static enum error_code next(struct statement *statement, bool *ret_row, struct error *error)
{
    int result = sqlite3_step(sqlite_statement_handle(statement));
    *ret_row = result == SQLITE_ROW;
    if (*ret_row)
        return ERROR_NONE;
    enum error_code code = ERROR_NONE;
    if (result != SQLITE_DONE) {
        assert(result != SQLITE_MISUSE);
        code = sqlite_error(statement->db, error);
    }
    sqlite3_reset(sqlite_statement_handle(statement));
    return code;
}

static enum error_code run_one(struct statement *statement, struct error *error)
{
    enum error_code code = statement_run(statement, error);
    assert(code || statement_changes(statement) == 1);
    return code;
}

static void write_last(struct statement *statement)
{
    (void)statement; /* rows are written at once, which is no slower */
}

static void reset(struct statement *statement)
{
    sqlite3_reset(sqlite_statement_handle(statement));
}

static int64_t count_changes(const struct statement *statement)
{
    return sqlite3_changes(const_self(statement->db)->handle);
}

static int count_columns(const struct statement *statement)
{
    return sqlite3_column_count(sqlite_statement_handle(statement));
}

static const char *column_name(const struct statement *statement, int column)
{
    return sqlite3_column_name(sqlite_statement_handle(statement), column);
}

static struct value value_of(struct statement *statement, int column)
{
    sqlite3_stmt *row = sqlite_statement_handle(statement);
    struct value value = {.kind = VALUE_NULL};
    switch (sqlite3_column_type(row, column)) {
    case SQLITE_INTEGER:
        return (struct value){.kind = VALUE_INT, .integer = sqlite3_column_int64(row, column)};
    case SQLITE_FLOAT:
        return (struct value){.kind = VALUE_DOUBLE, .real = sqlite3_column_double(row, column)};
    case SQLITE_TEXT:
        value.kind = VALUE_TEXT;
        value.bytes = (const char *)sqlite3_column_text(row, column);
        break;
    case SQLITE_BLOB:
        value.kind = VALUE_BLOB;
        value.bytes = sqlite3_column_blob(row, column);
        break;
    default:
        return value;
    }
    value.len = (size_t)sqlite3_column_bytes(row, column);
    return value;
}

static const struct engine engine = {
    .close = close_file,
    .interrupt = interrupt,
    .run = run,
    .begin = begin,
    .commit = commit,
    .roll_back = roll_back,
    .hold = hold,
    .release = roll_back,
    .prepare = prepare,
    .finish = finish,
    .parameters = count_parameters,
    .bind = bind,
    .next = next,
    .run_one = run_one,
    .write_last = write_last,
    .reset = reset,
    .changes = count_changes,
    .columns = count_columns,
    .column_name = column_name,
    .value = value_of,
};

enum error_code sqlite_open(const char *path, int flags, struct database **ret_db,
                            struct error *error)
{
    assert(sqlite3_threadsafe());
    struct sqlite_database *db = memory_zeroed(1, sizeof *db);
    *db = (struct sqlite_database){.database = {&engine}};
    int result = sqlite3_open_v2(path, &db->handle, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (result != SQLITE_OK) {
        sqlite_error(&db->database, error);
        close_file(&db->database);
        return error->code;
    }
    sqlite3_extended_result_codes(db->handle, 1);
    sqlite3_busy_timeout(db->handle, BUSY_TIMEOUT_MS);
    *ret_db = &db->database;
    return ERROR_NONE;
}

enum error_code sqlite_open_beside(const char *path, enum database_use use,
                                   struct database **ret_db, struct error *error)
{
    int flags = use == DATABASE_TO_READ ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE;
    enum error_code code = sqlite_open(path, flags, ret_db, error);
    if (!code && use == DATABASE_TO_READ) /* KiB: the system keeps the file's pages anyway, once for
                                             all readers */
        code = run(*ret_db, "PRAGMA cache_size = -512", error);
    if (!code)
        code = migration_check_current(*ret_db, error);
    if (!code && use == DATABASE_TO_TIDY) {
        sqlite3_wal_autocheckpoint(sqlite_handle(*ret_db), 0); /* the writer makes checkpoints */
        code = run(*ret_db, "PRAGMA foreign_keys = OFF", error);
    }
    return code;
}

#include "server/store/statement.h"

#include "common/base/memory.h"

#include <assert.h>

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

enum error_code database_error(sqlite3 *db, struct error *error)
{
    int code = sqlite3_extended_errcode(db);
    for (size_t i = 0; i < sizeof result_names / sizeof *result_names; i++)
        if (result_names[i].code == code)
            return error_set(error, ERROR_IO, "%s (%s)", sqlite3_errmsg(db), result_names[i].name);
    return error_set(error, ERROR_IO, "%s (SQLite code %d)", sqlite3_errmsg(db), code);
}

enum error_code statement_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **ret_statement,
                                  struct error *error)
{
    if (sqlite3_prepare_v3(db, sql, -1, SQLITE_PREPARE_PERSISTENT, ret_statement, NULL) !=
        SQLITE_OK)
        return database_error(db, error);
    return ERROR_NONE;
}

enum error_code statements_prepare(sqlite3 *db, const char *const *sql, size_t count,
                                   sqlite3_stmt **ret_statements, struct error *error)
{
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && i < count; i++)
        code = statement_prepare(db, sql[i], &ret_statements[i], error);
    return code;
}

void statements_finish(sqlite3_stmt **statements, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sqlite3_finalize(statements[i]);
        statements[i] = NULL;
    }
}

void statement_bind_null(sqlite3_stmt *statement, int parameter)
{
    int result = sqlite3_bind_null(statement, parameter);
    assert(result == SQLITE_OK);
    (void)result;
}

void statement_bind_int(sqlite3_stmt *statement, int parameter, int64_t value)
{
    int result = sqlite3_bind_int64(statement, parameter, value);
    assert(result == SQLITE_OK);
    (void)result;
}

void statement_bind_double(sqlite3_stmt *statement, int parameter, double value)
{
    int result = sqlite3_bind_double(statement, parameter, value);
    assert(result == SQLITE_OK);
    (void)result;
}

void statement_bind_text(sqlite3_stmt *statement, int parameter, const char *text, size_t len)
{
    /* A NULL pointer would bind the SQL value NULL, which is not the empty text. */
    int result =
        sqlite3_bind_text64(statement, parameter, len ? text : "", len, SQLITE_STATIC, SQLITE_UTF8);
    assert(result == SQLITE_OK);
    (void)result;
}

void statement_bind_blob(sqlite3_stmt *statement, int parameter, const void *bytes, size_t len)
{
    int result = sqlite3_bind_blob64(statement, parameter, bytes, len, SQLITE_STATIC);
    assert(result == SQLITE_OK);
    (void)result;
}

enum error_code statement_next(sqlite3_stmt *statement, bool *ret_row, struct error *error)
{
    int result = sqlite3_step(statement);
    *ret_row = result == SQLITE_ROW;
    if (*ret_row)
        return ERROR_NONE;
    enum error_code code = ERROR_NONE;
    if (result != SQLITE_DONE) {
        assert(result != SQLITE_MISUSE);
        code = database_error(sqlite3_db_handle(statement), error);
    }
    sqlite3_reset(statement);
    return code;
}

enum error_code statement_run(sqlite3_stmt *statement, struct error *error)
{
    bool row;
    enum error_code code = statement_next(statement, &row, error);
    assert(!row);
    return code;
}

const char *statement_text(sqlite3_stmt *statement, int column)
{
    return (const char *)sqlite3_column_text(statement, column);
}

char *statement_copy_text(sqlite3_stmt *statement, int column)
{
    const char *text = (const char *)sqlite3_column_text(statement, column);
    return memory_text(text, (size_t)sqlite3_column_bytes(statement, column));
}

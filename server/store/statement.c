#include "server/store/statement.h"

#include "common/base/memory.h"
#include "server/store/database.h"

#include <assert.h>

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

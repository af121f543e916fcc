#include "server/store/database.h"

#include "server/store/statement.h"

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>

enum { BUSY_TIMEOUT_MS = 1000 };

/* SQLite has texts for the primary codes only, and a bare "disk I/O error" is of no help. */
enum error_code database_open(const char *path, int flags, sqlite3 **ret_db, struct error *error)
{
    assert(sqlite3_threadsafe());
    sqlite3 *db = NULL;
    int result = sqlite3_open_v2(path, &db, flags | SQLITE_OPEN_NOMUTEX, NULL);
    if (result != SQLITE_OK) {
        database_error(db, error);
        database_close(db);
        return error->code;
    }
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, BUSY_TIMEOUT_MS);
    *ret_db = db;
    return ERROR_NONE;
}

void database_close(sqlite3 *db)
{
    int result = sqlite3_close(db);
    assert(result == SQLITE_OK); /* a failure means that a statement was not finalized */
    (void)result;
}

enum error_code database_run(sqlite3 *db, const char *sql, struct error *error)
{
    if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
        return database_error(db, error);
    return ERROR_NONE;
}

enum error_code database_read_int(sqlite3 *db, const char *sql, int64_t *ret_value,
                                  struct error *error)
{
    sqlite3_stmt *statement;
    bool row;
    enum error_code code = statement_prepare(db, sql, &statement, error);
    if (code)
        return code;
    code = statement_next(statement, &row, error);
    if (!code) {
        assert(row);
        *ret_value = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return code;
}

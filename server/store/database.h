/* A connection to the database file, and SQL without prepared statements. */
#ifndef SERVER_STORE_DATABASE_H
#define SERVER_STORE_DATABASE_H

#include "common/base/error.h"

#include <sqlite3.h>
#include <stdint.h>

/* `flags` are those of sqlite3_open_v2(). A connection is used by one thread at a time. */
enum error_code database_open(const char *path, int flags, sqlite3 **ret_db, struct error *error);
/* NULL is taken. All statements have to be finalized. */
void database_close(sqlite3 *db);

/* Runs one or several statements that return no rows. */
enum error_code database_run(sqlite3 *db, const char *sql, struct error *error);
/* Runs a query whose result is one integer. */
enum error_code database_read_int(sqlite3 *db, const char *sql, int64_t *ret_value,
                                  struct error *error);

#endif

/* The engine for a file of SQLite, and what else there is about such a file. */
#ifndef SERVER_STORE_SQLITE_ENGINE_H
#define SERVER_STORE_SQLITE_ENGINE_H

#include "server/store/database.h"

#include <sqlite3.h>

/* `flags` are those of sqlite3_open_v2(). */
enum error_code sqlite_open(const char *path, int flags, struct database **ret_db,
                            struct error *error);
/* This is database_open(). */
enum error_code sqlite_open_beside(const char *path, enum database_use use,
                                   struct database **ret_db, struct error *error);

/* For what only SQLite does. */
sqlite3 *sqlite_handle(struct database *db);
sqlite3_stmt *sqlite_statement_handle(const struct statement *statement);
/* Returns IO with the text of the connection's last failure: "disk I/O error
 * (SQLITE_IOERR_WRITE)". */
enum error_code sqlite_error(struct database *db, struct error *error);

#endif

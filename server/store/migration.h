/* The versions of the schema. A database of ours carries SQLite's application_id and, as
 * user_version, the number of the migrations that made it what it is. */
#ifndef SERVER_STORE_MIGRATION_H
#define SERVER_STORE_MIGRATION_H

#include "common/base/error.h"

#include <sqlite3.h>

/* Is it ours, of a version known here, or empty? IO says what it is instead. Changes nothing. */
enum error_code migration_check(sqlite3 *db, struct error *error);
/* Is it ours and of the present version? For those that only read. */
enum error_code migration_check_current(sqlite3 *db, struct error *error);
/* Brings a database that migration_check() accepts to the present version. */
enum error_code migration_run(sqlite3 *db, struct error *error);

#endif

/* The versions of the schema. A database of ours carries SQLite's application_id and, as
 * user_version, the number of its schema's version. A new one is made of schema.sql, which is the
 * present version; an older one goes through migrations/N.sql, each in a transaction of its own,
 * and has the same schema afterwards.
 *
 * To make version N: change schema.sql; write migrations/N.sql, with its row in meson.build and in
 * migration.c; test_store_migration.c says what differs, and wants a database of version N - 1 next
 * to store_version_1.sql. */
#ifndef SERVER_STORE_MIGRATION_H
#define SERVER_STORE_MIGRATION_H

#include "common/base/error.h"

#include <sqlite3.h>

enum { DATABASE_APPLICATION_ID = 0x54616B65 /* "Take" */ };

/* Is it ours, of a version known here, or empty? IO says what it is instead. Changes nothing. */
enum error_code migration_check(sqlite3 *db, struct error *error);
/* Is it ours and of the present version? For those that only read. */
enum error_code migration_check_current(sqlite3 *db, struct error *error);
/* Does a database that migration_check() accepts have the tables of its version? Tries the
 * migration on a copy of its schema alone, in memory. IO names the column that is missing or
 * unknown. Changes nothing. */
enum error_code migration_rehearse(sqlite3 *db, struct error *error);
/* Brings a database that migration_check() accepts to the present version. */
enum error_code migration_run(sqlite3 *db, struct error *error);

#endif

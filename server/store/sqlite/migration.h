/* The versions of the schema. A database of this project has our application_id and, as
 * user_version, the version of its schema. schema.sql, the present version, creates a new database.
 * An older one goes through the scripts migrations/N.sql, each in a transaction of its own, and has
 * the same schema afterwards.
 *
 * To make version N: change schema.sql; write migrations/N.sql, and add it to meson.build and
 * migration.c; test_store_migration.c reports differences, and needs a database of version N - 1
 * next to store_version_1.sql. */
#ifndef SERVER_STORE_SQLITE_MIGRATION_H
#define SERVER_STORE_SQLITE_MIGRATION_H

#include "common/base/error.h"
#include "server/store/database.h"

enum { DATABASE_APPLICATION_ID = 0x54616B65 /* "Take" */ };

/* Checks that the database is empty, or ours and of a known version. IO says what it is instead.
 * Changes nothing. */
enum error_code migration_check(struct database *db, struct error *error);
/* Checks that the database is ours and of the present version, for connections that only read. */
enum error_code migration_check_current(struct database *db, struct error *error);
/* Checks that a database that migration_check() accepts has the tables of its version, by a
 * migration of a copy of its bare schema in memory. IO names the missing or unknown column. Changes
 * nothing. */
enum error_code migration_rehearse(struct database *db, struct error *error);
/* Brings a database that migration_check() accepts to the present version. */
enum error_code migration_run(struct database *db, struct error *error);

#endif

#include "server/store/migration.h"

#include "server/store/database.h"

#include <stdint.h>
#include <stdio.h>

enum { APPLICATION_ID = 0x54616B65 /* "Take" */ };

extern const char schema_sql[];
extern const char migration_2_sql[];
extern const char migration_3_sql[];

/* Step i makes version i + 2 out of version i + 1. Steps that were ever released never change; they spell
 * out what they make, because schema.sql goes on to later versions. */
static const char *const steps[] = {migration_2_sql, migration_3_sql};

enum { VERSION = 1 + sizeof steps / sizeof *steps };

enum error_code migration_check(sqlite3 *db, struct error *error)
{
    int64_t application, version, objects;
    enum error_code code = database_read_int(db, "PRAGMA application_id", &application, error);
    if (!code)
        code = database_read_int(db, "PRAGMA user_version", &version, error);
    if (!code)
        code = database_read_int(db, "SELECT count(*) FROM sqlite_schema", &objects, error);
    if (code)
        return code;
    if (application == 0 && version == 0 && objects == 0)
        return ERROR_NONE;
    if (application != APPLICATION_ID)
        return error_set(error, ERROR_IO, "a database of another program");
    if (version > VERSION)
        return error_set(error, ERROR_IO,
                         "made by a newer server: schema version %lld, and this one knows %d",
                         (long long)version, VERSION);
    return ERROR_NONE;
}

enum error_code migration_check_current(sqlite3 *db, struct error *error)
{
    int64_t version;
    enum error_code code = migration_check(db, error);
    if (!code)
        code = database_read_int(db, "PRAGMA user_version", &version, error);
    if (!code && version != VERSION)
        code = error_set(error, ERROR_IO,
                         "of schema version %lld; a server brings it to %d when it starts",
                         (long long)version, VERSION);
    return code;
}

/* Runs `sql`, after which the database is of version `made`: both or neither. */
static enum error_code run_step(sqlite3 *db, const char *sql, int64_t made, struct error *error)
{
    char stamp[100];
    snprintf(stamp, sizeof stamp, "PRAGMA application_id = %d; PRAGMA user_version = %lld",
             APPLICATION_ID, (long long)made);
    enum error_code code = database_run(db, "BEGIN IMMEDIATE", error);
    if (!code)
        code = database_run(db, sql, error);
    if (!code)
        code = database_run(db, stamp, error);
    if (!code)
        code = database_run(db, "COMMIT", error);
    if (code && !sqlite3_get_autocommit(db))
        sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return code;
}

enum error_code migration_run(sqlite3 *db, struct error *error)
{
    int64_t version;
    enum error_code code = database_read_int(db, "PRAGMA user_version", &version, error);
    if (!code && version == 0)
        return run_step(db, schema_sql, VERSION, error);
    for (; !code && version < VERSION; version++)
        code = run_step(db, steps[version - 1], version + 1, error);
    return code;
}

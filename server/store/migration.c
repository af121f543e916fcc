#include "server/store/migration.h"

#include "server/store/database.h"

#include <stdint.h>
#include <stdio.h>

enum { APPLICATION_ID = 0x54616B65 /* "Take" */ };

extern const char schema_sql[];

/* Step i makes version i + 1 out of version i; version 0 is the empty database. Steps that were ever
 * released never change. */
static const char *const steps[] = {schema_sql};

enum { VERSION = sizeof steps / sizeof *steps };

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

static enum error_code run_step(sqlite3 *db, int64_t version, struct error *error)
{
    char stamp[100];
    snprintf(stamp, sizeof stamp, "PRAGMA application_id = %d; PRAGMA user_version = %lld",
             APPLICATION_ID, (long long)version + 1);
    enum error_code code = database_run(db, "BEGIN IMMEDIATE", error);
    if (!code)
        code = database_run(db, steps[version], error);
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
    for (; !code && version < VERSION; version++)
        code = run_step(db, version, error);
    return code;
}

#include "server/store/sqlite/migration.h"

#include "common/base/text.h"
#include "server/store/sqlite/engine.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern const char schema_sql[];
extern const char migration_2_sql[];
extern const char migration_3_sql[];
extern const char migration_4_sql[];
extern const char migration_5_sql[];

/* Step i turns version i + 1 into version i + 2. Released steps never change; they spell out their
 * tables, because schema.sql moves on to later versions. */
static const char *const steps[] = {migration_2_sql, migration_3_sql, migration_4_sql,
                                    migration_5_sql};

enum { VERSION = 1 + sizeof steps / sizeof *steps };

enum error_code migration_check(struct database *db, struct error *error)
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
    if (application != DATABASE_APPLICATION_ID)
        return error_set(error, ERROR_IO, "a database of another program");
    if (version > VERSION)
        return error_set(error, ERROR_IO,
                         "made by a newer server: schema version %lld, and this one knows %d",
                         (long long)version, VERSION);
    return ERROR_NONE;
}

enum error_code migration_check_current(struct database *db, struct error *error)
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

/* Runs `sql` and sets the version to `made`, in one transaction. */
static enum error_code run_step(struct database *db, const char *sql, int64_t made,
                                struct error *error)
{
    char stamp[100];
    snprintf(stamp, sizeof stamp, "PRAGMA application_id = %d; PRAGMA user_version = %lld",
             DATABASE_APPLICATION_ID, (long long)made);
    enum error_code code = database_begin_batch(db, error);
    if (!code)
        code = database_run(db, sql, error);
    if (!code)
        code = database_run(db, stamp, error);
    return database_end(db, code, error);
}

enum error_code migration_run(struct database *db, struct error *error)
{
    int64_t version;
    enum error_code code = database_read_int(db, "PRAGMA user_version", &version, error);
    if (!code && version == 0)
        return run_step(db, schema_sql, VERSION, error);
    assert(code || (version >= 1 && version <= VERSION)); /* migration_check() has accepted it */
    for (; !code && version < VERSION; version++)
        code = run_step(db, steps[version - 1], version + 1, error);
    return code;
}

/* --- rehearsal --- */

/* Appends the first column of all rows, each with a line feed after it. */
static enum error_code read_first_column(struct database *db, const char *sql, struct text *lines,
                                         struct error *error)
{
    struct statement *rows = NULL;
    bool row;
    enum error_code code = statement_prepare(db, sql, &rows, error);
    while (!code && !(code = statement_next(rows, &row, error)) && row)
        text_printf(lines, "%s\n", statement_text(rows, 0));
    statement_finish(rows);
    return code;
}

/* Creates an empty database in memory with the tables, indexes and triggers of `schema`, and
 * migrates it from `version` on. Appends its columns: "table.column TYPE". */
static enum error_code read_columns(const char *schema, int64_t version, struct text *columns,
                                    struct error *error)
{
    struct database *db = NULL;
    enum error_code code =
        sqlite_open(":memory:", SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, &db, error);
    if (!code)
        code = database_run(db, schema, error);
    for (; !code && version < VERSION; version++)
        code = run_step(db, steps[version - 1], version + 1, error);
    if (!code)
        code = read_first_column(db,
                                 "SELECT t.name || '.' || c.name || ' ' || c.type"
                                 " || CASE WHEN c.\"notnull\" THEN ' NOT NULL' ELSE '' END"
                                 " FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c"
                                 " WHERE t.type = 'table' AND t.name NOT GLOB 'sqlite_*'",
                                 columns, error);
    database_close(db);
    return code;
}

/* Appends the first of `lines` that is missing in `others`; with `of_known_tables` it skips lines
 * whose table `others` does not have. */
static void find_odd_line(const char *lines, const char *others, bool of_known_tables,
                          struct text *odd)
{
    struct text around = {0}, line = {0};
    text_printf(&around, "\n%s", others); /* so that a line feed precedes each line, too */
    for (size_t len; odd->len == 0 && *lines; lines += len + 1) {
        len = strcspn(lines, "\n");
        text_clear(&line);
        text_printf(&line, "\n%.*s", (int)strcspn(lines, "."), lines);
        bool is_known = strstr(text_string(&around), text_string(&line)) != NULL;
        text_clear(&line);
        text_printf(&line, "\n%.*s\n", (int)len, lines);
        if ((is_known || !of_known_tables) && !strstr(text_string(&around), text_string(&line)))
            text_append(odd, lines, len);
    }
    text_finish(&around);
    text_finish(&line);
}

enum error_code migration_rehearse(struct database *db, struct error *error)
{
    struct text schema = {0}, found = {0}, wanted = {0}, missing = {0}, unknown = {0};
    struct error cause;
    int64_t version;
    enum error_code code = database_read_int(db, "PRAGMA user_version", &version, error);
    if (!code && version > 0)
        code =
            read_first_column(db,
                              "SELECT sql || ';' FROM sqlite_schema"
                              " WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' ORDER BY rowid",
                              &schema, error);
    if (!code && version > 0)
        code = read_columns(schema_sql, VERSION, &wanted, error);
    if (!code && version > 0) {
        if (read_columns(text_string(&schema), version, &found, &cause))
            text_append_string(&unknown, cause.message);
        find_odd_line(text_string(&wanted), text_string(&found), false, &missing);
        find_odd_line(text_string(&found), text_string(&wanted), true, &unknown);
        if (missing.len > 0 || unknown.len > 0)
            code = error_set(error, ERROR_IO,
                             "its tables are not those of schema version %lld, which it claims to "
                             "have (%s: %s): it was made by an unreleased server",
                             (long long)version, unknown.len > 0 ? "unexpected" : "missing",
                             text_string(unknown.len > 0 ? &unknown : &missing));
    }
    struct text *const texts[] = {&schema, &found, &wanted, &missing, &unknown};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_finish(texts[i]);
    return code;
}

#include "common/base/memory.h"
#include "server/store/engine.h"
#include "server/store/postgres/engine.h"
#include "server/store/sqlite/engine.h"

#include <assert.h>
#include <string.h>

enum error_code database_open(const char *name, enum database_use use, struct database **ret_db,
                              struct error *error)
{
    return database_is_address(name) ? postgres_open_beside(name, use, ret_db, error)
                                     : sqlite_open_beside(name, use, ret_db, error);
}

bool database_is_address(const char *name)
{
    return strncmp(name, "postgresql://", 13) == 0 || strncmp(name, "postgres://", 11) == 0;
}

bool database_may_lack_tls(const char *name)
{
    return database_is_address(name) && postgres_may_lack_tls(name);
}

enum error_code database_name_error(const char *name, const struct error *cause,
                                    struct error *error)
{
    const char *at = strrchr(name, '@');
    if (!database_is_address(name))
        return error_set(error, cause->code, "%s: %s", cause->message, name);
    name = at ? at + 1 : strchr(name, '/') + 2;
    return error_set(error, cause->code, "%s: PostgreSQL at %.*s", cause->message,
                     (int)strcspn(name, "?"), name);
}

void database_close(struct database *db)
{
    if (db)
        db->engine->close(db);
}

void database_interrupt(struct database *db)
{
    db->engine->interrupt(db);
}

void database_hurry(struct database *db, int ms)
{
    if (db->engine->hurry)
        db->engine->hurry(db, ms);
}

int database_beat_ms(const struct database *db)
{
    return db->engine->beat_ms;
}

enum error_code database_beat(struct database *db, struct error *error)
{
    return db->engine->beat(db, error);
}

int64_t database_lease_ms(struct database *db)
{
    return db->engine->lease_ms ? db->engine->lease_ms(db) : INT64_MAX;
}

enum error_code database_run(struct database *db, const char *sql, struct error *error)
{
    return db->engine->run(db, sql, error);
}

enum error_code database_read_int(struct database *db, const char *sql, int64_t *ret_value,
                                  struct error *error)
{
    struct statement *statement = NULL;
    bool row;
    enum error_code code = statement_prepare(db, sql, &statement, error);
    if (!code)
        code = statement_next(statement, &row, error);
    if (!code) {
        assert(row);
        *ret_value = statement_int(statement, 0);
    }
    statement_finish(statement);
    return code;
}

enum error_code database_begin_batch(struct database *db, struct error *error)
{
    return db->engine->begin(db, false, error);
}

enum error_code database_begin_relaxed(struct database *db, struct error *error)
{
    return db->engine->begin(db, true, error);
}

enum error_code database_end(struct database *db, enum error_code code, struct error *error)
{
    if (!code)
        code = db->engine->commit(db, error);
    if (code)
        db->engine->roll_back(db);
    return code;
}

enum error_code database_hold(struct database *db, struct error *error)
{
    return db->engine->hold(db, error);
}

void database_release(struct database *db)
{
    db->engine->release(db);
}

enum error_code statement_prepare(struct database *db, const char *sql,
                                  struct statement **ret_statement, struct error *error)
{
    return db->engine->prepare(db, sql, ret_statement, error);
}

void statement_finish(struct statement *statement)
{
    if (statement)
        statement->db->engine->finish(statement);
}

enum error_code statements_prepare(struct database *db, const char *const *sql, size_t count,
                                   struct statement **ret_statements, struct error *error)
{
    enum error_code code = ERROR_NONE;
    for (size_t i = 0; !code && i < count; i++)
        code = statement_prepare(db, sql[i], &ret_statements[i], error);
    return code;
}

void statements_finish(struct statement **statements, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        statement_finish(statements[i]);
        statements[i] = NULL;
    }
}

struct database *statement_database(const struct statement *statement)
{
    return statement->db;
}

int statement_parameters(const struct statement *statement)
{
    return statement->db->engine->parameters(statement);
}

static void bind(struct statement *statement, int parameter, struct value value)
{
    statement->db->engine->bind(statement, parameter, &value);
}

void statement_bind_null(struct statement *statement, int parameter)
{
    bind(statement, parameter, (struct value){.kind = VALUE_NULL});
}

void statement_bind_int(struct statement *statement, int parameter, int64_t value)
{
    bind(statement, parameter, (struct value){.kind = VALUE_INT, .integer = value});
}

void statement_bind_double(struct statement *statement, int parameter, double value)
{
    bind(statement, parameter, (struct value){.kind = VALUE_DOUBLE, .real = value});
}

void statement_bind_text(struct statement *statement, int parameter, const char *text, size_t len)
{
    /* A NULL pointer would bind the SQL value NULL, which is not the empty text. */
    bind(statement, parameter,
         (struct value){.kind = VALUE_TEXT, .bytes = len ? text : "", .len = len});
}

void statement_bind_blob(struct statement *statement, int parameter, const void *bytes, size_t len)
{
    bind(statement, parameter, (struct value){.kind = VALUE_BLOB, .bytes = bytes, .len = len});
}

enum error_code statement_next(struct statement *statement, bool *ret_row, struct error *error)
{
    return statement->db->engine->next(statement, ret_row, error);
}

void statement_reset(struct statement *statement)
{
    statement->db->engine->reset(statement);
}

enum error_code statement_run(struct statement *statement, struct error *error)
{
    bool row;
    enum error_code code = statement_next(statement, &row, error);
    assert(!row);
    return code;
}

enum error_code statement_run_one(struct statement *statement, struct error *error)
{
    return statement->db->engine->run_one(statement, error);
}

void statement_write_last(struct statement *statement)
{
    statement->db->engine->write_last(statement);
}

int64_t statement_changes(const struct statement *statement)
{
    return statement->db->engine->changes(statement);
}

int statement_columns(const struct statement *statement)
{
    return statement->db->engine->columns(statement);
}

const char *statement_column_name(const struct statement *statement, int column)
{
    return statement->db->engine->column_name(statement, column);
}

struct value statement_value(struct statement *statement, int column)
{
    return statement->db->engine->value(statement, column);
}

bool statement_is_null(struct statement *statement, int column)
{
    return statement_value(statement, column).kind == VALUE_NULL;
}

int64_t statement_int(struct statement *statement, int column)
{
    struct value value = statement_value(statement, column);
    assert(value.kind == VALUE_INT || value.kind == VALUE_NULL);
    return value.kind == VALUE_INT ? value.integer : 0;
}

double statement_double(struct statement *statement, int column)
{
    struct value value = statement_value(statement, column);
    assert(value.kind == VALUE_DOUBLE);
    return value.real;
}

const char *statement_text(struct statement *statement, int column)
{
    struct value value = statement_value(statement, column);
    assert(value.kind == VALUE_TEXT || value.kind == VALUE_NULL);
    return value.kind == VALUE_TEXT ? value.bytes : NULL;
}

char *statement_copy_text(struct statement *statement, int column)
{
    struct value value = statement_value(statement, column);
    return value.kind == VALUE_TEXT ? memory_text(value.bytes, value.len) : NULL;
}

/* A connection to the database and its prepared statements, whatever the engine (engine.h).
 *
 * There is one text of SQL for all engines. Its parameters are `?`, or `?1`, `?2`, ... where one
 * is used twice; an INSERT that may meet a row names the columns of the conflict; a subquery in
 * FROM has a name. A query says its LIMIT, unless its caller takes all rows: an engine may fetch
 * what the caller never asks for.
 *
 * A connection and its statements are used by one thread at a time. Failures are IO with the text
 * of the engine: "disk I/O error (SQLITE_IOERR_WRITE)". */
#ifndef SERVER_STORE_DATABASE_H
#define SERVER_STORE_DATABASE_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct database;
struct statement;

/* What a connection is for; the writer's is made by store_open(). */
enum database_use {
    DATABASE_TO_READ,
    DATABASE_TO_TIDY, /* deletes beside the writer what nothing refers to */
};

/* `name` is the path of a file, or an address "postgresql://...". The database has the present
 * schema. Takes a NULL pointer; the caller calls database_close(), after a failure too. */
enum error_code database_open(const char *name, enum database_use use, struct database **ret_db,
                              struct error *error);
/* Is it an address in PostgreSQL? */
bool database_is_address(const char *name);
/* Does the connection go to another machine, where neither the address nor the environment (libpq's
 * PGSSLMODE) says whether it has to be encrypted? */
bool database_may_lack_tls(const char *name);
/* Sets `error` to the cause with the name, without the password in an address. Returns its code. */
enum error_code database_name_error(const char *name, const struct error *cause,
                                    struct error *error);

/* The server that has a database which several may have, one after the other. */
struct database_leader {
    bool is_there;     /* no: it has handed over, and another one has not taken over yet */
    int64_t epoch;     /* grows with each server */
    char node[256];    /* the name of its machine */
    int64_t pid;       /* of its process; 0: its connection has ended, or has another name */
    int64_t since_ms;  /* of its connection, since 1970 by the database's clock */
    int64_t silent_ms; /* since its last sign */
};

/* NULL is taken. All statements have to be finished. */
void database_close(struct database *db);
/* May be called from any thread: the query that runs now ends soon, with IO. */
void database_interrupt(struct database *db);
/* The same, for the end of a program: whatever is asked of a server that does not answer fails with
 * IO after so many milliseconds from now, and no connection is made any more. */
void database_hurry(struct database *db, int ms);

/* A writer has to call database_beat() so many milliseconds after the last beat or batch began; 0:
 * never. */
int database_beat_ms(const struct database *db);
/* Says that the writer is there. TOO_EARLY: another server has taken over. */
enum error_code database_beat(struct database *db, struct error *error);
/* Until then, in ms by CLOCK_BOOTTIME, no other server can have taken over: some time after the
 * last beat or batch that was confirmed was sent, and less once this end knows that the writer's
 * connection has ended. INT64_MAX: none ever can. May be called from any thread. */
int64_t database_lease_ms(struct database *db);

/* Runs one or several statements that return no rows. */
enum error_code database_run(struct database *db, const char *sql, struct error *error);
/* Runs a query whose result is one integer. */
enum error_code database_read_int(struct database *db, const char *sql, int64_t *ret_value,
                                  struct error *error);

/* A batch is durable once database_end() has succeeded. One that has failed is to be tried again as
 * it is, until it succeeds: it may be committed already, and is not written twice. */
enum error_code database_begin_batch(struct database *db, struct error *error);
/* A transaction that a crash may undo; the next batch makes it durable, too. */
enum error_code database_begin_relaxed(struct database *db, struct error *error);
/* Commits if `code` is NONE, else rolls back and returns `code` with the error as it is. */
enum error_code database_end(struct database *db, enum error_code code, struct error *error);
/* All that is read until database_release() is of one snapshot. */
enum error_code database_hold(struct database *db, struct error *error);
void database_release(struct database *db);

/* Takes a NULL pointer or a statement; the caller calls statement_finish(), after a failure too. */
enum error_code statement_prepare(struct database *db, const char *sql,
                                  struct statement **ret_statement, struct error *error);
void statement_finish(struct statement *statement);
/* The same for a table of statements. */
enum error_code statements_prepare(struct database *db, const char *const *sql, size_t count,
                                   struct statement **ret_statements, struct error *error);
void statements_finish(struct statement **statements, size_t count);
struct database *statement_database(const struct statement *statement);

/* Parameters count from 1. Texts and blobs are borrowed until the statement has run. */
int statement_parameters(const struct statement *statement);
void statement_bind_null(struct statement *statement, int parameter);
void statement_bind_int(struct statement *statement, int parameter, int64_t value);
void statement_bind_double(struct statement *statement, int parameter, double value);
void statement_bind_text(struct statement *statement, int parameter, const char *text, size_t len);
void statement_bind_blob(struct statement *statement, int parameter, const void *bytes, size_t len);

/* Steps to the next row. After the last row, and after a failure, the statement is reset. A caller
 * that stops earlier resets it: a statement left in a row keeps its snapshot. */
enum error_code statement_next(struct statement *statement, bool *ret_row, struct error *error);
void statement_reset(struct statement *statement);
/* Runs a statement that returns no rows. In a batch it may be that it is only sent, and that
 * database_end() tells of its failure. */
enum error_code statement_run(struct statement *statement, struct error *error);
/* The same for a statement that changes one row, whatever happens: all else is a bug of the
 * caller. */
enum error_code statement_run_one(struct statement *statement, struct error *error);
/* The rows that the last statement_run() has changed, outside of batches. */
int64_t statement_changes(const struct statement *statement);
/* No other statement of a batch has to see the rows that this INSERT makes in it: they may all be
 * written at its end, in their order. */
void statement_write_last(struct statement *statement);

/* A value of the current row. */
enum value_kind {
    VALUE_NULL,
    VALUE_INT,
    VALUE_DOUBLE,
    VALUE_TEXT,
    VALUE_BLOB,
};
struct value {
    enum value_kind kind;
    union {
        int64_t integer;
        double real;
        struct {
            const char *bytes; /* a zero byte follows a text */
            size_t len;
        };
    };
};

int statement_columns(const struct statement *statement);
const char *statement_column_name(const struct statement *statement, int column);
/* Texts and blobs are borrowed until the next step. */
struct value statement_value(struct statement *statement, int column);
bool statement_is_null(struct statement *statement, int column);
/* NULL is 0; true is 1. */
int64_t statement_int(struct statement *statement, int column);
double statement_double(struct statement *statement, int column);
/* NULL: the column is NULL. */
const char *statement_text(struct statement *statement, int column);
/* A copy of such a text; free() it. */
char *statement_copy_text(struct statement *statement, int column);

#endif

/* Prepared statements, for the writer, the recovery and the readers. */
#ifndef SERVER_STORE_STATEMENT_H
#define SERVER_STORE_STATEMENT_H

#include "common/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Returns IO with the text of the connection's last failure: "disk I/O error
 * (SQLITE_IOERR_WRITE)". */
enum error_code database_error(sqlite3 *db, struct error *error);

enum error_code statement_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **ret_statement,
                                  struct error *error);
/* Prepares a table of statements. The caller calls statements_finish(), after a failure too. */
enum error_code statements_prepare(sqlite3 *db, const char *const *sql, size_t count,
                                   sqlite3_stmt **ret_statements, struct error *error);
void statements_finish(sqlite3_stmt **statements, size_t count);

/* Parameters count from 1. Texts and blobs are borrowed until the statement is reset. */
void statement_bind_null(sqlite3_stmt *statement, int parameter);
void statement_bind_int(sqlite3_stmt *statement, int parameter, int64_t value);
void statement_bind_double(sqlite3_stmt *statement, int parameter, double value);
void statement_bind_text(sqlite3_stmt *statement, int parameter, const char *text, size_t len);
void statement_bind_blob(sqlite3_stmt *statement, int parameter, const void *bytes, size_t len);

/* Steps to the next row. After the last row, and after a failure (IO), the statement is reset. A
 * caller that stops earlier resets it: a statement left in a row keeps its snapshot, and so the
 * whole WAL. */
enum error_code statement_next(sqlite3_stmt *statement, bool *ret_row, struct error *error);
/* Runs a statement that returns no rows. */
enum error_code statement_run(sqlite3_stmt *statement, struct error *error);

/* A text in the current row, borrowed from it; NULL: the column is NULL. */
const char *statement_text(sqlite3_stmt *statement, int column);
/* A copy of such a text; free() it. */
char *statement_copy_text(sqlite3_stmt *statement, int column);

#endif

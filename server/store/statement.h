/* Prepared statements: what the writer, the recovery and the reader have in common. */
#ifndef SERVER_STORE_STATEMENT_H
#define SERVER_STORE_STATEMENT_H

#include "common/base/error.h"

#include <sqlite3.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum error_code statement_prepare(sqlite3 *db, const char *sql, sqlite3_stmt **ret_statement,
                                  struct error *error);
/* Prepares a table of them. On failure too, statements_finish() is the caller's to call. */
enum error_code statements_prepare(sqlite3 *db, const char *const *sql, size_t count,
                                   sqlite3_stmt **ret_statements, struct error *error);
void statements_finish(sqlite3_stmt **statements, size_t count);

/* Parameters count from 1. Texts and blobs are borrowed until the statement is reset. */
void statement_bind_null(sqlite3_stmt *statement, int parameter);
void statement_bind_int(sqlite3_stmt *statement, int parameter, int64_t value);
void statement_bind_double(sqlite3_stmt *statement, int parameter, double value);
void statement_bind_text(sqlite3_stmt *statement, int parameter, const char *text, size_t len);
void statement_bind_blob(sqlite3_stmt *statement, int parameter, const void *bytes, size_t len);

/* The next row. After the last one, and after a failure (IO), the statement is reset; who stops
 * earlier resets it: a statement left in a row keeps its snapshot, and with it the whole WAL. */
enum error_code statement_next(sqlite3_stmt *statement, bool *ret_row, struct error *error);
/* Runs a statement that gives no rows. */
enum error_code statement_run(sqlite3_stmt *statement, struct error *error);

/* A text in the present row: the row's, and NULL where nothing is. */
const char *statement_text(sqlite3_stmt *statement, int column);
/* A copy of one; free() it. */
char *statement_copy_text(sqlite3_stmt *statement, int column);

#endif

/* Rows as wire records: a column goes into the member that has its name, so that a query and what
 * is read of it cannot disagree. */
#ifndef SERVER_STORE_ROW_H
#define SERVER_STORE_ROW_H

#include "common/wire/wire.h"

#include <sqlite3.h>

enum { ROW_COLUMNS_MAX = 32 };

/* Where the members of a record are in the rows of a query. */
struct row_form {
    const struct wire_record *record;
    int8_t columns[WIRE_FIELDS_MAX]; /* by field; -1: nowhere, then it is absent */
};

/* Each column needs its name by AS; of two with the same name the first counts. Columns without a
 * member, lists and nested records are the caller's to read. */
struct row_form row_form(sqlite3_stmt *query, const struct wire_record *record);
/* Fills the record's struct from the present row, with copies of its texts. NULL is absent. A REAL
 * is shown in hundredths, and below zero as zero. */
void row_take(const struct row_form *form, sqlite3_stmt *row, struct wire_arena *arena,
              void *ret_record);
/* The index of the column of that name, which has to be there. */
int row_column(sqlite3_stmt *row, const char *name);
/* A copy of the text in that column; NULL is the absent text. */
struct wire_text row_text(sqlite3_stmt *row, int column, struct wire_arena *arena);

#endif

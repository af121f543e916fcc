/* Rows as wire records: each column goes into the member with its name, so a query and its reader
 * cannot disagree. */
#ifndef SERVER_STORE_ROW_H
#define SERVER_STORE_ROW_H

#include "common/wire/wire.h"
#include "server/store/database.h"

enum { ROW_COLUMNS_MAX = 32 };

/* The columns of a record's members in the rows of a query. */
struct row_form {
    const struct wire_record *record;
    int8_t columns[WIRE_FIELDS_MAX]; /* by field; -1: no column, so the member is absent */
};

/* Each column needs a name by AS; of two columns with the same name the first counts. The caller
 * reads columns without a member, lists and nested records. */
struct row_form row_form(struct statement *query, const struct wire_record *record);
/* Fills the record's struct from the current row, with copies of its texts. NULL is absent. A REAL
 * becomes hundredths, and zero if negative. */
void row_take(const struct row_form *form, struct statement *row, struct wire_arena *arena,
              void *ret_record);
/* The index of the column of that name, which must exist. */
int row_column(struct statement *row, const char *name);
/* A copy of the text in that column; NULL is the absent text. */
struct wire_text row_text(struct statement *row, int column, struct wire_arena *arena);

#endif

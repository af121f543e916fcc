/* Tables: one list of columns for each kind of row, and a writer for each form that the rows take.
 * The text table is here; sheets of the full screen (tui/sheet.h) and report.html
 * (tournament/report_html_tables.c) are written from the same lists. Pure. */
#ifndef CLIENT_COLUMNS_H
#define CLIENT_COLUMNS_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>

enum column_align { COLUMN_LEFT, COLUMN_RIGHT };

/* A list of columns ends with a row of zeros. */
struct column {
    const char *heading;
    enum column_align align;
    /* Appends the cell. `value` is at `offset` in the row: a member of its struct, or with 0 the
     * row itself. The writers make harmless what is printed. NULL: this cell and those after it
     * are filled by the owner of the table. */
    void (*print)(const void *value, struct text *out);
    size_t offset;
    /* NULL: the cell is a text. Otherwise `print` appends HTML, for a cell of this class; "":
     * without a class. */
    const char *html;
};

/* Of a member of struct `tag`; of the whole row; with a heading alone. */
#define COLUMN(heading, align, print, tag, member)                                                 \
    {                                                                                              \
        heading, COLUMN_##align, print, offsetof(struct tag, member), NULL                         \
    }
#define COLUMN_OF_ROW(heading, align, print)                                                       \
    {                                                                                              \
        heading, COLUMN_##align, print, 0, NULL                                                    \
    }
#define HEAD(text)                                                                                 \
    {                                                                                              \
        .heading = text                                                                            \
    }
#define HEAD_RIGHT(text)                                                                           \
    {                                                                                              \
        .heading = text, .align = COLUMN_RIGHT                                                     \
    }

/* What `print` often is. */
void column_int(const void *value, struct text *out);    /* int64_t */
void column_string(const void *value, struct text *out); /* const char * */
void column_wire(const void *value, struct text *out);   /* struct wire_text; nothing if absent */
void column_halves(const void *value, struct text *out); /* int64_t: "12.5", "12" */

/* Calls `cell` with each column and what stands in the row there. */
void columns_walk(const struct column *list, const void *row,
                  void (*cell)(void *owner, const struct column *column, const char *text),
                  void *owner);

/* --- a text table, whose columns are as wide as they need to be --- */

enum { COLUMNS_MAX = 32 };

/* `struct columns table = {0}`, its columns, the cells row by row, then columns_print(). */
struct columns {
    size_t count; /* of columns */
    enum column_align aligns[COLUMNS_MAX];
    char **cells; /* owned; the headings are the first ones */
    size_t cell_count;
};

/* Adds a column, before any other cell. `heading` NULL: the table has no headings. */
void columns_head(struct columns *table, const char *heading, enum column_align align);
void columns_heads(struct columns *table, const struct column *list);
/* Adds the next cell, made harmless. */
void columns_add(struct columns *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds the cells of a row. */
void columns_row(struct columns *table, const struct column *list, const void *row);
/* Appends the rows, two blanks between columns and none at the end, and empties the table. */
void columns_print(struct columns *table, struct text *out);

/* How many places of a terminal a text takes. */
size_t columns_width(const char *text);
/* How many of its bytes fit into so many places, and how many places these take. */
size_t columns_fit(const char *text, size_t len, size_t width, size_t *ret_width);

#endif

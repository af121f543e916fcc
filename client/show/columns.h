/* Tables: one list of columns for each kind of row, and a writer for each output format. The text
 * table is here; the sheets of the full screen (tui/sheet.h) and report.html
 * (tournament/report_html_tables.c) use the same lists. Pure. */
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
    /* Appends the cell. `value` points to `offset` in the row: to a member of its struct or, with
     * 0, to the row itself. The writers make the text harmless. NULL: the owner of the table fills
     * this cell and those after it. */
    void (*print)(const void *value, struct text *out);
    size_t offset;
    /* NULL: `print` appends plain text. Otherwise `print` appends HTML, and this is the class of
     * the cell; "": no class. */
    const char *html;
};

/* A column of a member of struct `tag`, one of the whole row, and those with a heading alone. */
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

/* Common values of `print`. */
void column_int(const void *value, struct text *out);    /* int64_t */
void column_string(const void *value, struct text *out); /* const char * */
void column_wire(const void *value, struct text *out);   /* struct wire_text; nothing if absent */
void column_halves(const void *value, struct text *out); /* int64_t: "12.5", "12" */

/* Calls `cell` with each column and the row's text there. */
void columns_walk(const struct column *list, const void *row,
                  void (*cell)(void *owner, const struct column *column, const char *text),
                  void *owner);

/* --- a text table with columns as wide as their cells --- */

enum { COLUMNS_MAX = 32 };

/* Used in this order: `struct columns table = {0}`, the columns, the cells row by row,
 * columns_print(). */
struct columns {
    size_t count; /* of columns */
    enum column_align aligns[COLUMNS_MAX];
    char **cells; /* owned; the headings come first */
    size_t cell_count;
};

/* Adds a column, before the first cell. `heading` NULL: the table has no headings. */
void columns_head(struct columns *table, const char *heading, enum column_align align);
void columns_heads(struct columns *table, const struct column *list);
/* Adds the next cell, made harmless. */
void columns_add(struct columns *table, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Adds the cells of a row. */
void columns_row(struct columns *table, const struct column *list, const void *row);
/* Appends the rows, with two blanks between columns and none at the end, and empties the table. */
void columns_print(struct columns *table, struct text *out);

/* The width of a text in terminal columns. */
size_t columns_width(const char *text);
/* The number of bytes of the text that fit into `width` columns, and the columns that they take. */
size_t columns_fit(const char *text, size_t len, size_t width, size_t *ret_width);

#endif

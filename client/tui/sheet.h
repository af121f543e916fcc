/* A table whose rows come and go while a person looks at it: the chosen row stays chosen. No I/O.
 */
#ifndef CLIENT_TUI_SHEET_H
#define CLIENT_TUI_SHEET_H

#include "client/show/columns.h"
#include "client/tui/list.h"

enum { SHEET_COLUMNS_MAX = 10 };

struct sheet_row {
    int64_t id; /* stays the same while the row is replaced */
    int kind;   /* the owner's */
    enum style style;
    char *key;                      /* the owner's, such as a name; NULL: none; owned */
    char *cells[SHEET_COLUMNS_MAX]; /* owned; NULL: empty */
};

/* {.columns = ...} is an empty sheet; sheet_finish() it when done. */
struct sheet {
    const struct column *columns; /* of its rows; borrowed */
    struct sheet_row *rows;       /* owned */
    size_t count;
    struct list list;
    size_t seen; /* rows that were seen when it was last drawn */
};

void sheet_finish(struct sheet *sheet);

/* Adds a row of empty cells; the pointer is valid until the next is added. */
struct sheet_row *sheet_add(struct sheet *sheet, int64_t id);
/* Empties a row's cells, and returns it. */
struct sheet_row *sheet_empty(struct sheet_row *row);
/* Fills the first empty cell of the row. */
void sheet_put(struct sheet_row *row, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Fills the first empty cells of the row with those of `columns` for `of`. */
void sheet_fill(struct sheet_row *row, const struct column *columns, const void *of);
/* Replaces a cell; NULL empties it. */
void sheet_set(struct sheet_row *row, size_t column, const char *text);
void sheet_remove(struct sheet *sheet, int64_t id);
/* NULL: there is none. */
struct sheet_row *sheet_find(const struct sheet *sheet, int64_t id);
/* Replaces the rows by those of `fresh`, which is empty then. */
void sheet_replace(struct sheet *sheet, struct sheet *fresh);

/* NULL where there are no rows. */
const struct sheet_row *sheet_chosen(const struct sheet *sheet);
/* As list_stroke(). */
bool sheet_stroke(struct sheet *sheet, struct stroke stroke);
/* `empty` is shown where there are no rows. A sheet that is too wide first loses the columns
 * without a text in any row, then the widest columns become narrower. */
void sheet_draw(struct sheet *sheet, const char *empty, struct canvas *canvas, struct area area);

#endif

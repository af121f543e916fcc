/* A table whose chosen row stays chosen while rows come and go. No I/O. */
#ifndef CLIENT_TUI_SHEET_H
#define CLIENT_TUI_SHEET_H

#include "client/show/columns.h"
#include "client/tui/list.h"

enum { SHEET_COLUMNS_MAX = 10 };

struct sheet_row {
    int64_t id; /* stable when the row is replaced */
    int kind;   /* the owner's */
    enum style style;
    char *key;                      /* the owner's, such as a name; NULL: none; owned */
    char *cells[SHEET_COLUMNS_MAX]; /* owned; NULL: empty */
};

/* {.columns = ...} is an empty sheet, to be released with sheet_finish(). */
struct sheet {
    const struct column *columns; /* of its rows; borrowed */
    struct sheet_row *rows;       /* owned */
    size_t count;
    struct list list;
    size_t seen; /* visible rows of the last drawing */
};

void sheet_finish(struct sheet *sheet);

/* Adds a row of empty cells; the pointer is valid until the next sheet_add(). */
struct sheet_row *sheet_add(struct sheet *sheet, int64_t id);
/* Empties a row's cells, and returns it. */
struct sheet_row *sheet_empty(struct sheet_row *row);
/* Fills the first empty cell of the row. */
void sheet_put(struct sheet_row *row, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Fills the first empty cells of the row with the cells of `columns` for `of`. */
void sheet_fill(struct sheet_row *row, const struct column *columns, const void *of);
/* Replaces a cell; NULL empties it. */
void sheet_set(struct sheet_row *row, size_t column, const char *text);
void sheet_remove(struct sheet *sheet, int64_t id);
/* NULL: no such row. */
struct sheet_row *sheet_find(const struct sheet *sheet, int64_t id);
/* Replaces the rows by those of `fresh`, and empties `fresh`. */
void sheet_replace(struct sheet *sheet, struct sheet *fresh);

/* NULL: the sheet has no rows. */
const struct sheet_row *sheet_chosen(const struct sheet *sheet);
/* As list_stroke(). */
bool sheet_stroke(struct sheet *sheet, struct stroke stroke);
/* `empty` is shown in place of rows. A sheet that is too wide loses its empty columns first; then
 * its widest columns are narrowed. */
void sheet_draw(struct sheet *sheet, const char *empty, struct canvas *canvas, struct area area);

#endif

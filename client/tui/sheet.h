/* A table whose rows come and go while somebody looks at it: the row that is chosen stays the
 * chosen one. Pure. */
#ifndef CLIENT_TUI_SHEET_H
#define CLIENT_TUI_SHEET_H

#include "client/tui/list.h"

enum { SHEET_COLUMNS_MAX = 10 };

struct sheet_column {
    const char *title;
    bool is_right; /* its cells end at its right, as numbers do */
};

struct sheet_row {
    int64_t id; /* by which it is known again */
    int kind;   /* the owner's */
    enum style style;
    char *key;                      /* the owner's, such as a name; NULL: none; owned */
    char *cells[SHEET_COLUMNS_MAX]; /* owned; NULL: empty */
};

/* One of zeroes, but for `columns`, is empty. */
struct sheet {
    const struct sheet_column *columns; /* the last one has a title of NULL; borrowed */
    struct sheet_row *rows;             /* owned */
    size_t count;
    struct list list;
    size_t seen; /* how many rows fitted when it was drawn */
};

void sheet_finish(struct sheet *sheet);

/* Adds a row of empty cells; the pointer is good until the next one. */
struct sheet_row *sheet_add(struct sheet *sheet, int64_t id);
/* Empties a row's cells, and returns it. */
struct sheet_row *sheet_empty(struct sheet_row *row);
/* Fills the first cell of the row that is empty still. */
void sheet_put(struct sheet_row *row, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void sheet_remove(struct sheet *sheet, int64_t id);
/* NULL: there is none. */
struct sheet_row *sheet_find(const struct sheet *sheet, int64_t id);
/* Takes the rows of `fresh`, which is finished by that, instead of its own. */
void sheet_replace(struct sheet *sheet, struct sheet *fresh);

/* NULL where there are no rows. */
const struct sheet_row *sheet_chosen(const struct sheet *sheet);
/* As list_stroke(). */
bool sheet_stroke(struct sheet *sheet, struct stroke stroke);
/* `empty` stands there instead of no rows. What is too wide leaves out the columns without a text
 * in any row, and then takes from the widest ones. */
void sheet_draw(struct sheet *sheet, const char *empty, struct canvas *canvas, struct area area);

#endif

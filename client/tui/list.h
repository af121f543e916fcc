/* A scrolling list of rows, one of them chosen. No I/O. */
#ifndef CLIENT_TUI_LIST_H
#define CLIENT_TUI_LIST_H

#include "client/tui/canvas.h"

/* {0}: the first row is chosen. */
struct list {
    size_t chosen;
    size_t top; /* the first visible row */
};

/* Takes Up, Down, PageUp, PageDown, Home, End, and a press on a row (STROKE_CHOOSE). False: another
 * stroke. `seen`: the visible rows of the last drawing. */
bool list_stroke(struct list *list, struct stroke stroke, size_t count, size_t seen);
/* Keeps the choice within the rows after a change of `count`. */
void list_keep(struct list *list, size_t count);

struct list_rows {
    const char *head;  /* the titles; NULL: none */
    const char *empty; /* shown in place of rows */
    size_t count;
    void *owner;
    /* Draws row number `index` into an area of one row. */
    void (*draw)(void *owner, size_t index, struct canvas *canvas, struct area area);
};

/* Draws the rows that fit, including the chosen one (in STYLE_CHOSEN if `has_focus`), each as a
 * target, and a scroll bar if some do not fit. Returns the number of visible rows. */
size_t list_draw(struct list *list, const struct list_rows *rows, bool has_focus,
                 struct canvas *canvas, struct area area);

#endif

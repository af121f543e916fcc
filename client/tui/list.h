/* A list of rows, one of them chosen, which scrolls if not all fit. No I/O. */
#ifndef CLIENT_TUI_LIST_H
#define CLIENT_TUI_LIST_H

#include "client/tui/canvas.h"

/* {0} is a list whose first row is chosen. */
struct list {
    size_t chosen;
    size_t top; /* the first row that is seen */
};

/* Up, Down, PageUp, PageDown, Home, End, and a press on a row (STROKE_CHOOSE). False: the list has
 * no use for the stroke. `seen`: the rows that were seen when it was last drawn. */
bool list_stroke(struct list *list, struct stroke stroke, size_t count, size_t seen);
/* Keeps the choice within the rows after some have come or gone. */
void list_keep(struct list *list, size_t count);

struct list_rows {
    const char *head;  /* the titles; NULL: none */
    const char *empty; /* shown where there are no rows */
    size_t count;
    void *owner;
    /* Draws row number `index` into an area of one row. */
    void (*draw)(void *owner, size_t index, struct canvas *canvas, struct area area);
};

/* Draws the rows that fit, the chosen one among them (in STYLE_CHOSEN where `has_focus`), each as a
 * target, and a scroll bar if not all fit. Returns how many rows are seen. */
size_t list_draw(struct list *list, const struct list_rows *rows, bool has_focus,
                 struct canvas *canvas, struct area area);

#endif

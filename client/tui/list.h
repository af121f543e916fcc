/* Rows of which one is chosen, more than fit perhaps. Pure. */
#ifndef CLIENT_TUI_LIST_H
#define CLIENT_TUI_LIST_H

#include "client/tui/canvas.h"

/* A list of zeroes stands at its first row. */
struct list {
    size_t chosen;
    size_t top; /* the first that is seen */
};

/* Up, Down, PageUp, PageDown, Home, End, and a press on a row (STROKE_CHOOSE). False: not for a
 * list. `seen`: how many rows it had when it was drawn. */
bool list_stroke(struct list *list, struct stroke stroke, size_t count, size_t seen);
/* After rows have come or gone: the chosen one stays within them. */
void list_keep(struct list *list, size_t count);

struct list_rows {
    const char *head;  /* over the columns; NULL: none */
    const char *empty; /* what is said instead of no rows */
    size_t count;
    void *owner;
    /* Draws row number `index` into an area of one row. */
    void (*draw)(void *owner, size_t index, struct canvas *canvas, struct area area);
};

/* Draws the rows that fit, the chosen one among them (in STYLE_CHOSEN where `has_focus`), each as a
 * target; at the right border, where the list is longer, how far it is scrolled. Returns how many
 * rows are seen. */
size_t list_draw(struct list *list, const struct list_rows *rows, bool has_focus,
                 struct canvas *canvas, struct area area);

#endif

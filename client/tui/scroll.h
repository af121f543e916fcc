/* Paragraphs one below the other, of which the first rows may be scrolled past. Pure. */
#ifndef CLIENT_TUI_SCROLL_H
#define CLIENT_TUI_SCROLL_H

#include "client/tui/page.h"

struct scroll {
    struct canvas *canvas;
    struct area area;
    int skip; /* rows that lie above what is seen */
    int rows; /* so far, all of them */
};

void scroll_paragraph(struct scroll *scroll, enum style style, const char *text);
/* An empty row. */
void scroll_gap(struct scroll *scroll);
/* How many rows lie below what is seen; not below 0. */
int scroll_below(const struct scroll *scroll);

/* What Up, Down, Page Up, Page Down make of `*skip`, of an area of so many rows below whose end
 * `below` lie. False: not for this. */
bool scroll_stroke(struct stroke stroke, int rows, int below, int *skip);
/* The hints for these keys, where they would do something. Returns their number, 2 at most. */
size_t scroll_hints(int skip, int below, struct hint *ret_hints);

#endif

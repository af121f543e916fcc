/* Paragraphs in a scrolling area. No I/O. */
#ifndef CLIENT_TUI_SCROLL_H
#define CLIENT_TUI_SCROLL_H

#include "client/tui/page.h"

struct scroll {
    struct canvas *canvas;
    struct area area;
    int skip; /* rows above the visible part */
    int rows; /* drawn so far, visible or not */
};

void scroll_paragraph(struct scroll *scroll, enum style style, const char *text);
/* An empty row. */
void scroll_gap(struct scroll *scroll);
/* The number of rows below the visible part. */
int scroll_below(const struct scroll *scroll);

/* Changes `*skip` by Up, Down, Page Up or Page Down, for an area of `rows` rows with `below` rows
 * below it. False: another stroke. */
bool scroll_stroke(struct stroke stroke, int rows, int below, int *skip);
/* The hints for the keys of scroll_stroke() that have an effect now. Returns their number, at most
 * 2. */
size_t scroll_hints(int skip, int below, struct hint *ret_hints);

#endif

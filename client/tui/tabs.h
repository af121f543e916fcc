/* Tabs: a row with the names of the parts of a page, one of which is open. No I/O. */
#ifndef CLIENT_TUI_TABS_H
#define CLIENT_TUI_TABS_H

#include "client/tui/canvas.h"

/* A press on a tab is STROKE_CHOOSE with this number plus the tab's code. The codes of list rows
 * are smaller. */
enum { TABS_PRESS = 1000000 };

struct tab {
    const char *name;
    int code;
    size_t badge;     /* a number behind the name; 0: none */
    const char *mark; /* a word behind the badge; NULL: none */
};

/* The digit of a tab is its place, counted from 1. */
void tabs_draw(const struct tab *tabs, size_t count, int open_code, struct canvas *canvas,
               struct area area);
/* The code of the pressed tab; -1: none. */
int tabs_pressed(struct stroke stroke);

#endif

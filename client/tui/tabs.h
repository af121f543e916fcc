/* The names of what a page can show, one beside the other, of which one is open. Pure. */
#ifndef CLIENT_TUI_TABS_H
#define CLIENT_TUI_TABS_H

#include "client/tui/canvas.h"

/* What pressing a tab does: STROKE_CHOOSE with this and the tab's code. Rows of lists lie below. */
enum { TABS_PRESS = 1000000 };

struct tab {
    const char *name;
    int code;
    size_t badge;     /* a number behind the name; 0: none */
    const char *mark; /* a word behind that; NULL: none */
};

/* A tab's digit is its place, from 1 on. */
void tabs_draw(const struct tab *tabs, size_t count, int open_code, struct canvas *canvas,
               struct area area);
/* The code of the tab that a stroke presses; -1: none. */
int tabs_pressed(struct stroke stroke);

#endif

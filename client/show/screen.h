/* A few lines at the bottom of a terminal that change in place. Before anything else is printed
 * there, screen_wipe(). */
#ifndef CLIENT_SCREEN_H
#define CLIENT_SCREEN_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdio.h>

struct screen {
    FILE *out; /* borrowed */
    bool is_terminal;
    size_t lines;   /* that stand there, the cursor behind them */
    size_t *widths; /* of each; owned */
};

/* screen_finish() it when done. */
struct screen screen_on(FILE *out);
void screen_finish(struct screen *screen);
/* Shows these lines, each with its newline, in place of those before; where they do not all fit,
 * the last row says how many more there are. On a terminal only. */
void screen_draw(struct screen *screen, const struct text *lines);
/* Takes them away. */
void screen_wipe(struct screen *screen);

#endif

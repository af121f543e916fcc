/* A few lines at the bottom of a terminal that are redrawn in place. Call screen_wipe() before any
 * other output to that terminal. */
#ifndef CLIENT_SCREEN_H
#define CLIENT_SCREEN_H

#include "common/base/text.h"

#include <stdbool.h>
#include <stdio.h>

struct screen {
    FILE *out; /* borrowed */
    bool is_terminal;
    size_t lines;   /* shown now, above the cursor */
    size_t *widths; /* of each line; owned */
};

/* To be released with screen_finish(). */
struct screen screen_on(FILE *out);
void screen_finish(struct screen *screen);
/* Replaces the lines shown by `lines`, each with its newline. If they do not all fit, the last row
 * says how many are missing. No output except on a terminal. */
void screen_draw(struct screen *screen, const struct text *lines);
/* Erases the lines. */
void screen_wipe(struct screen *screen);

#endif

/* How to win at each kind of game, in a few sentences of our own: what a guide is made from. Pure.
 */
#ifndef CLIENT_TUI_LESSON_H
#define CLIENT_TUI_LESSON_H

#include "common/game/game.h"

/* What of a game is worth knowing by heart; the solver fills it in. */
enum lesson_table {
    LESSON_NO_TABLE,
    LESSON_VALUES,      /* of heaps of 1, 2, 3, ... */
    LESSON_LOST_HEAPS,  /* the single heaps that whoever is to move loses */
    LESSON_LOST_PAIRS,  /* ... of two heaps */
    LESSON_LOST_SHAPES, /* ... of chocolate */
};

struct lesson {
    const char *how;     /* paragraphs */
    const char *example; /* a position; NULL: the catalogue's, or any */
    enum lesson_table table;
    const char *sources; /* where to read on */
};

/* There is one for any rules. */
const struct lesson *lesson_of(const struct rules *rules);

#endif

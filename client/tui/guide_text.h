/* The guide of a game: its rules, how to win, and an example that the solver has worked out, so
 * that every number in it holds. Pure. */
#ifndef CLIENT_TUI_GUIDE_TEXT_H
#define CLIENT_TUI_GUIDE_TEXT_H

#include "common/solver/solver.h"

/* --- lesson.c: how to win at each kind of game, in a few sentences --- */

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

/* --- guide_text.c --- */

/* {0} is an empty one; guide_finish() it when done. */
struct guide {
    struct rules rules;
    const struct lesson *lesson;
    struct text title;   /* "Kayles (octal:0.77)" */
    struct text summary; /* the rules, in sentences, and how to play it misere */
    struct text table;   /* what to know by heart; empty: nothing */
    struct position position;
    struct text example; /* the position, and what to do there; empty: not solved yet */
    bool has_best;
    struct move best;    /* a winning move of the example */
    struct text figures; /* why, in lines */
    struct text line;    /* the example played to its end by two perfect players, a move a line */
};

/* All that takes no solver: the title, the summary and the position of the example. What it held is
 * replaced. */
void guide_begin(struct guide *guide, const struct rules *rules);
/* What the solver knows: the table and the example. `solver` is one for these rules; from small
 * positions it takes a fraction of a second. To be called once. */
void guide_solve(struct guide *guide, struct solver *solver);
void guide_finish(struct guide *guide);

#endif

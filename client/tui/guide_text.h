/* The guide of a game: its rules, how to win, and an example that the solver has worked out, so
 * that every number in it holds. Pure. */
#ifndef CLIENT_TUI_GUIDE_TEXT_H
#define CLIENT_TUI_GUIDE_TEXT_H

#include "client/tui/lesson.h"
#include "common/solver/solver.h"

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

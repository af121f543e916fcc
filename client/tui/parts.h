/* What a position consists of to somebody who looks at it, in the order in which it is drawn:
 * heaps, rows of chocolate, the edges of a picture. Pure. */
#ifndef CLIENT_TUI_PARTS_H
#define CLIENT_TUI_PARTS_H

#include "common/game/game.h"

enum parts_kind {
    PARTS_HEAPS,     /* of counters */
    PARTS_PINS,      /* rows of pins, from the middle of which can be taken */
    PARTS_CHOCOLATE, /* rows: a bite into one goes on through those below it */
    PARTS_EDGES,
    PARTS_UNKNOWN, /* there are none: such a position is shown in its notation */
};

enum { PART_GROUP = 2 };

struct part {
    int64_t size; /* counters, squares; of an edge 1 */
    int64_t most; /* that a quota allows to be taken of it */
    /* Of a move that changes this part, what comes first in the order of the moves; equal parts
     * have the same. */
    int64_t group[PART_GROUP];
    bool is_both; /* the two heaps of Wythoff's game, as a further part that comes last */
    /* Of an edge: where it is met on a walk from the ground up, how far from there, and whether it
     * leads to where the walk has been before. */
    int64_t from, to;
    int depth;
    bool leads_back;
};

/* {0} is a valid value; parts_finish() it when done. */
struct parts {
    enum parts_kind kind;
    bool may_split;   /* into two heaps, by some move in some position of the game */
    bool only_splits; /* nothing is ever taken */
    uint32_t count;
    struct part *items; /* owned */
};

/* What it held is replaced. */
void parts_find(struct parts *parts, const struct rules *rules, const struct position *position);
void parts_finish(struct parts *parts);

/* Where a move stands in the order of the moves (game.h), and what it does to its part. */
struct parts_move {
    int64_t group[PART_GROUP];
    int64_t taken;
    int64_t smallest; /* of the heaps that are left, what is left of a row; 0: nothing */
};

struct parts_move parts_move_of(const struct rules *rules, const struct move *move);
/* Negative, 0 or positive, as in qsort(). */
int parts_move_compare(const struct parts_move *a, const struct parts_move *b);

#endif

/* Ways of choosing a move. To add one, write its function and give it a row in strategy.c.
 *
 *     perfect   the solver's best move: wins whenever that can be, and else makes it hard
 *     greedy    takes as many counters as the rules allow; of several such moves the first in the
 *               order of move_at(). Counters taken: those on the table before, less those after
 *     random    every legal move is as likely as any other. The choice follows from the seed, the
 *               match and the ply alone, so that it can be repeated, whatever else goes on */
#ifndef BOTS_STRATEGY_H
#define BOTS_STRATEGY_H

#include "common/game/game.h"

#include <stdint.h>

struct strategy;

/* What a move is to be chosen for. */
struct turn {
    const struct rules *rules;
    const struct position *position; /* not over */
    int64_t match;
    int64_t ply; /* of the move to be chosen */
};

/* NULL when there is no strategy of that name. */
struct strategy *strategy_create(const char *name, uint64_t seed);
void strategy_destroy(struct strategy *strategy); /* NULL is taken */
void strategy_choose(struct strategy *strategy, const struct turn *turn, struct move *ret_move);

/* The name and the description of each one, for help and messages; NULL after the last. */
const char *strategy_name(int index);
const char *strategy_summary(int index);

#endif

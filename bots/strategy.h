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
#include "common/solver/solver.h"

#include <stdbool.h>
#include <stdint.h>

/* What a move is to be chosen for. */
struct turn {
    const struct rules *rules;
    const struct position *position; /* not over */
    int64_t match;
    int64_t ply; /* of the move to be chosen */
};

/* A plain value: assign it to copy it. */
struct strategy {
    /* Depends on nothing but its arguments, so that any thread may call it. `solver` is one for the
     * rules of the turn, and this call's alone; NULL unless uses_solver. */
    void (*choose)(const struct strategy *strategy, struct solver *solver, const struct turn *turn,
                   struct move *ret_move);
    /* Does choosing surely take less than about a millisecond? */
    bool (*is_quick)(const struct solver *solver, const struct turn *turn);
    bool uses_solver;
    uint64_t seed;
};

/* False when there is no strategy of that name. */
bool strategy_find(const char *name, uint64_t seed, struct strategy *ret_strategy);

/* A move for when there is no time to choose well: the greedy one where that is quick, else a random
 * one, which is as quick as any can be. */
void strategy_choose_in_haste(const struct turn *turn, struct move *ret_move);

/* The name and the description of each one, for help and messages; NULL after the last. */
const char *strategy_name(int index);
const char *strategy_summary(int index);

#endif

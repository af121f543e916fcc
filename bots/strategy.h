/* Ways of choosing a move. To add one, give it a row in client/lib/strategy_name.c and one in
 * strategy.c, and write its functions.
 *
 *     perfect   the solver's best move: wins whenever that can be, and else makes it hard
 *     greedy    takes as many counters as the rules allow; of several such moves the first in the
 *               order of move_at(). Counters taken: those on the table before, less those after
 *     random    every legal move is as likely as any other
 *     mistaken  mistaken.h
 *     mcts      mcts.h
 *     level     level.h
 *
 * All chance follows from what strategy_chance() says and from nothing else: the same match can be
 * played again, whatever else goes on, on however many threads, at whatever speed. */
#ifndef BOTS_STRATEGY_H
#define BOTS_STRATEGY_H

#include "common/base/error.h"
#include "common/base/random.h"
#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

struct solver; /* only who needs it includes common/solver */

/* What a move is to be chosen for. */
struct turn {
    const struct rules *rules;
    const struct position *position; /* not over */
    int64_t match;
    int64_t ply; /* of the move to be chosen */
    /* What chance in this match follows from, together with the ply alone. 0: none was given, then
     * it follows from the strategy's seed, the match and the ply. */
    int64_t seed;
};

/* A plain value: assign it to copy it. */
struct strategy {
    /* Depends on nothing but its arguments, so that any thread may call it. `solver` is one for the
     * rules of the turn, and this call's alone; NULL unless uses_solver. */
    void (*choose)(const struct strategy *strategy, struct solver *solver, const struct turn *turn,
                   struct move *ret_move);
    /* Does choosing surely take less than about a millisecond? */
    bool (*is_quick)(const struct strategy *strategy, const struct solver *solver,
                     const struct turn *turn);
    bool uses_solver;
    uint64_t seed;
    int64_t parameter; /* as in client/lib/strategy_name.h */
};

/* USAGE for a text that strategy_name_parse() refuses. */
enum error_code strategy_parse(const char *text, uint64_t seed, struct strategy *ret_strategy,
                               struct error *error);

/* The generator for everything that the strategy draws in this turn. */
struct random strategy_chance(const struct strategy *strategy, const struct turn *turn);

/* A move for when there is no time to choose well: the greedy one where that is quick, else a
 * random one, which is as quick as any can be. */
void strategy_choose_in_haste(const struct turn *turn, struct move *ret_move);

#endif

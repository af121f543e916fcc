#include "bots/mistaken.h"

#include "client/lib/strategy_name.h"
#include "common/solver/solver.h"

enum { QUICK_MOVES = 32 };

/* Looks at moves one by one, and reuses the memory of the position after them. */
struct look {
    struct solver *solver;
    const struct turn *turn;
    struct position after;
};

/* Does the move number `index`, which is returned, leave the opponent a won position? */
static bool loses(struct look *look, uint128 index, struct move *ret_move)
{
    const struct turn *turn = look->turn;
    move_at(turn->rules, turn->position, index, ret_move);
    position_copy(&look->after, turn->position);
    move_apply(turn->rules, &look->after, ret_move);
    return solver_outcome(look->solver, &look->after) == OUTCOME_N;
}

/* Keeps the n-th losing move with the probability 1/n: in the end each is as likely as any other.
 */
static bool draw_from_all(struct look *look, struct random *random, uint128 count,
                          struct move *ret_move)
{
    uint64_t losing = 0;
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        if (loses(look, i, &move) && random_below(random, ++losing) == 0)
            *ret_move = move;
    }
    return losing > 0;
}

static bool draw_until_one_loses(struct look *look, struct random *random, uint128 count,
                                 struct move *ret_move)
{
    for (int i = 0; i < MISTAKEN_DRAWN_MOVES; i++) {
        if (loses(look, random_below(random, count), ret_move))
            return true;
    }
    return false;
}

/* False: there is none. */
static bool draw_losing_move(struct solver *solver, const struct turn *turn, struct random *random,
                             struct move *ret_move)
{
    struct look look = {.solver = solver, .turn = turn};
    uint128 count = move_count(turn->rules, turn->position);
    bool is_found = count <= MISTAKEN_LISTED_MOVES
                        ? draw_from_all(&look, random, count, ret_move)
                        : draw_until_one_loses(&look, random, count, ret_move);
    position_finish(&look.after);
    return is_found;
}

void mistaken_choose(const struct strategy *strategy, struct solver *solver,
                     const struct turn *turn, struct move *ret_move)
{
    struct random random = strategy_chance(strategy, turn);
    bool errs = (int64_t)random_below(&random, STRATEGY_CHANCE_ONE) < strategy->parameter;
    if (!errs || !draw_losing_move(solver, turn, &random, ret_move))
        solver_best_move(solver, turn->position, ret_move);
}

bool mistaken_is_quick(const struct strategy *strategy, const struct solver *solver,
                       const struct turn *turn)
{
    (void)strategy;
    return solver_is_quick(solver, turn->position) &&
           move_count(turn->rules, turn->position) <= QUICK_MOVES;
}

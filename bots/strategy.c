#include "bots/strategy.h"

#include "bots/greedy.h"
#include "bots/level.h"
#include "bots/mcts.h"
#include "bots/mistaken.h"
#include "client/lib/strategy_name.h"
#include "common/solver/solver.h"

static void choose_perfect(const struct strategy *strategy, struct solver *solver,
                           const struct turn *turn, struct move *ret_move)
{
    (void)strategy;
    solver_best_move(solver, turn->position, ret_move);
}

static bool perfect_is_quick(const struct strategy *strategy, const struct solver *solver,
                             const struct turn *turn)
{
    (void)strategy;
    return solver_is_quick(solver, turn->position);
}

static void choose_greedy(const struct strategy *strategy, struct solver *solver,
                          const struct turn *turn, struct move *ret_move)
{
    (void)strategy;
    (void)solver;
    greedy_move(turn->rules, turn->position, ret_move);
}

/* What numbering the moves costs: a look at every cell, and for each at the text of the rules. */
static uint64_t numbering_work(const struct turn *turn)
{
    return (uint64_t)turn->position->count * turn->rules->text_len;
}

/* It numbers some moves for each cell. With a thousand heaps under rules as long as may be it takes
 * about a minute. */
static bool greedy_is_quick(const struct strategy *strategy, const struct solver *solver,
                            const struct turn *turn)
{
    (void)strategy;
    (void)solver;
    return numbering_work(turn) * turn->position->count <= 1 << 14;
}

/* A number that all of its arguments have a part in. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    struct random random = random_from_seed(a);
    return random_next(&random) ^ b;
}

struct random strategy_chance(const struct strategy *strategy, const struct turn *turn)
{
    uint64_t of_match =
        turn->seed ? (uint64_t)turn->seed : mix(strategy->seed, (uint64_t)turn->match);
    return random_from_seed(mix(of_match, (uint64_t)turn->ply));
}

static void choose_random(const struct strategy *strategy, struct solver *solver,
                          const struct turn *turn, struct move *ret_move)
{
    (void)solver;
    struct random random = strategy_chance(strategy, turn);
    uint128 index = random_below(&random, move_count(turn->rules, turn->position));
    move_at(turn->rules, turn->position, index, ret_move);
}

static bool random_is_quick(const struct strategy *strategy, const struct solver *solver,
                            const struct turn *turn)
{
    (void)strategy;
    (void)solver;
    return numbering_work(turn) <= 1 << 16;
}

void strategy_choose_in_haste(const struct turn *turn, struct move *ret_move)
{
    const struct strategy any = {0};
    if (greedy_is_quick(&any, NULL, turn))
        choose_greedy(&any, NULL, turn, ret_move);
    else
        choose_random(&any, NULL, turn, ret_move);
}

static const struct strategy strategies[STRATEGY_KIND_COUNT] = {
    [STRATEGY_PERFECT] = {.choose = choose_perfect,
                          .is_quick = perfect_is_quick,
                          .uses_solver = true},
    [STRATEGY_GREEDY] = {.choose = choose_greedy, .is_quick = greedy_is_quick},
    [STRATEGY_RANDOM] = {.choose = choose_random, .is_quick = random_is_quick},
    [STRATEGY_MISTAKEN] = {.choose = mistaken_choose,
                           .is_quick = mistaken_is_quick,
                           .uses_solver = true},
    [STRATEGY_MCTS] = {.choose = mcts_choose, .is_quick = mcts_is_quick},
    [STRATEGY_LEVEL] = {.choose = level_choose, .is_quick = level_is_quick, .uses_solver = true},
};

enum error_code strategy_parse(const char *text, uint64_t seed, struct strategy *ret_strategy,
                               struct error *error)
{
    struct strategy_name name;
    enum error_code failed = strategy_name_parse(text, &name, error);
    if (failed)
        return failed;
    *ret_strategy = strategies[name.kind];
    ret_strategy->seed = seed;
    ret_strategy->parameter = name.parameter;
    return ERROR_NONE;
}

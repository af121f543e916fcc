#include "bots/strategy.h"

#include "bots/greedy.h"

#include <string.h>

static void choose_perfect(const struct strategy *strategy, struct solver *solver,
                           const struct turn *turn, struct move *ret_move)
{
    (void)strategy;
    solver_best_move(solver, turn->position, ret_move);
}

static bool perfect_is_quick(const struct solver *solver, const struct turn *turn)
{
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
static bool greedy_is_quick(const struct solver *solver, const struct turn *turn)
{
    (void)solver;
    return numbering_work(turn) * turn->position->count <= 1 << 14;
}

/* A number that all of its arguments have a part in. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    struct random random = random_from_seed(a);
    return random_next(&random) ^ b;
}

static void choose_random(const struct strategy *strategy, struct solver *solver,
                          const struct turn *turn, struct move *ret_move)
{
    (void)solver;
    uint64_t seed = mix(mix(strategy->seed, (uint64_t)turn->match), (uint64_t)turn->ply);
    struct random random = random_from_seed(seed);
    uint128 index = random_below(&random, move_count(turn->rules, turn->position));
    move_at(turn->rules, turn->position, index, ret_move);
}

static bool random_is_quick(const struct solver *solver, const struct turn *turn)
{
    (void)solver;
    return numbering_work(turn) <= 1 << 16;
}

void strategy_choose_in_haste(const struct turn *turn, struct move *ret_move)
{
    const struct strategy any = {0};
    if (greedy_is_quick(NULL, turn))
        choose_greedy(&any, NULL, turn, ret_move);
    else
        choose_random(&any, NULL, turn, ret_move);
}

static const struct row {
    const char *name;
    const char *summary;
    struct strategy strategy;
} rows[] = {
    {"perfect",
     "never loses a won position, and makes a lost one hard to win",
     {.choose = choose_perfect, .is_quick = perfect_is_quick, .uses_solver = true}},
    {"greedy",
     "takes as many counters as it may",
     {.choose = choose_greedy, .is_quick = greedy_is_quick}},
    {"random", "plays any legal move", {.choose = choose_random, .is_quick = random_is_quick}},
};

enum { ROW_COUNT = sizeof rows / sizeof *rows };

const char *strategy_name(int index)
{
    return index < ROW_COUNT ? rows[index].name : NULL;
}

const char *strategy_summary(int index)
{
    return index < ROW_COUNT ? rows[index].summary : NULL;
}

bool strategy_find(const char *name, uint64_t seed, struct strategy *ret_strategy)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, name) != 0)
            continue;
        *ret_strategy = rows[i].strategy;
        ret_strategy->seed = seed;
        return true;
    }
    return false;
}

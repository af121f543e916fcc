#include "bots/strategy.h"

#include "bots/greedy.h"
#include "common/base/memory.h"
#include "common/solver/solver.h"

#include <stdlib.h>
#include <string.h>

/* A solver keeps large tables, and others choose the rules: only so many are kept. */
enum { SOLVERS_MAX = 8 };

struct strategy {
    void (*choose)(struct strategy *strategy, const struct turn *turn, struct move *ret_move);
    uint64_t seed;
    struct solver *solvers[SOLVERS_MAX]; /* the one last used first; NULL after the last */
};

static struct solver *find_solver(struct strategy *strategy, const struct rules *rules)
{
    struct solver *found = NULL;
    int at = 0;
    for (; at < SOLVERS_MAX && strategy->solvers[at] && !found; at++) {
        if (strcmp(solver_rules(strategy->solvers[at])->text, rules->text) == 0)
            found = strategy->solvers[at];
    }
    if (found) {
        at--;
    } else {
        found = solver_create(rules);
        if (at == SOLVERS_MAX)
            solver_destroy(strategy->solvers[--at]);
    }
    memmove(strategy->solvers + 1, strategy->solvers, (size_t)at * sizeof(struct solver *));
    strategy->solvers[0] = found;
    return found;
}

static void choose_perfect(struct strategy *strategy, const struct turn *turn,
                           struct move *ret_move)
{
    solver_best_move(find_solver(strategy, turn->rules), turn->position, ret_move);
}

static void choose_greedy(struct strategy *strategy, const struct turn *turn, struct move *ret_move)
{
    (void)strategy;
    greedy_move(turn->rules, turn->position, ret_move);
}

/* A number that all of its arguments have a part in. */
static uint64_t mix(uint64_t a, uint64_t b)
{
    struct random random = random_from_seed(a);
    return random_next(&random) ^ b;
}

static void choose_random(struct strategy *strategy, const struct turn *turn, struct move *ret_move)
{
    uint64_t seed = mix(mix(strategy->seed, (uint64_t)turn->match), (uint64_t)turn->ply);
    struct random random = random_from_seed(seed);
    uint128 index = random_below(&random, move_count(turn->rules, turn->position));
    move_at(turn->rules, turn->position, index, ret_move);
}

static const struct row {
    const char *name;
    const char *summary;
    void (*choose)(struct strategy *strategy, const struct turn *turn, struct move *ret_move);
} rows[] = {
    {"perfect", "never loses a won position, and makes a lost one hard to win", choose_perfect},
    {"greedy", "takes as many counters as it may", choose_greedy},
    {"random", "plays any legal move", choose_random},
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

static const struct row *find_row(const char *name)
{
    for (int i = 0; i < ROW_COUNT; i++) {
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    }
    return NULL;
}

struct strategy *strategy_create(const char *name, uint64_t seed)
{
    const struct row *row = find_row(name);
    if (!row)
        return NULL;
    struct strategy *strategy = memory_zeroed(1, sizeof *strategy);
    *strategy = (struct strategy){.choose = row->choose, .seed = seed};
    return strategy;
}

void strategy_destroy(struct strategy *strategy)
{
    if (!strategy)
        return;
    for (int i = 0; i < SOLVERS_MAX; i++)
        solver_destroy(strategy->solvers[i]);
    free(strategy);
}

void strategy_choose(struct strategy *strategy, const struct turn *turn, struct move *ret_move)
{
    strategy->choose(strategy, turn, ret_move);
}

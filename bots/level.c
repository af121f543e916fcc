#include "bots/level.h"

#include "client/lib/strategy_name.h"

#include <assert.h>

/* How many moves of a hundred each strategy chooses. Tuned by the measurement in LEVELS.md. */
static const struct share {
    int percent;
    const char *strategy;
} levels[STRATEGY_LEVELS][4] = {
    {{60, "random"}, {40, "greedy"}},         {{50, "random"}, {10, "greedy"}, {40, "mcts:20"}},
    {{40, "random"}, {60, "mcts:40"}},        {{20, "random"}, {80, "mcts:60"}},
    {{5, "random"}, {95, "mcts:80"}},         {{80, "mcts:150"}, {20, "mistaken:0.2"}},
    {{60, "mcts:300"}, {40, "mistaken:0.1"}}, {{50, "mcts:500"}, {50, "mistaken:0.03"}},
    {{40, "mcts:1000"}, {60, "perfect"}},     {{100, "perfect"}},
};

/* Who chooses a move, and by what. */
struct choice {
    struct strategy strategy;
    struct turn turn;
};

/* The strategy's own chance is another than the one by which it was drawn. */
static struct choice draw_choice(const struct strategy *level, const struct turn *turn)
{
    const struct share *share = levels[level->parameter - 1];
    struct random random = strategy_chance(level, turn);
    int draw = (int)random_below(&random, 100);
    while (draw >= share->percent)
        draw -= (share++)->percent;
    struct choice choice = {.turn = *turn};
    choice.turn.seed = 1 + (int64_t)random_below(&random, INT64_MAX);
    struct error error;
    enum error_code failed = strategy_parse(share->strategy, 0, &choice.strategy, &error);
    assert(!failed);
    (void)failed;
    return choice;
}

void level_choose(const struct strategy *level, struct solver *solver, const struct turn *turn,
                  struct move *ret_move)
{
    struct choice choice = draw_choice(level, turn);
    const struct strategy *strategy = &choice.strategy;
    strategy->choose(strategy, strategy->uses_solver ? solver : NULL, &choice.turn, ret_move);
}

bool level_is_quick(const struct strategy *level, const struct solver *solver,
                    const struct turn *turn)
{
    struct choice choice = draw_choice(level, turn);
    const struct strategy *strategy = &choice.strategy;
    return strategy->is_quick(strategy, strategy->uses_solver ? solver : NULL, &choice.turn);
}

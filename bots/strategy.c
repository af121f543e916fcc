#include "bots/strategy.h"

#include "bots/mcts.h"
#include "client/lib/strategy_name.h"
#include "common/solver/solver.h"

#include <assert.h>
#include <string.h>

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

/* --- greedy --- */

struct greedy_search {
    const struct rules *rules;
    const struct position *position;
    struct position after; /* room for the position after a move */
    uint128 count;
    uint128 counters; /* on the table */
    uint128 most;     /* taken by the best move so far */
    bool has_move;
    struct move move; /* the best so far */
};

static struct move move_of(const struct greedy_search *search, uint128 index)
{
    struct move move;
    move_at(search->rules, search->position, index, &move);
    return move;
}

static uint128 counters_taken(struct greedy_search *search, const struct move *move)
{
    position_copy(&search->after, search->position);
    move_apply(search->rules, &search->after, move);
    return search->counters - position_counters(search->rules, &search->after);
}

/* Keeps a move that takes more than all moves before; false: it does not. */
static bool keep_if_better(struct greedy_search *search, const struct move *move)
{
    uint128 taken = counters_taken(search, move);
    if (search->has_move && taken <= search->most)
        return false;
    search->has_move = true;
    search->most = taken;
    search->move = *move;
    return true;
}

/* The index behind the run of moves that have the same cells before them as the move at `start`. */
static uint128 end_of_run(const struct greedy_search *search, uint128 start)
{
    struct move first = move_of(search, start);
    uint128 from = start + 1, end = search->count;
    while (from < end) {
        uint128 middle = from + (end - from) / 2;
        struct move move = move_of(search, middle);
        if (move.before_count == first.before_count &&
            memcmp(move.cells, first.cells, first.before_count * sizeof *first.cells) == 0)
            from = middle + 1;
        else
            end = middle;
    }
    return end;
}

/* The first move of a run that takes as many counters as its last one. */
static struct move first_of_most(struct greedy_search *search, uint128 start, uint128 end)
{
    uint128 last = end - 1;
    while (start < last) {
        uint128 middle = start + (last - start) / 2;
        struct move move = move_of(search, middle);
        if (counters_taken(search, &move) < search->most)
            start = middle + 1;
        else
            last = middle;
    }
    return move_of(search, last);
}

static void try_last_of_each_run(struct greedy_search *search)
{
    uint128 best_start = 0, best_end = 0;
    for (uint128 start = 0, end; start < search->count; start = end) {
        end = end_of_run(search, start);
        struct move last = move_of(search, end - 1);
        if (keep_if_better(search, &last)) {
            best_start = start;
            best_end = end;
        }
    }
    search->move = first_of_most(search, best_start, best_end);
}

static void choose_greedy(const struct strategy *strategy, struct solver *solver,
                          const struct turn *turn, struct move *ret_move)
{
    (void)strategy;
    (void)solver;
    struct greedy_search search = {
        .rules = turn->rules,
        .position = turn->position,
        .count = move_count(turn->rules, turn->position),
        .counters = position_counters(turn->rules, turn->position),
    };
    assert(search.count > 0);
    if (search.count > GREEDY_TRIED_MOVES)
        try_last_of_each_run(&search);
    for (uint128 i = 0; i < search.count && search.count <= GREEDY_TRIED_MOVES; i++) {
        struct move move = move_of(&search, i);
        keep_if_better(&search, &move);
    }
    *ret_move = search.move;
    position_finish(&search.after);
}

/* The cost of numbering the moves: a look at every cell, and for each at the text of the rules. */
static uint64_t numbering_work(const struct turn *turn)
{
    return (uint64_t)turn->position->count * turn->rules->text_len;
}

/* Greedy numbers some moves for each cell. A thousand heaps under the longest rules take about a
 * minute. */
static bool greedy_is_quick(const struct strategy *strategy, const struct solver *solver,
                            const struct turn *turn)
{
    (void)strategy;
    (void)solver;
    return numbering_work(turn) * turn->position->count <= 1 << 14;
}

/* --- chance, random --- */

/* A number that depends on both arguments. */
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

/* --- mistaken --- */

enum { MISTAKEN_QUICK_MOVES = 32 };

/* A look at moves one by one, which reuses the memory of the position after them. */
struct look {
    struct solver *solver;
    const struct turn *turn;
    struct position after;
};

/* Does the move with this index, which is returned, leave the opponent a won position? */
static bool loses(struct look *look, uint128 index, struct move *ret_move)
{
    const struct turn *turn = look->turn;
    move_at(turn->rules, turn->position, index, ret_move);
    position_copy(&look->after, turn->position);
    move_apply(turn->rules, &look->after, ret_move);
    return solver_outcome(look->solver, &look->after) == OUTCOME_N;
}

/* Keeps the n-th losing move with the probability 1/n, so that each is as likely as any other. */
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

/* Draws a losing move; false: none was found. */
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

static void choose_mistaken(const struct strategy *strategy, struct solver *solver,
                            const struct turn *turn, struct move *ret_move)
{
    struct random random = strategy_chance(strategy, turn);
    bool errs = (int64_t)random_below(&random, STRATEGY_CHANCE_ONE) < strategy->parameter;
    if (!errs || !draw_losing_move(solver, turn, &random, ret_move))
        solver_best_move(solver, turn->position, ret_move);
}

static bool mistaken_is_quick(const struct strategy *strategy, const struct solver *solver,
                              const struct turn *turn)
{
    (void)strategy;
    return solver_is_quick(solver, turn->position) &&
           move_count(turn->rules, turn->position) <= MISTAKEN_QUICK_MOVES;
}

/* --- mcts --- */

static void choose_by_mcts(const struct strategy *strategy, struct solver *solver,
                           const struct turn *turn, struct move *ret_move)
{
    (void)solver;
    mcts_choose(turn->rules, turn->position, strategy->parameter, strategy_chance(strategy, turn),
                ret_move);
}

/* A search plays hundreds of matches to their ends. */
static bool mcts_is_quick(const struct strategy *strategy, const struct solver *solver,
                          const struct turn *turn)
{
    (void)strategy;
    (void)solver;
    return move_count(turn->rules, turn->position) == 1;
}

/* --- level --- */

/* The percentage of moves that each strategy chooses. Tuned by the measurement in LEVELS.md. */
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

/* The strategy that chooses a move, and its turn. */
struct level_choice {
    struct strategy strategy;
    struct turn turn;
};

/* Draws the strategy. Its own chance is independent of this draw. */
static struct level_choice draw_choice(const struct strategy *level, const struct turn *turn)
{
    assert(level->parameter >= 1 && level->parameter <= STRATEGY_LEVELS);
    const struct share *share = levels[level->parameter - 1];
    struct random random = strategy_chance(level, turn);
    int draw = (int)random_below(&random, 100);
    while (draw >= share->percent)
        draw -= (share++)->percent;
    struct level_choice choice = {.turn = *turn};
    choice.turn.seed = 1 + (int64_t)random_below(&random, INT64_MAX);
    struct error error;
    enum error_code failed = strategy_parse(share->strategy, 0, &choice.strategy, &error);
    assert(!failed);
    (void)failed;
    return choice;
}

static void choose_by_level(const struct strategy *level, struct solver *solver,
                            const struct turn *turn, struct move *ret_move)
{
    struct level_choice choice = draw_choice(level, turn);
    const struct strategy *strategy = &choice.strategy;
    strategy->choose(strategy, strategy->uses_solver ? solver : NULL, &choice.turn, ret_move);
}

static bool level_is_quick(const struct strategy *level, const struct solver *solver,
                           const struct turn *turn)
{
    struct level_choice choice = draw_choice(level, turn);
    const struct strategy *strategy = &choice.strategy;
    return strategy->is_quick(strategy, strategy->uses_solver ? solver : NULL, &choice.turn);
}

/* --- the table --- */

static const struct strategy strategies[STRATEGY_KIND_COUNT] = {
    [STRATEGY_PERFECT] = {.choose = choose_perfect,
                          .is_quick = perfect_is_quick,
                          .uses_solver = true},
    [STRATEGY_GREEDY] = {.choose = choose_greedy, .is_quick = greedy_is_quick},
    [STRATEGY_RANDOM] = {.choose = choose_random, .is_quick = random_is_quick},
    [STRATEGY_MISTAKEN] = {.choose = choose_mistaken,
                           .is_quick = mistaken_is_quick,
                           .uses_solver = true},
    [STRATEGY_MCTS] = {.choose = choose_by_mcts, .is_quick = mcts_is_quick},
    [STRATEGY_LEVEL] = {.choose = choose_by_level, .is_quick = level_is_quick, .uses_solver = true},
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

struct turn chooser_turn(const struct match *match)
{
    return (struct turn){
        .rules = &match->rules,
        .position = &match->position,
        .match = match->id,
        .ply = match->ply + 1,
        .seed = match->seed,
    };
}

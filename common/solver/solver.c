#include "common/solver/solver.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/remoteness.h"
#include "common/solver/solver_family.h"

#include <assert.h>
#include <stdlib.h>

static const struct solver_family *const families[] = {
    &solver_family_take_away,
    &solver_family_misere_take_away,
    &solver_family_take_away_local,
    &solver_family_take_away_global,
    &solver_family_nim,
    &solver_family_misere_nim,
    &solver_family_misere_octal_nim,
    &solver_family_misere_kayles,
    &solver_family_octal,
    &solver_family_hexadecimal,
    &solver_family_subtraction,
    &solver_family_misere_subtraction,
    &solver_family_grundy,
    &solver_family_wythoff,
    &solver_family_misere_wythoff,
    &solver_family_chomp,
    &solver_family_misere_chomp,
    &solver_family_hackenbush,
    &solver_family_silver_dollar,
    &solver_family_silver_dollar_one_step,
    &solver_family_silver_dollar_two_step,
    &solver_family_misere_silver_dollar,
    &solver_family_date,
    &solver_family_misere_date,
    &solver_family_candy,
    &solver_family_misere_candy,
    &solver_family_sticks,
    &solver_family_misere_sticks,
    &solver_family_odd_scoring,
    &solver_family_tactix,
    &solver_family_misere_tactix,
    &solver_family_turning,
    &solver_family_misere_ruler,
    &solver_family_misere_turning,
    &solver_family_northcott,
    &solver_family_misere_northcott,
    &solver_family_clear,
};

static bool serves(const struct solver_family *family, const struct rules *rules)
{
    return family->family == rules->family && family->variant == rules->variant &&
           family->misere == rules->misere && (!family->serves || family->serves(rules));
}

struct solver *solver_create(const struct rules *rules)
{
    struct solver *solver = memory_zeroed(1, sizeof *solver);
    solver->rules = *rules;
    solver->family = &solver_family_search;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        if (serves(families[i], rules)) {
            solver->family = families[i];
            break;
        }
    }
    if (solver->family->tables_create)
        solver->tables = solver->family->tables_create(&solver->rules);
    return solver;
}

void solver_destroy(struct solver *solver)
{
    if (!solver)
        return;
    if (solver->family->tables_destroy)
        solver->family->tables_destroy(solver->tables);
    remoteness_table_destroy(solver->remoteness);
    free(solver);
}

const struct rules *solver_rules(const struct solver *solver)
{
    return &solver->rules;
}

size_t solver_memory(const struct solver *solver)
{
    size_t searched = solver->remoteness ? remoteness_table_memory(solver->remoteness) : 0;
    return searched + (solver->family->memory ? solver->family->memory(solver->tables) : 0);
}

enum outcome solver_outcome(struct solver *solver, const struct position *position)
{
    if (solver->family->outcome)
        return solver->family->outcome(solver, position);
    uint64_t value;
    bool is_known = solver->family->grundy(solver, position, &value);
    assert(is_known);
    return value ? OUTCOME_N : OUTCOME_P;
}

bool solver_grundy(struct solver *solver, const struct position *position, uint64_t *ret_value)
{
    return solver->family->grundy && solver->family->grundy(solver, position, ret_value);
}

bool winning_list_has_room(const struct winning_list *list)
{
    return list->found.listed < list->capacity;
}

struct move *winning_list_add(struct winning_list *list)
{
    list->found.count++;
    return winning_list_has_room(list) ? &list->moves[list->found.listed++] : NULL;
}

bool winning_list_is_done(const struct winning_list *list)
{
    return list->first_only && list->found.count > 0;
}

/* A list of all moves, with room for so many. */
static struct winning_list list_of(struct move *moves, uint32_t capacity)
{
    assert(moves || capacity == 0);
    return (struct winning_list){
        .found = {.counted = true},
        .moves = moves,
        .capacity = capacity,
    };
}

static struct winning_moves found_by(struct winning_list *list)
{
    assert(list->found.listed <= list->capacity && list->found.listed <= list->found.count);
    list->found.truncated = list->found.count > list->found.listed;
    return list->found;
}

struct winning_moves solver_winning_moves(struct solver *solver, const struct position *position,
                                          struct move *moves, uint32_t capacity)
{
    struct winning_list list = list_of(moves, capacity);
    solver->family->winning_moves(solver, position, &list);
    return found_by(&list);
}

/* `after` is room for the position after the move. */
static bool keeps_draw(struct solver *solver, const struct position *position,
                       const struct move *move, struct position *after)
{
    position_copy(after, position);
    move_apply(&solver->rules, after, move);
    return solver_outcome(solver, after) == OUTCOME_D;
}

struct winning_moves solver_drawing_moves(struct solver *solver, const struct position *position,
                                          struct move *moves, uint32_t capacity)
{
    struct winning_list list = list_of(moves, capacity);
    struct position after = {0};
    bool is_drawn = solver_outcome(solver, position) == OUTCOME_D;
    uint128 count = is_drawn ? move_count(&solver->rules, position) : 0;
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&solver->rules, position, i, &move);
        if (!keeps_draw(solver, position, &move, &after))
            continue;
        struct move *place = winning_list_add(&list);
        if (place)
            *place = move;
    }
    position_finish(&after);
    return found_by(&list);
}

/* Finds the fastest winning move as far as the remoteness is known. */
static bool find_winning_move(struct solver *solver, const struct position *position,
                              struct move *ret_move)
{
    const struct solver_family *family = solver->family;
    if (family->ending_move && family->ending_move(solver, position, ret_move))
        return true;
    if (remoteness_is_covered(&solver->rules, position)) {
        if (!solver->remoteness)
            solver->remoteness = remoteness_table_create(&solver->rules);
        return remoteness_fastest_win(solver->remoteness, position, ret_move);
    }
    struct winning_list list = list_of(ret_move, 1);
    list.first_only = true;
    family->winning_moves(solver, position, &list);
    return list.found.count > 0;
}

/* A move out of a P-position or one that keeps a draw, and the opponent's choice after it. */
struct reply {
    struct move move;
    uint128 winning; /* of the opponent's legal moves, those that keep the win or the draw */
    uint128 legal;
    uint128 counters;
};

/* `after` is room for the position after the move, which the caller uses again for the next move.
 */
static struct reply weigh(struct solver *solver, const struct position *position,
                          const struct move *move, struct position *after)
{
    position_copy(after, position);
    move_apply(&solver->rules, after, move);
    struct winning_moves winning = solver_winning_moves(solver, after, NULL, 0);
    if (winning.count == 0)
        winning = solver_drawing_moves(solver, after, NULL, 0);
    uint128 legal = move_count(&solver->rules, after);
    bool is_over = legal == 0; /* and not lost by the opponent, who is stuck */
    assert(winning.counted && (winning.count > 0 || is_over));
    return (struct reply){
        .move = *move,
        .winning = is_over ? 1 : winning.count,
        .legal = is_over ? 1 : legal,
        .counters = position_counters(&solver->rules, after),
    };
}

/* Keeps the harder of two replies, the first of equal ones.
 *
 * The products fit into 128 bits. Where heaps go to 2^63-1 and replies are compared, a position has
 * less than 2^74 legal moves and less than 2^16 winning ones: in Nim one of each heap (there are at
 * most 1,024), in take-away with one quota 63 of each, in Wythoff's game 3. Take-away with local
 * quotas has up to 1,024 heaps of 10^6, that is less than 2^30 legal moves. In Candy Squares the
 * heaps after a move have less than 2^63 counters, and so less than 2^62 moves. All other families
 * compare replies only where there are at most SOLVER_EXACT_MOVES moves, and so small heaps. */
static void keep_harder(struct reply *hardest, struct reply reply)
{
    uint128 share = reply.winning * hardest->legal, least = hardest->winning * reply.legal;
    if (hardest->legal == 0 || share < least ||
        (share == least && reply.counters > hardest->counters))
        *hardest = reply;
}

static struct reply hardest_of_all(struct solver *solver, const struct position *position,
                                   struct position *after)
{
    struct reply hardest = {0};
    uint128 count = move_count(&solver->rules, position);
    bool is_drawn = solver_outcome(solver, position) == OUTCOME_D;
    for (uint128 i = 0; i < count; i++) {
        struct move move;
        move_at(&solver->rules, position, i, &move);
        if (is_drawn && !keeps_draw(solver, position, &move, after))
            continue;
        keep_harder(&hardest, weigh(solver, position, &move, after));
    }
    return hardest;
}

static struct reply hardest_of_promising(struct solver *solver, const struct position *position,
                                         struct position *after)
{
    struct move replies[SOLVER_REPLIES_MAX];
    uint32_t count = solver->family->promising_replies(solver, position, replies);
    assert(count > 0 && count <= SOLVER_REPLIES_MAX);
    if (count == 1)
        return (struct reply){.move = replies[0]};
    struct reply hardest = {0};
    for (uint32_t i = 0; i < count; i++)
        keep_harder(&hardest, weigh(solver, position, &replies[i], after));
    return hardest;
}

void solver_best_move(struct solver *solver, const struct position *position, struct move *ret_move)
{
    uint128 count = move_count(&solver->rules, position);
    assert(count > 0);
    if (find_winning_move(solver, position, ret_move))
        return;
    struct position after = {0};
    if (count <= SOLVER_EXACT_MOVES)
        *ret_move = hardest_of_all(solver, position, &after).move;
    else
        *ret_move = hardest_of_promising(solver, position, &after).move;
    position_finish(&after);
}

enum { QUICK_MOVES = 1024 }; /* the moves out of a P-position that are weighed quickly */

bool solver_is_quick(const struct solver *solver, const struct position *position)
{
    if (!solver->family->is_quick || !solver->family->is_quick(solver, position))
        return false;
    uint128 count = move_count(&solver->rules, position);
    return count <= QUICK_MOVES || count > SOLVER_EXACT_MOVES;
}

static void explain(struct solver *solver, const struct position *position, bool is_brief,
                    struct text *out)
{
    struct move best;
    bool wins = find_winning_move(solver, position, &best);
    solver->family->explain(solver, position, wins ? &best : NULL, is_brief, out);
}

void solver_explain(struct solver *solver, const struct position *position, struct text *out)
{
    explain(solver, position, false, out);
}

void solver_explain_briefly(struct solver *solver, const struct position *position,
                            struct text *out)
{
    explain(solver, position, true, out);
}

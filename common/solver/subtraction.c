/* Subtraction games: the value of a position is the nim-sum of those of its heaps, and a move wins
 * when it gives its heap the value of the rest. */
#include "common/game/subtraction.h"

#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/proof.h"
#include "common/solver/subtraction_takes.h"

static void subtraction_winning_moves(struct solver *solver, const struct position *position,
                                      struct winning_list *list)
{
    heap_search_all(solver->tables, position, list, subtraction_add_takes);
}

/* The ending move is one of the only heap that has a move: the least take that leaves less than the
 * least number of the set. */
static bool subtraction_ending_move(struct solver *solver, const struct position *position,
                                    struct move *ret_move)
{
    const struct rules *rules = &solver->rules;
    int64_t least = subtraction_number(rules, 0);
    uint32_t last = position->count - 1;
    if (position->count == 0 || position->cells[last] < least ||
        (last > 0 && position->cells[last - 1] >= least))
        return false;
    int64_t heap = position->cells[last], index = subtraction_count(rules, heap - least);
    if (index == subtraction_count(rules, heap))
        return false;
    *ret_move = heaps_move(heap, 0, heap - subtraction_number(rules, index));
    return true;
}

/* The first of the moves that leave the most counters. */
static uint32_t subtraction_promising_replies(struct solver *solver,
                                              const struct position *position,
                                              struct move replies[SOLVER_REPLIES_MAX])
{
    move_at(&solver->rules, position, 0, &replies[0]);
    return 1;
}

const struct solver_family solver_family_subtraction = {
    .family = &family_subtraction,
    .tables_create = heap_family_tables_create,
    .tables_destroy = heap_family_tables_destroy,
    .memory = heap_family_memory,
    .grundy = heap_family_grundy,
    .winning_moves = subtraction_winning_moves,
    .ending_move = subtraction_ending_move,
    .promising_replies = subtraction_promising_replies,
    .is_quick = heaps_are_small,
    .explain = heap_family_explain,
    .prove = SOLVER_PROVES(proof_nim_sum),
};

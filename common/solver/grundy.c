/* Grundy's game: as in octal.c, but the only moves split a heap into two that differ. No period of
 * the values is known. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/heap_splits.h"
#include "common/solver/proof.h"

static void add_winning_moves_of_heap(struct heap_search *search)
{
    if (!heap_search_stops(search))
        heap_search_add_splits(search, search->heap);
}

static void grundy_winning_moves(struct solver *solver, const struct position *position,
                                 struct winning_list *list)
{
    heap_search_all(solver->tables, position, list, add_winning_moves_of_heap);
}

/* No move takes a counter, so the first move is as hard as any. */
static uint32_t grundy_promising_replies(struct solver *solver, const struct position *position,
                                         struct move replies[SOLVER_REPLIES_MAX])
{
    move_at(&solver->rules, position, 0, &replies[0]);
    return 1;
}

const struct solver_family solver_family_grundy = {
    .family = &family_grundy,
    .tables_create = heap_family_tables_create,
    .tables_destroy = heap_family_tables_destroy,
    .memory = heap_family_memory,
    .grundy = heap_family_grundy,
    .winning_moves = grundy_winning_moves,
    .promising_replies = grundy_promising_replies,
    .is_quick = heaps_are_small,
    .explain = heap_family_explain,
    .prove = SOLVER_PROVES(proof_nim_sum),
};

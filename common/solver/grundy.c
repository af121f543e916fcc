/* Grundy's game: as in octal.c, but that a heap may only be split, into two that differ. No period
 * of the values is known. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/heap_splits.h"

static void *grundy_tables_create(const struct rules *rules)
{
    return heap_values_create(rules);
}

static void grundy_tables_destroy(void *tables)
{
    heap_values_destroy(tables);
}

static size_t grundy_memory(const void *tables)
{
    return heap_values_memory(tables);
}

static bool grundy_grundy(struct solver *solver, const struct position *position,
                          uint64_t *ret_value)
{
    *ret_value = heap_nim_sum(solver->tables, position);
    return true;
}

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

/* No move takes a counter; this is the first one. */
static uint32_t grundy_promising_replies(struct solver *solver, const struct position *position,
                                         struct move replies[SOLVER_REPLIES_MAX])
{
    move_at(&solver->rules, position, 0, &replies[0]);
    return 1;
}

static void grundy_explain(struct solver *solver, const struct position *position,
                           const struct move *best, bool is_brief, struct text *out)
{
    heap_values_explain(solver->tables, &solver->rules, position, best, is_brief, out);
}

const struct solver_family solver_family_grundy = {
    .family = &family_grundy,
    .tables_create = grundy_tables_create,
    .tables_destroy = grundy_tables_destroy,
    .memory = grundy_memory,
    .grundy = grundy_grundy,
    .winning_moves = grundy_winning_moves,
    .promising_replies = grundy_promising_replies,
    .is_quick = heaps_are_small,
    .explain = grundy_explain,
};

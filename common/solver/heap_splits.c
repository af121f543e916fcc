#include "common/solver/heap_splits.h"

#include "common/game/heaps.h"

#include <assert.h>

/* A second is enough for 2^30 pairs. */
enum { COUNT_WORK_MAX = 1 << 28 };

uint64_t heap_nim_sum(struct heap_values *values, const struct position *position)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < position->count; i++)
        sum ^= heap_value(values, position->cells[i]);
    return sum;
}

void *heap_family_tables_create(const struct rules *rules)
{
    struct heap_values *values = heap_values_create(rules);
    assert(values);
    return values;
}

void heap_family_tables_destroy(void *tables)
{
    heap_values_destroy(tables);
}

size_t heap_family_memory(const void *tables)
{
    return heap_values_memory(tables);
}

bool heap_family_grundy(struct solver *solver, const struct position *position, uint64_t *ret_value)
{
    *ret_value = heap_nim_sum(solver->tables, position);
    return true;
}

void heap_search_add_single(struct heap_search *search, int64_t left)
{
    assert(left >= 0 && left < heaps_counters(search->heap));
    if (heap_value(search->values, left) != search->target)
        return;
    struct move *move = winning_list_add(search->list);
    if (move)
        *move = heaps_move(search->heap, 0, left);
}

void heap_search_add_splits(struct heap_search *search, int64_t left)
{
    struct heap_values *values = search->values;
    struct winning_list *list = search->list;
    uint64_t added = 0;
    int64_t a = 0;
    while (winning_list_has_room(list) && (a = heap_next_split(values, left, search->target, a))) {
        *winning_list_add(list) = heaps_move(search->heap, a, left - a);
        added++;
    }
    if (!winning_list_is_done(list))
        list->found.count += heap_count_splits(values, left, search->target) - added;
    search->work += heap_split_work(values, left);
}

bool heap_search_stops(const struct heap_search *search)
{
    struct winning_moves *found = &search->list->found;
    if (search->work < COUNT_WORK_MAX || found->count <= search->list->capacity)
        return false;
    found->counted = false;
    return true;
}

void heap_search_all(struct heap_values *values, const struct position *position,
                     struct winning_list *list, void (*add_moves)(struct heap_search *search))
{
    uint64_t total = heap_nim_sum(values, position);
    if (total == 0)
        return;
    struct heap_search search = {.values = values, .list = list};
    for (uint32_t i = 0; i < position->count && list->found.counted; i++) {
        if (heap_is_repeated(position, i) || winning_list_is_done(list))
            continue;
        search.heap = position->cells[i];
        search.target = total ^ heap_value(values, search.heap);
        add_moves(&search);
    }
}

#include "common/solver/subtraction_table.h"

#include "common/base/memory.h"
#include "common/game/subtraction.h"
#include "common/solver/repetition.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 256 }; /* heaps whose values are computed at a time */

struct subtraction_table {
    int64_t numbers[SUBTRACTION_NUMBERS_MAX];
    int64_t numbers_count;
    int64_t largest; /* of a finite set, else 0 */

    uint32_t *values; /* of the heaps 0 .. known - 1 */
    int64_t known;
    int64_t first;    /* the heap from which the period holds */
    int64_t period;   /* 0 while none is proven */
    int64_t searched; /* the number of values in the last search for a period */
};

struct subtraction_table *subtraction_table_create(const struct rules *rules)
{
    struct subtraction_table *table = memory_zeroed(1, sizeof *table);
    table->numbers_count = subtraction_numbers(rules, table->numbers);
    if (subtraction_kind(rules) == SUBTRACTION_SET)
        table->largest = table->numbers[table->numbers_count - 1];
    return table;
}

void subtraction_table_destroy(struct subtraction_table *table)
{
    if (!table)
        return;
    free(table->values);
    free(table);
}

size_t subtraction_table_memory(const struct subtraction_table *table)
{
    return sizeof *table + (size_t)table->known * sizeof *table->values;
}

/* The value of a heap is the least one that no option has, and at most the number of options; so
 * `seen` has a place for every value and one more. */
static uint32_t compute_value(const struct subtraction_table *table, int64_t heap, int64_t options)
{
    uint8_t seen[SUBTRACTION_NUMBERS_MAX + 2];
    memset(seen, 0, (size_t)table->numbers_count + 2);
    const uint32_t *values = table->values + heap;
    for (int64_t i = 0; i < options; i++)
        seen[values[-table->numbers[i]]] = 1;
    uint32_t value = 0;
    while (seen[value])
        value++;
    return value;
}

static void extend(struct subtraction_table *table, int64_t known)
{
    table->values = memory_resized(table->values, (size_t)known, sizeof *table->values);
    int64_t options = 0;
    for (int64_t heap = table->known; heap < known; heap++) {
        while (options < table->numbers_count && table->numbers[options] <= heap)
            options++;
        table->values[heap] = compute_value(table, heap, options);
    }
    table->known = known;
}

/* Looks for `largest` values in a row that equal those one period before (see the header). */
static void find_period(struct subtraction_table *table)
{
    table->searched = table->known;
    uint32_t *lengths = repetition_lengths(table->values, table->known);
    for (int64_t period = 1; period + table->largest <= table->known; period++) {
        if (lengths[period] < table->largest)
            continue;
        table->first = table->known - period - lengths[period];
        table->period = period;
        break;
    }
    free(lengths);
}

/* The number of values to compute next when that of `heap` is requested. */
static int64_t next_step(const struct subtraction_table *table, int64_t heap)
{
    int64_t step = table->known < BLOCK ? BLOCK : 2 * table->known;
    int64_t needed = (heap / BLOCK + 1) * BLOCK, most = SUBTRACTION_HEAP_MAX + 1;
    if (step > needed)
        step = needed;
    return step < most ? step : most;
}

/* Extends the table until it covers the heap and all below. */
static void cover(struct subtraction_table *table, int64_t heap)
{
    assert(heap >= 0);
    while (table->period == 0 && heap >= table->known) {
        assert(table->known <= SUBTRACTION_HEAP_MAX);
        extend(table, next_step(table, heap));
        if (table->largest && table->known >= table->searched + table->searched / 8)
            find_period(table);
    }
}

int64_t subtraction_table_heap_max(const struct subtraction_table *table)
{
    return table->period ? INT64_MAX : SUBTRACTION_HEAP_MAX;
}

uint32_t subtraction_table_value(struct subtraction_table *table, int64_t heap)
{
    cover(table, heap);
    if (heap < table->known)
        return table->values[heap];
    assert(table->period > 0);
    return table->values[table->first + (heap - table->first) % table->period];
}

bool subtraction_table_period(const struct subtraction_table *table, int64_t *ret_first,
                              int64_t *ret_period, int64_t *ret_proven_with)
{
    *ret_first = table->first;
    *ret_period = table->period;
    *ret_proven_with = table->first + table->period + table->largest - 1;
    return table->period > 0;
}

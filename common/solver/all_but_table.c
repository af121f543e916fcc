#include "common/solver/all_but_table.h"

#include "common/base/memory.h"
#include "common/game/subtraction.h"
#include "common/solver/repetition.h"

#include <assert.h>
#include <stdlib.h>

enum { FIRST_CAPACITY = 256 };

/* A value, and the heaps that have it. */
struct holders {
    uint32_t first;
    uint16_t count; /* at most one more than there are numbers in A */
    uint16_t met;   /* of these, at n - a, while the value of the heap n is computed */
};

struct all_but_table {
    int64_t lacking[SUBTRACTION_NUMBERS_MAX]; /* A, ascending */
    int64_t lacking_count;
    uint32_t *values; /* of the heaps 0 .. known - 1 */
    struct holders *holders;
    int64_t known;
    int64_t holders_count;           /* the values so far are below it */
    int64_t capacity;                /* of both arrays */
    int64_t searched;                /* `known` at the last search for a period */
    struct arithmetic_period period; /* 0 while none is proven */
};

struct all_but_table *all_but_table_create(const struct rules *rules)
{
    assert(subtraction_kind(rules) == SUBTRACTION_ALL_BUT);
    struct all_but_table *table = memory_zeroed(1, sizeof *table);
    table->lacking_count = subtraction_numbers(rules, table->lacking);
    return table;
}

void all_but_table_destroy(struct all_but_table *table)
{
    if (!table)
        return;
    free(table->values);
    free(table->holders);
    free(table);
}

size_t all_but_table_memory(const struct all_but_table *table)
{
    return sizeof *table +
           (size_t)table->capacity * (sizeof *table->values + sizeof *table->holders);
}

static void reserve(struct all_but_table *table, int64_t heaps)
{
    if (heaps <= table->capacity)
        return;
    int64_t capacity = table->capacity ? 2 * table->capacity : FIRST_CAPACITY;
    while (capacity < heaps)
        capacity *= 2;
    table->values = memory_resized(table->values, (size_t)capacity, sizeof *table->values);
    table->holders = memory_resized(table->holders, (size_t)capacity, sizeof *table->holders);
    table->capacity = capacity;
}

/* The value of the first heap that is not known yet. */
static uint32_t compute_value(struct all_but_table *table)
{
    const uint32_t *values = table->values + table->known;
    uint32_t value = (uint32_t)table->holders_count;
    int64_t count = 0;
    for (; count < table->lacking_count && table->lacking[count] <= table->known; count++) {
        uint32_t candidate = values[-table->lacking[count]];
        struct holders *holders = &table->holders[candidate];
        holders->met++;
        if (holders->met == holders->count && candidate < value)
            value = candidate;
    }
    for (int64_t i = 0; i < count; i++)
        table->holders[values[-table->lacking[i]]].met = 0;
    return value;
}

static void add_heap(struct all_but_table *table)
{
    uint32_t value = compute_value(table);
    if (value == table->holders_count)
        table->holders[table->holders_count++] = (struct holders){.first = (uint32_t)table->known};
    table->holders[value].count++;
    table->values[table->known++] = value;
}

uint32_t all_but_table_value(struct all_but_table *table, int64_t heap)
{
    assert(heap >= 0 && heap <= SUBTRACTION_HEAP_MAX);
    reserve(table, heap + 1);
    while (table->known <= heap)
        add_heap(table);
    return table->values[heap];
}

int64_t all_but_table_first(const struct all_but_table *table, uint64_t value)
{
    return value < (uint64_t)table->holders_count ? (int64_t)table->holders[value].first : -1;
}

/* Looks for enough differences between neighbours in a row that repeat. */
static void find_period(struct all_but_table *table)
{
    int64_t needed = 2 * table->lacking[table->lacking_count - 1], known = table->known;
    if (known <= needed)
        return;
    uint32_t *steps = memory_zeroed((size_t)known - 1, sizeof *steps);
    for (int64_t i = 0; i < known - 1; i++)
        steps[i] = table->values[i + 1] - table->values[i];
    uint32_t *lengths = repetition_lengths(steps, known - 1);
    for (int64_t period = 1; period + needed <= known; period++) {
        if (lengths[period] + 1 < needed)
            continue;
        int64_t first = known - 1 - period - lengths[period];
        table->period = (struct arithmetic_period){
            .first = first,
            .period = period,
            .growth = (int64_t)table->values[known - 1] - table->values[known - 1 - period],
            .proven_with = first + period + needed - 1,
        };
        break;
    }
    free(lengths);
    free(steps);
}

bool all_but_table_period(struct all_but_table *table, struct arithmetic_period *ret_period)
{
    if (table->period.period == 0 && table->known > table->searched) {
        table->searched = table->known;
        find_period(table);
    }
    *ret_period = table->period;
    return table->period.period > 0;
}

#include "common/solver/quota_values.h"

#include "common/base/memory.h"
#include "common/game/take_away.h"
#include "common/solver/quota_sweep.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 128 };

/* Only takes from `least` to before `end` leave a heap of the block with this value. It lets a
 * search skip the block. */
struct reach {
    uint32_t value;
    uint32_t least;
    uint32_t end; /* UINT32_MAX: no end */
};

struct quota_values {
    const struct rules *rules;
    uint32_t heap_max;
    uint32_t value_bits;
    uint32_t heap; /* the last one in the table */
    struct quota_sweep *sweep;

    /* A step is its quota, shifted by value_bits, and its value: with both they ascend. Those of
     * heap n stand from starts[n] to starts[n + 1]; the first one, value 0 from quota 0, is left
     * out. */
    uint32_t *steps;
    size_t step_capacity;
    uint32_t *starts; /* heap_max + 2 of them */

    /* The reaches of the complete blocks: those of block b, of the heaps from b * BLOCK on, stand
     * from reach_starts[b] to reach_starts[b + 1], by value. */
    struct reach *reaches;
    size_t reach_capacity;
    uint32_t *reach_starts;
    struct reach *open; /* of the last block, by value; end 0 where there is none */
    uint32_t open_capacity;
    uint32_t open_count; /* one more than the largest value in it */
};

struct quota_values *quota_values_create(const struct rules *rules)
{
    struct quota_values *values = memory_zeroed(1, sizeof *values);
    values->rules = rules;
    values->heap_max = (uint32_t)take_away_local_heap_max(rules);
    values->value_bits = 32;
    for (uint32_t heap = values->heap_max; heap; heap >>= 1)
        values->value_bits--;
    assert(values->value_bits > 0 && values->value_bits < 32);
    return values;
}

void quota_values_destroy(struct quota_values *values)
{
    if (!values)
        return;
    quota_sweep_destroy(values->sweep);
    free(values->steps);
    free(values->starts);
    free(values->reaches);
    free(values->reach_starts);
    free(values->open);
    free(values);
}

size_t quota_values_memory(const struct quota_values *values)
{
    if (!values->sweep)
        return 0;
    size_t starts = (size_t)values->heap_max + 2, blocks = (size_t)values->heap_max / BLOCK + 2;
    return quota_sweep_memory(values->sweep) + values->step_capacity * sizeof *values->steps +
           starts * sizeof *values->starts + values->reach_capacity * sizeof *values->reaches +
           blocks * sizeof *values->reach_starts + values->open_capacity * sizeof *values->open;
}

int64_t quota_values_heap_max(const struct quota_values *values)
{
    return values->heap_max;
}

static void add_step(struct quota_values *values, uint32_t index, struct quota_step step)
{
    if (index == values->step_capacity) {
        values->step_capacity = values->step_capacity ? 2 * values->step_capacity : 1024;
        values->steps = memory_resized(values->steps, values->step_capacity, sizeof *values->steps);
    }
    assert(step.value >> values->value_bits == 0);
    values->steps[index] = step.quota << values->value_bits | step.value;
}

static void widen_reach(struct quota_values *values, uint32_t value, uint32_t least, uint32_t end)
{
    if (least >= end)
        return;
    if (value >= values->open_capacity) {
        uint32_t capacity = 2 * value + 16;
        values->open = memory_resized(values->open, capacity, sizeof *values->open);
        memset(values->open + values->open_capacity, 0,
               (capacity - values->open_capacity) * sizeof *values->open);
        values->open_capacity = capacity;
    }
    struct reach *reach = &values->open[value];
    if (value >= values->open_count)
        values->open_count = value + 1;
    if (reach->end == 0 || least < reach->least)
        reach->least = least;
    if (end > reach->end)
        reach->end = end;
}

static void widen_reaches(struct quota_values *values, const struct quota_step *steps,
                          uint32_t count)
{
    uint32_t least = 1, value = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t end = steps[i].take;
        widen_reach(values, value, least, end);
        least = end;
        value = steps[i].value;
    }
    widen_reach(values, value, least, UINT32_MAX);
}

/* Stores the reaches of the last block, and begins a new one. */
static void close_block(struct quota_values *values, uint32_t block)
{
    uint32_t count = values->reach_starts[block];
    if (values->reach_capacity < (size_t)count + values->open_count) {
        values->reach_capacity = 2 * ((size_t)count + values->open_count);
        values->reaches =
            memory_resized(values->reaches, values->reach_capacity, sizeof *values->reaches);
    }
    for (uint32_t value = 0; value < values->open_count; value++) {
        struct reach *reach = &values->open[value];
        if (reach->end == 0)
            continue;
        reach->value = value;
        values->reaches[count++] = *reach;
        *reach = (struct reach){0};
    }
    values->open_count = 0;
    values->reach_starts[block + 1] = count;
}

static void add_heap(struct quota_values *values)
{
    const struct quota_step *steps;
    uint32_t count = quota_sweep_next(values->sweep, &steps);
    uint32_t heap = ++values->heap, start = values->starts[heap];
    for (uint32_t i = 0; i < count; i++)
        add_step(values, start + i, steps[i]);
    values->starts[heap + 1] = start + count;
    widen_reaches(values, steps, count);
    if ((heap + 1) % BLOCK == 0)
        close_block(values, heap / BLOCK);
}

static void extend(struct quota_values *values, int64_t heap)
{
    assert(heap >= 0 && heap <= values->heap_max);
    if (!values->sweep) {
        size_t heaps = (size_t)values->heap_max + 2;
        values->sweep = quota_sweep_create(values->rules, values->heap_max);
        values->starts = memory_zeroed(heaps, sizeof *values->starts);
        values->reach_starts =
            memory_zeroed((size_t)values->heap_max / BLOCK + 2, sizeof *values->reach_starts);
        widen_reach(values, 0, 1, UINT32_MAX);
    }
    while (values->heap < heap)
        add_heap(values);
}

/* The number of steps of the heap, the first one left out, that this quota reaches. */
static uint32_t count_steps(const struct quota_values *values, uint32_t heap, int64_t quota)
{
    uint32_t start = values->starts[heap], low = start, high = values->starts[heap + 1];
    uint64_t end = ((uint64_t)quota + 1) << values->value_bits;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (values->steps[middle] < end)
            low = middle + 1;
        else
            high = middle;
    }
    return low - start;
}

static uint32_t value_of(const struct quota_values *values, uint32_t heap, int64_t quota)
{
    if (quota > heap)
        quota = heap;
    uint32_t count = count_steps(values, heap, quota);
    uint32_t mask = ((uint32_t)1 << values->value_bits) - 1;
    return count ? values->steps[values->starts[heap] + count - 1] & mask : 0;
}

uint32_t quota_value(struct quota_values *values, int64_t heap, int64_t quota)
{
    extend(values, heap);
    return value_of(values, (uint32_t)heap, quota);
}

/* Does the heap have the value under some quota? */
static bool has_value(const struct quota_values *values, uint32_t heap, uint32_t value)
{
    uint32_t mask = ((uint32_t)1 << values->value_bits) - 1;
    uint32_t end = values->starts[heap + 1];
    bool found = value == 0;
    for (uint32_t i = values->starts[heap]; i < end; i++)
        found |= (values->steps[i] & mask) == value;
    return found;
}

static const struct reach *find_reach(const struct quota_values *values, uint32_t block,
                                      uint32_t value)
{
    uint32_t low = values->reach_starts[block], high = values->reach_starts[block + 1];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (values->reaches[middle].value < value)
            low = middle + 1;
        else
            high = middle;
    }
    bool found = low < values->reach_starts[block + 1] && values->reaches[low].value == value;
    return found ? &values->reaches[low] : NULL;
}

/* May a take from `first` to `last` leave a heap of this block with this value? */
static bool block_may_serve(const struct quota_values *values, uint32_t block, uint32_t value,
                            int64_t first, int64_t last)
{
    if (block >= (values->heap + 1) / BLOCK)
        return true;
    const struct reach *reach = find_reach(values, block, value);
    return reach && first < reach->end && last >= reach->least;
}

int64_t quota_values_next_take(struct quota_values *values, int64_t heap, int64_t quota,
                               uint32_t value, int64_t after)
{
    assert(after >= 0);
    extend(values, heap);
    int64_t most = quota < heap ? quota : heap;
    for (int64_t take = after + 1; take <= most;) {
        uint32_t block = (uint32_t)(heap - take) / BLOCK;
        int64_t last = heap - (int64_t)block * BLOCK;
        if (last > most)
            last = most;
        if (!block_may_serve(values, block, value, take, last)) {
            take = last + 1;
            continue;
        }
        for (; take <= last; take++) {
            uint32_t left = (uint32_t)(heap - take);
            if (has_value(values, left, value) &&
                value_of(values, left, take_away_quota(values->rules, take)) == value)
                return take;
        }
    }
    return 0;
}

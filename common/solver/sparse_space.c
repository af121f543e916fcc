#include "common/solver/sparse_space.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Looking up a rare heap costs as much as searching this many pairs (value_row_find()), so the list
 * pays only when rarer than one heap in this many is rare. */
enum { PAIRS_PER_RARE = 8, BOUND_MAX = 1 << 16 };

void sparse_space_finish(struct sparse_space *space)
{
    free(space->rare);
    *space = (struct sparse_space){0};
}

size_t sparse_space_memory(const struct sparse_space *space)
{
    return (size_t)space->capacity * sizeof *space->rare;
}

void sparse_space_add(struct sparse_space *space, int64_t heap, uint32_t value)
{
    if (space->mask == 0 || mask_makes_common(space->mask, value))
        return;
    if (space->count == space->capacity) {
        space->capacity = space->capacity ? 2 * space->capacity : 256;
        space->rare = memory_resized(space->rare, (size_t)space->capacity, sizeof *space->rare);
    }
    assert(space->count == 0 || space->rare[space->count - 1] < heap);
    space->rare[space->count++] = (uint32_t)heap;
}

/* The Walsh transform. counts[v] comes in as the number of heaps of value v; counts[m] goes out as
 * the number of heaps that the mask m makes rare less the number that it makes common, the sum over
 * v of (-1)^parity(v & m). `bound` is a power of two. */
static void transform(int64_t *counts, uint32_t bound)
{
    for (uint32_t half = 1; half < bound; half *= 2) {
        for (uint32_t i = 0; i < bound; i++) {
            if (i & half)
                continue;
            int64_t even = counts[i], odd = counts[i + half];
            counts[i] = even + odd;
            counts[i + half] = even - odd;
        }
    }
}

static uint32_t best_mask(const struct value_row *row)
{
    int64_t *surplus = memory_zeroed(row->bound, sizeof *surplus);
    for (int64_t heap = 1; heap < row->count; heap++)
        surplus[row->values[heap]]++;
    transform(surplus, row->bound);
    uint32_t best = 0;
    for (uint32_t mask = 1; mask < row->bound; mask++) {
        if (surplus[mask] < surplus[best])
            best = mask;
    }
    int64_t rare = (row->count - 1 + surplus[best]) / 2;
    free(surplus);
    return rare * PAIRS_PER_RARE < row->count ? best : 0;
}

void sparse_space_choose(struct sparse_space *space, const struct value_row *row)
{
    space->mask = row->bound <= BOUND_MAX ? best_mask(row) : 0;
    space->count = 0;
    for (int64_t heap = 1; heap < row->count; heap++)
        sparse_space_add(space, heap, row->values[heap]);
}

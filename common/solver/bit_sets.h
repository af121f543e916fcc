/* An array of bit sets, all with room for numbers below the same bound, which may grow. */
#ifndef COMMON_SOLVER_BIT_SETS_H
#define COMMON_SOLVER_BIT_SETS_H

#include "common/base/memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct bit_sets {
    uint64_t *words; /* owned */
    size_t count;
    size_t stride; /* words of one set */
};

/* `bound` is a multiple of 64. */
static inline struct bit_sets bit_sets_create(int64_t count, uint32_t bound)
{
    assert(bound % 64 == 0);
    size_t sets = (size_t)count, stride = bound / 64;
    return (struct bit_sets){memory_zeroed(sets * stride, sizeof(uint64_t)), sets, stride};
}

static inline uint64_t *bit_set_at(const struct bit_sets *sets, int64_t index)
{
    return sets->words + (size_t)index * sets->stride;
}

/* Makes room for numbers below `bound`; the sets keep their numbers. */
static inline void bit_sets_widen(struct bit_sets *sets, uint32_t bound)
{
    if (sets->stride >= bound / 64)
        return;
    struct bit_sets wide = bit_sets_create((int64_t)sets->count, bound);
    for (size_t i = 0; i < sets->count; i++)
        memcpy(wide.words + i * wide.stride, sets->words + i * sets->stride,
               sets->stride * sizeof *sets->words);
    free(sets->words);
    *sets = wide;
}

static inline size_t bit_sets_memory(const struct bit_sets *sets)
{
    return sets->count * sets->stride * sizeof *sets->words;
}

static inline void bit_set_add(uint64_t *set, uint32_t number)
{
    set[number / 64] |= UINT64_C(1) << (number % 64);
}

static inline bool bit_set_has(const uint64_t *set, uint32_t number)
{
    return set[number / 64] >> (number % 64) & 1;
}

#endif

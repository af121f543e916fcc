#include "common/solver/value_row.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 256,
    BLOCK = 64, /* pairs that a search compares before it looks at the result; n * LANES */
    NARROW_BOUND = 1 << 16,
};

/* Compiled for wider vectors than those of every processor, too; the program chooses at its start.
 */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__)
#define FOR_WIDE_VECTORS __attribute__((target_clones("default", "avx2")))
enum { LANES = 16 };
#else
#define FOR_WIDE_VECTORS
enum { LANES = 8 };
#endif

typedef uint16_t lanes __attribute__((vector_size(LANES * sizeof(uint16_t))));

/* Searches read up to a block too far, so zeros follow. */
static uint16_t *create_narrow(int64_t capacity)
{
    return memory_zeroed((size_t)capacity + BLOCK, sizeof(uint16_t));
}

static void set_capacity(struct value_row *row, int64_t capacity)
{
    uint16_t *low = create_narrow(capacity), *mirror = create_narrow(capacity);
    if (row->count > 0) {
        size_t bytes = (size_t)row->count * sizeof *low;
        memcpy(low, row->low, bytes);
        memcpy(mirror + capacity - row->count, row->mirror + row->capacity - row->count, bytes);
    }
    free(row->low);
    free(row->mirror);
    row->low = low;
    row->mirror = mirror;
    row->values = memory_resized(row->values, (size_t)capacity, sizeof *row->values);
    row->capacity = capacity;
}

void value_row_init(struct value_row *row)
{
    *row = (struct value_row){.bound = 64};
    value_row_append(row, 0);
}

void value_row_finish(struct value_row *row)
{
    free(row->values);
    free(row->low);
    free(row->mirror);
    *row = (struct value_row){0};
}

size_t value_row_memory(const struct value_row *row)
{
    return (size_t)row->capacity * (sizeof *row->values + sizeof *row->low + sizeof *row->mirror);
}

void value_row_reserve(struct value_row *row, int64_t count)
{
    if (count > row->capacity)
        set_capacity(row, count);
}

void value_row_append(struct value_row *row, uint32_t value)
{
    if (row->count == row->capacity)
        set_capacity(row, row->capacity ? 2 * row->capacity : FIRST_CAPACITY);
    row->values[row->count] = value;
    row->low[row->count] = (uint16_t)value;
    row->mirror[row->capacity - 1 - row->count] = (uint16_t)value;
    row->count++;
    while (row->bound <= value)
        row->bound *= 2;
}

/* The low bits of sum - a for a = from, from + 1, ... */
static const uint16_t *partners(const struct value_row *row, int64_t sum, int64_t from)
{
    return row->mirror + (row->capacity - 1 - sum + from);
}

/* Marks eight pairs at a time, all with values of 16 bits; returns the first pair left over. */
static int64_t mark_narrow(const struct value_row *row, int64_t sum, int64_t from, int64_t to,
                           uint8_t *restrict seen)
{
    const uint16_t *low = row->low, *partner = partners(row, sum, 0);
    int64_t a = from;
    for (; a + 7 <= to; a += 8) {
        uint64_t x, y, z, w;
        memcpy(&x, low + a, sizeof x);
        memcpy(&y, partner + a, sizeof y);
        memcpy(&z, low + a + 4, sizeof z);
        memcpy(&w, partner + a + 4, sizeof w);
        x ^= y;
        z ^= w;
        seen[x & 0xffff] = 1;
        seen[x >> 16 & 0xffff] = 1;
        seen[x >> 32 & 0xffff] = 1;
        seen[x >> 48] = 1;
        seen[z & 0xffff] = 1;
        seen[z >> 16 & 0xffff] = 1;
        seen[z >> 32 & 0xffff] = 1;
        seen[z >> 48] = 1;
    }
    return a;
}

void value_row_mark(const struct value_row *row, int64_t sum, int64_t from, int64_t to,
                    uint8_t *restrict seen)
{
    const uint32_t *values = row->values;
    int64_t a = row->bound <= NARROW_BOUND ? mark_narrow(row, sum, from, to, seen) : from;
    for (; a <= to; a++)
        seen[values[a] ^ values[sum - a]] = 1;
}

void value_row_mark_sums(const struct value_row *row, int64_t sum, const uint32_t *heaps,
                         int64_t count, uint8_t *restrict seen)
{
    const uint16_t *low = row->low;
    for (int64_t i = 0; i < count; i++) {
        uint64_t value = low[heaps[i]] * UINT64_C(0x0001000100010001), x, y;
        memcpy(&x, low + sum - heaps[i], sizeof x);
        memcpy(&y, low + sum - heaps[i] + 4, sizeof y);
        x ^= value;
        y ^= value;
        seen[VALUE_ROW_SUMS * (x & 0xffff)] = 1;
        seen[VALUE_ROW_SUMS * (x >> 16 & 0xffff) + 1] = 1;
        seen[VALUE_ROW_SUMS * (x >> 32 & 0xffff) + 2] = 1;
        seen[VALUE_ROW_SUMS * (x >> 48) + 3] = 1;
        seen[VALUE_ROW_SUMS * (y & 0xffff) + 4] = 1;
        seen[VALUE_ROW_SUMS * (y >> 16 & 0xffff) + 5] = 1;
        seen[VALUE_ROW_SUMS * (y >> 32 & 0xffff) + 6] = 1;
        seen[VALUE_ROW_SUMS * (y >> 48) + 7] = 1;
    }
}

/* May any of the BLOCK pairs at these places have this nim-sum, by their low bits? */
static inline bool block_may_have(const uint16_t *low, const uint16_t *partner, uint16_t target)
{
    lanes targets = (lanes){0} + target, found = {0};
#pragma GCC unroll 8
    for (int i = 0; i < BLOCK; i += LANES) {
        lanes x, y;
        memcpy(&x, low + i, sizeof x);
        memcpy(&y, partner + i, sizeof y);
        found |= (lanes)((x ^ targets) == y);
    }
    uint64_t words[sizeof found / sizeof(uint64_t)], any = 0;
    memcpy(words, &found, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any;
}

FOR_WIDE_VECTORS
int64_t value_row_find(const struct value_row *row, int64_t sum, uint32_t target, int64_t from,
                       int64_t to)
{
    const uint32_t *values = row->values;
    const uint16_t *low = row->low, *partner = partners(row, sum, 0);
    for (int64_t block = from; block <= to; block += BLOCK) {
        if (!block_may_have(low + block, partner + block, (uint16_t)target))
            continue;
        for (int64_t a = block; a < block + BLOCK && a <= to; a++) {
            if ((values[a] ^ values[sum - a]) == target)
                return a;
        }
    }
    return 0;
}

int64_t value_row_count(const struct value_row *row, int64_t sum, uint32_t target, int64_t from,
                        int64_t to)
{
    assert(from > to || (from >= 1 && to < sum && sum - from < row->count));
    const uint32_t *values = row->values;
    int64_t count = 0;
    for (int64_t a = from; a <= to; a++)
        count += (values[a] ^ values[sum - a]) == target;
    return count;
}

/* The values of the heaps 0, 1, 2, ... as they become known, and searches among the pairs of heaps
 * a + b = sum, which take most of the time of a table. A pair is named by a, which goes from 1 to
 * sum / 2. */
#ifndef COMMON_SOLVER_VALUE_ROW_H
#define COMMON_SOLVER_VALUE_ROW_H

#include <stddef.h>
#include <stdint.h>

struct value_row {
    uint32_t *values; /* of the heaps 0 .. count - 1 */
    uint16_t *low;    /* their lowest 16 bits: many of them are compared in one step */
    uint16_t *mirror; /* the same backwards: those of heap i at [capacity - 1 - i] */
    int64_t count;
    int64_t capacity;
    uint32_t bound; /* a power of two >= 64 above all values, and so above their nim-sums */
};

/* Begins with the value 0 of the heap 0. */
void value_row_init(struct value_row *row);
void value_row_finish(struct value_row *row);
/* In bytes. */
size_t value_row_memory(const struct value_row *row);
/* Makes room for the heaps below `count`. */
void value_row_reserve(struct value_row *row, int64_t count);
void value_row_append(struct value_row *row, uint32_t value);

/* seen[value(a) ^ value(sum - a)] = 1 for the pairs from..to; `seen` has row->bound bytes. */
void value_row_mark(const struct value_row *row, int64_t sum, int64_t from, int64_t to,
                    uint8_t *seen);

enum { VALUE_ROW_SUMS = 8 };

/* The same for VALUE_ROW_SUMS sums from `sum` on at a time, and the pairs with the listed heaps:
 * for the sum `sum` + i it sets seen[VALUE_ROW_SUMS * value + i]. The partners of a heap are
 * neighbours, so that this takes half the time of one sum after the other. Preconditions:
 * row->bound <= 2^16, heap < sum, and sum + VALUE_ROW_SUMS - heap <= row->count. */
void value_row_mark_sums(const struct value_row *row, int64_t sum, const uint32_t *heaps,
                         int64_t count, uint8_t *seen);

/* The pairs from..to with value(a) ^ value(sum - a) == target: the first of them, or 0; their
 * number. Precondition: from >= 1, to < sum, and all values are known. */
int64_t value_row_find(const struct value_row *row, int64_t sum, uint32_t target, int64_t from,
                       int64_t to);
int64_t value_row_count(const struct value_row *row, int64_t sum, uint32_t target, int64_t from,
                        int64_t to);

#endif

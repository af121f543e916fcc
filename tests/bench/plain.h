/* What the product is measured against: the same values by the definitions, as anybody would write
 * them down. Nothing is shared with the product. */
#ifndef TESTS_BENCH_PLAIN_H
#define TESTS_BENCH_PLAIN_H

#include <stdint.h>

/* The smallest part of Zeckendorf's representation of heap >= 1, by a scan of all Fibonacci
 * numbers: what the first player takes. */
int64_t plain_fibonacci_take(int64_t heap);

/* The Grundy values of heaps 0 to `max` for a code whose digit of this index, the only one that is
 * not 0, is this one: every option of every heap is looked at. */
void plain_octal_values(int digit_index, int digit, int max, uint16_t *ret_values);
/* The same for kayles, and for Grundy's game. */
void plain_kayles_values(int max, uint16_t *ret_values);
void plain_grundy_values(int max, uint16_t *ret_values);

/* G(heap, quota) of local Fibonacci nim for heaps up to `max`, at plain_quota_index(heap, quota).
 */
void plain_quota_values(int max, uint8_t *ret_values);

/* 0 <= quota <= heap. */
static inline int plain_quota_index(int heap, int quota)
{
    return heap * (heap + 1) / 2 + quota;
}

/* How many cutoffs of alpha there are from 2 to `max`; the P-sequence is computed from its
 * beginning for each of them, until its recurrence is certain [RS]. */
int64_t plain_count_cutoffs(int64_t max);

#endif

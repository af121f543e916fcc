/* Lasker's Nim, octal 4.3...: a heap of n has the value n, except that 4k+3 has 4k+4 and 4k+4 has
 * 4k+3 [WW, Ferguson]. So exact answers need no table, for heaps up to 2^63-1. */
#ifndef COMMON_SOLVER_LASKER_H
#define COMMON_SOLVER_LASKER_H

#include <stdint.h>

/* The value of a heap. The function is its own inverse: the heap of a value, too. */
uint64_t lasker_value(uint64_t heap);

/* The splits of `sum` into a + b, 1 <= a <= b, with value(a) ^ value(b) == target: the least a >
 * after, or 0; and their number. */
int64_t lasker_next_split(int64_t sum, uint64_t target, int64_t after);
uint64_t lasker_count_splits(int64_t sum, uint64_t target);

#endif

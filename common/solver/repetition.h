/* The length of the repetition at the end of a sequence, for each possible period. */
#ifndef COMMON_SOLVER_REPETITION_H
#define COMMON_SOLVER_REPETITION_H

#include <stdint.h>

/* For 1 <= p < count, lengths[p] is the number of values at the end, without a gap, that equal the
 * values p places before them; lengths[0] is `count`, which is at least 1. free() the result. The
 * time is proportional to `count`. */
uint32_t *repetition_lengths(const uint32_t *values, int64_t count);

#endif

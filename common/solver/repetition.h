/* How far a sequence repeats itself, read back from its end. */
#ifndef COMMON_SOLVER_REPETITION_H
#define COMMON_SOLVER_REPETITION_H

#include <stdint.h>

/* For 1 <= p < count, lengths[p] is how many of the last values, without a gap, equal those p
 * places before them. free() the result, whose lengths[0] is `count`. Takes time in proportion to
 * `count`. */
uint32_t *repetition_lengths(const uint32_t *values, int64_t count);

#endif

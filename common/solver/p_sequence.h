/* The P-sequence of a take-away game: the heaps P_1 < P_2 < ... that are lost for the first player
 * [Schwenk].
 *     P_1 = 1,  P_{n+1} = P_n + P_m  with m the least index such that F(P_m) >= P_n
 * Every heap is in exactly one way a sum of terms each of which exceeds F of the one before; taking
 * the largest term that fits, again and again, finds them. (For F = 2x: Fibonacci numbers and
 * Zeckendorf's representation.) */
#ifndef COMMON_SOLVER_P_SEQUENCE_H
#define COMMON_SOLVER_P_SEQUENCE_H

#include "common/game/game.h"

/* Each part is more than half of what it is taken from, because P_{n+1} <= 2 P_n. */
enum { P_SEQUENCE_PARTS_MAX = 63 };

struct p_sequence {
    const struct rules *rules; /* borrowed: F */
    int64_t *terms;            /* terms[n] is P_n; terms[0] is 0 */
    int64_t *shields;          /* shields[n]: the largest x with F(x) < P_n, or 0 */
    uint32_t count;
    uint32_t capacity;
    uint32_t step; /* the index m for the last term */
};

void p_sequence_init(struct p_sequence *sequence, const struct rules *rules);
void p_sequence_finish(struct p_sequence *sequence);

/* Writes the indices of the terms of `heap`, the largest first, and returns how many there are; one
 * more index may be overwritten. Extends the sequence to the heap's size. */
uint32_t p_sequence_represent(struct p_sequence *sequence, int64_t heap,
                              uint32_t ret_parts[P_SEQUENCE_PARTS_MAX + 1]);

#endif

/* The P-sequence of a take-away game: the heaps P_1 < P_2 < ... that are lost for the first player
 * [Schwenk].
 *     P_1 = 1,  P_{n+1} = P_n + P_m  with m the least index such that F(P_m) >= P_n
 * Every heap has exactly one representation as a sum of terms in which each term exceeds F of the
 * next smaller one; taking the largest term that fits, again and again, finds it. (For F = 2x:
 * Fibonacci numbers and Zeckendorf's representation.) */
#ifndef COMMON_SOLVER_P_SEQUENCE_H
#define COMMON_SOLVER_P_SEQUENCE_H

#include "common/game/take_away.h"

/* Each part is more than half of the rest from which it is taken, because P_{n+1} <= 2 P_n. */
enum { P_SEQUENCE_PARTS_MAX = 63 };

struct p_sequence {
    struct take_away_function function; /* F */
    int64_t *terms;                     /* terms[n] is P_n; terms[0] is 0 */
    int64_t *shields;                   /* shields[n]: the largest x with F(x) < P_n, or 0 */
    uint32_t count;                     /* known terms, at least two */
    uint32_t capacity;
    uint32_t step; /* the index m for the last term */
};

void p_sequence_init(struct p_sequence *sequence, struct take_away_function function);
void p_sequence_finish(struct p_sequence *sequence);
/* In bytes. */
size_t p_sequence_memory(const struct p_sequence *sequence);
/* Extends the sequence to all terms up to `limit`, and to none above it. */
void p_sequence_reach(struct p_sequence *sequence, int64_t limit);

/* Writes the indices of the terms of `heap`, the largest first, and returns their number; one more
 * index may be overwritten. Extends the sequence to the heap's size. */
uint32_t p_sequence_represent(struct p_sequence *sequence, int64_t heap,
                              uint32_t ret_parts[P_SEQUENCE_PARTS_MAX + 1]);

/* Is the whole sequence short enough to be found in a fraction of a millisecond? */
bool p_sequence_is_quick(struct take_away_function function);

/* The smallest part of a heap >= 1: the least quota under which the heap is won. */
int64_t p_sequence_smallest_part(struct p_sequence *sequence, int64_t heap);

/* Writes up to `capacity` winning takes from a heap under a quota, the fewest counters first;
 * returns their number. */
uint32_t p_sequence_winning_takes(struct p_sequence *sequence, int64_t heap, int64_t quota,
                                  uint32_t capacity, int64_t *ret_takes);

#endif

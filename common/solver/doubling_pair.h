/* Two heaps under one quota that follows F(x) = 2x: Fibonacci nim, global, with a closed form.
 *
 * Let d be the difference of the heaps, F_k = 1, 2, 3, 5, ... (k = 0, 1, ...) the smallest part of
 * its Zeckendorf representation, and a the smaller heap. The least winning quota L is
 *     none (no quota wins)  if d = 0
 *     F_{k-1}               if exceptional(a, d)
 *     F_k                   otherwise
 * where exceptional(a, d) means: k > 0, a >= t = F_{k-1}, and with F_z the smallest part of d + t
 * either z >= k + 2, or z = k + 1 and not exceptional(a - t, d + t).
 *
 * Proof, by induction over the counters; a take of t wins iff L > 2t after it. If d = 0, each move
 * is answered in the other heap. Otherwise let t < F_k first. From the larger heap it leaves the
 * difference d - t, whose smallest part is at most 2t [Schwenk]: lost. From the smaller heap it
 * leaves d + t; if t < F_{k-1}, the parts of t are the smallest ones of d + t, and if
 * t = F_{k-1} + s with s > 0, those of s < F_{k-2} are: lost. There remains t = F_{k-1} from the
 * smaller heap: F_k <= 2t < F_{k+1}, so it wins iff L >= F_{k+1} after it, that is iff
 * exceptional(a, d). If not, t = F_k from the larger heap wins: 2t < F_{k+2}, and the parts of d -
 * t are at least that, so the only way to L <= 2t is that F_{k+2} is the smallest of them and
 * exceptional(a, d - t). That needs a >= F_{k+1} and a smallest part of at least F_{k+3} in d - t +
 * F_{k+1} = d + F_{k-1}, so that either exceptional(a, d) too, or k = 0; then a take of 1 = F_0
 * from the smaller heap wins instead. */
#ifndef COMMON_SOLVER_DOUBLING_PAIR_H
#define COMMON_SOLVER_DOUBLING_PAIR_H

#include "common/solver/p_sequence.h"

/* `fibonacci` is the P-sequence of F(x) = 2x. UINT64_MAX: no quota wins. */
uint64_t doubling_pair_least_quota(struct p_sequence *fibonacci, int64_t a, int64_t b);

/* Writes the winning takes from `heap` beside `other` under a quota, fewer first; returns their
 * number. */
uint32_t doubling_pair_takes(struct p_sequence *fibonacci, int64_t heap, int64_t other,
                             int64_t quota, int64_t ret_takes[P_SEQUENCE_PARTS_MAX]);

#endif

/* Take-away games with F(x) = floor(alpha x), alpha >= 1 a fraction [Schwenk]. As the terms of the
 * P-sequence (p_sequence.h) are integers, F(P_m) >= P_n says the same as alpha P_m >= P_n. All
 * comparisons are exact: products of 64-bit numbers in 128 bits.
 *
 * The stable intervals [a, b) of alpha [RS]: within one, all alpha have the same P-sequence, from
 * some index on it obeys P_{n+1} = P_n + P_{n-k}, and its ends are cutoffs, where the sequence
 * changes.
 *
 * Why finitely many comparisons decide the whole sequence. Write n in J when m(n) = m(n-1) (with
 * m(0) = 1, so that 1 is in J); otherwise m(n) = m(n-1) + 1, for
 *     alpha P_{m+1} = alpha (P_m + P_{m(m)}) >= P_n + P_m = P_{n+1} where m = m(n).
 * Call U(n) = P_n / P_{m(n)-1} > alpha the upper ratio and L(n) = P_n / P_{m(n)} <= alpha the lower
 * ratio of n. Now n + 1 is in J exactly when P_{n+1} / P_m <= alpha, m = m(n). If m is not in J
 * then P_{n+1} / P_m = (P_n + P_m) / (P_{m-1} + P_{m(m)-1}) is the mediant of U(n) and U(m): it
 * exceeds alpha, so n + 1 is not in J either, and U(n+1) is that mediant, no less than the smaller
 * of them. And for n + 1 in J, U(n+1) > U(n). So
 *   - only where m(n) is in J has anything to be compared, and only there can the least U be;
 *   - the greatest L is at an element of J: outside, L(n+1) is the mediant of L(n) and L(m);
 *   - once every element of J has been m(n) and the comparison after it has failed, J has no more
 *     elements: with k + 1 elements, the last of them N, P_{n+1} = P_n + P_{n-k} for all n >= N and
 *     for no smaller N. ([RS] look for k + 2 indices in a row with the same n - m(n): the same
 *     moment.)
 * J is finite because n - m(n) = (how many elements up to n) - 1 is bounded: each term is at least
 * (1 + 1/alpha) times the one before, and P_n <= alpha P_{m(n)}.
 *
 * The sequence is the same from the greatest L, which it contains, to the least U, which it does
 * not: these are the ends. At the next cutoff b, the least U, first attained by n, nothing changes
 * below n, and n comes into J: the walk goes on from there. */
#ifndef COMMON_SOLVER_ALPHA_WALK_H
#define COMMON_SOLVER_ALPHA_WALK_H

#include "common/game/take_away.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

/* The fraction p/q >= 1, in lowest terms unless a comment says otherwise. */
struct alpha {
    int64_t p;
    int64_t q;
};

/* The stated limit: the table for alpha has about 44 alpha terms up to 2^63-1. */
enum { ALPHA_MAX = 100000 };

/* p/q in lowest terms. Precondition: p, q >= 1. */
struct alpha alpha_reduced(int64_t p, int64_t q);
/* Below 0: a < b; 0: they are equal; above 0: a > b. They need not be in lowest terms. */
int alpha_compare(struct alpha a, struct alpha b);
/* alpha x >= y. Inline, because counting cutoffs spends its time with it. */
static inline bool alpha_reaches(struct alpha alpha, int64_t x, int64_t y)
{
    return (uint128)alpha.p * (uint128)x >= (uint128)alpha.q * (uint128)y;
}

/* 1 <= alpha <= ALPHA_MAX: a precondition of all functions below. */
bool alpha_is_allowed(struct alpha alpha);

/* As the F of p_sequence_init(). */
struct take_away_function alpha_function(struct alpha alpha);

/* A comparison that failed, with a ratio below all earlier ones. */
struct alpha_change {
    uint32_t term;       /* n: the ratio is P_n / P_jumps[opened] */
    uint32_t opened;     /* the element of J to compare again */
    uint32_t jump_count; /* the number of elements of J below n */
};

/* Grows with alpha: about 2 alpha ln alpha terms of 8 bytes. */
struct alpha_walk {
    struct alpha alpha; /* of this interval; not reduced */
    int64_t *terms;     /* terms[n] is P_n */
    uint32_t term_count;
    uint32_t term_capacity;
    uint32_t *jumps; /* J, ascending */
    uint32_t jump_count;
    uint32_t jump_capacity;
    uint32_t opened;              /* the elements of J before this one have been compared */
    struct alpha_change *changes; /* ratios falling; the last gives the right end */
    uint32_t change_count;
    uint32_t change_capacity;
};

/* Goes to the interval of alpha. False: a term exceeds 2^63-1; then the walk can only be finished.
 */
bool alpha_walk_start(struct alpha_walk *walk, struct alpha alpha);
void alpha_walk_finish(struct alpha_walk *walk);
/* Goes to the next interval on the right. False as above. */
bool alpha_walk_next(struct alpha_walk *walk);

/* The interval [left, right). */
struct alpha alpha_walk_left(const struct alpha_walk *walk);
struct alpha alpha_walk_right(const struct alpha_walk *walk);
/* P_{n+1} = P_n + P_{n-k} for all n >= N and no smaller N: k and N. The start values are
 * terms[0..N]. */
uint32_t alpha_walk_gap(const struct alpha_walk *walk);
uint32_t alpha_walk_start_index(const struct alpha_walk *walk);

enum alpha_count_result {
    ALPHA_COUNTED,
    ALPHA_OVERFLOW, /* a term exceeds 2^63-1 */
    ALPHA_STOPPED,  /* `stop` was set */
};

/* Counts the cutoffs in [from, below), the unit of work of longer counts; 1 is no cutoff. Another
 * thread may set `stop`; it may be NULL. */
enum alpha_count_result alpha_count_within(struct alpha from, struct alpha below,
                                           const atomic_bool *stop, int64_t *ret_count);

/* Does the sequence change at alpha? 1 is no cutoff, because no alpha is below it. *ret_known is
 * false where a term exceeds 2^63-1. */
bool alpha_is_cutoff(struct alpha alpha, bool *ret_known);

#endif

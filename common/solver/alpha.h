/* Take-away games with F(x) = floor(alpha x), alpha >= 1 a fraction [Schwenk]. As the terms of the
 * P-sequence (p_sequence.h) are integers, F(P_m) >= P_n says the same as alpha P_m >= P_n. All
 * comparisons are exact: products of 64-bit numbers in 128 bits. */
#ifndef COMMON_SOLVER_ALPHA_H
#define COMMON_SOLVER_ALPHA_H

#include "common/game/take_away.h"

#include <stdbool.h>
#include <stdint.h>

/* The fraction p/q >= 1. In lowest terms where nothing else is said. */
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
/* alpha x >= y. Here, because counting cutoffs spends its time with it. */
static inline bool alpha_reaches(struct alpha alpha, int64_t x, int64_t y)
{
    return (uint128)alpha.p * (uint128)x >= (uint128)alpha.q * (uint128)y;
}

/* 1 <= alpha <= ALPHA_MAX: a precondition of what follows, here and in alpha_walk.h. */
bool alpha_is_allowed(struct alpha alpha);

/* As the F of p_sequence_init(). */
struct take_away_function alpha_function(struct alpha alpha);

#endif

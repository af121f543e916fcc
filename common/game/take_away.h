/* Take-away games: one heap and a quota that follows the last move. From a heap of n the first move
 * takes 1..n-1; after a move of t counters the next one takes 1..F(t), where F(x) = floor(p/q x) +
 * c and F(x) >= x. */
#ifndef COMMON_GAME_TAKE_AWAY_H
#define COMMON_GAME_TAKE_AWAY_H

#include "common/game/game.h"

/* The parameters of the rules: p/q in lowest terms, and the constant c. */
enum {
    TAKE_AWAY_NUMERATOR,
    TAKE_AWAY_DENOMINATOR,
    TAKE_AWAY_CONSTANT,
};

/* The cells of a position: its heap and its quota, 1 <= heap, 0 <= quota <= heap (quota 0 only on a
 * lone heap of 1 at the opening). The position after the last counter is taken has no cells. A move
 * is the heap before and the heap after; the latter is absent where nothing is left. */
enum {
    TAKE_AWAY_HEAP,
    TAKE_AWAY_QUOTA,
};

/* The stated limits of F. A solver's table has about 44 p/q terms for heaps to 2^63-1. */
enum {
    TAKE_AWAY_COEFFICIENT_MAX = 10000,
    TAKE_AWAY_DENOMINATOR_MAX = 1000000000,
    TAKE_AWAY_CONSTANT_MAX = 10000, /* of either sign */
};

/* F(take), exact; 2^63-1 where it is larger. Precondition: take >= 1. */
int64_t take_away_quota(const struct rules *rules, int64_t take);

#endif

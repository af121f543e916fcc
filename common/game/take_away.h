/* Take-away games: a quota follows the last move. After a move of t counters at most F(t) may be
 * taken next, where F(x) = floor(p/q x) + c and F(x) >= x. Three variants:
 *     take-away:2x          one heap, one quota
 *     take-away:2x,local    several heaps, each with a quota of its own: a move of t counters
 *                           makes its heap's quota F(t) and leaves the others alone
 *     take-away:2x,global   several heaps and one quota for all: it becomes F(t)
 * At the opening the quota is one less than the heap, so that nobody can take all of it at once;
 * global: one less than the largest heap (the literature leaves that open). */
#ifndef COMMON_GAME_TAKE_AWAY_H
#define COMMON_GAME_TAKE_AWAY_H

#include "common/game/game.h"

/* rules->variant. */
enum {
    TAKE_AWAY_ONE,
    TAKE_AWAY_LOCAL,
    TAKE_AWAY_GLOBAL,
};

/* The parameters of the rules: p/q in lowest terms, and the constant c. For a factor such as phi or
 * a long decimal number p/q is the fraction that stands in for it (real.h): F is the same for every
 * heap. */
enum {
    TAKE_AWAY_NUMERATOR,
    TAKE_AWAY_DENOMINATOR,
    TAKE_AWAY_CONSTANT,
};

/* The cells of a position; the empty one, after the last counter is taken, has none.
 *
 * One heap: the heap and its quota, 1 <= heap, 0 <= quota <= heap (quota 0 only for a heap of 1 at
 * the opening). A move is {heap | heap left}; nothing after where no heap is left.
 *
 * Local: such a pair for each heap, ascending by heap, equal heaps by quota. A move is
 * {heap, quota | heap left}; the quota of the heap left is take_away_quota_left(). Order of the
 * moves: by the heap, equal heaps by quota, equal pairs once; then by the number of counters taken,
 * fewer first.
 *
 * Global: the quota, then the heaps, ascending; 0 <= quota <= the largest heap (quota 0 only where
 * all heaps are 1, at the opening). A move is {heap | heap left}; the quota is then
 * take_away_quota_left(), where what is left is the largest heap. Order of the moves: by the heap,
 * equal heaps once; then by the number of counters taken, fewer first. */
enum {
    TAKE_AWAY_HEAP,
    TAKE_AWAY_QUOTA,
    TAKE_AWAY_PAIR, /* the number of cells of a heap in local positions: heap i is at i * this */

    TAKE_AWAY_GLOBAL_QUOTA = 0,
    TAKE_AWAY_GLOBAL_HEAPS = 1, /* the smallest heap; the largest is the last cell */
};

/* The stated limits of F; that of the denominator is for fractions as they are written. A solver's
 * table has about 44 p/q terms for heaps to 2^63-1. */
enum {
    TAKE_AWAY_COEFFICIENT_MAX = 10000,
    TAKE_AWAY_DENOMINATOR_MAX = 1000000000,
    TAKE_AWAY_CONSTANT_MAX = 10000, /* of either sign */
};

/* F as a plain value: F(x) = floor(p/q x) + c, where p/q >= 1 need not be in lowest terms, and
 * F(x) >= x. p and q may be any 64-bit numbers: products stay exact, in 128 bits. */
struct take_away_function {
    int64_t numerator;
    int64_t denominator;
    int64_t constant; /* of either sign, to TAKE_AWAY_CONSTANT_MAX */
};

struct take_away_function take_away_function(const struct rules *rules);
/* F(take); 2^63-1 where it is larger. Precondition: take >= 1. */
int64_t take_away_function_at(const struct take_away_function *function, int64_t take);

/* The largest take with F(take) < quota; 0 where there is none. Inline, because tables are filled
 * with it; mostly 32 bits are enough for the division, which is much faster. */
static inline int64_t take_away_function_below(const struct take_away_function *function,
                                               int64_t quota)
{
    if (quota <= function->constant)
        return 0;
    /* floor(p/q x) <= quota - 1 - c iff p x <= q (quota - c) - 1 */
    uint128 rest = (uint128)quota - (uint128)function->constant;
    uint128 product = rest * (uint128)function->denominator - 1;
    if (product < (uint128)function->numerator)
        return 0;
    if (product <= UINT32_MAX)
        return (uint32_t)product / (uint32_t)function->numerator;
    return (int64_t)(product / (uint128)function->numerator);
}

/* F(take) for the F of the rules. */
int64_t take_away_quota(const struct rules *rules, int64_t take);
/* The quota after a move of `take` >= 1 that leaves `most` counters in the heap (global: in the
 * largest heap): F(take), but no more than there are. */
int64_t take_away_quota_left(const struct rules *rules, int64_t take, int64_t most);

/* The move of a local position, or of a global one (and of one heap): heap_left 0 leaves no heap.
 */
struct move take_away_local_move(int64_t heap, int64_t quota, int64_t heap_left);
struct move take_away_move(int64_t heap, int64_t heap_left);
/* The counters that a move of any variant leaves in its heap. */
int64_t take_away_heap_left(const struct move *move);

/* Is F(x) = 2x (Fibonacci nim)? */
bool take_away_function_is_doubling(const struct take_away_function *function);
/* Is F(b) < 2b for every power b of 2? That is, is F(x) = p/q x with p/q < 2, or 2x-1? Then the
 * P-sequence is the powers of 2, and the parts of a heap are its binary digits. */
bool take_away_function_is_binary(const struct take_away_function *function);

/* The theory that judges a global position in normal play. */
enum take_away_theory {
    TAKE_AWAY_BY_PARTS,      /* at most one heap, any F: the smallest part of the heap */
    TAKE_AWAY_BY_NIM_SUM,    /* F is binary: the lowest digit of the nim-sum */
    TAKE_AWAY_BY_DIFFERENCE, /* two heaps, F is doubling: Zeckendorf parts of the difference */
    TAKE_AWAY_BY_TABLE,      /* none: the least winning quota of all smaller positions */
};

/* The first of them that serves. Precondition: the rules are global. */
enum take_away_theory take_away_global_theory(const struct rules *rules,
                                              const struct position *position);

/* The stated limits of start positions, within which solving is exact and quick. One heap: none,
 * also in misere play. */
enum {
    /* Global, BY_TABLE: the product of (heap + 1) over all heaps; otherwise none. */
    TAKE_AWAY_GLOBAL_PRODUCT_MAX = 16777216,
    /* Misere play. Local: the product of (heap * (heap + 1) / 2 + 1) over all heaps. Global: that
     * of (heap + 1), times (largest heap + 1). */
    TAKE_AWAY_MISERE_PRODUCT_MAX = 500000,
};

/* Local, in normal play: the largest heap. 1,000,000 if p/q + max(c, 0) <= 100, else 65,535. */
int64_t take_away_local_heap_max(const struct rules *rules);

#endif

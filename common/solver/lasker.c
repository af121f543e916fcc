/* Values are split into v = 4 high + low. In one residue class of a mod 4 (and so of b = sum - a)
 * the low bits of both values are fixed, and high(a) and high(b) have a known sum S and have to
 * have the nim-sum T. Because
 *     x + y = (x ^ y) + 2 (x & y),
 * the common bits C = x & y are (S - T) / 2, and the solutions are x = C + s, y = C + (T - s) for
 * every subset s of the bits of T: none when C is no whole number >= 0 or shares a bit with T. */
#include "common/solver/lasker.h"

#include <assert.h>
#include <stdbool.h>

uint64_t lasker_value(uint64_t heap)
{
    if (heap == 0)
        return 0;
    return heap % 4 == 3 ? heap + 1 : heap % 4 == 0 ? heap - 1 : heap;
}

/* The value of a heap 4x + residue is 4 (x + carry) + low. */
static const struct {
    int64_t carry;
    uint64_t low;
} classes[4] = {{-1, 3}, {0, 1}, {0, 2}, {1, 0}};

/* The solutions with a in one residue class. */
struct solutions {
    int residue_a;
    int residue_b;
    uint64_t common;  /* C */
    uint64_t nim_sum; /* T */
};

static bool solve(int64_t sum, uint64_t target, int residue, struct solutions *ret)
{
    int other = (int)((sum % 4 - residue + 4) % 4);
    if ((classes[residue].low ^ classes[other].low) != target % 4)
        return false;
    int64_t high_sum = (sum - residue - other) / 4 + classes[residue].carry + classes[other].carry;
    int64_t nim_sum = (int64_t)(target / 4), twice_common = high_sum - nim_sum;
    if (sum < residue + other || twice_common < 0 || twice_common % 2)
        return false;
    assert(nim_sum >= 0);
    *ret = (struct solutions){residue, other, (uint64_t)twice_common / 2, (uint64_t)nim_sum};
    return (ret->common & ret->nim_sum) == 0;
}

/* Finds the least subset of the bits of `mask` that is, as a number, at least `bound`. */
static bool least_subset(uint64_t mask, uint64_t bound, uint64_t *ret_subset)
{
    *ret_subset = bound;
    uint64_t missing = bound & ~mask;
    if (!missing)
        return true;
    /* Above the highest bit of the bound that is not in the mask, add the lowest bit that can be
     * added; below it, take none. */
    uint64_t highest = UINT64_C(1) << (63 - __builtin_clzll(missing));
    uint64_t free_above = mask & ~bound & ~(highest | (highest - 1));
    if (!free_above)
        return false;
    uint64_t added = free_above & -free_above;
    *ret_subset = (bound & ~(added - 1)) | added;
    return true;
}

/* The least a >= `from` in these solutions, or 0. */
static int64_t least_solution(const struct solutions *solutions, int64_t from)
{
    int64_t residue = solutions->residue_a, carry = classes[residue].carry;
    int64_t x = from > residue ? (from - residue + 3) / 4 : 0;
    int64_t high = x + carry, common = (int64_t)solutions->common;
    uint64_t subset;
    if (!least_subset(solutions->nim_sum, high > common ? (uint64_t)(high - common) : 0, &subset))
        return 0;
    return 4 * (common + (int64_t)subset - carry) + residue;
}

int64_t lasker_next_split(int64_t sum, uint64_t target, int64_t after)
{
    int64_t least = 0;
    for (int residue = 0; residue < 4; residue++) {
        struct solutions solutions;
        if (!solve(sum, target, residue, &solutions))
            continue;
        int64_t a = least_solution(&solutions, after + 1);
        if (a && a <= sum / 2 && (!least || a < least))
            least = a;
    }
    return least;
}

/* The number of solutions as ordered pairs, without those in which a heap 4x + 3 would have the
 * high part 0, that is x = -1. */
static uint64_t count_ordered(const struct solutions *solutions)
{
    uint64_t count = UINT64_C(1) << __builtin_popcountll(solutions->nim_sum);
    if (solutions->common > 0)
        return count;
    bool without_a = solutions->residue_a == 3, without_b = solutions->residue_b == 3;
    bool same = solutions->nim_sum == 0; /* one solution: both high parts are 0 */
    return count - (same ? without_a || without_b : (uint64_t)without_a + without_b);
}

uint64_t lasker_count_splits(int64_t sum, uint64_t target)
{
    uint64_t ordered = 0;
    for (int residue = 0; residue < 4; residue++) {
        struct solutions solutions;
        if (solve(sum, target, residue, &solutions))
            ordered += count_ordered(&solutions);
    }
    bool halves = target == 0 && sum % 2 == 0; /* a = b, counted once so far */
    return (ordered + halves) / 2;
}

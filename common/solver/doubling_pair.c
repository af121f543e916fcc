#include "common/solver/doubling_pair.h"

#include <assert.h>

/* The index in the sequence of the smallest part: F_k is terms[k + 1]. */
static uint32_t smallest_index(struct p_sequence *fibonacci, int64_t number)
{
    assert(number >= 1);
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = p_sequence_represent(fibonacci, number, parts);
    return parts[count - 1];
}

/* The recursion as a loop: each level asks for the opposite of the next. */
static bool is_exceptional(struct p_sequence *fibonacci, int64_t smaller, int64_t difference)
{
    uint32_t index = smallest_index(fibonacci, difference);
    for (bool is_so = true;; is_so = !is_so) {
        int64_t take = fibonacci->terms[index - 1];
        if (index == 1 || take > smaller)
            return !is_so;
        smaller -= take;
        difference += take;
        uint32_t next = smallest_index(fibonacci, difference);
        if (next != index + 1)
            return next > index ? is_so : !is_so;
        index = next;
    }
}

uint64_t doubling_pair_least_quota(struct p_sequence *fibonacci, int64_t a, int64_t b)
{
    int64_t smaller = a < b ? a : b, difference = a < b ? b - a : a - b;
    if (difference == 0)
        return UINT64_MAX;
    uint32_t index = smallest_index(fibonacci, difference);
    if (is_exceptional(fibonacci, smaller, difference))
        index--;
    return (uint64_t)fibonacci->terms[index];
}

/* The takes tried so far and those of them that win. */
struct trial {
    struct p_sequence *fibonacci;
    int64_t heap;
    int64_t other;
    uint32_t count;
    int64_t *takes;
};

static void try_take(struct trial *trial, int64_t take)
{
    if (doubling_pair_least_quota(trial->fibonacci, trial->heap - take, trial->other) >
        2 * (uint64_t)take)
        trial->takes[trial->count++] = take;
    assert(trial->count <= P_SEQUENCE_PARTS_MAX);
}

/* A take of t can win only if every part of the difference that it leaves exceeds 2t, since L is at
 * most the smallest part. From the larger heap, t is at most the difference (else the difference
 * left is t minus it, below 2t), and such t are the winning takes from a lone heap of that size. */
static void try_takes_from_larger(struct trial *trial, int64_t quota)
{
    int64_t takes[P_SEQUENCE_PARTS_MAX];
    uint32_t count = p_sequence_winning_takes(trial->fibonacci, trial->heap - trial->other, quota,
                                              P_SEQUENCE_PARTS_MAX, takes);
    for (uint32_t i = 0; i < count; i++)
        try_take(trial, takes[i]);
}

/* The least number without a part below terms[index] that is above the number with these parts. It
 * is the successor, among such numbers, of the number without its smaller parts. */
static uint64_t next_with_parts_from(const struct p_sequence *fibonacci, const uint32_t *parts,
                                     uint32_t count, uint32_t index)
{
    uint64_t sum = 0;
    uint32_t smallest = 0;
    for (uint32_t i = 0; i < count && parts[i] >= index; i++) {
        smallest = parts[i];
        sum += (uint64_t)fibonacci->terms[smallest];
    }
    return sum + (uint64_t)fibonacci->terms[smallest == index ? index - 1 : index];
}

/* From the smaller heap, t leaves the difference d + t. The numbers whose parts are all at least
 * F_k lie at least F_{k-1} apart, which is more than t if F_k > 2t; so for the smallest part F_k of
 * d + t, d + t is the least such number above d, and each k has one t. These t do not fall as k
 * grows. */
static void try_takes_from_smaller(struct trial *trial, int64_t quota)
{
    struct p_sequence *fibonacci = trial->fibonacci;
    int64_t difference = trial->other - trial->heap;
    int64_t most = quota < trial->heap ? quota : trial->heap;
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    p_sequence_reach(fibonacci, trial->other);
    uint32_t count = p_sequence_represent(fibonacci, difference, parts);
    uint64_t last = 0;
    for (uint32_t index = 3; index < fibonacci->count && fibonacci->terms[index] <= trial->other;
         index++) {
        uint64_t take = next_with_parts_from(fibonacci, parts, count, index) - (uint64_t)difference;
        if (take > (uint64_t)most)
            return;
        if (take > last)
            try_take(trial, (int64_t)take);
        last = take;
    }
}

uint32_t doubling_pair_takes(struct p_sequence *fibonacci, int64_t heap, int64_t other,
                             int64_t quota, int64_t ret_takes[P_SEQUENCE_PARTS_MAX])
{
    struct trial trial = {
        .fibonacci = fibonacci,
        .heap = heap,
        .other = other,
        .takes = ret_takes,
    };
    if (heap > other)
        try_takes_from_larger(&trial, quota);
    else
        try_takes_from_smaller(&trial, quota);
    return trial.count;
}

#include "common/solver/p_sequence.h"

#include "common/base/memory.h"
#include <assert.h>
#include <stdlib.h>

/* A longer sequence is searched for each part. */
enum { SCANNED_TERMS_MAX = 256 };

static void reserve_one(struct p_sequence *sequence)
{
    if (sequence->count < sequence->capacity)
        return;
    sequence->capacity = sequence->capacity ? 2 * sequence->capacity : 64;
    sequence->terms = memory_resized(sequence->terms, sequence->capacity, sizeof *sequence->terms);
    sequence->shields =
        memory_resized(sequence->shields, sequence->capacity, sizeof *sequence->shields);
}

static void append(struct p_sequence *sequence, int64_t term)
{
    int64_t shield = take_away_function_below(&sequence->function, term);
    reserve_one(sequence);
    sequence->terms[sequence->count] = term;
    sequence->shields[sequence->count++] = shield;
    while (sequence->terms[sequence->step] <= shield)
        sequence->step++;
}

void p_sequence_init(struct p_sequence *sequence, struct take_away_function function)
{
    *sequence = (struct p_sequence){.function = function, .step = 1};
    reserve_one(sequence);
    sequence->terms[0] = 0;
    sequence->shields[0] = 0;
    sequence->count = 1;
    append(sequence, 1);
}

void p_sequence_finish(struct p_sequence *sequence)
{
    free(sequence->terms);
    free(sequence->shields);
    *sequence = (struct p_sequence){0};
}

size_t p_sequence_memory(const struct p_sequence *sequence)
{
    return sequence->capacity * (sizeof *sequence->terms + sizeof *sequence->shields);
}

void p_sequence_reach(struct p_sequence *sequence, int64_t limit)
{
    for (;;) {
        int64_t last = sequence->terms[sequence->count - 1];
        int64_t difference = sequence->terms[sequence->step];
        if (difference > limit - last)
            return;
        append(sequence, last + difference);
    }
}

/* The sequence has about 44 p/q + c terms up to 2^63-1; 44,000 take 0.2 ms. */
bool p_sequence_is_quick(struct take_away_function function)
{
    enum { COEFFICIENT_QUICK = 1000 };
    return (uint128)function.numerator <= COEFFICIENT_QUICK * (uint128)function.denominator;
}

/* Without a branch to mispredict: a step for each term is faster than a search for each part. */
static uint32_t represent_by_scan(const struct p_sequence *sequence, int64_t heap,
                                  uint32_t ret_parts[P_SEQUENCE_PARTS_MAX + 1])
{
    uint32_t count = 0;
    for (uint32_t n = sequence->count - 1; n > 0; n--) {
        int64_t rest = heap - sequence->terms[n];
        bool fits = rest >= 0;
        ret_parts[count] = n;
        count += fits;
        heap = fits ? rest : heap;
    }
    return count;
}

/* The index of the largest term <= heap. The heap is at least 1. */
static uint32_t largest_part(const struct p_sequence *sequence, int64_t heap)
{
    uint32_t low = 1, high = sequence->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (sequence->terms[middle] <= heap)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static uint32_t represent_by_search(const struct p_sequence *sequence, int64_t heap,
                                    uint32_t ret_parts[P_SEQUENCE_PARTS_MAX + 1])
{
    uint32_t count = 0;
    for (; heap > 0; heap -= sequence->terms[ret_parts[count++]]) {
        assert(count < P_SEQUENCE_PARTS_MAX);
        ret_parts[count] = largest_part(sequence, heap);
    }
    return count;
}

uint32_t p_sequence_represent(struct p_sequence *sequence, int64_t heap,
                              uint32_t ret_parts[P_SEQUENCE_PARTS_MAX + 1])
{
    assert(heap >= 0);
    p_sequence_reach(sequence, heap);
    if (sequence->count <= SCANNED_TERMS_MAX)
        return represent_by_scan(sequence, heap, ret_parts);
    return represent_by_search(sequence, heap, ret_parts);
}

/* As represent_by_scan(), but it keeps only the last part: half the time. */
static int64_t smallest_part_by_scan(const struct p_sequence *sequence, int64_t heap)
{
    int64_t smallest = 0;
    for (uint32_t n = sequence->count - 1; n > 0; n--) {
        int64_t term = sequence->terms[n], rest = heap - term;
        smallest = rest >= 0 ? term : smallest;
        heap = rest >= 0 ? rest : heap;
    }
    return smallest;
}

int64_t p_sequence_smallest_part(struct p_sequence *sequence, int64_t heap)
{
    assert(heap >= 1);
    p_sequence_reach(sequence, heap);
    if (sequence->count <= SCANNED_TERMS_MAX)
        return smallest_part_by_scan(sequence, heap);
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t count = represent_by_search(sequence, heap, parts);
    return sequence->terms[parts[count - 1]];
}

/* Taking t < n wins iff the smallest part of n - t exceeds F(t). Then t is the sum of the smallest
 * parts of n: with L the largest part of t, F(L) <= F(t) is below the smallest part of n - t, so
 * the parts of t followed by those of n - t are a representation of n, and there is only one. So
 * each sum of smallest parts is tried once: it wins iff the next part is shielded from it. Taking
 * all of n wins when it is allowed. */
static uint32_t list_winning_takes(struct p_sequence *sequence, int64_t heap, int64_t quota,
                                   uint32_t capacity, int64_t *ret_takes)
{
    uint32_t parts[P_SEQUENCE_PARTS_MAX + 1];
    uint32_t left = p_sequence_represent(sequence, heap, parts), count = 0;
    int64_t take = 0;
    while (left-- > 0 && count < capacity) {
        take += sequence->terms[parts[left]];
        if (take > quota)
            break;
        if (left == 0 || take <= sequence->shields[parts[left - 1]])
            ret_takes[count++] = take;
    }
    return count;
}

uint32_t p_sequence_winning_takes(struct p_sequence *sequence, int64_t heap, int64_t quota,
                                  uint32_t capacity, int64_t *ret_takes)
{
    if (capacity > 1 || heap == 0)
        return list_winning_takes(sequence, heap, quota, capacity, ret_takes);
    int64_t smallest = p_sequence_smallest_part(sequence, heap);
    if (capacity == 0 || smallest > quota)
        return 0;
    ret_takes[0] = smallest;
    return 1;
}

#include "common/solver/p_sequence.h"

#include "common/base/memory.h"
#include "common/game/take_away.h"

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

/* F(P_m) reaches the term and F(P_{m-1}) does not, so the last x that does not is in between. */
static int64_t find_shield(const struct p_sequence *sequence, int64_t term)
{
    int64_t low = sequence->terms[sequence->step - 1], high = sequence->terms[sequence->step];
    while (high - low > 1) {
        int64_t middle = low + (high - low) / 2;
        if (take_away_quota(sequence->rules, middle) < term)
            low = middle;
        else
            high = middle;
    }
    return low;
}

static void append(struct p_sequence *sequence, int64_t term)
{
    reserve_one(sequence);
    sequence->terms[sequence->count++] = term;
    while (take_away_quota(sequence->rules, sequence->terms[sequence->step]) < term)
        sequence->step++;
    sequence->shields[sequence->count - 1] = find_shield(sequence, term);
}

void p_sequence_init(struct p_sequence *sequence, const struct rules *rules)
{
    *sequence = (struct p_sequence){.rules = rules, .step = 1};
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

/* Makes sure that all terms up to `heap` are there. */
static void extend(struct p_sequence *sequence, int64_t heap)
{
    for (;;) {
        int64_t last = sequence->terms[sequence->count - 1];
        int64_t difference = sequence->terms[sequence->step];
        if (difference > heap - last)
            return;
        append(sequence, last + difference);
    }
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

/* The index of the largest term <= heap, which is at least 1. */
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
    extend(sequence, heap);
    if (sequence->count <= SCANNED_TERMS_MAX)
        return represent_by_scan(sequence, heap, ret_parts);
    return represent_by_search(sequence, heap, ret_parts);
}

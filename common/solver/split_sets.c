#include "common/solver/split_sets.h"

#include <assert.h>
#include <endian.h>

enum {
    FIRST_PAIRS = 1024,
    FIRST_PAIRS_MIN = 64,
    TUNING_SUMS = 64,
    SEARCH_SPEED = 4,   /* pairs searched in the time of one looked at */
    SEARCH_START = 128, /* pairs searched in the time it takes to begin */
};

struct split_state {
    int64_t sum;
    bool complete;  /* all pairs were looked at */
    uint32_t mask;  /* all pairs with a heap that this mask makes rare were looked at */
    int64_t looked; /* the pairs from 1 to this were looked at */
    int64_t searched;
};

void split_sets_init(struct split_sets *sets, const struct value_row *row,
                     const struct sparse_space *space, bool unequal, int64_t kept)
{
    *sets = (struct split_sets){
        .row = row,
        .space = space,
        .unequal = unequal,
        .kept = kept,
        .reached = bit_sets_create(kept, row->bound),
        .absent = bit_sets_create(kept, row->bound),
        .states = memory_zeroed((size_t)kept, sizeof(struct split_state)),
        .seen = memory_zeroed(row->bound, 1),
        .seen_bound = row->bound,
        .first_pairs = FIRST_PAIRS,
    };
}

void split_sets_finish(struct split_sets *sets)
{
    free(sets->reached.words);
    free(sets->absent.words);
    free(sets->states);
    free(sets->seen);
}

size_t split_sets_memory(const struct split_sets *sets)
{
    return bit_sets_memory(&sets->reached) + bit_sets_memory(&sets->absent) +
           (size_t)sets->kept * sizeof *sets->states + sets->seen_bound;
}

static void widen(struct split_sets *sets)
{
    uint32_t bound = sets->row->bound;
    if (sets->seen_bound == bound)
        return;
    bit_sets_widen(&sets->reached, bound);
    bit_sets_widen(&sets->absent, bound);
    free(sets->seen);
    sets->seen = memory_zeroed(bound, 1);
    sets->seen_bound = bound;
}

int64_t split_sets_pairs(const struct split_sets *sets, int64_t sum)
{
    return (sum - sets->unequal) / 2;
}

/* The lowest bits of eight bytes, the first byte's lowest. */
static uint64_t pack_eight(const uint8_t *bytes)
{
    uint64_t eight;
    memcpy(&eight, bytes, sizeof eight);
    return (le64toh(eight) * UINT64_C(0x0102040810204080)) >> 56;
}

static uint64_t pack_word(const uint8_t *bytes)
{
    uint64_t word = 0;
    for (int i = 0; i < 8; i++)
        word |= pack_eight(bytes + 8 * i) << (8 * i);
    return word;
}

/* Moves the seen values into the set. Marking bytes and packing them is faster than setting bits.
 */
static void take_seen(struct split_sets *sets, uint64_t *set)
{
    for (uint32_t word = 0; word < sets->seen_bound / 64; word++)
        set[word] = pack_word(sets->seen + 64 * word);
    memset(sets->seen, 0, sets->seen_bound);
}

/* The index of this heap among the rare ones, or -1. */
static int64_t rare_index(const struct sparse_space *space, int64_t heap)
{
    int64_t low = 0, high = space->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (space->rare[middle] < heap)
            low = middle + 1;
        else
            high = middle;
    }
    return low < space->count && space->rare[low] == heap ? low : -1;
}

/* Marks the values of all pairs with a rare heap. Every heap of known value is at most the sum. Two
 * equal heaps are left out where they must differ. */
static void see_rare(struct split_sets *sets, int64_t sum)
{
    const struct sparse_space *space = sets->space;
    int64_t count = space->count;
    while (count > 0 && space->rare[count - 1] >= sum)
        count--;
    int64_t half = sets->unequal && sum % 2 == 0 ? rare_index(space, sum / 2) : -1;
    value_row_mark_listed(sets->row, sum, space->rare, half < 0 ? count : half, sets->seen);
    if (half >= 0)
        value_row_mark_listed(sets->row, sum, space->rare + half + 1, count - half - 1, sets->seen);
}

/* Looking at more first pairs makes fewer and shorter searches. The best number is about where both
 * cost the same. */
static void tune(struct split_sets *sets)
{
    if (++sets->sums < TUNING_SUMS)
        return;
    if (sets->searched > SEARCH_SPEED * sets->looked)
        sets->first_pairs += sets->first_pairs / 4;
    else if (sets->first_pairs > FIRST_PAIRS_MIN)
        sets->first_pairs -= sets->first_pairs / 4;
    sets->sums = sets->looked = sets->searched = 0;
}

void split_sets_make(struct split_sets *sets, int64_t sum, bool complete)
{
    assert(sum >= 0 && sum <= sets->row->count);
    int64_t pairs = split_sets_pairs(sets, sum), slot = sum % sets->kept;
    int64_t looked = complete || pairs < sets->first_pairs ? pairs : sets->first_pairs;
    widen(sets);
    value_row_mark(sets->row, sum, 1, looked, sets->seen);
    if (looked < pairs && sets->space->mask)
        see_rare(sets, sum);
    take_seen(sets, bit_set_at(&sets->reached, slot));
    memset(bit_set_at(&sets->absent, slot), 0, sets->absent.stride * sizeof(uint64_t));
    sets->states[slot] = (struct split_state){
        .sum = sum,
        .complete = looked == pairs,
        .mask = sets->space->mask,
        .looked = looked,
    };
    if (looked == pairs)
        return;
    sets->looked += looked;
    tune(sets);
}

const uint64_t *split_sets_known(const struct split_sets *sets, int64_t sum)
{
    return bit_set_at(&sets->reached, sum % sets->kept);
}

static bool search(struct split_sets *sets, struct split_state *state, uint32_t value)
{
    int64_t pairs = split_sets_pairs(sets, state->sum), from = state->looked + 1;
    int64_t found = value_row_find(sets->row, state->sum, value, from, pairs);
    int64_t work = (found ? found : pairs) - from + SEARCH_START;
    state->searched += work;
    sets->searched += work;
    struct bit_sets *known = found ? &sets->reached : &sets->absent;
    bit_set_add(bit_set_at(known, state->sum % sets->kept), value);
    return found;
}

static void complete(struct split_sets *sets, struct split_state *state)
{
    int64_t pairs = split_sets_pairs(sets, state->sum);
    value_row_mark(sets->row, state->sum, 1, pairs, sets->seen);
    take_seen(sets, bit_set_at(&sets->reached, state->sum % sets->kept));
    state->complete = true;
    sets->searched += SEARCH_SPEED * pairs;
}

bool split_sets_reach(struct split_sets *sets, int64_t sum, uint32_t value)
{
    int64_t slot = sum % sets->kept;
    struct split_state *state = &sets->states[slot];
    assert(state->sum == sum);
    widen(sets);
    const uint64_t *reached = bit_set_at(&sets->reached, slot);
    if (bit_set_has(reached, value))
        return true;
    if (state->complete || mask_makes_common(state->mask, value) ||
        bit_set_has(bit_set_at(&sets->absent, slot), value))
        return false;
    /* Much was searched already: looking at all pairs answers all further questions. */
    if (state->searched > SEARCH_SPEED * split_sets_pairs(sets, sum)) {
        complete(sets, state);
        return bit_set_has(reached, value);
    }
    return search(sets, state, value);
}

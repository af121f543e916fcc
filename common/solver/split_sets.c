#include "common/solver/split_sets.h"

#include <assert.h>
#include <endian.h>

enum {
    FIRST_PAIRS = 1024,
    TUNING_SUMS = 64,
    SEARCH_SPEED = 2,   /* pairs searched in the time of one looked at */
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
    look_ahead_init(&sets->ahead, row, space, unequal);
}

void split_sets_finish(struct split_sets *sets)
{
    free(sets->reached.words);
    free(sets->absent.words);
    free(sets->states);
    free(sets->seen);
    look_ahead_finish(&sets->ahead);
}

size_t split_sets_memory(const struct split_sets *sets)
{
    return bit_sets_memory(&sets->reached) + bit_sets_memory(&sets->absent) +
           (size_t)sets->kept * sizeof *sets->states + sets->seen_bound +
           look_ahead_memory(&sets->ahead);
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

void split_sets_begin(struct split_sets *sets)
{
    look_ahead_begin(&sets->ahead);
}

void split_sets_end(struct split_sets *sets)
{
    look_ahead_end(&sets->ahead);
}

/* Looking at more first pairs makes fewer and shorter searches. The best number is about where both
 * take the same time. */
static void tune(struct split_sets *sets)
{
    if (++sets->sums < TUNING_SUMS)
        return;
    int64_t change = sets->first_pairs / 4;
    if (sets->searched * look_ahead_lookers(&sets->ahead) > SEARCH_SPEED * sets->looked)
        sets->first_pairs += change;
    else if (sets->first_pairs - change >= LOOK_AHEAD_PAIRS_MIN)
        sets->first_pairs -= change;
    sets->sums = sets->looked = sets->searched = 0;
}

void split_sets_make(struct split_sets *sets, int64_t sum, bool complete)
{
    const struct value_row *row = sets->row;
    assert(sum >= 0 && sum <= row->count);
    int64_t pairs = split_sets_pairs(sets, sum), slot = sum % sets->kept, looked = pairs;
    widen(sets);
    uint64_t *set = bit_set_at(&sets->reached, slot);
    if (complete || pairs <= sets->first_pairs || row->bound > LOOK_AHEAD_BOUND_MAX) {
        value_row_mark(row, sum, 1, pairs, sets->seen);
        take_seen(sets, set);
    } else {
        looked = look_ahead_take(&sets->ahead, sum, sets->first_pairs, set);
    }
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

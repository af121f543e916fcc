#include "common/solver/split_sets.h"

#include <assert.h>
#include <endian.h>

enum {
    FIRST_PAIRS = 1024,
    FIRST_PAIRS_MIN = 64,
    TUNING_SUMS = 64,
    SEARCH_SPEED = 2,   /* pairs searched in the time of one looked at */
    SEARCH_START = 128, /* pairs searched in the time it takes to begin */
    /* Of value_row_mark_sums(): where values are larger, all pairs are looked at. */
    AHEAD_BOUND_MAX = 1 << 16,
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
        .ahead = bit_sets_create(VALUE_ROW_SUMS, row->bound),
        .ahead_seen = memory_zeroed(row->bound, VALUE_ROW_SUMS),
        .first_pairs = FIRST_PAIRS,
    };
}

void split_sets_finish(struct split_sets *sets)
{
    free(sets->reached.words);
    free(sets->absent.words);
    free(sets->states);
    free(sets->seen);
    free(sets->ahead.words);
    free(sets->ahead_seen);
    free(sets->first_heaps);
}

size_t split_sets_memory(const struct split_sets *sets)
{
    return bit_sets_memory(&sets->reached) + bit_sets_memory(&sets->absent) +
           bit_sets_memory(&sets->ahead) + (size_t)sets->kept * sizeof *sets->states +
           (1 + VALUE_ROW_SUMS) * (size_t)sets->seen_bound +
           (size_t)sets->first_heap_count * sizeof *sets->first_heaps;
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
    bit_sets_widen(&sets->ahead, bound);
    free(sets->ahead_seen);
    sets->ahead_seen = memory_zeroed(bound, VALUE_ROW_SUMS);
    sets->ahead_from = 0;
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

/* The number of rare heaps below this one. */
static int64_t rare_below(const struct sparse_space *space, int64_t heap)
{
    int64_t low = 0, high = space->count;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (space->rare[middle] < heap)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Moves what was seen of the sums ahead into their sets. Eight values at a time: byte i of `eight`
 * comes to hold theirs of the sum i. */
static void take_ahead(struct split_sets *sets)
{
    memset(sets->ahead.words, 0, bit_sets_memory(&sets->ahead));
    for (uint32_t value = 0; value < sets->seen_bound; value += 8) {
        uint64_t eight = 0;
        for (uint32_t i = 0; i < 8; i++) {
            uint64_t sums;
            memcpy(&sums, sets->ahead_seen + VALUE_ROW_SUMS * (value + i), sizeof sums);
            eight |= le64toh(sums) << i;
        }
        for (uint32_t i = 0; i < VALUE_ROW_SUMS && eight; i++)
            bit_set_at(&sets->ahead, i)[value / 64] |= (eight >> (8 * i) & 0xff) << (value % 64);
    }
    memset(sets->ahead_seen, 0, (size_t)sets->seen_bound * VALUE_ROW_SUMS);
}

/* Behind the halves of the sums ahead, which begin at ahead_from / 2. */
static int64_t end_of_halves(const struct split_sets *sets)
{
    return (sets->ahead_from + VALUE_ROW_SUMS) / 2 + 1;
}

/* Marks the pairs of the sums ahead with the rare heaps from..to-1. */
static void mark_rare(struct split_sets *sets, int64_t from, int64_t to)
{
    int64_t first = rare_below(sets->space, from), end = rare_below(sets->space, to);
    if (first < end)
        value_row_mark_sums(sets->row, sets->ahead_from, sets->space->rare + first, end - first,
                            sets->ahead_seen);
}

/* Lists the heaps from VALUE_ROW_SUMS to this one. The list is kept, since making it for every
 * block of sums took a tenth of a table's time. */
static void list_first_heaps(struct split_sets *sets, int64_t last)
{
    int64_t count = last + 1 - VALUE_ROW_SUMS;
    if (count <= sets->first_heap_count)
        return;
    sets->first_heaps = memory_resized(sets->first_heaps, (size_t)count, sizeof *sets->first_heaps);
    for (int64_t i = sets->first_heap_count; i < count; i++)
        sets->first_heaps[i] = (uint32_t)(VALUE_ROW_SUMS + i);
    sets->first_heap_count = count;
}

/* Looks at the first pairs of this and the next sums, and at those with a rare heap, as far as all
 * values are known: but for the heaps below VALUE_ROW_SUMS, whose partners may be still to come. A
 * heap that is rare and still to come is the partner of one of these. Where the two heaps must
 * differ, a rare heap that may be half of one of the sums waits for its sum, too. */
static void look_ahead(struct split_sets *sets, int64_t sum)
{
    const struct sparse_space *space = sets->space;
    int64_t looked = sets->first_pairs;
    assert(sets->row->bound <= AHEAD_BOUND_MAX);
    sets->ahead_from = sum;
    sets->ahead_mask = space->mask;
    sets->ahead_looked = looked;
    list_first_heaps(sets, looked);
    value_row_mark_sums(sets->row, sum, sets->first_heaps, looked + 1 - VALUE_ROW_SUMS,
                        sets->ahead_seen);
    if (space->mask) {
        int64_t halves = end_of_halves(sets);
        mark_rare(sets, looked + 1, sets->unequal ? sum / 2 : halves);
        mark_rare(sets, halves, sum + VALUE_ROW_SUMS - looked);
    }
    take_ahead(sets);
}

/* Adds what was seen ahead of this sum to its set, which has what was seen since. */
static void use_ahead(struct split_sets *sets, int64_t sum, uint64_t *set)
{
    const uint64_t *ahead = bit_set_at(&sets->ahead, sum - sets->ahead_from);
    for (uint32_t word = 0; word < sets->seen_bound / 64; word++)
        set[word] |= ahead[word];
}

static bool is_ahead(const struct split_sets *sets, int64_t sum)
{
    return sets->ahead_from > 0 && sum >= sets->ahead_from &&
           sum < sets->ahead_from + VALUE_ROW_SUMS && sets->ahead_mask == sets->space->mask;
}

/* Marks the values of the pairs that look_ahead() leaves to each sum. */
static void see_rest(struct split_sets *sets, int64_t sum)
{
    const struct sparse_space *space = sets->space;
    value_row_mark(sets->row, sum, 1, VALUE_ROW_SUMS - 1, sets->seen);
    if (!sets->unequal || space->mask == 0)
        return;
    int64_t end = rare_below(space, end_of_halves(sets));
    for (int64_t i = rare_below(space, sets->ahead_from / 2); i < end; i++) {
        if (2 * (int64_t)space->rare[i] != sum)
            value_row_mark(sets->row, sum, space->rare[i], space->rare[i], sets->seen);
    }
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
    int64_t pairs = split_sets_pairs(sets, sum), slot = sum % sets->kept, looked = pairs;
    widen(sets);
    uint64_t *set = bit_set_at(&sets->reached, slot);
    if (complete || pairs <= sets->first_pairs || sets->row->bound > AHEAD_BOUND_MAX) {
        value_row_mark(sets->row, sum, 1, pairs, sets->seen);
        take_seen(sets, set);
    } else {
        if (!is_ahead(sets, sum))
            look_ahead(sets, sum);
        see_rest(sets, sum);
        take_seen(sets, set);
        use_ahead(sets, sum, set);
        looked = sets->ahead_looked;
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

#include "common/solver/octal_table.h"

#include "common/base/memory.h"
#include "common/game/octal.h"

#include <assert.h>
#include <endian.h>
#include <stdlib.h>
#include <string.h>

/* Sets of values are bit sets. A value is no larger than the number of moves that can follow, which
 * is below twice the counters (each takes one or splits a heap); a nim-sum of two such values has
 * no more bits. */
enum {
    VALUES_MAX = 2 * OCTAL_TABLE_HEAP_MAX,
    SET_WORDS = VALUES_MAX / 64,
    FIRST_BLOCK = 256,
};

/* A heap of n is worth the least value that no option of it has. All the options that leave two
 * heaps of together m have the same values whatever was taken, so these sets are made once per m
 * and shared: `recent_splits` for the digits before the tail. For the tail, which makes a digit
 * apply to every m of a residue class up to n - k, the unions over the class so far. */
struct octal_table {
    const struct rules *rules;
    int64_t digits; /* octal_digit_count() */
    int64_t tail;   /* octal_tail_period() */
    bool may_split;

    uint32_t *values;
    int64_t known;        /* the values of 0 .. known - 1 */
    int64_t first;        /* the heap from which the period holds */
    int64_t period;       /* 0 while none is proven */
    uint32_t value_bound; /* a multiple of 64 and a power of two, above all values so far */

    uint64_t *recent_splits;  /* of m at [m % (digits + 2)] */
    uint64_t *tail_splits;    /* [m % tail] */
    uint64_t *tail_ones;      /* the values of single heaps */
    uint64_t *singles;        /* of the heap in work: single values it can reach */
    const uint64_t **reached; /* of the heap in work: sets it can reach */
    int64_t reached_count;
    uint8_t *seen; /* a byte for each value, all 0 between uses */
};

static bool any_digit_splits(const struct rules *rules)
{
    int64_t last = octal_digit_count(rules) + octal_tail_period(rules);
    int digits = 0;
    for (int64_t k = 0; k <= last; k++)
        digits |= octal_digit(rules, k);
    return digits & OCTAL_LEAVE_TWO;
}

static uint64_t *create_sets(int64_t count)
{
    return memory_zeroed((size_t)count * SET_WORDS, sizeof(uint64_t));
}

struct octal_table *octal_table_create(const struct rules *rules)
{
    struct octal_table *table = memory_zeroed(1, sizeof *table);
    int64_t digits = octal_digit_count(rules), tail = octal_tail_period(rules);
    *table = (struct octal_table){
        .rules = rules,
        .digits = digits,
        .tail = tail,
        .may_split = any_digit_splits(rules),
        .value_bound = 64,
        .recent_splits = create_sets(digits + 2),
        .tail_splits = create_sets(tail + 1),
        .tail_ones = create_sets(tail + 1),
        .singles = create_sets(1),
        .reached = memory_zeroed((size_t)(digits + 2 + 2 * tail), sizeof *table->reached),
        .seen = memory_zeroed(VALUES_MAX, 1),
    };
    return table;
}

void octal_table_destroy(struct octal_table *table)
{
    if (!table)
        return;
    free(table->values);
    free(table->recent_splits);
    free(table->tail_splits);
    free(table->tail_ones);
    free(table->singles);
    free(table->reached);
    free(table->seen);
    free(table);
}

static uint64_t *set_of(uint64_t *sets, int64_t index)
{
    return sets + index * SET_WORDS;
}

static uint64_t *recent_splits(const struct octal_table *table, int64_t sum)
{
    return set_of(table->recent_splits, sum % (table->digits + 2));
}

static void set_add(uint64_t *set, uint32_t value)
{
    set[value / 64] |= UINT64_C(1) << (value % 64);
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

/* Makes the set of the values of all pairs of heaps that sum to `sum`. Marking bytes takes a cycle
 * a pair, setting bits would take several. */
static void make_splits(struct octal_table *table, int64_t sum)
{
    const uint32_t *values = table->values;
    uint8_t *seen = table->seen;
    for (int64_t a = 1; a <= sum / 2; a++)
        seen[values[a] ^ values[sum - a]] = 1;
    uint64_t *set = recent_splits(table, sum);
    for (uint32_t word = 0; word < table->value_bound / 64; word++)
        set[word] = pack_word(seen + 64 * word);
    memset(seen, 0, table->value_bound);
}

/* What is left when the first digit of the tail is used joins its residue class. */
static void grow_tail(struct octal_table *table, int64_t left)
{
    if (table->tail == 0 || left < 1)
        return;
    set_add(set_of(table->tail_ones, left % table->tail), table->values[left]);
    if (!table->may_split)
        return;
    uint64_t *all = set_of(table->tail_splits, left % table->tail);
    const uint64_t *set = recent_splits(table, left);
    for (uint32_t word = 0; word < table->value_bound / 64; word++)
        all[word] |= set[word];
}

static void reach(struct octal_table *table, const uint64_t *set)
{
    table->reached[table->reached_count++] = set;
}

static void reach_by_digits(struct octal_table *table, int64_t heap)
{
    for (int64_t k = 0; k <= table->digits && k < heap; k++) {
        int digit = octal_digit(table->rules, k);
        if (digit & OCTAL_LEAVE_ONE)
            set_add(table->singles, table->values[heap - k]);
        if (digit & OCTAL_LEAVE_TWO)
            reach(table, recent_splits(table, heap - k));
    }
    if (octal_digit(table->rules, heap) & OCTAL_LEAVE_NONE)
        set_add(table->singles, 0);
}

static void reach_by_tail(struct octal_table *table, int64_t heap)
{
    int64_t first = table->digits + 1;
    for (int64_t k = first; k < first + table->tail && k < heap; k++) {
        int digit = octal_digit(table->rules, k);
        int64_t residue = (heap - k) % table->tail;
        if (digit & OCTAL_LEAVE_ONE)
            reach(table, set_of(table->tail_ones, residue));
        if (digit & OCTAL_LEAVE_TWO)
            reach(table, set_of(table->tail_splits, residue));
    }
}

/* The least value in none of the sets. */
static uint32_t mex_of_reached(const struct octal_table *table)
{
    for (uint32_t word = 0;; word++) {
        assert(word < SET_WORDS);
        uint64_t present = 0;
        for (int64_t i = 0; i < table->reached_count; i++)
            present |= table->reached[i][word];
        if (~present)
            return 64 * word + (uint32_t)__builtin_ctzll(~present);
    }
}

static uint32_t compute_value(struct octal_table *table, int64_t heap)
{
    table->reached_count = 0;
    memset(table->singles, 0, table->value_bound / 8);
    reach(table, table->singles);
    if (table->may_split)
        make_splits(table, heap);
    grow_tail(table, heap - table->digits - 1);
    reach_by_digits(table, heap);
    reach_by_tail(table, heap);
    return mex_of_reached(table);
}

static void extend(struct octal_table *table, int64_t known)
{
    table->values = memory_resized(table->values, (size_t)known, sizeof *table->values);
    if (table->known == 0)
        table->values[table->known++] = 0;
    for (; table->known < known; table->known++) {
        uint32_t value = compute_value(table, table->known);
        table->values[table->known] = value;
        while (table->value_bound <= value)
            table->value_bound *= 2;
    }
}

/* The least n >= 1 such that G(i + period) = G(i) for all i >= n whose values are known. */
static int64_t first_agreement(const struct octal_table *table, int64_t period)
{
    const uint32_t *values = table->values;
    int64_t n = table->known - period;
    while (n > 1 && values[n - 1] == values[n - 1 + period])
        n--;
    return n;
}

/* [GS]: if G(n + p) = G(n) for n0 <= n < 2 n0 + p + k, where n0 >= 1 and k is the index of the last
 * digit, then for all n >= n0. For take n >= 2 n0 + p + k and let it hold below. What an option of
 * n + p leaves is at least 2 n0 + 2 p, so the larger heap left is at least n0 + p, and p less of it
 * is an option of n with the same value; what an option of n leaves is at least 2 n0 + p, so the
 * larger heap is at least n0, and p more of it is an option of n + p with the same value. The
 * values needed are those below 2 n0 + 2 p + k. */
static void find_period(struct octal_table *table)
{
    for (int64_t period = 1; 2 + 2 * period + table->digits <= table->known; period++) {
        int64_t first = first_agreement(table, period);
        if (2 * first + 2 * period + table->digits > table->known)
            continue;
        table->first = first;
        table->period = period;
        return;
    }
}

/* Makes sure that the value of the heap, and all below, can be told. */
static void cover(struct octal_table *table, int64_t heap)
{
    while (table->period == 0 && heap >= table->known) {
        assert(table->known <= OCTAL_TABLE_HEAP_MAX);
        int64_t known = table->known ? 2 * table->known : FIRST_BLOCK;
        extend(table, known <= OCTAL_TABLE_HEAP_MAX ? known : OCTAL_TABLE_HEAP_MAX + 1);
        if (table->tail == 0)
            find_period(table);
    }
}

uint32_t octal_table_value(struct octal_table *table, int64_t heap)
{
    cover(table, heap);
    if (heap < table->known)
        return table->values[heap];
    return table->values[table->first + (heap - table->first) % table->period];
}

bool octal_table_period(const struct octal_table *table, int64_t *ret_first, int64_t *ret_period)
{
    *ret_first = table->first;
    *ret_period = table->period;
    return table->period > 0;
}

/* A sum in which the larger heap is always in the periodic part can stand for all that differ from
 * it by periods: the least one from 2 n0 + p on, so that the larger heap is still there when the
 * smaller one is anything below n0 + p. All values concerned are in the table, as the proof needed
 * them. Other sums stand for themselves. */
static int64_t reduced_sum(const struct octal_table *table, int64_t sum)
{
    int64_t least = 2 * table->first + table->period;
    if (table->period == 0 || sum < least + table->period)
        return sum;
    return least + (sum - least) % table->period;
}

/* The least a in from..to with value(a) ^ value(sum - a) == target, or 0. */
static int64_t find_split(const struct octal_table *table, int64_t sum, uint32_t target,
                          int64_t from, int64_t to)
{
    for (int64_t a = from; a <= to; a++) {
        if ((table->values[a] ^ table->values[sum - a]) == target)
            return a;
    }
    return 0;
}

int64_t octal_table_next_split(struct octal_table *table, int64_t sum, uint32_t target,
                               int64_t after)
{
    cover(table, sum);
    int64_t reduced = reduced_sum(table, sum), from = after + 1, to = sum / 2;
    if (reduced == sum)
        return find_split(table, sum, target, from, to);
    int64_t round = table->first + table->period; /* every residue occurs below */
    int64_t found = find_split(table, reduced, target, from, round - 1);
    if (found)
        return found;
    if (from < round)
        from = round;
    int64_t residue = (from - table->first) % table->period, start = table->first + residue;
    found = find_split(table, reduced, target, start, round - 1);
    if (!found) {
        found = find_split(table, reduced, target, table->first, start - 1);
        from += table->period;
    }
    int64_t a = found + from - start;
    return found && a <= to ? a : 0;
}

int64_t octal_table_count_splits(struct octal_table *table, int64_t sum, uint32_t target)
{
    cover(table, sum);
    const uint32_t *values = table->values;
    int64_t reduced = reduced_sum(table, sum), to = sum / 2, count = 0;
    int64_t single = reduced == sum ? to : table->first - 1; /* up to here one by one */
    for (int64_t a = 1; a <= single; a++)
        count += (values[a] ^ values[reduced - a]) == target;
    if (reduced == sum)
        return count;
    int64_t a = single;
    while ((a = find_split(table, reduced, target, a + 1, single + table->period)))
        count += (to - a) / table->period + 1;
    return count;
}

int64_t octal_table_split_work(struct octal_table *table, int64_t sum)
{
    cover(table, sum);
    return reduced_sum(table, sum);
}

#include "common/solver/break_table.h"

#include "common/base/memory.h"
#include "common/solver/repetition.h"
#include "common/solver/split_sets.h"

#include <assert.h>
#include <stdlib.h>

enum {
    BLOCK = 256,         /* heaps whose values are computed at a time */
    SEARCHED_DIGITS = 4, /* the most digits that split for which single values are searched for */
    THREADED_FROM = 1 << 13, /* values to compute, so that threads are worth starting */
};

/* The value of a heap n is the least one that no option has. The options that leave two heaps with
 * the sum m have the same values for every n, so these sets are made once per m and shared. For the
 * tail, which makes a digit apply to every m of a residue class up to n - k, the table keeps the
 * unions over the class so far; they need complete sets. */
struct break_table {
    struct break_code code;
    int64_t heap_max;
    int64_t splitting[RULES_TEXT_MAX]; /* the digits that split, before the tail */
    int64_t splitting_count;
    bool may_split;
    bool leaves_three;
    bool complete; /* all sets of splits are made by looking at all pairs */

    struct value_row row;
    int64_t first;    /* the heap from which the period holds */
    int64_t period;   /* 0 while none is proven */
    int64_t searched; /* the number of values in the last search for a period */

    struct sparse_space space;
    int64_t chosen_at; /* the number of values when the space was chosen */
    struct split_sets splits;
    struct bit_sets tail_splits; /* [m % tail] */
    struct bit_sets tail_ones;   /* the values of single heaps */
    struct bit_sets triples;     /* [m % (count + 2)]: of the sum m in three heaps */
    struct bit_sets tail_triples;
    struct bit_sets singles;  /* one set: the single values that the heap in work can reach */
    const uint64_t **reached; /* the sets that the heap in work can reach */
    int64_t reached_count;
};

static int digit_of(const struct break_code *code, int64_t k)
{
    if (k <= code->count)
        return code->digits[k];
    return code->tail ? code->digits[code->count + 1 + (k - code->count - 1) % code->tail] : 0;
}

static void list_splitting_digits(struct break_table *table)
{
    const struct break_code *code = &table->code;
    for (int64_t k = 0; k <= code->count + code->tail; k++) {
        bool splits = code->digits[k] & (OCTAL_LEAVE_TWO | OCTAL_LEAVE_THREE);
        table->leaves_three = table->leaves_three || code->digits[k] & OCTAL_LEAVE_THREE;
        table->may_split = table->may_split || splits;
        if (splits && k <= code->count)
            table->splitting[table->splitting_count++] = k;
    }
    table->complete =
        code->tail > 0 || table->leaves_three || table->splitting_count > SEARCHED_DIGITS;
}

struct break_table *break_table_create(const struct break_code *code, int64_t heap_max)
{
    assert(code->count >= 0 && code->tail >= 0 && code->count + code->tail < RULES_TEXT_MAX);
    struct break_table *table = memory_zeroed(1, sizeof *table);
    table->code = *code;
    table->heap_max = heap_max;
    list_splitting_digits(table);
    value_row_init(&table->row);
    int64_t kept = table->leaves_three ? heap_max + 1 : code->count + 2;
    split_sets_init(&table->splits, &table->row, &table->space, code->unequal, kept);
    if (table->leaves_three) {
        table->triples = bit_sets_create(code->count + 2, table->row.bound);
        table->tail_triples = bit_sets_create(code->tail, table->row.bound);
    }
    table->tail_splits = bit_sets_create(code->tail, table->row.bound);
    table->tail_ones = bit_sets_create(code->tail, table->row.bound);
    table->singles = bit_sets_create(1, table->row.bound);
    table->reached =
        memory_zeroed((size_t)(2 * code->count + 3 + 3 * code->tail), sizeof *table->reached);
    return table;
}

void break_table_destroy(struct break_table *table)
{
    if (!table)
        return;
    value_row_finish(&table->row);
    sparse_space_finish(&table->space);
    split_sets_finish(&table->splits);
    free(table->triples.words);
    free(table->tail_triples.words);
    free(table->tail_splits.words);
    free(table->tail_ones.words);
    free(table->singles.words);
    free(table->reached);
    free(table);
}

size_t break_table_memory(const struct break_table *table)
{
    return sizeof *table + value_row_memory(&table->row) + sparse_space_memory(&table->space) +
           split_sets_memory(&table->splits) + bit_sets_memory(&table->triples) +
           bit_sets_memory(&table->tail_triples) + bit_sets_memory(&table->tail_splits) +
           bit_sets_memory(&table->tail_ones);
}

/* Adds value ^ v for the numbers v of a set to another. Exclusive or with a bit of the value swaps
 * neighbours: words, or within a word groups of 2^bit bits. */
static void add_shifted(const uint64_t *set, uint32_t value, size_t words, uint64_t *to)
{
    static const uint64_t low_halves[] = {
        UINT64_C(0x5555555555555555), UINT64_C(0x3333333333333333), UINT64_C(0x0f0f0f0f0f0f0f0f),
        UINT64_C(0x00ff00ff00ff00ff), UINT64_C(0x0000ffff0000ffff), UINT64_C(0x00000000ffffffff),
    };
    for (size_t i = 0; i < words; i++) {
        uint64_t word = set[i ^ (value >> 6)];
        for (int bit = 0; bit < 6; bit++) {
            int shift = value >> bit & 1 ? 1 << bit : 0;
            uint64_t half = shift ? low_halves[bit] : UINT64_MAX;
            word = shift ? (word & half) << shift | (word >> shift & half) : word;
        }
        to[i] |= word;
    }
}

/* Finds the values of the sum in three heaps, of which the smallest is at most a third. */
static void make_triples(struct break_table *table, int64_t sum)
{
    size_t words = table->row.bound / 64;
    uint64_t *set = bit_set_at(&table->triples, sum % (table->code.count + 2));
    memset(set, 0, words * sizeof *set);
    for (int64_t a = 1; a <= sum / 3; a++)
        add_shifted(split_sets_known(&table->splits, sum - a), table->row.values[a], words, set);
}

static void unite(uint64_t *to, const uint64_t *set, uint32_t bound)
{
    for (uint32_t word = 0; word < bound / 64; word++)
        to[word] |= set[word];
}

/* Adds the heap that is left when the first digit of the tail is used to its residue class. */
static void grow_tail(struct break_table *table, int64_t left)
{
    int64_t tail = table->code.tail;
    if (tail == 0 || left < 1)
        return;
    bit_set_add(bit_set_at(&table->tail_ones, left % tail), table->row.values[left]);
    if (!table->may_split)
        return;
    uint32_t bound = table->row.bound;
    unite(bit_set_at(&table->tail_splits, left % tail), split_sets_known(&table->splits, left),
          bound);
    if (table->leaves_three)
        unite(bit_set_at(&table->tail_triples, left % tail),
              bit_set_at(&table->triples, left % (table->code.count + 2)), bound);
}

static void reach(struct break_table *table, const uint64_t *set)
{
    table->reached[table->reached_count++] = set;
}

static void reach_by_digits(struct break_table *table, int64_t heap)
{
    uint64_t *singles = bit_set_at(&table->singles, 0);
    for (int64_t k = 0; k <= table->code.count && k < heap; k++) {
        int digit = digit_of(&table->code, k);
        if (digit & OCTAL_LEAVE_ONE)
            bit_set_add(singles, table->row.values[heap - k]);
        if (digit & OCTAL_LEAVE_TWO)
            reach(table, split_sets_known(&table->splits, heap - k));
        if (digit & OCTAL_LEAVE_THREE)
            reach(table, bit_set_at(&table->triples, (heap - k) % (table->code.count + 2)));
    }
    if (digit_of(&table->code, heap) & OCTAL_LEAVE_NONE)
        bit_set_add(singles, 0);
    reach(table, singles);
}

static void reach_by_tail(struct break_table *table, int64_t heap)
{
    int64_t first = table->code.count + 1, tail = table->code.tail;
    for (int64_t k = first; k < first + tail && k < heap; k++) {
        int digit = digit_of(&table->code, k);
        if (digit & OCTAL_LEAVE_ONE)
            reach(table, bit_set_at(&table->tail_ones, (heap - k) % tail));
        if (digit & OCTAL_LEAVE_TWO)
            reach(table, bit_set_at(&table->tail_splits, (heap - k) % tail));
        if (digit & OCTAL_LEAVE_THREE)
            reach(table, bit_set_at(&table->tail_triples, (heap - k) % tail));
    }
}

static bool some_split_reaches(struct break_table *table, int64_t heap, uint32_t value)
{
    for (int64_t i = 0; i < table->splitting_count && table->splitting[i] < heap; i++) {
        if (split_sets_reach(&table->splits, heap - table->splitting[i], value))
            return true;
    }
    return false;
}

/* The least value in none of the sets. Values known to be in a set are skipped, the others are
 * searched for. */
static uint32_t least_unreached(struct break_table *table, int64_t heap)
{
    uint32_t bound = table->row.bound;
    for (uint32_t word = 0; word < bound / 64; word++) {
        uint64_t present = 0;
        for (int64_t i = 0; i < table->reached_count && ~present; i++)
            present |= table->reached[i][word];
        for (; ~present; present |= present + 1) {
            uint32_t value = 64 * word + (uint32_t)__builtin_ctzll(~present);
            if (table->complete || !some_split_reaches(table, heap, value))
                return value;
        }
    }
    return bound;
}

static uint32_t compute_value(struct break_table *table, int64_t heap)
{
    table->reached_count = 0;
    memset(table->singles.words, 0, table->singles.stride * sizeof(uint64_t));
    if (table->may_split)
        split_sets_make(&table->splits, heap, table->complete);
    if (table->leaves_three)
        make_triples(table, heap);
    grow_tail(table, heap - table->code.count - 1);
    reach_by_digits(table, heap);
    reach_by_tail(table, heap);
    return least_unreached(table, heap);
}

/* The space is chosen anew as the table grows by a quarter. */
static void add_to_space(struct break_table *table, int64_t heap, uint32_t value)
{
    int64_t known = table->row.count;
    if (!table->may_split || table->complete)
        return;
    sparse_space_add(&table->space, heap, value);
    if (known < BLOCK || known < table->chosen_at + table->chosen_at / 4)
        return;
    sparse_space_choose(&table->space, &table->row);
    table->chosen_at = known;
}

static void append_values(struct break_table *table, int64_t known)
{
    while (table->row.count < known) {
        int64_t heap = table->row.count;
        uint32_t value = compute_value(table, heap);
        value_row_append(&table->row, value);
        if (table->leaves_three) {
            bit_sets_widen(&table->triples, table->row.bound);
            bit_sets_widen(&table->tail_triples, table->row.bound);
        }
        bit_sets_widen(&table->tail_splits, table->row.bound);
        bit_sets_widen(&table->tail_ones, table->row.bound);
        bit_sets_widen(&table->singles, table->row.bound);
        add_to_space(table, heap, value);
    }
}

static void extend(struct break_table *table, int64_t known)
{
    bool is_threaded =
        table->may_split && !table->complete && known - table->row.count >= THREADED_FROM;
    if (is_threaded) {
        value_row_reserve(&table->row, known);
        split_sets_begin(&table->splits);
    }
    append_values(table, known);
    if (is_threaded)
        split_sets_end(&table->splits);
}

/* With k the index of the last digit and r the most heaps that a move leaves, 2 or 3 [GS]: if
 * G(n + p) = G(n) for n0 <= n < r n0 + (r - 1) p + k, where n0 >= 1, then for all n >= n0. Proof:
 * let n >= r n0 + (r - 1) p + k, and let it hold below. An option of n + p leaves at least r (n0 +
 * p) counters, so the largest heap left is at least n0 + p, and p less of it is an option of n with
 * the same value. An option of n leaves at least r n0 + (r - 1) p, so the largest heap is at least
 * n0, and p more of it is an option of n + p with the same value. The proof needs the values below
 * r (n0 + p) + k. (Where two heaps must differ, p less of the larger one might equal the smaller
 * one.) */
static int64_t known_for_period(const struct break_table *table, int64_t first, int64_t period)
{
    return (table->leaves_three ? 3 : 2) * (first + period) + table->code.count;
}

static void find_period(struct break_table *table)
{
    int64_t known = table->row.count;
    table->searched = known;
    uint32_t *lengths = repetition_lengths(table->row.values, known);
    for (int64_t period = 1; known_for_period(table, 1, period) <= known; period++) {
        int64_t first = known - period - lengths[period];
        if (first < 1)
            first = 1;
        if (known_for_period(table, first, period) > known)
            continue;
        table->first = first;
        table->period = period;
        break;
    }
    free(lengths);
}

/* The number of values to compute next when that of `heap` is requested. */
static int64_t next_step(const struct break_table *table, int64_t heap)
{
    int64_t known = table->row.count, step = known < BLOCK ? BLOCK : 2 * known;
    if (heap >= table->heap_max)
        heap = table->heap_max;
    int64_t needed = (heap / BLOCK + 1) * BLOCK, most = table->heap_max + 1;
    if (step > needed)
        step = needed;
    return step < most ? step : most;
}

/* Extends the table until it covers the heap and all below. */
static void cover(struct break_table *table, int64_t heap)
{
    bool may_be_periodic = table->code.tail == 0 && !table->code.unequal;
    while (table->period == 0 && heap >= table->row.count) {
        assert(table->row.count <= table->heap_max);
        extend(table, next_step(table, heap));
        if (may_be_periodic && table->row.count >= table->searched + table->searched / 8)
            find_period(table);
    }
}

int64_t break_table_heap_max(const struct break_table *table)
{
    return table->period ? INT64_MAX : table->heap_max;
}

uint32_t break_table_value(struct break_table *table, int64_t heap)
{
    cover(table, heap);
    if (heap < table->row.count)
        return table->row.values[heap];
    assert(table->period > 0);
    return table->row.values[table->first + (heap - table->first) % table->period];
}

bool break_table_period(const struct break_table *table, int64_t *ret_first, int64_t *ret_period,
                        int64_t *ret_proven_with)
{
    *ret_first = table->first;
    *ret_period = table->period;
    *ret_proven_with = known_for_period(table, table->first, table->period) - 1;
    return table->period > 0;
}

/* A sum in which the larger heap is always in the periodic part can stand for all that differ from
 * it by periods: the least one from 2 n0 + p on, so that the larger heap is still there when the
 * smaller one is anything below n0 + p. All values concerned are in the table, as the proof needed
 * them. Other sums stand for themselves. */
static int64_t reduced_sum(const struct break_table *table, int64_t sum)
{
    int64_t least = 2 * table->first + table->period;
    if (table->period == 0 || sum < least + table->period)
        return sum;
    return least + (sum - least) % table->period;
}

/* As the function in the header, for a sum that stands for all those of its residue. */
static int64_t next_periodic_split(const struct break_table *table, int64_t sum, uint32_t target,
                                   int64_t after)
{
    int64_t reduced = reduced_sum(table, sum), from = after + 1, to = sum / 2;
    int64_t round = table->first + table->period; /* every residue occurs below */
    int64_t found = value_row_find(&table->row, reduced, target, from, round - 1);
    if (found)
        return found;
    if (from < round)
        from = round;
    int64_t residue = (from - table->first) % table->period, start = table->first + residue;
    found = value_row_find(&table->row, reduced, target, start, round - 1);
    if (!found) {
        found = value_row_find(&table->row, reduced, target, table->first, start - 1);
        from += table->period;
    }
    int64_t a = found + from - start;
    return found && a <= to ? a : 0;
}

int64_t break_table_next_split(struct break_table *table, int64_t sum, uint32_t target,
                               int64_t after)
{
    cover(table, sum);
    if (reduced_sum(table, sum) != sum)
        return next_periodic_split(table, sum, target, after);
    int64_t pairs = split_sets_pairs(&table->splits, sum);
    return value_row_find(&table->row, sum, target, after + 1, pairs);
}

int64_t break_table_count_splits(struct break_table *table, int64_t sum, uint32_t target)
{
    cover(table, sum);
    const struct value_row *row = &table->row;
    int64_t reduced = reduced_sum(table, sum), to = split_sets_pairs(&table->splits, sum);
    if (reduced == sum)
        return value_row_count(row, sum, target, 1, to);
    int64_t count = value_row_count(row, reduced, target, 1, table->first - 1);
    int64_t a = table->first - 1, last = a + table->period;
    while ((a = value_row_find(row, reduced, target, a + 1, last)))
        count += (to - a) / table->period + 1;
    return count;
}

int64_t break_table_split_work(struct break_table *table, int64_t sum)
{
    cover(table, sum);
    return reduced_sum(table, sum);
}

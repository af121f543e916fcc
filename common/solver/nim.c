/* Nim [Bouton]: the value of a heap is its size, that of a position the nim-sum of its heaps. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>
#include <stdio.h>

enum {
    EXPLAINED_HEAPS_MAX = 12,
    COLUMNS_MAX = 40, /* in a table */
    LOW_BLOCK = 32,   /* columns in the second of two tables */
    SHOWN_DIGITS_MIN = 8,
    LONG_HEAP = 1000000000, /* what is said of it needs a line more */
};

static uint64_t nim_sum(const struct position *position)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < position->count; i++)
        sum ^= (uint64_t)position->cells[i];
    return sum;
}

static bool nim_grundy(struct solver *solver, const struct position *position, uint64_t *ret_value)
{
    (void)solver;
    *ret_value = nim_sum(position);
    return true;
}

/* The sum without the heap is what the heap has to become. */
static void nim_winning_moves(struct solver *solver, const struct position *position,
                              struct winning_list *list)
{
    (void)solver;
    uint64_t sum = nim_sum(position);
    for (uint32_t i = 0; i < position->count && !winning_list_is_done(list); i++) {
        int64_t heap = position->cells[i], left = (int64_t)(sum ^ (uint64_t)heap);
        if (left >= heap || heap_is_repeated(position, i))
            continue;
        struct move *move = winning_list_add(list);
        if (move)
            *move = heaps_move(heap, 0, left);
    }
}

/* For each heap and each of its bits the move that leaves the most counters among those that clear
 * this bit and no higher one: the highest bit that changes decides how many winning moves the
 * opponent has (one for each other size of heap with that bit), the counters left decide how many
 * legal ones. So the hardest move is among these, or nearly so: two heaps becoming equal can tip
 * the scales. When there are too many of them, those of the largest heaps are left out. */
static uint32_t nim_promising_replies(struct solver *solver, const struct position *position,
                                      struct move replies[SOLVER_REPLIES_MAX])
{
    (void)solver;
    uint32_t count = 0;
    for (uint32_t i = 0; i < position->count; i++) {
        int64_t heap = position->cells[i];
        int64_t bits = heap_is_repeated(position, i) ? 0 : heap;
        for (; bits && count < SOLVER_REPLIES_MAX; bits &= bits - 1) {
            int64_t below = heap & ((bits & -bits) - 1);
            replies[count++] = heaps_move(heap, 0, heap - below - 1);
        }
    }
    return count;
}

/* --- the heaps in binary --- */

static int digit_count(uint64_t number, uint64_t base)
{
    int count = 1;
    while (number /= base)
        count++;
    return count;
}

/* What the lines of a table have in common: they show the digits from bit `low` up to below `high`.
 * Lines are as wide as a terminal at most. */
struct columns {
    int decimal_width;
    int low, high;
    struct text *out;
};

/* From the first 1 on; where digits are hidden on the left, all of them. */
static void print_binary(const struct columns *columns, uint64_t number)
{
    bool has_begun = number >> (columns->high - 1) > 1;
    for (int bit = columns->high - 1; bit >= columns->low; bit--) {
        has_begun = has_begun || bit == columns->low || (number >> bit & 1);
        text_append_char(columns->out, !has_begun ? ' ' : number >> bit & 1 ? '1' : '0');
    }
}

/* "  7    111" and what `number` is, if that has to be said. */
static void print_row(const struct columns *columns, uint64_t number, const char *meaning)
{
    text_printf(columns->out, "%*" PRIu64 "  ", columns->decimal_width, number);
    print_binary(columns, number);
    text_printf(columns->out, "%s%s\n", *meaning ? "  " : "", meaning);
}

static void print_rule(const struct columns *columns)
{
    for (int i = 0; i < columns->decimal_width; i++)
        text_append_char(columns->out, '-');
    text_append_string(columns->out, "  ");
    for (int i = columns->low; i < columns->high; i++)
        text_append_char(columns->out, '-');
    text_append_char(columns->out, '\n');
}

/* The smaller heaps that are not shown, as one line: the columns stay right. */
static void print_others(const struct columns *columns, const struct position *position,
                         uint32_t count)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum ^= (uint64_t)position->cells[i];
    char meaning[64];
    snprintf(meaning, sizeof meaning, "%" PRIu32 " more heaps", count);
    print_row(columns, sum, meaning);
}

/* The heaps, the largest ones if there are many, over their nim-sum; then what becomes of one.
 * `move`: NULL where none wins. */
static void print_table(const struct columns *columns, const struct position *position,
                        const struct move *move)
{
    uint32_t hidden =
        position->count > EXPLAINED_HEAPS_MAX + 1 ? position->count - EXPLAINED_HEAPS_MAX : 0;
    if (hidden > 0)
        print_others(columns, position, hidden);
    for (uint32_t i = hidden; i < position->count; i++)
        print_row(columns, (uint64_t)position->cells[i], "");
    print_rule(columns);
    print_row(columns, nim_sum(position), "the nim-sum");
    if (move)
        print_row(columns, move->after_count ? (uint64_t)move->cells[1] : 0, "after the move");
}

/* The columns left of those that differ are even and stay even. Returns how many digits are left. */
static int hide_even_columns(int digits, uint64_t sum, struct text *out)
{
    int shown = sum ? digit_count(sum, 2) : SHOWN_DIGITS_MIN;
    if (digits <= COLUMNS_MAX || shown > COLUMNS_MAX)
        return digits;
    if (shown < SHOWN_DIGITS_MIN)
        shown = SHOWN_DIGITS_MIN;
    text_printf(out, "(Not shown: %d columns on the left. They are even, and stay so.)\n",
                digits - shown);
    return shown;
}

static void print_columns(const struct position *position, const struct move *move,
                          struct text *out)
{
    uint64_t largest = (uint64_t)position->cells[position->count - 1];
    int digits = hide_even_columns(digit_count(largest, 2), nim_sum(position), out);
    struct columns columns = {
        .decimal_width = digit_count(largest, 10), .high = digits, .out = out};
    if (digits > COLUMNS_MAX) {
        text_printf(out, "The columns on the left, from 2^%d on:\n", LOW_BLOCK);
        columns.low = LOW_BLOCK;
        print_table(&columns, position, move);
        text_append_string(out, "The columns on the right:\n");
        columns.high = LOW_BLOCK;
        columns.low = 0;
    }
    print_table(&columns, position, move);
}

static void nim_explain(struct solver *solver, const struct position *position, struct text *out)
{
    if (position->count == 0)
        return;
    struct move move;
    struct winning_list first = {.moves = &move, .capacity = 1, .first_only = true};
    nim_winning_moves(solver, position, &first);
    if (first.found.count == 0)
        text_append_string(out, "No move wins: in binary each column has an even number of 1s (the "
                                "nim-sum is 0),\nand every move spoils that.\n");
    else
        text_printf(out,
                    "Bring %" PRId64 " down to %" PRId64
                    ":%sthen, in binary, each column has an even number of 1s\n(the nim-sum is 0). "
                    "Every answer spoils that, and it can be restored.\n",
                    move.cells[0], move.after_count ? move.cells[1] : 0,
                    move.cells[0] < LONG_HEAP ? " " : "\n");
    print_columns(position, first.found.count ? &move : NULL, out);
}

static bool nim_is_quick(const struct solver *solver, const struct position *position)
{
    (void)solver;
    return position->count <= 64;
}

const struct solver_family solver_family_nim = {
    .family = &family_nim,
    .grundy = nim_grundy,
    .winning_moves = nim_winning_moves,
    .promising_replies = nim_promising_replies,
    .is_quick = nim_is_quick,
    .explain = nim_explain,
};

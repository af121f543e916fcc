/* Nim [Bouton]: the value of a heap is its size, that of a position the nim-sum of its heaps. */
#include "common/game/family.h"
#include "common/game/heaps.h"
#include "common/solver/solver_family.h"

#include <inttypes.h>
#include <stdio.h>

enum { EXPLAINED_HEAPS_MAX = 12 };

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

/* What the lines of an explanation have in common. */
struct columns {
    int decimal_width;
    int binary_width;
    struct text *out;
};

static void print_binary(const struct columns *columns, uint64_t number)
{
    int digits = digit_count(number, 2);
    text_printf(columns->out, "%*s", columns->binary_width - digits, "");
    for (int bit = digits - 1; bit >= 0; bit--)
        text_append_char(columns->out, number >> bit & 1 ? '1' : '0');
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
    for (int i = 0; i < columns->binary_width; i++)
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

/* The heaps, the largest ones if there are many, over their nim-sum. */
static void print_columns(const struct columns *columns, const struct position *position)
{
    uint32_t hidden =
        position->count > EXPLAINED_HEAPS_MAX + 1 ? position->count - EXPLAINED_HEAPS_MAX : 0;
    if (hidden > 0)
        print_others(columns, position, hidden);
    for (uint32_t i = hidden; i < position->count; i++)
        print_row(columns, (uint64_t)position->cells[i], "");
    print_rule(columns);
    print_row(columns, nim_sum(position), "the nim-sum");
}

static void nim_explain(struct solver *solver, const struct position *position, struct text *out)
{
    if (position->count == 0)
        return;
    uint64_t largest = (uint64_t)position->cells[position->count - 1];
    struct columns columns = {
        .decimal_width = digit_count(largest, 10),
        .binary_width = digit_count(largest, 2),
        .out = out,
    };
    struct move move;
    struct winning_list first = {.moves = &move, .capacity = 1, .first_only = true};
    print_columns(&columns, position);
    nim_winning_moves(solver, position, &first);
    if (first.found.count == 0) {
        text_append_string(
            out,
            "Each column has an even number of 1s: the nim-sum is 0, and every move changes it.\n");
        return;
    }
    uint64_t heap = (uint64_t)move.cells[0];
    uint64_t left = move.after_count ? (uint64_t)move.cells[1] : 0;
    text_printf(out, "%" PRIu64 " becomes %" PRIu64 ", and each column has an even number of 1s:\n",
                heap, left);
    print_row(&columns, heap, "before");
    print_row(&columns, left, "after");
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

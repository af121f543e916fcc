/* Turning coins. In normal play coins that show heads add up as heaps of Nim do: each has a value,
 * and the nim-sum of them decides; the values have closed forms. In misere play Ruler goes by its
 * values as misere Nim does. THEORY.md has the proofs. Nothing like that holds for the others: all
 * rows up to the last coin are judged in a table. */
#include "common/game/turning.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"
#include "common/solver/value_columns.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* --- normal play --- */

/* The value of a coin on this square, where it is the only one that shows heads. */
static uint64_t value_of(enum turning_kind kind, int64_t square)
{
    uint64_t left = (uint64_t)square - 1;
    assert(square >= 1);
    switch (kind) {
    case TURNING_TWINS:
        return left;
    case TURNING_MOCK_TURTLES: /* the numbers with an odd number of 1s in binary */
        return 2 * left + (__builtin_popcountll(left) % 2 == 0);
    case TURNING_RULER: /* the largest power of 2 that divides it */
        return (uint64_t)(square & -square);
    case TURNING_TURTLES:
        break;
    }
    return left + 1;
}

static uint64_t sum_of(enum turning_kind kind, const struct position *heads)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < heads->count; i++)
        sum ^= value_of(kind, heads->cells[i]);
    return sum;
}

static bool turning_grundy(struct solver *solver, const struct position *position,
                           uint64_t *ret_value)
{
    *ret_value = sum_of(turning_kind(&solver->rules), position);
    return true;
}

/* Adds the move that turns these squares, `count` of them. */
static void add_move(struct winning_list *list, uint8_t count, int64_t first, int64_t second,
                     int64_t third)
{
    struct move *place = winning_list_add(list);
    if (place)
        *place = (struct move){.before_count = count, .cells = {first, second, third}};
}

/* Adds the moves of a coin whose turned coins have the nim-sum `sum`: the others then have 0. */
static void add_of_coin(enum turning_kind kind, int64_t square, uint64_t sum,
                        struct winning_list *list)
{
    uint64_t rest = sum ^ value_of(kind, square);
    if (rest == 0 && kind != TURNING_TWINS)
        add_move(list, 1, square, 0, 0);
    for (int64_t next = square - 1; kind == TURNING_RULER && next >= 1; next--) {
        rest ^= value_of(kind, next);
        if (rest == 0)
            add_move(list, 2, next, square, 0);
    }
    for (int64_t next = 1; kind != TURNING_RULER && next < square; next++) {
        if (rest == value_of(kind, next))
            add_move(list, 2, next, square, 0);
    }
    for (int64_t next = 2; kind == TURNING_MOCK_TURTLES && next < square; next++) {
        for (int64_t third = 1; third < next; third++) {
            if (rest == (value_of(kind, next) ^ value_of(kind, third)))
                add_move(list, 3, third, next, square);
        }
    }
}

static void turning_winning_moves(struct solver *solver, const struct position *position,
                                  struct winning_list *list)
{
    enum turning_kind kind = turning_kind(&solver->rules);
    uint64_t sum = sum_of(kind, position);
    for (uint32_t i = 0; i < position->count && sum > 0 && !winning_list_is_done(list); i++)
        add_of_coin(kind, position->cells[i], sum, list);
}

/* Turns all coins that show heads, if one move can. Coin 1 has no move in Twins, and may stay or
 * come. */
static bool turning_ending_move(struct solver *solver, const struct position *position,
                                struct move *ret_move)
{
    enum turning_kind kind = turning_kind(&solver->rules);
    bool has_idle = kind == TURNING_TWINS && position->count > 0 && position->cells[0] == 1;
    const int64_t *heads = position->cells + has_idle;
    uint32_t count = position->count - has_idle;
    if (count == 0)
        return false;
    int64_t last = heads[count - 1];
    *ret_move = (struct move){.before_count = (uint8_t)count};
    if (kind == TURNING_RULER) {
        *ret_move = (struct move){.before_count = count > 1 ? 2 : 1, .cells = {heads[0], last}};
        return last - heads[0] + 1 == count;
    }
    if (kind == TURNING_TWINS && count == 1) {
        *ret_move = (struct move){.before_count = 2, .cells = {1, last}};
        return true;
    }
    if (count > (kind == TURNING_MOCK_TURTLES ? 3 : 2))
        return false;
    for (uint32_t i = 0; i < count; i++)
        ret_move->cells[i] = heads[i];
    return true;
}

/* The first moves: those of the coins on the left, which change the least. */
static uint32_t turning_promising_replies(struct solver *solver, const struct position *position,
                                          struct move replies[SOLVER_REPLIES_MAX])
{
    enum { TRIED = 16 };
    for (uint32_t i = 0; i < TRIED; i++)
        move_at(&solver->rules, position, i, &replies[i]);
    return TRIED;
}

static bool turning_is_quick(const struct solver *solver, const struct position *position)
{
    enum { QUICK_SQUARES = 16 };
    (void)solver;
    return turning_last(position) <= QUICK_SQUARES;
}

/* The nim-sum of the coins that a move turns. */
static uint64_t sum_of_move(const struct rules *rules, const struct move *move)
{
    struct position turned = {0};
    int64_t last = move->cells[move->before_count - 1];
    for (int i = 0; i < move->before_count; i++)
        position_push(&turned, move->cells[i]);
    for (int64_t square = turned.cells[0] + 1;
         turning_kind(rules) == TURNING_RULER && square < last; square++)
        position_push(&turned, square);
    uint64_t sum = sum_of(turning_kind(rules), &turned);
    position_finish(&turned);
    return sum;
}

static void print_values(const struct rules *rules, const struct position *position,
                         const struct move *best, struct text *out)
{
    struct value_columns columns;
    struct text turned = {0};
    value_columns_init(&columns, "coin", "coins", position->count);
    for (uint32_t i = 0; i < position->count; i++) {
        uint64_t value = value_of(turning_kind(rules), position->cells[i]);
        struct value_line *line = value_columns_add(&columns, value);
        if (line)
            snprintf(line->label, sizeof line->label, "%" PRId64, position->cells[i]);
    }
    if (best) {
        struct value_line *line = value_columns_add_after(&columns, sum_of_move(rules, best));
        move_print(rules, position, best, &turned);
        snprintf(line->label, sizeof line->label, "%s", text_string(&turned));
        snprintf(line->remark, sizeof line->remark, "the coins that are turned");
    }
    value_columns_print(&columns, out);
    text_finish(&turned);
}

static void turning_explain(struct solver *solver, const struct position *position,
                            const struct move *best, bool is_brief, struct text *out)
{
    static const char *const values[] = {
        [TURNING_TURTLES] = "a coin is its number",
        [TURNING_MOCK_TURTLES] = "coin n is the n-th number with an odd number of 1s in binary",
        [TURNING_RULER] = "a coin is the largest power of 2 that divides its number",
        [TURNING_TWINS] = "a coin is its number less 1",
    };
    const struct rules *rules = &solver->rules;
    if (position->count == 0)
        return;
    if (best) {
        move_print(rules, position, best, out);
        text_append_string(out,
                           " wins: what it turns has the nim-sum of all heads, and leaves 0.\n");
    } else {
        text_append_string(
            out, "No move wins: each binary column of the values has an even number of 1s.\n");
    }
    if (!is_brief)
        text_printf(out,
                    "The value of %s.\nTo turn a coin, either way, adds its value by nim-sum (in "
                    "binary, without carrying).\n",
                    values[turning_kind(rules)]);
    print_values(rules, position, best, out);
}

/* --- Ruler in misere play --- */

static bool is_lost_ruler(uint64_t sum, uint32_t large)
{
    return sum == (large == 0);
}

/* Coins of a value of 2 or more: those on even squares. */
static uint32_t count_large(const struct position *heads)
{
    uint32_t large = 0;
    for (uint32_t i = 0; i < heads->count; i++)
        large += heads->cells[i] % 2 == 0;
    return large;
}

static enum outcome ruler_outcome(struct solver *solver, const struct position *position)
{
    (void)solver;
    return is_lost_ruler(sum_of(TURNING_RULER, position), count_large(position)) ? OUTCOME_P
                                                                                 : OUTCOME_N;
}

static void ruler_winning_moves(struct solver *solver, const struct position *position,
                                struct winning_list *list)
{
    bool heads[TURNING_SQUARE_MAX + 1] = {0};
    (void)solver;
    for (uint32_t i = 0; i < position->count; i++)
        heads[position->cells[i]] = true;
    for (uint32_t i = 0; i < position->count && !winning_list_is_done(list); i++) {
        uint64_t sum = sum_of(TURNING_RULER, position);
        uint32_t large = count_large(position);
        int64_t last = position->cells[i];
        for (int64_t first = last; first >= 1; first--) {
            sum ^= value_of(TURNING_RULER, first);
            if (first % 2 == 0)
                large = heads[first] ? large - 1 : large + 1;
            if (is_lost_ruler(sum, large))
                add_move(list, first < last ? 2 : 1, first, first < last ? last : 0, 0);
        }
    }
}

static void ruler_explain(struct solver *solver, const struct position *position,
                          const struct move *best, bool is_brief, struct text *out)
{
    if (position->count == 0)
        return;
    if (best)
        move_print(&solver->rules, position, best, out);
    text_append_string(out, best ? " wins: the values are then lost as heaps of misere Nim.\n"
                                 : "No move wins: the values are lost as heaps of misere Nim.\n");
    if (!is_brief)
        text_append_string(out,
                           "They are lost where one is 2 or more and the nim-sum is 0, or none "
                           "is and it is 1.\nThe value of a coin is the largest power of 2 "
                           "that divides its number.\n");
    print_values(&solver->rules, position, best, out);
}

/* --- certificates --- */

static enum error_code prove_by(struct proof *proof, const char *theorem)
{
    text_printf(proof->out, "theorem %s\nvalues", theorem);
    for (uint32_t i = 0; i < proof->lost->count; i++)
        text_printf(proof->out, " %" PRIu64,
                    value_of(turning_kind(&proof->solver->rules), proof->lost->cells[i]));
    text_append_char(proof->out, '\n');
    return ERROR_NONE;
}

static enum error_code turning_prove(struct proof *proof)
{
    return prove_by(proof, "turning [WW]");
}

static enum error_code ruler_prove(struct proof *proof)
{
    return prove_by(proof, "misere-ruler");
}

static bool is_ruler(const struct rules *rules)
{
    return turning_kind(rules) == TURNING_RULER;
}

/* --- the others in misere play --- */

/* All rows of coins as binary numbers, coin 1 being the lowest digit. */
struct row_table {
    int64_t squares;  /* rows up to this one are judged */
    uint8_t *is_lost; /* a byte for each row */
};

static void *row_table_create(const struct rules *rules)
{
    (void)rules;
    struct row_table *table = memory_zeroed(1, sizeof *table);
    table->is_lost = memory_zeroed(1, 1); /* without heads: won, as no move is left */
    return table;
}

static void row_table_destroy(void *tables)
{
    struct row_table *table = tables;
    free(table->is_lost);
    free(table);
}

static size_t row_table_memory(const void *tables)
{
    return (size_t)1 << ((const struct row_table *)tables)->squares;
}

static uint32_t bits_of_move(const struct rules *rules, const struct move *move)
{
    int64_t last = move->cells[move->before_count - 1];
    uint32_t bits = 0;
    assert(!is_ruler(rules) && last <= TURNING_MISERE_SQUARE_MAX);
    for (int i = 0; i < move->before_count; i++)
        bits |= 1U << (move->cells[i] - 1);
    return bits;
}

static uint32_t bits_of(const struct position *heads)
{
    uint32_t bits = 0;
    for (uint32_t i = 0; i < heads->count; i++)
        bits |= 1U << (heads->cells[i] - 1);
    return bits;
}

/* The moves of all coins up to a square, as the coins that they turn. */
struct turns {
    uint32_t *bits;                                /* owned */
    uint32_t first[TURNING_MISERE_SQUARE_MAX + 2]; /* of the coin on this square */
};

static struct turns turns_up_to(const struct rules *rules, int64_t squares)
{
    struct turns turns = {0};
    struct position all = {0};
    for (int64_t square = 1; square <= squares; square++) {
        position_push(&all, square);
        turns.first[square + 1] = (uint32_t)move_count(rules, &all);
    }
    turns.bits = memory_zeroed(turns.first[squares + 1] + 1, sizeof *turns.bits);
    for (uint32_t i = 0; i < turns.first[squares + 1]; i++) {
        struct move move;
        move_at(rules, &all, i, &move);
        turns.bits[i] = bits_of_move(rules, &move);
    }
    position_finish(&all);
    return turns;
}

/* Is the row lost? All smaller numbers are judged. */
static bool judge_row(const struct turns *turns, const uint8_t *is_lost, uint32_t row)
{
    bool has_move = false;
    for (uint32_t rest = row; rest > 0; rest &= rest - 1) {
        int square = __builtin_ctz(rest) + 1;
        for (uint32_t i = turns->first[square]; i < turns->first[square + 1]; i++) {
            has_move = true;
            if (is_lost[row ^ turns->bits[i]])
                return false;
        }
    }
    return has_move;
}

/* The table, with all rows up to this square. */
static const uint8_t *rows_up_to(struct solver *solver, int64_t squares)
{
    struct row_table *table = solver->tables;
    assert(squares <= TURNING_MISERE_SQUARE_MAX);
    if (squares <= table->squares)
        return table->is_lost;
    struct turns turns = turns_up_to(&solver->rules, squares);
    table->is_lost = memory_resized(table->is_lost, (size_t)1 << squares, 1);
    for (uint32_t row = 1U << table->squares; row < 1U << squares; row++)
        table->is_lost[row] = judge_row(&turns, table->is_lost, row);
    table->squares = squares;
    free(turns.bits);
    return table->is_lost;
}

static enum outcome misere_outcome(struct solver *solver, const struct position *position)
{
    const uint8_t *is_lost = rows_up_to(solver, turning_last(position));
    return is_lost[bits_of(position)] ? OUTCOME_P : OUTCOME_N;
}

static void misere_winning_moves(struct solver *solver, const struct position *position,
                                 struct winning_list *list)
{
    const uint8_t *is_lost = rows_up_to(solver, turning_last(position));
    uint32_t row = bits_of(position), count = (uint32_t)move_count(&solver->rules, position);
    for (uint32_t i = 0; i < count && !winning_list_is_done(list); i++) {
        struct move move;
        move_at(&solver->rules, position, i, &move);
        if (!is_lost[row ^ bits_of_move(&solver->rules, &move)])
            continue;
        struct move *place = winning_list_add(list);
        if (place)
            *place = move;
    }
}

static bool misere_is_quick(const struct solver *solver, const struct position *position)
{
    enum { QUICK_SQUARES = 8 };
    (void)solver;
    return turning_last(position) <= QUICK_SQUARES;
}

static void misere_explain(struct solver *solver, const struct position *position,
                           const struct move *best, bool is_brief, struct text *out)
{
    (void)is_brief;
    if (best) {
        move_print(&solver->rules, position, best, out);
        text_append_string(out, " wins.\n");
    } else {
        text_append_string(out, position_is_over(&solver->rules, position)
                                    ? "No move is left, and who has none wins in misere play.\n"
                                    : "No move wins.\n");
    }
    text_printf(out,
                "Values and nim-sums do not decide in misere play: all %" PRIu32 " rows of %" PRId64
                " coins were judged.\n",
                1U << turning_last(position), turning_last(position));
}

const struct solver_family solver_family_turning = {
    .family = &family_turning,
    .grundy = turning_grundy,
    .winning_moves = turning_winning_moves,
    .ending_move = turning_ending_move,
    .promising_replies = turning_promising_replies,
    .is_quick = turning_is_quick,
    .explain = turning_explain,
    .prove = SOLVER_PROVES(turning_prove),
};

const struct solver_family solver_family_misere_ruler = {
    .family = &family_turning,
    .misere = true,
    .serves = is_ruler,
    .outcome = ruler_outcome,
    .winning_moves = ruler_winning_moves,
    .promising_replies = turning_promising_replies,
    .is_quick = turning_is_quick,
    .explain = ruler_explain,
    .prove = SOLVER_PROVES(ruler_prove),
};

const struct solver_family solver_family_misere_turning = {
    .family = &family_turning,
    .misere = true,
    .tables_create = row_table_create,
    .tables_destroy = row_table_destroy,
    .memory = row_table_memory,
    .outcome = misere_outcome,
    .winning_moves = misere_winning_moves,
    .is_quick = misere_is_quick,
    .explain = misere_explain,
};

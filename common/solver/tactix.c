/* TacTix: one bit for each position of a board. In normal play the half turn decides some of them
 * (THEORY.md); no rule is known for the others. */
#include "common/game/tactix.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/solver/proof.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

enum { WORD_BITS = 64 };

/* The runs of a square board of this many squares or of a narrower one. */
enum { RUNS_MAX = TACTIX_SQUARES_MAX * (TACTIX_SQUARES_MAX + 1) / 2 };

/* Of a board of rows times columns squares, and so of all boards in its upper left corner. */
struct tactix_table {
    uint32_t rows, columns; /* 0: there is no table yet */
    uint64_t *won;          /* owned; bit p: whoever is to move wins from the chips p */
    size_t words;
};

static void *tactix_tables_create(const struct rules *rules)
{
    (void)rules;
    return memory_zeroed(1, sizeof(struct tactix_table));
}

static void tactix_tables_destroy(void *tables)
{
    free(((struct tactix_table *)tables)->won);
    free(tables);
}

static size_t tactix_memory(const void *tables)
{
    return ((const struct tactix_table *)tables)->words * sizeof(uint64_t);
}

/* --- the table --- */

static bool is_won(const struct tactix_table *table, uint32_t chips)
{
    return table->won[chips / WORD_BITS] >> chips % WORD_BITS & 1;
}

static uint32_t find_runs(const struct tactix_table *table, uint32_t runs[RUNS_MAX])
{
    uint32_t count = 0;
    for (uint32_t row = 0; row < table->rows; row++) {
        for (uint32_t column = 0; column < table->columns; column++) {
            uint32_t first = row * table->columns + column, run = 0;
            for (uint32_t i = 0; column + i < table->columns; i++)
                runs[count++] = run |= UINT32_C(1) << (first + i);
            run = UINT32_C(1) << first;
            for (uint32_t i = 1; row + i < table->rows; i++)
                runs[count++] = run |= UINT32_C(1) << (first + i * table->columns);
        }
    }
    assert(count <= RUNS_MAX);
    return count;
}

/* Marks all positions from which a move leads to this lost one. Never inlined: engines of
 * WebAssembly exchange a function for a faster one between two calls, not within a long one. */
__attribute__((noinline)) static void mark(struct tactix_table *table, const uint32_t *runs,
                                           uint32_t count, uint32_t lost)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t before = lost | runs[i];
        if (!(lost & runs[i]))
            table->won[before / WORD_BITS] |= UINT64_C(1) << before % WORD_BITS;
    }
}

/* Goes through the positions in ascending order, which no move ascends. One that is not marked yet
 * is lost. Few are, so that this is less than trying every move of all. */
static void fill(struct tactix_table *table, bool is_misere)
{
    uint32_t runs[RUNS_MAX], count = find_runs(table, runs);
    uint32_t end = UINT32_C(1) << (table->rows * table->columns);
    table->won[0] = is_misere;
    for (uint32_t word = 0; word < table->words; word++) {
        uint64_t ahead = UINT64_MAX, lost; /* positions that are still to be looked at */
        while ((lost = ~table->won[word] & ahead) != 0) {
            uint32_t bit = (uint32_t)__builtin_ctzll(lost), chips = word * WORD_BITS + bit;
            if (chips >= end)
                break;
            ahead = bit + 1 < WORD_BITS ? UINT64_MAX << (bit + 1) : 0;
            mark(table, runs, count, chips);
        }
    }
}

static bool holds(const struct tactix_table *table, const struct position *position)
{
    return position->cells[TACTIX_ROWS] <= table->rows &&
           position->cells[TACTIX_COLUMNS] <= table->columns;
}

static const struct tactix_table *table_for(struct solver *solver, const struct position *position)
{
    struct tactix_table *table = solver->tables;
    if (holds(table, position))
        return table;
    free(table->won);
    table->rows = (uint32_t)position->cells[TACTIX_ROWS];
    table->columns = (uint32_t)position->cells[TACTIX_COLUMNS];
    uint32_t squares = table->rows * table->columns;
    table->words = (((size_t)1 << squares) + WORD_BITS - 1) / WORD_BITS;
    table->won = memory_zeroed(table->words, sizeof *table->won);
    fill(table, solver->rules.misere);
    return table;
}

/* The same chips on the board of the table. */
static uint32_t placed(const struct tactix_table *table, const struct position *position,
                       uint32_t chips)
{
    uint32_t columns = (uint32_t)position->cells[TACTIX_COLUMNS], on_table = 0;
    uint32_t row_mask = (UINT32_C(1) << columns) - 1;
    for (uint32_t row = 0; chips; row++, chips >>= columns)
        on_table |= (chips & row_mask) << row * table->columns;
    return on_table;
}

/* --- questions --- */

static bool wins(struct solver *solver, const struct position *position)
{
    const struct tactix_table *table = table_for(solver, position);
    return is_won(table, placed(table, position, (uint32_t)position->cells[TACTIX_CHIPS]));
}

static enum outcome tactix_outcome(struct solver *solver, const struct position *position)
{
    return wins(solver, position) ? OUTCOME_N : OUTCOME_P;
}

static void tactix_winning_moves(struct solver *solver, const struct position *position,
                                 struct winning_list *list)
{
    const struct tactix_table *table = table_for(solver, position);
    uint32_t chips = (uint32_t)position->cells[TACTIX_CHIPS];
    uint32_t columns = (uint32_t)position->cells[TACTIX_COLUMNS];
    uint32_t squares = (uint32_t)position->cells[TACTIX_ROWS] * columns;
    for (uint32_t first = 0; first < squares; first++) {
        for (uint32_t down = 0; down < 2;
             down++) { /* to the right with the first alone, then down */
            uint32_t step = down ? columns : 1, run = down ? UINT32_C(1) << first : 0;
            uint32_t end = down ? squares : (first / columns + 1) * columns;
            if (!(chips >> first & 1))
                continue;
            for (uint32_t last = first + down * step; last < end && (chips >> last & 1);
                 last += step) {
                run |= UINT32_C(1) << last;
                if (winning_list_is_done(list))
                    return;
                if (is_won(table, placed(table, position, chips & ~run)))
                    continue;
                struct move *place = winning_list_add(list);
                if (place)
                    *place = (struct move){
                        .before_count = TACTIX_MOVE_CELLS,
                        .cells = {[TACTIX_FIRST] = first, [TACTIX_LAST] = last},
                    };
            }
        }
    }
}

/* Takes all chips that are left; in normal play. */
static bool tactix_ending_move(struct solver *solver, const struct position *position,
                               struct move *ret_move)
{
    (void)solver;
    uint32_t chips = (uint32_t)position->cells[TACTIX_CHIPS];
    if (chips == 0)
        return false;
    struct move move = {
        .before_count = TACTIX_MOVE_CELLS,
        .cells = {[TACTIX_FIRST] = __builtin_ctz(chips), [TACTIX_LAST] = 31 - __builtin_clz(chips)},
    };
    int64_t columns = position->cells[TACTIX_COLUMNS];
    int64_t first = move.cells[TACTIX_FIRST], last = move.cells[TACTIX_LAST];
    if ((first / columns != last / columns && first % columns != last % columns) ||
        tactix_run(position, &move) != chips)
        return false;
    *ret_move = move;
    return true;
}

static bool tactix_is_quick(const struct solver *solver, const struct position *position)
{
    enum { SQUARES_QUICK = 12 };
    return position->cells[TACTIX_ROWS] * position->cells[TACTIX_COLUMNS] <= SQUARES_QUICK ||
           holds(solver->tables, position);
}

/* --- the half turn --- */

/* Is the position lost in normal play because a half turn of the smallest rectangle with all chips
 * in it changes nothing, and no move takes a chip and the one that the half turn brings there? */
static bool is_lost_by_half_turn(const struct position *position)
{
    uint32_t chips = (uint32_t)position->cells[TACTIX_CHIPS];
    uint32_t columns = (uint32_t)position->cells[TACTIX_COLUMNS];
    uint32_t rows = (uint32_t)position->cells[TACTIX_ROWS];
    uint32_t top = rows, bottom = 0, left = columns, right = 0;
    for (uint32_t square = 0; square < rows * columns; square++) {
        uint32_t row = square / columns, column = square % columns;
        if (!(chips >> square & 1))
            continue;
        top = row < top ? row : top;
        bottom = row > bottom ? row : bottom;
        left = column < left ? column : left;
        right = column > right ? column : right;
    }
    if (chips == 0)
        return true;
    for (uint32_t square = 0; square < rows * columns; square++) {
        uint32_t turned = (top + bottom) * columns + left + right - square;
        if ((chips >> square & 1) && !(chips >> turned & 1))
            return false;
    }
    /* The squares nearest to the centre: one, two side by side, or four around a corner, of which
     * no move takes two that are opposite. */
    bool has_row = (top + bottom) % 2 == 0, has_column = (left + right) % 2 == 0;
    uint32_t centre = (top + bottom) / 2 * columns + (left + right) / 2;
    return (!has_row && !has_column) || !(chips >> centre & 1);
}

static void tactix_explain(struct solver *solver, const struct position *position,
                           const struct move *best, bool is_brief, struct text *out)
{
    const struct rules *rules = &solver->rules;
    struct position left = {0};
    position_copy(&left, position);
    if (best) {
        move_print(rules, position, best, out);
        text_append_string(out, " wins.\n");
        move_apply(rules, &left, best);
    } else {
        text_append_string(out, position_is_over(rules, position) ? "No move is left.\n"
                                                                  : "No move wins.\n");
    }
    bool is_turned = !rules->misere && is_lost_by_half_turn(&left);
    position_finish(&left);
    if (is_turned && is_brief)
        return;
    const struct tactix_table *table = table_for(solver, position);
    if (is_turned)
        text_printf(out,
                    "%s by a half turn of the smallest rectangle\n"
                    "around them, and no move takes chips on both sides of its centre: each is\n"
                    "answered by the same one, turned.\n",
                    best ? "Then the chips are unchanged" : "The chips are unchanged");
    else
        text_printf(out,
                    "No rule is known for this position: all %" PRIu64
                    " positions of the board were judged.\n",
                    UINT64_C(1) << table->rows * table->columns);
}

static enum error_code tactix_prove(struct proof *proof)
{
    if (proof->solver->rules.misere || !is_lost_by_half_turn(proof->lost))
        return proof_every_move(proof);
    text_append_string(proof->out, "theorem half-turn\n");
    return ERROR_NONE;
}

const struct solver_family solver_family_tactix = {
    .family = &family_tactix,
    .tables_create = tactix_tables_create,
    .tables_destroy = tactix_tables_destroy,
    .memory = tactix_memory,
    .outcome = tactix_outcome,
    .winning_moves = tactix_winning_moves,
    .ending_move = tactix_ending_move,
    .is_quick = tactix_is_quick,
    .explain = tactix_explain,
    .prove = SOLVER_PROVES(tactix_prove),
};

const struct solver_family solver_family_misere_tactix = {
    .family = &family_tactix,
    .misere = true,
    .tables_create = tactix_tables_create,
    .tables_destroy = tactix_tables_destroy,
    .memory = tactix_memory,
    .outcome = tactix_outcome,
    .winning_moves = tactix_winning_moves,
    .is_quick = tactix_is_quick,
    .explain = tactix_explain,
    .prove = SOLVER_PROVES(tactix_prove),
};

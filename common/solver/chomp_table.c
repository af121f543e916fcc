#include "common/solver/chomp_table.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct chomp_table {
    uint32_t rows;
    uint32_t columns;
    uint32_t size; /* with the eaten position, which has no squares and the rank 0 */
    /* For each row and each of its lengths, the number of positions that agree above this row and
     * are shorter in it; the rank of a position is the sum over its rows. */
    uint32_t *steps;
    bool *wins;
    uint32_t *values; /* NULL until the first request */
};

static uint32_t step(const struct chomp_table *table, uint32_t row, int64_t length)
{
    return table->steps[(size_t)row * (table->columns + 1) + (size_t)length];
}

/* The rows from a row on are a position of their own, of any length below that row's. */
static void count_steps(struct chomp_table *table)
{
    uint32_t *next = table->steps;
    for (uint32_t row = 0; row < table->rows; row++) {
        *next++ = 0;
        for (uint32_t length = 1; length <= table->columns; length++)
            *next++ = (uint32_t)chomp_positions(table->rows - row, length - 1, table->size);
    }
}

/* Goes to the position of the next rank, which exists: the last row that can grow grows by a
 * square, and the rows below it vanish. */
static void next_position(const struct chomp_table *table, uint32_t *lengths)
{
    uint32_t row = table->rows - 1;
    while (lengths[row] == (row > 0 ? lengths[row - 1] : table->columns))
        row--;
    lengths[row]++;
    memset(lengths + row + 1, 0, (table->rows - row - 1) * sizeof *lengths);
}

/* The positions from which a bite leads to a given one: the bite shortened the first of the rows of
 * one length, and maybe others, to that length. Their lengths before the bite are tried in turn. */
struct origin {
    struct chomp_table *table;
    const uint32_t *lengths; /* after the bite */
    uint32_t last;           /* the last row of that length */
};

/* Tries the lengths of the rows from `row` to the last. The rows above are settled; `longest` is
 * the longest length that this row can have, `rank` the sum of the steps of all other rows. */
static void mark_origins(const struct origin *origin, uint32_t row, uint32_t longest, uint32_t rank)
{
    if (row > origin->last) {
        assert(rank < origin->table->size);
        origin->table->wins[rank] = true;
        return;
    }
    for (uint32_t length = origin->lengths[row]; length <= longest; length++)
        mark_origins(origin, row + 1, length, rank + step(origin->table, row, length));
}

/* Marks all positions from which a bite leads to this one, of this rank, as won. The highest bitten
 * row is shorter than the row above it. */
static void mark_all_origins(struct chomp_table *table, const uint32_t *lengths, uint32_t rank)
{
    struct origin origin = {.table = table, .lengths = lengths};
    for (uint32_t first = 0; first < table->rows; first = origin.last + 1) {
        origin.last = first;
        while (origin.last + 1 < table->rows && lengths[origin.last + 1] == lengths[first])
            origin.last++;
        uint32_t others = rank;
        for (uint32_t row = first; row <= origin.last; row++)
            others -= step(table, row, lengths[row]);
        uint32_t longest = first > 0 ? lengths[first - 1] : table->columns;
        for (uint32_t length = lengths[first] + 1; length <= longest; length++)
            mark_origins(&origin, first + 1, length, others + step(table, first, length));
    }
}

/* A position that is not marked when its turn comes is lost. */
static void find_outcomes(struct chomp_table *table, bool misere)
{
    uint32_t *lengths = memory_zeroed(table->rows, sizeof *lengths);
    table->wins[0] = true;
    table->wins[1] = misere;
    for (uint32_t rank = 1; rank < table->size; rank++) {
        next_position(table, lengths);
        if (!table->wins[rank])
            mark_all_origins(table, lengths, rank);
    }
    free(lengths);
}

struct chomp_table *chomp_table_create(int64_t rows, int64_t columns, bool misere)
{
    assert(rows >= 1 && columns >= 1);
    uint64_t size = chomp_positions(rows, columns, CHOMP_POSITIONS_MAX);
    assert(size <= CHOMP_POSITIONS_MAX);
    struct chomp_table *table = memory_zeroed(1, sizeof *table);
    *table = (struct chomp_table){
        .rows = (uint32_t)rows,
        .columns = (uint32_t)columns,
        .size = (uint32_t)size,
        .steps = memory_zeroed((size_t)rows * ((size_t)columns + 1), sizeof *table->steps),
        .wins = memory_zeroed(size, sizeof *table->wins),
    };
    count_steps(table);
    find_outcomes(table, misere);
    return table;
}

void chomp_table_destroy(struct chomp_table *table)
{
    if (!table)
        return;
    free(table->steps);
    free(table->wins);
    free(table->values);
    free(table);
}

size_t chomp_table_memory(const struct chomp_table *table)
{
    size_t steps = (size_t)table->rows * (table->columns + 1);
    size_t per_position = sizeof *table->wins + (table->values ? sizeof *table->values : 0);
    return steps * sizeof *table->steps + table->size * per_position;
}

bool chomp_table_holds(const struct chomp_table *table, const struct position *position)
{
    return position->count <= table->rows && position->cells[0] <= table->columns;
}

uint32_t chomp_table_size(const struct chomp_table *table)
{
    return table->size - 1;
}

static uint32_t rank_of(const struct chomp_table *table, const struct position *position)
{
    uint32_t rank = 0;
    for (uint32_t row = 0; row < position->count; row++)
        rank += step(table, row, position->cells[row]);
    assert(rank < table->size);
    return rank;
}

bool chomp_table_wins(const struct chomp_table *table, const struct position *position)
{
    assert(chomp_table_holds(table, position));
    return table->wins[rank_of(table, position)];
}

bool chomp_table_move_wins(const struct chomp_table *table, const struct position *position,
                           const struct move *move)
{
    assert(chomp_table_holds(table, position));
    uint32_t rank = 0;
    for (uint32_t row = 0; row < position->count; row++) {
        int64_t length = position->cells[row];
        bool is_bitten = row >= move->cells[CHOMP_ROW] && length > move->cells[CHOMP_LEFT];
        rank += step(table, row, is_bitten ? move->cells[CHOMP_LEFT] : length);
    }
    return !table->wins[rank];
}

/* The state while the positions are valued one after the other. */
struct valuation {
    struct chomp_table *table;
    uint32_t *lengths;
    uint32_t *below; /* for each length, the steps of the rows below when bitten down to it */
    uint32_t *seen;  /* for each value, the last rank that has it among its options */
};

/* Marks the values of the positions to which bites of this row lead, given the steps of the rows
 * above, and adds the bitten row to `below`. */
static void see_bites(struct valuation *valuation, uint32_t rank, uint32_t row, uint32_t above)
{
    const struct chomp_table *table = valuation->table;
    uint32_t length = valuation->lengths[row], *below = valuation->below;
    uint32_t next = row + 1 < table->rows ? valuation->lengths[row + 1] : 0;
    for (uint32_t left = next + 1; left <= length; left++)
        below[left] = below[next];
    for (uint32_t left = row == 0; left < length; left++) {
        below[left] += step(table, row, left);
        valuation->seen[table->values[above + below[left]]] = rank;
    }
    below[length] += step(table, row, length);
}

static void find_value(struct valuation *valuation, uint32_t rank)
{
    const struct chomp_table *table = valuation->table;
    uint32_t above = rank;
    valuation->below[0] = 0;
    for (uint32_t row = table->rows; row-- > 0;) {
        above -= step(table, row, valuation->lengths[row]);
        see_bites(valuation, rank, row, above);
    }
    uint32_t value = 0;
    while (valuation->seen[value] == rank)
        value++;
    table->values[rank] = value;
}

static void find_values(struct chomp_table *table)
{
    table->values = memory_zeroed(table->size, sizeof *table->values);
    struct valuation valuation = {
        .table = table,
        .lengths = memory_zeroed(table->rows, sizeof(uint32_t)),
        .below = memory_zeroed(table->columns + 1, sizeof(uint32_t)),
        .seen = memory_zeroed((size_t)table->rows * table->columns + 1, sizeof(uint32_t)),
    };
    for (uint32_t rank = 1; rank < table->size; rank++) {
        next_position(table, valuation.lengths);
        find_value(&valuation, rank);
    }
    free(valuation.lengths);
    free(valuation.below);
    free(valuation.seen);
}

bool chomp_table_grundy(struct chomp_table *table, const struct position *position,
                        uint32_t *ret_value)
{
    assert(chomp_table_holds(table, position));
    /* The positions of a box have half of its squares on average: each is the rest of another one,
     * turned around. */
    uint64_t squares = (uint64_t)table->rows * table->columns * table->size / 2;
    if (squares > CHOMP_VALUED_SQUARES_MAX)
        return false;
    if (!table->values)
        find_values(table);
    *ret_value = table->values[rank_of(table, position)];
    return true;
}

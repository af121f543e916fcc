#include "common/solver/chomp_table.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct chomp_table {
    uint32_t rows;
    uint32_t columns;
    uint32_t size; /* the eaten position, without squares, included: it has rank 0 */
    /* For each row and each of its lengths, how many positions that are the same above have a
     * shorter one there; the rank of a position is the sum over its rows. */
    uint32_t *steps;
    bool *wins;
    uint32_t *values; /* NULL until they are asked for */
};

static uint32_t step(const struct chomp_table *table, uint32_t row, int64_t length)
{
    return table->steps[(size_t)row * (table->columns + 1) + (size_t)length];
}

/* The rows from this one on are a position of their own, of any length below this one. */
static void count_steps(struct chomp_table *table)
{
    uint32_t *next = table->steps;
    for (uint32_t row = 0; row < table->rows; row++) {
        *next++ = 0;
        for (uint32_t length = 1; length <= table->columns; length++)
            *next++ = (uint32_t)chomp_positions(table->rows - row, length - 1, table->size);
    }
}

/* Goes to the position of the next rank: the last row that can grow does, and those below it go. */
static void next_position(const struct chomp_table *table, uint32_t *lengths)
{
    uint32_t row = table->rows - 1;
    while (lengths[row] == (row > 0 ? lengths[row - 1] : table->columns))
        row--;
    lengths[row]++;
    memset(lengths + row + 1, 0, (table->rows - row - 1) * sizeof *lengths);
}

/* The positions from which a bite leads to a certain one: the bite shortened some rows of the same
 * length to that length, the first of them surely. Their lengths before are tried in turn. */
struct origin {
    struct chomp_table *table;
    const uint32_t *lengths; /* after the bite */
    uint32_t last;           /* the last row of that length */
};

/* The rows above this one are settled, with the longest length that this one can have, and the sum
 * of the steps of all rows but those from this one to the last. */
static void mark_origins(const struct origin *origin, uint32_t row, uint32_t longest, uint32_t rank)
{
    if (row > origin->last) {
        origin->table->wins[rank] = true;
        return;
    }
    for (uint32_t length = origin->lengths[row]; length <= longest; length++)
        mark_origins(origin, row + 1, length, rank + step(origin->table, row, length));
}

static uint32_t last_of_same_length(const struct chomp_table *table, const uint32_t *lengths,
                                    uint32_t row)
{
    while (row + 1 < table->rows && lengths[row + 1] == lengths[row])
        row++;
    return row;
}

/* Whoever can bite to this position, of this rank, wins. The first row that was bitten is shorter
 * than the one above it. */
static void mark_all_origins(struct chomp_table *table, const uint32_t *lengths, uint32_t rank)
{
    struct origin origin = {.table = table, .lengths = lengths};
    for (uint32_t first = 0; first < table->rows; first = origin.last + 1) {
        origin.last = last_of_same_length(table, lengths, first);
        uint32_t others = rank;
        for (uint32_t row = first; row <= origin.last; row++)
            others -= step(table, row, lengths[row]);
        uint32_t longest = first > 0 ? lengths[first - 1] : table->columns;
        for (uint32_t length = lengths[first] + 1; length <= longest; length++)
            mark_origins(&origin, first + 1, length, others + step(table, first, length));
    }
}

/* What is not marked when its turn comes is lost. */
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

/* What it takes to value one position after the other. */
struct valuation {
    struct chomp_table *table;
    uint32_t *lengths;
    uint32_t *below; /* for each length, the steps of the rows below that are bitten down to it */
    uint32_t *seen;  /* for each value, the last rank that has it among its options */
};

static uint32_t least_unseen(const uint32_t *seen, uint32_t rank)
{
    uint32_t value = 0;
    while (seen[value] == rank)
        value++;
    return value;
}

/* Marks the values that bites of this row lead to, given the steps of the rows above, and bites the
 * row down in `below`. */
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
    table->values[rank] = least_unseen(valuation->seen, rank);
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

/* The positions of a box have half of its squares on average: each is the rest of another one,
 * turned around. */
static bool is_valued(const struct chomp_table *table)
{
    uint64_t squares = (uint64_t)table->rows * table->columns * table->size / 2;
    return squares <= CHOMP_VALUED_SQUARES_MAX;
}

bool chomp_table_grundy(struct chomp_table *table, const struct position *position,
                        uint32_t *ret_value)
{
    assert(chomp_table_holds(table, position));
    if (!is_valued(table))
        return false;
    if (!table->values)
        find_values(table);
    *ret_value = table->values[rank_of(table, position)];
    return true;
}

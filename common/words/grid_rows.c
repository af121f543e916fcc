/* Nim in rows: bits of a number, or two checkers with a gap between them. */
#include "common/words/grid_boards.h"

#include <assert.h>

static bool make_rows(struct grid *grid, const struct position *position, int64_t columns)
{
    if (!grid_make(grid, position->count > 0 ? position->count : 1, (uint64_t)columns))
        return false;
    grid->has_like_rows = true;
    for (uint32_t row = 0; row < position->count; row++)
        grid_label_number(grid->row_labels[row].text, (int64_t)row + 1);
    return true;
}

static int64_t largest_of(const struct position *position)
{
    return position->count > 0 ? position->cells[position->count - 1] : 0;
}

static uint32_t first_row_of(const struct position *position, int64_t heap)
{
    uint32_t row = 0;
    while (position->cells[row] != heap)
        row++;
    return row;
}

static int64_t left_of(const struct move *move)
{
    assert(move->before_count == 1 && move->after_count <= 1);
    return move->after_count > 0 ? move->cells[1] : 0;
}

/* The same squares of the next row, if it is equal. */
static bool go_to_next_row(const struct position *position, uint32_t columns,
                           struct grid_path *path)
{
    uint32_t row = path->squares[0] / columns;
    if (row + 1 >= position->count || position->cells[row + 1] != position->cells[row])
        return false;
    for (uint32_t i = 0; i < path->count; i++)
        path->squares[i] += columns;
    return true;
}

static void put(struct grid_square *square, enum grid_piece piece)
{
    square->piece = piece;
    square->count = 1;
}

/* --- bits: a counter for each 1 --- */

static uint32_t bits_of(const struct position *position)
{
    uint32_t bits = 1;
    while (largest_of(position) >> bits)
        bits++;
    return bits;
}

bool grid_binary(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint32_t bits = bits_of(position);
    if (!make_rows(grid, position, bits))
        return false;
    grid->is_from_right = true;
    for (uint32_t bit = 0; bit < bits; bit++)
        grid_label_number(grid->column_labels[bits - 1 - bit].text, INT64_C(1) << bit);
    for (uint32_t row = 0; row < position->count; row++)
        for (uint32_t bit = 0; bit < bits; bit++)
            if (position->cells[row] >> bit & 1)
                put(&grid->squares[row * bits + bits - 1 - bit], GRID_COUNTER);
    return true;
}

/* The squares that change, from the left, and the last one again. */
struct grid_path grid_binary_path(const struct rules *rules, const struct position *position,
                                  const struct move *move)
{
    (void)rules;
    uint32_t bits = bits_of(position), row = first_row_of(position, move->cells[0]);
    int64_t changed = move->cells[0] ^ left_of(move);
    struct grid_path path = {0};
    for (uint32_t bit = bits; bit-- > 0;)
        if (changed >> bit & 1)
            path.squares[path.count++] = row * bits + bits - 1 - bit;
    assert(path.count >= 1 && path.count < GRID_PATH_MAX);
    path.squares[path.count] = path.squares[path.count - 1];
    path.count++;
    return path;
}

bool grid_binary_next(const struct rules *rules, const struct position *position,
                      const struct move *move, struct grid_path *path)
{
    (void)rules;
    (void)move;
    return go_to_next_row(position, bits_of(position), path);
}

/* --- bands: two checkers with as many squares between them as the heap has counters --- */

enum { BAND_GAP_MAX = 38 };

static uint32_t band_columns(const struct position *position)
{
    return (uint32_t)largest_of(position) + 2;
}

bool grid_band(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    if (largest_of(position) > BAND_GAP_MAX)
        return false;
    uint32_t columns = band_columns(position);
    if (!make_rows(grid, position, columns))
        return false;
    grid->is_by_moving = true;
    for (uint32_t row = 0; row < position->count; row++) {
        struct grid_square *squares = &grid->squares[row * columns];
        uint32_t end = (uint32_t)position->cells[row] + 1;
        put(&squares[0], GRID_OTHER);
        put(&squares[end], GRID_COUNTER);
        for (uint32_t column = end + 1; column < columns; column++)
            squares[column].piece = GRID_HOLE;
    }
    return true;
}

struct grid_path grid_band_path(const struct rules *rules, const struct position *position,
                                const struct move *move)
{
    (void)rules;
    uint32_t first = first_row_of(position, move->cells[0]) * band_columns(position);
    uint32_t heap = (uint32_t)move->cells[0], left = (uint32_t)left_of(move);
    return (struct grid_path){2, {first + heap + 1, first + left + 1}};
}

/* The other checker goes as far, from the left. */
bool grid_band_next(const struct rules *rules, const struct position *position,
                    const struct move *move, struct grid_path *path)
{
    uint32_t columns = band_columns(position), first = path->squares[0] / columns * columns;
    uint32_t taken = (uint32_t)(move->cells[0] - left_of(move));
    if (path->squares[0] != first) {
        *path = (struct grid_path){2, {first, first + taken}};
        return true;
    }
    struct grid_path right = grid_band_path(rules, position, move);
    uint32_t from = first_row_of(position, move->cells[0]) * columns;
    right.squares[0] += first - from;
    right.squares[1] += first - from;
    *path = right;
    return go_to_next_row(position, columns, path);
}

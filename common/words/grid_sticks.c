#include "common/words/grid_boards.h"

#include <assert.h>

/* Each stick is a row. A press on a square breaks it behind this square; one on its last square
 * removes it, with as many others as its length says. */

bool grid_sticks(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint32_t rows = position->count;
    if (rows == 0)
        return grid_make(grid, 1, 1);
    int64_t columns = position->cells[rows - 1];
    if (!grid_make(grid, rows, (uint64_t)columns))
        return false;
    grid->has_like_rows = true;
    for (uint32_t row = 0; row < rows; row++) {
        grid_label_number(grid->row_labels[row].text, position->cells[row]);
        for (int64_t column = 0; column < columns; column++) {
            bool is_there = column < position->cells[row];
            struct grid_square *square = &grid->squares[row * columns + column];
            square->piece = is_there ? GRID_COUNTER : GRID_HOLE;
            square->count = is_there;
        }
    }
    return true;
}

static uint32_t columns_of(const struct position *position)
{
    assert(position->count > 0);
    return (uint32_t)position->cells[position->count - 1];
}

struct grid_path grid_sticks_path(const struct rules *rules, const struct position *position,
                                  const struct move *move)
{
    (void)rules;
    uint32_t row = 0;
    while (position->cells[row] != move->cells[0]) {
        row++;
        assert(row < position->count);
    }
    int64_t piece = move->cells[move->after_count > 0 ? 1 : 0];
    return (struct grid_path){1, {row * columns_of(position) + (uint32_t)piece - 1}};
}

/* The same pieces the other way round, then the next stick of this length. */
bool grid_sticks_next(const struct rules *rules, const struct position *position,
                      const struct move *move, struct grid_path *path)
{
    (void)rules;
    uint32_t columns = columns_of(position), row = path->squares[0] / columns;
    bool is_break = move->after_count > 0;
    uint32_t first = (uint32_t)move->cells[is_break ? 1 : 0] - 1;
    uint32_t mirrored = (uint32_t)move->cells[is_break ? 2 : 0] - 1;
    if (path->squares[0] % columns != mirrored) {
        path->squares[0] = row * columns + mirrored;
        return true;
    }
    if (row + 1 == position->count || position->cells[row + 1] != move->cells[0])
        return false;
    path->squares[0] = (row + 1) * columns + first;
    return true;
}

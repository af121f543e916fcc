#include "common/game/odd_scoring.h"
#include "common/words/grid_boards.h"

#include <assert.h>

enum { STRIP_SQUARE_MAX = 40 };

/* Makes the squares 0 to `last`, without pieces. False: they are too many. */
static bool make_strip(struct grid *grid, int64_t last)
{
    if (last > STRIP_SQUARE_MAX || !grid_make(grid, 1, (uint64_t)last + 1))
        return false;
    grid->is_by_moving = true;
    for (int64_t square = 0; square <= last; square++)
        grid_label_number(grid->squares[square].label, square);
    return true;
}

bool grid_strip(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint32_t count = position->count;
    if (!make_strip(grid, count > 0 ? position->cells[count - 1] : 0))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        struct grid_square *square = &grid->squares[position->cells[i]];
        square->piece = GRID_COUNTER;
        square->count++;
    }
    return true;
}

bool grid_chip(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    int64_t left = position->cells[ODD_SCORING_LEFT];
    if (!make_strip(grid, left))
        return false;
    grid->squares[left].piece = GRID_TOKEN;
    grid->squares[left].count = 1;
    return true;
}

struct grid_path grid_strip_path(const struct rules *rules, const struct position *position,
                                 const struct move *move)
{
    (void)rules;
    (void)position;
    assert(move->before_count == 1 && move->after_count <= 1);
    uint32_t to = move->after_count > 0 ? (uint32_t)move->cells[1] : 0;
    return (struct grid_path){2, {(uint32_t)move->cells[0], to}};
}

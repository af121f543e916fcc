#include "common/game/wythoff.h"
#include "common/words/grid_boards.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>

enum { QUEEN_SIDE_MAX = 25 };

/* The heap with this index from the largest on; 0 where there is none. */
static int64_t heap_at(const struct position *position, uint32_t index)
{
    return index < position->count ? position->cells[position->count - 1 - index] : 0;
}

static uint32_t square_of(const struct position *position, int64_t column, int64_t row)
{
    int64_t columns = heap_at(position, 0) + 1, high = heap_at(position, 1);
    assert(column >= 0 && column < columns && row >= 0 && row <= high);
    return (uint32_t)((high - row) * columns + column);
}

bool grid_queen(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    int64_t wide = heap_at(position, 0), high = heap_at(position, 1);
    if (wide > QUEEN_SIDE_MAX || !grid_make(grid, (uint64_t)high + 1, (uint64_t)wide + 1))
        return false;
    grid->is_checkered = true;
    grid->is_from_below = true;
    grid->is_by_moving = true;
    for (int64_t row = 0; row <= high; row++)
        grid_label_number(grid->row_labels[high - row].text, row);
    for (int64_t column = 0; column <= wide; column++)
        grid_label_number(grid->column_labels[column].text, column);
    struct grid_square *queen = &grid->squares[square_of(position, wide, high)];
    queen->piece = GRID_QUEEN;
    queen->count = 1;
    return true;
}

/* The squares to which a move takes the queen, in an order of their own: along the row, the column,
 * both. Returns their number. */
static uint32_t targets_of(const struct position *position, const struct move *move,
                           uint32_t ret_targets[3])
{
    int64_t wide = heap_at(position, 0), high = heap_at(position, 1);
    uint32_t count = 0;
    if (move->before_count == 1) {
        int64_t left = move->after_count > 0 ? move->cells[1] : 0;
        if (move->cells[0] == wide)
            ret_targets[count++] = square_of(position, left, high);
        if (move->cells[0] == high)
            ret_targets[count++] = square_of(position, wide, left);
    }
    for (int64_t take = 1; take <= high; take++) {
        struct move both = wythoff_move_of_both(position, take);
        if (move_equal(&both, move))
            ret_targets[count++] = square_of(position, wide - take, high - take);
    }
    return count;
}

static struct grid_path path_to(const struct position *position, uint32_t target)
{
    uint32_t from = square_of(position, heap_at(position, 0), heap_at(position, 1));
    return (struct grid_path){2, {from, target}};
}

struct grid_path grid_queen_path(const struct rules *rules, const struct position *position,
                                 const struct move *move)
{
    (void)rules;
    uint32_t targets[3], count = targets_of(position, move, targets);
    assert(count > 0);
    return count > 0 ? path_to(position, targets[0]) : (struct grid_path){0};
}

bool grid_queen_next(const struct rules *rules, const struct position *position,
                     const struct move *move, struct grid_path *path)
{
    (void)rules;
    uint32_t targets[3], count = targets_of(position, move, targets);
    for (uint32_t i = 0; i + 1 < count; i++)
        if (targets[i] == path->squares[1]) {
            *path = path_to(position, targets[i + 1]);
            return true;
        }
    return false;
}

void grid_queen_say(const struct rules *rules, const struct position *position,
                    const struct move *move, const struct grid_path *path, struct text *out)
{
    if (rules->look != LOOK_QUEEN) { /* its moves are told as heaps */
        words_move(rules, position, move, true, out);
        return;
    }
    uint32_t columns = (uint32_t)heap_at(position, 0) + 1, target = path->squares[1];
    text_printf(out, "move the queen to column %" PRIu32 ", row %" PRId64, target % columns,
                heap_at(position, 1) - target / columns);
}

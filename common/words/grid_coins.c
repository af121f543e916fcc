/* The boards of counters and coins on different squares of a strip. */
#include "common/game/silver_dollar.h"
#include "common/game/turning.h"
#include "common/words/grid_boards.h"

/* The number of the first square of the strip. */
static int64_t first_square(const struct rules *rules)
{
    return rules->variant == SILVER_DOLLAR_PLAIN ? 1 : 0;
}

bool grid_silver_dollar(struct grid *grid, const struct rules *rules,
                        const struct position *position)
{
    const int64_t *squares = silver_dollar_squares(position);
    uint32_t count = silver_dollar_count(position);
    int64_t first = first_square(rules), end = count > 0 ? squares[count - 1] : first;
    if (!grid_make(grid, 1, (uint64_t)(end - first + 1)))
        return false;
    grid->is_by_moving = true;
    for (uint32_t i = 0; i < count; i++) {
        struct grid_square *square = &grid->squares[squares[i] - first];
        bool is_dollar = position->cells[SILVER_DOLLAR_NUMBER] == i + 1;
        square->piece = is_dollar ? GRID_DOLLAR : GRID_COUNTER;
        square->count = 1;
    }
    for (int64_t square = first; square <= end; square++)
        grid_label_number(grid->squares[square - first].label, square);
    return true;
}

struct grid_path grid_silver_dollar_path(const struct rules *rules, const struct position *position,
                                         const struct move *move)
{
    int64_t first = first_square(rules);
    int64_t to = move->after_count > 0 ? move->cells[SILVER_DOLLAR_TO] : 0;
    (void)position;
    return (struct grid_path){
        2, {(uint32_t)(move->cells[SILVER_DOLLAR_FROM] - first), (uint32_t)(to - first)}};
}

bool grid_turning(struct grid *grid, const struct rules *rules, const struct position *position)
{
    /* Short rows keep their length to the end: the coins behind the last head show tails. */
    enum { ROW_MIN = 12 };
    int64_t last = turning_last(position) > ROW_MIN ? turning_last(position) : ROW_MIN;
    (void)rules;
    if (!grid_make(grid, 1, (uint64_t)last))
        return false;
    grid->noun = "coin";
    for (int64_t coin = 1; coin <= last; coin++) {
        struct grid_square *square = &grid->squares[coin - 1];
        square->piece = GRID_TAILS;
        square->count = 1;
        grid_label_number(square->label, coin);
    }
    for (uint32_t i = 0; i < position->count; i++)
        grid->squares[position->cells[i] - 1].piece = GRID_HEADS;
    return true;
}

struct grid_path grid_turning_path(const struct rules *rules, const struct position *position,
                                   const struct move *move)
{
    enum turning_kind kind = turning_kind(rules);
    uint32_t most = kind == TURNING_MOCK_TURTLES ? 3 : 2;
    struct grid_path path = {0};
    (void)position;
    for (int i = move->before_count - 1; i >= 0; i--)
        path.squares[path.count++] = (uint32_t)move->cells[i] - 1;
    if (path.count < most) {
        path.squares[path.count] = path.squares[path.count - 1];
        path.count++;
    }
    return path;
}

/* The two coins on the left of three may be pressed in either order. */
bool grid_turning_next(const struct rules *rules, const struct position *position,
                       const struct move *move, struct grid_path *path)
{
    (void)rules;
    (void)position;
    if (move->before_count < 3 || path->squares[1] < path->squares[2])
        return false;
    uint32_t middle = path->squares[1];
    path->squares[1] = path->squares[2];
    path->squares[2] = middle;
    return true;
}

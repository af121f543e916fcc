#include "common/game/tactix.h"
#include "common/words/grid_boards.h"

bool grid_tactix(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    int64_t rows = position->cells[TACTIX_ROWS], columns = position->cells[TACTIX_COLUMNS];
    if (!grid_make(grid, (uint64_t)rows, (uint64_t)columns))
        return false;
    for (int64_t row = 0; row < rows; row++)
        grid_label_number(grid->row_labels[row].text, row + 1);
    for (int64_t column = 0; column < columns; column++)
        grid->column_labels[column].text[0] = (char)('a' + column);
    for (int64_t square = 0; square < rows * columns; square++) {
        if (!(position->cells[TACTIX_CHIPS] >> square & 1))
            continue;
        grid->squares[square].piece = GRID_COUNTER;
        grid->squares[square].count = 1;
    }
    return true;
}

/* The first chip and the last one; a chip alone twice. */
struct grid_path grid_tactix_path(const struct rules *rules, const struct position *position,
                                  const struct move *move)
{
    (void)rules;
    (void)position;
    return (struct grid_path){
        2, {(uint32_t)move->cells[TACTIX_FIRST], (uint32_t)move->cells[TACTIX_LAST]}};
}

/* The last one and the first. */
bool grid_tactix_next(const struct rules *rules, const struct position *position,
                      const struct move *move, struct grid_path *path)
{
    (void)rules;
    (void)position;
    if (path->squares[0] == (uint32_t)move->cells[TACTIX_LAST])
        return false;
    path->squares[0] = (uint32_t)move->cells[TACTIX_LAST];
    path->squares[1] = (uint32_t)move->cells[TACTIX_FIRST];
    return true;
}

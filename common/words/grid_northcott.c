#include "common/game/northcott.h"
#include "common/words/grid_boards.h"

static uint32_t columns_of(const struct position *position)
{
    int64_t columns = 0;
    for (uint32_t i = 0; i < northcott_row_count(position); i++) {
        struct northcott_row row = northcott_row_at(position, i);
        columns = row.squares > columns ? row.squares : columns;
    }
    return (uint32_t)columns;
}

/* White's checkers are the light ones, which stand for the other colour on other boards. */
bool grid_northcott(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    bool is_white = position->cells[NORTHCOTT_TO_MOVE] == NORTHCOTT_WHITE;
    enum grid_piece own = is_white ? GRID_OTHER : GRID_COUNTER;
    enum grid_piece other = is_white ? GRID_COUNTER : GRID_OTHER;
    if (!grid_make(grid, northcott_row_count(position), columns_of(position)))
        return false;
    grid->is_by_moving = true;
    for (uint32_t i = 0; i < grid->rows; i++) {
        struct northcott_row row = northcott_row_at(position, i);
        struct grid_square *squares = grid->squares + i * grid->columns;
        grid_label_number(grid->row_labels[i].text, i + 1);
        for (int64_t place = row.squares; place < grid->columns; place++)
            squares[place].piece = GRID_HOLE;
        squares[row.own - 1] = (struct grid_square){.piece = own, .count = 1};
        squares[row.other - 1] = (struct grid_square){.piece = other, .count = 1};
    }
    for (uint32_t column = 0; column < grid->columns; column++)
        grid_label_number(grid->column_labels[column].text, column + 1);
    return true;
}

struct grid_path grid_northcott_path(const struct rules *rules, const struct position *position,
                                     const struct move *move)
{
    (void)rules;
    uint32_t row = (uint32_t)(move->cells[NORTHCOTT_ROW] - 1) * columns_of(position);
    return (struct grid_path){2,
                              {row + (uint32_t)move->cells[NORTHCOTT_FROM] - 1,
                               row + (uint32_t)move->cells[NORTHCOTT_TO] - 1}};
}

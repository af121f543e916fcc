#include "common/game/date.h"
#include "common/words/grid_boards.h"

#include <assert.h>
#include <string.h>

static uint32_t square_of(const int64_t date[DATE_CELLS])
{
    return (uint32_t)((date[DATE_MONTH] - 1) * DATE_DAYS_MAX + date[DATE_DAY] - 1);
}

bool grid_date(struct grid *grid, const struct rules *rules, const struct position *position)
{
    (void)rules;
    bool is_made = grid_make(grid, DATE_MONTHS, DATE_DAYS_MAX);
    assert(is_made);
    grid->is_by_moving = true;
    for (int64_t month = 1; month <= DATE_MONTHS; month++) {
        const char *name = date_month_name(month);
        memcpy(grid->row_labels[month - 1].text, name, strlen(name) + 1);
        for (int64_t day = date_days_of(month) + 1; day <= DATE_DAYS_MAX; day++)
            grid->squares[square_of((int64_t[]){month, day})].piece = GRID_HOLE;
    }
    for (int64_t day = 1; day <= DATE_DAYS_MAX; day++)
        grid_label_number(grid->column_labels[day - 1].text, day);
    struct grid_square *today = &grid->squares[square_of(position->cells)];
    today->piece = GRID_TOKEN;
    today->count = 1;
    return is_made;
}

struct grid_path grid_date_path(const struct rules *rules, const struct position *position,
                                const struct move *move)
{
    (void)rules;
    return (struct grid_path){2, {square_of(position->cells), square_of(move->cells + DATE_CELLS)}};
}

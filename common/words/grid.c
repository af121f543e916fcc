#include "common/words/grid_boards.h"

#include "common/base/memory.h"
#include "common/game/family.h"
#include "common/words/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- the table of boards --- */

struct board {
    const struct family *family;
    enum game_look look; /* LOOK_PLAIN: any */
    bool (*make)(struct grid *grid, const struct rules *rules, const struct position *position);
    struct grid_path (*path)(const struct rules *rules, const struct position *position,
                             const struct move *move);
    /* NULL: each move has one path. */
    bool (*next)(const struct rules *rules, const struct position *position,
                 const struct move *move, struct grid_path *path);
    /* NULL unless the board is_by_taking. */
    void (*taken)(const struct rules *rules, const struct position *position,
                  const struct move *move, const struct grid_path *path,
                  bool ret_taken[GRID_SQUARES_MAX]);
    /* NULL: every path of a move is said as words_move() does. */
    void (*say)(const struct rules *rules, const struct position *position, const struct move *move,
                const struct grid_path *path, struct text *out);
};

static const struct board boards[] = {
    {&family_nim, LOOK_STRIP, grid_strip, grid_strip_path, NULL, NULL, NULL},
    {&family_nim, LOOK_BINARY, grid_binary, grid_binary_path, grid_binary_next, NULL, NULL},
    {&family_nim, LOOK_BAND, grid_band, grid_band_path, grid_band_next, NULL, NULL},
    {&family_subtraction, LOOK_STRIP, grid_strip, grid_strip_path, NULL, NULL, NULL},
    {&family_silver_dollar, LOOK_PLAIN, grid_silver_dollar, grid_silver_dollar_path, NULL, NULL,
     NULL},
    {&family_odd_scoring, LOOK_PLAIN, grid_chip, grid_strip_path, NULL, NULL, NULL},
    {&family_wythoff, LOOK_PLAIN, grid_queen, grid_queen_path, grid_queen_next, NULL,
     grid_queen_say},
    {&family_date, LOOK_PLAIN, grid_date, grid_date_path, NULL, NULL, NULL},
    {&family_sticks, LOOK_PLAIN, grid_sticks, grid_sticks_path, grid_sticks_next, NULL, NULL},
    {&family_tactix, LOOK_PLAIN, grid_tactix, grid_tactix_path, grid_tactix_next, NULL, NULL},
    {&family_northcott, LOOK_PLAIN, grid_northcott, grid_northcott_path, NULL, NULL, NULL},
    {&family_octal, LOOK_PINS, grid_pins, grid_pins_path, grid_pins_next, grid_pins_taken,
     grid_pins_say},
    {&family_octal, LOOK_RING, grid_pins, grid_pins_path, grid_pins_next, grid_pins_taken,
     grid_pins_say},
    {&family_octal, LOOK_PAWNS, grid_pins, grid_pins_path, grid_pins_next, grid_pins_taken,
     grid_pins_say},
    {&family_turning, LOOK_PLAIN, grid_turning, grid_turning_path, grid_turning_next, NULL, NULL},
};

static const struct board *board_of(const struct rules *rules)
{
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (boards[i].family == rules->family &&
            (boards[i].look == LOOK_PLAIN || boards[i].look == rules->look))
            return &boards[i];
    return NULL;
}

bool grid_of(struct grid *grid, const struct rules *rules, const struct position *position)
{
    const struct board *board = board_of(rules);
    if (!board || move_count(rules, position) > GRID_MOVES_MAX)
        return false;
    if (!board->make(grid, rules, position))
        return false;
    for (uint32_t i = 0; i < grid->rows * grid->columns; i++)
        grid->squares[i].at = (int32_t)i;
    return true;
}

struct grid_path grid_path_of(const struct rules *rules, const struct position *position,
                              const struct move *move)
{
    struct grid_path path = board_of(rules)->path(rules, position, move);
    assert(path.count >= 1 && path.count <= GRID_PATH_MAX);
    return path;
}

bool grid_path_next(const struct rules *rules, const struct position *position,
                    const struct move *move, struct grid_path *path)
{
    const struct board *board = board_of(rules);
    return board->next && board->next(rules, position, move, path);
}

void grid_taken(const struct rules *rules, const struct position *position, const struct move *move,
                const struct grid_path *path, bool ret_taken[GRID_SQUARES_MAX])
{
    board_of(rules)->taken(rules, position, move, path, ret_taken);
}

void grid_say_move(const struct rules *rules, const struct position *position,
                   const struct move *move, const struct grid_path *path, struct text *out)
{
    const struct board *board = board_of(rules);
    if (board->say)
        board->say(rules, position, move, path, out);
    else
        words_move(rules, position, move, true, out);
}

const char *grid_noun(const struct grid *grid)
{
    return grid->noun ? grid->noun : "square";
}

/* --- making boards --- */

void grid_finish(struct grid *grid)
{
    free(grid->squares);
    free(grid->row_labels);
    free(grid->column_labels);
    *grid = (struct grid){0};
}

bool grid_make(struct grid *grid, uint64_t rows, uint64_t columns)
{
    if (rows == 0 || columns == 0 || rows > GRID_SQUARES_MAX / columns)
        return false;
    grid_finish(grid);
    grid->rows = (uint32_t)rows;
    grid->columns = (uint32_t)columns;
    grid->squares = memory_zeroed(rows * columns, sizeof *grid->squares);
    grid->row_labels = memory_zeroed(rows, sizeof *grid->row_labels);
    grid->column_labels = memory_zeroed(columns, sizeof *grid->column_labels);
    return true;
}

void grid_label_number(char label[GRID_LABEL_MAX + 1], int64_t number)
{
    struct text text = {0};
    text_append_int(&text, number);
    size_t len = text.len < GRID_LABEL_MAX ? text.len : GRID_LABEL_MAX;
    memcpy(label, text.bytes, len);
    label[len] = '\0';
    text_finish(&text);
}

/* --- two boards of a game --- */

/* The square of this place; NULL: it is not on the board. */
static const struct grid_square *square_at(const struct grid *grid, int64_t row, int64_t column)
{
    if (row < 0 || row >= grid->rows || column < 0 || column >= grid->columns)
        return NULL;
    return &grid->squares[(size_t)row * grid->columns + (size_t)column];
}

/* Does the same stand on both? A place that is not on the board is empty. */
static bool is_same(const struct grid_square *a, const struct grid_square *b)
{
    static const struct grid_square empty = {0};
    a = a && a->piece != GRID_HOLE ? a : &empty;
    b = b && b->piece != GRID_HOLE ? b : &empty;
    return a->piece == b->piece && a->count == b->count;
}

static int32_t columns_to_add(const struct grid *grid, const struct grid *other)
{
    return grid->is_from_right ? (int32_t)other->columns - (int32_t)grid->columns : 0;
}

static bool is_row_same(const struct grid *grid, int32_t row, const struct grid *other,
                        int32_t there)
{
    int32_t add = columns_to_add(grid, other);
    int32_t from = add < 0 ? 0 : -add, columns = (int32_t)other->columns - add;
    int32_t to = columns > (int32_t)grid->columns ? columns : (int32_t)grid->columns;
    for (int32_t column = from; column < to; column++)
        if (!is_same(square_at(grid, row, column), square_at(other, there, column + add)))
            return false;
    return true;
}

/* Matches a like row with the first row that is free, and equal if that is wanted. */
static void match_like_row(const struct grid *grid, int32_t row, const struct grid *other,
                           bool is_equal, bool *is_matched, int32_t *rows)
{
    for (int32_t there = 0; there < (int32_t)other->rows && rows[row] == GRID_NOWHERE; there++) {
        if (is_matched[there] || (is_equal && !is_row_same(grid, row, other, there)))
            continue;
        is_matched[there] = true;
        rows[row] = there;
    }
}

int32_t grid_match_rows(const struct grid *grid, const struct grid *other, int32_t changed,
                        int32_t ret_rows[GRID_SQUARES_MAX])
{
    bool is_matched[GRID_SQUARES_MAX] = {0};
    int32_t add = grid->is_from_below ? (int32_t)other->rows - (int32_t)grid->rows : 0;
    int32_t rows = (int32_t)grid->rows;
    for (int32_t row = 0; row < rows; row++) {
        int32_t there = row + add;
        bool is_there = !grid->has_like_rows && there >= 0 && there < (int32_t)other->rows;
        ret_rows[row] = is_there ? there : GRID_NOWHERE;
    }
    for (int32_t row = 0; row < rows && grid->has_like_rows; row++)
        if (row != changed)
            match_like_row(grid, row, other, true, is_matched, ret_rows);
    for (int32_t row = 0; row < rows && grid->has_like_rows; row++)
        match_like_row(grid, row, other, false, is_matched, ret_rows);
    return columns_to_add(grid, other);
}

/* A square of a board with the last move: what stands there now, and what stood there before; NULL:
 * it is not on that board. */
static struct grid_square square_with_last(const struct grid_square *now,
                                           const struct grid_square *before)
{
    struct grid_square square = {.piece = GRID_HOLE, .at = GRID_NOWHERE};
    if (now)
        square = *now;
    else if (before && before->piece != GRID_HOLE)
        square.piece = GRID_EMPTY;
    if (before && !square.label[0])
        memcpy(square.label, before->label, sizeof square.label);
    square.is_last = !is_same(now, before);
    return square;
}

/* Adds the rows that only the board before has: the number of the row there, in their order, behind
 * the others, or above them. Returns the number of all rows; `ret_now` and `ret_before` are their
 * numbers on either board. */
static int32_t join_rows(const struct grid *grid, const struct grid *before,
                         int32_t ret_now[GRID_SQUARES_MAX], int32_t ret_before[GRID_SQUARES_MAX])
{
    int32_t matched[GRID_SQUARES_MAX], count = 0;
    bool is_there[GRID_SQUARES_MAX] = {0};
    grid_match_rows(grid, before, GRID_NOWHERE, matched);
    for (uint32_t row = 0; row < grid->rows; row++)
        if (matched[row] != GRID_NOWHERE)
            is_there[matched[row]] = true;
    for (int step = 0; step < 2; step++) {
        bool is_added = (step == 0) == (grid->is_from_below && !grid->has_like_rows);
        int32_t rows = (int32_t)(is_added ? before->rows : grid->rows);
        for (int32_t row = 0; row < rows && count < GRID_SQUARES_MAX; row++) {
            if (is_added && is_there[row])
                continue;
            ret_now[count] = is_added ? GRID_NOWHERE : row;
            ret_before[count++] = is_added ? row : matched[row];
        }
    }
    return count;
}

/* Marks what stands on rows that the board before has not. */
static void mark_new_rows(struct grid *grid, const struct grid *before)
{
    bool is_matched[GRID_SQUARES_MAX] = {0};
    int32_t rows[GRID_SQUARES_MAX];
    for (int32_t row = 0; row < (int32_t)grid->rows; row++) {
        rows[row] = GRID_NOWHERE;
        match_like_row(grid, row, before, true, is_matched, rows);
        for (uint32_t column = 0; column < grid->columns && rows[row] == GRID_NOWHERE; column++) {
            struct grid_square *square = &grid->squares[(uint32_t)row * grid->columns + column];
            square->is_last = square->count > 0;
        }
    }
}

void grid_show_last(struct grid *grid, const struct grid *before)
{
    if (grid->is_by_taking) {
        mark_new_rows(grid, before);
        return;
    }
    int32_t rows_now[GRID_SQUARES_MAX], rows_before[GRID_SQUARES_MAX];
    int32_t rows = join_rows(grid, before, rows_now, rows_before);
    uint32_t columns = grid->columns > before->columns ? grid->columns : before->columns;
    int32_t back = grid->is_from_right ? (int32_t)(columns - grid->columns) : 0;
    int32_t back_before = grid->is_from_right ? (int32_t)(columns - before->columns) : 0;
    struct grid joined = {0};
    if (!grid_make(&joined, (uint64_t)rows, columns))
        return;
    joined.is_checkered = grid->is_checkered;
    joined.is_from_below = grid->is_from_below;
    joined.is_from_right = grid->is_from_right;
    joined.has_like_rows = grid->has_like_rows;
    joined.is_by_moving = grid->is_by_moving;
    for (int32_t row = 0; row < rows; row++) {
        for (int32_t column = 0; column < (int32_t)columns; column++)
            joined.squares[row * (int32_t)columns + column] =
                square_with_last(square_at(grid, rows_now[row], column - back),
                                 square_at(before, rows_before[row], column - back_before));
        if (rows_now[row] != GRID_NOWHERE)
            joined.row_labels[row] = grid->row_labels[rows_now[row]];
        else if (!grid->has_like_rows)
            joined.row_labels[row] = before->row_labels[rows_before[row]];
    }
    for (int32_t column = 0; column < (int32_t)columns; column++) {
        int32_t now = column - back;
        bool is_now = now >= 0 && now < (int32_t)grid->columns;
        joined.column_labels[column] =
            is_now ? grid->column_labels[now] : before->column_labels[column - back_before];
    }
    grid_finish(grid);
    *grid = joined;
}

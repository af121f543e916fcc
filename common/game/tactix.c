#include "common/game/tactix.h"

#include "common/game/family.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_SIDE_MIN = 3, DRAWN_ROWS_MAX = 4, DRAWN_COLUMNS_MAX = 5 };

static enum error_code tactix_rules_parse(struct rules *rules, struct scanner *scanner,
                                          struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "tactix");
    return ERROR_NONE;
}

static uint32_t chips_of(const struct position *position)
{
    assert(position->count == TACTIX_CELLS);
    return (uint32_t)position->cells[TACTIX_CHIPS];
}

static bool has_chip(const struct position *position, uint32_t square)
{
    return chips_of(position) >> square & 1;
}

/* --- positions --- */

static void set_board(struct position *position, int64_t rows, int64_t columns, int64_t chips)
{
    position_push(position, rows);
    position_push(position, columns);
    position_push(position, chips);
}

static enum error_code tactix_position_parse(const struct rules *rules, struct scanner *scanner,
                                             struct position *position, struct error *error)
{
    int64_t rows = 1, columns = 0, chips = 0;
    for (int64_t square = 0, column = 0;; column++) {
        size_t place = scanner->at + 1;
        bool is_chip = scanner_take(scanner, 'x');
        if (is_chip || scanner_take(scanner, '.')) {
            if (square == TACTIX_SQUARES_MAX)
                return error_set(error, ERROR_BAD_POSITION,
                                 "at %zu: a board of %s has at most %d squares", place, rules->text,
                                 TACTIX_SQUARES_MAX);
            chips |= (int64_t)is_chip << square++;
            continue;
        }
        if (column == 0 || (!scanner_at_end(scanner) && scanner_peek(scanner) != '/'))
            return scanner_expected(scanner, ERROR_BAD_POSITION,
                                    column == 0 ? "'x', a chip, or '.', an empty square,"
                                                : "'x', '.', '/' or the end",
                                    error);
        if (rows > 1 && column != columns)
            return error_set(error, ERROR_BAD_POSITION,
                             "at %zu: row %" PRId64 " has %" PRId64 " square%s, row 1 has %" PRId64,
                             place, rows, column, column == 1 ? "" : "s", columns);
        columns = column;
        if (!scanner_take(scanner, '/'))
            break;
        rows++;
        column = -1;
    }
    set_board(position, rows, columns, chips);
    return ERROR_NONE;
}

static void tactix_position_print(const struct rules *rules, const struct position *position,
                                  struct text *out)
{
    (void)rules;
    uint32_t columns = (uint32_t)position->cells[TACTIX_COLUMNS];
    uint32_t squares = (uint32_t)position->cells[TACTIX_ROWS] * columns;
    for (uint32_t square = 0; square < squares; square++) {
        if (square > 0 && square % columns == 0)
            text_append_char(out, '/');
        text_append_char(out, has_chip(position, square) ? 'x' : '.');
    }
}

/* What is read has at most TACTIX_SQUARES_MAX squares, and no move makes a board larger. */
static enum error_code tactix_position_check_limits(const struct rules *rules,
                                                    const struct position *position,
                                                    struct error *error)
{
    (void)rules;
    (void)error;
    assert(position->cells[TACTIX_ROWS] * position->cells[TACTIX_COLUMNS] <= TACTIX_SQUARES_MAX);
    (void)position;
    return ERROR_NONE;
}

/* A full board, or every other time one from which about a quarter of the chips are missing. */
static void tactix_position_draw_start(const struct rules *rules, struct random *random,
                                       struct position *position)
{
    (void)rules;
    int64_t rows =
        DRAWN_SIDE_MIN + (int64_t)random_below(random, DRAWN_ROWS_MAX - DRAWN_SIDE_MIN + 1);
    int64_t columns =
        DRAWN_SIDE_MIN + (int64_t)random_below(random, DRAWN_COLUMNS_MAX - DRAWN_SIDE_MIN + 1);
    int64_t chips = (INT64_C(1) << (rows * columns)) - 1;
    bool is_full = random_below(random, 2);
    for (int64_t square = 1; !is_full && square < rows * columns; square++)
        chips &= ~((int64_t)(random_below(random, 4) == 0) << square);
    set_board(position, rows, columns, chips);
}

static uint128 tactix_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return (uint128)__builtin_popcount(chips_of(position));
}

static bool tactix_is_over(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return chips_of(position) == 0;
}

/* --- moves --- */

/* The number of chips from this square on without a gap, to the right or down. */
static uint32_t run_from(const struct position *position, uint32_t square, bool goes_down)
{
    uint32_t columns = (uint32_t)position->cells[TACTIX_COLUMNS];
    uint32_t chips = chips_of(position), step = goes_down ? columns : 1, length = 0;
    uint32_t squares = (uint32_t)position->cells[TACTIX_ROWS] * columns;
    uint32_t end = goes_down ? squares : (square / columns + 1) * columns;
    for (; square < end && (chips >> square & 1); square += step)
        length++;
    return length;
}

uint32_t tactix_step(const struct position *position, const struct move *move)
{
    int64_t columns = position->cells[TACTIX_COLUMNS];
    bool is_in_row = move->cells[TACTIX_FIRST] / columns == move->cells[TACTIX_LAST] / columns;
    return is_in_row ? 1 : (uint32_t)columns;
}

uint32_t tactix_run(const struct position *position, const struct move *move)
{
    uint32_t step = tactix_step(position, move), run = 0;
    for (int64_t square = move->cells[TACTIX_FIRST]; square <= move->cells[TACTIX_LAST];
         square += step)
        run |= UINT32_C(1) << square;
    return run;
}

static struct move take(int64_t first, int64_t last)
{
    return (struct move){
        .before_count = TACTIX_MOVE_CELLS,
        .cells = {[TACTIX_FIRST] = first, [TACTIX_LAST] = last},
    };
}

/* The moves whose first chip is on this square. */
static uint32_t moves_from(const struct position *position, uint32_t square)
{
    return run_from(position, square, false) + run_from(position, square, true) - 1;
}

static uint128 tactix_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 count = 0;
    for (uint32_t left = chips_of(position); left != 0; left &= left - 1)
        count += moves_from(position, (uint32_t)__builtin_ctz(left));
    return count;
}

static void tactix_move_at(const struct rules *rules, const struct position *position,
                           uint128 index, struct move *move)
{
    (void)rules;
    uint32_t left = chips_of(position), square = (uint32_t)__builtin_ctz(left), count;
    while (index >= (count = moves_from(position, square))) {
        index -= count;
        left &= left - 1;
        square = (uint32_t)__builtin_ctz(left);
    }
    uint32_t to_right = run_from(position, square, false), further = (uint32_t)index;
    if (further < to_right)
        *move = take(square, square + further);
    else
        *move = take(square,
                     square + (further - to_right + 1) * (uint32_t)position->cells[TACTIX_COLUMNS]);
}

void tactix_print_square(const struct position *position, int64_t square, struct text *out)
{
    int64_t columns = position->cells[TACTIX_COLUMNS];
    text_printf(out, "%c%" PRId64, (char)('a' + square % columns), square / columns + 1);
}

static void tactix_move_print(const struct rules *rules, const struct position *position,
                              const struct move *move, struct text *out)
{
    (void)rules;
    tactix_print_square(position, move->cells[TACTIX_FIRST], out);
    if (move->cells[TACTIX_FIRST] == move->cells[TACTIX_LAST])
        return;
    text_append_char(out, '-');
    tactix_print_square(position, move->cells[TACTIX_LAST], out);
}

static void tactix_move_apply(const struct rules *rules, struct position *position,
                              const struct move *move)
{
    (void)rules;
    uint32_t run = tactix_run(position, move);
    assert((chips_of(position) & run) == run);
    position->cells[TACTIX_CHIPS] &= ~(int64_t)run;
}

/* Reads "b3". */
static enum error_code read_square(const struct position *position, struct scanner *scanner,
                                   int64_t *ret_square, struct error *error)
{
    int64_t rows = position->cells[TACTIX_ROWS], columns = position->cells[TACTIX_COLUMNS];
    size_t place = scanner->at + 1;
    char letter = scanner_peek(scanner);
    if (letter < 'a' || letter > 'z')
        return scanner_expected(scanner, ERROR_BAD_MOVE, "a square such as b2", error);
    scanner_take(scanner, letter);
    int64_t row;
    enum error_code failed = scanner_take_int(scanner, &row, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (letter - 'a' >= columns || row < 1 || row > rows)
        return error_set(error, ERROR_BAD_MOVE,
                         "at %zu: the board has the squares a1 to %c%" PRId64 ", not %c%" PRId64,
                         place, (char)('a' + columns - 1), rows, letter, row);
    *ret_square = (row - 1) * columns + letter - 'a';
    return ERROR_NONE;
}

/* Are all squares of this run taken up by chips? */
static enum error_code check_run(const struct position *position, const struct move *move,
                                 struct error *error)
{
    int64_t columns = position->cells[TACTIX_COLUMNS];
    int64_t first = move->cells[TACTIX_FIRST], last = move->cells[TACTIX_LAST];
    if (first / columns != last / columns && first % columns != last % columns)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "the chips of a move stand in one row or in one column");
    for (int64_t square = first; square <= last; square += tactix_step(position, move)) {
        if (has_chip(position, (uint32_t)square))
            continue;
        struct text name = {0};
        tactix_print_square(position, square, &name);
        error_set(error, ERROR_ILLEGAL_MOVE,
                  first == last ? "there is no chip on %s"
                                : "the chips of a move have no gap between them, and %s is empty",
                  text_string(&name));
        text_finish(&name);
        return ERROR_ILLEGAL_MOVE;
    }
    return ERROR_NONE;
}

static enum error_code tactix_move_parse(const struct rules *rules, const struct position *position,
                                         struct scanner *scanner, struct move *move,
                                         struct error *error)
{
    (void)rules;
    int64_t first, last;
    enum error_code failed = read_square(position, scanner, &first, error);
    last = first;
    if (!failed && scanner_take(scanner, '-'))
        failed = read_square(position, scanner, &last, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE,
                                first == last ? "'-' or the end" : "the end", error);
    struct move wanted = first < last ? take(first, last) : take(last, first);
    failed = check_run(position, &wanted, error);
    if (!failed)
        *move = wanted;
    return failed;
}

const struct family family_tactix = {
    .name = "tactix",
    .form = "tactix",
    .rules_parse = tactix_rules_parse,
    .position_parse = tactix_position_parse,
    .position_print = tactix_position_print,
    .position_check_limits = tactix_position_check_limits,
    .position_draw_start = tactix_position_draw_start,
    .counters = tactix_counters,
    .is_over = tactix_is_over,
    .move_count = tactix_move_count,
    .move_at = tactix_move_at,
    .move_parse = tactix_move_parse,
    .move_print = tactix_move_print,
    .move_apply = tactix_move_apply,
};

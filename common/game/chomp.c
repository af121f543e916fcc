#include "common/game/chomp.h"

#include "common/game/family.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_ROWS_MIN = 3, DRAWN_ROWS_MAX = 5, DRAWN_COLUMNS_MIN = 4, DRAWN_COLUMNS_MAX = 7 };

static enum error_code chomp_rules_parse(struct rules *rules, struct scanner *scanner,
                                         struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "chomp");
    return ERROR_NONE;
}

/* Multiplies and divides in turn, so that the count stays a whole number. The smaller side gives
 * the number of turns, so few turns pass `most`. */
uint64_t chomp_positions(int64_t rows, int64_t columns, uint64_t most)
{
    assert(rows >= 0 && columns >= 0 && most <= UINT32_MAX);
    uint64_t turns = (uint64_t)(rows < columns ? rows : columns);
    uint64_t other = (uint64_t)(rows < columns ? columns : rows);
    uint128 count = 1;
    for (uint64_t turn = 1; turn <= turns && count <= most; turn++)
        count = count * (other + turn) / turn;
    return count <= most ? (uint64_t)count : most + 1;
}

static void print_rows(const int64_t *rows, uint32_t count, struct text *out)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            text_append_char(out, '+');
        text_append_int(out, rows[i]);
    }
}

static void chomp_position_print(const struct rules *rules, const struct position *position,
                                 struct text *out)
{
    (void)rules;
    print_rows(position->cells, position->count, out);
}

static enum error_code read_row(struct scanner *scanner, struct position *rows,
                                enum error_code code, struct error *error)
{
    size_t place = scanner->at + 1;
    int64_t row;
    enum error_code failed = scanner_take_int(scanner, &row, code, error);
    if (failed)
        return failed;
    if (row == 0 && rows->count == 0)
        return error_set(error, code,
                         "at %zu: 0 is no position of chomp: the poisoned square, 1, stays last",
                         place);
    if (row == 0)
        return error_set(error, code, "at %zu: a row has at least one square", place);
    if (rows->count == CHOMP_ROWS_MAX)
        return error_set(error, code, "at %zu: a position has at most %d rows", place,
                         CHOMP_ROWS_MAX);
    position_push(rows, row);
    return ERROR_NONE;
}

/* Puts the longest row first; says whether that changed anything. */
static bool sort_rows(struct position *rows)
{
    bool changed = false;
    for (uint32_t i = 1; i < rows->count; i++) {
        int64_t row = rows->cells[i];
        uint32_t place = i;
        for (; place > 0 && rows->cells[place - 1] < row; place--)
            rows->cells[place] = rows->cells[place - 1];
        rows->cells[place] = row;
        changed = changed || place < i;
    }
    return changed;
}

static enum error_code check_order(struct position *rows, enum error_code code, struct error *error)
{
    if (!sort_rows(rows))
        return ERROR_NONE;
    struct text right = {0};
    print_rows(rows->cells, rows->count, &right);
    error_set(error, code, "the longest row comes first: %s", text_string(&right));
    text_finish(&right);
    return code;
}

/* Reads rows joined by '+' up to the first byte that cannot belong to them. */
static enum error_code read_rows(struct scanner *scanner, struct position *rows,
                                 enum error_code code, struct error *error)
{
    do {
        enum error_code failed = read_row(scanner, rows, code, error);
        if (failed)
            return failed;
    } while (scanner_take(scanner, '+'));
    return check_order(rows, code, error);
}

static enum error_code chomp_position_check_limits(const struct rules *rules,
                                                   const struct position *position,
                                                   struct error *error)
{
    if (position->count > CHOMP_ROWS_MAX)
        return error_set(error, ERROR_BAD_POSITION, "%s: at most %d rows, not %" PRIu32,
                         rules->text, CHOMP_ROWS_MAX, position->count);
    if (position->count > 0 && chomp_positions(position->count, position->cells[0],
                                               CHOMP_POSITIONS_MAX) > CHOMP_POSITIONS_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: within %" PRIu32 " rows of %" PRId64
                         " there are over %d positions; 11 rows of 11 and 2 of 1412 are possible",
                         rules->text, position->count, position->cells[0], CHOMP_POSITIONS_MAX);
    return ERROR_NONE;
}

static enum error_code chomp_position_parse(const struct rules *rules, struct scanner *scanner,
                                            struct position *position, struct error *error)
{
    (void)rules;
    enum error_code failed = read_rows(scanner, position, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'+' or the end", error);
    return ERROR_NONE;
}

/* Rows of random lengths, or every other time all of the same. */
static void chomp_position_draw_start(const struct rules *rules, struct random *random,
                                      struct position *position)
{
    (void)rules;
    int64_t rows =
        DRAWN_ROWS_MIN + (int64_t)random_below(random, DRAWN_ROWS_MAX - DRAWN_ROWS_MIN + 1);
    int64_t columns = DRAWN_COLUMNS_MIN +
                      (int64_t)random_below(random, DRAWN_COLUMNS_MAX - DRAWN_COLUMNS_MIN + 1);
    bool is_ragged = random_below(random, 2);
    position_push(position, columns);
    for (int64_t i = 1; i < rows; i++)
        position_push(position,
                      is_ragged ? 1 + (int64_t)random_below(random, (uint128)columns) : columns);
    sort_rows(position);
}

static uint128 chomp_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 squares = 0;
    for (uint32_t i = 0; i < position->count; i++)
        squares += (uint128)position->cells[i];
    return squares;
}

/* A bite for each square but the poisoned one. */
static uint128 chomp_move_count(const struct rules *rules, const struct position *position)
{
    uint128 squares = chomp_counters(rules, position);
    return squares > 0 ? squares - 1 : 0;
}

static struct move bite(const struct position *position, uint32_t row, int64_t left)
{
    assert(row < position->count);
    assert(left >= (row == 0) && left < position->cells[row]);
    return (struct move){
        .before_count = 2,
        .after_count = 1,
        .cells = {[CHOMP_ROW] = row, [CHOMP_SQUARES] = position->cells[row], [CHOMP_LEFT] = left},
    };
}

static void chomp_move_at(const struct rules *rules, const struct position *position, uint128 index,
                          struct move *move)
{
    (void)rules;
    uint32_t row = 0;
    uint128 bites = (uint128)position->cells[0] - 1;
    while (index >= bites) {
        index -= bites;
        row++;
        bites = (uint128)position->cells[row];
    }
    *move = bite(position, row, position->cells[row] - 1 - (int64_t)index);
}

static void chomp_move_apply(const struct rules *rules, struct position *position,
                             const struct move *move)
{
    (void)rules;
    int64_t left = move->cells[CHOMP_LEFT];
    uint32_t row = (uint32_t)move->cells[CHOMP_ROW];
    assert(row < position->count && position->cells[row] == move->cells[CHOMP_SQUARES]);
    if (left == 0)
        position->count = row;
    for (; row < position->count && position->cells[row] > left; row++)
        position->cells[row] = left;
}

static void chomp_move_print(const struct rules *rules, const struct position *position,
                             const struct move *move, struct text *out)
{
    struct position after = {0};
    position_copy(&after, position);
    chomp_move_apply(rules, &after, move);
    chomp_position_print(rules, position, out);
    text_append_char(out, '>');
    chomp_position_print(rules, &after, out);
    position_finish(&after);
}

static enum error_code check_is_table(const struct position *position,
                                      const struct position *before, struct error *error)
{
    if (position_equal(position, before))
        return ERROR_NONE;
    struct text table = {0};
    print_rows(position->cells, position->count, &table);
    error_set(error, ERROR_BAD_MOVE, "a move begins with the position on the table: %s>",
              text_string(&table));
    text_finish(&table);
    return ERROR_BAD_MOVE;
}

/* Reads "before>after", where `before` is the position on the table. */
static enum error_code read_after(const struct position *position, struct scanner *scanner,
                                  struct position *rows, struct error *error)
{
    enum error_code failed = read_rows(scanner, rows, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, '>'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'+' or '>'", error);
    failed = check_is_table(position, rows, error);
    if (failed)
        return failed;
    rows->count = 0;
    struct scanner ahead = *scanner;
    if (scanner_take(&ahead, '0') && scanner_at_end(&ahead))
        return error_set(error, ERROR_ILLEGAL_MOVE, "the poisoned square may not be eaten");
    failed = read_rows(scanner, rows, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'+' or the end", error);
    return ERROR_NONE;
}

static int64_t row_of(const struct position *position, uint32_t row)
{
    return row < position->count ? position->cells[row] : 0;
}

static enum error_code check_no_growth(const struct position *before, const struct position *after,
                                       struct error *error)
{
    for (uint32_t row = 0; row < after->count; row++) {
        if (after->cells[row] > row_of(before, row))
            return error_set(error, ERROR_ILLEGAL_MOVE,
                             "row %" PRIu32 " has %" PRId64 " squares before and %" PRId64
                             " after the move",
                             row + 1, row_of(before, row), after->cells[row]);
    }
    return ERROR_NONE;
}

/* Is `after` what the bite leaves? */
static enum error_code check_bite(const struct rules *rules, const struct position *position,
                                  const struct move *move, const struct position *after,
                                  struct error *error)
{
    struct position bitten = {0};
    position_copy(&bitten, position);
    chomp_move_apply(rules, &bitten, move);
    enum error_code failed = ERROR_NONE;
    if (!position_equal(&bitten, after)) {
        struct text right = {0};
        print_rows(bitten.cells, bitten.count, &right);
        failed =
            error_set(error, ERROR_ILLEGAL_MOVE,
                      "a bite that leaves %" PRId64 " in row %" PRId64 " leaves no more below: %s",
                      move->cells[CHOMP_LEFT], move->cells[CHOMP_ROW] + 1, text_string(&right));
        text_finish(&right);
    }
    position_finish(&bitten);
    return failed;
}

static enum error_code find_bite(const struct rules *rules, const struct position *position,
                                 const struct position *after, struct move *move,
                                 struct error *error)
{
    enum error_code failed = check_no_growth(position, after, error);
    if (failed)
        return failed;
    uint32_t row = 0;
    while (row < position->count && position->cells[row] == row_of(after, row))
        row++;
    if (row == position->count)
        return error_set(error, ERROR_ILLEGAL_MOVE, "the move changes nothing");
    *move = bite(position, row, row_of(after, row));
    return check_bite(rules, position, move, after, error);
}

static enum error_code chomp_move_parse(const struct rules *rules, const struct position *position,
                                        struct scanner *scanner, struct move *move,
                                        struct error *error)
{
    struct position after = {0};
    enum error_code failed = read_after(position, scanner, &after, error);
    if (!failed)
        failed = find_bite(rules, position, &after, move, error);
    position_finish(&after);
    return failed;
}

const struct family family_chomp = {
    .name = "chomp",
    .form = "chomp",
    .rules_parse = chomp_rules_parse,
    .position_parse = chomp_position_parse,
    .position_print = chomp_position_print,
    .position_check_limits = chomp_position_check_limits,
    .position_draw_start = chomp_position_draw_start,
    .counters = chomp_counters,
    .move_count = chomp_move_count,
    .move_at = chomp_move_at,
    .move_parse = chomp_move_parse,
    .move_print = chomp_move_print,
    .move_apply = chomp_move_apply,
};

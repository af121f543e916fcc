#include "common/game/northcott.h"

#include "common/base/scanner.h"
#include "common/game/family.h"
#include "common/game/match.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_ROWS_MIN = 3, DRAWN_ROWS_MAX = 5, DRAWN_SQUARES = 8 };

static const char checkers[] = {[NORTHCOTT_WHITE] = 'w', [NORTHCOTT_BLACK] = 'b'};

const char *northcott_side_name(int64_t side)
{
    return side == NORTHCOTT_WHITE ? "white" : "black";
}

uint32_t northcott_row_count(const struct position *position)
{
    return (position->count - NORTHCOTT_ROWS) / NORTHCOTT_ROW_CELLS;
}

struct northcott_row northcott_row_at(const struct position *position, uint32_t row)
{
    assert(row < northcott_row_count(position));
    const int64_t *cells = position->cells + NORTHCOTT_ROWS + row * NORTHCOTT_ROW_CELLS;
    int64_t side = position->cells[NORTHCOTT_TO_MOVE];
    int64_t own = cells[NORTHCOTT_PLACES + side], other = cells[NORTHCOTT_PLACES + !side];
    return (struct northcott_row){
        .squares = cells[NORTHCOTT_SQUARES],
        .own = own,
        .other = other,
        .gap = (own < other ? other - own : own - other) - 1,
        .room = own < other ? own - 1 : cells[NORTHCOTT_SQUARES] - own,
    };
}

static struct move slide(uint32_t row, int64_t from, int64_t to)
{
    return (struct move){
        .before_count = 2,
        .after_count = 1,
        .cells = {[NORTHCOTT_ROW] = row + 1, [NORTHCOTT_FROM] = from, [NORTHCOTT_TO] = to},
    };
}

struct move northcott_move_to_gap(const struct position *position, uint32_t row, int64_t gap)
{
    struct northcott_row at = northcott_row_at(position, row);
    assert(gap >= 0 && gap != at.gap && gap <= at.gap + at.room);
    return slide(row, at.own, at.own < at.other ? at.other - gap - 1 : at.other + gap + 1);
}

bool northcott_is_retreat(const struct position *position, const struct move *move)
{
    int64_t from = move->cells[NORTHCOTT_FROM], to = move->cells[NORTHCOTT_TO];
    uint32_t row = (uint32_t)move->cells[NORTHCOTT_ROW] - 1;
    return (to < from) == (from < northcott_row_at(position, row).other);
}

static enum error_code northcott_rules_parse(struct rules *rules, struct scanner *scanner,
                                             struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "northcott");
    return ERROR_NONE;
}

/* --- positions --- */

/* Reads a row up to the first byte that cannot belong to it. */
static enum error_code read_row(struct scanner *scanner, struct position *position,
                                struct error *error)
{
    int64_t squares = 0, places[2] = {0};
    int found[2] = {0};
    for (char c = scanner_peek(scanner);
         c == '.' || c == checkers[NORTHCOTT_WHITE] || c == checkers[NORTHCOTT_BLACK];
         c = scanner_peek(scanner)) {
        squares++;
        scanner->at++;
        if (c == '.')
            continue;
        int side = c == checkers[NORTHCOTT_WHITE] ? NORTHCOTT_WHITE : NORTHCOTT_BLACK;
        places[side] = squares;
        found[side]++;
    }
    if (squares == 0)
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'.', 'w' or 'b'", error);
    if (found[NORTHCOTT_WHITE] != 1 || found[NORTHCOTT_BLACK] != 1)
        return error_set(error, ERROR_BAD_POSITION,
                         "row %" PRIu32 " has %d white checkers (w) and %d black ones (b), and has "
                         "to have one of each",
                         northcott_row_count(position) + 1, found[NORTHCOTT_WHITE],
                         found[NORTHCOTT_BLACK]);
    position_push(position, squares);
    position_push(position, places[NORTHCOTT_WHITE]);
    position_push(position, places[NORTHCOTT_BLACK]);
    return ERROR_NONE;
}

/* Reads "@10b", or nothing: ten retreats, white is to move. */
static enum error_code read_state(struct scanner *scanner, struct position *position,
                                  struct error *error)
{
    if (scanner_at_end(scanner))
        return ERROR_NONE;
    if (!scanner_take(scanner, '@'))
        return scanner_expected(scanner, ERROR_BAD_POSITION,
                                "'.', 'w', 'b', '+', '@' with the retreats or the end", error);
    enum error_code failed =
        scanner_take_int(scanner, &position->cells[NORTHCOTT_RETREATS], ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (scanner_take(scanner, checkers[NORTHCOTT_BLACK]))
        position->cells[NORTHCOTT_TO_MOVE] = NORTHCOTT_BLACK;
    else
        scanner_take(scanner, checkers[NORTHCOTT_WHITE]);
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION,
                                "'w' or 'b', who is to move, or the end", error);
    return ERROR_NONE;
}

static enum error_code northcott_position_parse(const struct rules *rules, struct scanner *scanner,
                                                struct position *position, struct error *error)
{
    (void)rules;
    position_push(position, NORTHCOTT_WHITE);
    position_push(position, NORTHCOTT_RETREATS_DEFAULT);
    do {
        enum error_code failed = read_row(scanner, position, error);
        if (failed)
            return failed;
    } while (scanner_take(scanner, '+'));
    return read_state(scanner, position, error);
}

static void northcott_position_print(const struct rules *rules, const struct position *position,
                                     struct text *out)
{
    (void)rules;
    const int64_t *row = position->cells + NORTHCOTT_ROWS;
    for (uint32_t i = 0; i < northcott_row_count(position); i++, row += NORTHCOTT_ROW_CELLS) {
        if (i > 0)
            text_append_char(out, '+');
        for (int64_t place = 1; place <= row[NORTHCOTT_SQUARES]; place++)
            text_append_char(
                out, place == row[NORTHCOTT_PLACES + NORTHCOTT_WHITE]   ? checkers[NORTHCOTT_WHITE]
                     : place == row[NORTHCOTT_PLACES + NORTHCOTT_BLACK] ? checkers[NORTHCOTT_BLACK]
                                                                        : '.');
    }
    text_printf(out, "@%" PRId64 "%c", position->cells[NORTHCOTT_RETREATS],
                checkers[position->cells[NORTHCOTT_TO_MOVE]]);
}

static int64_t longest_row(const struct position *position)
{
    int64_t longest = 0;
    for (uint32_t i = 0; i < northcott_row_count(position); i++) {
        struct northcott_row row = northcott_row_at(position, i);
        longest = row.squares > longest ? row.squares : longest;
    }
    return longest;
}

/* No match has more moves than this: an advance uses up a square of a gap, and a retreat adds at
 * most all squares of a row but two. */
static uint128 northcott_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 counters = 0;
    for (uint32_t i = 0; i < northcott_row_count(position); i++)
        counters += (uint128)northcott_row_at(position, i).gap;
    return counters +
           (uint128)position->cells[NORTHCOTT_RETREATS] * (uint128)(longest_row(position) - 1);
}

static enum error_code northcott_position_check_limits(const struct rules *rules,
                                                       const struct position *position,
                                                       struct error *error)
{
    int64_t rows = northcott_row_count(position), longest = longest_row(position);
    if (rows * longest > NORTHCOTT_SQUARES_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: %" PRId64 " rows of up to %" PRId64
                         " squares are over %d squares, the most there may be",
                         rules->text, rows, longest, NORTHCOTT_SQUARES_MAX);
    if (northcott_counters(rules, position) > MATCH_PLIES_MAX)
        return error_set(error, ERROR_BAD_POSITION,
                         "%s: the squares of the gaps and, for each retreat, the squares of the "
                         "longest row but one are together over %d, the most moves of a match",
                         rules->text, MATCH_PLIES_MAX);
    return ERROR_NONE;
}

/* White begins, at the left. */
static void northcott_position_draw_start(const struct rules *rules, struct random *random,
                                          struct position *position)
{
    (void)rules;
    enum { HALF = DRAWN_SQUARES / 2 };
    uint128 rows = DRAWN_ROWS_MIN + random_below(random, DRAWN_ROWS_MAX - DRAWN_ROWS_MIN + 1);
    position_push(position, NORTHCOTT_WHITE);
    position_push(position, NORTHCOTT_RETREATS_DEFAULT);
    for (; rows > 0; rows--) {
        position_push(position, DRAWN_SQUARES);
        position_push(position, 1 + (int64_t)random_below(random, HALF));
        position_push(position, HALF + 1 + (int64_t)random_below(random, HALF));
    }
}

/* --- moves --- */

/* How far the own checker of a row may go back. */
static int64_t retreats_of(const struct position *position, const struct northcott_row *row)
{
    return position->cells[NORTHCOTT_RETREATS] > 0 ? row->room : 0;
}

static uint128 northcott_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 count = 0;
    for (uint32_t i = 0; i < northcott_row_count(position); i++) {
        struct northcott_row row = northcott_row_at(position, i);
        count += (uint128)(row.gap + retreats_of(position, &row));
    }
    return count;
}

static void northcott_move_at(const struct rules *rules, const struct position *position,
                              uint128 index, struct move *move)
{
    (void)rules;
    for (int retreats = 0; retreats < 2; retreats++)
        for (uint32_t i = 0; i < northcott_row_count(position); i++) {
            struct northcott_row row = northcott_row_at(position, i);
            uint128 moves = (uint128)(retreats ? retreats_of(position, &row) : row.gap);
            if (index >= moves) {
                index -= moves;
                continue;
            }
            int64_t distance = (int64_t)index + 1;
            *move = northcott_move_to_gap(position, i,
                                          retreats ? row.gap + distance : row.gap - distance);
            return;
        }
    assert(false);
}

static enum error_code read_move(const struct position *position, struct scanner *scanner,
                                 int64_t cells[static 3], struct error *error)
{
    int64_t rows = northcott_row_count(position);
    enum error_code failed =
        scanner_take_int(scanner, &cells[NORTHCOTT_ROW], ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "':'", error);
    failed = scanner_take_int(scanner, &cells[NORTHCOTT_FROM], ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, '>'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'>'", error);
    failed = scanner_take_int(scanner, &cells[NORTHCOTT_TO], ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "the end", error);
    if (cells[NORTHCOTT_ROW] < 1 || cells[NORTHCOTT_ROW] > rows)
        return error_set(error, ERROR_BAD_MOVE,
                         "there is no row %" PRId64 ", but rows 1 to %" PRId64,
                         cells[NORTHCOTT_ROW], rows);
    return ERROR_NONE;
}

static enum error_code check_slide(const struct position *position, const struct northcott_row *row,
                                   const int64_t cells[static 3], struct error *error)
{
    int64_t side = position->cells[NORTHCOTT_TO_MOVE], to = cells[NORTHCOTT_TO];
    const char *own = northcott_side_name(side), *other = northcott_side_name(!side);
    if (cells[NORTHCOTT_FROM] != row->own)
        return error_set(error, ERROR_BAD_MOVE,
                         "%s is to move, whose checker in row %" PRId64 " is on square %" PRId64,
                         own, cells[NORTHCOTT_ROW], row->own);
    if (to < 1 || to > row->squares)
        return error_set(error, ERROR_ILLEGAL_MOVE, "row %" PRId64 " has the squares 1 to %" PRId64,
                         cells[NORTHCOTT_ROW], row->squares);
    if (to == row->own)
        return error_set(error, ERROR_ILLEGAL_MOVE, "the checker is on square %" PRId64 " already",
                         to);
    if ((row->own < row->other) == (to >= row->other) || to == row->other)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "%s's checker on square %" PRId64 " is in the way", other, row->other);
    if (position->cells[NORTHCOTT_RETREATS] == 0 && (row->own < row->other) == (to < row->own))
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "no retreat is left: %s's checker may only go towards %s's", own, other);
    return ERROR_NONE;
}

static enum error_code northcott_move_parse(const struct rules *rules,
                                            const struct position *position,
                                            struct scanner *scanner, struct move *move,
                                            struct error *error)
{
    (void)rules;
    int64_t cells[3];
    enum error_code failed = read_move(position, scanner, cells, error);
    if (failed)
        return failed;
    uint32_t index = (uint32_t)cells[NORTHCOTT_ROW] - 1;
    struct northcott_row row = northcott_row_at(position, index);
    failed = check_slide(position, &row, cells, error);
    if (!failed)
        *move = slide(index, row.own, cells[NORTHCOTT_TO]);
    return failed;
}

static void northcott_move_print(const struct rules *rules, const struct position *position,
                                 const struct move *move, struct text *out)
{
    (void)rules;
    (void)position;
    text_printf(out, "%" PRId64 ":%" PRId64 ">%" PRId64, move->cells[NORTHCOTT_ROW],
                move->cells[NORTHCOTT_FROM], move->cells[NORTHCOTT_TO]);
}

static void northcott_move_apply(const struct rules *rules, struct position *position,
                                 const struct move *move)
{
    (void)rules;
    int64_t *cells = position->cells, side = cells[NORTHCOTT_TO_MOVE];
    int64_t row = NORTHCOTT_ROWS + (move->cells[NORTHCOTT_ROW] - 1) * NORTHCOTT_ROW_CELLS;
    assert(cells[row + NORTHCOTT_PLACES + side] == move->cells[NORTHCOTT_FROM]);
    if (northcott_is_retreat(position, move))
        cells[NORTHCOTT_RETREATS]--;
    cells[row + NORTHCOTT_PLACES + side] = move->cells[NORTHCOTT_TO];
    cells[NORTHCOTT_TO_MOVE] = !side;
}

const struct family family_northcott = {
    .name = "northcott",
    .form = "northcott",
    .rules_parse = northcott_rules_parse,
    .position_parse = northcott_position_parse,
    .position_print = northcott_position_print,
    .position_check_limits = northcott_position_check_limits,
    .position_draw_start = northcott_position_draw_start,
    .counters = northcott_counters,
    .move_count = northcott_move_count,
    .move_at = northcott_move_at,
    .move_parse = northcott_move_parse,
    .move_print = northcott_move_print,
    .move_apply = northcott_move_apply,
};

#include "common/game/turning.h"

#include "common/game/family.h"
#include "common/game/squares.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_SQUARES_MIN = 6, DRAWN_SQUARES_MAX = 12 };

static const char *const kinds[] = {
    [TURNING_TURTLES] = "2",
    [TURNING_MOCK_TURTLES] = "3",
    [TURNING_RULER] = "ruler",
    [TURNING_TWINS] = "twins",
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static enum error_code turning_rules_parse(struct rules *rules, struct scanner *scanner,
                                           struct text *out, struct error *error)
{
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "':' and 2, 3, ruler or twins", error);
    for (int kind = 0; kind < KINDS; kind++) {
        if (!scanner_take_word(scanner, kinds[kind]))
            continue;
        rules->parameters[0] = kind;
        text_printf(out, "turning:%s", kinds[kind]);
        return ERROR_NONE;
    }
    return scanner_expected(scanner, ERROR_BAD_RULES, "2, 3, ruler or twins", error);
}

static enum error_code turning_position_parse(const struct rules *rules, struct scanner *scanner,
                                              struct position *position, struct error *error)
{
    const struct squares_form form = {.noun = "coin", .least_marked = 1};
    int64_t marked;
    enum error_code failed =
        squares_read(scanner, &form, position, &marked, ERROR_BAD_POSITION, error);
    (void)rules;
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'+' or the end", error);
    return ERROR_NONE;
}

static void turning_position_print(const struct rules *rules, const struct position *position,
                                   struct text *out)
{
    (void)rules;
    squares_print(position->cells, position->count, '\0', SQUARES_UNMARKED, out);
}

static enum error_code turning_position_check_limits(const struct rules *rules,
                                                     const struct position *position,
                                                     struct error *error)
{
    bool has_theorem = !rules->misere || turning_kind(rules) == TURNING_RULER;
    return squares_check_last(rules->text, "coin", turning_last(position),
                              has_theorem ? TURNING_SQUARE_MAX : TURNING_MISERE_SQUARE_MAX, error);
}

static void turning_position_draw_start(const struct rules *rules, struct random *random,
                                        struct position *position)
{
    int64_t squares = DRAWN_SQUARES_MIN +
                      (int64_t)random_below(random, DRAWN_SQUARES_MAX - DRAWN_SQUARES_MIN + 1);
    (void)rules;
    for (int64_t square = 1; square < squares; square++) {
        if (random_below(random, 2))
            position_push(position, square);
    }
    position_push(position, squares);
}

/* The most moves that can come of one coin. */
static uint128 longest_play(enum turning_kind kind, int64_t square)
{
    uint128 one = 1, last = 0, before = 0;
    assert(square >= 1 && square <= TURNING_SQUARE_MAX);
    if (kind == TURNING_TURTLES || kind == TURNING_TWINS)
        return (uint128)(square - (kind == TURNING_TWINS));
    if (kind == TURNING_RULER)
        return one << (square - 1);
    for (int64_t i = 1; i <= square; i++) { /* the two coins next to it give the most */
        uint128 most = 1 + last + before;
        before = last;
        last = most;
    }
    return last;
}

/* The moves that are left at most. */
static uint128 turning_counters(const struct rules *rules, const struct position *position)
{
    uint128 most = 0;
    for (uint32_t i = 0; i < position->count; i++)
        most += longest_play(turning_kind(rules), position->cells[i]);
    return most;
}

/* The moves whose rightmost coin is on this square. */
static uint128 moves_of_coin(enum turning_kind kind, int64_t square)
{
    uint128 left = (uint128)square - 1;
    switch (kind) {
    case TURNING_TWINS:
        return left;
    case TURNING_MOCK_TURTLES:
        return 1 + left + left * (left > 0 ? left - 1 : 0) / 2;
    case TURNING_TURTLES:
    case TURNING_RULER:
        break;
    }
    return 1 + left;
}

static uint128 turning_move_count(const struct rules *rules, const struct position *position)
{
    uint128 count = 0;
    for (uint32_t i = 0; i < position->count; i++)
        count += moves_of_coin(turning_kind(rules), position->cells[i]);
    return count;
}

static void turning_move_at(const struct rules *rules, const struct position *position,
                            uint128 index, struct move *move)
{
    enum turning_kind kind = turning_kind(rules);
    uint32_t coin = 0;
    for (; index >= moves_of_coin(kind, position->cells[coin]); coin++)
        index -= moves_of_coin(kind, position->cells[coin]);
    int64_t square = position->cells[coin], at = (int64_t)index + (kind == TURNING_TWINS);
    if (at == 0) {
        *move = (struct move){.before_count = 1, .cells = {square}};
    } else if (kind == TURNING_RULER) {
        *move = (struct move){.before_count = 2, .cells = {square - at, square}};
    } else if (at < square) {
        *move = (struct move){.before_count = 2, .cells = {at, square}};
    } else {
        int64_t next = 2;
        for (at -= square; at >= next - 1; next++)
            at -= next - 1;
        *move = (struct move){.before_count = 3, .cells = {at + 1, next, square}};
    }
}

static void turn(struct position *heads, int64_t square)
{
    uint32_t at = 0;
    while (at < heads->count && heads->cells[at] < square)
        at++;
    if (at < heads->count && heads->cells[at] == square)
        position_remove(heads, at);
    else
        position_insert(heads, at, square);
}

static void turning_move_apply(const struct rules *rules, struct position *position,
                               const struct move *move)
{
    int64_t first = move->cells[0], last = move->cells[move->before_count - 1];
    assert(move->after_count == 0 && first <= last);
    for (int64_t square = first; turning_kind(rules) == TURNING_RULER && square <= last; square++)
        turn(position, square);
    for (int i = 0; turning_kind(rules) != TURNING_RULER && i < move->before_count; i++)
        turn(position, move->cells[i]);
}

static void turning_move_print(const struct rules *rules, const struct position *position,
                               const struct move *move, struct text *out)
{
    (void)position;
    if (turning_kind(rules) == TURNING_RULER && move->before_count == 2)
        text_printf(out, "%" PRId64 "-%" PRId64, move->cells[0], move->cells[1]);
    else
        squares_print(move->cells, move->before_count, '\0', SQUARES_UNMARKED, out);
}

/* Reads the squares of a move, or the ends of a run. */
static enum error_code read_turned(const struct rules *rules, struct scanner *scanner,
                                   struct position *turned, struct error *error)
{
    const struct squares_form form = {.noun = "coin", .least_marked = 1};
    int64_t marked;
    enum error_code failed = squares_read(scanner, &form, turned, &marked, ERROR_BAD_MOVE, error);
    bool is_ruler = turning_kind(rules) == TURNING_RULER;
    if (!failed && is_ruler && turned->count == 1 && scanner_take(scanner, '-')) {
        int64_t first = turned->cells[0];
        failed = squares_read(scanner, &form, turned, &marked, ERROR_BAD_MOVE, error);
        if (!failed && (turned->count < 2 || turned->cells[1] <= first))
            failed = error_set(error, ERROR_BAD_MOVE, "the left end of the run comes first");
    } else if (!failed && is_ruler && turned->count > 1) {
        failed = error_set(error, ERROR_BAD_MOVE, "a run is told by its ends: 4-9");
    }
    if (!failed && !scanner_at_end(scanner))
        failed = scanner_expected(scanner, ERROR_BAD_MOVE,
                                  is_ruler ? "'-' or the end" : "'+' or the end", error);
    return failed;
}

static enum error_code check_turned(const struct rules *rules, const struct position *position,
                                    const struct position *turned, struct error *error)
{
    static const struct {
        uint32_t least, most;
        const char *wording;
    } numbers[KINDS] = {
        [TURNING_TURTLES] = {1, 2, "one coin or two"},
        [TURNING_MOCK_TURTLES] = {1, 3, "one to three coins"},
        [TURNING_RULER] = {1, 2, "one coin or a run of them"},
        [TURNING_TWINS] = {2, 2, "two coins"},
    };
    enum turning_kind kind = turning_kind(rules);
    if (turned->count < numbers[kind].least || turned->count > numbers[kind].most)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%s: a move turns %s, not %" PRIu32,
                         rules->text, numbers[kind].wording, turned->count);
    for (uint32_t i = 0; i < position->count; i++) {
        if (position->cells[i] == turning_last(turned))
            return ERROR_NONE;
    }
    return error_set(error, ERROR_ILLEGAL_MOVE,
                     "the rightmost coin of a move has to show heads, and coin %" PRId64
                     " does not",
                     turning_last(turned));
}

static enum error_code turning_move_parse(const struct rules *rules,
                                          const struct position *position, struct scanner *scanner,
                                          struct move *move, struct error *error)
{
    struct position turned = {0};
    enum error_code failed = read_turned(rules, scanner, &turned, error);
    if (!failed)
        failed = check_turned(rules, position, &turned, error);
    if (!failed) {
        *move = (struct move){.before_count = (uint8_t)turned.count};
        for (uint32_t i = 0; i < turned.count; i++)
            move->cells[i] = turned.cells[i];
    }
    position_finish(&turned);
    return failed;
}

const struct family family_turning = {
    .name = "turning",
    .form = "turning:KIND (as turning:2, also 3, ruler, twins)",
    .rules_parse = turning_rules_parse,
    .position_parse = turning_position_parse,
    .position_print = turning_position_print,
    .position_check_limits = turning_position_check_limits,
    .position_draw_start = turning_position_draw_start,
    .counters = turning_counters,
    .move_count = turning_move_count,
    .move_at = turning_move_at,
    .move_parse = turning_move_parse,
    .move_print = turning_move_print,
    .move_apply = turning_move_apply,
};

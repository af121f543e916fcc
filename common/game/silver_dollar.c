#include "common/game/silver_dollar.h"

#include "common/game/family.h"
#include "common/game/squares.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_COUNTERS_MIN = 3, DRAWN_COUNTERS_MAX = 5, DRAWN_GAP_MAX = 4 };

static const char *const variants[] = {"one-step", "two-step", NULL};

static enum error_code silver_dollar_rules_parse(struct rules *rules, struct scanner *scanner,
                                                 struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "silver-dollar");
    return ERROR_NONE;
}

static bool has_dollar(const struct position *position)
{
    return position->cells[SILVER_DOLLAR_NUMBER] > 0;
}

static int64_t square_of_dollar(const struct position *position)
{
    int64_t number = position->cells[SILVER_DOLLAR_NUMBER];
    return number > 0 ? silver_dollar_squares(position)[number - 1] : SQUARES_UNMARKED;
}

int64_t silver_dollar_reach(const struct rules *rules, const struct position *position,
                            uint32_t counter)
{
    const int64_t *squares = silver_dollar_squares(position);
    if (counter > 0 && squares[counter - 1] > 0)
        return squares[counter - 1] + 1;
    return rules->variant == SILVER_DOLLAR_PLAIN ? 1 : 0;
}

static void silver_dollar_position_print(const struct rules *rules, const struct position *position,
                                         struct text *out)
{
    (void)rules;
    squares_print(silver_dollar_squares(position), silver_dollar_count(position), '$',
                  square_of_dollar(position), out);
}

static enum error_code silver_dollar_position_parse(const struct rules *rules,
                                                    struct scanner *scanner,
                                                    struct position *position, struct error *error)
{
    struct squares_form form = {
        .noun = "square",
        .mark = rules->variant == SILVER_DOLLAR_PLAIN ? '\0' : '$',
        .least_marked = rules->variant == SILVER_DOLLAR_TWO_STEP ? 0 : 1,
    };
    int64_t dollar;
    position_push(position, 0);
    enum error_code failed =
        squares_read(scanner, &form, position, &dollar, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'+' or the end", error);
    for (uint32_t i = 0; i < silver_dollar_count(position); i++) {
        if (silver_dollar_squares(position)[i] == dollar)
            position->cells[SILVER_DOLLAR_NUMBER] = i + 1;
    }
    return ERROR_NONE;
}

static enum error_code silver_dollar_position_check_limits(const struct rules *rules,
                                                           const struct position *position,
                                                           struct error *error)
{
    uint32_t count = silver_dollar_count(position);
    int64_t last = count > 0 ? silver_dollar_squares(position)[count - 1] : 0;
    return squares_check_last(rules->text, "square", last, SILVER_DOLLAR_SQUARE_MAX, error);
}

/* Gaps of random sizes. The dollar has two counters on its left or more, so that both players have
 * to think. */
static void silver_dollar_position_draw_start(const struct rules *rules, struct random *random,
                                              struct position *position)
{
    uint32_t count = DRAWN_COUNTERS_MIN +
                     (uint32_t)random_below(random, DRAWN_COUNTERS_MAX - DRAWN_COUNTERS_MIN + 1);
    int64_t square = 1; /* the first gap has a square at least: there is a move */
    bool is_plain = rules->variant == SILVER_DOLLAR_PLAIN;
    position_push(position, is_plain ? 0 : 3 + (int64_t)random_below(random, count - 2));
    for (uint32_t i = 0; i < count; i++) {
        square += 1 + (int64_t)random_below(random, DRAWN_GAP_MAX + 1);
        position_push(position, square);
    }
}

/* The moves that are left at most: the squares that the counters can still move, and `take`. */
static uint128 silver_dollar_counters(const struct rules *rules, const struct position *position)
{
    bool is_plain = rules->variant == SILVER_DOLLAR_PLAIN;
    uint128 steps = rules->variant == SILVER_DOLLAR_TWO_STEP;
    if (!is_plain && !has_dollar(position))
        return 0;
    for (uint32_t i = 0; i < silver_dollar_count(position); i++)
        steps += (uint128)(silver_dollar_squares(position)[i] - (is_plain ? i + 1 : 0));
    return steps;
}

static uint128 silver_dollar_move_count(const struct rules *rules, const struct position *position)
{
    if (rules->variant != SILVER_DOLLAR_PLAIN && !has_dollar(position))
        return 0;
    uint128 count = silver_dollar_can_be_taken(position);
    for (uint32_t i = 0; i < silver_dollar_count(position); i++)
        count +=
            (uint128)(silver_dollar_squares(position)[i] - silver_dollar_reach(rules, position, i));
    return count;
}

static struct move shift(int64_t from, int64_t to)
{
    assert(from > to && to >= 0);
    return (struct move){
        .before_count = 1,
        .after_count = 1,
        .cells = {[SILVER_DOLLAR_FROM] = from, [SILVER_DOLLAR_TO] = to},
    };
}

static void silver_dollar_move_at(const struct rules *rules, const struct position *position,
                                  uint128 index, struct move *move)
{
    const int64_t *squares = silver_dollar_squares(position);
    bool can_take = silver_dollar_can_be_taken(position);
    if (can_take && index == 0) {
        *move = (struct move){.before_count = 1};
        return;
    }
    index -= can_take;
    uint32_t counter = 0;
    uint128 steps = (uint128)(squares[0] - silver_dollar_reach(rules, position, 0));
    while (index >= steps) {
        index -= steps;
        counter++;
        steps = (uint128)(squares[counter] - silver_dollar_reach(rules, position, counter));
    }
    *move = shift(squares[counter], squares[counter] - 1 - (int64_t)index);
}

/* The counter on this square; the number of counters where there is none. */
static uint32_t find_counter(const struct position *position, int64_t square)
{
    uint32_t counter = 0;
    while (counter < silver_dollar_count(position) &&
           silver_dollar_squares(position)[counter] != square)
        counter++;
    return counter;
}

static void silver_dollar_move_apply(const struct rules *rules, struct position *position,
                                     const struct move *move)
{
    uint32_t counter = find_counter(position, move->cells[SILVER_DOLLAR_FROM]);
    int64_t *number = &position->cells[SILVER_DOLLAR_NUMBER];
    bool is_dollar = *number == counter + 1, is_take = move->after_count == 0;
    assert(counter < silver_dollar_count(position) && (!is_take || is_dollar));
    if (!is_take && (move->cells[SILVER_DOLLAR_TO] > 0 ||
                     (is_dollar && rules->variant == SILVER_DOLLAR_TWO_STEP))) {
        position->cells[SILVER_DOLLAR_SQUARES + counter] = move->cells[SILVER_DOLLAR_TO];
        return;
    }
    if (is_dollar)
        *number = 0;
    else if (*number > counter)
        --*number;
    position_remove(position, SILVER_DOLLAR_SQUARES + counter);
}

static void silver_dollar_move_print(const struct rules *rules, const struct position *position,
                                     const struct move *move, struct text *out)
{
    (void)rules;
    (void)position;
    if (move->after_count == 0)
        text_append_string(out, "take");
    else
        text_printf(out, "%" PRId64 ">%" PRId64, move->cells[SILVER_DOLLAR_FROM],
                    move->cells[SILVER_DOLLAR_TO]);
}

static enum error_code check_shift(const struct rules *rules, const struct position *position,
                                   uint32_t counter, int64_t to, struct error *error)
{
    int64_t from = silver_dollar_squares(position)[counter];
    int64_t least = silver_dollar_reach(rules, position, counter);
    if (to >= from)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "a counter moves to the left: from %" PRId64 " to a smaller square", from);
    if (to >= least)
        return ERROR_NONE;
    if (least <= 1)
        return error_set(error, ERROR_ILLEGAL_MOVE, "the strip ends at square 1");
    return error_set(error, ERROR_ILLEGAL_MOVE,
                     "the counter on %" PRId64 " is in the way: it may be neither hit nor jumped",
                     least - 1);
}

static enum error_code parse_take(const struct rules *rules, const struct position *position,
                                  struct scanner *scanner, struct move *move, struct error *error)
{
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "the end", error);
    if (rules->variant != SILVER_DOLLAR_TWO_STEP)
        return error_set(error, ERROR_ILLEGAL_MOVE, "%s: no move takes a counter up; one moves",
                         rules->text);
    if (!silver_dollar_can_be_taken(position))
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "the dollar can be taken from square 0 only; it lies on %" PRId64,
                         square_of_dollar(position));
    *move = (struct move){.before_count = 1};
    return ERROR_NONE;
}

static enum error_code silver_dollar_move_parse(const struct rules *rules,
                                                const struct position *position,
                                                struct scanner *scanner, struct move *move,
                                                struct error *error)
{
    if (rules->variant != SILVER_DOLLAR_PLAIN && !has_dollar(position))
        return error_set(error, ERROR_ILLEGAL_MOVE, "the dollar is taken: the match is over");
    if (scanner_take_word(scanner, "take"))
        return parse_take(rules, position, scanner, move, error);
    int64_t from, to;
    enum error_code failed = scanner_take_int(scanner, &from, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, '>'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'>'", error);
    failed = scanner_take_int(scanner, &to, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "the end", error);
    uint32_t counter = find_counter(position, from);
    if (counter == silver_dollar_count(position))
        return error_set(error, ERROR_BAD_MOVE, "no counter is on square %" PRId64, from);
    failed = check_shift(rules, position, counter, to, error);
    if (failed)
        return failed;
    *move = shift(from, to);
    return ERROR_NONE;
}

const struct family family_silver_dollar = {
    .name = "silver-dollar",
    .form = "silver-dollar (also with ,one-step or ,two-step)",
    .variants = variants,
    .no_misere = "whoever takes the dollar wins",
    .plain_has_misere = true,
    .rules_parse = silver_dollar_rules_parse,
    .position_parse = silver_dollar_position_parse,
    .position_print = silver_dollar_position_print,
    .position_check_limits = silver_dollar_position_check_limits,
    .position_draw_start = silver_dollar_position_draw_start,
    .counters = silver_dollar_counters,
    .move_count = silver_dollar_move_count,
    .move_at = silver_dollar_move_at,
    .move_parse = silver_dollar_move_parse,
    .move_print = silver_dollar_move_print,
    .move_apply = silver_dollar_move_apply,
};

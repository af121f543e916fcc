#include "common/game/take_away.h"

#include "common/game/family.h"

#include <assert.h>
#include <inttypes.h>

enum { DRAWN_HEAP_MIN = 20, DRAWN_HEAP_MAX = 50, DECIMAL_PLACES_MAX = 9 };

int64_t take_away_quota(const struct rules *rules, int64_t take)
{
    assert(take >= 1);
    /* p <= 10^4 * 10^9 < 2^44, so the product stays below 2^107; the sum is >= take >= 1. */
    uint128 product = (uint128)rules->parameters[TAKE_AWAY_NUMERATOR] * (uint128)take;
    uint128 quota = product / (uint128)rules->parameters[TAKE_AWAY_DENOMINATOR];
    int64_t constant = rules->parameters[TAKE_AWAY_CONSTANT];
    quota = constant < 0 ? quota - (uint128)-constant : quota + (uint128)constant;
    return quota > INT64_MAX ? INT64_MAX : (int64_t)quota;
}

/* A fraction while it is being read. */
struct fraction {
    int64_t numerator;
    int64_t denominator;
};

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static struct fraction reduced(struct fraction fraction)
{
    int64_t divisor = greatest_common_divisor(fraction.numerator, fraction.denominator);
    return (struct fraction){fraction.numerator / divisor, fraction.denominator / divisor};
}

static bool next_is_digit(const struct scanner *scanner)
{
    char next = scanner_peek(scanner);
    return next >= '0' && next <= '9';
}

static enum error_code over_coefficient(struct error *error)
{
    return error_set(error, ERROR_BAD_RULES, "the coefficient of x is over %d",
                     TAKE_AWAY_COEFFICIENT_MAX);
}

/* Reads the digits after the point: "4.1" is 41/10. */
static enum error_code parse_decimals(struct scanner *scanner, struct fraction *coefficient,
                                      struct error *error)
{
    if (!next_is_digit(scanner))
        return scanner_expected(scanner, ERROR_BAD_RULES, "a decimal digit", error);
    if (coefficient->numerator > TAKE_AWAY_COEFFICIENT_MAX)
        return over_coefficient(error);
    for (int places = 0; next_is_digit(scanner); places++) {
        if (places == DECIMAL_PLACES_MAX)
            return error_set(error, ERROR_BAD_RULES, "at %zu: at most %d decimal places",
                             scanner->at + 1, DECIMAL_PLACES_MAX);
        coefficient->numerator = coefficient->numerator * 10 + (scanner_peek(scanner) - '0');
        coefficient->denominator *= 10;
        scanner->at++;
    }
    return ERROR_NONE;
}

static enum error_code parse_denominator(struct scanner *scanner, struct fraction *coefficient,
                                         struct error *error)
{
    size_t start = scanner->at;
    enum error_code failed =
        scanner_take_int(scanner, &coefficient->denominator, ERROR_BAD_RULES, error);
    if (!failed && coefficient->denominator == 0)
        return error_set(error, ERROR_BAD_RULES, "at %zu: the denominator is 0", start + 1);
    return failed;
}

/* Reads what stands before the x: nothing, "2", "5/2" or "2.5". */
static enum error_code parse_coefficient(struct scanner *scanner, struct fraction *coefficient,
                                         struct error *error)
{
    *coefficient = (struct fraction){1, 1};
    if (scanner_peek(scanner) == 'x')
        return ERROR_NONE;
    if (!next_is_digit(scanner))
        return scanner_expected(scanner, ERROR_BAD_RULES,
                                "x or its coefficient (as in 2x, 5/2x, 4.1x)", error);
    enum error_code failed =
        scanner_take_int(scanner, &coefficient->numerator, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (scanner_take(scanner, '.'))
        return parse_decimals(scanner, coefficient, error);
    if (scanner_take(scanner, '/'))
        return parse_denominator(scanner, coefficient, error);
    return ERROR_NONE;
}

/* Reads what stands after the x: nothing, "+1" or "-1". */
static enum error_code parse_constant(struct scanner *scanner, int64_t *constant,
                                      struct error *error)
{
    *constant = 0;
    bool minus = scanner_take(scanner, '-');
    if (!minus && !scanner_take(scanner, '+'))
        return ERROR_NONE;
    size_t start = scanner->at;
    enum error_code failed = scanner_take_int(scanner, constant, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (*constant > TAKE_AWAY_CONSTANT_MAX)
        return error_set(error, ERROR_BAD_RULES, "at %zu: the constant is over %d", start + 1,
                         TAKE_AWAY_CONSTANT_MAX);
    if (minus)
        *constant = -*constant;
    return ERROR_NONE;
}

static enum error_code check_coefficient(struct fraction coefficient, struct error *error)
{
    if (coefficient.numerator < coefficient.denominator)
        return error_set(error, ERROR_BAD_RULES, "the coefficient of x is below 1");
    uint128 most = (uint128)TAKE_AWAY_COEFFICIENT_MAX * (uint128)coefficient.denominator;
    if ((uint128)coefficient.numerator > most)
        return over_coefficient(error);
    if (coefficient.denominator > TAKE_AWAY_DENOMINATOR_MAX)
        return error_set(error, ERROR_BAD_RULES,
                         "the denominator of the coefficient of x is over %d",
                         TAKE_AWAY_DENOMINATOR_MAX);
    return ERROR_NONE;
}

/* F(x) >= x must hold for all x >= 1, so that whoever may move is never without a quota. Testing x
 * = 1 is enough: F(x) - x = floor((p/q - 1)x) + c never falls as x grows, because p/q >= 1. */
static enum error_code check_function(struct fraction coefficient, int64_t constant,
                                      struct error *error)
{
    int64_t at_one = coefficient.numerator / coefficient.denominator + constant;
    if (at_one < 1)
        return error_set(error, ERROR_BAD_RULES,
                         "after a move of 1 the quota would be %" PRId64 ", it must be at least 1",
                         at_one);
    return ERROR_NONE;
}

static void print_rules(struct fraction coefficient, int64_t constant, struct text *out)
{
    text_append_string(out, "take-away:");
    if (coefficient.numerator != coefficient.denominator)
        text_append_int(out, coefficient.numerator);
    if (coefficient.denominator != 1)
        text_printf(out, "/%" PRId64, coefficient.denominator);
    text_append_char(out, 'x');
    if (constant)
        text_printf(out, "%+" PRId64, constant);
}

/* Reads ":F". */
static enum error_code parse_function(struct scanner *scanner, struct fraction *coefficient,
                                      int64_t *constant, struct error *error)
{
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "':' and a quota rule such as 2x", error);
    enum error_code failed = parse_coefficient(scanner, coefficient, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, 'x'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "x", error);
    return parse_constant(scanner, constant, error);
}

static enum error_code take_away_rules_parse(struct rules *rules, struct scanner *scanner,
                                             struct text *out, struct error *error)
{
    struct fraction coefficient;
    int64_t constant;
    enum error_code failed = parse_function(scanner, &coefficient, &constant, error);
    if (failed)
        return failed;
    coefficient = reduced(coefficient);
    failed = check_coefficient(coefficient, error);
    if (failed)
        return failed;
    failed = check_function(coefficient, constant, error);
    if (failed)
        return failed;
    rules->parameters[TAKE_AWAY_NUMERATOR] = coefficient.numerator;
    rules->parameters[TAKE_AWAY_DENOMINATOR] = coefficient.denominator;
    rules->parameters[TAKE_AWAY_CONSTANT] = constant;
    print_rules(coefficient, constant, out);
    return ERROR_NONE;
}

static int64_t heap_of(const struct position *position)
{
    return position->count ? position->cells[TAKE_AWAY_HEAP] : 0;
}

static int64_t quota_of(const struct position *position)
{
    return position->count ? position->cells[TAKE_AWAY_QUOTA] : 0;
}

/* Makes the canonical cells: a quota above the heap means no more than the heap itself. */
static void set_position(struct position *position, int64_t heap, int64_t quota)
{
    position->count = 0;
    if (heap == 0)
        return;
    position_push(position, heap);
    position_push(position, quota < heap ? quota : heap);
}

/* Reads "@q" when it is next; otherwise the quota stays what it is. */
static enum error_code parse_quota(struct scanner *scanner, int64_t *quota, enum error_code code,
                                   struct error *error)
{
    if (!scanner_take(scanner, '@'))
        return ERROR_NONE;
    size_t start = scanner->at;
    enum error_code failed = scanner_take_int(scanner, quota, code, error);
    if (!failed && *quota == 0)
        return error_set(error, code, "at %zu: a quota is at least 1", start + 1);
    return failed;
}

static enum error_code take_away_position_parse(const struct rules *rules, struct scanner *scanner,
                                                struct position *position, struct error *error)
{
    int64_t heap;
    enum error_code failed = scanner_take_int(scanner, &heap, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (heap == 0 && scanner_peek(scanner) == '@')
        return error_set(error, ERROR_BAD_POSITION, "at %zu: the empty position has no quota",
                         scanner->at + 1);
    int64_t quota = heap - 1;
    failed = parse_quota(scanner, &quota, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (scanner_peek(scanner) == '+')
        return error_set(error, ERROR_BAD_POSITION, "at %zu: a position of %s has one heap",
                         scanner->at + 1, rules->text);
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'@' with a quota or the end", error);
    set_position(position, heap, quota);
    return ERROR_NONE;
}

static void take_away_position_print(const struct rules *rules, const struct position *position,
                                     struct text *out)
{
    (void)rules;
    int64_t heap = heap_of(position), quota = quota_of(position);
    text_append_int(out, heap);
    if (heap > 0 && quota != heap - 1)
        text_printf(out, "@%" PRId64, quota);
}

/* Every heap to 2^63-1 can be judged. */
static enum error_code take_away_position_check_limits(const struct rules *rules,
                                                       const struct position *position,
                                                       struct error *error)
{
    (void)rules;
    (void)position;
    (void)error;
    return ERROR_NONE;
}

static void take_away_position_draw_start(const struct rules *rules, struct random *random,
                                          struct position *position)
{
    (void)rules;
    int64_t heap =
        DRAWN_HEAP_MIN + (int64_t)random_below(random, DRAWN_HEAP_MAX - DRAWN_HEAP_MIN + 1);
    set_position(position, heap, heap - 1);
}

static uint128 take_away_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return (uint128)quota_of(position);
}

static struct move move_to(int64_t heap, int64_t left)
{
    return (struct move){.before_count = 1, .after_count = left > 0, .cells = {heap, left}};
}

static int64_t heap_left(const struct move *move)
{
    return move->after_count ? move->cells[1] : 0;
}

static void take_away_move_at(const struct rules *rules, const struct position *position,
                              uint128 index, struct move *move)
{
    (void)rules;
    int64_t heap = heap_of(position);
    *move = move_to(heap, heap - 1 - (int64_t)index);
}

/* A move while it is being read. */
struct take {
    int64_t heap;
    int64_t quota;
    int64_t left;
};

/* Reads "35>29" or "35@12>29". */
static enum error_code parse_take(struct scanner *scanner, struct take *take, struct error *error)
{
    enum error_code failed = scanner_take_int(scanner, &take->heap, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    failed = parse_quota(scanner, &take->quota, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, '>'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'>'", error);
    failed = scanner_take_int(scanner, &take->left, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "the end", error);
    return ERROR_NONE;
}

/* Does the left side of the move say what is on the table? */
static enum error_code check_left_side(const struct position *position, const struct take *take,
                                       struct error *error)
{
    if (position->count == 0)
        return error_set(error, ERROR_BAD_MOVE, "no heap is on the table");
    int64_t heap = heap_of(position), quota = quota_of(position);
    if (take->heap != heap)
        return error_set(error, ERROR_BAD_MOVE,
                         "no heap of %" PRId64 " is on the table, but one of %" PRId64, take->heap,
                         heap);
    int64_t named = take->quota < heap ? take->quota : heap;
    if (named != quota)
        return error_set(error, ERROR_BAD_MOVE, "quota is %" PRId64 ", not %" PRId64, quota,
                         take->quota);
    return ERROR_NONE;
}

static enum error_code check_take(const struct take *take, struct error *error)
{
    if (take->left > take->heap)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "more counters stand after the move than before");
    if (take->left == take->heap)
        return error_set(error, ERROR_ILLEGAL_MOVE, "the move changes nothing");
    if (take->heap - take->left > take->quota)
        return error_set(error, ERROR_ILLEGAL_MOVE,
                         "quota is %" PRId64 ": at most %" PRId64 " of %" PRId64 " may be taken",
                         take->quota, take->quota, take->heap);
    return ERROR_NONE;
}

static enum error_code take_away_move_parse(const struct rules *rules,
                                            const struct position *position,
                                            struct scanner *scanner, struct move *move,
                                            struct error *error)
{
    (void)rules;
    struct take take = {.quota = quota_of(position)};
    enum error_code failed = parse_take(scanner, &take, error);
    if (failed)
        return failed;
    failed = check_left_side(position, &take, error);
    if (failed)
        return failed;
    failed = check_take(&take, error);
    if (failed)
        return failed;
    *move = move_to(take.heap, take.left);
    return ERROR_NONE;
}

static void take_away_move_print(const struct rules *rules, const struct position *position,
                                 const struct move *move, struct text *out)
{
    (void)rules;
    (void)position;
    text_printf(out, "%" PRId64 ">%" PRId64, move->cells[0], heap_left(move));
}

static void take_away_move_apply(const struct rules *rules, struct position *position,
                                 const struct move *move)
{
    assert(move->before_count == 1 && move->cells[0] == heap_of(position));
    int64_t left = heap_left(move);
    set_position(position, left, take_away_quota(rules, move->cells[0] - left));
}

const struct family family_take_away = {
    .name = "take-away",
    .form = "take-away:F (as take-away:2x)",
    .rules_parse = take_away_rules_parse,
    .position_parse = take_away_position_parse,
    .position_print = take_away_position_print,
    .position_check_limits = take_away_position_check_limits,
    .position_draw_start = take_away_position_draw_start,
    .move_count = take_away_move_count,
    .move_at = take_away_move_at,
    .move_parse = take_away_move_parse,
    .move_print = take_away_move_print,
    .move_apply = take_away_move_apply,
};

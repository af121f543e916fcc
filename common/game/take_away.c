/* The text of the function F, and the choice of the variant. */
#include "common/game/take_away.h"

#include "common/base/fraction.h"
#include "common/game/take_away_variant.h"

#include <assert.h>
#include <inttypes.h>

enum { DECIMAL_PLACES_MAX = 9 };

struct take_away_function take_away_function(const struct rules *rules)
{
    return (struct take_away_function){
        .numerator = rules->parameters[TAKE_AWAY_NUMERATOR],
        .denominator = rules->parameters[TAKE_AWAY_DENOMINATOR],
        .constant = rules->parameters[TAKE_AWAY_CONSTANT],
    };
}

int64_t take_away_function_at(const struct take_away_function *function, int64_t take)
{
    assert(take >= 1);
    assert(function->denominator >= 1 && function->numerator >= function->denominator);
    /* The sum is >= take >= 1, so it does not matter that a negative constant wraps around. */
    uint128 product = (uint128)function->numerator * (uint128)take;
    uint128 quota = product / (uint128)function->denominator + (uint128)function->constant;
    return quota > INT64_MAX ? INT64_MAX : (int64_t)quota;
}

int64_t take_away_quota(const struct rules *rules, int64_t take)
{
    struct take_away_function function = take_away_function(rules);
    return take_away_function_at(&function, take);
}

int64_t take_away_quota_left(const struct rules *rules, int64_t take, int64_t most)
{
    int64_t quota = take_away_quota(rules, take);
    return quota < most ? quota : most;
}

static bool is_twice(const struct take_away_function *function)
{
    return (uint128)function->numerator == (uint128)function->denominator * 2;
}

bool take_away_function_is_doubling(const struct take_away_function *function)
{
    return is_twice(function) && function->constant == 0;
}

/* With b = 1, F(b) = 1. So either c = 0 and p/q < 2, which is enough; or c = 1 - k < 0 and p/q >=
 * k. In the second case b = 2 implies k = 2, and large b imply p/q = 2. */
bool take_away_function_is_binary(const struct take_away_function *function)
{
    if (function->constant == 0)
        return (uint128)function->numerator < (uint128)function->denominator * 2;
    return function->constant == -1 && is_twice(function);
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

/* Reads the coefficient before the x: nothing, "2", "5/2" or "2.5". */
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

/* Reads the constant after the x: nothing, "+1" or "-1". */
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

/* F(x) >= x must hold for all x >= 1, so that the player to move always has a quota. Testing x = 1
 * is enough: F(x) - x = floor((p/q - 1)x) + c never falls as x grows, because p/q >= 1. */
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
    coefficient = fraction_reduced(coefficient);
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

static const char *const variants[] = {"local", "global", NULL};

static const struct family *const tables[] = {
    [TAKE_AWAY_ONE] = &take_away_one,
    [TAKE_AWAY_LOCAL] = &take_away_local,
    [TAKE_AWAY_GLOBAL] = &take_away_global,
};

const struct family family_take_away = {
    .name = "take-away",
    .form = "take-away:F (as take-away:2x)",
    .variants = variants,
    .by_variant = tables,
    .rules_parse = take_away_rules_parse,
};

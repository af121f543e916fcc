/* The text of the function F, and the choice of the variant. */
#include "common/game/take_away.h"

#include "common/base/real.h"
#include "common/game/take_away_variant.h"

#include <assert.h>
#include <inttypes.h>

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

/* The factor of x while it is read. */
struct factor {
    struct fraction fraction; /* in lowest terms; for any other number the one that stands for it */
    const char *expression;   /* for other numbers: as it is written, borrowed */
    int expression_len;       /* 0: there is a fraction and no expression */
    bool is_named;            /* it is given by a name such as sqrt(2), so no x has to follow */
};

static enum error_code out_of_range(bool is_over, struct error *error)
{
    if (is_over)
        return error_set(error, ERROR_BAD_RULES, "the coefficient of x is over %d",
                         TAKE_AWAY_COEFFICIENT_MAX);
    return error_set(error, ERROR_BAD_RULES, "the coefficient of x is below 1");
}

/* The factor's text is what the scanner has taken since `start`. A number that is a fraction within
 * the limits is written as one. */
static enum error_code factor_of_real(const struct real *real, const struct scanner *scanner,
                                      size_t start, struct factor *factor, struct error *error)
{
    const struct fraction whole = {real->whole, 1};
    if (real->whole < 1 || real->whole > TAKE_AWAY_COEFFICIENT_MAX ||
        (real->whole == TAKE_AWAY_COEFFICIENT_MAX && real_compare(real, whole) > 0))
        return out_of_range(real->whole >= 1, error);
    factor->fraction = real_stand_in(real, INT64_MAX);
    if (factor->fraction.denominator <= TAKE_AWAY_DENOMINATOR_MAX &&
        real_compare(real, factor->fraction) == 0)
        return ERROR_NONE;
    const char *expression = scanner->text + start, *end = scanner->text + scanner->at;
    if (!factor->is_named)
        end = real->decimals + real->decimals_len;
    factor->expression = expression;
    factor->expression_len = (int)(end - expression);
    return ERROR_NONE;
}

static enum error_code parse_named(struct scanner *scanner, struct factor *factor,
                                   struct error *error)
{
    struct real real;
    size_t start = scanner->at;
    enum error_code failed =
        real_take_name(scanner, "x or its coefficient (as in 2x, 5/2x, 4.1x, phi, pi, e, sqrt(2))",
                       &real, ERROR_BAD_RULES, error);
    factor->is_named = true;
    return failed ? failed : factor_of_real(&real, scanner, start, factor, error);
}

static enum error_code parse_denominator(struct scanner *scanner, struct fraction *fraction,
                                         struct error *error)
{
    size_t start = scanner->at;
    enum error_code failed =
        scanner_take_int(scanner, &fraction->denominator, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (fraction->denominator == 0)
        return error_set(error, ERROR_BAD_RULES, "at %zu: the denominator is 0", start + 1);
    *fraction = fraction_reduced(*fraction);
    if (fraction->numerator < fraction->denominator)
        return out_of_range(false, error);
    uint128 most = (uint128)TAKE_AWAY_COEFFICIENT_MAX * (uint128)fraction->denominator;
    if ((uint128)fraction->numerator > most)
        return out_of_range(true, error);
    if (fraction->denominator > TAKE_AWAY_DENOMINATOR_MAX)
        return error_set(error, ERROR_BAD_RULES,
                         "the denominator of the coefficient of x is over %d",
                         TAKE_AWAY_DENOMINATOR_MAX);
    return ERROR_NONE;
}

/* Reads the factor before the x: nothing, "2", "5/2", "2.5" or an expression such as "sqrt(2)". */
static enum error_code parse_factor(struct scanner *scanner, struct factor *factor,
                                    struct error *error)
{
    struct real real = {.kind = REAL_DECIMAL};
    size_t start = scanner->at;
    *factor = (struct factor){.fraction = {1, 1}};
    if (scanner_peek(scanner) == 'x')
        return ERROR_NONE;
    if (!next_is_digit(scanner))
        return parse_named(scanner, factor, error);
    enum error_code failed =
        scanner_take_int(scanner, &factor->fraction.numerator, ERROR_BAD_RULES, error);
    if (failed)
        return failed;
    if (scanner_take(scanner, '/'))
        return parse_denominator(scanner, &factor->fraction, error);
    real.whole = factor->fraction.numerator;
    if (scanner_take(scanner, '.'))
        failed = real_take_decimals(scanner, real.whole, &real, ERROR_BAD_RULES, error);
    return failed ? failed : factor_of_real(&real, scanner, start, factor, error);
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

/* Behind an expression such as sqrt(2) the x is left out where no constant follows. */
static void print_rules(const struct factor *factor, int64_t constant, struct text *out)
{
    const struct fraction *fraction = &factor->fraction;
    text_append_string(out, "take-away:");
    if (factor->expression_len)
        text_append(out, factor->expression, (size_t)factor->expression_len);
    else if (fraction->numerator != fraction->denominator)
        text_append_int(out, fraction->numerator);
    if (!factor->expression_len && fraction->denominator != 1)
        text_printf(out, "/%" PRId64, fraction->denominator);
    if (!factor->expression_len || !factor->is_named || constant)
        text_append_char(out, 'x');
    if (constant)
        text_printf(out, "%+" PRId64, constant);
}

/* Reads ":F". */
static enum error_code parse_function(struct scanner *scanner, struct factor *factor,
                                      int64_t *constant, struct error *error)
{
    *constant = 0;
    if (!scanner_take(scanner, ':'))
        return scanner_expected(scanner, ERROR_BAD_RULES, "':' and a quota rule such as 2x", error);
    enum error_code failed = parse_factor(scanner, factor, error);
    if (failed)
        return failed;
    if (scanner_take(scanner, 'x'))
        return parse_constant(scanner, constant, error);
    if (factor->is_named && (scanner_at_end(scanner) || scanner_peek(scanner) == ','))
        return ERROR_NONE;
    return scanner_expected(scanner, ERROR_BAD_RULES, "x", error);
}

static enum error_code take_away_rules_parse(struct rules *rules, struct scanner *scanner,
                                             struct text *out, struct error *error)
{
    struct factor factor;
    int64_t constant;
    enum error_code failed = parse_function(scanner, &factor, &constant, error);
    if (!failed)
        failed = check_function(factor.fraction, constant, error);
    if (failed)
        return failed;
    rules->parameters[TAKE_AWAY_NUMERATOR] = factor.fraction.numerator;
    rules->parameters[TAKE_AWAY_DENOMINATOR] = factor.fraction.denominator;
    rules->parameters[TAKE_AWAY_CONSTANT] = constant;
    print_rules(&factor, constant, out);
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
    .has_heaps = true,
    .variants = variants,
    .by_variant = tables,
    .rules_parse = take_away_rules_parse,
};

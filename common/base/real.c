#include "common/base/real.h"

#include "common/base/random.h"

#include <assert.h>
#include <string.h>

/* Two different fractions of 63 bits differ by more than 10^-38. So at most one of them begins with
 * the decimals of pi that are known here, and none does: real_stand_in() would meet it. The same
 * holds for e. */
static const char pi_decimals[] = "141592653589793238462643383279502884197169399375105820974944";
static const char e_decimals[] = "718281828459045235360287471352662497757247093699959574966967";

static struct real stored(int64_t whole, const char *decimals)
{
    return (struct real){.kind = REAL_STORED,
                         .whole = whole,
                         .decimals = decimals,
                         .decimals_len = strlen(decimals)};
}

/* The largest number whose square is at most n. */
static int64_t square_root(int64_t n)
{
    int64_t root = 0;
    for (int64_t bit = INT64_C(1) << 31; bit > 0; bit >>= 1) {
        if ((uint128)(root + bit) * (uint128)(root + bit) <= (uint128)n)
            root += bit;
    }
    return root;
}

static enum error_code take_root(struct scanner *scanner, struct real *ret_real,
                                 enum error_code code, struct error *error)
{
    int64_t radicand;
    enum error_code failed = scanner_take_int(scanner, &radicand, code, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, ')'))
        return scanner_expected(scanner, code, "')'", error);
    int64_t whole = square_root(radicand);
    *ret_real = (struct real){.kind = whole * whole == radicand ? REAL_DECIMAL : REAL_ROOT,
                              .whole = whole,
                              .radicand = radicand};
    return ERROR_NONE;
}

enum error_code real_take_name(struct scanner *scanner, const char *expected, struct real *ret_real,
                               enum error_code code, struct error *error)
{
    if (scanner_take_word(scanner, "sqrt("))
        return take_root(scanner, ret_real, code, error);
    if (scanner_take_word(scanner, "phi"))
        *ret_real = (struct real){.kind = REAL_PHI, .whole = 1};
    else if (scanner_take_word(scanner, "pi"))
        *ret_real = stored(3, pi_decimals);
    else if (scanner_take(scanner, 'e'))
        *ret_real = stored(2, e_decimals);
    else
        return scanner_expected(scanner, code, expected, error);
    return ERROR_NONE;
}

enum error_code real_take_decimals(struct scanner *scanner, int64_t whole, struct real *ret_real,
                                   enum error_code code, struct error *error)
{
    const char *decimals = scanner->text + scanner->at;
    size_t count = 0, len = 0;
    for (char next; (next = scanner_peek(scanner)) >= '0' && next <= '9'; scanner->at++) {
        count++;
        if (next != '0')
            len = count;
    }
    if (count == 0)
        return scanner_expected(scanner, code, "a decimal digit", error);
    *ret_real = (struct real){
        .kind = REAL_DECIMAL, .whole = whole, .decimals = decimals, .decimals_len = len};
    return ERROR_NONE;
}

/* Compares decimal by decimal: those of the fraction come from long division. */
static int compare_decimals(const struct real *real, struct fraction fraction)
{
    uint64_t divisor = (uint64_t)fraction.denominator;
    int64_t whole = fraction.numerator / fraction.denominator;
    uint64_t rest = (uint64_t)(fraction.numerator % fraction.denominator);
    if (whole != real->whole)
        return real->whole < whole ? -1 : 1;
    for (size_t i = 0; i < real->decimals_len; i++) {
        uint128 tenfold = (uint128)rest * 10;
        int known = real->decimals[i] - '0', decimal = (int)(tenfold / divisor);
        if (known != decimal)
            return known < decimal ? -1 : 1;
        rest = (uint64_t)(tenfold % divisor);
    }
    assert(real->kind == REAL_DECIMAL);
    return rest > 0 ? -1 : 0;
}

/* With n the radicand and w the whole part, q <= p / w. So n q^2 <= n / w^2 p^2 <= 3 p^2 < 2^128,
 * as n < (w + 1)^2. */
int real_compare(const struct real *real, struct fraction fraction)
{
    uint128 p = (uint128)fraction.numerator, q = (uint128)fraction.denominator;
    assert(real->whole >= 1 && p >= (uint128)real->whole * q &&
           p <= (uint128)(real->whole + 1) * q);
    if (real->kind == REAL_ROOT)
        return p * p < (uint128)real->radicand * (q * q) ? 1 : -1;
    if (real->kind == REAL_PHI) /* phi^2 = phi + 1 */
        return p * p < q * (p + q) ? 1 : -1;
    return compare_decimals(real, fraction);
}

/* Two fractions a/b <= real < c/d with bc - ad = 1: every fraction between them has a numerator of
 * at least a + c [Stern, Brocot]. */
struct bracket {
    struct fraction below, above;
};

/* a + times * b, for numerators and for denominators. */
static struct fraction mediant(struct fraction a, struct fraction b, int64_t times)
{
    return (struct fraction){a.numerator + times * b.numerator,
                             a.denominator + times * b.denominator};
}

/* Moves one end of the bracket towards the other as often as it stays on its side, the numerator at
 * most `most`. Returns how often that is. */
static int64_t tighten(const struct real *real, bool is_below, int64_t most,
                       struct bracket *bracket)
{
    struct fraction *moved = is_below ? &bracket->below : &bracket->above;
    struct fraction other = is_below ? bracket->above : bracket->below;
    int64_t limit = (most - moved->numerator) / other.numerator, times = 0, step = 1;
    bool grows = true;
    while (step > 0) {
        bool fits = step <= limit - times &&
                    (real_compare(real, mediant(*moved, other, times + step)) >= 0) == is_below;
        if (fits)
            times += step;
        grows &= fits;
        step = grows ? 2 * step : step / 2;
    }
    *moved = mediant(*moved, other, times);
    return times;
}

struct fraction real_stand_in(const struct real *real, int64_t most)
{
    assert(real->whole >= 1 && real->whole <= most);
    struct bracket bracket = {{real->whole, 1}, {real->whole + 1, 1}};
    while (most - bracket.below.numerator >= bracket.above.numerator) {
        int64_t below = tighten(real, true, most, &bracket);
        int64_t above = tighten(real, false, most, &bracket);
        assert(below > 0 || above > 0);
    }
    return bracket.below;
}

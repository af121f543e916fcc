#include "common/base/random.h"
#include "common/base/real.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(real, 60);

static struct real real_of(const char *text)
{
    struct scanner scanner = {.text = text, .len = strlen(text)};
    struct real real;
    struct error error;
    int64_t whole;
    enum error_code failed;
    if (scanner_peek(&scanner) >= '0' && scanner_peek(&scanner) <= '9')
        failed =
            scanner_take_int(&scanner, &whole, ERROR_USAGE, &error) || !scanner_take(&scanner, '.')
                ? ERROR_USAGE
                : real_take_decimals(&scanner, whole, &real, ERROR_USAGE, &error);
    else
        failed = real_take_name(&scanner, "a name", &real, ERROR_USAGE, &error);
    cr_assert(failed == ERROR_NONE && scanner_at_end(&scanner), "%s", text);
    return real;
}

/* --- the decimals of pi and e, by integer series --- */

enum { CELLS = 10, CELL = 1000000000, PLACES = 60 };

/* A number below CELL: a whole part and 9 (CELLS - 1) decimals, the last of them not exact. */
struct long_number {
    int64_t cells[CELLS];
};

static void long_divide(struct long_number *number, int64_t by)
{
    int64_t rest = 0;
    for (int i = 0; i < CELLS; i++) {
        int64_t dividend = rest * CELL + number->cells[i];
        number->cells[i] = dividend / by;
        rest = dividend % by;
    }
}

/* Adds a number `times` times, which may be negative. */
static void long_add(struct long_number *to, const struct long_number *number, int64_t times)
{
    int64_t carry = 0;
    for (int i = CELLS - 1; i >= 0; i--) {
        int64_t sum = to->cells[i] + times * number->cells[i] + carry;
        carry = sum / CELL;
        to->cells[i] = sum % CELL;
        if (to->cells[i] < 0) {
            to->cells[i] += CELL;
            carry--;
        }
    }
    cr_assert_eq(carry, 0);
}

static bool long_is_zero(const struct long_number *number)
{
    for (int i = 0; i < CELLS; i++) {
        if (number->cells[i])
            return false;
    }
    return true;
}

/* Adds `times` arctan(1/n) = 1/n - 1/3n^3 + 1/5n^5 - ... */
static void add_arctan(struct long_number *sum, int64_t n, int64_t times)
{
    struct long_number power = {{1}};
    long_divide(&power, n);
    for (int64_t k = 1; !long_is_zero(&power); k += 2) {
        struct long_number term = power;
        long_divide(&term, k);
        long_add(sum, &term, k % 4 == 1 ? times : -times);
        long_divide(&power, n * n);
    }
}

static void expect_decimals(const char *name, const struct long_number *number)
{
    struct real real = real_of(name);
    char text[9 * CELLS + 1];
    for (int i = 1; i < CELLS; i++)
        snprintf(text + 9 * (i - 1), 10, "%09d", (int)number->cells[i]);
    cr_assert_eq(real.whole, number->cells[0]);
    cr_assert_eq(real.decimals_len, PLACES);
    cr_assert(memcmp(real.decimals, text, PLACES) == 0, "%s: %s", name, text);
    /* No error of the last places can have changed these. */
    cr_assert(memcmp(text + PLACES, "000000000", 9) != 0);
    cr_assert(memcmp(text + PLACES, "999999999", 9) != 0);
}

Test(real, the_stored_decimals_are_those_of_a_series)
{
    struct long_number pi = {{0}}, e = {{1}}, term = {{1}};
    add_arctan(&pi, 5, 16); /* Machin */
    add_arctan(&pi, 239, -4);
    expect_decimals("pi", &pi);
    for (int64_t k = 1; !long_is_zero(&term); k++) {
        long_divide(&term, k);
        long_add(&e, &term, 1);
    }
    expect_decimals("e", &e);
}

/* --- comparisons --- */

/* floor(D x) for D given by a digit before the point and decimals: schoolbook multiplication. */
static int64_t floor_by_digits(const char *digits, int64_t x)
{
    uint128 carry = 0;
    for (size_t i = strlen(digits); i > 0; i--) {
        if (digits[i - 1] != '.')
            carry = (carry + (uint128)(digits[i - 1] - '0') * (uint128)x) / (i == 1 ? 1 : 10);
    }
    return (int64_t)carry;
}

/* A number, and a decimal number that is as large up to the last decimal but one. */
static const char *const numbers[][2] = {
    {"pi", "3.141592653589793238462643383279502884197169399375"},
    {"e", "2.718281828459045235360287471352662497757247093699"},
    {"phi", "1.618033988749894848204586834365638117720309179805"},
    {"sqrt(2)", "1.414213562373095048801688724209698078569671875376"},
    {"sqrt(3)", "1.732050807568877293527446341505872366942805253810"},
    {"sqrt(80)", "8.944271909999158785636694674925104941762473438446"},
    {"3.4999999999999999999999999999999999999999", "3.4999999999999999999999999999999999999999"},
    {"2.0000000000000000000000000000000000000001", "2.0000000000000000000000000000000000000001"},
    {"7.25", "7.25"},
    {"1.0", "1.0"},
};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

static void expect_floor(const struct real *real, const char *name, int64_t x, int64_t floor)
{
    EXPECT(real_compare(real, (struct fraction){floor, x}) >= 0, "%s: %lld/%lld", name,
           (long long)floor, (long long)x);
    EXPECT(real_compare(real, (struct fraction){floor + 1, x}) < 0, "%s: %lld/%lld", name,
           (long long)floor + 1, (long long)x);
}

Test(real, a_comparison_is_exact)
{
    struct random random = random_from_seed(11);
    for (int i = 0; i < NUMBERS; i++) {
        struct real real = real_of(numbers[i][0]);
        for (int64_t x = 1; x <= 3000; x++)
            expect_floor(&real, numbers[i][0], x, floor_by_digits(numbers[i][1], x));
        for (int round = 0; round < 3000; round++) {
            int64_t x = 1 + (int64_t)random_below(&random, (uint128)1 << (1 + round % 58));
            expect_floor(&real, numbers[i][0], x, floor_by_digits(numbers[i][1], x));
        }
    }
    struct real quarter = real_of("7.25"), square = real_of("sqrt(49)");
    cr_assert_eq(real_compare(&quarter, (struct fraction){29, 4}), 0);
    cr_assert_eq(real_compare(&square, (struct fraction){7, 1}), 0);
}

/* --- stand-ins --- */

/* The largest fraction by trying all denominators. */
static struct fraction plain_stand_in(const char *digits, int64_t most)
{
    struct fraction best = {1, 1};
    for (int64_t q = 1; q <= most; q++) {
        int64_t p = floor_by_digits(digits, q);
        if (p <= most && p * best.denominator > best.numerator * q)
            best = (struct fraction){p, q};
    }
    return best;
}

Test(real, a_stand_in_is_the_largest_fraction_that_is_not_above)
{
    for (int i = 0; i < NUMBERS; i++) {
        struct real real = real_of(numbers[i][0]);
        for (int64_t most = 10; most <= 1500; most += 1 + most / 5) {
            struct fraction found = real_stand_in(&real, most);
            struct fraction plain = plain_stand_in(numbers[i][1], most);
            cr_assert(found.numerator == plain.numerator && found.denominator == plain.denominator,
                      "%s to %lld: %lld/%lld", numbers[i][0], (long long)most,
                      (long long)found.numerator, (long long)found.denominator);
        }
    }
}

Test(real, a_stand_in_has_the_floors_of_its_number)
{
    struct random random = random_from_seed(12);
    for (int i = 0; i < NUMBERS; i++) {
        struct real real = real_of(numbers[i][0]);
        struct fraction found = real_stand_in(&real, INT64_MAX);
        for (int round = 0; round < 100000; round++) {
            int64_t most = INT64_MAX / (real.whole + 1);
            int64_t x = 1 + (int64_t)random_below(&random, (uint128)most >> round % 58);
            int64_t floor =
                (int64_t)((uint128)found.numerator * (uint128)x / (uint128)found.denominator);
            EXPECT(floor == floor_by_digits(numbers[i][1], x), "%s: %lld", numbers[i][0],
                   (long long)x);
        }
        /* The first multiple that it must not miss: x is its own denominator. */
        expect_floor(&real, numbers[i][0], found.denominator, found.numerator);
    }
}

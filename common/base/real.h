/* Real numbers as people write them: phi, pi, e, sqrt(2), 3.14159265358979323846. A number is never
 * rounded. All that is asked of it is on which side of a fraction it lies, and integers decide
 * that: the squares of numerator and denominator for roots and phi, the decimals of the fraction,
 * by long division, for the others. */
#ifndef COMMON_BASE_REAL_H
#define COMMON_BASE_REAL_H

#include "common/base/fraction.h"
#include "common/base/scanner.h"

enum real_kind {
    REAL_DECIMAL, /* the decimals are all there are */
    REAL_STORED,  /* pi and e: the decimals go on, and those known decide every comparison */
    REAL_PHI,     /* (1 + sqrt(5)) / 2 */
    REAL_ROOT,
};

struct real {
    enum real_kind kind;
    int64_t whole;        /* the largest whole number that is not above it */
    int64_t radicand;     /* REAL_ROOT: of which this is the square root; it is no square */
    const char *decimals; /* REAL_DECIMAL, REAL_STORED: borrowed */
    size_t decimals_len;
};

/* Takes phi, pi, e or sqrt(N), N to 2^63-1. The root of a square is a whole number without
 * decimals. An error says, with `code`, that `expected` was expected where nothing of the kind is
 * next. */
enum error_code real_take_name(struct scanner *scanner, const char *expected, struct real *ret_real,
                               enum error_code code, struct error *error);
/* Takes the decimals behind `whole` and a point. They belong to the scanner's text, without zeros
 * at the end. */
enum error_code real_take_decimals(struct scanner *scanner, int64_t whole, struct real *ret_real,
                                   enum error_code code, struct error *error);

/* Below 0: the number is smaller than the fraction; 0: they are equal; above 0: it is larger.
 * Precondition: 1 <= whole, and whole <= fraction <= whole + 1. */
int real_compare(const struct real *real, struct fraction fraction);

/* The largest fraction <= the number whose numerator is at most `most`, in lowest terms: p/q. It
 * stands for the number: floor(p/q x) is floor(real x) for every x >= 1 for which the latter is at
 * most `most`. For with m = floor(real x), m/x is such a fraction and so no larger than p/q: m <=
 * p/q x <= real x. Precondition: 1 <= whole <= most. */
struct fraction real_stand_in(const struct real *real, int64_t most);

#endif

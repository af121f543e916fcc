#include "common/base/fraction.h"

#include <assert.h>

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b) {
        int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

struct fraction fraction_reduced(struct fraction fraction)
{
    assert(fraction.numerator >= 0 && fraction.denominator >= 1);
    int64_t divisor = greatest_common_divisor(fraction.numerator, fraction.denominator);
    assert(divisor >= 1);
    return (struct fraction){fraction.numerator / divisor, fraction.denominator / divisor};
}

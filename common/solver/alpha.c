#include "common/solver/alpha.h"

#include "common/base/fraction.h"

#include <assert.h>

struct alpha alpha_reduced(int64_t p, int64_t q)
{
    assert(p >= 1 && q >= 1);
    struct fraction reduced = fraction_reduced((struct fraction){p, q});
    return (struct alpha){reduced.numerator, reduced.denominator};
}

int alpha_compare(struct alpha a, struct alpha b)
{
    uint128 left = (uint128)a.p * (uint128)b.q, right = (uint128)b.p * (uint128)a.q;
    return (left > right) - (left < right);
}

bool alpha_is_allowed(struct alpha alpha)
{
    return alpha.q >= 1 && alpha.p >= alpha.q &&
           alpha_reaches((struct alpha){ALPHA_MAX, 1}, alpha.q, alpha.p);
}

struct take_away_function alpha_function(struct alpha alpha)
{
    assert(alpha_is_allowed(alpha));
    return (struct take_away_function){.numerator = alpha.p, .denominator = alpha.q};
}

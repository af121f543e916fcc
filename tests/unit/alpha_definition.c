#include "alpha_definition.h"

#include "test_solver_checks.h"

#include <inttypes.h>

void naive_fill(struct naive *naive, struct alpha alpha, uint32_t count)
{
    EXPECT(count <= NAIVE_TERMS_MAX, "room for %" PRIu32 " terms", count);
    naive->terms[0] = 0;
    naive->terms[1] = 1;
    for (naive->count = 2; naive->count < count; naive->count++) {
        uint128 last = naive->terms[naive->count - 1];
        uint32_t m = 1;
        while ((uint128)alpha.p * naive->terms[m] / (uint128)alpha.q < last)
            m++;
        if (last >> 90)
            return;
        naive->terms[naive->count] = last + naive->terms[m];
    }
}

struct alpha drawn_alpha(struct random *random, int64_t p_max)
{
    int64_t p = 1 + (int64_t)random_below(random, (uint64_t)p_max);
    return alpha_reduced(p, 1 + (int64_t)random_below(random, (uint64_t)p));
}

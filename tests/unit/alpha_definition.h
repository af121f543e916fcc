/* The P-sequence of alpha computed as its definition stands, for the tests. */
#ifndef TESTS_UNIT_ALPHA_DEFINITION_H
#define TESTS_UNIT_ALPHA_DEFINITION_H

#include "common/solver/alpha_walk.h"

enum { NAIVE_TERMS_MAX = 4096 };

struct naive {
    uint128 terms[NAIVE_TERMS_MAX];
    uint32_t count;
};

/* As many terms as asked for, but at most one above 2^90. */
void naive_fill(struct naive *naive, struct alpha alpha, uint32_t count);

/* A fraction of numbers up to p_max. */
struct alpha drawn_alpha(struct random *random, int64_t p_max);

#endif

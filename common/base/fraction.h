/* Fractions of 64-bit numbers. */
#ifndef COMMON_BASE_FRACTION_H
#define COMMON_BASE_FRACTION_H

#include <stdint.h>

struct fraction {
    int64_t numerator;
    int64_t denominator;
};

/* The same in lowest terms. Precondition: numerator >= 0, denominator >= 1. */
struct fraction fraction_reduced(struct fraction fraction);

#endif

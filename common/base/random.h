/* Seeded pseudo-random numbers (splitmix64), the same on every machine. Every function that draws
 * takes the generator as a parameter, so that a seed repeats a whole evening. Not for secrets. */
#ifndef COMMON_BASE_RANDOM_H
#define COMMON_BASE_RANDOM_H

#include <stdint.h>

__extension__ typedef unsigned __int128 uint128;

struct random {
    uint64_t state;
};

struct random random_from_seed(uint64_t seed);
uint64_t random_next(struct random *random);
/* Uniform in 0..limit-1, without modulo bias; limit >= 1. */
uint128 random_below(struct random *random, uint128 limit);

#endif

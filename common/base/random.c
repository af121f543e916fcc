#include "common/base/random.h"

#include <assert.h>

struct random random_from_seed(uint64_t seed)
{
    return (struct random){.state = seed};
}

/* Sebastiano Vigna's splitmix64 (public domain); the constants are those of its reference. */
uint64_t random_next(struct random *random)
{
    random->state += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static uint128 draw_bits(struct random *random, uint128 mask)
{
    uint128 high = mask >> 64 ? random_next(random) : 0;
    return (high << 64 | random_next(random)) & mask;
}

uint128 random_below(struct random *random, uint128 limit)
{
    assert(limit >= 1);
    uint128 mask = limit - 1;
    for (unsigned shift = 1; shift < 128; shift *= 2)
        mask |= mask >> shift;
    /* Less than half of the draws fall outside and are thrown away. */
    uint128 draw = draw_bits(random, mask);
    while (draw >= limit)
        draw = draw_bits(random, mask);
    assert(draw < limit);
    return draw;
}

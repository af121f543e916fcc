#include "client/lib/backoff.h"

#include "client/lib/entropy.h"
#include "common/base/random.h"

static uint32_t longer(uint32_t delay_ms)
{
    if (delay_ms == 0)
        return BACKOFF_MIN_MS;
    return delay_ms < BACKOFF_MAX_MS / 2 ? 2 * delay_ms : BACKOFF_MAX_MS;
}

uint32_t backoff_next_ms(struct backoff *backoff)
{
    uint64_t seed;
    entropy_fill(&seed, sizeof seed);
    struct random random = random_from_seed(seed);
    backoff->delay_ms = longer(backoff->delay_ms);
    return backoff->delay_ms / 2 + (uint32_t)random_below(&random, backoff->delay_ms + 1);
}

#include "client/lib/chance.h"

#include "common/base/random.h"

#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>

void entropy_fill(void *bytes, size_t len)
{
    assert(len <= ENTROPY_BYTES_MAX);
    ssize_t got = getrandom(bytes, len, 0);
    while (got < 0 && errno == EINTR) /* only while the kernel has just started */
        got = getrandom(bytes, len, 0);
    if (got != (ssize_t)len) {
        perror("getrandom");
        abort();
    }
}

uint32_t backoff_next_ms(struct backoff *backoff)
{
    uint64_t seed;
    entropy_fill(&seed, sizeof seed);
    struct random random = random_from_seed(seed);
    if (backoff->delay_ms == 0)
        backoff->delay_ms = BACKOFF_MIN_MS;
    else
        backoff->delay_ms =
            backoff->delay_ms < BACKOFF_MAX_MS / 2 ? 2 * backoff->delay_ms : BACKOFF_MAX_MS;
    return backoff->delay_ms / 2 + (uint32_t)random_below(&random, backoff->delay_ms + 1);
}

/* Chance that nobody can foresee or repeat, and how long to wait before the next try. */
#ifndef CLIENT_LIB_CHANCE_H
#define CLIENT_LIB_CHANCE_H

#include <stddef.h>
#include <stdint.h>

enum { ENTROPY_BYTES_MAX = 256 }; /* at a time */

/* Bytes from the kernel's generator. */
void entropy_fill(void *bytes, size_t len);

enum { BACKOFF_MIN_MS = 100, BACKOFF_MAX_MS = 5000 };

/* Each wait is twice as long as the one before, give or take half of it, so that a thousand clients
 * do not all come back in the same moment. `struct backoff b = {0}` starts at BACKOFF_MIN_MS;
 * assign that again when things are well. */
struct backoff {
    uint32_t delay_ms; /* of the last try, before chance is added; 0: none yet */
};

uint32_t backoff_next_ms(struct backoff *backoff);

#endif

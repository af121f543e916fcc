/* How long to wait before the next try: twice as long each time, from 100 ms to 5 s, give or take
 * half of it, so that a thousand clients do not all come back in the same moment. */
#ifndef CLIENT_LIB_BACKOFF_H
#define CLIENT_LIB_BACKOFF_H

#include <stdint.h>

enum { BACKOFF_MIN_MS = 100, BACKOFF_MAX_MS = 5000 };

/* `struct backoff b = {0}` starts at BACKOFF_MIN_MS; assign that again when things are well. */
struct backoff {
    uint32_t delay_ms; /* of the last try, before chance is added; 0: none yet */
};

uint32_t backoff_next_ms(struct backoff *backoff);

#endif

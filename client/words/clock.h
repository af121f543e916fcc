/* Time that has passed, for people who wait. */
#ifndef CLIENT_CLOCK_H
#define CLIENT_CLOCK_H

#include <stdint.h>

/* Milliseconds since some fixed moment; never goes back. */
int64_t clock_now_ms(void);

#endif

/* The server's two clocks besides the loop's. */
#ifndef SERVER_BASE_NOW_H
#define SERVER_BASE_NOW_H

#include <stdint.h>

/* Since 1970 UTC. */
int64_t wall_clock_ms(void);
/* Monotonic, for measuring. */
uint64_t now_us(void);

#endif

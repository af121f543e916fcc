/* Bots by the hundred, some dozens in each process. Hosts are players whom they challenge. */
#ifndef TESTS_CRASH_CROWD_H
#define TESTS_CRASH_CROWD_H

#include <stdbool.h>

#define CROWD_HOST "host-"
enum {
    CROWD_BOTS_OF_HOST = 10,
    CROWD_BOTS_OF_PROCESS = 50,
};

struct crowd;

/* `program`: the path of takeaway-crash-bots. `server`: as --server takes it. */
struct crowd *crowd_start(const char *program, const char *server, unsigned bots);
/* False, and it is on standard error: some of them have ended. */
bool crowd_goes_on(struct crowd *crowd);
/* Asks all of them to end, and waits. NULL is allowed. */
void crowd_stop(struct crowd *crowd);

#endif

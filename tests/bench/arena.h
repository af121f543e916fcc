/* A tournament of perfect bots, as people hold one: takeaway-bot processes, every match durable and
 * judged. */
#ifndef TESTS_BENCH_ARENA_H
#define TESTS_BENCH_ARENA_H

#include <stdint.h>

struct arena_result {
    int64_t matches, moves;
    double seconds;        /* from the start of the tournament until its last match is over */
    double judged_seconds; /* until all of them are judged, too */
};

/* Round-robin of two perfect bots: Fibonacci nim from starts drawn between 900 and 1100, so many
 * pairs, `at_once` matches at a time. `server` is HOST:PORT. Ends the program with a message when
 * something fails. */
struct arena_result arena_play(const char *server, int at_once, int pairs);

#endif

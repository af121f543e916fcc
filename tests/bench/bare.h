/* Durable moves without anything else: two players in this process play matches against each other
 * whose moves cost nothing to find, one move in flight in each. A move counts when its mover has
 * the answer, so that it is on disk, and its opponent the event. */
#ifndef TESTS_BENCH_BARE_H
#define TESTS_BENCH_BARE_H

#include <stdint.h>

struct bare_result {
    int64_t moves;
    double seconds; /* from the first move sent to the last answer */
};

/* Plays until so many moves have been made, in `at_once` matches at a time, of Fibonacci nim from
 * one heap of 1000, always taking 1. `server` is HOST:PORT. Ends the program with a message when
 * something fails. */
struct bare_result bare_play(const char *server, int at_once, int64_t moves);

#endif

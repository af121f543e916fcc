/* Many players who follow the lobby, and one whose open seek comes and goes: what an event to all
 * of them costs the server. */
#ifndef TESTS_BENCH_FOLLOW_H
#define TESTS_BENCH_FOLLOW_H

#include "tests/bench/trips.h"

#include <stddef.h>

struct follow_config {
    const char *address; /* HOST:PORT */
    int peer;            /* the process that listens there */
    int followers;
    int64_t warm, events; /* not measured at first, and measured */
};

struct follow_result {
    struct trips_result trips;
    size_t event_bytes; /* in the mean of a seek that comes and of one that goes */
};

/* A trip is from the request that makes or cancels the seek until the last follower has the event;
 * then the next one begins. */
struct follow_result follow_lobby(const struct follow_config *config);

#endif

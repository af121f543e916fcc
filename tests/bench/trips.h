/* A stop-watch for many round trips: how many a second, how long each took, and the processor time
 * of both sides. */
#ifndef TESTS_BENCH_TRIPS_H
#define TESTS_BENCH_TRIPS_H

#include <stdbool.h>
#include <stdint.h>

struct trips;

struct trips_result {
    int64_t count;
    double seconds;
    double own_cpu_s, peer_cpu_s; /* of this process and of the other one */
    double peer_loop_cpu_s;       /* of the other one's first thread, which has its loop */
    double p50_us, p99_us, p999_us;
};

/* Measures so many trips over so many tracks, on each of which one trip is under way at a time. The
 * first `warm` trips are not measured. `peer`: the other process. */
struct trips *trips_create(int tracks, int64_t warm, int64_t wanted, int peer);
void trips_destroy(struct trips *trips);
/* A trip begins on a track. */
void trips_sent(struct trips *trips, int track);
/* It has come back. */
void trips_back(struct trips *trips, int track);
/* Have all come back that were wanted? */
bool trips_are_done(const struct trips *trips);
/* Once they are done. */
struct trips_result trips_result(struct trips *trips);

#endif

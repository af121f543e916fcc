/* The memory that the program occupies, as the system counts it: pages that were reserved and never
 * touched cost nothing. */
#ifndef TESTS_BENCH_RESIDENT_H
#define TESTS_BENCH_RESIDENT_H

#include <stdint.h>

/* Runs it, and returns the most bytes that it occupied at once beyond those occupied before; -1
 * where the system does not tell. */
int64_t resident_peak_bytes(void (*run)(void *context), void *context);

/* What another process occupies now, without pages of files; -1 where the system does not tell. */
int64_t resident_bytes_of(int process);

#endif

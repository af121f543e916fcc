/* Holds the instruction counts of the hot paths against stored ones. */
#ifndef TESTS_BENCH_GUARD_H
#define TESTS_BENCH_GUARD_H

#include <stdbool.h>

/* A line of the file is KEY PATH VALUE, where the key says what the counts depend on, such as
 * "x86_64,gcc-12.2.0-O2,glibc-2.36,msgpack-4.0.0"; # begins a comment. A path whose count is more
 * than 10 % away from its value, either way, fails. Without a value for this key, or where nothing
 * can be counted, all is skipped. Prints TAP; returns whether nothing failed. */
bool guard_run(const char *values);

#endif

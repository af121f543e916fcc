/* What takeaway-hot measures, a program of its own in this program's folder: so that nothing else
 * of the benchmark is in its way, and callgrind can count its instructions, which are the same on
 * any day, unlike time. */
#ifndef TESTS_BENCH_HOT_PROGRAM_H
#define TESTS_BENCH_HOT_PROGRAM_H

#include <stdbool.h>

/* The least time of several runs, in nanoseconds for one. `is_short`: of one short run. */
double hot_ns(const char *path, bool is_short);

/* Can instructions be counted? Not without valgrind, and not of a program with a sanitizer. */
bool hot_is_counted(void);
/* Of one run of the path, in the mean. */
double hot_instructions(const char *path);

#endif

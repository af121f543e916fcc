#include "tests/bench/bench.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double clock_s(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double bench_now_s(void)
{
    return clock_s(CLOCK_PROCESS_CPUTIME_ID);
}

double bench_wall_s(void)
{
    return clock_s(CLOCK_MONOTONIC);
}

_Noreturn void bench_fail(const char *what)
{
    fprintf(stderr, "bench: %s\n", what);
    exit(EXIT_FAILURE);
}

double bench_least_s(void (*run)(void *context), void *context, int runs)
{
    double least = INFINITY;
    for (int i = 0; i < runs; i++) {
        double begun = bench_now_s();
        run(context);
        least = fmin(least, bench_now_s() - begun);
    }
    return least;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

void bench_sort(double *values, int64_t count)
{
    qsort(values, (size_t)count, sizeof *values, compare);
}

bool bench_has_descriptors(int count)
{
    struct rlimit files;
    return getrlimit(RLIMIT_NOFILE, &files) == 0 &&
           (files.rlim_cur == RLIM_INFINITY || files.rlim_cur >= (rlim_t)count);
}

void bench_take_one(int64_t heap, char ret_text[BENCH_MOVE_BYTES])
{
    snprintf(ret_text, BENCH_MOVE_BYTES, "%" PRId64 ">%" PRId64, heap, heap - 1);
}

#include "tests/bench/trips.h"

#include "common/base/memory.h"
#include "tests/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct trips {
    int peer;
    int64_t warm, wanted, count; /* `count`: those back, the warm ones too */
    double *begun_s;             /* of each track */
    double *taken_us;            /* of each measured trip */
    double start_s, end_s;
    /* Processor time at the start; from the end on what was taken since then. */
    double own_cpu_s, peer_cpu_s, peer_loop_cpu_s;
};

/* The processor time that a file of the system's account says. */
static double cpu_in(const char *path)
{
    char line[1024];
    unsigned long user = 0, system = 0;
    FILE *file = fopen(path, "r");
    bool is_read = file && fgets(line, sizeof line, file);
    if (file)
        fclose(file);
    /* The second field is the name, in parentheses, whatever that holds. */
    const char *rest = is_read ? strrchr(line, ')') : NULL;
    if (!rest ||
        sscanf(rest, ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &system) != 2)
        bench_fail("the system does not tell a process's time");
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

/* Of a process with all its threads. */
static double cpu_of(int process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/stat", process);
    return cpu_in(path);
}

/* Of its first thread only. */
static double loop_cpu_of(int process)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/task/%d/stat", process, process);
    return cpu_in(path);
}

struct trips *trips_create(int tracks, int64_t warm, int64_t wanted, int peer)
{
    struct trips *trips = memory_zeroed(1, sizeof *trips);
    trips->peer = peer;
    trips->warm = warm;
    trips->wanted = wanted;
    trips->begun_s = memory_zeroed((size_t)tracks, sizeof *trips->begun_s);
    trips->taken_us = memory_zeroed((size_t)wanted, sizeof *trips->taken_us);
    return trips;
}

void trips_destroy(struct trips *trips)
{
    free(trips->begun_s);
    free(trips->taken_us);
    free(trips);
}

void trips_sent(struct trips *trips, int track)
{
    trips->begun_s[track] = bench_wall_s();
}

static void start(struct trips *trips)
{
    trips->start_s = bench_wall_s();
    trips->own_cpu_s = bench_now_s();
    trips->peer_cpu_s = cpu_of(trips->peer);
    trips->peer_loop_cpu_s = loop_cpu_of(trips->peer);
}

static void end(struct trips *trips)
{
    trips->end_s = bench_wall_s();
    trips->own_cpu_s = bench_now_s() - trips->own_cpu_s;
    trips->peer_cpu_s = cpu_of(trips->peer) - trips->peer_cpu_s;
    trips->peer_loop_cpu_s = loop_cpu_of(trips->peer) - trips->peer_loop_cpu_s;
}

void trips_back(struct trips *trips, int track)
{
    int64_t number = trips->count++ - trips->warm;
    if (number < 0 || number >= trips->wanted)
        return;
    if (number == 0)
        start(trips);
    trips->taken_us[number] = (bench_wall_s() - trips->begun_s[track]) * 1e6;
    if (trips_are_done(trips))
        end(trips);
}

bool trips_are_done(const struct trips *trips)
{
    return trips->count >= trips->warm + trips->wanted;
}

static double quantile(const struct trips *trips, double part)
{
    return trips->taken_us[(int64_t)(part * (double)(trips->wanted - 1))];
}

struct trips_result trips_result(struct trips *trips)
{
    bench_sort(trips->taken_us, trips->wanted);
    return (struct trips_result){
        .count = trips->wanted,
        .seconds = trips->end_s - trips->start_s,
        .own_cpu_s = trips->own_cpu_s,
        .peer_cpu_s = trips->peer_cpu_s,
        .peer_loop_cpu_s = trips->peer_loop_cpu_s,
        .p50_us = quantile(trips, 0.5),
        .p99_us = quantile(trips, 0.99),
        .p999_us = quantile(trips, 0.999),
    };
}

/* The paths that run most often, without I/O, and the least that anything could do with the same
 * bytes. */
#ifndef TESTS_BENCH_HOT_H
#define TESTS_BENCH_HOT_H

#include <stdbool.h>
#include <stdint.h>

struct hot_path {
    const char *name;
    const char *what;
    /* Prepares, then runs it so many times; `count` is a multiple of HOT_UNIT, at most
     * HOT_COUNT_MAX. Returns the seconds of processor time that the runs alone took. */
    double (*run)(int64_t count);
};

enum { HOT_MATCHES = 64, HOT_UNIT = 1024, HOT_COUNT_MAX = 500 * HOT_UNIT };

/* Ends with a path whose name is NULL. */
extern const struct hot_path hot_paths[];
const struct hot_path *hot_path_find(const char *name); /* NULL: none */

/* Runs a part of a path and returns the seconds that it takes. What callgrind counts is what is
 * done within this function. */
double hot_measured(void (*part)(void *context), void *context);

/* --- hot_move.c --- */

/* A server's way with a move: decoded, dispatched, judged by the rules, recorded, let out as if its
 * batch were on disk, and the answer and the event for both players encoded. */
double hot_move(int64_t count);
/* What MessagePack's own library takes for the bytes of one move: unpacks the request, packs answer
 * and event. */
double hot_move_msgpack(int64_t count);
/* Copies them once. */
double hot_move_copy(int64_t count);

/* --- hot_choice.c --- */

/* Perfect moves from random positions; the tables are there before. */
double hot_fibonacci_move(int64_t count); /* one heap near 2^62 */
double hot_nim_move(int64_t count);       /* 100 heaps near 2^62 */
double hot_kayles_move(int64_t count);    /* 10 heaps near 10^12 */

#endif

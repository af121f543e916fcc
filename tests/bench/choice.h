/* Perfect moves from random positions. */
#ifndef TESTS_BENCH_CHOICE_H
#define TESTS_BENCH_CHOICE_H

#include "common/solver/solver.h"

enum { CHOICE_POSITIONS = 1024 };

struct choice {
    struct solver *solver;
    struct position positions[CHOICE_POSITIONS];
    struct move moves[CHOICE_POSITIONS]; /* of the last time */
    int rounds;                          /* through all positions */
};

/* The rules of this text, which is right. */
struct rules bench_rules(const char *text);

/* Positions that can be won, always the same: so many heaps, each between half of `limit` and
 * `limit`. One round. */
struct choice *choice_create(const char *rules_text, int heaps, int64_t limit);
void choice_destroy(struct choice *choice);
/* Finds the best move of each position, `rounds` times. `context`: the choice. */
void choice_make(void *context);

#endif

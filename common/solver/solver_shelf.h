/* Keeps the solvers of the rules used last, so that their tables serve again: up to a number of
 * them, and up to a total of memory, because tables can be large and strangers may choose the
 * rules.
 *
 * A solver is taken, used and given back; in between it is the taker's alone, who may use it on
 * another thread. The shelf itself belongs to one thread. What is in use counts with the memory
 * that it had when it was taken, and stays. Whenever one is given back and there is too much, those
 * that are not in use go, the one given back longest ago first. */
#ifndef COMMON_SOLVER_SOLVER_SHELF_H
#define COMMON_SOLVER_SOLVER_SHELF_H

#include "common/solver/solver.h"

enum {
    SOLVER_SHELF_COUNT_MAX = 8,
    SOLVER_SHELF_MEMORY_MAX = 512 << 20, /* bytes: for most callers */
};

struct solver_shelf;

/* An empty one. `memory_max` is in bytes as solver_memory() counts them. A solver above that is not
 * kept at all. */
struct solver_shelf *solver_shelf_create(size_t memory_max);
/* With all its solvers, none of which may be in use. NULL is taken. */
void solver_shelf_destroy(struct solver_shelf *shelf);

/* The solver for these rules, a new one where none is kept; NULL while it is in use. */
struct solver *solver_shelf_take(struct solver_shelf *shelf, const struct rules *rules);
/* May destroy it. Precondition: it was taken from here, and not given back since. */
void solver_shelf_give_back(struct solver_shelf *shelf, struct solver *solver);

#endif

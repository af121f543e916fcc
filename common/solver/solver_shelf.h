/* A cache of solvers for the rules used last, so that their tables serve again. Their number and
 * their total memory are limited, because tables can be large and strangers may choose the rules.
 *
 * A solver is taken, used and given back; in between the taker owns it and may use it on another
 * thread. The shelf itself belongs to one thread. A solver in use stays, and counts with the memory
 * that it had when it was taken. When a solver is given back and a limit is exceeded, solvers that
 * are not in use are destroyed, the one given back longest ago first. */
#ifndef COMMON_SOLVER_SOLVER_SHELF_H
#define COMMON_SOLVER_SOLVER_SHELF_H

#include "common/solver/solver.h"

enum {
    SOLVER_SHELF_COUNT_MAX = 8,
    SOLVER_SHELF_MEMORY_MAX = 512 << 20, /* bytes: for most callers */
};

struct solver_shelf;

/* An empty shelf. `memory_max` is in bytes as solver_memory() counts them. A solver above that is
 * not kept at all. */
struct solver_shelf *solver_shelf_create(size_t memory_max);
/* Destroys its solvers too, none of which may be in use. NULL is allowed. */
void solver_shelf_destroy(struct solver_shelf *shelf);

/* The solver for these rules, a new one where none is kept; NULL while it is in use. */
struct solver *solver_shelf_take(struct solver_shelf *shelf, const struct rules *rules);
/* Gives back a solver that was taken from this shelf. May destroy it. */
void solver_shelf_give_back(struct solver_shelf *shelf, struct solver *solver);

#endif

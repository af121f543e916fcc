/* The moves of a heap of a subtraction game that leave a given value. */
#ifndef COMMON_SOLVER_SUBTRACTION_TAKES_H
#define COMMON_SOLVER_SUBTRACTION_TAKES_H

#include "common/solver/heap_splits.h"

/* Adds the moves that give search->heap the value search->target, fewest counters first. All are
 * counted. */
void subtraction_add_takes(struct heap_search *search);

#endif

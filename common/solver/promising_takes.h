/* The candidates for the hardest move where a position of take-away has too many legal moves to
 * compare them all. */
#ifndef COMMON_SOLVER_PROMISING_TAKES_H
#define COMMON_SOLVER_PROMISING_TAKES_H

#include "common/game/game.h"

/* The promising takes from a heap under a quota >= 1, fewer first: the smallest ones, the largest
 * ones, and those around the take where the opponent's choice is widest (up to it the choice grows
 * with the take, behind it shrinks with the rest). Up to `window` >= 1 of each kind. Returns their
 * number, at least 1. */
uint32_t promising_takes(const struct rules *rules, int64_t heap, int64_t quota, uint32_t window,
                         int64_t *ret_takes);

/* The room for takes of each kind when SOLVER_REPLIES_MAX replies come from `heaps` >= 1 different
 * heaps; and the number of replies to weigh, so that the solver looks at some thousand heaps in all
 * at most. */
uint32_t promising_window(uint32_t heaps);
uint32_t promising_limit(uint32_t heaps);

#endif

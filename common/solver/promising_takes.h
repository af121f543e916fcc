/* Where a position of take-away has too many legal moves to compare them all: the takes among which
 * the hardest move is looked for. */
#ifndef COMMON_SOLVER_PROMISING_TAKES_H
#define COMMON_SOLVER_PROMISING_TAKES_H

#include "common/game/game.h"

/* From a heap under a quota, fewer first: the smallest and the largest takes, and those about the
 * point up to which the opponent's choice grows with the take and from which on it shrinks with the
 * rest. Up to `window` >= 1 of each kind; at least one. */
uint32_t promising_takes(const struct rules *rules, int64_t heap, int64_t quota, uint32_t window,
                         int64_t *ret_takes);

/* How many takes of each kind there is room for, when SOLVER_REPLIES_MAX replies are taken from so
 * many different heaps; and how many replies to weigh, so that not more than some thousand heaps
 * are looked at in all. */
uint32_t promising_window(uint32_t heaps);
uint32_t promising_limit(uint32_t heaps);

#endif

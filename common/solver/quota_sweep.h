/* Grundy values of one heap under a quota in a take-away game, heap after heap:
 *     G(n, q) = mex { G(n - t, F(t)) : 1 <= t <= min(q, n) }
 * For each n it is a step function of q, which never falls and begins with G(n, 0) = 0.
 *
 * A heap m has the value v under F(t) exactly for the t of an interval, because neither G(m, q) nor
 * F(t) falls as q and t grow. So m offers v to the heaps n = m + t of an interval. The sweep goes
 * through n and keeps for each v the heaps that offer it: the largest such m is reached by the
 * least take, T_v = n - m, and G(n, q) > v iff q >= max(T_0, ..., T_v). Each step is scheduled,
 * comes into force and ends once, so the time is nearly proportional to the number of steps. */
#ifndef COMMON_SOLVER_QUOTA_SWEEP_H
#define COMMON_SOLVER_QUOTA_SWEEP_H

#include "common/game/game.h"

struct quota_sweep;

/* From this quota on, up to that of the next step, the heap has this value. */
struct quota_step {
    uint32_t quota; /* 1 and more */
    uint32_t take;  /* the least one with F(take) >= quota; over heap_max where that is larger */
    uint32_t value; /* 1 and more */
};

/* A sweep to `heap_max` < 2^31. */
struct quota_sweep *quota_sweep_create(const struct rules *rules, uint32_t heap_max);
void quota_sweep_destroy(struct quota_sweep *sweep);
/* In bytes. */
size_t quota_sweep_memory(const struct quota_sweep *sweep);

/* Gives the steps of the next heap, 1 at the first call, and returns their number. They are valid
 * until the next call. Precondition: the next heap is not over heap_max. */
uint32_t quota_sweep_next(struct quota_sweep *sweep, const struct quota_step **ret_steps);

#endif

/* The least winning quota L of every position below a given one, in take-away games with one quota
 * for all heaps: the mover wins iff the quota is at least L, because
 *     L = the least t such that a take of t from some heap leaves a position with L > F(t).
 * The positions below are a box with an axis for each heap. It is filled from the empty position
 * upwards: each position updates the positions from which a winning move leads to it. So the time
 * is proportional to the number of winning moves, and a heap has few. */
#ifndef COMMON_SOLVER_LEAST_QUOTA_TABLE_H
#define COMMON_SOLVER_LEAST_QUOTA_TABLE_H

#include "common/game/game.h"

struct least_quota_table;

/* `rules` are borrowed. */
struct least_quota_table *least_quota_table_create(const struct rules *rules);
void least_quota_table_destroy(struct least_quota_table *table);
/* In bytes. */
size_t least_quota_table_memory(const struct least_quota_table *table);

/* L of these heaps; UINT64_MAX: no quota wins. There is at least one heap, they ascend, and their
 * product of (heap + 1) is not over TAKE_AWAY_GLOBAL_PRODUCT_MAX. Heaps outside the box last built
 * build another one, at the limit in about a second with 8 bytes for each position. */
uint64_t least_quota(struct least_quota_table *table, const int64_t *heaps, uint32_t count);

enum { LEAST_QUOTA_TAKES_MAX = 63 }; /* see .c */

/* Writes the winning takes from heaps[index] under a quota, fewer first; returns their number. */
uint32_t least_quota_takes(struct least_quota_table *table, const int64_t *heaps, uint32_t count,
                           uint32_t index, int64_t quota, int64_t ret_takes[LEAST_QUOTA_TAKES_MAX]);

#endif

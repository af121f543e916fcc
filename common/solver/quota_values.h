/* The Grundy values of one heap under a quota in a take-away game, as a table that grows with the
 * largest requested heap, up to take_away_local_heap_max(). Fibonacci nim to 10^6 takes some 0.5 s
 * and 60 MB; the worst F about 3 s and 300 MB. */
#ifndef COMMON_SOLVER_QUOTA_VALUES_H
#define COMMON_SOLVER_QUOTA_VALUES_H

#include "common/game/game.h"

struct quota_values;

/* `rules` are borrowed. */
struct quota_values *quota_values_create(const struct rules *rules);
void quota_values_destroy(struct quota_values *values);
/* In bytes. */
size_t quota_values_memory(const struct quota_values *values);

/* The largest heap that may be requested. */
int64_t quota_values_heap_max(const struct quota_values *values);

/* G(heap, quota). */
uint32_t quota_value(struct quota_values *values, int64_t heap, int64_t quota);

/* The least take > after, up to the quota and the heap, that leaves a heap of this value:
 * G(heap - take, F(take)) = value; 0 where there is none. */
int64_t quota_values_next_take(struct quota_values *values, int64_t heap, int64_t quota,
                               uint32_t value, int64_t after);

#endif

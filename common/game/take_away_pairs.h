/* The heaps of a local take-away position as pairs of cells, each a heap and its quota, ascending
 * by heap, equal heaps by quota. */
#ifndef COMMON_GAME_TAKE_AWAY_PAIRS_H
#define COMMON_GAME_TAKE_AWAY_PAIRS_H

#include "common/game/take_away.h"

static inline uint32_t pairs_count(const struct position *position)
{
    return position->count / TAKE_AWAY_PAIR;
}

/* The heap and the quota of pair `i` < pairs_count(). */
static inline int64_t pairs_heap(const struct position *position, uint32_t i)
{
    return position->cells[i * TAKE_AWAY_PAIR + TAKE_AWAY_HEAP];
}

static inline int64_t pairs_quota(const struct position *position, uint32_t i)
{
    return position->cells[i * TAKE_AWAY_PAIR + TAKE_AWAY_QUOTA];
}

/* The index of the first pair that is not smaller, the count if there is none. */
uint32_t pairs_find(const struct position *position, int64_t heap, int64_t quota);
/* How many pairs are equal to this one. */
uint32_t pairs_times(const struct position *position, int64_t heap, int64_t quota);

/* Adds a pair. A quota above the heap means no more than the heap itself. */
void pairs_add(struct position *position, int64_t heap, int64_t quota);
/* Removes one such pair. Precondition: there is one. */
void pairs_remove(struct position *position, int64_t heap, int64_t quota);

/* Is it the first of the pairs equal to it? */
bool pairs_is_first(const struct position *position, uint32_t i);
/* Have all heaps of this size the same quota? Precondition: `i` is the first of them. */
bool pairs_has_one_quota(const struct position *position, uint32_t i);

#endif

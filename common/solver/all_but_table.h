/* Grundy values of heaps in a subtraction game in which any number may be taken but those of a
 * finite set A. Nearly all smaller heaps are options, so a value is given to few heaps: two of them
 * differ by a number of A, or one would be an option of the other.
 *
 * The values given to the heaps below n are 0, 1, ..., b - 1 without a gap, since a heap gets the
 * least value that no option has, which is at most b. So the heap n gets the least value all of
 * whose heaps so far are n - a with a in A, or b. Only the |A| heaps n - a have to be looked at. */
#ifndef COMMON_SOLVER_ALL_BUT_TABLE_H
#define COMMON_SOLVER_ALL_BUT_TABLE_H

#include "common/game/game.h"

struct all_but_table;

/* For an all-but set that lacks no single range. */
struct all_but_table *all_but_table_create(const struct rules *rules);
void all_but_table_destroy(struct all_but_table *table);
/* In bytes. */
size_t all_but_table_memory(const struct all_but_table *table);

/* Of a heap up to SUBTRACTION_HEAP_MAX. */
uint32_t all_but_table_value(struct all_but_table *table, int64_t heap);
/* The smallest heap with this value; -1 when no heap up to the largest one that was asked for has
 * it. All others are larger by a number of A. */
int64_t all_but_table_first(const struct all_but_table *table, uint64_t value);

struct arithmetic_period {
    int64_t first;       /* the heap from which it holds */
    int64_t period;      /* p */
    int64_t growth;      /* q */
    int64_t proven_with; /* the largest heap whose value the proof needs */
};

/* What the values computed so far prove; false where that is nothing. */
bool all_but_table_period(struct all_but_table *table, struct arithmetic_period *ret_period);

#endif

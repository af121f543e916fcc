/* Grundy values of heaps for an octal code, computed one after the other [GS]. For a finite code a
 * period that the values prove is used from then on, so that heaps up to 2^63-1 cost no more than
 * small ones. */
#ifndef COMMON_SOLVER_OCTAL_TABLE_H
#define COMMON_SOLVER_OCTAL_TABLE_H

#include "common/game/game.h"

enum { OCTAL_TABLE_HEAP_MAX = 65536 }; /* where no period is proven */

struct octal_table;

/* `rules` are borrowed. */
struct octal_table *octal_table_create(const struct rules *rules);
void octal_table_destroy(struct octal_table *table);

uint32_t octal_table_value(struct octal_table *table, int64_t heap);

/* The splits of `sum` into a + b, 1 <= a <= b, with value(a) ^ value(b) == target: the least a >
 * after, or 0; and how many there are. Neither looks at more than octal_table_split_work()
 * pairs. */
int64_t octal_table_next_split(struct octal_table *table, int64_t sum, uint32_t target,
                               int64_t after);
int64_t octal_table_count_splits(struct octal_table *table, int64_t sum, uint32_t target);
int64_t octal_table_split_work(struct octal_table *table, int64_t sum);

/* The proven period and the heap from which it holds; false while none is proven. */
bool octal_table_period(const struct octal_table *table, int64_t *ret_first, int64_t *ret_period);

#endif

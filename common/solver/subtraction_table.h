/* Grundy values of heaps in a subtraction game, computed one after the other, up to the largest
 * requested heap. For a finite set S a period that the values prove is used from then on: the
 * values of the max(S) heaps before a heap n decide its value, so once max(S) values in a row occur
 * a second time, all values after them do. */
#ifndef COMMON_SOLVER_SUBTRACTION_TABLE_H
#define COMMON_SOLVER_SUBTRACTION_TABLE_H

#include "common/game/game.h"

struct subtraction_table;

/* For sets that are neither a single range nor all-but, and heaps up to SUBTRACTION_HEAP_MAX where
 * no period is proven. */
struct subtraction_table *subtraction_table_create(const struct rules *rules);
void subtraction_table_destroy(struct subtraction_table *table);
/* In bytes. */
size_t subtraction_table_memory(const struct subtraction_table *table);

/* The largest heap that may be requested now: 2^63-1 once a period is proven. */
int64_t subtraction_table_heap_max(const struct subtraction_table *table);

uint32_t subtraction_table_value(struct subtraction_table *table, int64_t heap);

/* The proven period, the heap from which it holds, and the largest heap whose value the proof
 * needs; false while none is proven. */
bool subtraction_table_period(const struct subtraction_table *table, int64_t *ret_first,
                              int64_t *ret_period, int64_t *ret_proven_with);

#endif

/* A hash table from positions to small numbers. Its keys are packed into one block, so that a
 * million positions of a few heaps take some tens of megabytes. */
#ifndef COMMON_SOLVER_POSITION_TABLE_H
#define COMMON_SOLVER_POSITION_TABLE_H

#include "common/game/position.h"

#include <stddef.h>
#include <stdint.h>

struct position_table;

struct position_table *position_table_create(void);
void position_table_destroy(struct position_table *table);
/* In bytes. */
size_t position_table_memory(const struct position_table *table);

/* The number of positions in the table. */
size_t position_table_count(const struct position_table *table);

/* The number of a position; NULL where it is not in the table. Both pointers are valid until the
 * next call of position_table_place(). */
uint32_t *position_table_find(struct position_table *table, const struct position *position);
/* The same, but a missing position is added with the number 0. */
uint32_t *position_table_place(struct position_table *table, const struct position *position);

#endif

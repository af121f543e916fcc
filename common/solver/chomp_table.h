/* All positions of chomp within a box of some rows and columns, in the lexicographic order of their
 * rows: a bite leads to a position that comes before. */
#ifndef COMMON_SOLVER_CHOMP_TABLE_H
#define COMMON_SOLVER_CHOMP_TABLE_H

#include "common/game/chomp.h"

/* Values take about as many steps as there are squares in all positions together: a second. */
enum { CHOMP_VALUED_SQUARES_MAX = 200000000 };

struct chomp_table;

/* Precondition: chomp_positions(rows, columns) is at most CHOMP_POSITIONS_MAX. */
struct chomp_table *chomp_table_create(int64_t rows, int64_t columns, bool misere);
void chomp_table_destroy(struct chomp_table *table);
/* In bytes. */
size_t chomp_table_memory(const struct chomp_table *table);

/* Is the position within the box? */
bool chomp_table_holds(const struct chomp_table *table, const struct position *position);

/* The number of positions in the table. */
uint32_t chomp_table_size(const struct chomp_table *table);

/* Does the player to move win? Precondition for the three functions below: the position is within
 * the box. */
bool chomp_table_wins(const struct chomp_table *table, const struct position *position);

/* Does this legal move leave a position that is lost for the opponent? */
bool chomp_table_move_wins(const struct chomp_table *table, const struct position *position,
                           const struct move *move);

/* The Grundy value in normal play; false where the table is too large. The first call computes all
 * values. */
bool chomp_table_grundy(struct chomp_table *table, const struct position *position,
                        uint32_t *ret_value);

#endif

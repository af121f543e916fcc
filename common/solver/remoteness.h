/* The remoteness of small positions: the number of moves that are left when the winner hurries and
 * the loser delays as long as possible. It is found by trying every move, so it covers positions of
 * a few counters only. */
#ifndef COMMON_SOLVER_REMOTENESS_H
#define COMMON_SOLVER_REMOTENESS_H

#include "common/game/game.h"

enum { REMOTENESS_COUNTERS_MAX = 10 }; /* position_counters() of the positions that are covered */

struct remoteness_table;

/* `rules` are borrowed. */
struct remoteness_table *remoteness_table_create(const struct rules *rules);
/* NULL is allowed. */
void remoteness_table_destroy(struct remoteness_table *table);
/* In bytes. */
size_t remoteness_table_memory(const struct remoteness_table *table);

bool remoteness_is_covered(const struct rules *rules, const struct position *position);

/* The first of the fastest winning moves of a covered position; false where no move wins. The first
 * question about a position takes some tenths of a millisecond, later ones less than a
 * microsecond. */
bool remoteness_fastest_win(struct remoteness_table *table, const struct position *position,
                            struct move *ret_move);

#endif

/* The move that takes the most counters, found without looking at every move: a heap may have 2^63.
 */
#ifndef BOTS_GREEDY_H
#define BOTS_GREEDY_H

#include "common/game/game.h"

/* The first of the moves that take the most. Precondition: the position is not over. */
void greedy_move(const struct rules *rules, const struct position *position, struct move *ret_move);

#endif

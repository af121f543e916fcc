/* The move that takes the most counters. */
#ifndef BOTS_GREEDY_H
#define BOTS_GREEDY_H

#include "common/game/game.h"

/* Of so many legal moves all are tried. */
enum { GREEDY_TRIED_MOVES = 256 };

/* The first of the moves that take the most. Of more than GREEDY_TRIED_MOVES (a heap may have 2^63)
 * few are looked at; then this relies on the order of the moves: those with the same cells before
 * them stand side by side, and none takes fewer counters than the one before it. Precondition: the
 * position is not over. */
void greedy_move(const struct rules *rules, const struct position *position, struct move *ret_move);

#endif

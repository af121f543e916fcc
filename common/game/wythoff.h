/* Wythoff's game: take any number of counters from one of two heaps, or the same number from both.
 * Cells are heaps, sizes ascending: none, one or two. A move is the heaps before and after, as in
 * any game of heaps: one heap (before_count 1, after_count 0 or 1) or both (before_count 2,
 * after_count 0, 1 or 2).
 *
 * From a < b, taking d = b - a from both leaves the heaps a - d and a, as does taking from b alone:
 * one move, "b>a-d". So a move of both heaps has no heap on both sides.
 *
 * The order of the moves: those of one heap first, of the smaller heap before those of the larger
 * one, fewer counters taken first; then those of both heaps, fewer taken first. */
#ifndef COMMON_GAME_WYTHOFF_H
#define COMMON_GAME_WYTHOFF_H

#include "common/game/game.h"

enum { WYTHOFF_HEAPS_MAX = 2 };

/* The move that takes `take` counters from both heaps. Precondition: there are two heaps, and
 * `take` is from 1 to the smaller one. Where a move of the larger heap alone has the same result,
 * this returns that move. */
struct move wythoff_move_of_both(const struct position *position, int64_t take);
/* The number of counters that a move of both heaps (before_count 2) takes from each. */
int64_t wythoff_taken_of_both(const struct move *move);

#endif

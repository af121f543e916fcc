/* Sticks: a move breaks a stick of length 2 or more in two, or removes k sticks of length k. A
 * stick of length 1 can be removed alone, so a match goes on until nothing is left.
 *
 * Rules `sticks`, or `sticks:L` with sticks of length L at most. Cells are the lengths, ascending,
 * a cell for each stick: "1+4+4". A move has one cell before it, the length. A break, "4>1+3", has
 * the two pieces after it. A removal has no cell after it: as many sticks go as the length says,
 * and its text names them all, "3+3+3>0". The order of the moves is that of game.h, so that of one
 * length the removal comes after the breaks. */
#ifndef COMMON_GAME_STICKS_H
#define COMMON_GAME_STICKS_H

#include "common/game/game.h"

/* Where fewer than six sticks of length 6 can be had by breaking, a theorem decides whatever the
 * lengths are; elsewhere the sum of the lengths is limited. */
enum { STICKS_SIX = 6, STICKS_TOTAL_MAX = 50 };

/* The greatest number of sticks of length 6 that can be had by breaking. */
uint128 sticks_sixes(const struct position *position);

#endif

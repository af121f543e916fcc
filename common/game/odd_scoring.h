/* Odd Scoring: a chip stands an odd number of steps from the end. A move makes one, two or three
 * steps towards it. At the end the player who has made an even number of steps in all has won, and
 * exactly one player has.
 *
 * Cells are the steps to the end and the parity of the steps that the player to move has made so
 * far, 0 even, 1 odd: "15@0". As all steps together are odd, these two say the parity of the other
 * player's steps too. A start may leave the parity out: "15". A move is the steps to the end before
 * and after it, "15>12": before_count 1, after_count 1, or 0 where it reaches the end. */
#ifndef COMMON_GAME_ODD_SCORING_H
#define COMMON_GAME_ODD_SCORING_H

#include "common/game/game.h"

enum { ODD_SCORING_LEFT, ODD_SCORING_OWN };
enum { ODD_SCORING_STEPS_MAX = 3 }; /* of a move */

/* The most steps that a move may make here; 0 at the end. */
int64_t odd_scoring_most(const struct position *position);
/* The move of so many steps, 1 to odd_scoring_most(). */
struct move odd_scoring_move(const struct position *position, int64_t steps);

#endif

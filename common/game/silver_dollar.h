/* Silver Dollar: counters on different squares of a strip. A move takes one counter any number of
 * squares to the left, neither over another counter nor onto it.
 *
 * Without the dollar the leftmost square is 1, and it holds one counter as all others do. In the
 * variants `one-step` and `two-step` one of the counters is the dollar, and square 0 on the left
 * end holds any number: a counter that comes there leaves the game. In one step, who moves the
 * dollar to square 0 takes it and wins. In two steps it stays there, and whoever takes it with a
 * move of its own wins. The match is over when the dollar is taken; before that there is always a
 * move. These two have no misere play.
 *
 * Cells: the number of the dollar among the counters, from 1 on the left, or 0 where there is none;
 * then the squares of the counters, ascending. "2+5+9", "2+5$+9"; "0$+3" has the dollar on square
 * 0; in the variants "2+5" is over, since the dollar is taken. A move is the square before and
 * after, "9>6"; `take` has no square after.
 *
 * The order of the moves: `take`, then by the counter that moves, from the left, then by the number
 * of squares that it moves, fewer first. */
#ifndef COMMON_GAME_SILVER_DOLLAR_H
#define COMMON_GAME_SILVER_DOLLAR_H

#include "common/game/game.h"

/* The variants. */
enum { SILVER_DOLLAR_PLAIN, SILVER_DOLLAR_ONE_STEP, SILVER_DOLLAR_TWO_STEP };

enum { SILVER_DOLLAR_SQUARE_MAX = 1000 };

/* The cells of a position and of a move. */
enum { SILVER_DOLLAR_NUMBER, SILVER_DOLLAR_SQUARES };
enum { SILVER_DOLLAR_FROM, SILVER_DOLLAR_TO };

static inline uint32_t silver_dollar_count(const struct position *position)
{
    return position->count - SILVER_DOLLAR_SQUARES;
}

static inline const int64_t *silver_dollar_squares(const struct position *position)
{
    return position->cells + SILVER_DOLLAR_SQUARES;
}

/* Does the dollar lie on square 0, ready to be taken? */
static inline bool silver_dollar_can_be_taken(const struct position *position)
{
    return silver_dollar_count(position) > 0 && silver_dollar_squares(position)[0] == 0;
}

/* The leftmost square that this counter, from 0 on the left, may come to; its own square where it
 * cannot move. */
int64_t silver_dollar_reach(const struct rules *rules, const struct position *position,
                            uint32_t counter);

#endif

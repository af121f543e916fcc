/* Turning coins in a row. A move turns a coin that shows heads to tails, and with it
 *     turning:2      if one likes, one further coin on its left (Turning Turtles)
 *     turning:3      up to two further coins on its left (Mock Turtles)
 *     turning:ruler  any number of its neighbours on the left, without a gap (Ruler)
 *     turning:twins  exactly one further coin on its left (Twins)
 * These may show heads or tails. As the rightmost coin that is turned showed heads, the row read as
 * a binary number becomes smaller with every move.
 *
 * Cells are the squares of the coins that show heads, from 1 on the left, ascending: "2+3+9"; "0"
 * where all show tails. A move is the squares that it turns, ascending: "4+9"; under `ruler` the
 * first and the last one: "4-9", or "9" alone.
 *
 * The order of the moves: by the rightmost coin, smaller squares first, then by the number of coins
 * turned, fewer first, then by the next coin on its left, then by the third. */
#ifndef COMMON_GAME_TURNING_H
#define COMMON_GAME_TURNING_H

#include "common/game/game.h"

enum turning_kind { TURNING_TURTLES, TURNING_MOCK_TURTLES, TURNING_RULER, TURNING_TWINS };

enum { TURNING_SQUARE_MAX = 100, TURNING_MISERE_SQUARE_MAX = 20 };

static inline enum turning_kind turning_kind(const struct rules *rules)
{
    return (enum turning_kind)rules->parameters[0];
}

/* The square of the last coin that shows heads; 0: there is none. */
static inline int64_t turning_last(const struct position *heads)
{
    return heads->count > 0 ? heads->cells[heads->count - 1] : 0;
}

#endif

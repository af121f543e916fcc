/* TacTix, also known as Bulo: a board with a chip on some of its squares. A move takes one chip, or
 * chips that stand side by side in a row or in a column without a gap. The board keeps its size.
 *
 * Positions are the rows from the top down, joined by '/', each from left to right: "xxx/x.x/xxx".
 * Squares are named by their column, a letter from the left, and their row, a number from the top:
 * "b3". A move is the first and the last chip that it takes, "b2-d2", or the only one, "b2". The
 * order of the moves: by the first chip, row by row and each from left to right; from the same one
 * first that chip alone, then those to its right, fewer first, then those below it, fewer first. */
#ifndef COMMON_GAME_TACTIX_H
#define COMMON_GAME_TACTIX_H

#include "common/game/game.h"

/* The cells of a position. In the chips, the square in row r and column c, both from 0, is bit
 * r * columns + c, the index of the square. */
enum { TACTIX_ROWS, TACTIX_COLUMNS, TACTIX_CHIPS, TACTIX_CELLS };

/* The cells of a move, all of them before it: the indices of the squares. */
enum { TACTIX_FIRST, TACTIX_LAST, TACTIX_MOVE_CELLS };

enum { TACTIX_SQUARES_MAX = 25 };

/* The distance between the squares of a run: 1 along a row, the number of columns along a column.
 */
uint32_t tactix_step(const struct position *position, const struct move *move);
/* The chips that a move takes. */
uint32_t tactix_run(const struct position *position, const struct move *move);

/* Appends the name of a square: "b3". */
void tactix_print_square(const struct position *position, int64_t square, struct text *out);

#endif

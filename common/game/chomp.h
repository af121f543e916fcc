/* Chomp: rows of chocolate, none longer than the one above it. A bite eats a square and all that
 * are not above it and not to the left of it. The first square of the first row is poisoned and is
 * never eaten: where it is all that is left, the match is over.
 *
 * Cells are the lengths of the rows, the first row first, never ascending, none of them 0; there is
 * always a first one. "5+3+1"; "1" is the poisoned square alone. A move is told by the row that it
 * bites first, and printed as the whole position before and after: "4+4+2>4+1+1".
 *
 * The order of the moves: by the row that is bitten first, upper first, then by the number of
 * squares taken from that row, fewer first. */
#ifndef COMMON_GAME_CHOMP_H
#define COMMON_GAME_CHOMP_H

#include "common/game/game.h"

/* The cells of a move: before_count 2, after_count 1. The rows from this one on keep at most so
 * many squares as it does; rows that keep none go. */
enum {
    CHOMP_ROW,     /* the first row that is bitten, an index into the cells of the position */
    CHOMP_SQUARES, /* its length before */
    CHOMP_LEFT,    /* its length after: 0 where the row goes, never 0 in row 0 */
};

enum {
    /* So that the longest move can be typed: two positions in MOVE_TEXT_MAX bytes. */
    CHOMP_ROWS_MAX = 255,
    /* The ways to bite a box of R rows and C columns, binomial(R + C, R): the positions of a table.
     */
    CHOMP_POSITIONS_MAX = 1000000,
};

/* binomial(rows + columns, rows), the number of positions in a box, the eaten one included; most
 * + 1 where it is more than `most` < 2^32. */
uint64_t chomp_positions(int64_t rows, int64_t columns, uint64_t most);

#endif

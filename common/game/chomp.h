/* Chomp: rows of chocolate, none longer than the one above it. A bite eats a square and all squares
 * that are neither above it nor to the left of it. The first square of the first row is poisoned
 * and is never eaten: when no other square is left, the match is over.
 *
 * Cells are the lengths of the rows, the first row first, never ascending, none of them 0. There is
 * always a first row. "5+3+1"; "1" is the poisoned square alone. A move is the highest row that it
 * bites with that row's length before and after; its text is the whole position before and after:
 * "4+4+2>4+1+1".
 *
 * The order of the moves: by the highest bitten row, upper first, then by the number of squares
 * taken from that row, fewer first. */
#ifndef COMMON_GAME_CHOMP_H
#define COMMON_GAME_CHOMP_H

#include "common/game/game.h"

/* The cells of a move: before_count 2, after_count 1. The rows below keep at most CHOMP_LEFT
 * squares too; rows that keep none go. */
enum {
    CHOMP_ROW,     /* the highest bitten row, an index into the cells of the position */
    CHOMP_SQUARES, /* its length before */
    CHOMP_LEFT,    /* its length after: 0 where the row goes, never 0 in row 0 */
};

enum {
    /* The longest move can be typed: two positions fit into MOVE_TEXT_MAX bytes. */
    CHOMP_ROWS_MAX = 255,
    /* The positions within a box of R rows and C columns, binomial(R + C, R): the size of a table.
     */
    CHOMP_POSITIONS_MAX = 1000000,
};

/* binomial(rows + columns, rows), the number of positions in a box, the eaten one included; most
 * + 1 where it is more than `most` < 2^32. */
uint64_t chomp_positions(int64_t rows, int64_t columns, uint64_t most);

#endif

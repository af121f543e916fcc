/* Northcott's Game: each row has a white and a black checker. Whoever is to move slides a checker
 * of his or her own colour along its row, any distance towards the other checker or away from it,
 * without jumping. Whoever cannot move loses.
 *
 * Without a further rule two players could slide back and forth for ever. So retreats, moves away
 * from the other checker, are counted: a position has a number of them that may still be made, by
 * whichever side, and after the last one only advances are legal. Every match ends.
 *
 *     .w..b.+w....b@10w    two rows, of six squares each; ten retreats are left; white is to move
 *
 * Cells are the side that is to move, the retreats left, and for each row its squares, white's
 * place and black's, counted from 1 at the left. Either colour may be at the left. A move is the
 * row, counted from 1, the square that the checker leaves and the one where it goes: "2:1>4".
 *
 * The order of the moves: first all advances, by row and nearest first, then all retreats, by row
 * and nearest first. */
#ifndef COMMON_GAME_NORTHCOTT_H
#define COMMON_GAME_NORTHCOTT_H

#include "common/game/game.h"

enum northcott_side { NORTHCOTT_WHITE, NORTHCOTT_BLACK };

/* The cells of a position. */
enum { NORTHCOTT_TO_MOVE, NORTHCOTT_RETREATS, NORTHCOTT_ROWS };
/* The cells of each row. */
enum { NORTHCOTT_SQUARES, NORTHCOTT_PLACES, NORTHCOTT_ROW_CELLS = 3 };
/* The cells of a move: before_count 2, after_count 1. */
enum { NORTHCOTT_ROW, NORTHCOTT_FROM, NORTHCOTT_TO };

enum {
    NORTHCOTT_SQUARES_MAX = 1024, /* rows times squares of the longest row */
    NORTHCOTT_RETREATS_DEFAULT = 10,
};

/* A row, from the view of the side that is to move. */
struct northcott_row {
    int64_t squares;
    int64_t own, other; /* places */
    int64_t gap;        /* the free squares between the checkers: the longest advance */
    int64_t room;       /* the free squares behind the own checker */
};

uint32_t northcott_row_count(const struct position *position);
/* `row` counts from 0 here. */
struct northcott_row northcott_row_at(const struct position *position, uint32_t row);
/* The move that leaves the gap of a row at this size, not its present one. */
struct move northcott_move_to_gap(const struct position *position, uint32_t row, int64_t gap);
bool northcott_is_retreat(const struct position *position, const struct move *move);

/* "white", "black" */
const char *northcott_side_name(int64_t side);

#endif

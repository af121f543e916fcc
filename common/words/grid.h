/* Positions as boards of squares: chips on a strip, a queen, coins in a row, a calendar. Programs
 * draw squares and pieces, and choose a move by pressing squares, without knowing any game. No I/O.
 *
 * To give a game a board, write its functions in a file grid_NAME.c, declare them in grid_boards.h
 * and add a row to the table of grid.c. */
#ifndef COMMON_WORDS_GRID_H
#define COMMON_WORDS_GRID_H

#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    GRID_SQUARES_MAX = 1024,
    GRID_MOVES_MAX = 4096, /* a position with more has no board */
    GRID_PATH_MAX = 16,
    GRID_LABEL_MAX = 7, /* bytes */
    GRID_NOWHERE = -1,  /* no row, no square */
};

/* What stands on a square. */
enum grid_piece {
    GRID_EMPTY,
    GRID_HOLE,    /* there is no square here: the board is not a full rectangle */
    GRID_COUNTER, /* a chip, counter, checker of the first kind */
    GRID_OTHER,   /* a checker of the other colour */
    GRID_DOLLAR,  /* the silver dollar */
    GRID_HEADS,   /* a coin that can be turned */
    GRID_TAILS,
    GRID_QUEEN,
    GRID_PIN,
    GRID_PAWN_UP,
    GRID_PAWN_DOWN,
    GRID_TOKEN, /* "here we are": the date, the chip of Odd Scoring */
    GRID_PIECE_COUNT,
};

struct grid_label {
    char text[GRID_LABEL_MAX + 1]; /* "12", "Jan"; "": none */
};

struct grid_square {
    enum grid_piece piece;
    uint32_t count; /* pieces on the square; 0 for GRID_EMPTY and GRID_HOLE, else 1 or more */
    char label[GRID_LABEL_MAX + 1]; /* under the square */
    /* Set by grid_of() and grid_show_last(), not by the functions of a game: the index of the
     * square on the board of the position alone, or GRID_NOWHERE. */
    int32_t at;
    bool is_last; /* the last move has changed what stands here */
};

/* {0} is a valid value; grid_finish() it when done. */
struct grid {
    uint32_t rows, columns; /* rows * columns <= GRID_SQUARES_MAX */
    const char *noun;       /* of what the labels number, "coin"; NULL: they number squares */
    bool is_checkered;      /* a board of two colours, as the queen's */
    /* Where a position is smaller than the one before, the board loses its top rows and keeps the
     * others, as where rows are numbered from below; else it loses its bottom rows. */
    bool is_from_below;
    bool is_from_right; /* it loses its left columns; else its right ones */
    bool has_like_rows; /* the rows are a set, such as heaps: equal positions may swap them */
    /* A move takes one piece from the first square of its path to the last, where it may leave the
     * board, and changes nothing else; if not, the board after the move says what it changes. */
    bool is_by_moving;
    /* A move empties squares, which grid_taken() names, and what is left stands in other rows on
     * the board after it. */
    bool is_by_taking;
    struct grid_square *squares;      /* owned; row by row from the top, left to right */
    struct grid_label *row_labels;    /* owned; left of the rows */
    struct grid_label *column_labels; /* owned; under the columns */
};

void grid_finish(struct grid *grid);
/* For the functions of games: replaces the former contents by empty squares and labels. False: no
 * squares, or too many. */
bool grid_make(struct grid *grid, uint64_t rows, uint64_t columns);
/* Writes a number as a label. */
void grid_label_number(char label[GRID_LABEL_MAX + 1], int64_t number);

/* The board of a position, of an ended one, too; it replaces the former contents. False where the
 * position is not shown so: the rules have no board, or it would have too many squares or moves
 * (then parts, heaps or notation show the position). */
bool grid_of(struct grid *grid, const struct rules *rules, const struct position *position);

/* The squares that are pressed one after the other to say a move, at least one. Different moves
 * have different paths, and no path is the beginning of another one; a move that would be the
 * beginning of others ends with its last square once more. A path begins where the piece stands,
 * and ends where it goes. */
struct grid_path {
    uint32_t count;
    uint32_t squares[GRID_PATH_MAX];
};

/* The first path of a legal move. Precondition: grid_of() said true for the position. */
struct grid_path grid_path_of(const struct rules *rules, const struct position *position,
                              const struct move *move);
/* Replaces a path by the next one for the same move, as where one of several equal rows changes.
 * False: there is none. */
bool grid_path_next(const struct rules *rules, const struct position *position,
                    const struct move *move, struct grid_path *path);

/* What the labels number: "coin", "square". */
const char *grid_noun(const struct grid *grid);

/* Appends the words of a move as this path presses it, to the player who makes it: words_move()
 * says where pins fall at the left, and where the queen stands on the next board. */
void grid_say_move(const struct rules *rules, const struct position *position,
                   const struct move *move, const struct grid_path *path, struct text *out);

/* The squares that a move, said by this path, empties. Precondition: the board is_by_taking. */
void grid_taken(const struct rules *rules, const struct position *position, const struct move *move,
                const struct grid_path *path, bool ret_taken[GRID_SQUARES_MAX]);

/* Finds for each row of `grid` the row of `other`, a board of the same game, that is the same place
 * or GRID_NOWHERE; of like rows an equal one. `changed` is a row that a move changes, which of
 * equal rows is the last to be found equal; GRID_NOWHERE: none. Returns how many columns must be
 * added to one of `grid` for the same place of `other`. */
int32_t grid_match_rows(const struct grid *grid, const struct grid *other, int32_t changed,
                        int32_t ret_rows[GRID_SQUARES_MAX]);
/* Shows the last move on the board after it, given the board before: marks the squares that it has
 * changed, and adds those that only the board before has. Where moves take, it marks the rows that
 * are new. */
void grid_show_last(struct grid *grid, const struct grid *before);

#endif

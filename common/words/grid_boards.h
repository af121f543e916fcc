/* The boards of all games, for the table of grid.c: for each a function that makes the board, one
 * that says the first path of a move, and, where a move can have several paths, one for the next,
 * and one for the words of each if they differ (grid.h). They are told positions that their rules
 * allow, with at most GRID_MOVES_MAX moves. */
#ifndef COMMON_WORDS_GRID_BOARDS_H
#define COMMON_WORDS_GRID_BOARDS_H

#include "common/words/grid.h"

/* Chips on a strip: a heap is a chip on the square of this number. The path serves the chip of Odd
 * Scoring too. */
bool grid_strip(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_strip_path(const struct rules *rules, const struct position *position,
                                 const struct move *move);

/* Counters on a strip, and the dollar. Without it the first square is 1. To take the dollar, press
 * it twice. */
bool grid_silver_dollar(struct grid *grid, const struct rules *rules,
                        const struct position *position);
struct grid_path grid_silver_dollar_path(const struct rules *rules, const struct position *position,
                                         const struct move *move);

/* The chip of Odd Scoring on the squares up to it; square 0 is the end. */
bool grid_chip(struct grid *grid, const struct rules *rules, const struct position *position);
/* Rows of bits: a heap is a number in binary. */
bool grid_binary(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_binary_path(const struct rules *rules, const struct position *position,
                                  const struct move *move);
bool grid_binary_next(const struct rules *rules, const struct position *position,
                      const struct move *move, struct grid_path *path);

/* Bands: a heap is the gap between two checkers. */
bool grid_band(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_band_path(const struct rules *rules, const struct position *position,
                                const struct move *move);
bool grid_band_next(const struct rules *rules, const struct position *position,
                    const struct move *move, struct grid_path *path);
/* Coins in a row. The rightmost coin of a move is pressed first, then the others, those of a run by
 * its other end; if more coins could be turned, the last one once more. */
bool grid_turning(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_turning_path(const struct rules *rules, const struct position *position,
                                   const struct move *move);
bool grid_turning_next(const struct rules *rules, const struct position *position,
                       const struct move *move, struct grid_path *path);

/* The queen of Wythoff's game: the larger heap is her column, the smaller one her row. */
bool grid_queen(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_queen_path(const struct rules *rules, const struct position *position,
                                 const struct move *move);
bool grid_queen_next(const struct rules *rules, const struct position *position,
                     const struct move *move, struct grid_path *path);
void grid_queen_say(const struct rules *rules, const struct position *position,
                    const struct move *move, const struct grid_path *path, struct text *out);

/* A calendar: a row for each month, a column for each day. */
bool grid_date(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_date_path(const struct rules *rules, const struct position *position,
                                const struct move *move);
/* Sticks, each in a row. */
bool grid_sticks(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_sticks_path(const struct rules *rules, const struct position *position,
                                  const struct move *move);
bool grid_sticks_next(const struct rules *rules, const struct position *position,
                      const struct move *move, struct grid_path *path);

/* The board of TacTix. */
bool grid_tactix(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_tactix_path(const struct rules *rules, const struct position *position,
                                  const struct move *move);
bool grid_tactix_next(const struct rules *rules, const struct position *position,
                      const struct move *move, struct grid_path *path);

/* The rows of Northcott's Game, with checkers of both colours. */
bool grid_northcott(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_northcott_path(const struct rules *rules, const struct position *position,
                                     const struct move *move);

/* Rows and rings of pins, boards of pawns: of octal codes with such a look (row_look.h). */
bool grid_pins(struct grid *grid, const struct rules *rules, const struct position *position);
struct grid_path grid_pins_path(const struct rules *rules, const struct position *position,
                                const struct move *move);
bool grid_pins_next(const struct rules *rules, const struct position *position,
                    const struct move *move, struct grid_path *path);
void grid_pins_taken(const struct rules *rules, const struct position *position,
                     const struct move *move, const struct grid_path *path,
                     bool ret_taken[GRID_SQUARES_MAX]);
void grid_pins_say(const struct rules *rules, const struct position *position,
                   const struct move *move, const struct grid_path *path, struct text *out);

#endif

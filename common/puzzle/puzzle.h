/* Puzzles: a position, and the question which move wins. Every winning move is a right answer. No
 * I/O; a function that takes a solver needs one for the puzzle's rules.
 *
 * Drawn puzzles have numbers. Every program draws the same puzzle for the same rules and number, so
 * a puzzle needs no file and no server. Drawing tries PUZZLE_ATTEMPTS candidates at most, made from
 * starts that people would choose (game.h), so it takes some milliseconds at most. */
#ifndef COMMON_PUZZLE_PUZZLE_H
#define COMMON_PUZZLE_PUZZLE_H

#include "common/solver/solver.h"
#include "common/tournament/glicko.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    PUZZLE_ATTEMPTS = 256,
    PUZZLES_OF_RULES = 64,  /* their numbers are 1 to this */
    PUZZLE_MOVES_MIN = 3,   /* a drawn puzzle has at least so many legal moves, ... */
    PUZZLE_WINNING_MAX = 3, /* ... at most so many of them win, ... */
    PUZZLE_SHARE = 3,       /* ... and at most one in so many */
};

/* {0} is a valid value; puzzle_finish() it when done. Two puzzles are the same when their rules and
 * positions are. */
struct puzzle {
    struct rules rules;
    struct position position; /* owned; the player to move can win */
    uint128 moves;            /* legal ones */
    uint128 winning;          /* of them; a lower bound where counting takes too long */
};

void puzzle_finish(struct puzzle *puzzle);
/* Appends "RULES POSITION", the text that identifies a puzzle. */
void puzzle_print(const struct puzzle *puzzle, struct text *out);

/* Makes a puzzle of any won position, as of a player's own mistake. False: no move wins. */
bool puzzle_make(struct solver *solver, const struct position *position, struct puzzle *ret_puzzle);
/* The puzzle with this number of the solver's rules; after a right answer the opponent has a choice
 * of moves. False: no candidate serves, as in rules where nearly every move wins. */
bool puzzle_draw(struct solver *solver, int64_t number, struct puzzle *ret_puzzle);

/* The rating with which a puzzle begins, before anybody has tried it. The chance of a blind guess
 * is right for a player of PUZZLE_GUESSER; each doubling of the counters makes it harder by
 * PUZZLE_DOUBLING, because more has to be foreseen. Both numbers are choices: attempts correct the
 * estimate soon, as its deviation is large. */
struct glicko puzzle_rating(const struct puzzle *puzzle);
#define PUZZLE_GUESSER 800.0
#define PUZZLE_DOUBLING 60.0
#define PUZZLE_DEVIATION 250.0

/* --- the catalogue: the games with names but for those with a board of their own, each in normal
 * play and, where there is one, in misere play --- */

int puzzle_rules_count(void);
/* Canonical. */
void puzzle_rules_at(int index, struct rules *ret_rules);
/* The index of these rules; -1: they are not in the catalogue. */
int puzzle_rules_find(const char *rules);

/* --- the daily puzzle: the same everywhere, another one each day; none comes again before all of
 * the catalogue have had their day --- */

enum { PUZZLE_DAY_MS = 86400000 };

struct puzzle_place {
    int rules; /* in the catalogue */
    int64_t number;
};
/* `day`: of UTC, 0 is 1 January 1970. */
struct puzzle_place puzzle_daily(int64_t day);

/* --- answers --- */

/* Does this legal move win? */
bool puzzle_is_right(struct solver *solver, const struct puzzle *puzzle, const struct move *move);
/* Appends whether the move is right and why: the position that it leaves, the opponent's winning
 * move there if it is wrong, and the moves that would have won. */
void puzzle_say(struct solver *solver, const struct puzzle *puzzle, const struct move *move,
                struct text *out);

/* Makes a puzzle of a position from which this legal move threw the win away. False: it did not. */
bool puzzle_of_mistake(struct solver *solver, const struct position *position,
                       const struct move *move, struct puzzle *ret_puzzle);

#endif

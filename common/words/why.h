/* The results of perfect play for a position, and the reasons: as values, and in words for people.
 * No I/O; a function that takes a solver may think for seconds, and does not keep it.
 * solver_explain() (common/solver/solver.h) gives the reasons. */
#ifndef COMMON_WORDS_WHY_H
#define COMMON_WORDS_WHY_H

#include "common/solver/solver.h"

#include <stdbool.h>
#include <stdint.h>

/* --- the solution of a position --- */

enum { SOLUTION_MOVES_MAX = 1000 };

/* A plain value; there is nothing to finish. */
struct solution {
    enum outcome outcome;
    bool has_grundy;
    uint64_t grundy;
    struct winning_moves winning;
    struct winning_moves drawing; /* of a drawn position: the moves that keep the draw */
    /* The winning moves, winning.listed of them; of a drawn position those that keep the draw. */
    struct move moves[SOLUTION_MOVES_MAX];
    bool has_best; /* there is a legal move */
    struct move best;
};

void solution_find(struct solver *solver, const struct position *position,
                   struct solution *ret_solution);

/* "The next player wins (an N-position): whoever is to move can win." */
void solution_say_outcome(const struct solution *solution, struct text *out);
/* Appends a hint, the best move first: "You can win: take 2, leaving 42; or take 10, leaving 34.";
 * or that no move wins, and the move that is hardest to answer; nothing where there is no legal
 * move. */
void solution_say_move(const struct rules *rules, const struct position *position,
                       const struct solution *solution, struct text *out);
/* Appends lines: the position, its outcome, its Grundy value, the winning moves and the best one.
 */
void solution_print(const struct rules *rules, const struct position *position,
                    const struct solution *solution, struct text *out);
/* Appends the lines of solver_explain() under a heading; nothing for the empty text. */
void explanation_print(const struct text *explanation, struct text *out);

/* Are there hints in a match? NULL: yes; else the reason why there are none, without a full stop.
 */
const char *why_no_hint(bool in_tournament, bool is_rated, bool is_against_bot);

/* --- a line of best play: both sides make their best moves --- */

struct best_line {
    struct solver *solver;    /* borrowed */
    struct position position; /* after the moves */
    struct text moves;        /* in the notation, a blank between two */
    int64_t count;
    bool is_complete; /* no move is left */
};

void best_line_begin(struct best_line *line, struct solver *solver,
                     const struct position *position);
/* Makes the next move. The line must not be complete. */
void best_line_go_on(struct best_line *line);
void best_line_finish(struct best_line *line);
/* Appends the first moves under a heading, and a summary of the rest. */
void best_line_print(const struct best_line *line, struct text *out);

/* --- the moves by the Grundy values that they lead to: the value of the position is their mex, the
 * least of 0, 1, 2, ... that is missing among them --- */

struct move_value {
    struct move move;
    uint64_t value; /* of the position after it */
};

struct move_values {
    struct move_value *moves; /* owned; by value, moves of one value in the order of move_at() */
    uint32_t count;
};

/* USAGE, with a message about the option --values: positions of this game have no values (misere
 * play), or the solver does not know all of them, or the position has too many moves. After a
 * failure there is nothing to finish. */
enum error_code move_values_find(struct solver *solver, const struct position *position,
                                 struct move_values *ret_values, struct error *error);
void move_values_finish(struct move_values *values);
/* Says which value is the mex, and why. */
void move_values_say(const struct move_values *values, struct text *out);
/* Appends a line for each value up to the largest, also for the missing value. */
void move_values_print(const struct rules *rules, const struct position *position,
                       const struct move_values *values, struct text *out);

#endif

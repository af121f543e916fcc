/* Perfect play and exact values. A solver belongs to one game (its rules), keeps the tables it has
 * computed and extends them when a larger position comes; it is not shared between threads.
 *
 * Fastest: from an N-position solver_best_move() chooses a winning move of least remoteness as far
 * as the remoteness is known. (The remoteness of a position is the number of moves that are left
 * when the winner hurries and the loser delays.) It is known
 *   - for every move that ends the match at once;
 *   - in misere take-away with one heap, for every move that leaves only the last counter;
 *   - in misere subtraction, for every move after which any move ends the match;
 *   - for every move, by trying them all, where position_counters() is at most 10 (remoteness.h).
 * Elsewhere it is not known, and the choice is the first winning move in the order of move_at().
 * The same rule decides between moves of equal remoteness.
 *
 * Hardest: from a P-position every move loses against best play, but some lose harder.
 * solver_best_move() chooses the move after which the smallest share of the opponent's legal moves
 * keeps the win (winning moves / legal moves, compared exactly as fractions; 1 where the match is
 * over and lost, as after the last move of misere play); ties go to the longer game, that is to the
 * move that leaves the most counters, then to the first in the order of move_at(). From a drawn
 * position the moves that keep the draw are compared so, by the share of the opponent's moves that
 * keep it. This is exact while the position has at most SOLVER_EXACT_MOVES legal moves; beyond, a
 * family may name a cheaper heuristic (see its file), which never changes the outcome. */
#ifndef COMMON_SOLVER_SOLVER_H
#define COMMON_SOLVER_SOLVER_H

#include "common/game/game.h"

enum { SOLVER_EXACT_MOVES = 4096 };

struct solver;

enum outcome {
    OUTCOME_P, /* the previous player wins with best play: the player to move loses */
    OUTCOME_N, /* the next player wins */
    OUTCOME_D, /* a draw: neither player can force a win; only where position_stuck_result() has
                  draws */
};

/* A solver for any rules that rules_parse() accepts. `rules` is copied. */
struct solver *solver_create(const struct rules *rules);
void solver_destroy(struct solver *solver);
const struct rules *solver_rules(const struct solver *solver);
/* The approximate size of its tables in bytes. Takes no time. */
size_t solver_memory(const struct solver *solver);

/* All questions below expect a position within the limits of position_check_start(), or one reached
 * from there. */

enum outcome solver_outcome(struct solver *solver, const struct position *position);

/* The Grundy value; false where it is not known (where theory gives only the outcome of so large a
 * position) or does not exist (in misere play). It can be 2^63 and more. */
bool solver_grundy(struct solver *solver, const struct position *position, uint64_t *ret_value);

struct winning_moves {
    uint128 count;   /* the number of winning moves, 0 in a P-position; a lower bound if !counted */
    bool counted;    /* false where counting them would take too long */
    bool truncated;  /* there are more than `capacity`: the array holds the first of them */
    uint32_t listed; /* the number of moves in the array */
};

/* Lists up to `capacity` winning moves, the first in the order of move_at(), into `moves` (may be
 * NULL when capacity is 0). */
struct winning_moves solver_winning_moves(struct solver *solver, const struct position *position,
                                          struct move *moves, uint32_t capacity);

/* The same of the moves that keep a draw in a drawn position; none elsewhere. */
struct winning_moves solver_drawing_moves(struct solver *solver, const struct position *position,
                                          struct move *moves, uint32_t capacity);

/* The move of a perfect player: from an N-position the fastest winning move, elsewhere the
 * hardest one, both as defined above. Precondition: the position is not over. */
void solver_best_move(struct solver *solver, const struct position *position,
                      struct move *ret_move);

/* Does solver_best_move() surely take less than about a millisecond here, because it needs neither
 * a table nor many tries? */
bool solver_is_quick(const struct solver *solver, const struct position *position);

/* Appends the move of solver_best_move() and its effect, or that no move wins; then the reason;
 * then the figures: the parts of a heap, the values of the heaps and their nim-sum in binary
 * columns, the period for large heaps. Lines for people, each with a line end, at most about 100
 * bytes wide. Only some heaps are shown of positions with many. */
void solver_explain(struct solver *solver, const struct position *position, struct text *out);
/* The move and the figures alone, without the sentences that explain the figures. */
void solver_explain_briefly(struct solver *solver, const struct position *position,
                            struct text *out);

/* The most moves that a certificate lists, and so a checker looks at. */
enum { SOLVER_PROOF_MOVES_MAX = 500000 };

/* Appends a certificate of the outcome: what a program needs that knows the rules and the
 * statements of the theorems, but no solver, in the text that CERTIFICATES.md describes. Error
 * TOO_LARGE: it would list more moves than the limit; USAGE: the position is a draw. */
enum error_code solver_prove(struct solver *solver, const struct position *position,
                             struct text *out, struct error *error);

#endif

/* How the families write certificates; CERTIFICATES.md describes the text. A family whose theory
 * decides the outcome has an entry `prove` in its table, which writes the instance of the theorem.
 * For the others proof_every_move() serves. */
#ifndef COMMON_SOLVER_PROOF_H
#define COMMON_SOLVER_PROOF_H

#include "common/solver/solver_family.h"

/* A certificate while it is being written. */
struct proof {
    struct solver *solver;
    const struct position *position; /* whose verdict is proven */
    const struct position *lost;     /* the P-position to prove: it, or what its best move leaves */
    struct text *out;
    struct error *error;
    uint128 moves; /* whose results are listed, of at most SOLVER_PROOF_MOVES_MAX */
};

/* Counts moves that are going to be listed. Error TOO_LARGE. */
enum error_code proof_add_moves(struct proof *proof, uint128 moves);

/* Where the nim-sum of the values of the components decides: writes the sums of the position and of
 * `lost`. `values` solves the normal play of the rules; NULL: the value of a heap is its size. */
void proof_sums(struct proof *proof, struct solver *values);
/* Writes the values of all components that can be reached from those of the sums, with all their
 * moves, or the closed form of the values. */
enum error_code proof_values(struct proof *proof, struct solver *values);

/* Writes all moves of `lost`, a winning reply to each, and so on to the ends of the game. */
enum error_code proof_every_move(struct proof *proof);

/* The entry of families in normal play whose positions are sums with known values. */
enum error_code proof_nim_sum(struct proof *proof);

#endif

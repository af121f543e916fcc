/* Monte Carlo tree search (UCT) that uses the rules alone: an opponent for any game, solved or not.
 *
 * Positions, not moves, are the nodes, so that the experience with a position serves wherever it is
 * reached (the games are full of transpositions). A playout walks down by upper confidence bounds
 * (Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006), adds one position, and plays
 * at random from there to the end. Decided positions are marked and backed up as proofs (Winands,
 * Bjornsson and Saito, "Monte-Carlo tree search solver", 2008): a position is won when one move
 * leads to a lost one, and lost when all moves lead to won ones. A proven root ends the search.
 *
 * A position may have 2^63 moves. They are tried in a random order, and more of them the more often
 * a position is visited (progressive widening): see next_edge() in mcts.c.
 *
 * The work is bounded by playouts, never by time; the memory by MCTS_NODES_MAX and MCTS_CELLS_MAX.
 */
#ifndef BOTS_MCTS_H
#define BOTS_MCTS_H

#include "common/game/game.h"

enum {
    /* The positions that are kept; beyond, playouts begin at the edge of the tree. */
    MCTS_NODES_MAX = 1 << 17,
    /* The cells of all these positions together: 32 MiB. */
    MCTS_CELLS_MAX = 1 << 22,
    /* The length of the random part of a playout; a longer one counts as half a win. */
    MCTS_PLIES_MAX = 512,
};

/* Chooses a move in a position that is not over, by this number of playouts >= 1. */
void mcts_choose(const struct rules *rules, const struct position *position, int64_t playouts,
                 struct random random, struct move *ret_move);

#endif

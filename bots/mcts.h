/* Monte Carlo tree search (UCT) that knows only the rules: an opponent for any game, before anybody
 * has solved it.
 *
 * Positions, not moves, are the nodes, so that what was learned of a position serves wherever it is
 * reached (the games are full of transpositions). A playout walks down by upper confidence bounds
 * (Kocsis and Szepesvari, "Bandit based Monte-Carlo planning", 2006), adds one position, and plays
 * at random from there to the end. Positions that are decided are known as such and are backed up
 * as proofs (Winands, Bjornsson and Saito, "Monte-Carlo tree search solver", 2008): a position is
 * won when one move leads to a lost one, and lost when all moves lead to won ones. A root that is
 * proven ends the search.
 *
 * A position may have 2^63 moves. They are tried in an order by chance, and the more often a
 * position is visited, the more of them (progressive widening): see moves_wanted() in mcts.c.
 *
 * The work is bounded by playouts, never by time; the memory by MCTS_NODES_MAX and MCTS_CELLS_MAX.
 */
#ifndef BOTS_MCTS_H
#define BOTS_MCTS_H

#include "bots/strategy.h"

enum {
    /* Positions that are kept; beyond, playouts begin at the edge of the tree. */
    MCTS_NODES_MAX = 1 << 17,
    /* Of all of them together: 32 MiB. */
    MCTS_CELLS_MAX = 1 << 22,
    /* Of the random part of a playout; a longer one counts as half a win. */
    MCTS_PLIES_MAX = 512,
};

/* The strategy's parameter is the number of playouts. */
void mcts_choose(const struct strategy *strategy, struct solver *solver, const struct turn *turn,
                 struct move *ret_move);
bool mcts_is_quick(const struct strategy *strategy, const struct solver *solver,
                   const struct turn *turn);

#endif

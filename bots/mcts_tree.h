/* The tree of a Monte Carlo tree search: each of its positions once, with its statistics. */
#ifndef BOTS_MCTS_TREE_H
#define BOTS_MCTS_TREE_H

#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

enum mcts_verdict {
    MCTS_OPEN,
    MCTS_WON, /* proven for the player to move */
    MCTS_DRAWN,
    MCTS_LOST,
};

#define MCTS_NONE UINT32_MAX /* no node, no edge */

/* A tried move from a node. */
struct mcts_edge {
    uint32_t node; /* the node after it */
    uint32_t next; /* the edge tried before it, or MCTS_NONE */
    uint32_t visits;
};

/* A position. Its moves are tried in the order index, index + step, index + 2 step, ... modulo
 * their number, to which the step is coprime, so that each comes once. */
struct mcts_node {
    uint128 move_count;
    uint128 first_index;
    uint128 step;
    uint128 next_index; /* of the next move to try */
    int64_t halves;     /* of wins for the player to move, in all visits; 1 for undecided */
    uint32_t visits;
    uint32_t last_edge;
    uint32_t edge_count;
    uint32_t next_in_bucket;
    uint32_t cells_at;
    uint32_t cells_count;
    enum mcts_verdict verdict;
};

struct mcts_tree;

/* A tree for at most `nodes` positions, from 1 to MCTS_NODES_MAX. `rules` and `random` outlive it.
 */
struct mcts_tree *mcts_tree_create(const struct rules *rules, struct random *random,
                                   uint32_t nodes);
void mcts_tree_destroy(struct mcts_tree *tree);

/* Pointers to nodes and edges are valid until the next one is added. */
struct mcts_node *mcts_tree_node(struct mcts_tree *tree, uint32_t node);
struct mcts_edge *mcts_tree_edge(struct mcts_tree *tree, uint32_t edge);
void mcts_tree_load(const struct mcts_tree *tree, uint32_t node, struct position *ret_position);

/* The node of a position. A new one has no visits, and is decided if the position is over.
 * MCTS_NONE: there is no room. */
uint32_t mcts_tree_find_or_add(struct mcts_tree *tree, const struct position *position);
/* Tries the next move of a node, which must have an untried one, and returns its edge, the node's
 * new last_edge. MCTS_NONE: there is no room. */
uint32_t mcts_tree_try_move(struct mcts_tree *tree, uint32_t node);
/* The index of the move of an edge of this node. */
uint128 mcts_tree_move_index(const struct mcts_tree *tree, uint32_t node, uint32_t edge);

#endif

/* The positions that a Monte Carlo tree search knows, each once, with what it has found out about
 * them. */
#ifndef BOTS_MCTS_TREE_H
#define BOTS_MCTS_TREE_H

#include "common/game/game.h"

#include <stdbool.h>
#include <stdint.h>

enum mcts_verdict {
    MCTS_OPEN,
    MCTS_WON, /* for who is to move: proven */
    MCTS_LOST,
};

#define MCTS_NONE UINT32_MAX /* no node, no edge */

/* A move from a node that has been tried. */
struct mcts_edge {
    uint32_t node; /* where it leads */
    uint32_t next; /* the one tried before it, or MCTS_NONE */
    uint32_t visits;
};

/* A position. Its moves are tried in the order index, index + step, index + 2 step, ... modulo
 * their number; the step has no divisor in common with that, so that each comes once. */
struct mcts_node {
    uint128 move_count;
    uint128 first_index;
    uint128 step;
    uint128 next_index; /* of the move to be tried next */
    int64_t halves;     /* won by who is to move here, in all visits: 2 a win, 1 undecided */
    uint32_t visits;
    uint32_t last_edge;
    uint32_t edge_count;
    uint32_t next_in_bucket;
    uint32_t cells_at;
    uint32_t cells_count;
    enum mcts_verdict verdict;
};

struct mcts_tree;

/* For at most `nodes` positions. Chance comes from `random`; both arguments outlive the tree. */
struct mcts_tree *mcts_tree_create(const struct rules *rules, struct random *random,
                                   uint32_t nodes);
void mcts_tree_destroy(struct mcts_tree *tree);

/* Pointers to nodes and edges live until something is added. */
struct mcts_node *mcts_tree_node(struct mcts_tree *tree, uint32_t node);
struct mcts_edge *mcts_tree_edge(struct mcts_tree *tree, uint32_t edge);
void mcts_tree_load(const struct mcts_tree *tree, uint32_t node, struct position *ret_position);

/* The node of a position, a new one without visits where there was none, and then decided if the
 * position is over. MCTS_NONE: there is no room. */
uint32_t mcts_tree_find_or_add(struct mcts_tree *tree, const struct position *position);
/* Tries the next move of a node, which has one, and returns its edge, the node's last_edge then.
 * MCTS_NONE: there is no room. */
uint32_t mcts_tree_try_move(struct mcts_tree *tree, uint32_t node);
/* The index of the move that an edge of this node stands for. */
uint128 mcts_tree_move_index(const struct mcts_tree *tree, uint32_t node, uint32_t edge);

#endif

/* The alternating tree of a stage (see matching.c): from an unmatched vertex, its root, edges
 * without slack lead to outer and inner nodes in turn. It knows the nearest edges out of it, and
 * changes no duals. */
#ifndef COMMON_TOURNAMENT_ALTERNATING_TREE_H
#define COMMON_TOURNAMENT_ALTERNATING_TREE_H

#include "common/tournament/blossom.h"
#include "common/tournament/matching.h"

#include <stdbool.h>
#include <stdint.h>

enum tree_label {
    TREE_UNLABELLED,
    TREE_OUTER,
    TREE_INNER,
};

/* An edge with its slack, which is kept up to date while duals change; from NO_NODE: there is none.
 */
struct tree_edge {
    struct blossom_link link;
    matching_cost slack;
};

/* Allocated parts are owned. */
struct alternating_tree {
    int count;
    const matching_cost *costs; /* borrowed */
    struct blossoms blossoms;
    /* By node. Labels: TREE_UNLABELLED unless outermost. Entries, of TREE_INNER ones: the edge of
     * the tree that leads into it. Bridges, of TREE_OUTER ones: the edge with the least slack to
     * nodes that were outer before it. Rows, of TREE_OUTER ones: for each vertex which vertex of
     * the node has the edge with the least slack to it. */
    matching_cost *duals;
    enum tree_label *labels;
    struct blossom_link *entries;
    struct tree_edge *bridges;
    int16_t *rows;
    /* By vertex that is not in an outer node: the edge with the least slack to it from one that is.
     */
    struct tree_edge *nearest;
};

/* `count` and `costs` as in matching_cheapest(). Without blossoms, with duals of 0. */
void alternating_tree_init(struct alternating_tree *tree, int count, const matching_cost *costs);
void alternating_tree_finish(struct alternating_tree *tree);

/* Of the edge between two vertices in different outermost nodes. */
static inline matching_cost alternating_tree_slack(const struct alternating_tree *tree, int a,
                                                   int b)
{
    return 2 * tree->costs[a * tree->count + b] - tree->duals[a] - tree->duals[b];
}

/* Of the outermost node that the vertex lies in. */
static inline enum tree_label alternating_tree_label(const struct alternating_tree *tree,
                                                     int vertex)
{
    return tree->labels[tree->blossoms.tops[vertex]];
}

/* Forgets the tree there was. */
void alternating_tree_plant(struct alternating_tree *tree, int root);
/* These go over edges without slack, from an outer node. Grow: to a node that is unlabelled;
 * returns whether it was an unmatched one, so that the matching has an edge more now and the tree
 * is at its end. Shrink: to another outer node. Open: an inner blossom with the dual 0. */
bool alternating_tree_grow(struct alternating_tree *tree, struct blossom_link link);
void alternating_tree_shrink(struct alternating_tree *tree, struct blossom_link link);
void alternating_tree_open(struct alternating_tree *tree, int blossom);

#endif

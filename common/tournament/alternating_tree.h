/* The alternating tree of a stage (see matching.c): from an unmatched vertex, its root, edges
 * without slack lead to inner and outer nodes in turn. It keeps the nearest edges out of it, and
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

/* An edge with its slack, which follows every change of duals; from NO_NODE: there is none. */
struct tree_edge {
    struct blossom_link link;
    matching_cost slack;
};

/* Allocated parts are owned. */
struct alternating_tree {
    int count;
    const matching_cost *costs; /* borrowed */
    struct blossoms blossoms;
    /* By node: */
    matching_cost *duals;
    enum tree_label *labels;      /* TREE_UNLABELLED unless outermost */
    struct blossom_link *entries; /* of TREE_INNER: the edge of the tree that leads into it */
    struct tree_edge *bridges;    /* of TREE_OUTER: the nearest edge to nodes outer before it */
    int16_t *rows; /* of TREE_OUTER: for each vertex, the vertex of the node nearest to it */
    /* By vertex outside outer nodes: the edge with the least slack from a vertex in one. */
    struct tree_edge *nearest;
};

/* A tree without blossoms, with duals of 0. `count` and `costs` are those of matching_begin(). */
void alternating_tree_init(struct alternating_tree *tree, int count, const matching_cost *costs);
void alternating_tree_finish(struct alternating_tree *tree);

/* The slack of the edge between two vertices in different outermost nodes. */
static inline matching_cost alternating_tree_slack(const struct alternating_tree *tree, int a,
                                                   int b)
{
    return 2 * tree->costs[a * tree->count + b] - tree->duals[a] - tree->duals[b];
}

/* The label of the outermost node around the vertex. */
static inline enum tree_label alternating_tree_label(const struct alternating_tree *tree,
                                                     int vertex)
{
    return tree->labels[tree->blossoms.tops[vertex]];
}

/* Begins a new tree with this unmatched vertex. */
void alternating_tree_plant(struct alternating_tree *tree, int root);
/* Grows along an edge without slack from an outer node to an unlabelled one. True: the node was
 * unmatched, so the matching has one more edge now and the stage is over. */
bool alternating_tree_grow(struct alternating_tree *tree, struct blossom_link link);
/* Shrinks the cycle that an edge without slack between two outer nodes closes. */
void alternating_tree_shrink(struct alternating_tree *tree, struct blossom_link link);
/* Opens an inner blossom with the dual 0. */
void alternating_tree_open(struct alternating_tree *tree, int blossom);

#endif

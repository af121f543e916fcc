/* The blossoms of a matching (see matching.c): odd cycles of vertices and of blossoms, which are
 * shrunk to one node each. In a blossom all vertices but one, its base, are matched with each
 * other, and any of them can become the base. Every vertex and every blossom is a node; the search
 * for a better matching sees the outermost ones. */
#ifndef COMMON_TOURNAMENT_BLOSSOM_H
#define COMMON_TOURNAMENT_BLOSSOM_H

#include <stdbool.h>

enum { NO_NODE = -1 };

/* An edge between two vertices, seen from one of them. */
struct blossom_link {
    int from, to;
};

/* A node in the cycle of a blossom, with the edge from it to the next node of the cycle. */
struct petal {
    int node;
    struct blossom_link next;
};

struct blossom_node {
    bool is_used;         /* vertices always */
    int parent;           /* the blossom of which it is a petal; NO_NODE: outermost */
    int base;             /* a vertex */
    struct petal *petals; /* owned, in the order of the cycle; the first one has the base */
    int count;            /* of petals; 0: a vertex */
};

struct blossoms {
    int vertices; /* they are the nodes 0..vertices - 1 */
    int capacity; /* of `nodes`; there are at most half as many blossoms as vertices */
    struct blossom_node *nodes; /* owned */
    int *tops;                  /* owned; by vertex: the outermost node around it */
    int *mates;                 /* owned; by vertex: its mate, or NO_NODE */
};

void blossoms_init(struct blossoms *blossoms, int vertices);
void blossoms_finish(struct blossoms *blossoms);

/* Shrinks a cycle of `count` outermost nodes, which is copied. Returns the new node. */
int blossoms_shrink(struct blossoms *blossoms, const struct petal *petals, int count);
/* Removes an outermost blossom, so that its petals are outermost. Returns the petals; free() them.
 */
struct petal *blossoms_open(struct blossoms *blossoms, int blossom, int *ret_count);
/* The index of the petal around the vertex, which lies in the blossom. */
int blossoms_petal_with(const struct blossoms *blossoms, int blossom, int vertex);
/* Changes the matching within a node such that `vertex`, one of its vertices, is its base. */
void blossoms_rebase(struct blossoms *blossoms, int node, int vertex);

#endif

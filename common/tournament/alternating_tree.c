#include "common/tournament/alternating_tree.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

void alternating_tree_init(struct alternating_tree *tree, int count, const matching_cost *costs)
{
    *tree = (struct alternating_tree){.count = count, .costs = costs};
    blossoms_init(&tree->blossoms, count);
    size_t nodes = (size_t)tree->blossoms.capacity;
    tree->duals = memory_zeroed(nodes, sizeof *tree->duals);
    tree->labels = memory_zeroed(nodes, sizeof *tree->labels);
    tree->entries = memory_zeroed(nodes, sizeof *tree->entries);
    tree->bridges = memory_zeroed(nodes, sizeof *tree->bridges);
    tree->rows = memory_zeroed(nodes * (size_t)count, sizeof *tree->rows);
    tree->nearest = memory_zeroed((size_t)count, sizeof *tree->nearest);
}

void alternating_tree_finish(struct alternating_tree *tree)
{
    blossoms_finish(&tree->blossoms);
    free(tree->duals);
    free(tree->labels);
    free(tree->entries);
    free(tree->bridges);
    free(tree->rows);
    free(tree->nearest);
    *tree = (struct alternating_tree){0};
}

static int top_of(const struct alternating_tree *tree, int vertex)
{
    return tree->blossoms.tops[vertex];
}

static int base_of(const struct alternating_tree *tree, int node)
{
    return tree->blossoms.nodes[node].base;
}

static int16_t *row_of(const struct alternating_tree *tree, int node)
{
    return tree->rows + node * tree->count;
}

static int nearer(const struct alternating_tree *tree, int to, int a, int b)
{
    if (a == NO_NODE || b == NO_NODE)
        return a == NO_NODE ? b : a;
    return alternating_tree_slack(tree, b, to) < alternating_tree_slack(tree, a, to) ? b : a;
}

/* --- outer nodes --- */

static void fill_row(struct alternating_tree *tree, int node)
{
    int16_t *row = row_of(tree, node);
    for (int to = 0; to < tree->count; to++)
        row[to] = NO_NODE;
    for (int from = 0; from < tree->count; from++) {
        for (int to = 0; top_of(tree, from) == node && to < tree->count; to++)
            row[to] = (int16_t)nearer(tree, to, row[to], from);
    }
}

static void keep_nearer(const struct alternating_tree *tree, struct tree_edge *edge, int from,
                        int to)
{
    matching_cost gap = alternating_tree_slack(tree, from, to);
    if (edge->link.from == NO_NODE || gap < edge->slack)
        *edge = (struct tree_edge){.link = {.from = from, .to = to}, .slack = gap};
}

/* Finds the nearest edge to the other outer nodes. Nodes that become outer later find theirs; so
 * the least slack between any two outer nodes is always known. */
static void find_bridge(struct alternating_tree *tree, int node)
{
    const int16_t *row = row_of(tree, node);
    struct tree_edge *bridge = &tree->bridges[node];
    bridge->link.from = NO_NODE;
    for (int to = 0; to < tree->count; to++) {
        if (top_of(tree, to) != node && alternating_tree_label(tree, to) == TREE_OUTER)
            keep_nearer(tree, bridge, row[to], to);
    }
}

static void make_outer(struct alternating_tree *tree, int node)
{
    tree->labels[node] = TREE_OUTER;
    fill_row(tree, node);
    const int16_t *row = row_of(tree, node);
    for (int to = 0; to < tree->count; to++) {
        if (alternating_tree_label(tree, to) != TREE_OUTER)
            keep_nearer(tree, &tree->nearest[to], row[to], to);
    }
    find_bridge(tree, node);
}

static void make_inner(struct alternating_tree *tree, int node, struct blossom_link link)
{
    tree->labels[node] = TREE_INNER;
    tree->entries[node] = link;
}

void alternating_tree_plant(struct alternating_tree *tree, int root)
{
    assert(tree->blossoms.mates[base_of(tree, top_of(tree, root))] == NO_NODE);
    for (int i = 0; i < tree->blossoms.capacity; i++)
        tree->labels[i] = TREE_UNLABELLED;
    for (int i = 0; i < tree->count; i++)
        tree->nearest[i].link.from = NO_NODE;
    make_outer(tree, top_of(tree, root));
}

/* --- shrink --- */

static struct blossom_link reversed(struct blossom_link link)
{
    return (struct blossom_link){.from = link.to, .to = link.from};
}

/* The edge from a node of the tree towards the root; from NO_NODE at the root. */
static struct blossom_link link_up(const struct alternating_tree *tree, int node)
{
    if (tree->labels[node] == TREE_INNER)
        return reversed(tree->entries[node]);
    int base = base_of(tree, node);
    int mate = tree->blossoms.mates[base];
    return (struct blossom_link){.from = mate == NO_NODE ? NO_NODE : base, .to = mate};
}

/* Fills in the nodes of the tree from `node` up to `end`, without `end` (NO_NODE: with the root),
 * and returns their number. */
static int path_up(const struct alternating_tree *tree, int node, int end, struct petal *ret_path)
{
    int count = 0;
    while (node != end) {
        assert(tree->labels[node] != TREE_UNLABELLED && count < MATCHING_MAX);
        struct blossom_link up = link_up(tree, node);
        ret_path[count++] = (struct petal){.node = node, .next = up};
        node = up.from == NO_NODE ? NO_NODE : top_of(tree, up.to);
    }
    return count;
}

/* The first node that the paths of both to the root share. */
static int common_node(const struct alternating_tree *tree, int a, int b)
{
    struct petal path_a[MATCHING_MAX], path_b[MATCHING_MAX];
    int i = path_up(tree, a, NO_NODE, path_a);
    int j = path_up(tree, b, NO_NODE, path_b);
    while (i > 1 && j > 1 && path_a[i - 2].node == path_b[j - 2].node) {
        i--;
        j--;
    }
    return path_a[i - 1].node;
}

/* Fills in the cycle that the edge closes, from the node nearest to the root on, and returns its
 * length. */
static int cycle_of(const struct alternating_tree *tree, struct blossom_link link,
                    struct petal *ret_petals)
{
    struct petal down[MATCHING_MAX];
    int from = top_of(tree, link.from), to = top_of(tree, link.to);
    int root = common_node(tree, from, to);
    int count = path_up(tree, from, root, down);
    ret_petals[0].node = root;
    for (int i = 0; i < count; i++) {
        struct petal *petal = &ret_petals[i];
        petal->next = reversed(down[count - 1 - i].next);
        petal[1].node = down[count - 1 - i].node;
    }
    ret_petals[count].next = link;
    return count + 1 + path_up(tree, to, root, ret_petals + count + 1);
}

static void join_rows(struct alternating_tree *tree, int blossom, const struct petal *petals,
                      int count)
{
    int16_t *joined = row_of(tree, blossom);
    for (int to = 0; to < tree->count; to++) {
        joined[to] = row_of(tree, petals[0].node)[to];
        for (int i = 1; i < count; i++)
            joined[to] = (int16_t)nearer(tree, to, joined[to], row_of(tree, petals[i].node)[to]);
    }
}

void alternating_tree_shrink(struct alternating_tree *tree, struct blossom_link link)
{
    assert(alternating_tree_slack(tree, link.from, link.to) == 0);
    struct petal petals[MATCHING_MAX];
    int count = cycle_of(tree, link, petals);
    for (int i = 0; i < count; i++) {
        if (tree->labels[petals[i].node] == TREE_INNER)
            make_outer(tree, petals[i].node);
    }
    int blossom = blossoms_shrink(&tree->blossoms, petals, count);
    for (int i = 0; i < count; i++)
        tree->labels[petals[i].node] = TREE_UNLABELLED;
    tree->labels[blossom] = TREE_OUTER;
    tree->duals[blossom] = 0;
    join_rows(tree, blossom, petals, count);
    find_bridge(tree, blossom);
}

/* --- open --- */

/* Extends the tree through the petals from the entry to the base, along the way round the cycle
 * with an even number of edges, on which every other edge is matched. */
static void label_petals(struct alternating_tree *tree, const struct petal *petals, int count,
                         int entry, struct blossom_link link)
{
    int step = entry % 2 == 0 ? -1 : 1;
    for (int i = entry;; i = (i + step + count) % count) {
        make_inner(tree, petals[i].node, link);
        if (i == 0)
            return;
        i = (i + step + count) % count;
        make_outer(tree, petals[i].node);
        link = step == 1 ? petals[i].next : reversed(petals[(i + count - 1) % count].next);
    }
}

void alternating_tree_open(struct alternating_tree *tree, int blossom)
{
    assert(tree->labels[blossom] == TREE_INNER && tree->duals[blossom] == 0);
    struct blossom_link link = tree->entries[blossom];
    int entry = blossoms_petal_with(&tree->blossoms, blossom, link.to);
    int count;
    struct petal *petals = blossoms_open(&tree->blossoms, blossom, &count);
    tree->labels[blossom] = TREE_UNLABELLED;
    label_petals(tree, petals, count, entry, link);
    free(petals);
}

/* --- grow --- */

/* Swaps the edges on the path from the root over this edge, which leads to an unmatched node. */
static void augment(struct alternating_tree *tree, struct blossom_link link)
{
    struct blossoms *blossoms = &tree->blossoms;
    for (;;) {
        int outer = top_of(tree, link.from);
        int mate = blossoms->mates[base_of(tree, outer)];
        blossoms_rebase(blossoms, top_of(tree, link.to), link.to);
        blossoms_rebase(blossoms, outer, link.from);
        blossoms->mates[link.from] = link.to;
        blossoms->mates[link.to] = link.from;
        if (mate == NO_NODE)
            return;
        link = tree->entries[top_of(tree, mate)];
    }
}

bool alternating_tree_grow(struct alternating_tree *tree, struct blossom_link link)
{
    assert(alternating_tree_slack(tree, link.from, link.to) == 0);
    int node = top_of(tree, link.to);
    int mate = tree->blossoms.mates[base_of(tree, node)];
    if (mate == NO_NODE) {
        augment(tree, link);
        return true;
    }
    make_inner(tree, node, link);
    make_outer(tree, top_of(tree, mate));
    return false;
}

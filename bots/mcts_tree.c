#include "bots/mcts_tree.h"

#include "bots/mcts.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct mcts_tree {
    const struct rules *rules;
    struct random *random;
    struct mcts_node *nodes;
    struct mcts_edge *edges;
    int64_t *cells;        /* of all nodes, one after another */
    uint32_t *buckets;     /* nodes by the hash of their position */
    uint32_t bucket_count; /* a power of two */
    uint32_t capacity;     /* of nodes and of edges */
    uint32_t node_count, edge_count;
    uint32_t cells_count, cells_capacity;
    struct position before, after; /* for trying a move */
};

struct mcts_tree *mcts_tree_create(const struct rules *rules, struct random *random, uint32_t nodes)
{
    assert(nodes >= 1 && nodes <= MCTS_NODES_MAX);
    struct mcts_tree *tree = memory_zeroed(1, sizeof *tree);
    tree->rules = rules;
    tree->random = random;
    tree->capacity = nodes;
    tree->nodes = memory_zeroed(nodes, sizeof *tree->nodes);
    tree->edges = memory_zeroed(nodes, sizeof *tree->edges);
    tree->bucket_count = 1;
    while (tree->bucket_count < nodes)
        tree->bucket_count *= 2;
    tree->buckets = memory_zeroed(tree->bucket_count, sizeof *tree->buckets);
    memset(tree->buckets, 0xFF, tree->bucket_count * sizeof *tree->buckets); /* MCTS_NONE */
    return tree;
}

void mcts_tree_destroy(struct mcts_tree *tree)
{
    position_finish(&tree->before);
    position_finish(&tree->after);
    free(tree->buckets);
    free(tree->cells);
    free(tree->edges);
    free(tree->nodes);
    free(tree);
}

struct mcts_node *mcts_tree_node(struct mcts_tree *tree, uint32_t node)
{
    return &tree->nodes[node];
}

struct mcts_edge *mcts_tree_edge(struct mcts_tree *tree, uint32_t edge)
{
    return &tree->edges[edge];
}

void mcts_tree_load(const struct mcts_tree *tree, uint32_t node, struct position *ret_position)
{
    const struct mcts_node *of = &tree->nodes[node];
    const struct position view = {.count = of->cells_count, .cells = tree->cells + of->cells_at};
    position_copy(ret_position, &view);
}

/* --- finding --- */

static uint32_t *bucket_of(struct mcts_tree *tree, const struct position *position)
{
    uint64_t hash = position->count;
    for (uint32_t i = 0; i < position->count; i++) {
        struct random mixer = random_from_seed(hash ^ (uint64_t)position->cells[i]);
        hash = random_next(&mixer);
    }
    return &tree->buckets[hash & (tree->bucket_count - 1)];
}

/* --- adding --- */

static void store_cells(struct mcts_tree *tree, const struct position *position)
{
    uint32_t needed = tree->cells_count + position->count;
    assert(needed <= MCTS_CELLS_MAX);
    if (needed > tree->cells_capacity) {
        tree->cells_capacity = needed < MCTS_CELLS_MAX / 2 ? 2 * needed : MCTS_CELLS_MAX;
        tree->cells = memory_resized(tree->cells, tree->cells_capacity, sizeof *tree->cells);
    }
    if (position->count > 0)
        memcpy(tree->cells + tree->cells_count, position->cells,
               position->count * sizeof *position->cells);
    tree->cells_count = needed;
}

static uint128 common_divisor(uint128 a, uint128 b)
{
    while (b > 0) {
        uint128 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

static void order_moves(struct mcts_tree *tree, struct mcts_node *node)
{
    uint128 step;
    node->first_index = node->next_index = random_below(tree->random, node->move_count);
    do
        step = 1 + random_below(tree->random, node->move_count);
    while (common_divisor(step, node->move_count) != 1);
    node->step = step % node->move_count;
}

static uint32_t add_node(struct mcts_tree *tree, const struct position *position, uint32_t *bucket)
{
    static const enum mcts_verdict verdict_of_end[] = {
        [STUCK_LOSES] = MCTS_LOST,
        [STUCK_DRAWS] = MCTS_DRAWN,
        [STUCK_WINS] = MCTS_WON,
    };
    uint32_t index = tree->node_count++;
    struct mcts_node *node = &tree->nodes[index];
    *node = (struct mcts_node){
        .move_count = move_count(tree->rules, position),
        .last_edge = MCTS_NONE,
        .next_in_bucket = *bucket,
        .cells_at = tree->cells_count,
        .cells_count = position->count,
    };
    *bucket = index;
    store_cells(tree, position);
    if (node->move_count > 0)
        order_moves(tree, node);
    else
        node->verdict = verdict_of_end[position_stuck_result(tree->rules, position)];
    return index;
}

uint32_t mcts_tree_find_or_add(struct mcts_tree *tree, const struct position *position)
{
    uint32_t *bucket = bucket_of(tree, position);
    size_t bytes = position->count * sizeof *position->cells;
    for (uint32_t at = *bucket; at != MCTS_NONE; at = tree->nodes[at].next_in_bucket) {
        const struct mcts_node *node = &tree->nodes[at];
        if (node->cells_count == position->count &&
            (bytes == 0 || memcmp(tree->cells + node->cells_at, position->cells, bytes) == 0))
            return at;
    }
    if (tree->node_count == tree->capacity || position->count > MCTS_CELLS_MAX - tree->cells_count)
        return MCTS_NONE;
    return add_node(tree, position, bucket);
}

/* index + step modulo count, without overflow. */
static uint128 step_on(uint128 index, uint128 step, uint128 count)
{
    return index >= count - step ? index - (count - step) : index + step;
}

uint32_t mcts_tree_try_move(struct mcts_tree *tree, uint32_t from)
{
    if (tree->edge_count == tree->capacity)
        return MCTS_NONE;
    assert(tree->nodes[from].edge_count < tree->nodes[from].move_count);
    struct move move;
    mcts_tree_load(tree, from, &tree->before);
    move_at(tree->rules, &tree->before, tree->nodes[from].next_index, &move);
    position_copy(&tree->after, &tree->before);
    move_apply(tree->rules, &tree->after, &move);
    uint32_t to = mcts_tree_find_or_add(tree, &tree->after);
    if (to == MCTS_NONE)
        return MCTS_NONE;
    struct mcts_node *node = &tree->nodes[from];
    tree->edges[tree->edge_count] = (struct mcts_edge){.node = to, .next = node->last_edge};
    node->last_edge = tree->edge_count;
    node->edge_count++;
    node->next_index = step_on(node->next_index, node->step, node->move_count);
    return tree->edge_count++;
}

uint128 mcts_tree_move_index(const struct mcts_tree *tree, uint32_t from, uint32_t edge)
{
    const struct mcts_node *node = &tree->nodes[from];
    uint32_t later = 0; /* the number of edges tried after it */
    for (uint32_t at = node->last_edge; at != edge; at = tree->edges[at].next)
        later++;
    assert(later < node->edge_count);
    uint128 index = node->first_index;
    for (uint32_t i = later + 1; i < node->edge_count; i++)
        index = step_on(index, node->step, node->move_count);
    return index;
}

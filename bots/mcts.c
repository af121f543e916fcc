#include "bots/mcts.h"

#include "bots/mcts_tree.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

enum {
    WIN = 2,       /* halves of a win */
    UNDECIDED = 1, /* or a draw */
    LOSS = 0,
    SCALE = 1 << 16,         /* of a share of wins: integers, so that all machines decide alike */
    EXPLORATION = SCALE / 2, /* the weight of curiosity */
    MOVES_AT_FIRST = 8,      /* the moves that a position tries before any of them twice */
};

struct search {
    const struct rules *rules;
    struct random random;
    struct mcts_tree *tree;
    uint32_t *path; /* from the root: node, edge, node, edge, ..., node */
    uint32_t path_count, path_capacity;
    struct position position; /* of the random part of a playout */
};

/* The largest number whose square is not above `value`. */
static uint64_t whole_root(uint64_t value)
{
    uint64_t root = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit > 0; bit >>= 1) {
        if ((root + bit) * (root + bit) <= value)
            root += bit;
    }
    return root;
}

/* --- proofs --- */

/* Decides a node if the moves tried so far prove it won, drawn or lost. */
static void settle(struct search *search, uint32_t at)
{
    struct mcts_node *node = mcts_tree_node(search->tree, at);
    uint32_t refuted = 0, drawn = 0;
    if (node->verdict != MCTS_OPEN)
        return;
    for (uint32_t i = node->last_edge; i != MCTS_NONE;) {
        const struct mcts_edge *edge = mcts_tree_edge(search->tree, i);
        enum mcts_verdict verdict = mcts_tree_node(search->tree, edge->node)->verdict;
        if (verdict == MCTS_LOST) {
            node->verdict = MCTS_WON;
            return;
        }
        refuted += verdict == MCTS_WON;
        drawn += verdict == MCTS_DRAWN;
        i = edge->next;
    }
    if (refuted + drawn == node->move_count)
        node->verdict = drawn > 0 ? MCTS_DRAWN : MCTS_LOST;
}

/* --- walking down --- */

static void push(struct search *search, uint32_t step)
{
    if (search->path_count == search->path_capacity) {
        search->path_capacity = search->path_capacity > 0 ? 2 * search->path_capacity : 64;
        search->path = memory_resized(search->path, search->path_capacity, sizeof *search->path);
    }
    search->path[search->path_count++] = step;
}

/* The most promising of the tried moves that are not refuted; MCTS_NONE: all are. A move is valued
 * by the mover's share of wins and a curiosity that falls with its visits: q + c sqrt(N) / (1 + n),
 * the bound of Silver et al., "Mastering the game of Go without human knowledge" (2017), with equal
 * priors. */
static uint32_t select_edge(struct search *search, uint32_t at)
{
    const struct mcts_node *node = mcts_tree_node(search->tree, at);
    uint64_t root_of_visits = whole_root(node->visits);
    uint32_t best = MCTS_NONE;
    int64_t highest = 0;
    for (uint32_t i = node->last_edge; i != MCTS_NONE;) {
        const struct mcts_edge *edge = mcts_tree_edge(search->tree, i);
        const struct mcts_node *to = mcts_tree_node(search->tree, edge->node);
        int64_t lost = to->visits > 0 ? SCALE * to->halves / (2 * (int64_t)to->visits) : SCALE / 2;
        int64_t curiosity = (int64_t)(EXPLORATION * root_of_visits) / (1 + (int64_t)edge->visits);
        int64_t value = SCALE - lost + curiosity;
        if (to->verdict == MCTS_OPEN && (best == MCTS_NONE || value > highest)) {
            best = i;
            highest = value;
        }
        i = edge->next;
    }
    return best;
}

/* The edge along which the playout continues; MCTS_NONE: there is no room for one. */
static uint32_t next_edge(struct search *search, uint32_t at)
{
    const struct mcts_node *node = mcts_tree_node(search->tree, at);
    bool has_untried = node->edge_count < node->move_count;
    uint64_t wanted = MOVES_AT_FIRST + 2 * whole_root(node->visits); /* progressive widening */
    uint32_t tried =
        has_untried && node->edge_count < wanted ? mcts_tree_try_move(search->tree, at) : MCTS_NONE;
    if (tried != MCTS_NONE)
        return tried;
    uint32_t best = select_edge(search, at);
    return best == MCTS_NONE && has_untried ? mcts_tree_try_move(search->tree, at) : best;
}

/* Walks from the root to a position that is decided or new, or that cannot be left because there is
 * no room. */
static uint32_t walk_down(struct search *search)
{
    uint32_t at = 0;
    search->path_count = 0;
    push(search, at);
    for (;;) {
        settle(search, at);
        const struct mcts_node *node = mcts_tree_node(search->tree, at);
        if (node->verdict != MCTS_OPEN || (node->visits == 0 && at != 0))
            return at;
        uint32_t edge = next_edge(search, at);
        if (edge == MCTS_NONE)
            return at;
        at = mcts_tree_edge(search->tree, edge)->node;
        push(search, edge);
        push(search, at);
    }
}

/* --- playing to the end --- */

/* The result of random play for the player to move at a node. */
static int64_t play_out(struct search *search, uint32_t at)
{
    mcts_tree_load(search->tree, at, &search->position);
    for (int plies = 0; plies < MCTS_PLIES_MAX; plies++) {
        uint128 count = move_count(search->rules, &search->position);
        if (count == 0) {
            enum stuck_result result = position_stuck_result(search->rules, &search->position);
            if (result == STUCK_DRAWS)
                return UNDECIDED;
            return (plies % 2 == 0) == (result == STUCK_WINS) ? WIN : LOSS;
        }
        struct move move;
        move_at(search->rules, &search->position, random_below(&search->random, count), &move);
        move_apply(search->rules, &search->position, &move);
    }
    return UNDECIDED;
}

static int64_t result_at(struct search *search, uint32_t at)
{
    switch (mcts_tree_node(search->tree, at)->verdict) {
    case MCTS_WON:
        return WIN;
    case MCTS_LOST:
        return LOSS;
    case MCTS_DRAWN:
        return UNDECIDED;
    case MCTS_OPEN:
        break;
    }
    return play_out(search, at);
}

static void back_up(struct search *search, int64_t halves)
{
    assert(search->path_count % 2 == 1 && halves >= LOSS && halves <= WIN);
    for (uint32_t i = search->path_count; i > 0; i -= 2) {
        uint32_t at = search->path[i - 1];
        struct mcts_node *node = mcts_tree_node(search->tree, at);
        node->visits++;
        node->halves += halves;
        halves = WIN - halves;
        settle(search, at);
        if (i == 1)
            return;
        mcts_tree_edge(search->tree, search->path[i - 2])->visits++;
    }
}

/* --- the search --- */

/* A proven win; else the most visited move that is open, unless a draw is proven and the share of
 * wins of that move is below one half; else a draw; else the most visited one, which was the
 * hardest to refute. */
static uint32_t best_edge(struct search *search)
{
    uint32_t best = MCTS_NONE;
    int64_t highest = 0;
    bool has_draw = false;
    for (uint32_t i = mcts_tree_node(search->tree, 0)->last_edge; i != MCTS_NONE;) {
        const struct mcts_edge *edge = mcts_tree_edge(search->tree, i);
        has_draw = has_draw || mcts_tree_node(search->tree, edge->node)->verdict == MCTS_DRAWN;
        i = edge->next;
    }
    for (uint32_t i = mcts_tree_node(search->tree, 0)->last_edge; i != MCTS_NONE;) {
        const struct mcts_edge *edge = mcts_tree_edge(search->tree, i);
        static const int64_t rank[] = {
            [MCTS_WON] = 0, [MCTS_DRAWN] = 2, [MCTS_OPEN] = 3, [MCTS_LOST] = 4};
        const struct mcts_node *to = mcts_tree_node(search->tree, edge->node);
        bool is_worse = has_draw && to->verdict == MCTS_OPEN && to->halves > (int64_t)to->visits;
        int64_t value = ((is_worse ? 1 : rank[to->verdict]) << 32) + edge->visits;
        if (best == MCTS_NONE || value > highest) {
            best = i;
            highest = value;
        }
        i = edge->next;
    }
    assert(best != MCTS_NONE);
    return best;
}

void mcts_choose(const struct rules *rules, const struct position *position, int64_t playouts,
                 struct random random, struct move *ret_move)
{
    assert(playouts >= 1);
    struct search search = {.rules = rules, .random = random};
    /* The root, and at most one node for each playout. */
    uint32_t nodes = playouts < MCTS_NODES_MAX ? (uint32_t)playouts + 1 : MCTS_NODES_MAX;
    search.tree = mcts_tree_create(rules, &search.random, nodes);
    mcts_tree_find_or_add(search.tree, position);
    for (int64_t i = 0; i < playouts && mcts_tree_node(search.tree, 0)->verdict == MCTS_OPEN; i++)
        back_up(&search, result_at(&search, walk_down(&search)));
    uint128 index = mcts_tree_move_index(search.tree, 0, best_edge(&search));
    move_at(rules, position, index, ret_move);
    mcts_tree_destroy(search.tree);
    position_finish(&search.position);
    free(search.path);
}

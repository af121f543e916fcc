/* Edmonds' algorithm ("Maximum matching and a polyhedron with 0,1-vertices", 1965) with the labels
 * of primal-dual methods, for complete graphs.
 *
 * Every vertex has a dual, any number, and every blossom one that is not negative, such that each
 * edge between outermost nodes has a slack, 2 cost - dual - dual, that is not negative (within a
 * blossom the duals of the blossoms with both ends are added). Edges of the matching and of
 * blossoms have no slack, and therefore a matching of all vertices is a cheapest one.
 *
 * A stage adds one edge to the matching. From an unmatched vertex a tree of edges without slack
 * grows:
 *
 *     outer ---- inner ==== outer ---- inner ==== outer      == matched, -- not matched
 *
 *     grow    an edge leads from an outer node to one without label: that becomes inner, its mate
 *             outer; if it has no mate, the path to it has its edges swapped, and the stage is over
 *     shrink  an edge joins two outer nodes: the cycle becomes a blossom, which is outer
 *     open    an inner blossom has come down to the dual 0: it becomes its petals again
 *
 * Where none of these is possible, duals change until one is: those of outer vertices rise, those
 * of inner ones fall. Costs are doubled so that all numbers stay whole: vertices of the tree are
 * joined by edges without slack, so their duals are even or odd together, and the slack of an edge
 * between two of them is even. */
#include "common/tournament/matching.h"

#include "common/base/memory.h"
#include "common/tournament/alternating_tree.h"

#include <assert.h>
#include <stdlib.h>

enum { TREE_STEPS = 32 }; /* changes of the tree in one step of the search */

/* --- stages --- */

/* The next possible change of the tree, after duals have changed by `change`. */
struct step {
    enum { NOTHING, GROW, SHRINK, OPEN } kind;
    matching_cost change;
    struct blossom_link link; /* of GROW and SHRINK */
    int blossom;              /* of OPEN */
};

static void take_sooner(struct step *step, struct step other)
{
    if (step->kind == NOTHING || other.change < step->change)
        *step = other;
}

static struct step next_step(const struct alternating_tree *tree)
{
    struct step step = {.kind = NOTHING};
    for (int i = 0; i < tree->count; i++) {
        const struct tree_edge *edge = &tree->nearest[i];
        if (alternating_tree_label(tree, i) == TREE_UNLABELLED)
            take_sooner(&step, (struct step){GROW, edge->slack, .link = edge->link});
    }
    for (int i = 0; i < tree->blossoms.capacity; i++) {
        const struct tree_edge *edge = &tree->bridges[i];
        if (tree->labels[i] == TREE_OUTER && edge->link.from != NO_NODE)
            take_sooner(&step, (struct step){SHRINK, edge->slack / 2, .link = edge->link});
        if (tree->labels[i] == TREE_INNER && i >= tree->count)
            take_sooner(&step, (struct step){OPEN, tree->duals[i] / 2, .blossom = i});
    }
    return step;
}

static void change_vertices(struct alternating_tree *tree, matching_cost change)
{
    for (int i = 0; i < tree->count; i++) {
        switch (alternating_tree_label(tree, i)) {
        case TREE_OUTER:
            tree->duals[i] += change;
            break;
        case TREE_INNER:
            tree->duals[i] -= change;
            break;
        case TREE_UNLABELLED:
            tree->nearest[i].slack -= change;
            break;
        }
    }
}

static void change_nodes(struct alternating_tree *tree, matching_cost change)
{
    for (int i = 0; i < tree->blossoms.capacity; i++) {
        if (tree->labels[i] == TREE_UNLABELLED)
            continue;
        bool is_outer = tree->labels[i] == TREE_OUTER;
        if (is_outer)
            tree->bridges[i].slack -= 2 * change;
        if (i >= tree->count)
            tree->duals[i] += is_outer ? 2 * change : -2 * change;
    }
}

static bool take_step(struct alternating_tree *tree, struct step step)
{
    if (step.change > 0) {
        change_vertices(tree, step.change);
        change_nodes(tree, step.change);
    }
    if (step.kind == GROW)
        return alternating_tree_grow(tree, step.link);
    if (step.kind == SHRINK)
        alternating_tree_shrink(tree, step.link);
    else
        alternating_tree_open(tree, step.blossom);
    return false;
}

/* --- the search --- */

static int cheapest_for(const struct alternating_tree *tree, int vertex)
{
    int cheapest = NO_NODE;
    for (int i = 0; i < tree->count; i++) {
        if (i != vertex &&
            (cheapest == NO_NODE || alternating_tree_slack(tree, vertex, i) <
                                        alternating_tree_slack(tree, vertex, cheapest)))
            cheapest = i;
    }
    return cheapest;
}

struct matching {
    struct alternating_tree tree;
    int root;        /* of the stage; before a stage: no vertex below it is unmatched */
    bool is_planted; /* is a stage under way? */
};

/* Begins with duals for which some edges have no slack, and with a matching of such edges, which
 * saves most of the stages. */
static void match_cheapest_edges(struct alternating_tree *tree)
{
    int *mates = tree->blossoms.mates;
    for (int i = 0; i < tree->count; i++) {
        int mate = cheapest_for(tree, i);
        assert(mate != NO_NODE);
        tree->duals[i] += alternating_tree_slack(tree, i, mate);
        if (mates[i] == NO_NODE && mates[mate] == NO_NODE) {
            mates[i] = mate;
            mates[mate] = i;
        }
    }
}

struct matching *matching_begin(int count, const matching_cost *costs)
{
    assert(count >= 0 && count <= MATCHING_MAX && count % 2 == 0);
    struct matching *matching = memory_zeroed(1, sizeof *matching);
    alternating_tree_init(&matching->tree, count, costs);
    if (count > 0)
        match_cheapest_edges(&matching->tree);
    return matching;
}

/* Begins the next stage; false: all vertices are matched. */
static bool begin_stage(struct matching *matching)
{
    const struct alternating_tree *tree = &matching->tree;
    while (matching->root < tree->count && tree->blossoms.mates[matching->root] != NO_NODE)
        matching->root++;
    if (matching->root == tree->count)
        return false;
    alternating_tree_plant(&matching->tree, matching->root);
    matching->is_planted = true;
    return true;
}

bool matching_go_on(struct matching *matching)
{
    for (int i = 0; i < TREE_STEPS; i++) {
        if (!matching->is_planted && !begin_stage(matching))
            return false;
        struct step step = next_step(&matching->tree);
        assert(step.kind != NOTHING && step.change >= 0);
        matching->is_planted = !take_step(&matching->tree, step);
    }
    return true;
}

void matching_end(struct matching *matching, int *ret_mates)
{
    for (int i = 0; ret_mates && i < matching->tree.count; i++) {
        const int *mates = matching->tree.blossoms.mates;
        assert(mates[i] != NO_NODE && mates[mates[i]] == i);
        ret_mates[i] = mates[i];
    }
    alternating_tree_finish(&matching->tree);
    free(matching);
}

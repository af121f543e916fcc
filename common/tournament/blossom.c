#include "common/tournament/blossom.h"

#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void blossoms_init(struct blossoms *blossoms, int vertices)
{
    int capacity = vertices + vertices / 2;
    *blossoms = (struct blossoms){
        .vertices = vertices,
        .capacity = capacity,
        .nodes = memory_zeroed((size_t)capacity, sizeof *blossoms->nodes),
        .tops = memory_zeroed((size_t)vertices, sizeof *blossoms->tops),
        .mates = memory_zeroed((size_t)vertices, sizeof *blossoms->mates),
    };
    for (int i = 0; i < vertices; i++) {
        blossoms->nodes[i] = (struct blossom_node){.is_used = true, .parent = NO_NODE, .base = i};
        blossoms->tops[i] = i;
        blossoms->mates[i] = NO_NODE;
    }
}

void blossoms_finish(struct blossoms *blossoms)
{
    for (int i = 0; i < blossoms->capacity; i++)
        free(blossoms->nodes[i].petals);
    free(blossoms->nodes);
    free(blossoms->tops);
    free(blossoms->mates);
    *blossoms = (struct blossoms){0};
}

/* The depth of recursion, here and in blossoms_rebase(), is that of the nesting of blossoms: less
 * than half the number of vertices. */
static void set_top(struct blossoms *blossoms, int node, int top)
{
    const struct blossom_node *it = &blossoms->nodes[node];
    if (it->count == 0)
        blossoms->tops[node] = top;
    for (int i = 0; i < it->count; i++)
        set_top(blossoms, it->petals[i].node, top);
}

int blossoms_shrink(struct blossoms *blossoms, const struct petal *petals, int count)
{
    assert(count >= 3 && count % 2 == 1);
    int blossom = blossoms->vertices;
    while (blossom < blossoms->capacity && blossoms->nodes[blossom].is_used)
        blossom++;
    assert(blossom < blossoms->capacity);
    struct blossom_node *node = &blossoms->nodes[blossom];
    *node = (struct blossom_node){
        .is_used = true,
        .parent = NO_NODE,
        .base = blossoms->nodes[petals[0].node].base,
        .petals = memory_zeroed((size_t)count, sizeof *petals),
        .count = count,
    };
    memcpy(node->petals, petals, (size_t)count * sizeof *petals);
    for (int i = 0; i < count; i++) {
        assert(blossoms->nodes[petals[i].node].parent == NO_NODE);
        blossoms->nodes[petals[i].node].parent = blossom;
    }
    set_top(blossoms, blossom, blossom);
    return blossom;
}

struct petal *blossoms_open(struct blossoms *blossoms, int blossom, int *ret_count)
{
    assert(blossom >= blossoms->vertices && blossoms->nodes[blossom].parent == NO_NODE);
    struct petal *petals = blossoms->nodes[blossom].petals;
    *ret_count = blossoms->nodes[blossom].count;
    for (int i = 0; i < *ret_count; i++) {
        blossoms->nodes[petals[i].node].parent = NO_NODE;
        set_top(blossoms, petals[i].node, petals[i].node);
    }
    blossoms->nodes[blossom] = (struct blossom_node){0};
    return petals;
}

int blossoms_petal_with(const struct blossoms *blossoms, int blossom, int vertex)
{
    int node = vertex;
    while (blossoms->nodes[node].parent != blossom) {
        node = blossoms->nodes[node].parent;
        assert(node != NO_NODE);
    }
    int i = 0;
    while (blossoms->nodes[blossom].petals[i].node != node)
        i++;
    assert(i < blossoms->nodes[blossom].count);
    return i;
}

void blossoms_rebase(struct blossoms *blossoms, int node, int vertex)
{
    struct blossom_node *blossom = &blossoms->nodes[node];
    if (blossom->base == vertex)
        return;
    int first = blossoms_petal_with(blossoms, node, vertex);
    struct petal *turned = memory_zeroed((size_t)blossom->count, sizeof *turned);
    for (int i = 0; i < blossom->count; i++)
        turned[i] = blossom->petals[(first + i) % blossom->count];
    free(blossom->petals);
    blossom->petals = turned;

    blossom->base = vertex;
    blossoms_rebase(blossoms, blossom->petals[0].node, vertex);
    for (int i = 1; i < blossom->count; i += 2) {
        struct blossom_link link = blossom->petals[i].next;
        blossoms_rebase(blossoms, blossom->petals[i].node, link.from);
        blossoms_rebase(blossoms, blossom->petals[i + 1].node, link.to);
        blossoms->mates[link.from] = link.to;
        blossoms->mates[link.to] = link.from;
    }
}

/* Green Hackenbush [WW]. Fusion principle: the vertices of a cycle may be fused into one without a
 * change of value; the edges of the cycle become loops, each worth as much as a single edge. Colon
 * principle: several branches at a vertex are worth their nim-sum, and a branch on top of one more
 * edge is worth one more. So a picture becomes a tree with loops, and is worth the nim-sum at the
 * ground. */
#include "common/game/hackenbush.h"

#include "common/game/family.h"
#include "common/solver/proof.h"
#include "common/solver/solver_family.h"
#include "common/solver/value_columns.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum {
    VERTICES_MAX = HACKENBUSH_EDGES_MAX + 1, /* every edge reaches one new vertex at most */
    NO_EDGE = UINT16_MAX,
};

/* A position with its vertices renumbered from the ground, 0, on. */
struct graph {
    uint32_t edges;
    uint32_t vertices;
    uint16_t ends[HACKENBUSH_EDGES_MAX][2];
    /* The edges at each vertex: ends of edges (2 * edge + side), each with the next one. */
    uint16_t first[VERTICES_MAX];
    uint16_t next[2 * HACKENBUSH_EDGES_MAX];
};

static uint16_t number_of(struct graph *graph, int64_t *labels, int64_t label)
{
    uint16_t vertex = 0;
    while (vertex < graph->vertices && labels[vertex] != label)
        vertex++;
    if (vertex == graph->vertices) {
        assert(graph->vertices < VERTICES_MAX);
        graph->first[vertex] = NO_EDGE;
        labels[graph->vertices++] = label;
    }
    return vertex;
}

static void graph_init(struct graph *graph, const struct position *position)
{
    int64_t labels[VERTICES_MAX];
    graph->edges = position->count / 2;
    graph->vertices = 0;
    assert(graph->edges <= HACKENBUSH_EDGES_MAX);
    number_of(graph, labels, HACKENBUSH_GROUND);
    for (uint16_t end = 0; end < position->count; end++) {
        uint16_t vertex = number_of(graph, labels, position->cells[end]);
        graph->ends[end / 2][end % 2] = vertex;
        graph->next[end] = graph->first[vertex];
        graph->first[vertex] = end;
    }
}

/* A depth-first search from the ground. */
struct search {
    const struct graph *graph;
    uint32_t cut;                  /* this edge is left out */
    uint16_t found;                /* vertices found so far */
    uint16_t bridges;              /* edges found so far that lie on no cycle */
    uint16_t order[VERTICES_MAX];  /* of the discovery of a vertex, from 1; 0: not yet */
    uint16_t lowest[VERTICES_MAX]; /* the least order to which an edge from it or above it leads */
    bool drawn[HACKENBUSH_EDGES_MAX];
    uint16_t bridge_values[HACKENBUSH_EDGES_MAX]; /* with what stands on it; 0: on a cycle */
};

/* The value of the part that is discovered from this vertex. An edge that leads back closes a
 * cycle. An edge lies on a cycle, too, if an edge from above it leads back below it. The ends of an
 * edge on a cycle are one vertex, so it is a loop, worth 1. The depth is at most the number of
 * vertices. */
static uint32_t value_above(struct search *search, uint16_t vertex)
{
    const struct graph *graph = search->graph;
    search->order[vertex] = search->lowest[vertex] = ++search->found;
    uint32_t value = 0;
    for (uint16_t end = graph->first[vertex]; end != NO_EDGE; end = graph->next[end]) {
        uint16_t edge = end / 2, other = graph->ends[edge][1 - end % 2];
        if (search->drawn[edge] || edge == search->cut)
            continue;
        search->drawn[edge] = true;
        bool is_new = search->order[other] == 0;
        uint32_t above = is_new ? value_above(search, other) : 0;
        uint16_t reached = is_new ? search->lowest[other] : search->order[other];
        bool is_bridge = is_new && reached == search->order[other];
        search->bridges += is_bridge;
        search->bridge_values[edge] = is_bridge ? (uint16_t)(above + 1) : 0;
        value ^= is_bridge ? above + 1 : above ^ 1;
        if (reached < search->lowest[vertex])
            search->lowest[vertex] = reached;
    }
    return value;
}

/* The value without the edge `cut`; NO_EDGE for the whole. */
static uint32_t value_without(const struct graph *graph, uint32_t cut)
{
    struct search search = {.graph = graph, .cut = cut};
    return value_above(&search, HACKENBUSH_GROUND);
}

static uint32_t value_of(const struct position *position)
{
    struct graph graph;
    graph_init(&graph, position);
    return value_without(&graph, NO_EDGE);
}

static bool hackenbush_grundy(struct solver *solver, const struct position *position,
                              uint64_t *ret_value)
{
    (void)solver;
    *ret_value = value_of(position);
    return true;
}

static bool is_parallel_to_last(const struct position *position, uint32_t edge)
{
    return edge > 0 && memcmp(position->cells + 2 * edge, position->cells + 2 * (edge - 1),
                              2 * sizeof *position->cells) == 0;
}

static void hackenbush_winning_moves(struct solver *solver, const struct position *position,
                                     struct winning_list *list)
{
    (void)solver;
    struct graph graph;
    graph_init(&graph, position);
    if (value_without(&graph, NO_EDGE) == 0)
        return;
    for (uint32_t edge = 0; edge < graph.edges && !winning_list_is_done(list); edge++) {
        if (is_parallel_to_last(position, edge) || value_without(&graph, edge) != 0)
            continue;
        struct move *move = winning_list_add(list);
        if (move)
            *move = (struct move){
                .before_count = 2,
                .cells = {hackenbush_low(position, edge), hackenbush_high(position, edge)}};
    }
}

static bool hackenbush_is_quick(const struct solver *solver, const struct position *position)
{
    enum { QUICK_EDGES = 32 };
    (void)solver;
    return position->count / 2 <= QUICK_EDGES;
}

enum { TOLD_TEXT_MAX = 60 }; /* bytes */

/* Moves one part, the edges connected above the ground with the first edge, from `rest` to `part`.
 * `rest` must not be empty. */
static void take_part(struct position *rest, struct position *part)
{
    assert(rest->count >= 2);
    bool in_part[HACKENBUSH_VERTEX_MAX + 1] = {0};
    bool grew = true;
    in_part[rest->cells[1]] = true;
    while (grew) {
        grew = false;
        for (uint32_t i = 0; i < rest->count; i += 2) {
            int64_t low = rest->cells[i], high = rest->cells[i + 1];
            if (low == HACKENBUSH_GROUND || in_part[low] == in_part[high])
                continue;
            grew = in_part[low] = in_part[high] = true;
        }
    }
    uint32_t kept = 0;
    part->count = 0;
    for (uint32_t i = 0; i < rest->count; i += 2) {
        int64_t low = rest->cells[i], high = rest->cells[i + 1];
        if (in_part[high]) {
            position_push(part, low);
            position_push(part, high);
        } else {
            rest->cells[kept++] = low;
            rest->cells[kept++] = high;
        }
    }
    rest->count = kept;
}

/* Adds the value of a part, with the part as the remark. */
static void add_part(const struct rules *rules, const struct position *part,
                     struct value_columns *columns)
{
    struct graph graph;
    graph_init(&graph, part);
    struct search search = {.graph = &graph, .cut = NO_EDGE};
    struct value_line *line = value_columns_add(columns, value_above(&search, HACKENBUSH_GROUND));
    if (!line)
        return;
    uint32_t in_cycles = graph.edges - search.bridges;
    struct text told = {0};
    position_print(rules, part, &told);
    if (told.len > TOLD_TEXT_MAX) {
        text_clear(&told);
        text_printf(&told, "the part from 0-%" PRId64, part->cells[1]);
    }
    text_printf(&told, ": %" PRIu32 " edge%s", graph.edges, graph.edges == 1 ? "" : "s");
    if (in_cycles > 0)
        text_printf(&told, ", %" PRIu32 " in cycles", in_cycles);
    snprintf(line->remark, sizeof line->remark, "%s", text_string(&told));
    text_finish(&told);
}

/* Explains the nim-sum, and the edge whose cutting makes it 0. */
static void explain_cut(const struct position *position, const struct move *best, struct text *out)
{
    if (!best) {
        text_append_string(out, "No move wins: the nim-sum of what stands on the ground is 0, and "
                                "every cut changes it.\n");
        return;
    }
    text_printf(out,
                "Cut the edge %" PRId64 "-%" PRId64 ": that makes the nim-sum of what stands on "
                "the ground 0; it is %" PRIu32 " now.\n",
                best->cells[0], best->cells[1], value_of(position));
}

/* Prints a line for each part that stands on the ground. */
static void print_columns(const struct rules *rules, const struct position *position,
                          struct text *out)
{
    struct position rest = {0}, part = {0};
    uint32_t parts = 0;
    position_copy(&rest, position);
    for (; rest.count > 0; parts++)
        take_part(&rest, &part);
    struct value_columns columns;
    value_columns_init(&columns, NULL, "parts", parts);
    position_copy(&rest, position);
    while (rest.count > 0) {
        take_part(&rest, &part);
        add_part(rules, &part, &columns);
    }
    value_columns_print(&columns, out);
    position_finish(&rest);
    position_finish(&part);
}

static void hackenbush_explain(struct solver *solver, const struct position *position,
                               const struct move *best, bool is_brief, struct text *out)
{
    if (position->count == 0)
        return;
    explain_cut(position, best, out);
    if (!is_brief)
        text_append_string(
            out, "A stalk is worth its edges, an edge in a cycle 1; what meets adds up by "
                 "nim-sum\n(in binary, without carrying).\n");
    print_columns(&solver->rules, position, out);
}

static enum error_code hackenbush_prove(struct proof *proof)
{
    const struct position *lost = proof->lost;
    struct graph graph;
    graph_init(&graph, lost);
    struct search search = {.graph = &graph, .cut = NO_EDGE};
    uint32_t value = value_above(&search, HACKENBUSH_GROUND);
    text_append_string(proof->out, "theorem hackenbush [WW]\n");
    for (uint32_t edge = 0; edge < graph.edges; edge++) {
        text_printf(proof->out, "edge %" PRId64 "-%" PRId64, hackenbush_low(lost, edge),
                    hackenbush_high(lost, edge));
        if (search.bridge_values[edge] > 0)
            text_printf(proof->out, " bridge %" PRIu16 "\n", search.bridge_values[edge]);
        else
            text_append_string(proof->out, " cycle 1\n");
    }
    text_printf(proof->out, "ground %" PRIu32 "\n", value);
    return ERROR_NONE;
}

const struct solver_family solver_family_hackenbush = {
    .family = &family_hackenbush,
    .grundy = hackenbush_grundy,
    .winning_moves = hackenbush_winning_moves,
    .is_quick = hackenbush_is_quick,
    .explain = hackenbush_explain,
    .prove = SOLVER_PROVES(hackenbush_prove),
};

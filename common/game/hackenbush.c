#include "common/game/hackenbush.h"

#include "common/game/family.h"

#include <assert.h>
#include <inttypes.h>

static enum error_code hackenbush_rules_parse(struct rules *rules, struct scanner *scanner,
                                              struct text *out, struct error *error)
{
    (void)rules;
    (void)scanner;
    (void)error;
    text_append_string(out, "green-hackenbush");
    return ERROR_NONE;
}

static uint32_t edge_count(const struct position *position)
{
    return position->count / 2;
}

/* The first edge that is not before (low, high); the number of edges where there is none. */
static uint32_t find_edge(const struct position *position, int64_t low, int64_t high)
{
    uint32_t edge = 0;
    while (edge < edge_count(position) &&
           (hackenbush_low(position, edge) < low ||
            (hackenbush_low(position, edge) == low && hackenbush_high(position, edge) < high)))
        edge++;
    return edge;
}

static bool is_edge(const struct position *position, uint32_t edge, int64_t low, int64_t high)
{
    return edge < edge_count(position) && hackenbush_low(position, edge) == low &&
           hackenbush_high(position, edge) == high;
}

static void add_edge(struct position *position, int64_t end, int64_t other)
{
    assert(end >= HACKENBUSH_GROUND && end <= HACKENBUSH_VERTEX_MAX);
    assert(other >= HACKENBUSH_GROUND && other <= HACKENBUSH_VERTEX_MAX);
    int64_t low = end < other ? end : other, high = end < other ? other : end;
    uint32_t index = 2 * find_edge(position, low, high);
    position_insert(position, index, low);
    position_insert(position, index + 1, high);
}

/* Passes over the edges once and marks the vertices joined to marked ones; returns whether it
 * marked any. */
static bool spread(const struct position *position, bool held[HACKENBUSH_VERTEX_MAX + 1])
{
    bool any = false;
    for (uint32_t edge = 0; edge < edge_count(position); edge++) {
        int64_t low = hackenbush_low(position, edge), high = hackenbush_high(position, edge);
        any = any || held[low] != held[high];
        held[low] = held[high] = held[low] || held[high];
    }
    return any;
}

/* Removes the edges that the ground does not hold. */
static void drop_loose_edges(struct position *position)
{
    assert(position->count % 2 == 0);
    bool held[HACKENBUSH_VERTEX_MAX + 1] = {[HACKENBUSH_GROUND] = true};
    while (spread(position, held))
        ;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < position->count; i += 2) {
        if (!held[position->cells[i]])
            continue;
        position->cells[kept++] = position->cells[i];
        position->cells[kept++] = position->cells[i + 1];
    }
    position->count = kept;
}

static enum error_code read_vertex(struct scanner *scanner, int64_t *ret_vertex,
                                   enum error_code code, struct error *error)
{
    size_t place = scanner->at + 1;
    enum error_code failed = scanner_take_int(scanner, ret_vertex, code, error);
    if (failed)
        return failed;
    if (*ret_vertex > HACKENBUSH_VERTEX_MAX)
        return error_set(error, code, "at %zu: vertices are numbered 0 (the ground) to %d", place,
                         HACKENBUSH_VERTEX_MAX);
    return ERROR_NONE;
}

/* Reads "-3", the next step of a walk. */
static enum error_code read_step(struct scanner *scanner, int64_t *vertex,
                                 struct position *position, struct error *error)
{
    if (!scanner_take(scanner, '-'))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'-' and a vertex", error);
    size_t place = scanner->at + 1;
    int64_t from = *vertex;
    enum error_code failed = read_vertex(scanner, vertex, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    if (edge_count(position) == HACKENBUSH_EDGES_MAX)
        return error_set(error, ERROR_BAD_POSITION, "at %zu: a position has at most %d edges",
                         place, HACKENBUSH_EDGES_MAX);
    add_edge(position, from, *vertex);
    return ERROR_NONE;
}

/* Reads "0-1-2". */
static enum error_code read_walk(struct scanner *scanner, struct position *position,
                                 struct error *error)
{
    int64_t vertex;
    enum error_code failed = read_vertex(scanner, &vertex, ERROR_BAD_POSITION, error);
    if (failed)
        return failed;
    do {
        failed = read_step(scanner, &vertex, position, error);
        if (failed)
            return failed;
    } while (scanner_peek(scanner) == '-');
    return ERROR_NONE;
}

static enum error_code hackenbush_position_check_limits(const struct rules *rules,
                                                        const struct position *position,
                                                        struct error *error)
{
    uint32_t most = rules->misere ? HACKENBUSH_MISERE_EDGES_MAX : HACKENBUSH_EDGES_MAX;
    if (edge_count(position) > most)
        return error_set(error, ERROR_BAD_POSITION,
                         "%" PRIu32 " edges at most, not %" PRIu32 ", may stand in %s", most,
                         edge_count(position), rules->text);
    return ERROR_NONE;
}

static enum error_code hackenbush_position_parse(const struct rules *rules, struct scanner *scanner,
                                                 struct position *position, struct error *error)
{
    (void)rules;
    struct scanner ahead = *scanner;
    if (scanner_take(&ahead, '0') && scanner_at_end(&ahead)) {
        *scanner = ahead;
        return ERROR_NONE;
    }
    do {
        enum error_code failed = read_walk(scanner, position, error);
        if (failed)
            return failed;
    } while (scanner_take(scanner, '+'));
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_POSITION, "'-', '+' or the end", error);
    drop_loose_edges(position);
    return ERROR_NONE;
}

/* Of the edges at the vertex that are not drawn yet, the one that leads to the smallest vertex; the
 * number of edges where there is none. It is the first of them in the order of the edges. */
static uint32_t next_edge(const struct position *position, const bool *drawn, int64_t vertex)
{
    uint32_t edge = 0;
    while (edge < edge_count(position) &&
           (drawn[edge] || (hackenbush_low(position, edge) != vertex &&
                            hackenbush_high(position, edge) != vertex)))
        edge++;
    return edge;
}

static void print_walk(const struct position *position, bool *drawn, int64_t vertex,
                       struct text *out)
{
    text_append_int(out, vertex);
    do {
        uint32_t edge = next_edge(position, drawn, vertex);
        if (edge == edge_count(position))
            return;
        drawn[edge] = true;
        vertex = hackenbush_low(position, edge) + hackenbush_high(position, edge) - vertex;
        text_append_char(out, '-');
        text_append_int(out, vertex);
    } while (vertex != HACKENBUSH_GROUND);
}

static void hackenbush_position_print(const struct rules *rules, const struct position *position,
                                      struct text *out)
{
    (void)rules;
    bool drawn[HACKENBUSH_EDGES_MAX] = {0};
    assert(edge_count(position) <= HACKENBUSH_EDGES_MAX);
    if (position->count == 0)
        text_append_char(out, '0');
    for (uint32_t edge = 0; edge < edge_count(position); edge++) {
        if (drawn[edge])
            continue;
        if (edge > 0)
            text_append_char(out, '+');
        print_walk(position, drawn, hackenbush_low(position, edge), out);
    }
}

/* A figure for drawn starts. Its edges are pairs of digits: 0 is the ground, the other digits are
 * its own vertices. */
struct figure {
    int vertices; /* the ground left out */
    const char *edges;
};

static const struct figure figures[] = {
    {1, "01"},     {2, "0112"},       {3, "011223"},     {4, "01122334"},
    {3, "011213"}, {3, "01122023"},   {2, "01011222"},   {4, "0112233003"},
    {2, "011222"}, {4, "0112231424"}, {3, "0112231303"}, {4, "0112132434"},
};

enum { DRAWN_FIGURES_MIN = 2, DRAWN_FIGURES_MAX = 3 };

static int64_t vertex_of_figure(char digit, int64_t below)
{
    return digit == '0' ? HACKENBUSH_GROUND : below + digit - '0';
}

static void hackenbush_position_draw_start(const struct rules *rules, struct random *random,
                                           struct position *position)
{
    (void)rules;
    int64_t below = HACKENBUSH_GROUND;
    uint128 count =
        DRAWN_FIGURES_MIN + random_below(random, DRAWN_FIGURES_MAX - DRAWN_FIGURES_MIN + 1);
    for (; count > 0; count--) {
        const struct figure *figure =
            &figures[random_below(random, sizeof figures / sizeof *figures)];
        for (const char *edge = figure->edges; *edge; edge += 2)
            add_edge(position, vertex_of_figure(edge[0], below), vertex_of_figure(edge[1], below));
        below += figure->vertices;
    }
}

static uint128 hackenbush_counters(const struct rules *rules, const struct position *position)
{
    (void)rules;
    return edge_count(position);
}

static bool is_parallel_to_last(const struct position *position, uint32_t edge)
{
    return edge > 0 && is_edge(position, edge - 1, hackenbush_low(position, edge),
                               hackenbush_high(position, edge));
}

static uint128 hackenbush_move_count(const struct rules *rules, const struct position *position)
{
    (void)rules;
    uint128 count = 0;
    for (uint32_t edge = 0; edge < edge_count(position); edge++)
        count += !is_parallel_to_last(position, edge);
    return count;
}

static struct move cut(int64_t low, int64_t high)
{
    return (struct move){.before_count = 2, .cells = {low, high}};
}

static void hackenbush_move_at(const struct rules *rules, const struct position *position,
                               uint128 index, struct move *move)
{
    (void)rules;
    uint32_t edge = 0;
    for (; index > 0 || is_parallel_to_last(position, edge); edge++)
        index -= !is_parallel_to_last(position, edge);
    assert(edge < edge_count(position));
    *move = cut(hackenbush_low(position, edge), hackenbush_high(position, edge));
}

static enum error_code hackenbush_move_parse(const struct rules *rules,
                                             const struct position *position,
                                             struct scanner *scanner, struct move *move,
                                             struct error *error)
{
    (void)rules;
    int64_t end, other;
    enum error_code failed = read_vertex(scanner, &end, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_take(scanner, '-'))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "'-'", error);
    failed = read_vertex(scanner, &other, ERROR_BAD_MOVE, error);
    if (failed)
        return failed;
    if (!scanner_at_end(scanner))
        return scanner_expected(scanner, ERROR_BAD_MOVE, "the end", error);
    int64_t low = end < other ? end : other, high = end < other ? other : end;
    if (!is_edge(position, find_edge(position, low, high), low, high))
        return error_set(error, ERROR_BAD_MOVE, "no edge %" PRId64 "-%" PRId64 " is on the table",
                         end, other);
    *move = cut(low, high);
    return ERROR_NONE;
}

static void hackenbush_move_print(const struct rules *rules, const struct position *position,
                                  const struct move *move, struct text *out)
{
    (void)rules;
    (void)position;
    text_append_int(out, move->cells[0]);
    text_append_char(out, '-');
    text_append_int(out, move->cells[1]);
}

static void hackenbush_move_apply(const struct rules *rules, struct position *position,
                                  const struct move *move)
{
    (void)rules;
    uint32_t edge = find_edge(position, move->cells[0], move->cells[1]);
    assert(is_edge(position, edge, move->cells[0], move->cells[1]));
    position_remove(position, 2 * edge + 1);
    position_remove(position, 2 * edge);
    drop_loose_edges(position);
}

const struct family family_hackenbush = {
    .name = "green-hackenbush",
    .form = "green-hackenbush",
    .rules_parse = hackenbush_rules_parse,
    .position_parse = hackenbush_position_parse,
    .position_print = hackenbush_position_print,
    .position_check_limits = hackenbush_position_check_limits,
    .position_draw_start = hackenbush_position_draw_start,
    .counters = hackenbush_counters,
    .move_count = hackenbush_move_count,
    .move_at = hackenbush_move_at,
    .move_parse = hackenbush_move_parse,
    .move_print = hackenbush_move_print,
    .move_apply = hackenbush_move_apply,
};

/* Cheapest matchings against a table over all sets of things, and, where there are too many,
 * against every exchange of two pairs. */
#include "common/base/random.h"
#include "common/tournament/matching.h"
#include "tests/suite.h"

SUITE(matching, 240);

#ifdef TESTS_UNDER_ASAN
enum { SMALL_GRAPHS = 4000, LARGE_GRAPHS = 6 };
#else
enum { SMALL_GRAPHS = 40000, LARGE_GRAPHS = 30 };
#endif

enum { SMALL_MAX = 12 };

struct graph {
    int count;
    matching_cost costs[MATCHING_MAX * MATCHING_MAX];
};

static void draw(struct graph *graph, struct random *random, int count, int cost_bits)
{
    graph->count = count;
    for (int a = 0; a < count; a++) {
        for (int b = a + 1; b < count; b++) {
            matching_cost cost = (matching_cost)random_below(random, (uint128)1 << cost_bits);
            graph->costs[a * count + b] = graph->costs[b * count + a] = cost;
        }
    }
}

/* Groups of three that are cheap within make blossoms, and blossoms of blossoms. */
static void draw_clustered(struct graph *graph, struct random *random, int count)
{
    draw(graph, random, count, 4);
    for (int a = 0; a < count; a++) {
        for (int b = 0; b < count; b++) {
            for (int size = 3; size < count; size *= 3)
                graph->costs[a * count + b] += a / size != b / size ? 10 * size : 0;
        }
    }
}

static matching_cost cost_of(const struct graph *graph, const int *mates)
{
    matching_cost cost = 0;
    for (int i = 0; i < graph->count; i++) {
        EXPECT(mates[i] >= 0 && mates[i] < graph->count && mates[i] != i, "%d has no mate", i);
        EXPECT(mates[mates[i]] == i, "%d and %d", i, mates[i]);
        cost += graph->costs[i * graph->count + mates[i]];
    }
    return cost / 2;
}

/* Returns the number of steps. */
static int find_cheapest(int count, const matching_cost *costs, int *ret_mates)
{
    struct matching *matching = matching_begin(count, costs);
    int steps = 1;
    while (matching_go_on(matching))
        steps++;
    matching_end(matching, ret_mates);
    return steps;
}

/* The least cost of each even set of things, from the smallest sets up. */
static matching_cost least_cost(const struct graph *graph)
{
    static matching_cost least[1 << SMALL_MAX];
    for (unsigned set = 1; set < 1U << graph->count; set++) {
        if (__builtin_popcount(set) % 2)
            continue;
        int a = __builtin_ctz(set);
        least[set] = (matching_cost)1 << 126;
        for (int b = a + 1; b < graph->count; b++) {
            if (!(set >> b & 1))
                continue;
            matching_cost cost =
                least[set & ~(1U << a) & ~(1U << b)] + graph->costs[a * graph->count + b];
            if (cost < least[set])
                least[set] = cost;
        }
    }
    return least[(1U << graph->count) - 1];
}

static void expect_cheapest(const struct graph *graph)
{
    int mates[MATCHING_MAX];
    find_cheapest(graph->count, graph->costs, mates);
    EXPECT(cost_of(graph, mates) == least_cost(graph), "%d things: it can be had for less",
           graph->count);
}

Test(matching, of_few_things_is_the_cheapest_of_all)
{
    struct random random = random_from_seed(1);
    static struct graph graph;
    for (int i = 0; i < SMALL_GRAPHS; i++) {
        int count = 2 * (1 + (int)random_below(&random, SMALL_MAX / 2));
        static const int bits[] = {1, 2, 4, 8, 100, MATCHING_COST_BITS};
        draw(&graph, &random, count, bits[i % 6]);
        expect_cheapest(&graph);
        draw_clustered(&graph, &random, count);
        expect_cheapest(&graph);
    }
}

static void expect_no_better_exchange(const struct graph *graph, const int *mates)
{
    int count = graph->count;
    const matching_cost *costs = graph->costs;
    for (int a = 0; a < count; a++) {
        for (int c = 0; c < count; c++) {
            int b = mates[a], d = mates[c];
            if (c == a || c == b)
                continue;
            EXPECT(costs[a * count + b] + costs[c * count + d] <=
                       costs[a * count + c] + costs[b * count + d],
                   "%d-%d and %d-%d", a, b, c, d);
        }
    }
}

Test(matching, of_many_things_is_not_made_cheaper_by_an_exchange)
{
    struct random random = random_from_seed(2);
    static struct graph graph;
    int mates[MATCHING_MAX];
    for (int i = 0; i < LARGE_GRAPHS; i++) {
        if (i % 2)
            draw(&graph, &random, MATCHING_MAX - 2 * i, 3 * i + 1);
        else
            draw_clustered(&graph, &random, MATCHING_MAX - 2 * i);
        find_cheapest(graph.count, graph.costs, mates);
        cost_of(&graph, mates);
        expect_no_better_exchange(&graph, mates);
    }
}

/* Sums of numbers: any matching costs the same, so what comes of it depends on the order of the
 * work alone. */
Test(matching, of_the_same_costs_is_always_the_same)
{
    static struct graph graph;
    int mates[MATCHING_MAX], again[MATCHING_MAX];
    graph.count = 100;
    for (int i = 0; i < 100 * 100; i++)
        graph.costs[i] = i / 100 + i % 100;
    find_cheapest(graph.count, graph.costs, mates);
    find_cheapest(graph.count, graph.costs, again);
    cr_assert_eq(memcmp(mates, again, 100 * sizeof *mates), 0);
}

Test(matching, of_nothing_is_nothing)
{
    find_cheapest(0, NULL, NULL);
}

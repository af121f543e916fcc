#include "common/game/hackenbush.h"
#include "test_solver_board.h"

#include <stdio.h>
#include <string.h>

SUITE(solver_hackenbush, 120);

/* Every multiset of up to `edges_left` more edges between vertices 0 to `vertices` - 1, none before
 * the last one, as far as the ground holds them all. */
static void check_pictures(struct checker *checker, struct text *text, int vertices, int edges_left,
                           int low, int high)
{
    if (text->len > 0) {
        struct position position = position_of(&checker->rules, text_string(text));
        int edges = 1;
        for (size_t i = 0; i < text->len; i++)
            edges += text->bytes[i] == '+';
        if (position.count == 2 * (uint32_t)edges)
            check_position(checker, &position);
        position_finish(&position);
    }
    for (; edges_left > 0 && low < vertices; high = ++low)
        for (; high < vertices; high++) {
            size_t len = text->len;
            text_printf(text, "%s%d-%d", len ? "+" : "", low, high);
            check_pictures(checker, text, vertices, edges_left - 1, low, high);
            text->len = len;
            text->bytes[len] = '\0';
        }
}

static void check_all_pictures(const char *rules, int vertices, int edges)
{
    struct checker checker = checker_start(rules);
    struct text text = {0};
    checker.thorough_every = 3;
    check_pictures(&checker, &text, vertices, edges, 0, 0);
    text_finish(&text);
    checker_finish(&checker);
}

Test(solver_hackenbush, cuts_every_small_picture_as_the_oracle_does)
{
    check_all_pictures("green-hackenbush", 4, 6);
    check_all_pictures("green-hackenbush", 5, 5);
}

Test(solver_hackenbush, cuts_small_pictures_in_misere_play_as_the_oracle_does)
{
    check_all_pictures("green-hackenbush,misere", 4, 5);
}

/* `edges` edges between random ones of so many vertices. */
static struct position random_picture(const struct rules *rules, struct random *random,
                                      uint32_t vertices, uint32_t edges)
{
    struct text text = {0};
    for (uint32_t i = 0; i < edges; i++)
        text_printf(&text, "%s%u-%u", i ? "+" : "", (unsigned)random_below(random, vertices),
                    (unsigned)random_below(random, vertices));
    struct position position = position_of(rules, text_string(&text));
    text_finish(&text);
    return position;
}

static void check_random_pictures(const char *rules, uint64_t seed)
{
    struct random random = random_from_seed(seed);
    struct checker checker = checker_start(rules);
    for (int round = 0; round < 1000; round++) {
        struct position position =
            random_picture(&checker.rules, &random, 3 + (uint32_t)random_below(&random, 6), 9);
        check_position(&checker, &position);
        position_finish(&position);
    }
    checker_finish(&checker);
}

Test(solver_hackenbush, cuts_random_pictures_as_the_oracle_does)
{
    check_random_pictures("green-hackenbush", 8);
}

Test(solver_hackenbush, cuts_random_pictures_in_misere_play_as_the_oracle_does)
{
    check_random_pictures("green-hackenbush,misere", 9);
}

Test(solver_hackenbush, hackenbush_agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/green_hackenbush.json"), *vector, *edge;
    struct rules rules = rules_of("green-hackenbush");
    struct solver *solver = solver_create(&rules);
    size_t i, j;
    json_array_foreach(vectors, i, vector)
    {
        struct text text = {0};
        json_array_foreach(json_object_get(vector, "edges"), j, edge)
        {
            text_printf(&text, "%s%d-%d", j ? "+" : "", (int)vector_element(edge, 0),
                        (int)vector_element(edge, 1));
        }
        struct position position = position_of(&rules, text_string(&text));
        uint64_t value;
        EXPECT(solver_grundy(solver, &position, &value) &&
                   value == (uint64_t)json_integer_value(json_object_get(vector, "sg")),
               "%s", text_string(&text));
        position_finish(&position);
        text_finish(&text);
    }
    cr_assert_eq(i, 40);
    json_decref(vectors);
    solver_destroy(solver);
}

static void expect_value(const char *picture, uint64_t expected)
{
    struct rules rules = rules_of("green-hackenbush");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, picture);
    uint64_t value;
    EXPECT(solver_grundy(solver, &position, &value) && value == expected, "%.40s is worth %d",
           picture, (int)value);
    position_finish(&position);
    solver_destroy(solver);
}

/* A stalk of `stalk` edges that carries a cycle of `cycle` edges. */
static char *flower(int stalk, int cycle)
{
    struct text text = {0};
    text_append_char(&text, '0');
    for (int i = 1; i < stalk + cycle + !cycle; i++)
        text_printf(&text, "-%d", i);
    if (cycle)
        text_printf(&text, "-%d", stalk);
    return text.bytes;
}

Test(solver_hackenbush, the_largest_pictures_have_the_values_that_theory_gives)
{
    const struct {
        int stalk, cycle;
        uint64_t value;
    } flowers[] = {{256, 0, 256}, {255, 1, 256},   {0, 256, 0},     {0, 255, 1},
                   {1, 255, 2},   {128, 128, 128}, {129, 127, 130}, {10, 3, 11}};
    for (size_t i = 0; i < sizeof flowers / sizeof *flowers; i++) {
        char *text = flower(flowers[i].stalk, flowers[i].cycle);
        expect_value(text, flowers[i].value);
        free(text);
    }
}

/* Every move is tried: those that are listed leave 0, the others do not. */
static void check_large_picture(struct solver *solver, const struct position *position)
{
    const struct rules *rules = solver_rules(solver);
    struct move moves[HACKENBUSH_EDGES_MAX], move;
    struct winning_moves found =
        solver_winning_moves(solver, position, moves, HACKENBUSH_EDGES_MAX);
    uint32_t next = 0;
    struct position after = {0};
    for (uint128 i = 0; i < move_count(rules, position); i++) {
        uint64_t value;
        move_at(rules, position, i, &move);
        position_copy(&after, position);
        move_apply(rules, &after, &move);
        EXPECT(solver_grundy(solver, &after, &value), "a value is always known");
        bool is_listed = next < found.listed && move_equal(&move, &moves[next]);
        EXPECT(is_listed == (value == 0), "move %d", (int)i);
        next += is_listed;
    }
    EXPECT(next == found.count, "every listed move is legal");
    position_finish(&after);
}

Test(solver_hackenbush, large_random_pictures_are_cut_as_their_values_say)
{
    struct rules rules = rules_of("green-hackenbush");
    struct solver *solver = solver_create(&rules);
    struct random random = random_from_seed(10);
    for (int round = 0; round < 20; round++) {
        struct position position = random_picture(&rules, &random, 100 + 20 * (uint32_t)round, 256);
        check_large_picture(solver, &position);
        position_finish(&position);
    }
    struct position position = random_picture(&rules, &random, 60, 90);
    fprintf(stderr, "%u edges: %u plies\n", position.count / 2, play_out(solver, &position));
    position_finish(&position);
    solver_destroy(solver);
}

Test(solver_hackenbush, hackenbush_is_explained_part_by_part)
{
    expect_explanation(
        "green-hackenbush", "0-1-2-0+0-3-4-5+2-6",
        "Cut the edge 0-3: that makes the nim-sum of what stands on the ground 0; it is 3 now.\n"
        "A stalk is worth its edges, an edge in a cycle 1; what meets adds up by nim-sum\n"
        "(in binary, without carrying).\n"
        "0   0  0-1-2-0+2-6: 4 edges, 3 in cycles\n"
        "3  11  0-3-4-5: 3 edges\n"
        "-  --\n"
        "3  11  the nim-sum\n");
    expect_explanation("green-hackenbush", "0", "");
    expect_explanation(
        "green-hackenbush", "0-0+0-0+0-1-1+0-2",
        "Cut the edge 1-1: that makes the nim-sum of what stands on the ground 0; it is 3 now.\n"
        "A stalk is worth its edges, an edge in a cycle 1; what meets adds up by nim-sum\n"
        "(in binary, without carrying).\n"
        "0   0  0-0+0-0: 2 edges, 2 in cycles\n"
        "2  10  0-1-1: 2 edges, 1 in cycles\n"
        "1   1  0-2: 1 edge\n"
        "-  --\n"
        "3  11  the nim-sum\n");
    expect_explanation(
        "green-hackenbush", "0-1+0-2",
        "No move wins: the nim-sum of what stands on the ground is 0, and every cut changes it.\n"
        "A stalk is worth its edges, an edge in a cycle 1; what meets adds up by nim-sum\n"
        "(in binary, without carrying).\n"
        "1  1  0-1: 1 edge\n"
        "1  1  0-2: 1 edge\n"
        "-  -\n"
        "0  0  the nim-sum\n");
}

Test(solver_hackenbush, a_large_picture_is_explained_in_part)
{
    struct text text = {0};
    for (int i = 1; i <= 20; i++)
        text_printf(&text, "0-%d+", i);
    text_append_char(&text, '0');
    for (int i = 100; i < 130; i++)
        text_printf(&text, "-%d", i);
    struct rules rules = rules_of("green-hackenbush");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, text_string(&text));
    struct text told = {0};
    solver_explain(solver, &position, &told);
    cr_assert_not_null(strstr(text_string(&told), " more parts\n"));
    for (const char *line = text_string(&told); *line; line = strchr(line, '\n') + 1)
        cr_assert_leq(strcspn(line, "\n"), 100);
    text_finish(&told);
    text_finish(&text);
    position_finish(&position);
    solver_destroy(solver);
}

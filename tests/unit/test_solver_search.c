#include "common/solver/position_table.h"
#include "test_solver_checks.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

SUITE(solver_search, 120);

static uint32_t *place_cells(struct position_table *table, const int64_t *cells, uint32_t count)
{
    struct position position = {0};
    for (uint32_t i = 0; i < count; i++)
        position_push(&position, cells[i]);
    uint32_t *place = position_table_place(table, &position);
    position_finish(&position);
    return place;
}

Test(solver_search, table_tells_positions_apart_that_look_alike)
{
    static const int64_t alike[][4] = {
        {0, 0, 0, 0},         {1, 0, 0, 0},   {0, 1, 0, 0},         {128, 0, 0, 0},
        {127, 1, 0, 0},       {129, 0, 0, 0}, {1, 1, 0, 0},         {0, 0, 0, INT64_MAX},
        {INT64_MAX, 0, 0, 0}, {-1, 0, 0, 0},  {INT64_MIN, 0, 0, 0}, {16384, 0, 0, 0},
        {0x8101, 0, 0, 0},    {2, 0, 0, 1},   {128, 1, 0, 0},       {0, 129, 0, 0},
        {16384, 1, 0, 0},     {0, 128, 1, 0},
    };
    enum { ALIKE = sizeof alike / sizeof *alike };
    struct position_table *table = position_table_create();
    for (uint32_t count = 0; count <= 4; count++) {
        for (uint32_t i = 0; i < ALIKE; i++)
            *place_cells(table, alike[i], count) += 1000 * count + i;
    }
    for (uint32_t count = 0; count <= 4; count++) {
        for (uint32_t i = 0; i < ALIKE; i++) {
            uint32_t expected = 0;
            for (uint32_t j = 0; j < ALIKE; j++) {
                bool same = memcmp(alike[i], alike[j], count * sizeof **alike) == 0;
                expected += same ? 1000 * count + j : 0;
            }
            uint32_t found = *place_cells(table, alike[i], count);
            EXPECT(found == expected, "%u cells, row %u: %u", count, i, found);
        }
    }
    position_table_destroy(table);
}

/* Every multiset of heaps to 30 and as many cells as there are counters; the number is the order of
 * arrival. */
static void number_all(struct position_table *table, struct position *position, int64_t least,
                       int64_t left, uint32_t *next)
{
    uint32_t *place = position_table_place(table, position);
    EXPECT(*place == 0 || *place == *next, "number %u, not %u", *place, *next);
    *place = (*next)++;
    for (int64_t heap = least; heap <= left; heap++) {
        position_push(position, heap);
        number_all(table, position, heap, left - heap, next);
        position->count--;
    }
}

Test(solver_search, table_finds_what_it_holds_and_nothing_else)
{
    struct position_table *table = position_table_create();
    struct position position = {0};
    uint32_t first = 1, second = 1;
    EXPECT(!position_table_find(table, &position), "an empty table holds nothing");
    number_all(table, &position, 1, 30, &first);
    number_all(table, &position, 1, 30, &second);
    EXPECT(first == second && position_table_count(table) == first - 1, "%zu positions",
           position_table_count(table));
    position_push(&position, 31);
    EXPECT(!position_table_find(table, &position), "31 is not there");
    EXPECT(position_table_count(table) == first - 1, "looking adds nothing");
    position_finish(&position);
    position_table_destroy(table);
    position_table_destroy(NULL);
}

static enum outcome outcome_of(struct solver *solver, const char *text)
{
    struct position position = position_of(solver_rules(solver), text);
    enum outcome outcome = solver_outcome(solver, &position);
    position_finish(&position);
    return outcome;
}

/* One counter at a time: as many positions on the way as there are counters, and the parity says
 * who wins. */
Test(solver_search, goes_down_a_heap_one_by_one)
{
    struct rules rules = rules_of("octal:0.3,misere");
    struct solver *solver = solver_create(&rules);
    EXPECT(outcome_of(solver, "60000") == OUTCOME_N, "60000");
    EXPECT(outcome_of(solver, "59999") == OUTCOME_P, "59999");
    EXPECT(outcome_of(solver, "60001") == OUTCOME_P, "60001");
    solver_destroy(solver);
}

Test(solver_search, explains_itself)
{
    struct rules rules = rules_of("octal:0.3,misere");
    struct solver *solver = solver_create(&rules);
    struct position position = position_of(&rules, "4");
    struct text text = {0};
    solver_explain(solver, &position, &text);
    cr_assert_str_eq(text_string(&text),
                     "4>3 wins.\n"
                     "No rule is known for this game, but every move was tried.\n");
    text_finish(&text);
    position_finish(&position);
    solver_destroy(solver);
}

/* Some moves end the match, and so lose it: these are the least hard. */
Test(solver_search, plays_on_where_the_last_move_loses)
{
    struct checker checker = checker_start("octal:0.14,misere");
    check_all_heaps(&checker, 18, 18);
    checker_finish(&checker);
}

Test(solver_search, leaves_three_heaps)
{
    static const char *const codes[] = {"hexadecimal:0.3f,misere", "hexadecimal:8.01,misere",
                                        "hexadecimal:c.(0e),misere"};
    for (int i = 0; i < 3; i++) {
        struct checker checker = checker_start(codes[i]);
        check_all_heaps(&checker, 12, 12);
        check_all_heaps(&checker, 2, 18);
        checker_finish(&checker);
    }
}

static bool may_start(const char *rules_text, const char *position_text)
{
    struct rules rules = rules_of(rules_text);
    struct position position = {0};
    struct error error = {0};
    enum error_code failed =
        position_parse(&rules, position_text, strlen(position_text), &position, &error);
    if (!failed)
        failed = position_check_start(&rules, &position, &error);
    position_finish(&position);
    EXPECT(!failed || failed == ERROR_BAD_POSITION, "%s", error.message);
    EXPECT(!failed || strstr(error.message, rules.text), "%s", error.message);
    return !failed;
}

/* Both the positions and the moves that may have to be tried are limited. */
Test(solver_search, starts_are_limited_to_what_can_be_searched)
{
    static const char *const rows[][3] = {
        {"octal:0.3,misere", "999999", "1000000"},
        {"octal:0.3,misere", "498+1999", "500+1999"},
        {"octal:0.(20),misere", "2047", "4096"},
        {"octal:0.(12),misere", "127+127", "255+255"},
        {"octal:4.7...,misere", "20+20", "20+21"},
        {"octal:0.137,misere", "40", "41"},
        {"grundy,misere", "40", "41"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        EXPECT(may_start(rows[i][0], rows[i][1]), "%s %s", rows[i][0], rows[i][1]);
        EXPECT(!may_start(rows[i][0], rows[i][2]), "%s %s", rows[i][0], rows[i][2]);
    }
}

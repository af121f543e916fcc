#include "common/game/turning.h"
#include "test_solver_board.h"

SUITE(solver_turning, 240);

static struct position row_of(uint32_t heads)
{
    struct position position = {0};
    for (int square = 1; heads >> (square - 1); square++) {
        if (heads >> (square - 1) & 1)
            position_push(&position, square);
    }
    return position;
}

/* Every row of this many coins. */
static void check_all_rows(const char *rules, int coins, uint32_t thorough_every)
{
    struct checker checker = checker_start(rules);
    checker.thorough_every = thorough_every;
    for (uint32_t heads = 0; heads < 1U << coins; heads++) {
        struct position position = row_of(heads);
        check_position(&checker, &position);
        position_finish(&position);
    }
    checker_finish(&checker);
}

Test(solver_turning, turtles_agree_with_the_oracle)
{
    check_all_rows("turning:2", 12, 7);
}

Test(solver_turning, mock_turtles_agree_with_the_oracle)
{
    check_all_rows("turning:3", 10, 7);
}

Test(solver_turning, ruler_agrees_with_the_oracle)
{
    check_all_rows("turning:ruler", 12, 7);
}

Test(solver_turning, twins_agree_with_the_oracle)
{
    check_all_rows("turning:twins", 12, 7);
}

Test(solver_turning, all_agree_with_the_oracle_in_misere_play)
{
    check_all_rows("turning:2,misere", 10, 7);
    check_all_rows("turning:3,misere", 9, 7);
    check_all_rows("turning:ruler,misere", 12, 7);
    check_all_rows("turning:twins,misere", 10, 7);
}

/* All rows of eight coins that are lost are listed. */
static void expect_listed(const char *name, const char *suffix, const json_t *listed)
{
    struct text text = {0};
    text_printf(&text, "%s%s", name, suffix);
    struct rules rules = rules_of(text_string(&text));
    struct solver *solver = solver_create(&rules);
    size_t next = 0;
    for (uint32_t heads = 1; heads < 1U << 8; heads++) {
        struct position position = row_of(heads);
        if (solver_outcome(solver, &position) == OUTCOME_P) {
            text_clear(&text);
            position_print(&rules, &position, &text);
            const char *expected = json_string_value(json_array_get(listed, next++));
            EXPECT(expected && strcmp(text_string(&text), expected) == 0, "%s%s: %s, not %s", name,
                   suffix, text_string(&text), expected ? expected : "the end");
        }
        position_finish(&position);
    }
    cr_assert_eq(next, json_array_size(listed));
    solver_destroy(solver);
    text_finish(&text);
}

Test(solver_turning, agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/turning.json"), *vector, *value;
    const char *name;
    size_t i;
    json_object_foreach (vectors, name, vector) {
        struct rules rules = rules_of(name);
        struct solver *solver = solver_create(&rules);
        json_array_foreach(json_object_get(vector, "single"), i, value)
        {
            struct position position = row_of(1U << i);
            uint64_t found;
            cr_assert(solver_grundy(solver, &position, &found));
            cr_expect_eq(found, (uint64_t)json_integer_value(value), "%s, coin %zu", name, i + 1);
            position_finish(&position);
        }
        solver_destroy(solver);
        expect_listed(name, "", json_object_get(vector, "P"));
        expect_listed(name, ",misere", json_object_get(vector, "misere_P"));
    }
    cr_assert_eq(json_object_size(vectors), 4);
    json_decref(vectors);
}

Test(solver_turning, explains_the_values)
{
    expect_explanation("turning:2", "2+5+9",
                       "7+9 wins: what it turns has the nim-sum of all heads, and leaves 0.\n"
                       "The value of a coin is its number.\n"
                       "To turn a coin, either way, adds its value by nim-sum (in binary, without "
                       "carrying).\n"
                       "coin  value\n"
                       "   2      2    10\n"
                       "   5      5   101\n"
                       "   9      9  1001\n"
                       "      -----  ----\n"
                       "         14  1110  the nim-sum\n"
                       " 7+9     14  1110  the coins that are turned\n");
    expect_in_explanation("turning:ruler,misere", "3+4",
                          "4 wins: the values are then lost as heaps of misere Nim.\n");
    expect_in_explanation("turning:3", "2+3",
                          "The value of coin n is the n-th number with an odd ");
    expect_in_explanation("turning:2,misere", "2+3",
                          "No move wins.\nValues and nim-sums do not decide in misere play: all 8 "
                          "rows of 3 coins were judged.\n");
    expect_in_explanation("turning:twins,misere", "1", "No move is left, and who has none wins");
}

/* The largest rows that the limits allow. */
Test(solver_turning, answers_about_a_long_row)
{
    static const char *const all[] = {
        "turning:2",        "turning:3",        "turning:ruler",        "turning:twins",
        "turning:2,misere", "turning:3,misere", "turning:ruler,misere", "turning:twins,misere"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct rules rules = rules_of(all[i]);
        struct solver *solver = solver_create(&rules);
        int last = rules.misere ? TURNING_MISERE_SQUARE_MAX : TURNING_SQUARE_MAX;
        struct position position = {0}, after = {0};
        for (int square = 1; square <= last; square++)
            position_push(&position, square);
        struct move move;
        for (int round = 0; round < 4 && !position_is_over(&rules, &position);
             round++) { /* in turn from a won row and a lost one */
            enum outcome outcome = solver_outcome(solver, &position);
            solver_best_move(solver, &position, &move);
            position_copy(&after, &position);
            move_apply(&rules, &after, &move);
            cr_expect_neq(solver_outcome(solver, &after), outcome, "%s", all[i]);
            position_copy(&position, &after);
        }
        position_finish(&position);
        position_finish(&after);
        solver_destroy(solver);
    }
}

#include "common/game/silver_dollar.h"
#include "test_solver_board.h"

SUITE(solver_silver_dollar, 240);

/* Every set of counters on the squares 1 to `squares`, with the dollar as each of them, and on
 * square 0 beside them where the rules allow that. */
static void check_all_sets(const char *rules, int squares)
{
    struct checker checker = checker_start(rules);
    bool is_plain = checker.rules.variant == SILVER_DOLLAR_PLAIN;
    checker.thorough_every = 7;
    for (uint32_t set = 0; set < 1U << squares; set++) {
        int counters = __builtin_popcount(set);
        for (int dollar = is_plain ? 0 : -1; dollar <= (is_plain ? 0 : counters); dollar++) {
            if (dollar < 0 && checker.rules.variant == SILVER_DOLLAR_ONE_STEP)
                continue;
            struct position position = {0};
            position_push(&position, dollar < 0 ? 1 : dollar);
            if (dollar < 0)
                position_push(&position, 0);
            for (int square = 1; square <= squares; square++) {
                if (set >> (square - 1) & 1)
                    position_push(&position, square);
            }
            check_position(&checker, &position);
            position_finish(&position);
        }
    }
    checker_finish(&checker);
}

Test(solver_silver_dollar, without_the_dollar_agrees_with_the_oracle)
{
    check_all_sets("silver-dollar", 12);
}

Test(solver_silver_dollar, in_misere_play_agrees_with_the_oracle)
{
    check_all_sets("silver-dollar,misere", 12);
}

Test(solver_silver_dollar, in_one_step_agrees_with_the_oracle)
{
    check_all_sets("silver-dollar,one-step", 10);
}

Test(solver_silver_dollar, in_two_steps_agrees_with_the_oracle)
{
    check_all_sets("silver-dollar,two-step", 10);
}

Test(solver_silver_dollar, explains_the_gaps)
{
    expect_explanation("silver-dollar", "2+5+9",
                       "9>7 wins: each binary column of the gaps then has an even number of 1s.\n"
                       "The counters are paired from the right, and the squares between the two of "
                       "a pair are\na heap of Nim. If one makes a gap larger, the other one "
                       "follows it as far.\n"
                       "   pair  value\n"
                       " [...2]      1   1\n"
                       "[5...9]      3  11\n"
                       "         -----  --\n"
                       "             2  10  the nim-sum\n"
                       "[5...7]      1   1  after the move\n");
    expect_in_explanation("silver-dollar,misere", "3+4",
                          "3>2 wins: the gaps are then lost as heaps of misere Nim.\n");
    expect_in_explanation("silver-dollar,one-step", "3+5$+9",
                          " [...3]      2  10  without square 0\n");
    expect_in_explanation("silver-dollar,two-step", "3+5$+9",
                          " [...3]      3  11  with square 0\n");
    expect_in_explanation("silver-dollar,two-step", "3+5$", "5>4 wins: each binary column");
    expect_explanation("silver-dollar,one-step", "5$+9",
                       "5>0 wins: it takes the dollar, since no counter is left of it.\n");
    expect_explanation("silver-dollar,two-step", "0$+9",
                       "take wins: it takes the dollar from square 0.\n");
    expect_explanation("silver-dollar,two-step", "9", "The dollar is taken.\n");
}

/* The longest strip that the limits allow, with few counters and with many; in turn from a won
 * position and a lost one. */
Test(solver_silver_dollar, answers_about_a_long_strip)
{
    static const char *const all[] = {"silver-dollar", "silver-dollar,misere",
                                      "silver-dollar,one-step", "silver-dollar,two-step"};
    for (size_t i = 0; i < 2 * (sizeof all / sizeof *all); i++) {
        struct rules rules = rules_of(all[i / 2]);
        struct solver *solver = solver_create(&rules);
        struct position position = {0}, after = {0};
        int step = i % 2 ? 200 : 3;
        position_push(&position, rules.variant ? 3 : 0);
        for (int square = step; square <= SILVER_DOLLAR_SQUARE_MAX; square += step)
            position_push(&position, square);
        for (int round = 0; round < 4 && !position_is_over(&rules, &position); round++) {
            enum outcome outcome = solver_outcome(solver, &position);
            struct move move;
            solver_best_move(solver, &position, &move);
            position_copy(&after, &position);
            move_apply(&rules, &after, &move);
            cr_expect_neq(solver_outcome(solver, &after), outcome, "%s", all[i / 2]);
            position_copy(&position, &after);
        }
        position_finish(&position);
        position_finish(&after);
        solver_destroy(solver);
    }
}

/* The lost positions of one to four counters on nine squares. */
static size_t count_lost(struct solver *solver)
{
    const struct rules *rules = solver_rules(solver);
    size_t lost = 0;
    for (uint32_t set = 1; set < 1U << 9; set++) {
        int counters = __builtin_popcount(set);
        for (int dollar = rules->variant ? 1 : 0; dollar <= (rules->variant ? counters : 0);
             dollar++) {
            struct position position = {0};
            position_push(&position, dollar);
            for (int square = 1; square <= 9; square++) {
                if (set >> (square - 1) & 1)
                    position_push(&position, square);
            }
            lost += counters <= 4 && solver_outcome(solver, &position) == OUTCOME_P;
            position_finish(&position);
        }
    }
    return lost;
}

Test(solver_silver_dollar, agrees_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/silver_dollar_P.json"), *lost, *text;
    const char *name;
    size_t i;
    json_object_foreach (vectors, name, lost) {
        struct rules rules = rules_of(name);
        struct solver *solver = solver_create(&rules);
        json_array_foreach(lost, i, text)
        {
            struct position position = position_of(&rules, json_string_value(text));
            cr_expect_eq(solver_outcome(solver, &position), OUTCOME_P, "%s %s", name,
                         json_string_value(text));
            position_finish(&position);
        }
        cr_expect_eq(count_lost(solver), json_array_size(lost), "%s", name);
        solver_destroy(solver);
    }
    json_decref(vectors);
}

#include "common/game/date.h"
#include "test_solver_board.h"

#include <stdio.h>
#include <string.h>

SUITE(solver_date, 60);

static void check_all_dates(const char *rules)
{
    struct checker checker = checker_start(rules);
    for (int64_t month = 1; month <= DATE_MONTHS; month++)
        for (int64_t day = 1; day <= date_days_of(month); day++) {
            struct position position = {0};
            position_push(&position, month);
            position_push(&position, day);
            check_position(&checker, &position);
            position_finish(&position);
        }
    cr_assert_eq(checker.positions, 366);
    checker_finish(&checker);
}

Test(solver_date, plays_all_dates_as_the_oracle_does)
{
    check_all_dates("date");
}

Test(solver_date, plays_all_dates_in_misere_play_as_the_oracle_does)
{
    check_all_dates("date,misere");
}

Test(solver_date, values_and_lost_dates_agree_with_the_vectors)
{
    json_t *vectors = vectors_load(VECTORS_DIR "/date.json"), *lost, *day_value, *row;
    struct rules rules = rules_of("date"), misere = rules_of("date,misere");
    struct solver *solver = solver_create(&rules), *misere_solver = solver_create(&misere);
    size_t month, day, i, lost_count = 0;
    lost = json_object_get(vectors, "misere_P");
    json_array_foreach(json_object_get(vectors, "SG"), month, row)
    {
        json_array_foreach(row, day, day_value)
        {
            char text[32];
            uint64_t value;
            json_t *name;
            snprintf(text, sizeof text, "%zu%s", day + 1, date_month_name((int64_t)month + 1));
            struct position position = position_of(&rules, text);
            EXPECT(solver_grundy(solver, &position, &value) &&
                       value == (uint64_t)json_integer_value(day_value),
                   "the value of %s", text);
            EXPECT((value == 0) == (day + 1 == month + 1 + 19), "%s by the theorem", text);
            bool is_lost = false;
            json_array_foreach(lost, i, name) is_lost |= !strcmp(json_string_value(name), text);
            lost_count += is_lost;
            EXPECT(is_lost == (solver_outcome(misere_solver, &position) == OUTCOME_P), "%s", text);
            EXPECT(!solver_grundy(misere_solver, &position, &value), "misere play has no values");
            position_finish(&position);
        }
    }
    cr_assert_eq(month, 12);
    cr_assert_eq(lost_count, 12);
    json_decref(vectors);
    solver_destroy(solver);
    solver_destroy(misere_solver);
}

Test(solver_date, the_year_ends)
{
    plies_from("date", "1jan");
    plies_from("date", "20jan");
    plies_from("date,misere", "5jan");
}

Test(solver_date, dates_are_explained_by_their_difference)
{
    expect_explanation(
        "date", "9jan",
        "Say 20jan.\n"
        "Day 9 less month 1 is 8.\n"
        "The lost dates are those with the difference 19: 20jan, 21feb, 22mar, ..., 31dec.\n"
        "A move changes the difference, and from any other date raising the day or the month makes "
        "it 19.\n");
    expect_in_explanation("date", "31dec", "No date is left.\n");
    expect_explanation(
        "date,misere", "30dec",
        "No move wins.\n"
        "Day 30 less month 12 is 18.\n"
        "The lost dates are those with the difference 19, 20jan to 28sep, and 31oct, "
        "29nov and 30dec:\n"
        "a table of all 366 dates says so.\n");
}

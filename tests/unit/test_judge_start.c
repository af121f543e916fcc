#include "common/judge/start.h"
#include "tests/suite.h"

#include <string.h>

SUITE(judge_start, 60);

/* Everything that draws starts of a tournament. */
struct drawing {
    struct rules rules;
    struct starts starts;
    struct solver *solver;
};

static struct drawing drawing_of(const char *rules, const char *starts)
{
    struct drawing drawing;
    struct error error;
    cr_assert_eq(rules_parse(&drawing.rules, rules, strlen(rules), &error), ERROR_NONE, "%s",
                 error.message);
    cr_assert_eq(starts_parse(&drawing.rules, starts, strlen(starts), &drawing.starts, &error),
                 ERROR_NONE, "%s", error.message);
    drawing.solver = solver_create(&drawing.rules);
    return drawing;
}

static void drawing_finish(struct drawing *drawing)
{
    starts_finish(&drawing->starts);
    solver_destroy(drawing->solver);
}

/* The start with this index; text_finish() it. */
static struct text draw(const struct drawing *drawing, uint64_t seed, int64_t index)
{
    struct text start = {0};
    struct error error = {0};
    enum error_code code = start_draw(&drawing->rules, drawing->solver, &drawing->starts, seed,
                                      index, NULL, &start, &error);
    cr_assert_eq(code, ERROR_NONE, "%s", error.message);
    return start;
}

static enum outcome outcome_of(const struct drawing *drawing, const struct text *start)
{
    struct position position = {0};
    struct error error;
    cr_assert_eq(position_parse(&drawing->rules, start->bytes, start->len, &position, &error),
                 ERROR_NONE);
    cr_assert_eq(position_check_start(&drawing->rules, &position, &error), ERROR_NONE);
    enum outcome outcome = solver_outcome(drawing->solver, &position);
    position_finish(&position);
    return outcome;
}

static void expect_fair(const char *rules, const char *starts)
{
    struct drawing drawing = drawing_of(rules, starts);
    for (int64_t index = 0; index < 60; index++) {
        struct text start = draw(&drawing, 11, index);
        cr_expect_eq(outcome_of(&drawing, &start), index % 2 == 0 ? OUTCOME_N : OUTCOME_P,
                     "%s %s: %s", rules, starts, text_string(&start));
        text_finish(&start);
    }
    drawing_finish(&drawing);
}

Test(judge_start, fair_starts_are_won_and_lost_in_turn)
{
    expect_fair("take-away:2x", "fair:1:900-1100");
    expect_fair("nim", "fair:2-4:5-50");
    expect_fair("nim,misere", "fair:2-3:1-9");
    expect_fair("octal:0.77", "fair:2:1-30");
    expect_fair("wythoff", "fair:2:1-40");
    expect_fair("take-away:2x", "fair");
    expect_fair("dawsons-chess-on-a-ring", "fair");
    expect_fair("subtraction:3,4,5", "fair:pile");
}

Test(judge_start, a_start_follows_from_seed_and_index_alone)
{
    struct drawing once = drawing_of("nim", "fair:2-4:5-50"), again = once;
    again.solver = solver_create(&again.rules);
    int same = 0;
    for (int64_t index = 20; index-- > 0;) {
        struct text a = draw(&once, 3, index), b = draw(&again, 3, index);
        struct text other = draw(&once, 4, index);
        cr_expect_str_eq(text_string(&a), text_string(&b));
        same += strcmp(text_string(&a), text_string(&other)) == 0;
        text_finish(&a);
        text_finish(&b);
        text_finish(&other);
    }
    cr_expect_lt(same, 5, "another seed draws the same");
    solver_destroy(again.solver);
    drawing_finish(&once);
}

Test(judge_start, a_list_is_taken_in_turn_without_the_solver)
{
    struct drawing drawing = drawing_of("nim", "3+5,7");
    solver_destroy(drawing.solver);
    drawing.solver = NULL;
    static const char *const expected[] = {"3+5", "7", "3+5"};
    for (int64_t index = 0; index < 3; index++) {
        struct text start = draw(&drawing, 1, index);
        cr_expect_str_eq(text_string(&start), expected[index]);
        text_finish(&start);
    }
    drawing_finish(&drawing);
}

static void expect_refused(const char *rules, const char *starts, const char *in_message)
{
    struct drawing drawing = drawing_of(rules, starts);
    struct error error = {0};
    cr_expect_eq(starts_check(&drawing.rules, drawing.solver, &drawing.starts, 5, NULL, &error),
                 ERROR_BAD_POSITION, "%s %s", rules, starts);
    cr_expect_not_null(strstr(error.message, in_message), "%s", error.message);
    cr_expect_not_null(strstr(error.message, "bounds"), "%s", error.message);
    drawing_finish(&drawing);
}

Test(judge_start, where_there_is_none_of_a_kind_it_says_which)
{
    expect_refused("octal:0.77", "fair:1:5-90", "P-positions"); /* no heap has the value 0 */
    expect_refused("nim", "fair:1:1-9", "P-positions");
    expect_refused("take-away:2x", "fair:1:13-13", "N-positions");
}

/* 1 in 5000 is a P-position: that the first one comes soon says nothing of the next. */
Test(judge_start, what_is_too_rare_is_refused_whatever_the_seed)
{
    struct drawing drawing = drawing_of("nim", "fair:2:1-5000");
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct error error = {0};
        cr_expect_eq(
            starts_check(&drawing.rules, drawing.solver, &drawing.starts, seed, NULL, &error),
            ERROR_BAD_POSITION, "seed %d", (int)seed);
    }
    drawing_finish(&drawing);
}

/* A draw goes on for so long that even of a plan like that each start would be found. */
Test(judge_start, what_is_far_too_rare_is_drawn_all_the_same)
{
    struct drawing drawing = drawing_of("nim", "fair:2:1-5000");
    for (int64_t index = 1; index < 100; index += 2) {
        struct text start = draw(&drawing, 1, index);
        text_finish(&start);
    }
    drawing_finish(&drawing);
}

Test(judge_start, what_can_be_drawn_passes_the_check)
{
    struct drawing drawing = drawing_of("nim", "fair:2:1-9");
    struct error error;
    cr_expect_eq(starts_check(&drawing.rules, drawing.solver, &drawing.starts, 5, NULL, &error),
                 ERROR_NONE);
    drawing_finish(&drawing);
}

static bool is_patient(void *owner)
{
    return --*(int *)owner >= 0;
}

Test(judge_start, gives_up_when_the_patience_is_at_its_end)
{
    struct drawing drawing = drawing_of("octal:0.77", "fair:1:5-90");
    int left = 100;
    struct patience patience = {.go_on = is_patient, .owner = &left};
    struct text start = {0};
    struct error error;
    cr_expect_eq(start_draw(&drawing.rules, drawing.solver, &drawing.starts, 5, 1, &patience,
                            &start, &error),
                 ERROR_DISCONNECTED);
    cr_expect_eq(left, -1);
    cr_expect_eq(start.len, 0);
    text_finish(&start);
    drawing_finish(&drawing);
}

#include "common/judge/mark.h"
#include "tests/suite.h"

#include <string.h>

SUITE(mark, 10);

static void expect_printed(const struct mark *marks, size_t count, const char *expected)
{
    struct text text = {0};
    for (size_t i = 0; i < count; i++)
        mark_print(&marks[i], &text);
    cr_expect_str_eq(text_string(&text), expected);
    text_finish(&text);
}

Test(mark, marks_are_printed_as_the_header_says)
{
    const struct mark marks[] = {
        {.won = true, .kept = true, .winning = 3, .counted = true},
        {.won = true, .winning = 1, .counted = true},
        {.counted = true},
        {.won = true, .kept = true, .winning = 12},
        {.won = true, .kept = true, .winning = ~(uint128)0, .counted = true},
        {.won = true, .to_draw = true, .winning = 3, .counted = true},
        {.drawn = true, .kept = true, .winning = 3, .counted = true},
        {.drawn = true, .winning = 3, .counted = true},
    };
    expect_printed(marks, 8, "+3 -1 0 +12~ +340282366920938463463374607431768211455 /3 =3 !3");
    expect_printed(marks, 0, "");
}

Test(mark, what_is_printed_is_read_again)
{
    const char *text = "+3 -1 0 +12~ -340282366920938463463374607431768211455 0 /2 =2 !1",
               *at = text;
    struct text again = {0};
    struct mark mark;
    while (mark_next(&at, &mark))
        mark_print(&mark, &again);
    cr_expect_eq(*at, '\0');
    cr_expect_str_eq(text_string(&again), text);
    text_finish(&again);
}

Test(mark, what_cannot_be_a_mark_is_refused)
{
    static const char *const texts[] = {
        "x",    "+",
        "-",    "+0",
        "-0",   "+03",
        "3",    "0~",
        "00",   "/0",
        "=",    "!",
        "+3 ",  " +3",
        "+3x",  "+3~~",
        "+ 3",  "+3  0",
        "+3,0", "~",
        "+-3",  "+340282366920938463463374607431768211456", /* 2^128 */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct mark_sums sums[2] = {{.won = 7}, {.kept = 8}};
        cr_expect_not(mark_sum(texts[i], sums, NULL), "'%s'", texts[i]);
        cr_expect(sums[0].won == 7 && sums[1].kept == 8, "'%s' was added", texts[i]);
    }
}

Test(mark, sums_go_to_whoever_made_the_move)
{
    struct mark_sums sums[2] = {{.won = 10, .kept = 10}, {0}};
    int64_t first_thrown;
    cr_assert(mark_sum("+3 0 -1 -2~ 0 +1", sums, &first_thrown));
    cr_expect_eq(first_thrown, 3);
    cr_expect_eq(sums[0].won, 12);
    cr_expect_eq(sums[0].kept, 11);
    cr_expect_eq(sums[0].thrown, 1);
    cr_expect_eq(sums[1].won, 2);
    cr_expect_eq(sums[1].kept, 1);
    cr_expect_eq(sums[1].thrown, 1);
}

Test(mark, no_marks_and_no_throw_away_are_nothing)
{
    struct mark_sums sums[2] = {0};
    int64_t first_thrown = -1;
    cr_expect(mark_sum("", sums, &first_thrown));
    cr_expect_eq(first_thrown, 0);
    cr_expect(mark_sum("+1 0", sums, &first_thrown));
    cr_expect_eq(first_thrown, 0);
    cr_expect_eq(sums[0].won, 1);
}

Test(mark, draws_are_not_summed_but_a_win_turned_into_one_is)
{
    struct mark_sums sums[2] = {0};
    int64_t first_thrown;
    cr_assert(mark_sum("=2 !1 /3 0", sums, &first_thrown));
    cr_expect_eq(first_thrown, 3);
    cr_expect_eq(sums[0].won, 1);
    cr_expect_eq(sums[0].thrown, 1);
    cr_expect_eq(sums[1].won, 0);
}

Test(mark, the_outcome_after_a_move_is_told_by_its_mark)
{
    static const struct {
        const char *mark;
        enum outcome outcome;
    } rows[] = {
        {"+1", OUTCOME_P}, {"-1", OUTCOME_N}, {"/1", OUTCOME_D},
        {"=1", OUTCOME_D}, {"!1", OUTCOME_N}, {"0", OUTCOME_N},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].mark;
        struct mark mark;
        cr_assert(mark_next(&at, &mark));
        cr_expect_eq(mark_outcome_after(&mark), rows[i].outcome, "%s", rows[i].mark);
    }
}

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
    };
    expect_printed(marks, 5, "+3 -1 0 +12~ +340282366920938463463374607431768211455");
    expect_printed(marks, 0, "");
}

Test(mark, what_is_printed_is_read_again)
{
    const char *text = "+3 -1 0 +12~ -340282366920938463463374607431768211455 0", *at = text;
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
        "x",
        "+",
        "-",
        "+0",
        "-0",
        "+03",
        "3",
        "0~",
        "00",
        "+3 ",
        " +3",
        "+3x",
        "+3~~",
        "+ 3",
        "+3  0",
        "+3,0",
        "~",
        "+-3",
        "+340282366920938463463374607431768211456", /* 2^128 */
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

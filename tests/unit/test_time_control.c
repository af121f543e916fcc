/* The notation of time controls. */
#include "common/game/time_control.h"
#include "tests/suite.h"

#include <string.h>

SUITE(time_control, 60);

static void expect_control(const char *text, enum time_control_kind kind, int64_t base_ms,
                           int64_t increment_ms, const char *canonical)
{
    struct time_control control = {0};
    struct error error;
    struct text printed = {0};
    cr_assert_eq(time_control_parse(text, strlen(text), &control, &error), ERROR_NONE, "%s: %s",
                 text, error.message);
    cr_assert_eq(control.kind, kind, "%s", text);
    cr_assert_eq(control.base_ms, base_ms, "%s", text);
    cr_assert_eq(control.increment_ms, increment_ms, "%s", text);
    time_control_print(&control, &printed);
    cr_assert_str_eq(text_string(&printed), canonical);
    cr_assert_leq(printed.len, TIME_CONTROL_TEXT_MAX);
    text_finish(&printed);
}

static void expect_bad(const char *text, size_t len, const char *message)
{
    struct time_control control = {.kind = TIME_PER_MOVE, .base_ms = 7};
    struct error error;
    cr_assert_eq(time_control_parse(text, len, &control, &error), ERROR_BAD_CLOCK, "%s", text);
    cr_assert_str_eq(error.message, message);
    cr_assert(control.kind == TIME_PER_MOVE && control.base_ms == 7, "%s: changed", text);
}

static void expect_bad_text(const char *text, const char *message)
{
    expect_bad(text, strlen(text), message);
}

Test(time_control, fischer_is_a_time_and_more_after_each_move)
{
    expect_control("300+3", TIME_FISCHER, 300000, 3000, "300+3");
    expect_control("1+0", TIME_FISCHER, 1000, 0, "1+0");
    expect_control("0.5+0.05", TIME_FISCHER, 500, 50, "0.5+0.05");
}

Test(time_control, per_move_is_a_time_for_each)
{
    expect_control("30/move", TIME_PER_MOVE, 30000, 0, "30/move");
    expect_control("0.001/move", TIME_PER_MOVE, 1, 0, "0.001/move");
}

Test(time_control, none_is_no_clock)
{
    expect_control("none", TIME_NONE, 0, 0, "none");
}

Test(time_control, what_is_printed_has_no_needless_zeros)
{
    expect_control("300.000+3.10", TIME_FISCHER, 300000, 3100, "300+3.1");
    expect_control("1.0/move", TIME_PER_MOVE, 1000, 0, "1/move");
    expect_control("10.203/move", TIME_PER_MOVE, 10203, 0, "10.203/move");
    expect_control("0.020/move", TIME_PER_MOVE, 20, 0, "0.02/move");
}

Test(time_control, fourteen_days_are_the_most)
{
    expect_control("1209600+1209600", TIME_FISCHER, TIME_CONTROL_MS_MAX, TIME_CONTROL_MS_MAX,
                   "1209600+1209600");
    expect_control("1209599.999/move", TIME_PER_MOVE, TIME_CONTROL_MS_MAX - 1, 0,
                   "1209599.999/move");
    expect_bad_text("1209600.001/move", "a time is at most 1209600 seconds (14 days)");
    expect_bad_text("1+1209601", "a time is at most 1209600 seconds (14 days)");
    expect_bad_text("9223372036854775807/move", "a time is at most 1209600 seconds (14 days)");
    expect_bad_text("9223372036854775808/move", "at 1: the number is over 9223372036854775807");
}

Test(time_control, an_hour_for_a_move_lets_a_player_be_away)
{
    cr_expect(time_control_text_is_patient("3600/move"));
    cr_expect(time_control_text_is_patient("3600+0"));
    cr_expect(time_control_text_is_patient("86400/move"));
    cr_expect_not(time_control_text_is_patient("3599.999/move"));
    cr_expect_not(time_control_text_is_patient("300+3600"));
    cr_expect_not(time_control_text_is_patient("none"));
    cr_expect_not(time_control_text_is_patient(""));
}

Test(time_control, no_time_at_all_is_no_clock_to_begin_with)
{
    expect_bad_text("0+3", "a clock begins with at least 0.001 seconds");
    expect_bad_text("0.000/move", "a clock begins with at least 0.001 seconds");
}

Test(time_control, what_cannot_be_read_is_refused_with_its_place)
{
    expect_bad_text("", "at 1 (the end): a number was expected");
    expect_bad_text("300", "at 4 (the end): '+SECONDS' or '/move' was expected");
    expect_bad_text("300+", "at 5 (the end): a number was expected");
    expect_bad_text("300+3 ", "at 6 (a space): the end was expected");
    expect_bad_text("300-3", "at 4 ('-'): '+SECONDS' or '/move' was expected");
    expect_bad_text("-3+3", "at 1 ('-'): a number was expected");
    expect_bad_text("007+1", "at 1: a number does not begin with 0");
    expect_bad_text("1.+1", "at 3 ('+'): a digit was expected");
    expect_bad_text("1.2345+1", "at 6 ('5'): at most three decimals was expected");
    expect_bad_text("30/moves", "at 8 ('s'): the end was expected");
    expect_bad_text("nones", "at 5 ('s'): the end was expected");
    expect_bad_text("None", "at 1 ('N'): a number was expected");
    expect_bad("30/move", 6, "at 3 ('/'): '+SECONDS' or '/move' was expected");
    expect_bad("1+1\0", 4, "at 4 (byte 0x00): the end was expected");
}

Test(time_control, what_is_printed_reads_as_the_same)
{
    for (int64_t ms = 1; ms <= 2500; ms++) {
        struct time_control control = {TIME_FISCHER, ms, 2500 - ms}, again;
        struct text text = {0};
        struct error error;
        time_control_print(&control, &text);
        cr_assert_eq(time_control_parse(text.bytes, text.len, &again, &error), ERROR_NONE);
        cr_assert(again.base_ms == ms && again.increment_ms == 2500 - ms, "%s", text.bytes);
        text_finish(&text);
    }
}

/* When time ends a match: flags, first moves, matches in which nobody moves. */
#include "tests/unit/hall_table.h"

SUITE(hall_flags, 60);

/* --- flags --- */

Test(hall_flags, a_flag_falls_when_more_is_taken_than_was_left)
{
    struct table table = table_with("10+1");
    expect_end_after(&table, 10001, ENDING_TIME, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_flags, the_seconds_flag_makes_the_first_win)
{
    struct table table = table_with("10/move");
    moves(&table, 10000, 10000, 0, 10000);
    expect_end_after(&table, 10001, ENDING_TIME, SEAT_FIRST);
    evening_end(table.evening);
}

Test(hall_flags, the_credit_that_would_be_given_puts_the_flag_off)
{
    struct table table = table_with("10+1");
    lags(table.ann, 300);
    moves(&table, 10300, 10300, 300, 1000);
    moves(&table, 0, 0, 0, 11000);
    expect_end_after(&table, 1301, ENDING_TIME, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_flags, the_flag_moves_with_the_lag_and_with_the_session)
{
    struct table table = table_with("10+1");
    lags(table.ann, 300);
    cr_assert_eq(due_in(&table), 10301);
    lags(table.ann, 900);
    cr_assert_eq(due_in(&table), 10501);
    lags(table.ben, 100);
    cr_assert_eq(due_in(&table), 10501);
    lags(table.ann, 20);
    cr_assert_eq(due_in(&table), 10021);
    leave(table.ann);
    cr_assert_eq(due_in(&table), 10001);
    evening_end(table.evening);
}

Test(hall_flags, another_connection_has_another_lag)
{
    struct table table = table_with("10+1");
    lags(table.ann, 300);
    arrive_again(table.ann);
    cr_assert_eq(due_in(&table), 10001);
    evening_end(table.evening);
}

Test(hall_flags, a_move_that_is_in_when_the_flag_is_due_is_in_time)
{
    struct table table = table_with("10+1");
    pass(table.evening, 10000);
    tries(&table);
    pass(table.evening, 1);
    judges(&table);
    cr_assert_eq(expect(table.ben, HEARD_MOVED)->moved.left, 1000);
    cr_assert(is_live(&table));
    evening_end(table.evening);
}

Test(hall_flags, a_move_after_its_time_ends_the_match_though_nobody_has_judged)
{
    struct table table = table_with("10+1");
    moves(&table, 0, 0, 0, 11000);
    pass(table.evening, 10001);
    skip_all(table.evening);
    tries(&table);
    expect_silence(table.ben);
    commit(table.evening);
    expect_end(&table, table.ann, ENDING_TIME, SEAT_FIRST);
    expect(table.ben, HEARD_ENDED);
    expect_refusal(table.ben, ERROR_MATCH_OVER, "match 1 is over: your time was up");
    evening_end(table.evening);
}

Test(hall_flags, an_illegal_move_after_its_time_ends_the_match_too)
{
    struct table table = table_with("10+1");
    pass(table.evening, 10001);
    plays(table.ann, table.match, 1, "100>200");
    commit(table.evening);
    expect_end(&table, table.ann, ENDING_TIME, SEAT_SECOND);
    expect_error(table.ann, ERROR_MATCH_OVER);
    evening_end(table.evening);
}

Test(hall_flags, an_opponent_out_of_turn_ends_nothing)
{
    struct table table = table_with("10+1");
    pass(table.evening, 10001);
    plays(table.ben, table.match, 1, "100>99");
    expect_error(table.ben, ERROR_NOT_YOUR_TURN);
    cr_assert(is_live(&table));
    evening_end(table.evening);
}

Test(hall_flags, all_flags_that_are_due_fall_at_once)
{
    enum { MATCHES = 50 };
    struct table table = table_with("10+0");
    for (int i = 1; i < MATCHES; i++)
        begin_clocked(table.ann, table.ben, "nim", "100", "10+0");
    pass(table.evening, 10001);
    judges(&table);
    cr_assert_eq(hall_figures(hall_of(&table)).ended[ENDING_TIME], MATCHES);
    cr_assert_eq(hall_figures(hall_of(&table)).live_matches, 0);
    evening_end(table.evening);
}

/* --- the first move --- */

Test(hall_flags, a_first_move_that_does_not_come_ends_the_match_without_a_winner)
{
    struct table table = table_with("300+0");
    expect_end_after(&table, FIRST_MOVE_MS + 1, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, the_second_player_has_a_first_move_too)
{
    struct table table = table_with("300/move");
    moves(&table, FIRST_MOVE_MS, FIRST_MOVE_MS, 0, 300000);
    expect_end_after(&table, FIRST_MOVE_MS + 1, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, after_both_first_moves_only_the_flag_counts)
{
    struct table table = table_with("300+0");
    moves(&table, 0, 0, 0, 300000);
    moves(&table, 0, 0, 0, 300000);
    expect_end_after(&table, 300001, ENDING_TIME, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_flags, a_flag_that_falls_before_the_first_move_is_due_counts)
{
    struct table table = table_with("59.999+0");
    expect_end_after(&table, 60000, ENDING_TIME, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_flags, both_due_at_once_is_a_match_that_never_started)
{
    struct table table = table_with("60+0");
    expect_end_after(&table, FIRST_MOVE_MS + 1, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, where_a_day_is_given_for_a_move_the_first_move_has_a_day)
{
    struct table table = table_with("86400/move");
    moves(&table, 86400000, 86400000, 0, 86400000);
    expect_end_after(&table, 86400001, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, where_an_hour_is_given_for_all_moves_the_first_move_has_an_hour)
{
    struct table table = table_with("3600+0");
    expect_end_after(&table, 3600001, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, just_under_an_hour_gives_the_first_move_no_more_than_usual)
{
    struct table table = table_with("3599.999/move");
    expect_end_after(&table, FIRST_MOVE_MS + 1, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, a_first_move_after_its_time_is_refused)
{
    struct table table = table_with("300+0");
    pass(table.evening, FIRST_MOVE_MS + 1);
    tries(&table);
    commit(table.evening);
    expect_end(&table, table.ann, ENDING_UNSTARTED, SEAT_NOBODY);
    expect_error(table.ann, ERROR_MATCH_OVER);
    evening_end(table.evening);
}

/* --- matches without a clock in which nobody moves --- */

Test(hall_flags, without_a_clock_a_match_that_is_idle_ends_without_a_winner)
{
    struct table table = table_with("none");
    expect_end_after(&table, IDLE_MS, ENDING_ABANDONED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, a_move_ends_the_idleness)
{
    struct table table = table_with("none");
    moves(&table, IDLE_MS - 1, IDLE_MS - 1, 0, WIRE_ABSENT);
    expect_end_after(&table, IDLE_MS, ENDING_ABANDONED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_flags, a_move_that_is_in_before_idleness_is_judged_counts)
{
    struct table table = table_with("none");
    moves(&table, IDLE_MS + 5, IDLE_MS + 5, 0, WIRE_ABSENT);
    judges(&table);
    cr_assert(is_live(&table));
    evening_end(table.evening);
}

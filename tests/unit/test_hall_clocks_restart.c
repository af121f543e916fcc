/* What a restart makes of clocks and of absence. */
#include "tests/unit/hall_table.h"

SUITE(hall_clocks_restart, 60);

Test(hall_clocks_restart, after_a_crash_nobody_is_charged)
{
    struct table table = table_with("10+1");
    moves(&table, 3000, 3000, 0, 8000);
    moves(&table, 2000, 2000, 0, 9000);
    pass(table.evening, 5000);
    crash(table.evening);
    nothing_for(&table, 20000);
    come_back(table.ann);
    come_back(table.ben);
    cr_assert_eq(view_of(&table, table.ann)->first_left, 8000);
    cr_assert_eq(view_of(&table, table.ann)->second_left, 9000);
    moves(&table, 1000, 1000, 0, 8000);
    evening_end(table.evening);
}

Test(hall_clocks_restart, after_a_start_the_clock_waits_for_its_players_welcome)
{
    struct table table = table_with("10+1");
    moves(&table, 3000, 3000, 0, 8000);
    crash(table.evening);
    come_back(table.ann);
    cr_assert_eq(due_in(&table), GRACE_MS);
    pass(table.evening, 1000);
    cr_assert_not(view_of(&table, table.ann)->clock_runs);
    come_back(table.ben);
    cr_assert(view_of(&table, table.ann)->clock_runs);
    cr_assert_eq(due_in(&table), 10001);
    moves(&table, 500, 500, 0, 10500);
    evening_end(table.evening);
}

Test(hall_clocks_restart, the_time_for_which_a_server_has_stood_by_is_charged_to_nobody)
{
    struct table table = table_with("10+1");
    moves(&table, 3000, 3000, 0, 8000);
    moves(&table, 2000, 2000, 0, 9000);
    take_over(table.evening, 2 * GRACE_MS);
    cr_assert_eq(due_in(&table), GRACE_MS);
    judges(&table);
    cr_assert(is_live(&table));
    come_back(table.ann);
    come_back(table.ben);
    cr_assert_eq(due_in(&table), 8001);
    moves(&table, 1000, 1000, 0, 8000);
    evening_end(table.evening);
}

Test(hall_clocks_restart, a_second_welcome_starts_nothing_anew)
{
    struct table table = table_with("10+1");
    crash(table.evening);
    come_back(table.ann);
    pass(table.evening, 1000);
    leave(table.ann);
    come_back(table.ann);
    come_back(table.ben);
    moves(&table, 500, 1500, 0, 9500);
    evening_end(table.evening);
}

Test(hall_clocks_restart, after_a_start_the_clock_waits_only_so_long)
{
    struct table table = table_with("10+1");
    moves(&table, 0, 0, 0, 11000);
    crash(table.evening);
    come_back(table.ann);
    nothing_for(&table, GRACE_MS);
    expect_end_after(&table, 10001, ENDING_TIME, SEAT_FIRST);
    evening_end(table.evening);
}

Test(hall_clocks_restart, a_grace_that_is_judged_late_ends_when_it_should_have)
{
    struct table table = table_with("10+1");
    moves(&table, 0, 0, 0, 11000);
    crash(table.evening);
    come_back(table.ann);
    nothing_for(&table, GRACE_MS + 4000);
    expect_end_after(&table, 6001, ENDING_TIME, SEAT_FIRST);
    evening_end(table.evening);
}

/* After a start ann is back, and moves 2 s later; it is the turn of ben, who is not back. */
static struct table with_ben_away(const char *clock, bool both_have_moved)
{
    struct table table = table_with(clock);
    if (both_have_moved)
        both_move(&table);
    crash(table.evening);
    come_back(table.ann);
    moves(&table, 2000, 2000, 0, 298000);
    return table;
}

Test(hall_clocks_restart, a_turn_given_to_who_is_not_back_waits_for_the_welcome)
{
    struct table table = with_ben_away("300+0", true);
    cr_assert_eq(due_in(&table), GRACE_MS - 2000);
    nothing_for(&table, 15000);
    cr_assert_not(view_of(&table, table.ann)->clock_runs);
    cr_assert_eq(view_of(&table, table.ann)->second_left, 300000);
    come_back(table.ben);
    cr_assert(view_of(&table, table.ann)->clock_runs);
    cr_assert_eq(due_in(&table), 300001);
    moves(&table, 500, 500, 0, 299500);
    evening_end(table.evening);
}

/* The hello comes before the move, and its welcome has to wait for more than that. */
Test(hall_clocks_restart, a_turn_given_just_before_the_welcome_waits_for_it)
{
    struct table table = table_with("300+0");
    both_move(&table);
    crash(table.evening);
    come_back(table.ann);
    table.evening->slow_look_ups = true;
    shows_token(table.ben, table.ben->token);
    hear(table.evening);
    tries(&table);
    submit(table.evening);
    registers(table.ann, "secret", "register");
    look_up_hello(table.ben);
    skip(table.ann);
    resumes(table.ann, table.match, 0);
    land(table.evening);
    expect(table.ann, HEARD_MOVE_DONE);
    expect(table.ann, HEARD_MOVED);
    expect_silence(table.ann);
    pass(table.evening, 5000);
    cr_assert_eq(due_in(&table), GRACE_MS - 5000);
    commit(table.evening);
    cr_assert_eq(due_in(&table), 300001);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ann, HEARD_PRESENCE);
    cr_assert(expect(table.ann, HEARD_MATCH)->match.clock_runs);
    evening_end(table.evening);
}

Test(hall_clocks_restart, a_turn_given_to_who_does_not_come_back_runs_from_the_end_of_the_grace)
{
    struct table table = with_ben_away("300+0", true);
    nothing_for(&table, GRACE_MS - 2000);
    cr_assert(view_of(&table, table.ann)->clock_runs);
    expect_end_after(&table, 300001, ENDING_TIME, SEAT_FIRST);
    evening_end(table.evening);
}

Test(hall_clocks_restart, after_the_grace_a_turn_given_to_who_is_not_back_runs_at_once)
{
    struct table table = table_with("300+0");
    both_move(&table);
    crash(table.evening);
    come_back(table.ann);
    nothing_for(&table, GRACE_MS);
    moves(&table, 0, GRACE_MS, 0, 270000);
    cr_assert(view_of(&table, table.ann)->clock_runs);
    expect_end_after(&table, 300001, ENDING_TIME, SEAT_FIRST);
    evening_end(table.evening);
}

Test(hall_clocks_restart, the_first_move_of_who_is_not_back_is_due_after_the_welcome)
{
    struct table table = with_ben_away("300+0", false);
    nothing_for(&table, 15000);
    come_back(table.ben);
    expect_end_after(&table, FIRST_MOVE_MS + 1, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_clocks_restart, the_first_move_of_who_does_not_come_back_is_due_after_the_grace)
{
    struct table table = with_ben_away("300+0", false);
    nothing_for(&table, GRACE_MS - 2000);
    expect_end_after(&table, FIRST_MOVE_MS + 1, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_clocks_restart, who_has_been_back_and_left_is_charged_at_once)
{
    struct table table = table_with("300+0");
    both_move(&table);
    crash(table.evening);
    come_back(table.ben);
    leave(table.ben);
    come_back(table.ann);
    moves(&table, 2000, 2000, 0, 298000);
    cr_assert(view_of(&table, table.ann)->clock_runs);
    cr_assert_eq(due_in(&table), 300001);
    evening_end(table.evening);
}

Test(hall_clocks_restart, the_turn_of_who_is_not_back_can_be_claimed_only_after_the_grace)
{
    struct table table = with_ben_away("300+0", true);
    nothing_for(&table, GRACE_MS - 2000);
    claims(table.ann, table.match, "claim");
    expect_too_early(table.ann, "ben", 60000);
    evening_end(table.evening);
}

Test(hall_clocks_restart, after_a_start_the_first_move_has_its_whole_time)
{
    struct table table = table_with("300+0");
    pass(table.evening, 50000);
    crash(table.evening);
    come_back(table.ann);
    expect_end_after(&table, FIRST_MOVE_MS + 1, ENDING_UNSTARTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_clocks_restart, the_quota_of_lag_survives_a_start)
{
    struct table table = table_with("10/move");
    lags(table.ann, 500);
    moves(&table, 500, 500, 500, 10000);
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 500, 500, 500, 10000);
    moves(&table, 0, 0, 0, 10000);
    crash(table.evening);
    come_back(table.ann);
    come_back(table.ben);
    lags(table.ann, 500);
    moves(&table, 500, 500, 200, 10000);
    expect_recorded_times(&table, "500-500 0 500-500 0 500-200");
    evening_end(table.evening);
}

Test(hall_clocks_restart, a_quota_that_is_smaller_after_a_start_takes_nothing_away)
{
    struct table table = table_with("10/move");
    lags(table.ann, 500);
    moves(&table, 500, 500, 500, 10000);
    moves(&table, 0, 0, 0, 10000);
    table.evening->config.limits.lag_quota_ms = 0;
    for (int start = 0; start < 2; start++) {
        crash(table.evening);
        come_back(table.ann);
        come_back(table.ben);
        lags(table.ann, 500);
        moves(&table, 500, 500, 0, 10000);
        moves(&table, 0, 0, 0, 10000);
    }
    evening_end(table.evening);
}

Test(hall_clocks_restart, after_a_start_everybody_is_gone_since_then)
{
    struct table table = table_with("300+0");
    both_move(&table);
    leave(table.ann);
    nothing_for(&table, 50000);
    crash(table.evening);
    pass(table.evening, 10000);
    come_back(table.ben);
    skip_all(table.evening);
    aborts(table.ben, table.match, "abort");
    expect_too_early(table.ben, "ann", 50000);
    nothing_for(&table, GRACE_MS - 10000);
    claims(table.ben, table.match, "claim");
    expect_too_early(table.ben, "ann", 60000);
    evening_end(table.evening);
}

Test(hall_clocks_restart, idleness_goes_on_over_a_start)
{
    struct table table = table_with("none");
    moves(&table, 0, 0, 0, WIRE_ABSENT);
    nothing_for(&table, IDLE_MS / 2);
    crash(table.evening); /* takes a second */
    come_back(table.ann);
    come_back(table.ben);
    expect_end_after(&table, IDLE_MS - IDLE_MS / 2 - 1000, ENDING_ABANDONED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_clocks_restart, an_idle_match_is_given_the_time_of_grace_after_a_start)
{
    struct table table = table_with("none");
    nothing_for(&table, IDLE_MS - 2000);
    table.evening->now_ms += IDLE_MS;
    crash(table.evening);
    come_back(table.ann);
    come_back(table.ben);
    expect_end_after(&table, GRACE_MS, ENDING_ABANDONED, SEAT_NOBODY);
    evening_end(table.evening);
}

/* Clocks: what a turn costs, and what is nobody's time. */
#include "tests/unit/hall_table.h"

SUITE(hall_clocks, 60);

/* --- what a turn costs --- */

Test(hall_clocks, fischer_takes_what_was_used_and_gives_the_increment)
{
    struct table table = table_with("10+1");
    moves(&table, 3000, 3000, 0, 8000);
    moves(&table, 500, 500, 0, 10500);
    moves(&table, 8000, 8000, 0, 1000);
    moves(&table, 0, 0, 0, 11500);
    moves(&table, 1000, 1000, 0, 1000);
    evening_end(table.evening);
}

Test(hall_clocks, a_time_for_each_move_is_whole_again_after_it)
{
    struct table table = table_with("5/move");
    moves(&table, 3000, 3000, 0, 5000);
    moves(&table, 5000, 5000, 0, 5000);
    moves(&table, 5000, 5000, 0, 5000);
    evening_end(table.evening);
}

Test(hall_clocks, without_a_clock_the_time_taken_is_noted)
{
    struct table table = table_with("none");
    lags(table.ann, 100);
    moves(&table, 3000, 3000, 0, WIRE_ABSENT);
    moves(&table, 90000, 90000, 0, WIRE_ABSENT);
    evening_end(table.evening);
}

/* --- the time that a move waits for the server --- */

Test(hall_clocks, a_move_is_charged_until_it_came)
{
    struct table table = table_with("10+1");
    table.evening->waited_ms = 1500;
    moves(&table, 2000, 500, 0, 10500);
    evening_end(table.evening);
}

Test(hall_clocks, a_move_that_came_before_its_turn_is_charged_nothing)
{
    struct table table = table_with("10+1");
    table.evening->waited_ms = 5000;
    moves(&table, 100, 0, 0, 11000);
    evening_end(table.evening);
}

Test(hall_clocks, a_move_that_came_in_time_is_in_time)
{
    struct table table = table_with("10+1");
    table.evening->waited_ms = 600;
    moves(&table, 10500, 9900, 0, 1100);
    evening_end(table.evening);
}

/* --- lag --- */

Test(hall_clocks, lag_is_credited)
{
    struct table table = table_with("10+1");
    lags(table.ann, 300);
    moves(&table, 1000, 1000, 300, 10300);
    moves(&table, 1000, 1000, 0, 10000);
    evening_end(table.evening);
}

Test(hall_clocks, no_more_is_credited_than_was_taken)
{
    struct table table = table_with("10+1");
    lags(table.ann, 300);
    moves(&table, 200, 200, 200, 11000);
    evening_end(table.evening);
}

Test(hall_clocks, the_credit_of_a_move_is_limited)
{
    struct table table = table_with("10+1");
    lags(table.ann, 501);
    moves(&table, 1000, 1000, 500, 10500);
    evening_end(table.evening);
}

Test(hall_clocks, the_credit_of_a_match_has_a_quota_that_grows_with_each_move)
{
    struct table table = table_with("10+0");
    lags(table.ann, 500);
    moves(&table, 500, 500, 500, 10000); /* of 1000: 500 remain, and 100 come */
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 500, 500, 500, 10000);
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 500, 500, 200, 9700);
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 500, 500, 100, 9300);
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 0, 0, 0, 9300);
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 500, 500, 200, 9000);
    evening_end(table.evening);
}

Test(hall_clocks, the_quota_does_not_grow_over_its_size)
{
    struct table table = table_with("10/move");
    for (int i = 0; i < 30; i++)
        moves(&table, 0, 0, 0, 10000);
    lags(table.ann, 500);
    moves(&table, 500, 500, 500, 10000);
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 500, 500, 500, 10000);
    moves(&table, 0, 0, 0, 10000);
    moves(&table, 500, 500, 200, 10000);
    evening_end(table.evening);
}

Test(hall_clocks, the_figures_of_a_move_are_recorded_with_it)
{
    struct table table = table_with("10+1");
    lags(table.ann, 300);
    pass(table.evening, 1000);
    tries(&table);
    submit(table.evening);
    const struct record *move = &table.evening->in_flight->records[0];
    cr_assert_eq(move->kind, RECORD_MOVE);
    cr_assert_eq(move->move.at_ms, table.evening->now_ms);
    cr_assert_eq(move->move.taken_ms, 1000);
    cr_assert_eq(move->move.credit_ms, 300);
    cr_assert_eq(move->move.left_ms, 10300);
    evening_end(table.evening);
}

Test(hall_clocks, the_times_of_all_moves_are_recorded_with_the_end)
{
    struct table table = table_with("10+1");
    lags(table.ann, 300);
    moves(&table, 1000, 1000, 300, 10300);
    moves(&table, 1500, 1500, 0, 9500);
    moves(&table, 20, 20, 20, 11300);
    expect_recorded_times(&table, "1000-300 1500 20-20");
    evening_end(table.evening);
}

Test(hall_clocks, a_match_without_moves_has_no_times)
{
    struct table table = table_with("10+1");
    expect_recorded_times(&table, "");
    evening_end(table.evening);
}

Test(hall_clocks, the_control_is_recorded_and_shown)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    offers_clock(ann, "ben", "nim", "100", "300.0+3", "k");
    const struct heard *received = expect(ben, HEARD_OFFER_RECEIVED);
    cr_assert_str_eq(received->offer_received.clock.bytes, "300+3");
    accepts(ben, received->offer_received.offer, "k");
    submit(evening);
    const struct batch *batch = evening->in_flight;
    cr_assert_eq(batch->records[0].kind, RECORD_MATCH);
    cr_assert_str_eq(batch->records[0].match.clock, "300+3");
    commit(evening);
    cr_assert_str_eq(expect(ben, HEARD_MATCH)->match.clock.bytes, "300+3");
    lists_matches(ben, 0, 10);
    cr_assert_str_eq(expect(ben, HEARD_SUMMARIES)->summaries.matches[0].clock.bytes, "300+3");
    evening_end(evening);
}

Test(hall_clocks, no_clock_is_recorded_as_nothing)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    offers_clock(ann, "ben", "nim", "100", "none", "k");
    const struct heard *received = expect(ben, HEARD_OFFER_RECEIVED);
    cr_assert_null(received->offer_received.clock.bytes);
    accepts(ben, received->offer_received.offer, "k");
    submit(evening);
    const struct batch *batch = evening->in_flight;
    cr_assert_str_eq(batch->records[0].match.clock, "");
    commit(evening);
    cr_assert_null(expect(ben, HEARD_MATCH)->match.clock.bytes);
    evening_end(evening);
}

Test(hall_clocks, a_control_that_cannot_be_read_is_refused)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    offers_clock(ann, NULL, "nim", "100", "300", "k");
    expect_refusal(ann, ERROR_BAD_CLOCK, "at 4 (the end): '+SECONDS' or '/move' was expected");
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_clocks, a_rematch_has_the_same_control)
{
    struct table table = table_with("300+3");
    resigns(table.ann, table.match, "k");
    commit(table.evening);
    skip_all(table.evening);
    asks_rematch(table.ann, table.match, "again");
    cr_assert_str_eq(expect(table.ben, HEARD_OFFER_RECEIVED)->offer_received.clock.bytes, "300+3");
    asks_rematch(table.ben, table.match, "again");
    pass(table.evening, 500);
    commit(table.evening);
    table.match = expect(table.ben, HEARD_REMATCH)->rematch.match;
    expect(table.ann, HEARD_REMATCH);
    expect(table.ann, HEARD_MATCH_STARTED);
    pass(table.evening, 2000);
    plays(table.ben, table.match, 1, "100>99");
    commit(table.evening);
    const struct heard *moved = expect(table.ann, HEARD_MOVED);
    cr_assert_eq(moved->moved.taken, 2000);
    cr_assert_eq(moved->moved.left, 301000);
    evening_end(table.evening);
}

/* --- from the release to the receipt --- */

Test(hall_clocks, the_time_that_the_opponents_move_takes_to_the_disk_is_nobodys)
{
    struct table table = table_with("10+1");
    tries(&table);
    submit(table.evening);
    pass(table.evening, 700);
    land(table.evening);
    table.ply++;
    moves(&table, 100, 100, 0, 10900);
    evening_end(table.evening);
}

Test(hall_clocks, the_time_that_a_move_takes_to_the_disk_is_not_its_movers)
{
    struct table table = table_with("10+1");
    pass(table.evening, 2000);
    tries(&table);
    submit(table.evening);
    pass(table.evening, 20000);
    judges(&table);
    cr_assert_eq(expect(table.ben, HEARD_MOVED)->moved.taken, 2000);
    cr_assert(is_live(&table));
    evening_end(table.evening);
}

Test(hall_clocks, the_first_turn_begins_when_the_match_is_told)
{
    struct table table = {.evening = evening_begin()};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    offers_clock(table.ann, "ben", "nim", "100", "10+1", "k");
    accepts(table.ben, expect(table.ben, HEARD_OFFER_RECEIVED)->offer_received.offer, "k");
    submit(table.evening);
    pass(table.evening, 700);
    cr_assert_eq(hall_next_deadline(hall_of(&table)), INT64_MAX);
    land(table.evening);
    table.match = expect(table.ben, HEARD_MATCH)->match.match;
    moves(&table, 100, 100, 0, 10900);
    evening_end(table.evening);
}

/* Ben guesses ann's move and sends his before he is told. */
Test(hall_clocks, a_move_that_comes_before_its_turn_is_told_costs_nothing_and_starts_no_clock)
{
    struct table table = table_with("10+1");
    tries(&table);
    table.ply++;
    submit(table.evening);
    tries(&table);
    table.ply++;
    pass(table.evening, 700);
    land(table.evening);
    submit(table.evening);
    cr_assert_eq(hall_next_deadline(hall_of(&table)), INT64_MAX);
    pass(table.evening, 300);
    land(table.evening);
    expect(table.ben, HEARD_MOVED);
    expect(table.ben, HEARD_MOVE_DONE);
    cr_assert_eq(expect(table.ben, HEARD_MOVED)->moved.taken, 0);
    moves(&table, 50, 50, 0, 11950);
    evening_end(table.evening);
}

Test(hall_clocks, who_is_gone_is_given_the_turn_all_the_same)
{
    struct table table = table_with("10+1");
    leave(table.ben);
    moves(&table, 0, 0, 0, 11000);
    expect_end_after(&table, 10001, ENDING_TIME, SEAT_FIRST);
    evening_end(table.evening);
}

Test(hall_clocks, a_view_shows_what_is_left_now)
{
    struct table table = table_with("10+1");
    moves(&table, 3000, 3000, 0, 8000);
    pass(table.evening, 400);
    const struct wire_match *view = view_of(&table, table.ann);
    cr_assert(view->clock_runs);
    cr_assert_eq(view->first_left, 8000);
    cr_assert_eq(view->second_left, 9600);
    pass(table.evening, 20000);
    cr_assert_eq(view_of(&table, table.ann)->second_left, 0);
    evening_end(table.evening);
}

/* Ann's first move and ben's, for which something was given back. */
static void expect_two_times(struct table *table)
{
    const struct wire_match *view = view_of(table, table->ann);
    cr_assert_eq(view->moves_count, 2);
    cr_assert_eq(view->taken[0], 3000);
    cr_assert_eq(view->credit[0], 0);
    cr_assert_eq(view->taken[1], 2500);
    cr_assert_eq(view->credit[1], 300);
}

Test(hall_clocks, a_view_shows_how_long_its_moves_took)
{
    struct table table = table_with("10+1");
    cr_assert_null(view_of(&table, table.ann)->taken);
    moves(&table, 3000, 3000, 0, 8000);
    lags(table.ben, 300);
    moves(&table, 2500, 2500, 300, 8800);
    expect_two_times(&table);
    crash(table.evening);
    come_back(table.ann);
    expect_two_times(&table);
    come_back(table.ben);
    evening_end(table.evening);
}

Test(hall_clocks, a_page_that_begins_later_shows_the_times_of_its_own_moves)
{
    struct table table = table_with("10+1");
    moves(&table, 3000, 3000, 0, 8000);
    moves(&table, 2500, 2500, 0, 8500);
    skip(table.ann);
    resumes(table.ann, table.match, 1);
    commit(table.evening);
    const struct wire_match *view = &expect(table.ann, HEARD_MATCH)->match;
    cr_assert_eq(view->moves_count, 1);
    cr_assert_eq(view->taken[0], 2500);
    evening_end(table.evening);
}

Test(hall_clocks, what_a_move_took_is_shown_without_a_clock_too)
{
    struct table table = table_with("none");
    moves(&table, 3000, 3000, 0, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ben)->taken[0], 3000);
    evening_end(table.evening);
}

/* For it is said after what gives the turn. */
Test(hall_clocks, a_view_made_before_the_turn_is_given_says_that_the_clock_runs)
{
    struct table table = table_with("10+1");
    pass(table.evening, 3000);
    skip_all(table.evening);
    tries(&table);
    resumes(table.ben, table.match, 0);
    commit(table.evening);
    expect(table.ben, HEARD_MOVED);
    const struct wire_match *view = &expect(table.ben, HEARD_MATCH)->match;
    cr_assert(view->clock_runs);
    cr_assert_eq(view->second_left, 10000);
    evening_end(table.evening);
}

Test(hall_clocks, what_begins_a_match_says_that_its_clock_runs)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    commit(evening);
    skip_all(evening);
    offers_clock(ann, "ben", "nim", "100", "10+1", "a");
    commit(evening);
    accepts(ben, expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer, "b");
    commit(evening);
    expect(ben, HEARD_OFFER_RECEIVED);
    cr_assert(expect(ann, HEARD_MATCH_STARTED)->match.clock_runs);
    cr_assert(expect(ben, HEARD_MATCH)->match.clock_runs);
    evening_end(evening);
}

Test(hall_clocks, a_view_without_a_clock_shows_no_time)
{
    struct table table = table_with("none");
    const struct wire_match *view = view_of(&table, table.ann);
    cr_assert_not(view->clock_runs);
    cr_assert_eq(view->first_left, WIRE_ABSENT);
    cr_assert_eq(view->second_left, WIRE_ABSENT);
    evening_end(table.evening);
}

/* --- time that is nobody's --- */

Test(hall_clocks, a_stall_in_the_middle_of_a_turn_is_not_charged)
{
    struct table table = table_with("10+1");
    pass(table.evening, 1000);
    stalls(&table);
    pass(table.evening, 50000);
    commit(table.evening);
    moves(&table, 1500, 2500, 0, 8500);
    evening_end(table.evening);
}

Test(hall_clocks, nothing_is_due_and_nothing_judged_during_a_stall)
{
    struct table table = table_with("10+1");
    pass(table.evening, 10001);
    stalls(&table);
    cr_assert_eq(hall_next_deadline(hall_of(&table)), INT64_MAX);
    hall_flags_fall(hall_of(&table));
    cr_assert(is_live(&table));
    resumes(table.ann, table.match, 0);
    commit(table.evening);
    expect(table.ann, HEARD_STALLED);
    expect(table.ann, HEARD_RESUMED);
    cr_assert(expect(table.ann, HEARD_MATCH)->match.clock_runs); /* said after the stall */
    cr_assert_eq(hall_next_deadline(hall_of(&table)), table.evening->tick_ms);
    judges(&table);
    expect_end(&table, table.ann, ENDING_TIME, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_clocks, after_the_end_is_announced_no_clock_runs)
{
    struct table table = table_with("10+1");
    pass(table.evening, 1000);
    hall_close(hall_of(&table), "we close");
    pass(table.evening, 60000);
    cr_assert_eq(hall_next_deadline(hall_of(&table)), INT64_MAX);
    hall_flags_fall(hall_of(&table));
    cr_assert(is_live(&table));
    const struct wire_match *view = view_of(&table, table.ann);
    cr_assert_not(view->clock_runs);
    cr_assert_eq(view->first_left, 9000);
    evening_end(table.evening);
}

Test(hall_clocks, time_does_not_go_back)
{
    struct table table = table_with("10+1");
    int64_t now_ms = table.evening->now_ms, tick_ms = table.evening->tick_ms;
    hall_set_time(hall_of(&table), now_ms, tick_ms + 1000);
    hall_set_time(hall_of(&table), now_ms, tick_ms + 400);
    hall_set_time(hall_of(&table), now_ms, tick_ms + 900);
    cr_assert_eq(view_of(&table, table.ann)->first_left, 9000);
    evening_end(table.evening);
}

Test(hall_clocks, the_wall_clock_is_no_matter)
{
    struct table table = table_with("10+1");
    table.evening->now_ms += 86400000;
    moves(&table, 1000, 1000, 0, 10000);
    evening_end(table.evening);
}

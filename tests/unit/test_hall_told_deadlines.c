/* Deadlines besides the clocks, as they are told before anybody asks: of first moves, absences,
 * idle matches. */
#include "tests/unit/hall_table.h"

SUITE(hall_told_deadlines, 60);

static const struct heard *next_moved(struct table *table, struct guest *listener)
{
    struct guest *mover = mover_of(table);
    skip_all(table->evening);
    tries(table);
    commit(table->evening);
    table->ply++;
    if (mover == listener)
        expect(listener, HEARD_MOVE_DONE);
    return expect(listener, HEARD_MOVED);
}

static void expect_presence(struct guest *listener, int64_t claim_in, int64_t abort_in)
{
    const struct heard *presence = expect(listener, HEARD_PRESENCE);
    cr_assert_eq(presence->presence.claim_in, claim_in);
    cr_assert_eq(presence->presence.abort_in, abort_in);
}

/* --- first moves --- */

Test(hall_told_deadlines, a_match_tells_how_long_there_is_for_a_first_move)
{
    struct table table = table_with("300+0");
    cr_assert_eq(view_of(&table, table.ben)->first_move_left, FIRST_MOVE_MS);
    pass(table.evening, 20000);
    cr_assert_eq(view_of(&table, table.ben)->first_move_left, FIRST_MOVE_MS - 20000);
    const struct heard *moved = next_moved(&table, table.ben);
    cr_assert_eq(moved->moved.first_move_left, FIRST_MOVE_MS);
    cr_assert_eq(moved->moved.idle_left, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ben)->first_move_left, FIRST_MOVE_MS);
    cr_assert_eq(next_moved(&table, table.ann)->moved.first_move_left, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ben)->first_move_left, WIRE_ABSENT);
    evening_end(table.evening);
}

Test(hall_told_deadlines, a_first_move_that_only_the_clock_limits_has_no_time_of_its_own)
{
    static const char *const controls[] = {"30/move", "59+0", "none"};
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++) {
        struct table table = table_with(controls[i]);
        cr_assert_eq(view_of(&table, table.ann)->first_move_left, WIRE_ABSENT, "%s", controls[i]);
        cr_assert_eq(next_moved(&table, table.ben)->moved.first_move_left, WIRE_ABSENT);
        evening_end(table.evening);
    }
}

/* When the first move is due as the flag falls, the match ends as `unstarted`. */
Test(hall_told_deadlines, a_first_move_for_which_there_is_the_whole_clock_has_its_deadline_told)
{
    static const struct {
        const char *control;
        int64_t left_ms;
    } cases[] = {
        {"60+1", FIRST_MOVE_MS},
        {"60/move", FIRST_MOVE_MS},
        {"3600+0", 3600000},
        {"86400/move", 86400000},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct table table = table_with(cases[i].control);
        cr_assert_eq(view_of(&table, table.ann)->first_move_left, cases[i].left_ms, "%s",
                     cases[i].control);
        cr_assert_eq(next_moved(&table, table.ben)->moved.first_move_left, cases[i].left_ms);
        expect_end_after(&table, cases[i].left_ms + 1, ENDING_UNSTARTED, SEAT_NOBODY);
        evening_end(table.evening);
    }
}

Test(hall_told_deadlines, the_time_of_a_first_move_waits_for_who_is_not_back_after_a_start)
{
    struct table table = table_with("300+0");
    crash(table.evening);
    come_back(table.ben);
    pass(table.evening, 10000);
    cr_assert_eq(view_of(&table, table.ben)->first_move_left, FIRST_MOVE_MS);
    cr_assert_not(view_of(&table, table.ben)->clock_runs);
    evening_end(table.evening);
}

/* --- absences --- */

Test(hall_told_deadlines, who_leaves_in_their_own_turn_can_be_claimed_from_in_a_while)
{
    struct table table = table_with("300+0");
    both_move(&table);
    pass(table.evening, 5000);
    leave(table.ann);
    commit(table.evening);
    expect_presence(table.ben, CLAIM_MS, CLAIM_MS);
    pass(table.evening, 20000);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, CLAIM_MS - 20000);
    cr_assert_eq(view_of(&table, table.ben)->abort_in, CLAIM_MS - 20000);
    nothing_for(&table, CLAIM_MS);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, 0);
    come_back(table.ann);
    commit(table.evening);
    expect_presence(table.ben, WIRE_ABSENT, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ben)->abort_in, WIRE_ABSENT);
    evening_end(table.evening);
}

Test(hall_told_deadlines, who_leaves_in_the_others_turn_can_be_claimed_from_after_the_move)
{
    struct table table = table_with("300+0");
    leave(table.ben);
    commit(table.evening);
    expect_presence(table.ann, WIRE_ABSENT, CLAIM_MS);
    pass(table.evening, 10000);
    cr_assert_eq(view_of(&table, table.ann)->claim_in, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ann)->abort_in, CLAIM_MS - 10000);
    cr_assert_eq(next_moved(&table, table.ann)->moved.claim_in, CLAIM_MS);
    evening_end(table.evening);
}

Test(hall_told_deadlines, without_a_clock_it_takes_longer_and_idleness_ends_the_match)
{
    struct table table = table_with("none");
    leave(table.ann);
    commit(table.evening);
    expect_presence(table.ben, CLAIM_UNCLOCKED_MS, CLAIM_UNCLOCKED_MS);
    pass(table.evening, 1000);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, CLAIM_UNCLOCKED_MS - 1000);
    cr_assert_eq(view_of(&table, table.ben)->idle_left, IDLE_MS - 1000);
    evening_end(table.evening);
}

Test(hall_told_deadlines, a_move_without_a_clock_begins_the_idle_time_anew)
{
    struct table table = table_with("none");
    pass(table.evening, 1000);
    cr_assert_eq(next_moved(&table, table.ben)->moved.idle_left, IDLE_MS);
    evening_end(table.evening);
}

Test(hall_told_deadlines, where_only_the_flag_decides_nothing_counts_down)
{
    struct table table = table_with("86400/move");
    cr_assert_eq(view_of(&table, table.ben)->idle_left, WIRE_ABSENT);
    leave(table.ann);
    commit(table.evening);
    expect_presence(table.ben, WIRE_ABSENT, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, WIRE_ABSENT);
    cr_assert_eq(view_of(&table, table.ben)->abort_in, WIRE_ABSENT);
    evening_end(table.evening);
}

Test(hall_told_deadlines, a_spectator_learns_who_can_be_claimed_from_but_aborts_nothing)
{
    struct table table = table_with("300+0");
    struct guest *carl = arrive(table.evening, "carl");
    leave(table.ann);
    commit(table.evening);
    cr_assert_eq(view_of(&table, carl)->claim_in, CLAIM_MS);
    cr_assert_eq(view_of(&table, carl)->abort_in, WIRE_ABSENT);
    evening_end(table.evening);
}

Test(hall_told_deadlines, a_stall_stops_the_count)
{
    struct table table = table_with("300+0");
    leave(table.ann);
    stalls(&table);
    pass(table.evening, 50000);
    commit(table.evening);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, CLAIM_MS);
    evening_end(table.evening);
}

Test(hall_told_deadlines, after_a_start_the_claim_waits_for_the_end_of_the_grace)
{
    struct table table = table_with("300+0");
    both_move(&table);
    crash(table.evening);
    come_back(table.ben);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, GRACE_MS + CLAIM_MS);
    cr_assert_eq(view_of(&table, table.ben)->abort_in, CLAIM_MS);
    nothing_for(&table, GRACE_MS);
    cr_assert_eq(view_of(&table, table.ben)->claim_in, CLAIM_MS);
    evening_end(table.evening);
}

Test(hall_told_deadlines, a_move_to_who_is_not_back_after_a_start_counts_the_grace_too)
{
    struct table table = table_with("300+0");
    both_move(&table);
    crash(table.evening);
    come_back(table.ann);
    pass(table.evening, 2000);
    cr_assert_eq(next_moved(&table, table.ann)->moved.claim_in, GRACE_MS - 2000 + CLAIM_MS);
    cr_assert_eq(view_of(&table, table.ann)->claim_in, GRACE_MS - 2000 + CLAIM_MS);
    evening_end(table.evening);
}

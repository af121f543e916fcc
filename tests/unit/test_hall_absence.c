/* An opponent who is gone: claims and aborts. */
#include "tests/unit/hall_table.h"

SUITE(hall_absence, 60);

/* --- gone: claims --- */

Test(hall_absence, a_match_can_be_claimed_from_one_who_is_gone)
{
    struct table table = table_with("300+0");
    both_move(&table);
    leave(table.ann);
    nothing_for(&table, CLAIM_MS);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    expect_end(&table, table.ben, ENDING_ABANDONED, SEAT_SECOND);
    claims(table.ben, table.match, "claim");
    expect(table.ben, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_absence, a_claim_that_comes_too_early_is_told_by_how_much)
{
    struct table table = table_with("300+0");
    leave(table.ann);
    pass(table.evening, CLAIM_MS - 12345);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    expect_too_early(table.ben, "ann", 12345);
    pass(table.evening, 12344);
    claims(table.ben, table.match, "claim");
    expect_too_early(table.ben, "ann", 1);
    cr_assert(is_live(&table));
    evening_end(table.evening);
}

Test(hall_absence, a_claim_also_waits_for_the_turn_to_be_given_so_long)
{
    struct table table = table_with("300+0");
    leave(table.ben);
    moves(&table, 50000, 50000, 0, 250000);
    nothing_for(&table, 20000);
    skip_all(table.evening);
    claims(table.ann, table.match, "claim");
    expect_too_early(table.ann, "ben", 40000);
    evening_end(table.evening);
}

Test(hall_absence, a_turn_that_is_not_given_yet_is_as_long_as_nothing)
{
    struct table table = table_with("300+0");
    leave(table.ben);
    nothing_for(&table, 55000);
    skip_all(table.evening);
    tries(&table);
    submit(table.evening);
    pass(table.evening, 10000);
    claims(table.ann, table.match, "claim");
    land(table.evening);
    expect(table.ann, HEARD_MOVE_DONE);
    expect(table.ann, HEARD_MOVED);
    expect_too_early(table.ann, "ben", 60000);
    evening_end(table.evening);
}

Test(hall_absence, who_came_back_is_not_gone)
{
    struct table table = table_with("300+0");
    both_move(&table);
    leave(table.ann);
    nothing_for(&table, CLAIM_MS - 1);
    come_back(table.ann);
    nothing_for(&table, CLAIM_MS);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    expect_refusal(table.ben, ERROR_TOO_EARLY, "'ann' is connected");
    leave(table.ann);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    expect_too_early(table.ben, "ann", 60000);
    evening_end(table.evening);
}

Test(hall_absence, nothing_can_be_claimed_in_ones_own_turn)
{
    struct table table = table_with("300+0");
    leave(table.ben);
    nothing_for(&table, FIRST_MOVE_MS);
    skip_all(table.evening);
    claims(table.ann, table.match, "claim");
    expect_refusal(table.ann, ERROR_TOO_EARLY, "it is your move in match 1");
    evening_end(table.evening);
}

Test(hall_absence, without_a_clock_a_claim_takes_longer)
{
    struct table table = table_with("none");
    leave(table.ann);
    nothing_for(&table, CLAIM_UNCLOCKED_MS - 1);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    expect_too_early(table.ben, "ann", 1);
    pass(table.evening, 1);
    claims(table.ben, table.match, "claim");
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    expect_end(&table, table.ben, ENDING_ABANDONED, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_absence, with_an_hour_or_more_nobody_has_to_be_connected)
{
    struct table table = table_with("3600/move");
    moves(&table, 0, 0, 0, 3600000);
    moves(&table, 0, 0, 0, 3600000);
    leave(table.ann);
    nothing_for(&table, 3600000);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    expect_refusal(table.ben, ERROR_TOO_EARLY,
                   "'ann' need not be connected in match 1: the clock decides");
    aborts(table.ben, table.match, "abort");
    expect_refusal(table.ben, ERROR_TOO_EARLY,
                   "'ann' need not be connected in match 1: the clock decides");
    expect_end_after(&table, 1, ENDING_TIME, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_absence, just_under_an_hour_can_be_claimed)
{
    struct table table = table_with("3599.999/move");
    moves(&table, 0, 0, 0, 3599999);
    moves(&table, 0, 0, 0, 3599999);
    leave(table.ann);
    nothing_for(&table, CLAIM_MS);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_absence, one_without_a_seat_claims_nothing)
{
    struct table table = table_with("300+0");
    struct guest *carl = arrive(table.evening, "carl");
    claims(carl, table.match, "claim");
    expect_error(carl, ERROR_NOT_A_PLAYER);
    claims(carl, 99, "claim");
    expect_error(carl, ERROR_NO_SUCH_MATCH);
    evening_end(table.evening);
}

Test(hall_absence, a_stall_is_no_absence)
{
    struct table table = table_with("300+0");
    leave(table.ann);
    stalls(&table);
    pass(table.evening, CLAIM_MS);
    commit(table.evening);
    skip_all(table.evening);
    claims(table.ben, table.match, "claim");
    expect_too_early(table.ben, "ann", 60000);
    evening_end(table.evening);
}

/* --- gone: aborts --- */

Test(hall_absence, who_is_left_alone_may_abort_at_any_ply)
{
    struct table table = table_with("300+0");
    both_move(&table);
    leave(table.ben);
    nothing_for(&table, CLAIM_MS);
    skip_all(table.evening);
    aborts(table.ann, table.match, "abort");
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect_end(&table, table.ann, ENDING_ABORTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_absence, an_abort_that_comes_too_early_is_told_by_how_much)
{
    struct table table = table_with("300+0");
    both_move(&table);
    leave(table.ben);
    pass(table.evening, 1500);
    skip_all(table.evening);
    aborts(table.ann, table.match, "abort");
    expect_too_early(table.ann, "ben", 58500);
    evening_end(table.evening);
}

Test(hall_absence, an_opponent_who_is_there_is_no_reason_to_abort)
{
    struct table table = table_with("300+0");
    both_move(&table);
    aborts(table.ann, table.match, "abort");
    expect_refusal(table.ann, ERROR_TOO_LATE, "both have moved in match 1: resign instead");
    evening_end(table.evening);
}

/* --- both gone before both have moved --- */

enum { LEFT_MS = 120000 };

Test(hall_absence, a_match_that_both_have_left_before_both_have_moved_is_aborted)
{
    struct table table = table_with(NULL);
    moves(&table, 0, 0, 0, WIRE_ABSENT);
    leave(table.ann);
    nothing_for(&table, 1000);
    leave(table.ben);
    nothing_for(&table, LEFT_MS - 1);
    pass(table.evening, 1);
    judges(&table);
    cr_assert_not(is_live(&table));
    commit(table.evening);
    const struct disk_match *match = &table.evening->disk.matches[0];
    cr_assert_eq(match->ending, ENDING_ABORTED);
    cr_assert_eq(match->winner, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_absence, one_who_comes_back_saves_the_match)
{
    struct table table = table_with(NULL);
    leave(table.ann);
    leave(table.ben);
    nothing_for(&table, LEFT_MS - 1);
    come_back(table.ben);
    nothing_for(&table, 10 * LEFT_MS);
    leave(table.ben);
    nothing_for(&table, LEFT_MS - 1);
    evening_end(table.evening);
}

Test(hall_absence, a_match_in_which_both_have_moved_is_not_left)
{
    struct table table = table_with(NULL);
    moves(&table, 0, 0, 0, WIRE_ABSENT);
    moves(&table, 0, 0, 0, WIRE_ABSENT);
    leave(table.ann);
    leave(table.ben);
    nothing_for(&table, 100 * LEFT_MS);
    evening_end(table.evening);
}

Test(hall_absence, after_a_restart_both_are_gone_from_the_start_on)
{
    struct table table = table_with(NULL);
    crash(table.evening);
    pass(table.evening, LEFT_MS - 1);
    judges(&table);
    cr_assert(is_live(&table));
    pass(table.evening, 1);
    judges(&table);
    cr_assert_not(is_live(&table));
    evening_end(table.evening);
}

Test(hall_absence, a_match_with_a_clock_of_days_may_be_left)
{
    struct table table = table_with("172800/move");
    leave(table.ann);
    leave(table.ben);
    nothing_for(&table, 86400000);
    /* Between guests a first move has to come within a day all the same. */
    pass(table.evening, 1);
    judges(&table);
    commit(table.evening);
    cr_assert_eq(table.evening->disk.matches[0].ending, ENDING_UNSTARTED);
    evening_end(table.evening);
}

/* Moves, endings, watching, lists. */
#include "tests/unit/hall_fixture.h"

SUITE(hall_matches, 60);

/* A match of ann against ben, ann to move first; carl has no seat. */
struct table {
    struct evening *evening;
    struct guest *ann, *ben, *carl;
    int64_t match;
};

static struct table table_of(const char *rules, const char *start)
{
    struct table table = {.evening = evening_begin()};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    table.carl = arrive(table.evening, "carl");
    table.match = begin_match(table.ann, table.ben, rules, start);
    return table;
}

static void expect_move_done(struct guest *guest, int64_t match, int64_t ply)
{
    const struct heard *done = expect(guest, HEARD_MOVE_DONE);
    cr_assert_eq(done->move_done.match, match);
    cr_assert_eq(done->move_done.seq, ply);
    cr_assert_eq(done->move_done.ply, ply);
}

static void expect_moved(struct guest *guest, int64_t ply, const char *move, const char *position)
{
    const struct heard *moved = expect(guest, HEARD_MOVED);
    cr_assert_eq(moved->moved.seq, ply);
    cr_assert_eq(moved->moved.ply, ply);
    cr_assert_str_eq(moved->moved.move.bytes, move);
    cr_assert_str_eq(moved->moved.position.bytes, position);
}

static void expect_stale(struct guest *guest, int64_t ply, const char *position)
{
    const struct heard *stale = expect_error(guest, ERROR_STALE_PLY);
    cr_assert(stale->is_stale);
    cr_assert_eq(stale->stale.ply, ply);
    cr_assert_eq(stale->stale.seq, ply);
    cr_assert_str_eq(stale->stale.position.bytes, position);
}

static void expect_look_up(struct guest *guest, int64_t match, int64_t ply, const char *move)
{
    const struct heard *question = expect(guest, HEARD_LOOK_UP_MOVE);
    cr_assert_eq(question->message->look_up_move.match, match);
    cr_assert_eq(question->message->look_up_move.ply, ply);
    cr_assert_eq(question->message->look_up_move.player, guest->player);
    cr_assert_str_eq(question->message->look_up_move.move, move);
}

static void expect_ended(struct guest *guest, enum ending ending, enum seat winner)
{
    const struct heard *ended = expect(guest, HEARD_ENDED);
    cr_assert_eq(heard_ending(ended->ended.ending), ending);
    cr_assert_eq(heard_seat(ended->ended.winner), winner);
}

/* --- moves --- */

Test(hall_matches, a_move_is_answered_and_then_told_to_both)
{
    struct table table = table_of("take-away:2x", "35");
    plays(table.ann, table.match, 1, "35>29");
    commit(table.evening);
    expect_move_done(table.ann, table.match, 1);
    expect_moved(table.ann, 1, "35>29", "29@12");
    expect_moved(table.ben, 1, "35>29", "29@12");
    expect_silence(table.ann);
    expect_silence(table.ben);
    expect_silence(table.carl);
    evening_end(table.evening);
}

Test(hall_matches, a_move_is_told_in_its_canonical_form)
{
    struct table table = table_of("nim", "3+5");
    plays(table.ann, table.match, 1, "3+5>3+4");
    commit(table.evening);
    expect_move_done(table.ann, table.match, 1);
    expect_moved(table.ben, 1, "5>4", "3+4");
    evening_end(table.evening);
}

Test(hall_matches, the_two_alternate)
{
    struct table table = table_of("nim", "5");
    plays(table.ann, table.match, 1, "5>4");
    plays(table.ben, table.match, 2, "4>3");
    plays(table.ann, table.match, 3, "3>2");
    commit(table.evening);
    expect_move_done(table.ann, table.match, 1);
    expect_moved(table.ann, 1, "5>4", "4");
    expect_moved(table.ann, 2, "4>3", "3");
    expect_move_done(table.ann, table.match, 3);
    expect_moved(table.ann, 3, "3>2", "2");
    evening_end(table.evening);
}

Test(hall_matches, an_unreadable_move_is_refused)
{
    struct table table = table_of("nim", "5");
    plays(table.ann, table.match, 1, "five");
    expect_error(table.ann, ERROR_BAD_MOVE);
    plays(table.ann, table.match, 1, "");
    expect_error(table.ann, ERROR_BAD_MOVE);
    evening_end(table.evening);
}

Test(hall_matches, an_illegal_move_is_refused_and_changes_nothing)
{
    struct table table = table_of("take-away:2x", "35");
    plays(table.ann, table.match, 1, "35>0");
    expect_error(table.ann, ERROR_ILLEGAL_MOVE);
    plays(table.ann, table.match, 1, "35>34");
    commit(table.evening);
    expect_move_done(table.ann, table.match, 1);
    evening_end(table.evening);
}

Test(hall_matches, the_opponent_cannot_make_the_first_move)
{
    struct table table = table_of("nim", "5");
    plays(table.ben, table.match, 1, "5>4");
    expect_error(table.ben, ERROR_NOT_YOUR_TURN);
    evening_end(table.evening);
}

Test(hall_matches, nobody_moves_twice_in_turn)
{
    struct table table = table_of("nim", "5");
    play_on(table.ann, table.ben, table.match, 1, "5>4");
    plays(table.ann, table.match, 2, "4>3");
    expect_error(table.ann, ERROR_NOT_YOUR_TURN);
    evening_end(table.evening);
}

Test(hall_matches, one_without_a_seat_cannot_move)
{
    struct table table = table_of("nim", "5");
    watches(table.carl, table.match);
    expect(table.carl, HEARD_MATCH);
    plays(table.carl, table.match, 1, "5>4");
    expect_error(table.carl, ERROR_NOT_A_PLAYER);
    evening_end(table.evening);
}

Test(hall_matches, a_move_of_a_later_ply_is_told_how_the_match_stands)
{
    struct table table = table_of("nim", "5");
    plays(table.ann, table.match, 3, "5>4");
    expect_stale(table.ann, 0, "5");
    plays(table.ben, table.match, 2, "5>4");
    expect_stale(table.ben, 0, "5");
    evening_end(table.evening);
}

Test(hall_matches, the_same_move_again_is_acknowledged_again)
{
    struct table table = table_of("nim", "5");
    play_on(table.ann, table.ben, table.match, 1, "5>4 4>3 3>2");
    plays(table.ann, table.match, 3, "3>2");
    expect_move_done(table.ann, table.match, 3);
    plays(table.ann, table.match, 1, "5>4");
    expect_move_done(table.ann, table.match, 1);
    plays(table.ben, table.match, 2, "4>3");
    expect_move_done(table.ben, table.match, 2);
    expect_silence(table.ann);
    cr_assert_eq(disk_match(&table.evening->disk, table.match)->plies, 3);
    evening_end(table.evening);
}

Test(hall_matches, the_same_move_may_be_written_otherwise)
{
    struct table table = table_of("nim", "3+5");
    play_on(table.ann, table.ben, table.match, 1, "5>4 4>1");
    plays(table.ann, table.match, 1, "5+3>4+3");
    expect_look_up(table.ann, table.match, 1, "5+3>4+3");
    evening_end(table.evening);
}

Test(hall_matches, the_same_move_again_waits_for_the_first_to_be_on_disk)
{
    struct table table = table_of("nim", "5");
    plays(table.ann, table.match, 1, "5>4");
    submit(table.evening);
    plays(table.ann, table.match, 1, "5>4");
    expect_silence(table.ann);
    land(table.evening);
    expect_move_done(table.ann, table.match, 1);
    expect(table.ann, HEARD_MOVED);
    expect_move_done(table.ann, table.match, 1);
    evening_end(table.evening);
}

Test(hall_matches, whether_another_move_was_made_at_a_past_ply_is_looked_up)
{
    struct table table = table_of("nim", "5");
    plays(table.ann, table.match, 1, "5>4");
    plays(table.ann, table.match, 1, "5>3");
    expect_silence(table.ann);
    commit(table.evening);
    expect_move_done(table.ann, table.match, 1);
    expect(table.ann, HEARD_MOVED);
    expect_look_up(table.ann, table.match, 1, "5>3");
    evening_end(table.evening);
}

Test(hall_matches, the_opponents_past_move_is_not_ones_own)
{
    struct table table = table_of("nim", "5");
    play_on(table.ann, table.ben, table.match, 1, "5>4");
    plays(table.ben, table.match, 1, "5>4");
    expect_stale(table.ben, 1, "4");
    evening_end(table.evening);
}

Test(hall_matches, a_move_of_a_match_that_is_not_live_is_looked_up)
{
    struct table table = table_of("nim", "2");
    play_on(table.ann, table.ben, table.match, 1, "2>1 1>0");
    plays(table.ann, table.match, 1, "2>1");
    expect_look_up(table.ann, table.match, 1, "2>1");
    evening_end(table.evening);
}

Test(hall_matches, a_move_is_looked_up_only_when_the_end_of_its_match_is_on_disk)
{
    struct table table = table_of("nim", "1");
    plays(table.ann, table.match, 1, "1>0");
    plays(table.ann, table.match, 1, "1>0");
    expect_silence(table.ann);
    commit(table.evening);
    expect_move_done(table.ann, table.match, 1);
    expect(table.ann, HEARD_MOVED);
    expect(table.ann, HEARD_ENDED);
    expect(table.ann, HEARD_LOOK_UP_MOVE);
    evening_end(table.evening);
}

Test(hall_matches, the_match_decides_not_the_ply)
{
    struct table table = table_of("nim", "5");
    int64_t other = begin_match(table.ann, table.ben, "nim", "7");
    play_on(table.ann, table.ben, table.match, 1, "5>4");
    plays(table.ann, other, 1, "5>4");
    expect_error(table.ann, ERROR_BAD_MOVE);
    plays(table.ann, other, 1, "7>4");
    commit(table.evening);
    expect_move_done(table.ann, other, 1);
    evening_end(table.evening);
}

/* --- endings --- */

Test(hall_matches, who_makes_the_last_move_wins)
{
    struct table table = table_of("nim", "2");
    play_on(table.ann, table.ben, table.match, 1, "2>1");
    plays(table.ben, table.match, 2, "1>0");
    commit(table.evening);
    expect_move_done(table.ben, table.match, 2);
    expect_moved(table.ben, 2, "1>0", "0");
    expect_ended(table.ben, ENDING_NORMAL, SEAT_SECOND);
    expect_moved(table.ann, 2, "1>0", "0");
    expect_ended(table.ann, ENDING_NORMAL, SEAT_SECOND);
    cr_assert_eq(hall_figures(table.evening->hall).live_matches, 0);
    evening_end(table.evening);
}

Test(hall_matches, in_misere_play_who_makes_the_last_move_loses)
{
    struct table table = table_of("nim,misere", "2");
    play_on(table.ann, table.ben, table.match, 1, "2>1");
    plays(table.ben, table.match, 2, "1>0");
    commit(table.evening);
    expect_move_done(table.ben, table.match, 2);
    expect_moved(table.ben, 2, "1>0", "0");
    expect_ended(table.ben, ENDING_NORMAL, SEAT_FIRST);
    evening_end(table.evening);
}

Test(hall_matches, a_player_who_is_stuck_beside_counters_has_a_draw)
{
    struct table table = table_of("subtraction:2,3,clear", "6");
    play_on(table.ann, table.ben, table.match, 1, "6>3");
    plays(table.ben, table.match, 2, "3>1");
    commit(table.evening);
    expect_move_done(table.ben, table.match, 2);
    expect_moved(table.ben, 2, "3>1", "1");
    expect_ended(table.ben, ENDING_DRAW, SEAT_NOBODY);
    cr_assert_eq(hall_figures(table.evening->hall).ended[ENDING_DRAW], 1);
    evening_end(table.evening);
}

Test(hall_matches, resigning_gives_the_match_to_the_opponent)
{
    struct table table = table_of("nim", "5");
    play_on(table.ann, table.ben, table.match, 1, "5>4");
    resigns(table.ann, table.match, "k");
    expect_silence(table.ann);
    commit(table.evening);
    expect(table.ann, HEARD_NOTHING);
    expect_ended(table.ann, ENDING_RESIGNATION, SEAT_SECOND);
    expect_ended(table.ben, ENDING_RESIGNATION, SEAT_SECOND);
    evening_end(table.evening);
}

Test(hall_matches, the_second_player_may_resign_too)
{
    struct table table = table_of("nim", "5");
    resigns(table.ben, table.match, "k");
    commit(table.evening);
    expect_ended(table.ann, ENDING_RESIGNATION, SEAT_FIRST);
    evening_end(table.evening);
}

Test(hall_matches, a_match_may_be_aborted_until_both_have_moved)
{
    struct table table = table_of("nim", "5");
    play_on(table.ann, table.ben, table.match, 1, "5>4");
    aborts(table.ben, table.match, "k");
    commit(table.evening);
    expect(table.ben, HEARD_NOTHING);
    expect_ended(table.ben, ENDING_ABORTED, SEAT_NOBODY);
    expect_ended(table.ann, ENDING_ABORTED, SEAT_NOBODY);
    evening_end(table.evening);
}

Test(hall_matches, and_not_after_that)
{
    struct table table = table_of("nim", "5");
    play_on(table.ann, table.ben, table.match, 1, "5>4 4>3");
    aborts(table.ann, table.match, "k");
    expect_error(table.ann, ERROR_TOO_LATE);
    evening_end(table.evening);
}

Test(hall_matches, one_without_a_seat_ends_nothing)
{
    struct table table = table_of("nim", "5");
    resigns(table.carl, table.match, "k");
    expect_error(table.carl, ERROR_NOT_A_PLAYER);
    aborts(table.carl, table.match, "k2");
    expect_error(table.carl, ERROR_NOT_A_PLAYER);
    evening_end(table.evening);
}

Test(hall_matches, what_is_over_cannot_be_ended)
{
    struct table table = table_of("nim", "5");
    resigns(table.ann, table.match, "k");
    commit(table.evening);
    skip_all(table.evening);
    resigns(table.ben, table.match, "k");
    expect_error(table.ben, ERROR_MATCH_OVER);
    aborts(table.ann, table.match, "k2");
    expect_error(table.ann, ERROR_MATCH_OVER);
    evening_end(table.evening);
}

Test(hall_matches, what_never_was_cannot_be_ended)
{
    struct table table = table_of("nim", "5");
    resigns(table.ann, table.match + 1, "k");
    expect_error(table.ann, ERROR_NO_SUCH_MATCH);
    evening_end(table.evening);
}

Test(hall_matches, a_match_ends_undecided_after_too_many_plies)
{
    struct table table = table_of("nim", "20000");
    count_down(table.ann, table.ben, table.match, 20000, HALL_PLIES_MAX);
    commit(table.evening);
    for (int64_t ply = 1; ply <= HALL_PLIES_MAX; ply++) {
        if (ply % 2 == 1)
            expect_move_done(table.ann, table.match, ply);
        expect(table.ann, HEARD_MOVED);
    }
    expect_ended(table.ann, ENDING_PLIES, SEAT_NOBODY);
    expect_silence(table.ann);
    evening_end(table.evening);
}

Test(hall_matches, a_match_that_is_over_at_the_last_ply_has_a_winner)
{
    struct table table = table_of("nim", "10000");
    count_down(table.ann, table.ben, table.match, 10000, HALL_PLIES_MAX);
    commit(table.evening);
    const struct disk_match *match = disk_match(&table.evening->disk, table.match);
    cr_assert_eq(match->ending, ENDING_NORMAL);
    cr_assert_eq(match->winner, SEAT_SECOND);
    evening_end(table.evening);
}

/* --- showing --- */

Test(hall_matches, resuming_gives_the_whole_match)
{
    struct table table = table_of("take-away:2x", "35");
    play_on(table.ann, table.ben, table.match, 1, "35>29 29>28 28>27");
    resumes(table.ben, table.match, 0);
    const struct wire_match *view = &expect(table.ben, HEARD_MATCH)->match;
    cr_assert_eq(heard_seat(view->seat), SEAT_SECOND);
    cr_assert_eq(view->seq, 3);
    cr_assert_eq(view->from_ply, 1);
    cr_assert_eq(view->moves_count, 3);
    expect_moves(view, "35>29 29>28 28>27");
    cr_assert_str_eq(view->position.bytes, "27@2");
    evening_end(table.evening);
}

Test(hall_matches, resuming_gives_what_is_missing)
{
    struct table table = table_of("nim", "9");
    play_on(table.ann, table.ben, table.match, 1, "9>8 8>7 7>6");
    resumes(table.ann, table.match, 2);
    const struct wire_match *view = &expect(table.ann, HEARD_MATCH)->match;
    cr_assert_eq(view->from_ply, 3);
    expect_moves(view, "7>6");
    resumes(table.ann, table.match, 3);
    view = &expect(table.ann, HEARD_MATCH)->match;
    cr_assert_eq(view->from_ply, 4);
    cr_assert_eq(view->moves_count, 0);
    expect_moves(view, "");
    evening_end(table.evening);
}

Test(hall_matches, a_long_match_comes_in_pages)
{
    struct table table = table_of("nim", "2000");
    count_down(table.ann, table.ben, table.match, 2000, HALL_PAGE_MAX + 10);
    commit(table.evening);
    skip_all(table.evening);
    resumes(table.ann, table.match, 0);
    cr_assert_eq(expect(table.ann, HEARD_MATCH)->match.moves_count, HALL_PAGE_MAX);
    resumes(table.ann, table.match, HALL_PAGE_MAX);
    const struct wire_match *view = &expect(table.ann, HEARD_MATCH)->match;
    cr_assert_eq(view->from_ply, HALL_PAGE_MAX + 1);
    cr_assert_eq(view->moves_count, 10);
    evening_end(table.evening);
}

Test(hall_matches, anybody_may_see_a_live_match)
{
    struct table table = table_of("nim", "5");
    resumes(table.carl, table.match, 0);
    cr_assert_eq(heard_seat(expect(table.carl, HEARD_MATCH)->match.seat), SEAT_NOBODY);
    play_on(table.ann, table.ben, table.match, 1, "5>4");
    expect_silence(table.carl);
    evening_end(table.evening);
}

Test(hall_matches, a_match_that_is_over_is_looked_up)
{
    struct table table = table_of("nim", "5");
    resigns(table.ann, table.match, "k");
    resumes(table.carl, table.match, 7);
    expect_silence(table.carl);
    commit(table.evening);
    const struct heard *question = expect(table.carl, HEARD_LOOK_UP_MATCH);
    cr_assert_eq(question->message->look_up_match.match, table.match);
    cr_assert_eq(question->message->look_up_match.after, 7);
    cr_assert_eq(question->message->look_up_match.player, table.carl->player);
    evening_end(table.evening);
}

/* --- watching --- */

Test(hall_matches, watching_gives_the_match_and_then_its_events)
{
    struct table table = table_of("nim", "2");
    watches(table.carl, table.match);
    plays(table.ann, table.match, 1, "2>1");
    plays(table.ben, table.match, 2, "1>0");
    commit(table.evening);
    cr_assert_eq(expect(table.carl, HEARD_MATCH)->match.ply, 0);
    expect_moved(table.carl, 1, "2>1", "1");
    expect_moved(table.carl, 2, "1>0", "0");
    expect_ended(table.carl, ENDING_NORMAL, SEAT_SECOND);
    expect_silence(table.carl);
    evening_end(table.evening);
}

Test(hall_matches, watching_twice_gives_each_event_once)
{
    struct table table = table_of("nim", "2");
    watches(table.carl, table.match);
    watches(table.carl, table.match);
    plays(table.ann, table.match, 1, "2>1");
    commit(table.evening);
    expect(table.carl, HEARD_MATCH);
    expect(table.carl, HEARD_MATCH);
    expect(table.carl, HEARD_MOVED);
    expect_silence(table.carl);
    evening_end(table.evening);
}

Test(hall_matches, a_player_who_watches_gets_each_event_once)
{
    struct table table = table_of("nim", "2");
    watches(table.ben, table.match);
    cr_assert_eq(heard_seat(expect(table.ben, HEARD_MATCH)->match.seat), SEAT_SECOND);
    plays(table.ann, table.match, 1, "2>1");
    commit(table.evening);
    expect(table.ben, HEARD_MOVED);
    expect_silence(table.ben);
    unwatches(table.ben, table.match);
    expect(table.ben, HEARD_NOTHING);
    plays(table.ben, table.match, 2, "1>0");
    commit(table.evening);
    expect(table.ben, HEARD_MOVE_DONE);
    expect(table.ben, HEARD_MOVED);
    evening_end(table.evening);
}

Test(hall_matches, the_events_stop_when_one_no_longer_watches)
{
    struct table table = table_of("nim", "2");
    watches(table.carl, table.match);
    expect(table.carl, HEARD_MATCH);
    unwatches(table.carl, table.match);
    expect(table.carl, HEARD_NOTHING);
    play_on(table.ann, table.ben, table.match, 1, "2>1");
    expect_silence(table.carl);
    unwatches(table.carl, table.match);
    expect(table.carl, HEARD_NOTHING);
    evening_end(table.evening);
}

Test(hall_matches, one_who_watched_may_leave)
{
    struct table table = table_of("nim", "2");
    watches(table.carl, table.match);
    leave(table.carl);
    play_on(table.ann, table.ben, table.match, 1, "2>1 1>0");
    evening_end(table.evening);
}

Test(hall_matches, only_live_matches_can_be_watched)
{
    struct table table = table_of("nim", "2");
    watches(table.carl, table.match + 1);
    expect_error(table.carl, ERROR_NO_SUCH_MATCH);
    resigns(table.ann, table.match, "k");
    commit(table.evening);
    watches(table.carl, table.match);
    expect_error(table.carl, ERROR_MATCH_OVER);
    evening_end(table.evening);
}

/* Somebody may watch two matches, and a match may have two spectators. */
static struct table table_of_few(void)
{
    struct table table = {0};
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .limits = hall_limits_default};
    config.limits.watched = 2;
    config.limits.spectators = 2;
    table.evening = evening_begin_with(&config);
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    table.carl = arrive(table.evening, "carl");
    table.match = begin_match(table.ann, table.ben, "nim", "2");
    return table;
}

static void watches_well(struct guest *guest, int64_t match)
{
    watches(guest, match);
    expect(guest, HEARD_MATCH);
}

static void expect_limit(struct guest *guest, const char *heard)
{
    cr_assert_str_eq(expect_error(guest, ERROR_LIMIT_REACHED)->error.message, heard);
}

Test(hall_matches, one_watches_a_limited_number_of_matches)
{
    struct table table = table_of_few();
    int64_t second = begin_match(table.ann, table.ben, "nim", "2");
    int64_t third = begin_match(table.ann, table.ben, "nim", "2");
    watches_well(table.carl, table.match);
    watches_well(table.carl, second);
    watches(table.carl, third);
    expect_limit(table.carl, "you watch 2 matches, the most there may be: leave one first");
    watches_well(table.carl, second);
    unwatches(table.carl, second);
    expect(table.carl, HEARD_NOTHING);
    watches_well(table.carl, third);
    evening_end(table.evening);
}

Test(hall_matches, a_match_has_a_limited_number_of_spectators)
{
    struct table table = table_of_few();
    struct guest *dora = arrive(table.evening, "dora"), *emil = arrive(table.evening, "emil");
    watches_well(table.carl, table.match);
    watches_well(dora, table.match);
    watches(emil, table.match);
    expect_limit(emil, "match 1 has 2 spectators, the most there may be: try again later");
    watches_well(table.ann, table.match);
    watches_well(dora, table.match);
    leave(dora);
    watches_well(emil, table.match);
    evening_end(table.evening);
}

Test(hall_matches, spectators_are_counted)
{
    struct table table = table_of_few();
    struct hall *hall = table.evening->hall;
    struct guest *dora = arrive(table.evening, "dora");
    watches_well(table.carl, table.match);
    watches_well(table.carl, table.match);
    watches_well(table.ann, table.match);
    watches_well(dora, table.match);
    cr_assert_eq(hall_figures(hall).spectators, 2);
    unwatches(table.carl, table.match);
    unwatches(table.carl, table.match);
    cr_assert_eq(hall_figures(hall).spectators, 1);
    resigns(table.ann, table.match, "k");
    cr_assert_eq(hall_figures(hall).spectators, 0);
    evening_end(table.evening);
}

Test(hall_matches, moves_and_endings_are_counted)
{
    struct table table = table_of("nim", "2");
    play_on(table.ann, table.ben, table.match, 1, "2>1 1>0");
    resigns(table.ann, begin_match(table.ann, table.ben, "nim", "2"), "k");
    struct hall_figures figures = hall_figures(table.evening->hall);
    cr_assert_eq(figures.moves, 2);
    cr_assert_eq(figures.ended[ENDING_NORMAL], 1);
    cr_assert_eq(figures.ended[ENDING_RESIGNATION], 1);
    cr_assert_eq(figures.ended[ENDING_ABORTED], 0);
    evening_end(table.evening);
}

Test(hall_matches, a_match_that_ends_is_no_longer_watched)
{
    struct table table = table_of_few();
    watches_well(table.carl, table.match);
    watches_well(table.carl, begin_match(table.ann, table.ben, "nim", "2"));
    resigns(table.ann, table.match, "k");
    commit(table.evening);
    skip(table.carl);
    watches_well(table.carl, begin_match(table.ann, table.ben, "nim", "2"));
    evening_end(table.evening);
}

/* --- lists --- */

Test(hall_matches, live_matches_are_listed_the_oldest_first_in_pages)
{
    struct table table = table_of("nim", "2");
    int64_t over = begin_match(table.ann, table.ben, "nim", "3");
    int64_t third = begin_match(table.carl, table.ben, "kayles", "7");
    resigns(table.ann, over, "k");
    play_on(table.ann, table.ben, table.match, 1, "2>1");
    lists_matches(table.carl, 0, 1);
    const struct heard *page = expect(table.carl, HEARD_SUMMARIES);
    cr_assert_eq(page->summaries.matches_count, 1);
    cr_assert(page->summaries.more);
    cr_assert_eq(page->summaries.matches[0].match, table.match);
    cr_assert_eq(page->summaries.matches[0].ply, 1);
    lists_matches(table.carl, table.match, 1);
    page = expect(table.carl, HEARD_SUMMARIES);
    cr_assert_eq(page->summaries.matches_count, 1);
    cr_assert_not(page->summaries.more);
    cr_assert_eq(page->summaries.matches[0].match, third);
    cr_assert_str_eq(page->summaries.matches[0].rules.bytes, "octal:0.77");
    lists_matches(table.carl, third, 1000);
    cr_assert_eq(expect(table.carl, HEARD_SUMMARIES)->summaries.matches_count, 0);
    evening_end(table.evening);
}

/* Also from a number whose match has ended since. */
Test(hall_matches, live_matches_are_listed_the_latest_first_in_pages)
{
    enum { MATCHES = 5 };
    struct table table = table_of("nim", "2");
    int64_t matches[MATCHES] = {table.match};
    for (int i = 1; i < MATCHES; i++)
        matches[i] = begin_match(table.ann, table.ben, "nim", "3");
    resigns(table.ann, matches[3], "k");
    commit(table.evening);
    lists_latest_matches(table.carl, INT64_MAX, 1);
    const struct heard *page = expect(table.carl, HEARD_SUMMARIES);
    cr_assert_eq(page->summaries.matches_count, 1);
    cr_assert(page->summaries.more);
    cr_assert_eq(page->summaries.matches[0].match, matches[4]);
    lists_latest_matches(table.carl, matches[3], 2);
    page = expect(table.carl, HEARD_SUMMARIES);
    cr_assert_eq(page->summaries.matches_count, 2);
    cr_assert(page->summaries.more);
    cr_assert_eq(page->summaries.matches[0].match, matches[2]);
    cr_assert_eq(page->summaries.matches[1].match, matches[1]);
    lists_latest_matches(table.carl, matches[1], 2);
    page = expect(table.carl, HEARD_SUMMARIES);
    cr_assert_eq(page->summaries.matches_count, 1);
    cr_assert_not(page->summaries.more);
    cr_assert_eq(page->summaries.matches[0].match, matches[0]);
    lists_latest_matches(table.carl, matches[0], 2);
    cr_assert_eq(expect(table.carl, HEARD_SUMMARIES)->summaries.matches_count, 0);
    evening_end(table.evening);
}

Test(hall_matches, a_list_of_long_matches_is_cut_sooner)
{
    struct table table = table_of("nim", "2");
    char start[POSITION_TEXT_MAX + 1];
    long_start(start);
    for (int i = 0; i < 20; i++)
        begin_match(table.ann, table.ben, "nim", start);
    lists_matches(table.carl, 0, 100);
    const struct heard *page = expect(table.carl, HEARD_SUMMARIES);
    cr_assert(page->summaries.more);
    cr_assert_eq(page->summaries.matches_count, 1 + HALL_PAGE_BYTES_MAX / strlen(start));
    lists_matches(table.carl, page->summaries.matches[page->summaries.matches_count - 1].match,
                  100);
    const struct heard *rest = expect(table.carl, HEARD_SUMMARIES);
    cr_assert_not(rest->summaries.more);
    cr_assert_eq(page->summaries.matches_count + rest->summaries.matches_count, 21);
    evening_end(table.evening);
}

Test(hall_matches, the_history_is_looked_up)
{
    struct table table = table_of("nim", "2");
    lists_history(table.carl, "ANN", 17, 5);
    const struct history_page *page =
        &expect(table.carl, HEARD_LOOK_UP_HISTORY)->message->look_up_history;
    cr_assert_str_eq(page->player_key, "ann");
    cr_assert_eq(page->before, 17);
    cr_assert_eq(page->limit, 5);
    lists_history(table.carl, NULL, 0, 100);
    cr_assert_null(expect(table.carl, HEARD_LOOK_UP_HISTORY)->message->look_up_history.player_key);
    evening_end(table.evening);
}

/* Carl asks for these matches. */
static void asks_for(struct table *table, struct hall_history wish)
{
    wish.limit = 5;
    hall_history_list(table->evening->hall, ask(table->carl), &wish);
}

Test(hall_matches, the_history_is_looked_up_with_its_filters)
{
    struct table table = table_of("nim", "2");
    asks_for(&table, (struct hall_history){.player = given("ANN"),
                                           .opponent = given("Ben"),
                                           .rules = given("fibonacci-nim"),
                                           .result = given("lost"),
                                           .rated = true,
                                           .since_ms = 100,
                                           .until_ms = 200});
    const struct history_page *page =
        &expect(table.carl, HEARD_LOOK_UP_HISTORY)->message->look_up_history;
    cr_assert_str_eq(page->player_key, "ann");
    cr_assert_str_eq(page->opponent_key, "ben");
    cr_assert_str_eq(page->rules, "take-away:2x");
    cr_assert_str_eq(page->result, "lost");
    cr_assert(page->rated && page->since_ms == 100 && page->until_ms == 200);
    evening_end(table.evening);
}

Test(hall_matches, the_history_refuses_filters_that_cannot_be)
{
    struct table table = table_of("nim", "2");
    static const struct {
        struct hall_history wish;
        enum error_code code;
    } cases[] = {
        {{.result = {"won", 3}}, ERROR_BAD_ARGUMENTS}, /* whose? */
        {{.opponent = {"ann", 3}}, ERROR_BAD_ARGUMENTS},
        {{.rules = {"nim", 3}}, ERROR_BAD_ARGUMENTS},
        {{.rated = true}, ERROR_BAD_ARGUMENTS},
        {{.since_ms = 1}, ERROR_BAD_ARGUMENTS},
        {{.until_ms = 1}, ERROR_BAD_ARGUMENTS},
        {{.player = {"ann", 3}, .result = {"wo", 2}}, ERROR_BAD_ARGUMENTS},
        {{.player = {"ann", 3}, .rules = {"chess", 5}}, ERROR_BAD_RULES},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        asks_for(&table, cases[i].wish);
        expect_error(table.carl, cases[i].code);
    }
    evening_end(table.evening);
}

Test(hall_matches, how_it_stands_between_two_is_looked_up)
{
    struct table table = table_of("nim", "2");
    struct hall *hall = table.evening->hall;
    hall_history_versus(hall, ask(table.carl), given("ANN"), given("Ben"), given("fibonacci-nim"),
                        given(NULL), 5);
    const struct versus_page *page =
        &expect(table.carl, HEARD_LOOK_UP_VERSUS)->message->look_up_versus;
    cr_assert_str_eq(page->player_key, "ann");
    cr_assert_str_eq(page->opponent_key, "ben");
    cr_assert_str_eq(page->rules, "take-away:2x");
    cr_assert_null(page->after);
    cr_assert_eq(page->limit, 5);
    hall_history_versus(hall, ask(table.carl), given("ann"), given("ben"), given(NULL),
                        given("nim"), 5);
    page = &expect(table.carl, HEARD_LOOK_UP_VERSUS)->message->look_up_versus;
    cr_assert_null(page->rules);
    cr_assert_str_eq(page->after, "nim");
    hall_history_versus(hall, ask(table.carl), given("ann"), given("ANN"), given(NULL), given(NULL),
                        5);
    expect_error(table.carl, ERROR_BAD_ARGUMENTS);
    hall_history_versus(hall, ask(table.carl), given("ann"), given("ben"), given("chess"),
                        given(NULL), 5);
    expect_error(table.carl, ERROR_BAD_RULES);
    evening_end(table.evening);
}

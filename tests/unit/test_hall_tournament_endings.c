/* How matches of tournaments end otherwise than by the rules: each reason is told apart, the
 * opponent wins, and nothing else is disturbed. */
#include "tests/unit/hall_table.h"

#include <stdio.h>

SUITE(hall_tournament_endings, 60);

/* A round-robin of ann against ben, or of ann, ben and carl, all of whose matches are live: from
 * one heap of 100 each. */
struct contest {
    struct evening *evening;
    struct guest *owner, *ann, *ben, *carl; /* carl NULL: there is none */
    int64_t tournament;
};

static void enters(const struct contest *contest, struct guest *guest)
{
    hall_tournament_join(contest->evening->hall, ask(guest), contest->tournament, given("join"));
}

static struct contest contest_with(const char *start, const char *clock, bool with_carl)
{
    struct contest contest = {.evening = evening_begin()};
    const struct hall_text names[] = {given("ann"), given("ben"), given("carl")};
    struct hall_tournament_plan plan = {
        .rules = given("nim"),
        .format = given("round-robin"),
        .starts = given(start),
        .clock = given(clock),
        .players = names,
        .player_count = with_carl ? 3 : 2,
    };
    struct evening *evening = contest.evening;
    contest.owner = arrive(evening, "olga");
    contest.ann = arrive(evening, "ann");
    contest.ben = arrive(evening, "ben");
    contest.carl = with_carl ? arrive(evening, "carl") : NULL;
    hall_tournament_create(evening->hall, ask(contest.owner), &plan, given("create"));
    commit(evening);
    contest.tournament =
        expect(contest.owner, HEARD_TOURNAMENT_NUMBER)->tournament_number.tournament;
    enters(&contest, contest.ann);
    enters(&contest, contest.ben);
    if (with_carl)
        enters(&contest, contest.carl);
    hall_tournament_start(evening->hall, ask(contest.owner), contest.tournament, given("start"));
    commit(evening);
    skip_all(evening);
    return contest;
}

static struct contest duel(const char *clock)
{
    return contest_with("100", clock, false);
}

static struct contest trio(const char *clock)
{
    return contest_with("100", clock, true);
}

/* The live or ended match in which `first` moves first against `second`. */
static int64_t match_of(const struct contest *contest, const struct guest *first,
                        const struct guest *second)
{
    const struct disk *disk = &contest->evening->disk;
    for (size_t i = disk->match_count; i > 0; i--)
        if (disk->matches[i - 1].first == first->player &&
            disk->matches[i - 1].second == second->player)
            return disk->matches[i - 1].id;
    cr_fatal("%s has no match against %s", first->name, second->name);
    return 0;
}

static const struct disk_match *on_disk(const struct contest *contest, int64_t match)
{
    commit(contest->evening);
    return disk_match(&contest->evening->disk, match);
}

static void expect_ended(const struct contest *contest, int64_t match, enum ending ending,
                         enum seat winner)
{
    const struct disk_match *ended = on_disk(contest, match);
    cr_assert_eq(ended->ending, ending, "match %lld: %s, not %s", (long long)match,
                 ending_text(ended->ending), ending_text(ending));
    cr_assert_eq(ended->winner, winner);
}

static void expect_live(const struct contest *contest, int64_t match)
{
    enum ending ending = on_disk(contest, match)->ending;
    cr_assert_eq(ending, ENDING_NONE, "match %lld: %s", (long long)match, ending_text(ending));
}

/* Nothing happens for so long. */
static void waits(const struct contest *contest, int64_t ms)
{
    pass(contest->evening, ms);
    judge(contest->evening);
    commit(contest->evening);
}

/* Moves number `ply` of a match, which takes one. */
static void takes_one(const struct contest *contest, struct guest *mover, int64_t match,
                      int64_t ply)
{
    char move[48];
    long long heap = 101 - ply;
    snprintf(move, sizeof move, "%lld>%lld", heap, heap - 1);
    plays(mover, match, ply, move);
    commit(contest->evening);
}

static void both_move_at(const struct contest *contest, struct guest *first, struct guest *second)
{
    int64_t match = match_of(contest, first, second);
    takes_one(contest, first, match, 1);
    takes_one(contest, second, match, 2);
}

static void is_silent(const struct guest *guest, bool silent)
{
    hall_session_silent(guest->evening->hall, guest->session, silent);
}

/* --- time is up --- */

Test(hall_tournament_endings, by_a_flag_are_on_time_for_whoever_is_there)
{
    struct contest contest = duel("10/move");
    waits(&contest, 10000);
    expect_live(&contest, match_of(&contest, contest.ann, contest.ben));
    waits(&contest, 1);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_SECOND);
    expect_ended(&contest, match_of(&contest, contest.ben, contest.ann), ENDING_TIME, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, by_a_flag_concern_only_the_match_of_that_clock)
{
    struct contest contest = duel("10/move");
    waits(&contest, 5000);
    takes_one(&contest, contest.ann, match_of(&contest, contest.ann, contest.ben), 1);
    waits(&contest, 5001);
    expect_ended(&contest, match_of(&contest, contest.ben, contest.ann), ENDING_TIME, SEAT_SECOND);
    expect_live(&contest, match_of(&contest, contest.ann, contest.ben));
    waits(&contest, 5000);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_FIRST);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, by_a_flag_are_a_disconnection_of_whoever_is_gone)
{
    struct contest contest = duel("10/move");
    leave(contest.ann);
    waits(&contest, 10001);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_DISCONNECT,
                 SEAT_SECOND);
    expect_ended(&contest, match_of(&contest, contest.ben, contest.ann), ENDING_TIME, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, by_a_flag_are_a_stall_of_whoever_answers_no_pings)
{
    struct contest contest = duel("10/move");
    is_silent(contest.ben, true);
    waits(&contest, 10001);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_SECOND);
    expect_ended(&contest, match_of(&contest, contest.ben, contest.ann), ENDING_STALL, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, are_no_stall_when_pings_are_answered_again)
{
    struct contest contest = duel("10/move");
    is_silent(contest.ann, true);
    waits(&contest, 5000);
    is_silent(contest.ann, false);
    waits(&contest, 5001);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, are_no_stall_by_the_silence_of_an_earlier_connection)
{
    struct contest contest = duel("10/move");
    is_silent(contest.ann, true);
    arrive_again(contest.ann);
    waits(&contest, 10001);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, do_not_come_by_silence_alone)
{
    struct contest contest = duel("300+0");
    is_silent(contest.ann, true);
    waits(&contest, FIRST_MOVE_MS);
    expect_live(&contest, match_of(&contest, contest.ann, contest.ben));
    evening_end(contest.evening);
}

Test(hall_tournament_endings, without_a_first_move_are_lost_on_time)
{
    struct contest contest = duel("300+0");
    takes_one(&contest, contest.ben, match_of(&contest, contest.ben, contest.ann), 1);
    waits(&contest, FIRST_MOVE_MS + 1);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_SECOND);
    expect_ended(&contest, match_of(&contest, contest.ben, contest.ann), ENDING_TIME, SEAT_FIRST);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, come_after_a_day_without_a_first_move_where_a_day_is_given)
{
    struct contest contest = duel("86400/move");
    waits(&contest, 86400000);
    expect_live(&contest, match_of(&contest, contest.ann, contest.ben));
    waits(&contest, 1);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, by_absence_are_told_beforehand)
{
    struct contest contest = duel("300+0");
    leave(contest.ann);
    commit(contest.evening);
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    for (int i = 0; i < 2; i++) {
        const struct heard *presence = expect(contest.ben, HEARD_PRESENCE);
        cr_assert_eq(presence->presence.claim_in,
                     presence->presence.match == match ? CLAIM_MS : WIRE_ABSENT);
        cr_assert_eq(presence->presence.abort_in, WIRE_ABSENT);
    }
    evening_end(contest.evening);
}

Test(hall_tournament_endings, come_with_a_move_after_its_time_though_nobody_has_judged)
{
    struct contest contest = duel("10/move");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    pass(contest.evening, 10001);
    skip_all(contest.evening);
    takes_one(&contest, contest.ann, match, 1);
    cr_assert_eq(heard_ending(expect(contest.ann, HEARD_ENDED)->ended.ending), ENDING_TIME);
    expect_error(contest.ann, ERROR_MATCH_OVER);
    expect_ended(&contest, match, ENDING_TIME, SEAT_SECOND);
    evening_end(contest.evening);
}

/* --- gone --- */

Test(hall_tournament_endings, come_by_absence_from_ones_move_without_a_claim)
{
    struct contest contest = duel("300+0");
    both_move_at(&contest, contest.ann, contest.ben);
    leave(contest.ann);
    waits(&contest, CLAIM_MS - 1);
    expect_live(&contest, match_of(&contest, contest.ann, contest.ben));
    waits(&contest, 1);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_DISCONNECT,
                 SEAT_SECOND);
    expect_live(&contest, match_of(&contest, contest.ben, contest.ann));
    evening_end(contest.evening);
}

Test(hall_tournament_endings, wait_for_the_absent_to_have_the_move_so_long)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    both_move_at(&contest, contest.ann, contest.ben);
    leave(contest.ben);
    waits(&contest, 50000);
    takes_one(&contest, contest.ann, match, 3);
    waits(&contest, CLAIM_MS - 1);
    expect_live(&contest, match);
    waits(&contest, 1);
    expect_ended(&contest, match, ENDING_DISCONNECT, SEAT_FIRST);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, do_not_come_when_the_absent_is_back_in_time)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    both_move_at(&contest, contest.ann, contest.ben);
    leave(contest.ann);
    waits(&contest, CLAIM_MS - 1);
    come_back(contest.ann);
    waits(&contest, CLAIM_MS);
    expect_live(&contest, match);
    leave(contest.ann);
    waits(&contest, CLAIM_MS - 1);
    expect_live(&contest, match);
    waits(&contest, 1);
    expect_ended(&contest, match, ENDING_DISCONNECT, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, by_a_claim_are_a_disconnection_too)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    both_move_at(&contest, contest.ann, contest.ben);
    leave(contest.ann);
    pass(contest.evening, CLAIM_MS);
    skip_all(contest.evening);
    claims(contest.ben, match, "claim");
    commit(contest.evening);
    expect(contest.ben, HEARD_NOTHING);
    expect_ended(&contest, match, ENDING_DISCONNECT, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, come_by_the_flag_alone_where_an_hour_or_more_is_given)
{
    struct contest contest = duel("3600/move");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    both_move_at(&contest, contest.ann, contest.ben);
    leave(contest.ann);
    waits(&contest, 3600000);
    expect_live(&contest, match);
    waits(&contest, 1);
    expect_ended(&contest, match, ENDING_DISCONNECT, SEAT_SECOND);
    evening_end(contest.evening);
}

/* --- illegal moves --- */

/* The rules, or the notation, do not know this move. */
static void errs(const struct contest *contest, struct guest *guest, int64_t match, int64_t ply,
                 const char *move, enum error_code code)
{
    skip_all(contest->evening);
    plays(guest, match, ply, move);
    commit(contest->evening);
    expect_error(guest, code);
}

Test(hall_tournament_endings, come_with_the_third_illegal_move)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    errs(&contest, contest.ann, match, 1, "100>101", ERROR_ILLEGAL_MOVE);
    errs(&contest, contest.ann, match, 1, "all of it", ERROR_BAD_MOVE);
    expect_live(&contest, match);
    skip_all(contest.evening);
    plays(contest.ann, match, 1, "100>100");
    commit(contest.evening);
    const struct heard *ended = expect(contest.ann, HEARD_ENDED);
    cr_assert_eq(heard_ending(ended->ended.ending), ENDING_ILLEGAL);
    cr_assert_eq(heard_seat(ended->ended.winner), SEAT_SECOND);
    expect_error(contest.ann, ERROR_ILLEGAL_MOVE);
    cr_assert_eq(expect(contest.ben, HEARD_ENDED)->ended.match, match);
    expect_ended(&contest, match, ENDING_ILLEGAL, SEAT_SECOND);
    expect_live(&contest, match_of(&contest, contest.ben, contest.ann));
    evening_end(contest.evening);
}

Test(hall_tournament_endings, come_with_illegal_moves_of_one_player_in_one_match)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    int64_t other = match_of(&contest, contest.ben, contest.ann);
    takes_one(&contest, contest.ben, other, 1);
    for (int i = 0; i < 2; i++) {
        errs(&contest, contest.ann, match, 1, "100>101", ERROR_ILLEGAL_MOVE);
        errs(&contest, contest.ann, other, 2, "99>100", ERROR_ILLEGAL_MOVE);
    }
    takes_one(&contest, contest.ann, match, 1);
    errs(&contest, contest.ben, match, 2, "99>100", ERROR_ILLEGAL_MOVE);
    expect_live(&contest, match);
    expect_live(&contest, other);
    takes_one(&contest, contest.ben, match, 2);
    plays(contest.ann, match, 3, "98>98");
    expect_ended(&contest, match, ENDING_ILLEGAL, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, do_not_come_with_moves_that_are_not_ones_to_make)
{
    struct contest contest = trio("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    for (int i = 0; i < 5; i++) {
        errs(&contest, contest.ben, match, 1, "100>101", ERROR_NOT_YOUR_TURN);
        errs(&contest, contest.ben, match, 2, "100>101", ERROR_STALE_PLY);
        errs(&contest, contest.carl, match, 1, "100>101", ERROR_NOT_A_PLAYER);
    }
    cr_assert_eq(hall_figures(contest.evening->hall).live_matches, 6);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, by_illegal_moves_are_for_tournaments_only)
{
    struct contest contest = duel("300+0");
    int64_t casual = begin_clocked(contest.ann, contest.ben, "nim", "100", "300+0");
    for (int i = 0; i < 10; i++)
        errs(&contest, contest.ann, casual, 1, "100>101", ERROR_ILLEGAL_MOVE);
    expect_live(&contest, casual);
    evening_end(contest.evening);
}

/* --- too many moves --- */

Test(hall_tournament_endings, by_too_many_moves_are_nobodys_victory)
{
    struct contest contest = contest_with("20000", "300+0", false);
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    count_down(contest.ann, contest.ben, match, 20000, HALL_PLIES_MAX);
    expect_ended(&contest, match, ENDING_PLIES, SEAT_NOBODY);
    expect_live(&contest, match_of(&contest, contest.ben, contest.ann));
    evening_end(contest.evening);
}

/* --- faults --- */

Test(hall_tournament_endings, by_a_fault_are_those_of_all_live_matches_of_tournaments)
{
    struct contest contest = trio("300+0");
    int64_t casual = begin_clocked(contest.ann, contest.owner, "nim", "100", "300+0");
    hall_fault(contest.evening->hall, contest.ann->session);
    leave(contest.ann);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_PROTOCOL,
                 SEAT_SECOND);
    expect_ended(&contest, match_of(&contest, contest.ben, contest.ann), ENDING_PROTOCOL,
                 SEAT_FIRST);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.carl), ENDING_PROTOCOL,
                 SEAT_SECOND);
    expect_ended(&contest, match_of(&contest, contest.carl, contest.ann), ENDING_PROTOCOL,
                 SEAT_FIRST);
    expect_live(&contest, match_of(&contest, contest.ben, contest.carl));
    expect_live(&contest, match_of(&contest, contest.carl, contest.ben));
    expect_live(&contest, casual);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, by_a_fault_are_nobodys_who_is_not_in_yet)
{
    struct contest contest = duel("300+0");
    struct guest *stranger = newcomer(contest.evening, "stranger");
    connects(stranger);
    hall_fault(contest.evening->hall, stranger->session);
    cr_assert_eq(hall_figures(contest.evening->hall).live_matches, 2);
    evening_end(contest.evening);
}

/* --- what the players may not decide --- */

Test(hall_tournament_endings, are_no_aborts)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    skip_all(contest.evening);
    aborts(contest.ann, match, "abort");
    commit(contest.evening);
    expect_error(contest.ann, ERROR_NOT_YOURS);
    expect_live(&contest, match);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, are_followed_by_no_rematch)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    resigns(contest.ann, match, "resign");
    commit(contest.evening);
    skip_all(contest.evening);
    asks_rematch(contest.ben, match, "again");
    commit(contest.evening);
    expect_error(contest.ben, ERROR_NOT_YOURS);
    evening_end(contest.evening);
}

/* --- the server's own troubles --- */

Test(hall_tournament_endings, do_not_come_while_the_disk_takes_no_writes)
{
    struct contest contest = duel("300+0");
    both_move_at(&contest, contest.ann, contest.ben);
    both_move_at(&contest, contest.ben, contest.ann);
    says_hello(newcomer(contest.evening, "somebody"));
    hear(contest.evening);
    leave(contest.ann);
    stall(contest.evening);
    hall_fault(contest.evening->hall, contest.ben->session);
    pass(contest.evening, 400000);
    judge(contest.evening);
    commit(contest.evening);
    cr_assert_eq(hall_figures(contest.evening->hall).live_matches, 2);
    waits(&contest, CLAIM_MS - 1);
    cr_assert_eq(hall_figures(contest.evening->hall).live_matches, 2);
    waits(&contest, 1);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_DISCONNECT,
                 SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, do_not_come_while_the_server_shuts_down)
{
    struct contest contest = duel("10/move");
    hall_close(contest.evening->hall, "the server shuts down");
    hall_fault(contest.evening->hall, contest.ann->session);
    waits(&contest, 100000);
    expect_live(&contest, match_of(&contest, contest.ann, contest.ben));
    evening_end(contest.evening);
}

Test(hall_tournament_endings, come_after_a_restart_to_whoever_does_not_come_back)
{
    struct contest contest = duel("300+0");
    int64_t match = match_of(&contest, contest.ann, contest.ben);
    both_move_at(&contest, contest.ann, contest.ben);
    crash(contest.evening);
    come_back(contest.ben);
    waits(&contest, GRACE_MS + CLAIM_MS - 1);
    expect_live(&contest, match);
    waits(&contest, 1);
    expect_ended(&contest, match, ENDING_DISCONNECT, SEAT_SECOND);
    evening_end(contest.evening);
}

Test(hall_tournament_endings, are_the_same_after_a_restart)
{
    struct contest contest = duel("10/move");
    crash(contest.evening);
    come_back(contest.ann);
    come_back(contest.ben);
    is_silent(contest.ben, true);
    waits(&contest, 10001);
    expect_ended(&contest, match_of(&contest, contest.ann, contest.ben), ENDING_TIME, SEAT_SECOND);
    expect_ended(&contest, match_of(&contest, contest.ben, contest.ann), ENDING_STALL, SEAT_SECOND);
    evening_end(contest.evening);
}

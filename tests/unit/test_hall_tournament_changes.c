/* Directing a tournament that is under way: pausing it, calling it off, pairs that are void,
 * players who withdraw. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_tournament_changes, 60);

enum { PLAYERS = 4 };

struct contest {
    struct evening *evening;
    struct guest *owner;
    struct guest *players[PLAYERS]; /* p0 to p3 */
    int64_t tournament;
};

static struct contest contest_with(const char *format, int64_t rounds, int64_t at_once)
{
    struct contest contest = {.evening = evening_begin()};
    contest.owner = arrive(contest.evening, "olga");
    for (int i = 0; i < PLAYERS; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        contest.players[i] = arrive(contest.evening, name);
    }
    struct hall_tournament_plan plan = {
        .format = given(format),
        .rounds = rounds,
        .seed = 17,
        .at_once = at_once,
    };
    contest.tournament = open_contest(contest.owner, contest.players, PLAYERS, plan);
    return contest;
}

static const struct disk_tournament *on_disk(const struct contest *contest)
{
    return contest_on_disk(contest->evening, contest->tournament);
}

static const struct disk_pair *pair(const struct contest *contest, size_t number)
{
    cr_assert_leq(number, on_disk(contest)->pair_count);
    return &on_disk(contest)->pairs[number - 1];
}

static const struct disk_match *match_of(const struct contest *contest, size_t number, int game)
{
    return disk_match(&contest->evening->disk, pair(contest, number)->matches[game]);
}

static void expect_done(struct guest *guest)
{
    commit(guest->evening);
    expect(guest, HEARD_NOTHING);
    skip_all(guest->evening);
}

static void expect_refusal(struct guest *guest, enum error_code code, const char *heard)
{
    commit(guest->evening);
    const struct error *error = &expect_error(guest, code)->error;
    cr_assert_str_eq(error->message, heard);
}

static void resigns_game(const struct contest *contest, size_t number, int game)
{
    char key[32];
    const struct disk_match *match = match_of(contest, number, game);
    for (int i = 0; i < PLAYERS; i++)
        if (contest->players[i]->player == match->first)
            resigns(contest->players[i], match->id, fresh_key(contest->evening, key));
    commit(contest->evening);
    skip_all(contest->evening);
}

static void expect_finished(const struct contest *contest)
{
    play_out(contest->evening);
    cr_assert_eq(on_disk(contest)->state, TOURNAMENT_FINISHED);
}

/* --- pausing --- */

Test(hall_tournament_changes, a_pause_lets_no_match_begin_and_live_ones_go_on)
{
    struct contest contest = contest_with("round-robin", 1, 2);
    pauses(contest.owner, contest.tournament, "pause");
    expect_done(contest.owner);
    play_out(contest.evening);
    cr_assert_eq(contest.evening->disk.match_count, 2);
    cr_assert_eq(on_disk(&contest)->state, TOURNAMENT_PAUSED);
    goes_on(contest.owner, contest.tournament, "on");
    expect_done(contest.owner);
    cr_assert_eq(contest.evening->disk.match_count, 4);
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_pause_outlives_the_server)
{
    struct contest contest = contest_with("round-robin", 1, 2);
    pauses(contest.owner, contest.tournament, "pause");
    commit(contest.evening);
    crash(contest.evening);
    for (int i = 0; i < PLAYERS; i++)
        come_back(contest.players[i]);
    play_out(contest.evening);
    cr_assert_eq(contest.evening->disk.match_count, 2);
    come_back(contest.owner);
    goes_on(contest.owner, contest.tournament, "on");
    expect_done(contest.owner);
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_tournament_ends_after_its_pause)
{
    struct contest contest = contest_with("round-robin", 1, 256);
    pauses(contest.owner, contest.tournament, "pause");
    expect_done(contest.owner);
    play_out(contest.evening);
    cr_assert_eq(on_disk(&contest)->state, TOURNAMENT_PAUSED);
    goes_on(contest.owner, contest.tournament, "on");
    expect_done(contest.owner);
    cr_assert_eq(on_disk(&contest)->state, TOURNAMENT_FINISHED);
    evening_end(contest.evening);
}

/* Its record has all matches and all marks: nothing is cancelled. */
Test(hall_tournament_changes, calling_off_what_is_complete_finishes_it)
{
    struct contest contest = contest_with("round-robin", 1, 256);
    pauses(contest.owner, contest.tournament, "pause");
    expect_done(contest.owner);
    play_out(contest.evening);
    calls_off(contest.owner, contest.tournament, "off");
    commit(contest.evening);
    expect(contest.owner, HEARD_NOTHING);
    cr_assert_eq(heard_state(expect(contest.owner, HEARD_TOURNAMENT)->tournament.state),
                 TOURNAMENT_FINISHED);
    cr_assert_eq(on_disk(&contest)->state, TOURNAMENT_FINISHED);
    cr_assert_eq(hall_figures(contest.evening->hall).tournaments, 0);
    evening_end(contest.evening);
}

/* --- calling it off --- */

Test(hall_tournament_changes, calling_it_off_ends_live_matches_as_void)
{
    struct contest contest = contest_with("round-robin", 1, 3);
    resigns_game(&contest, 1, 0);
    calls_off(contest.owner, contest.tournament, "off");
    commit(contest.evening);
    expect(contest.owner, HEARD_NOTHING);
    cr_assert_eq(heard_state(expect(contest.owner, HEARD_TOURNAMENT)->tournament.state),
                 TOURNAMENT_CANCELLED);
    cr_assert_eq(on_disk(&contest)->state, TOURNAMENT_CANCELLED);
    cr_assert_eq(match_of(&contest, 1, 0)->ending, ENDING_RESIGNATION);
    cr_assert_eq(match_of(&contest, 1, 1)->ending, ENDING_VOID);
    cr_assert_eq(match_of(&contest, 1, 1)->winner, SEAT_NOBODY);
    cr_assert_eq(hall_figures(contest.evening->hall).tournaments, 0);
    cr_assert_eq(hall_figures(contest.evening->hall).live_matches, 0);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, calling_off_what_has_not_begun_is_possible)
{
    struct evening *evening = evening_begin();
    struct guest *owner = arrive(evening, "olga");
    int64_t tournament =
        announce(owner, (struct hall_tournament_plan){.format = given("round-robin")});
    calls_off(owner, tournament, "off");
    expect_done(owner);
    cr_assert_eq(state_of(evening, tournament), TOURNAMENT_CANCELLED);
    evening_end(evening);
}

Test(hall_tournament_changes, what_the_driver_answers_after_the_end_is_of_no_matter)
{
    struct contest contest = contest_with("round-robin", 9, 4);
    contest.evening->slow_driver = true;
    resigns_game(&contest, 1, 0);
    cr_assert_gt(contest.evening->question_count, 0);
    calls_off(contest.owner, contest.tournament, "off");
    expect_done(contest.owner);
    while (contest.evening->question_count > 0)
        answer_question(contest.evening, 0);
    commit(contest.evening);
    cr_assert_null(match_of(&contest, 1, 0)->marks);
    evening_end(contest.evening);
}

/* Their marks would change the record, which may have been signed already. */
Test(hall_tournament_changes, a_restart_asks_for_no_marks_of_a_cancelled_tournament)
{
    struct contest contest = contest_with("round-robin", 9, 4);
    contest.evening->slow_driver = true;
    resigns_game(&contest, 1, 0);
    calls_off(contest.owner, contest.tournament, "off");
    expect_done(contest.owner);
    crash(contest.evening);
    hear(contest.evening);
    cr_assert_eq(contest.evening->question_count, 0);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, cancelling_leaves_what_is_over_and_ends_what_is_live)
{
    struct contest contest = contest_with("round-robin", 1, 4);
    resigns_game(&contest, 1, 0);
    calls_off(contest.owner, contest.tournament, "off");
    expect_done(contest.owner);
    cr_assert_not(pair(&contest, 1)->is_void);
    cr_assert_eq(match_of(&contest, 1, 0)->ending, ENDING_RESIGNATION);
    cr_assert_not_null(match_of(&contest, 1, 0)->marks);
    cr_assert_eq(match_of(&contest, 1, 1)->ending, ENDING_VOID);
    cr_assert(pair(&contest, 2)->is_void);
    evening_end(contest.evening);
}

/* It is nobody's: the solver has better things to do. */
Test(hall_tournament_changes, a_match_that_is_void_is_not_judged)
{
    struct contest contest = contest_with("round-robin", 1, 4);
    contest.evening->slow_driver = true;
    voids(contest.owner, contest.tournament, 1, 1, "void");
    expect_done(contest.owner);
    for (size_t i = 0; i < contest.evening->question_count; i++)
        cr_assert_neq(contest.evening->questions[i].kind, HEARD_JUDGE);
    evening_end(contest.evening);
}

/* --- void pairs --- */

Test(hall_tournament_changes, a_void_pair_is_played_again_from_its_start_with_its_seeds)
{
    struct contest contest = contest_with("round-robin", 1, 4);
    resumes(contest.players[0], pair(&contest, 1)->matches[0], 0);
    int64_t seed = expect(contest.players[0], HEARD_MATCH)->match.seed;
    resigns_game(&contest, 1, 0);
    voids(contest.owner, contest.tournament, 1, 1, "void");
    expect_done(contest.owner);
    cr_assert(pair(&contest, 1)->is_void);
    cr_assert_eq(match_of(&contest, 1, 1)->ending, ENDING_VOID);
    size_t last = on_disk(&contest)->pair_count;
    const struct disk_pair *again = pair(&contest, last);
    cr_assert(again->round == 1 && again->board == 1 && again->leg == 1 && again->attempt == 2);
    cr_assert_str_eq(again->start, pair(&contest, 1)->start);
    while (!pair(&contest, last)->matches[0]) {
        plays_by_seed(contest.evening, live_match(contest.evening, 0));
        commit(contest.evening);
    }
    skip_all(contest.evening);
    resumes(contest.players[0], pair(&contest, last)->matches[0], 0);
    cr_assert_eq(expect(contest.players[0], HEARD_MATCH)->match.seed, seed);
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_pair_can_be_void_again)
{
    struct contest contest = contest_with("swiss", 2, 4);
    voids(contest.owner, contest.tournament, 1, 2, "first");
    expect_done(contest.owner);
    voids(contest.owner, contest.tournament, 1, 2, "second");
    expect_done(contest.owner);
    cr_assert_eq(on_disk(&contest)->pair_count, 4);
    cr_assert_eq(pair(&contest, 4)->attempt, 3);
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_pair_is_made_so_often_and_no_more)
{
    struct contest contest = contest_with("round-robin", 1, 2);
    for (int attempt = 1; attempt < HALL_ATTEMPTS_MAX; attempt++) {
        char key[16];
        snprintf(key, sizeof key, "%d", attempt);
        voids(contest.owner, contest.tournament, 1, 1, key);
        expect_done(contest.owner);
    }
    voids(contest.owner, contest.tournament, 1, 1, "one more");
    expect_refusal(contest.owner, ERROR_LIMIT_REACHED,
                   "this pair has been made 100 times, the most there may be: let it count, take "
                   "one of the two out, or cancel the tournament");
    withdraws(contest.owner, contest.tournament, "p0", "out");
    expect_done(contest.owner);
    crash(contest.evening);
    come_back(contest.owner);
    for (int i = 0; i < PLAYERS; i++)
        come_back(contest.players[i]);
    skip_all(contest.evening);
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_void_pair_counts_for_nothing)
{
    struct contest contest = contest_with("round-robin", 1, 12);
    follows(contest.owner, contest.tournament);
    expect(contest.owner, HEARD_TOURNAMENT_NOW);
    resigns_game(&contest, 1, 0);
    resigns_game(&contest, 1, 1);
    voids(contest.owner, contest.tournament, 1, 1, "void");
    commit(contest.evening);
    expect(contest.owner, HEARD_NOTHING);
    const struct wire_tournament_news *news = &expect(contest.owner, HEARD_TOURNAMENT)->tournament;
    cr_assert(news->matches == 0 && news->unjudged == 0 && news->live == 12 && news->total == 12);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_level_pair_that_is_void_has_no_second_leg_yet)
{
    struct contest contest = contest_with("knockout", 0, 4);
    contest.evening->slow_driver = true;
    resigns_game(&contest, 1, 0);
    resigns_game(&contest, 1, 1);
    cr_assert_eq(pair(&contest, 1)->matches[1] != 0, true);
    voids(contest.owner, contest.tournament, 1, 1, "void");
    expect_done(contest.owner);
    while (contest.evening->question_count > 0)
        answer_question(contest.evening, 0);
    commit(contest.evening);
    cr_assert_eq(on_disk(&contest)->pair_count, 3);
    cr_assert(pair(&contest, 3)->leg == 1 && pair(&contest, 3)->attempt == 2);
    contest.evening->slow_driver = false;
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_pair_of_a_round_that_others_go_by_cannot_be_void)
{
    struct contest contest = contest_with("swiss", 2, 4);
    while (on_disk(&contest)->pair_count == 2) {
        plays_by_seed(contest.evening, live_match(contest.evening, 0));
        commit(contest.evening);
    }
    skip_all(contest.evening);
    voids(contest.owner, contest.tournament, 1, 1, "void");
    expect_refusal(contest.owner, ERROR_WRONG_STATE,
                   "round 1 cannot be changed any more: round 2 goes by what it has brought");
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_pair_that_is_not_there_cannot_be_void)
{
    struct contest contest = contest_with("round-robin", 1, 4);
    voids(contest.owner, contest.tournament, 1, 3, "1");
    expect_refusal(contest.owner, ERROR_NO_SUCH_PAIR,
                   "no pair of matches has been made at board 3 of round 1");
    voids(contest.owner, contest.tournament, 9, 1, "2");
    expect_refusal(contest.owner, ERROR_NO_SUCH_PAIR,
                   "no pair of matches has been made at board 1 of round 9");
    evening_end(contest.evening);
}

Test(hall_tournament_changes, the_same_void_again_has_one_effect)
{
    struct contest contest = contest_with("round-robin", 1, 4);
    voids(contest.owner, contest.tournament, 1, 1, "void");
    expect_done(contest.owner);
    size_t pairs = on_disk(&contest)->pair_count;
    crash(contest.evening);
    come_back(contest.owner);
    voids(contest.owner, contest.tournament, 1, 1, "void");
    expect_done(contest.owner);
    cr_assert_eq(on_disk(&contest)->pair_count, pairs);
    evening_end(contest.evening);
}

/* --- withdrawing --- */

Test(hall_tournament_changes, who_withdraws_resigns_live_matches_and_forfeits_the_others)
{
    struct contest contest = contest_with("round-robin", 2, 3);
    resigns_game(&contest, 1, 0);
    withdraws(contest.players[0], contest.tournament, NULL, "enough");
    expect_done(contest.players[0]);
    cr_assert_gt(on_disk(&contest)->entrants[0].withdrawn, 0);
    expect_finished(&contest);
    const struct disk_tournament *tournament = on_disk(&contest);
    int forfeits = 0, played = 0;
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *row = &tournament->pairs[i];
        if (row->is_void || (row->first != 0 && row->second != 0))
            continue;
        forfeits += row->kind == MEETING_FORFEIT && row->winner == row->first + row->second;
        played += row->kind == MEETING_PLAYED;
    }
    cr_assert_eq(played, 1, "the pair that had begun");
    cr_assert_eq(forfeits, 5);
    cr_assert_eq(match_of(&contest, 1, 1)->ending, ENDING_RESIGNATION);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, the_owner_can_take_somebody_out)
{
    struct contest contest = contest_with("swiss", 3, 4);
    withdraws(contest.owner, contest.tournament, "P3", "out");
    expect_done(contest.owner);
    expect_finished(&contest);
    const struct disk_tournament *tournament = on_disk(&contest);
    cr_assert_eq(tournament->entrants[3].withdrawn, 1);
    for (size_t i = 0; i < tournament->pair_count; i++)
        cr_assert(tournament->pairs[i].round == 1 ||
                  (tournament->pairs[i].first != 3 && tournament->pairs[i].second != 3));
    evening_end(contest.evening);
}

Test(hall_tournament_changes, in_a_knockout_the_opponent_of_one_who_withdraws_goes_on)
{
    struct contest contest = contest_with("knockout", 0, 4);
    int64_t gone = pair(&contest, 1)->first, next = pair(&contest, 1)->second;
    withdraws(contest.players[gone], contest.tournament, NULL, "enough");
    expect_done(contest.players[gone]);
    play_out(contest.evening);
    const struct disk_tournament *tournament = on_disk(&contest);
    const struct disk_pair *final = &tournament->pairs[tournament->pair_count - 1];
    cr_assert_eq(final->round, 2);
    cr_assert(final->first == next || final->second == next);
    cr_assert_eq(tournament->state, TOURNAMENT_FINISHED);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_knockout_ends_when_one_is_left)
{
    struct contest contest = contest_with("knockout", 0, 4);
    for (int i = 0; i < PLAYERS - 1; i++) {
        withdraws(contest.players[i], contest.tournament, NULL, "enough");
        expect_done(contest.players[i]);
    }
    cr_assert_eq(on_disk(&contest)->state, TOURNAMENT_FINISHED);
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_tournament_of_any_format_ends_when_all_withdraw)
{
    static const char *const formats[] = {"round-robin", "gauntlet", "swiss", "knockout"};
    for (int format = 0; format < 4; format++) {
        struct contest contest = contest_with(formats[format], format < 3 ? 3 : 0, 4);
        for (int i = 0; i < PLAYERS; i++)
            withdraws(contest.players[i], contest.tournament, NULL, "enough");
        commit(contest.evening);
        cr_assert_eq(on_disk(&contest)->state, TOURNAMENT_FINISHED, "%s", formats[format]);
        evening_end(contest.evening);
    }
}

Test(hall_tournament_changes, who_withdraws_before_the_start_leaves_the_place_free)
{
    struct evening *evening = evening_begin();
    struct guest *olga = arrive(evening, "olga");
    struct guest *guests[3] = {arrive(evening, "ann"), arrive(evening, "ben"),
                               arrive(evening, "carl")};
    int64_t tournament =
        announce(olga, (struct hall_tournament_plan){.format = given("round-robin")});
    enter(guests, 3, tournament);
    withdraws(guests[0], tournament, NULL, "out");
    expect_done(guests[0]);
    const struct disk_tournament *disk = contest_on_disk(evening, tournament);
    cr_assert_eq(disk->entrant_count, 2);
    cr_assert_str_eq(disk->entrants[0].name, "ben");
    cr_assert_str_eq(disk->entrants[1].name, "carl");
    enter(guests, 1, tournament);
    cr_assert_str_eq(contest_on_disk(evening, tournament)->entrants[2].name, "ann");
    crash(evening);
    come_back(olga);
    starts(olga, tournament, "start");
    expect_done(olga);
    cr_assert_eq(state_of(evening, tournament), TOURNAMENT_RUNNING);
    evening_end(evening);
}

Test(hall_tournament_changes, who_is_invited_and_withdraws_can_come_again)
{
    static const struct hall_text names[] = {{"ann", 3}, {"ben", 3}};
    struct evening *evening = evening_begin();
    struct guest *olga = arrive(evening, "olga"), *ann = arrive(evening, "ann");
    int64_t tournament = announce(olga, (struct hall_tournament_plan){
                                            .format = given("round-robin"),
                                            .players = names,
                                            .player_count = 2,
                                        });
    enter(&ann, 1, tournament);
    withdraws(olga, tournament, "ann", "out");
    expect_done(olga);
    cr_assert_eq(contest_on_disk(evening, tournament)->entrants[0].player, 0);
    enter(&ann, 1, tournament);
    cr_assert_eq(contest_on_disk(evening, tournament)->entrants[0].player, ann->player);
    evening_end(evening);
}

Test(hall_tournament_changes, only_who_takes_part_can_withdraw_and_once)
{
    struct contest contest = contest_with("round-robin", 1, 4);
    withdraws(contest.owner, contest.tournament, NULL, "1");
    expect_refusal(contest.owner, ERROR_NOT_ENTERED, "you take no part in tournament 1");
    withdraws(contest.owner, contest.tournament, "zoe", "2");
    expect_refusal(contest.owner, ERROR_NOT_ENTERED, "'zoe' takes no part in tournament 1");
    withdraws(contest.players[0], contest.tournament, NULL, "3");
    expect_done(contest.players[0]);
    withdraws(contest.players[0], contest.tournament, NULL, "4");
    expect_refusal(contest.players[0], ERROR_NOT_ENTERED,
                   "'p0' has withdrawn from tournament 1 already");
    joins(contest.players[0], contest.tournament, "5");
    expect_refusal(contest.players[0], ERROR_NOT_ENTERED, "you have withdrawn from tournament 1");
    voids(contest.owner, contest.tournament, 1, 1, "6");
    expect_refusal(contest.owner, ERROR_WRONG_STATE,
                   "'p0' has withdrawn: the pair cannot be played again");
    evening_end(contest.evening);
}

Test(hall_tournament_changes, a_withdrawal_during_a_pause_begins_nothing_for_others)
{
    struct contest contest = contest_with("round-robin", 1, 1);
    pauses(contest.owner, contest.tournament, "pause");
    expect_done(contest.owner);
    withdraws(contest.players[0], contest.tournament, NULL, "enough");
    expect_done(contest.players[0]);
    play_out(contest.evening);
    for (size_t i = 0; i < contest.evening->disk.match_count; i++)
        cr_assert(contest.evening->disk.matches[i].first == contest.players[0]->player ||
                  contest.evening->disk.matches[i].second == contest.players[0]->player);
    goes_on(contest.owner, contest.tournament, "on");
    expect_done(contest.owner);
    expect_finished(&contest);
    evening_end(contest.evening);
}

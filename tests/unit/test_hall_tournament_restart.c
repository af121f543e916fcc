/* Tournaments after a start of the server: they go on where they were, whenever it died; and what
 * the database cannot say. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_tournament_restart, 120);

enum { PLAYERS = 5 };

struct contest {
    struct evening *evening;
    struct guest *owner;
    struct guest *players[PLAYERS]; /* p0 to p4 */
    int64_t tournament;
};

static struct contest contest_of(const char *rules, const char *format, int64_t rounds)
{
    struct contest contest = {.evening = evening_begin()};
    contest.owner = arrive(contest.evening, "olga");
    for (int i = 0; i < PLAYERS; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        contest.players[i] = arrive(contest.evening, name);
    }
    struct hall_tournament_plan plan = {
        .rules = given(rules),
        .starts = given(strcmp(rules, "nim") == 0 ? "fair:1-3:3-9" : "drawn"),
        .format = given(format),
        .rounds = rounds,
        .seed = 17,
        .at_once = 4,
    };
    contest.tournament = open_contest(contest.owner, contest.players, PLAYERS, plan);
    return contest;
}

static struct contest contest_with(const char *format, int64_t rounds)
{
    return contest_of("nim", format, rounds);
}

static void restart(const struct contest *contest)
{
    crash(contest->evening);
    come_back(contest->owner);
    for (int i = 0; i < PLAYERS; i++)
        come_back(contest->players[i]);
}

static enum tournament_state state(const struct contest *contest)
{
    return state_of(contest->evening, contest->tournament);
}

/* --- going on --- */

/* The server dies when so many batches are on disk; what the store holds then is lost. */
static char *results_with_death(const char *rules, const char *format, int64_t rounds,
                                uint64_t batches)
{
    struct contest contest = contest_of(rules, format, rounds);
    struct evening *evening = contest.evening;
    uint64_t last = evening->disk.batches + batches;
    bool has_died = false;
    while (state(&contest) != TOURNAMENT_FINISHED) {
        if (!has_died && evening->disk.batches == last) {
            restart(&contest);
            has_died = true;
        }
        hear(evening);
        if (submit(evening)) {
            if (evening->disk.batches < last || has_died)
                land(evening);
        } else if (live_match(evening, 0)) {
            plays_by_seed(evening, live_match(evening, 0));
        }
        forget_said(evening);
    }
    char *results = results_of(evening, contest.tournament);
    evening_end(evening);
    return results;
}

static void expect_same_after_death(const char *rules, const char *format, int64_t rounds)
{
    char *expected = results_with_death(rules, format, rounds, UINT64_MAX / 2);
    for (uint64_t batches = 0; batches < 60; batches++) {
        char *results = results_with_death(rules, format, rounds, batches);
        cr_assert_str_eq(results, expected, "after %llu batches", (unsigned long long)batches);
        free(results);
    }
    free(expected);
}

/* After so many steps from the end of its first round on one player withdraws, and then the
 * server may die. */
static char *results_without_one(const char *format, int64_t rounds, int64_t steps, bool with_death)
{
    struct contest contest = contest_with(format, rounds);
    struct evening *evening = contest.evening;
    evening->slow_steps = true;
    for (int64_t taken = -1; state(&contest) != TOURNAMENT_FINISHED;) {
        commit(evening);
        forget_said(evening);
        if (taken == steps) {
            withdraws(contest.players[1], contest.tournament, NULL, "out");
            commit(evening);
            if (with_death)
                restart(&contest);
            taken++;
        } else if (!hall_is_durable(evening->hall)) {
            hall_go_on(evening->hall);
            taken++;
        } else if (live_match(evening, 0)) {
            plays_by_seed(evening, live_match(evening, 0));
        }
    }
    char *results = results_of(evening, contest.tournament);
    evening_end(evening);
    return results;
}

Test(hall_tournament_restart, a_death_between_two_steps_changes_nothing)
{
    static const struct {
        const char *format;
        int64_t rounds;
    } rows[] = {{"swiss", 4}, {"knockout", 0}, {"round-robin", 2}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (int64_t steps = 0; steps < 40; steps++) {
            char *expected = results_without_one(rows[i].format, rows[i].rounds, steps, false);
            char *results = results_without_one(rows[i].format, rows[i].rounds, steps, true);
            cr_assert_str_eq(results, expected, "%s, %lld steps", rows[i].format, (long long)steps);
            free(expected);
            free(results);
        }
}

Test(hall_tournament_restart, a_round_robin_goes_on_after_a_death_at_any_batch)
{
    expect_same_after_death("nim", "round-robin", 1);
}

Test(hall_tournament_restart, a_swiss_goes_on_after_a_death_at_any_batch)
{
    expect_same_after_death("nim", "swiss", 3);
}

Test(hall_tournament_restart, a_knockout_goes_on_after_a_death_at_any_batch)
{
    expect_same_after_death("nim", "knockout", 0);
}

/* --- drawn games --- */

Test(hall_tournament_restart, drawn_rules_are_the_same_after_a_death)
{
    expect_same_after_death("drawn:octal:3", "swiss", 3);
}

/* Both matches of a pair have the same rules and start; another pair has other rules. */
Test(hall_tournament_restart, a_pair_has_rules_of_its_own)
{
    struct contest contest = contest_of("drawn:subtraction:4", "round-robin", 1);
    const struct disk *disk = &contest.evening->disk;
    play_out(contest.evening);
    cr_assert_eq(state(&contest), TOURNAMENT_FINISHED);
    cr_assert_eq(disk->match_count, PLAYERS * (PLAYERS - 1));
    size_t different = 0;
    for (size_t i = 0; i < disk->match_count; i += 2) {
        const struct disk_match *pair = &disk->matches[i];
        cr_assert_str_eq(pair[0].rules.text, pair[1].rules.text);
        cr_assert_str_eq(pair[0].start, pair[1].start);
        cr_assert_eq(pair[0].first, pair[1].second);
        cr_assert_eq(strncmp(pair[0].rules.text, "subtraction:", 12), 0);
        different += i > 0 && strcmp(pair[-1].rules.text, pair[0].rules.text) != 0;
    }
    cr_assert_gt(different, disk->match_count / 4);
    evening_end(contest.evening);
}

Test(hall_tournament_restart, an_open_tournament_keeps_its_entrants)
{
    struct evening *evening = evening_begin();
    struct guest *olga = arrive(evening, "olga");
    struct guest *guests[2] = {arrive(evening, "ann"), arrive(evening, "ben")};
    int64_t tournament =
        announce(olga, (struct hall_tournament_plan){.format = given("round-robin")});
    enter(guests, 1, tournament);
    crash(evening);
    come_back(olga);
    come_back(guests[0]);
    come_back(guests[1]);
    cr_assert_eq(hall_figures(evening->hall).tournaments, 1);
    enter(guests, 2, tournament);
    starts(olga, tournament, "start");
    play_out(evening);
    cr_assert_eq(state_of(evening, tournament), TOURNAMENT_FINISHED);
    evening_end(evening);
}

Test(hall_tournament_restart, starts_and_judgements_are_asked_for_again)
{
    struct contest contest = contest_with("round-robin", 1);
    contest.evening->slow_driver = true;
    play_out(contest.evening);
    size_t questions = contest.evening->question_count;
    cr_assert_gt(questions, 0);
    restart(&contest);
    hear(contest.evening);
    cr_assert_eq(contest.evening->question_count, questions);
    contest.evening->slow_driver = false;
    while (contest.evening->question_count > 0)
        answer_question(contest.evening, 0);
    play_out(contest.evening);
    cr_assert_eq(state(&contest), TOURNAMENT_FINISHED);
    evening_end(contest.evening);
}

/* Otherwise a death could take it back, and for as long as the tournament is paused. */
Test(hall_tournament_restart, a_round_is_told_of_only_when_a_pair_of_it_is_on_disk)
{
    struct contest contest = contest_with("swiss", 3);
    contest.evening->slow_driver = true;
    play_out(contest.evening);
    skip_all(contest.evening);
    follows(contest.owner, contest.tournament);
    commit(contest.evening);
    cr_assert_eq(expect(contest.owner, HEARD_TOURNAMENT_NOW)->tournament.round, 1);
    while (contest.evening->question_count > 0)
        answer_question(contest.evening, 0);
    commit(contest.evening);
    cr_assert_eq(expect(contest.owner, HEARD_TOURNAMENT)->tournament.round, 2);
    evening_end(contest.evening);
}

Test(hall_tournament_restart, live_matches_keep_their_seeds)
{
    struct contest contest = contest_with("round-robin", 1);
    int64_t match = live_match(contest.evening, 0),
            player = disk_match(&contest.evening->disk, match)->first;
    struct guest *guest = contest.players[0];
    for (int i = 0; i < PLAYERS; i++)
        if (contest.players[i]->player == player)
            guest = contest.players[i];
    resumes(guest, match, 0);
    int64_t seed = expect(guest, HEARD_MATCH)->match.seed;
    restart(&contest);
    skip(guest);
    resumes(guest, match, 0);
    cr_assert_gt(seed, 0);
    cr_assert_eq(expect(guest, HEARD_MATCH)->match.seed, seed);
    evening_end(contest.evening);
}

Test(hall_tournament_restart, names_of_entrants_stay_taken)
{
    struct contest contest = contest_with("swiss", 3);
    play_out(contest.evening);
    struct contest open = contest;
    open.tournament =
        announce(contest.owner, (struct hall_tournament_plan){.format = given("round-robin")});
    enter(contest.players, 1, open.tournament);
    crash(contest.evening);
    struct guest *thief = newcomer(contest.evening, "p0");
    says_hello(thief);
    commit(contest.evening);
    expect_error(thief, ERROR_NAME_TAKEN);
    evening_end(contest.evening);
}

Test(hall_tournament_restart, a_withdrawal_is_remembered)
{
    struct contest contest = contest_with("round-robin", 2);
    withdraws(contest.players[1], contest.tournament, NULL, "out");
    commit(contest.evening);
    restart(&contest);
    play_out(contest.evening);
    cr_assert_eq(state(&contest), TOURNAMENT_FINISHED);
    withdraws(contest.players[1], contest.tournament, NULL, "again");
    evening_end(contest.evening);
}

/* Two who are to meet in the first round withdraw when it is paired and not decided on. */
static char *results_without_two(bool with_death)
{
    struct contest contest = contest_with("swiss", 2);
    struct contest other = contest;
    play_out(contest.evening);
    const struct disk_pair *first = &contest_on_disk(contest.evening, contest.tournament)->pairs[0];
    int64_t gone[2] = {first->first, first->second};
    contest.evening->slow_driver = true;
    struct hall_tournament_plan plan = {.format = given("swiss"), .rounds = 2, .seed = 17};
    other.tournament = open_contest(contest.owner, contest.players, PLAYERS, plan);
    for (int i = 0; i < 2; i++)
        withdraws(contest.players[gone[i]], other.tournament, NULL, "out");
    commit(contest.evening);
    if (with_death)
        restart(&contest);
    contest.evening->slow_driver = false;
    hear(contest.evening);
    while (contest.evening->question_count > 0)
        answer_question(contest.evening, 0);
    play_out(contest.evening);
    cr_assert_eq(state(&other), TOURNAMENT_FINISHED);
    char *results = results_of(contest.evening, other.tournament);
    evening_end(contest.evening);
    return results;
}

Test(hall_tournament_restart, boards_stay_the_same_when_two_who_were_to_meet_have_withdrawn)
{
    char *expected = results_without_two(false), *results = results_without_two(true);
    cr_assert_str_eq(results, expected);
    cr_assert_null(strstr(results, "1/1/1"), "the board of the two stays empty");
    cr_assert_not_null(strstr(results, "1/2/1"));
    free(expected);
    free(results);
}

Test(hall_tournament_restart, a_void_pair_stays_void)
{
    struct contest contest = contest_with("swiss", 2);
    voids(contest.owner, contest.tournament, 1, 1, "void");
    commit(contest.evening);
    restart(&contest);
    play_out(contest.evening);
    cr_assert_eq(state(&contest), TOURNAMENT_FINISHED);
    cr_assert(contest_on_disk(contest.evening, contest.tournament)->pairs[0].is_void);
    evening_end(contest.evening);
}

/* --- what cannot be --- */

/* A database with two players and a running tournament of theirs. */
struct database {
    struct tournament_record tournament;
    struct hall_stored_pair pair;
    struct entrant_record entrants[2];
};

static const struct database sound = {
    .tournament = {.id = 3,
                   .owner = 1,
                   .name = "nim",
                   .rules = "nim",
                   .format = FORMAT_ROUND_ROBIN,
                   .rounds = 1,
                   .starts = "3+5",
                   .seed = 17,
                   .clock = "60/move",
                   .at_once = 4,
                   .forbidden = "",
                   .state = TOURNAMENT_RUNNING,
                   .reason = "",
                   .look = ""},
    .pair = {.tournament = 3,
             .number = 1,
             .round = 1,
             .board = 1,
             .leg = 1,
             .attempt = 1,
             .kind = MEETING_PLAYED,
             .first = 0,
             .second = 1,
             .winner = ENTRANT_NOBODY,
             .start = "3+5",
             .matches = {7, 8},
             .endings = {ENDING_NONE, ENDING_RESIGNATION},
             .winners = {SEAT_NOBODY, SEAT_FIRST}},
    .entrants = {{.tournament = 3, .number = 0, .name = "ann", .player = 1, .withdrawn = -1},
                 {.tournament = 3, .number = 1, .name = "ben", .player = 2, .withdrawn = -1}},
};

static enum error_code restore_match(struct hall *hall, struct error *error)
{
    return hall_restore_match(hall,
                              &(struct match_record){
                                  .id = 7,
                                  .rules = "nim",
                                  .start = "3+5",
                                  .first = 1,
                                  .second = 2,
                                  .clock = "60/move",
                                  .created_ms = 1,
                                  .tournament = 3,
                                  .look = "",
                              },
                              error);
}

static enum error_code restore(struct hall *hall, const struct database *database,
                               struct error *error)
{
    static const char *const names[] = {"ann", "ben"};
    hall_restore_counters(hall, &(struct hall_counters){2, 8, 0, 3, 0, 0});
    enum error_code code = ERROR_NONE;
    for (int i = 0; i < 2; i++)
        hall_restore_player(hall, i + 1, names[i], false);
    code = restore_match(hall, error);
    if (!code)
        code = hall_restore_tournament(hall, &database->tournament, error);
    for (int i = 0; !code && i < 2; i++)
        code = hall_restore_entrant(hall, &database->entrants[i], error);
    if (!code)
        code = hall_restore_pair(hall, &database->pair, error);
    return code ? code : hall_restored(hall, 1, 1, error);
}

static void expect_code(const struct database *database, enum error_code code)
{
    struct hall *hall = hall_create(&(struct hall_config){.now_ms = 1});
    struct error error = {0};
    cr_assert_eq(restore(hall, database, &error), code, "%s", error.message);
    if (code)
        cr_assert_not_null(strstr(error.message, "tournament "), "%s", error.message);
    hall_destroy(hall);
}

Test(hall_tournament_restart, a_sound_database_is_read)
{
    expect_code(&sound, ERROR_NONE);
}

#define REFUSED(about, change)                                                                     \
    Test(hall_tournament_restart, a_database_is_refused_with_##about)                              \
    {                                                                                              \
        struct database database = sound;                                                          \
        database.change;                                                                           \
        expect_code(&database, ERROR_INTERNAL);                                                    \
    }

REFUSED(unreadable_rules, tournament.rules = "gomoku")
REFUSED(an_unreadable_clock, tournament.clock = "soon")
REFUSED(no_clock, tournament.clock = "none")
REFUSED(an_unknown_format, tournament.format = FORMAT_COUNT)
REFUSED(a_tournament_that_is_over, tournament.state = TOURNAMENT_FINISHED)
REFUSED(unreadable_forbidden_meetings, tournament.forbidden = "0-x")
REFUSED(no_seed, tournament.seed = 0)
REFUSED(no_matches_at_once, tournament.at_once = 0)
REFUSED(too_many_rounds, tournament.rounds = 1001)
REFUSED(a_pair_of_an_open_tournament, tournament.state = TOURNAMENT_OPEN)
REFUSED(entrants_out_of_order, entrants[1].number = 2)
REFUSED(an_unknown_entrant, entrants[1].player = 3)
REFUSED(an_entrant_twice, entrants[1].player = 1)
REFUSED(an_entrant_who_has_not_come, entrants[1].player = 0)
REFUSED(an_impossible_withdrawal, entrants[1].withdrawn = -2)
REFUSED(a_pair_of_no_tournament, pair.tournament = 2)
REFUSED(pairs_out_of_order, pair.number = 2)
REFUSED(a_pair_without_a_round, pair.round = 0)
REFUSED(a_pair_after_the_last_round, pair.round = 2)
REFUSED(a_pair_without_a_board, pair.board = 0)
REFUSED(a_pair_beyond_the_last_board, pair.board = 2)
REFUSED(a_third_leg, pair.leg = 3)
REFUSED(a_pair_without_an_attempt, pair.attempt = 0)
REFUSED(an_attempt_too_many, pair.attempt = HALL_ATTEMPTS_MAX + 1)
REFUSED(a_time_before_1970, tournament.active_ms = -1)
REFUSED(a_pair_of_an_unknown_entrant, pair.second = 2)
REFUSED(a_pair_of_one, pair.second = 0)
REFUSED(a_bye_against_somebody, pair.kind = MEETING_BYE)
REFUSED(a_forfeit_that_nobody_wins, pair.kind = MEETING_FORFEIT)
REFUSED(an_unreadable_start, pair.start = "three")
REFUSED(no_start, pair.start = "")
REFUSED(a_start_without_a_move, pair.start = "0")
REFUSED(a_match_that_is_not_live, pair.matches[0] = 6)
REFUSED(a_second_match_that_began_first, pair.matches[0] = 0)
REFUSED(a_match_that_has_ended_and_not, pair.endings[0] = ENDING_TIME)
REFUSED(a_live_match_of_a_void_pair, pair.is_void = true)
REFUSED(a_match_with_other_seats, pair.first = 1; database.pair.second = 0)

/* One that only ann has joined, without pairs. */
static enum error_code restore_alone(enum tournament_state state, struct error *error)
{
    struct hall *hall = hall_create(&(struct hall_config){.now_ms = 1});
    struct tournament_record tournament = sound.tournament;
    tournament.state = state;
    hall_restore_player(hall, 1, "ann", false);
    cr_assert_eq(hall_restore_tournament(hall, &tournament, error), ERROR_NONE);
    cr_assert_eq(hall_restore_entrant(hall, &sound.entrants[0], error), ERROR_NONE);
    enum error_code code = hall_restored(hall, 1, 1, error);
    hall_destroy(hall);
    return code;
}

Test(hall_tournament_restart, a_database_is_refused_with_one_player_in_a_tournament_that_has_begun)
{
    struct error error;
    cr_assert_eq(restore_alone(TOURNAMENT_OPEN, &error), ERROR_NONE);
    cr_assert_eq(restore_alone(TOURNAMENT_PAUSED, &error), ERROR_INTERNAL);
    cr_assert_eq(restore_alone(TOURNAMENT_RUNNING, &error), ERROR_INTERNAL);
    cr_assert_str_eq(error.message, "tournament 3: it has begun, and its entrants cannot play it");
}

Test(hall_tournament_restart, a_match_of_no_pair_goes_on_by_itself)
{
    struct hall *hall = hall_create(&(struct hall_config){.now_ms = 1});
    struct error error;
    hall_restore_player(hall, 1, "ann", false);
    hall_restore_player(hall, 2, "ben", false);
    cr_assert_eq(restore_match(hall, &error), ERROR_NONE);
    cr_assert_eq(hall_restored(hall, 1, 1, &error), ERROR_NONE);
    cr_assert_eq(hall_figures(hall).live_matches, 1);
    hall_set_time(hall, 1000000, 1000000);
    hall_flags_fall(hall);
    hall_set_time(hall, 2000000, 2000000);
    hall_flags_fall(hall);
    cr_assert_eq(hall_figures(hall).live_matches, 0);
    hall_destroy(hall);
}

/* Tournaments of each format, played to the end; and that what comes of them depends on nothing but
 * the plan and the players. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_tournament_formats, 120);

enum { PLAYERS_MAX = 9 };

struct contest {
    struct evening *evening;
    struct guest *owner;
    struct guest *players[PLAYERS_MAX]; /* p0, p1, ... */
    int64_t tournament;
};

static struct contest contest_of(int count, struct hall_tournament_plan plan)
{
    struct contest contest = {.evening = evening_begin()};
    contest.owner = arrive(contest.evening, "olga");
    for (int i = 0; i < count; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        contest.players[i] = arrive(contest.evening, name);
    }
    contest.tournament = open_contest(contest.owner, contest.players, (size_t)count, plan);
    return contest;
}

static struct hall_tournament_plan plan_of(const char *format, int64_t rounds)
{
    return (struct hall_tournament_plan){
        .format = given(format),
        .rounds = rounds,
        .seed = 17,
    };
}

static const struct disk_tournament *on_disk(const struct contest *contest)
{
    return contest_on_disk(contest->evening, contest->tournament);
}

static void expect_finished(const struct contest *contest)
{
    cr_assert_eq(on_disk(contest)->state, TOURNAMENT_FINISHED);
    cr_assert_eq(hall_figures(contest->evening->hall).tournaments, 0);
    cr_assert_eq(hall_figures(contest->evening->hall).live_matches, 0);
}

/* How often the two have met, in either order. */
static int meetings(const struct contest *contest, int64_t a, int64_t b)
{
    const struct disk_tournament *tournament = on_disk(contest);
    int count = 0;
    for (size_t i = 0; i < tournament->pair_count; i++) {
        const struct disk_pair *pair = &tournament->pairs[i];
        count += (pair->first == a && pair->second == b) || (pair->first == b && pair->second == a);
    }
    return count;
}

/* --- each format --- */

Test(hall_tournament_formats, round_robin_lets_each_meet_each_as_often_as_the_plan_says)
{
    struct contest contest = contest_of(5, plan_of("round-robin", 2));
    play_out(contest.evening);
    expect_finished(&contest);
    for (int a = 0; a < 5; a++)
        for (int b = 0; b < a; b++)
            cr_assert_eq(meetings(&contest, a, b), 2);
    cr_assert_eq(on_disk(&contest)->pair_count, 20);
    evening_end(contest.evening);
}

Test(hall_tournament_formats, gauntlet_lets_the_first_meet_each_other)
{
    struct contest contest = contest_of(5, plan_of("gauntlet", 3));
    play_out(contest.evening);
    expect_finished(&contest);
    for (int a = 1; a < 5; a++)
        cr_assert_eq(meetings(&contest, 0, a), 3);
    cr_assert_eq(on_disk(&contest)->pair_count, 12);
    evening_end(contest.evening);
}

Test(hall_tournament_formats, swiss_has_a_bye_in_each_round_of_an_odd_number)
{
    struct contest contest = contest_of(7, plan_of("swiss", 3));
    play_out(contest.evening);
    expect_finished(&contest);
    const struct disk_tournament *tournament = on_disk(&contest);
    int byes = 0;
    for (size_t i = 0; i < tournament->pair_count; i++)
        byes += tournament->pairs[i].kind == MEETING_BYE;
    cr_assert_eq(byes, 3);
    cr_assert_eq(tournament->pair_count, 12);
    for (int a = 0; a < 7; a++)
        for (int b = 0; b < a; b++)
            cr_assert_leq(meetings(&contest, a, b), 1);
    evening_end(contest.evening);
}

Test(hall_tournament_formats, swiss_pairs_a_round_when_the_one_before_is_over)
{
    struct contest contest = contest_of(6, plan_of("swiss", 3));
    cr_assert_eq(on_disk(&contest)->pair_count, 3);
    while (live_match(contest.evening, 1)) {
        plays_by_seed(contest.evening, live_match(contest.evening, 0));
        commit(contest.evening);
        if (contest.evening->disk.match_count > 6)
            break;
        cr_assert_eq(on_disk(&contest)->pair_count, 3);
    }
    while (on_disk(&contest)->pair_count == 3) {
        plays_by_seed(contest.evening, live_match(contest.evening, 0));
        commit(contest.evening);
    }
    cr_assert_eq(on_disk(&contest)->pair_count, 6);
    cr_assert_eq(on_disk(&contest)->pairs[3].round, 2);
    evening_end(contest.evening);
}

/* `winner` wins both matches of the pair, which are live. */
static void wins(const struct contest *contest, size_t pair, int64_t winner)
{
    const struct disk_pair *played = &on_disk(contest)->pairs[pair];
    int64_t loser = played->first == winner ? played->second : played->first;
    for (int game = 0; game < 2; game++) {
        char key[32];
        resigns(contest->players[loser], on_disk(contest)->pairs[pair].matches[game],
                fresh_key(contest->evening, key));
    }
    commit(contest->evening);
}

/* Each wins one match of the pair. */
static void draws(const struct contest *contest, size_t pair)
{
    const struct disk_pair *played = &on_disk(contest)->pairs[pair];
    int64_t losers[2] = {played->first, played->second};
    for (int game = 0; game < 2; game++) {
        char key[32];
        resigns(contest->players[losers[game]], on_disk(contest)->pairs[pair].matches[game],
                fresh_key(contest->evening, key));
    }
    commit(contest->evening);
}

Test(hall_tournament_formats, knockout_lets_the_winners_go_on)
{
    struct contest contest = contest_of(5, plan_of("knockout", 0));
    const struct disk_tournament *tournament = on_disk(&contest);
    cr_assert_eq(tournament->pair_count, 4, "three byes and a meeting");
    size_t played = 0;
    while (tournament->pairs[played].kind != MEETING_PLAYED)
        played++;
    cr_assert_eq(tournament->pairs[played].first + tournament->pairs[played].second, 3 + 4);
    wins(&contest, played, 4);
    cr_assert_eq(on_disk(&contest)->pair_count, 6);
    cr_assert_eq(meetings(&contest, 0, 4), 1);
    cr_assert_eq(meetings(&contest, 1, 2), 1);
    wins(&contest, 4, on_disk(&contest)->pairs[4].first == 0 ? 0 : 4);
    wins(&contest, 5, 2);
    cr_assert_eq(on_disk(&contest)->pair_count, 7);
    wins(&contest, 6, 2);
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_formats, knockout_gives_a_level_pair_another_leg_from_another_start)
{
    struct hall_tournament_plan plan = plan_of("knockout", 0);
    plan.starts = given("3+5,7+9");
    struct contest contest = contest_of(2, plan);
    draws(&contest, 0);
    const struct disk_tournament *tournament = on_disk(&contest);
    cr_assert_eq(tournament->pair_count, 2);
    cr_assert(tournament->pairs[1].round == 1 && tournament->pairs[1].board == 1 &&
              tournament->pairs[1].leg == 2 && tournament->pairs[1].attempt == 1);
    cr_assert_str_neq(tournament->pairs[0].start, tournament->pairs[1].start);
    wins(&contest, 1, 1);
    expect_finished(&contest);
    evening_end(contest.evening);
}

Test(hall_tournament_formats, knockout_lets_the_better_seeded_go_on_when_both_legs_are_level)
{
    struct contest contest = contest_of(4, plan_of("knockout", 0));
    wins(&contest, 1, on_disk(&contest)->pairs[1].first);
    int64_t other = on_disk(&contest)->pairs[1].first;
    draws(&contest, 0);
    cr_assert_eq(on_disk(&contest)->pairs[2].leg, 2);
    draws(&contest, 2);
    cr_assert_eq(on_disk(&contest)->pair_count, 4);
    int64_t better = on_disk(&contest)->pairs[0].first < on_disk(&contest)->pairs[0].second
                         ? on_disk(&contest)->pairs[0].first
                         : on_disk(&contest)->pairs[0].second;
    cr_assert_eq(on_disk(&contest)->pairs[3].round, 2);
    cr_assert_eq(meetings(&contest, better, other), 1);
    evening_end(contest.evening);
}

Test(hall_tournament_formats, no_format_lets_those_meet_who_must_not)
{
    static const char *const formats[] = {"round-robin", "swiss"};
    static const struct hall_text names[] = {{"p0", 2}, {"p1", 2}, {"p2", 2}, {"p3", 2}};
    static const struct hall_text forbidden[][2] = {{{"p0", 2}, {"p2", 2}}};
    for (int i = 0; i < 2; i++) {
        struct hall_tournament_plan plan = plan_of(formats[i], 2);
        plan.players = names;
        plan.player_count = 4;
        plan.forbidden = forbidden;
        plan.forbidden_count = 1;
        struct contest contest = contest_of(4, plan);
        play_out(contest.evening);
        expect_finished(&contest);
        cr_assert_eq(meetings(&contest, 0, 2), 0);
        evening_end(contest.evening);
    }
}

/* --- the same results, whatever happens --- */

static const struct {
    const char *format;
    int64_t rounds;
    int players;
} contests[] = {
    {"round-robin", 2, 6},
    {"gauntlet", 3, 5},
    {"swiss", 4, 7},
    {"knockout", 0, 7},
};

enum { CONTESTS = sizeof contests / sizeof *contests };

static struct contest contest_number(int number, int64_t at_once, int64_t each_at_once)
{
    struct hall_tournament_plan plan = plan_of(contests[number].format, contests[number].rounds);
    plan.at_once = at_once;
    plan.each_at_once = each_at_once;
    return contest_of(contests[number].players, plan);
}

/* What comes of it when one match after the other is played. free() it. */
static char *results_in_order(int number)
{
    struct contest contest = contest_number(number, 1, 0);
    play_out(contest.evening);
    expect_finished(&contest);
    char *results = results_of(contest.evening, contest.tournament);
    evening_end(contest.evening);
    return results;
}

static void come_back_all(const struct contest *contest)
{
    for (struct guest *guest = contest->evening->guests; guest; guest = guest->next)
        if (!guest->session)
            come_back(guest);
}

static void steps_store(struct evening *evening)
{
    if (evening->in_flight)
        land(evening);
    else
        submit(evening);
}

/* One thing that can happen on the way: a move in any match, an answer of the driver, a step of the
 * store, the death of the server. */
static void anything(struct contest *contest, struct random *random, bool crashes)
{
    struct evening *evening = contest->evening;
    int what = (int)random_below(random, 40);
    if (what == 0 && crashes) {
        crash(evening);
        come_back_all(contest);
    } else if (what < 10 && evening->question_count > 0) {
        answer_question(evening, (size_t)random_below(random, evening->question_count));
    } else if (what < 25) {
        steps_store(evening);
    } else {
        commit(evening);
        int64_t match = live_match(evening, (size_t)random_below(random, 8));
        if (match)
            plays_by_seed(evening, match);
    }
    hear(evening);
    forget_said(evening);
}

static void expect_same_results(int number, uint64_t seed, bool crashes)
{
    char *expected = results_in_order(number);
    struct random random = random_from_seed(seed);
    int64_t at_once = 1 + (int64_t)random_below(&random, 32);
    struct contest contest = contest_number(number, at_once, (int64_t)random_below(&random, 3));
    require_context("%s, seed %llu: ", contests[number].format, (unsigned long long)seed);
    contest.evening->slow_driver = true;
    for (int i = 0; on_disk(&contest)->state != TOURNAMENT_FINISHED; i++) {
        require(i < 1000000, "it never ends");
        anything(&contest, &random, crashes);
    }
    char *results = results_of(contest.evening, contest.tournament);
    cr_assert_str_eq(results, expected);
    free(results);
    free(expected);
    contest.evening->slow_driver = false;
    evening_end(contest.evening);
}

Test(hall_tournament_formats, results_do_not_depend_on_the_order_in_which_matches_end)
{
    for (int number = 0; number < CONTESTS; number++)
        for (uint64_t seed = 1; seed <= 10; seed++)
            expect_same_results(number, seed, false);
}

Test(hall_tournament_formats, results_do_not_depend_on_deaths_of_the_server)
{
    for (int number = 0; number < CONTESTS; number++)
        for (uint64_t seed = 1; seed <= 10; seed++)
            expect_same_results(number, seed, true);
}

Test(hall_tournament_formats, results_depend_on_the_seed)
{
    struct hall_tournament_plan plan = plan_of("round-robin", 2);
    plan.seed = 18;
    struct contest contest = contest_of(6, plan);
    play_out(contest.evening);
    char *other = results_of(contest.evening, contest.tournament);
    char *results = results_in_order(0);
    cr_assert_str_neq(results, other);
    free(results);
    free(other);
    evening_end(contest.evening);
}

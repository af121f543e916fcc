/* Tournaments beside each other, and beside matches that the same players arrange. */
#include "tests/unit/hall_contest.h"

SUITE(hall_tournament_beside, 60);

enum { PLAYERS = 3 };

struct company {
    struct evening *evening;
    struct guest *owner;
    struct guest *players[PLAYERS];
};

static struct company company_with(const struct hall_limits *limits)
{
    struct hall_config config = {.seed = 5, .now_ms = 1000000, .tick_ms = 1, .limits = *limits};
    struct company company = {.evening = evening_begin_with(&config)};
    company.owner = arrive(company.evening, "olga");
    static const char *const names[PLAYERS] = {"ann", "ben", "cid"};
    for (int i = 0; i < PLAYERS; i++)
        company.players[i] = arrive(company.evening, names[i]);
    return company;
}

static int64_t begin_contest(const struct company *company, const char *format, int64_t seed)
{
    struct hall_tournament_plan plan = {.format = given(format), .rounds = 2, .seed = seed};
    return open_contest(company->owner, company->players, PLAYERS, plan);
}

static size_t live_matches(const struct company *company)
{
    return hall_figures(company->evening->hall).live_matches;
}

static char *results_alone(const char *format, int64_t seed)
{
    struct company company = company_with(&hall_limits_default);
    int64_t tournament = begin_contest(&company, format, seed);
    play_out(company.evening);
    char *results = results_of(company.evening, tournament);
    evening_end(company.evening);
    return results;
}

Test(hall_tournament_beside, two_of_the_same_players_come_to_what_each_would_alone)
{
    char *expected[2] = {results_alone("round-robin", 7), results_alone("swiss", 8)};
    struct company company = company_with(&hall_limits_default);
    int64_t tournaments[2] = {begin_contest(&company, "round-robin", 7),
                              begin_contest(&company, "swiss", 8)};
    play_out(company.evening);
    for (int i = 0; i < 2; i++) {
        char *results = results_of(company.evening, tournaments[i]);
        cr_assert_str_eq(results, expected[i]);
        free(results);
        free(expected[i]);
    }
    evening_end(company.evening);
}

Test(hall_tournament_beside, withdrawing_from_one_is_not_leaving_the_other)
{
    struct company company = company_with(&hall_limits_default);
    int64_t first = begin_contest(&company, "round-robin", 7);
    int64_t second = begin_contest(&company, "round-robin", 8);
    withdraws(company.players[0], first, NULL, "out");
    play_out(company.evening);
    const struct disk_tournament *other = contest_on_disk(company.evening, second);
    cr_assert_eq(other->state, TOURNAMENT_FINISHED);
    cr_assert_geq(contest_on_disk(company.evening, first)->entrants[0].withdrawn, 0);
    cr_assert_eq(other->entrants[0].withdrawn, -1);
    for (size_t i = 0; i < other->pair_count; i++)
        for (int game = 0; game < 2; game++)
            cr_assert_eq(disk_match(&company.evening->disk, other->pairs[i].matches[game])->ending,
                         ENDING_NORMAL);
    evening_end(company.evening);
}

Test(hall_tournament_beside, its_matches_begin_beyond_the_limits_of_those_that_players_arrange)
{
    struct hall_limits limits = hall_limits_default;
    limits.live_matches_per_player = 1;
    limits.live_matches = 1;
    struct company company = company_with(&limits);
    begin_match(company.players[0], company.players[1], "nim", "3+5");
    begin_contest(&company, "round-robin", 7);
    cr_assert_geq(live_matches(&company), 3);
    play_out(company.evening);
    evening_end(company.evening);
}

Test(hall_tournament_beside, its_matches_count_when_a_player_wants_more)
{
    struct hall_limits limits = hall_limits_default;
    limits.live_matches_per_player = 2;
    struct company company = company_with(&limits);
    begin_contest(&company, "round-robin", 7);
    struct guest *zoe = arrive(company.evening, "zoe");
    int64_t seek = open_seek(zoe, "nim", "3+5");
    accepts(company.players[0], seek, "accept");
    commit(company.evening);
    const struct error *error = &expect_error(company.players[0], ERROR_LIMIT_REACHED)->error;
    cr_assert_not_null(strstr(error->message, "finish one first"));
    play_out(company.evening);
    evening_end(company.evening);
}

/* --- what the driver says too late --- */

Test(hall_tournament_beside, a_judgement_after_the_cancellation_is_left_aside)
{
    struct company company = company_with(&hall_limits_default);
    int64_t tournament = begin_contest(&company, "round-robin", 7);
    company.evening->slow_driver = true;
    int64_t match = live_match(company.evening, 0);
    while (disk_match(&company.evening->disk, match)->ending == ENDING_NONE) {
        plays_by_seed(company.evening, match);
        commit(company.evening);
    }
    calls_off(company.owner, tournament, "off");
    commit(company.evening);
    cr_assert_eq(hall_figures(company.evening->hall).tournaments, 0);
    while (company.evening->question_count > 0)
        answer_question(company.evening, 0);
    commit(company.evening);
    cr_assert_null(disk_match(&company.evening->disk, match)->marks);
    evening_end(company.evening);
}

Test(hall_tournament_beside, a_judgement_of_a_void_match_ends_nothing)
{
    struct company company = company_with(&hall_limits_default);
    int64_t tournament = begin_contest(&company, "gauntlet", 7);
    company.evening->slow_driver = true;
    play_out(company.evening);
    size_t waiting = company.evening->question_count;
    cr_assert_gt(waiting, 0);
    voids(company.owner, tournament, 1, 1, "void");
    commit(company.evening);
    while (waiting-- > 0)
        answer_question(company.evening, 0);
    commit(company.evening);
    cr_assert_eq(state_of(company.evening, tournament), TOURNAMENT_RUNNING);
    company.evening->slow_driver = false;
    play_out(company.evening);
    while (company.evening->question_count > 0)
        answer_question(company.evening, 0);
    play_out(company.evening);
    cr_assert_eq(state_of(company.evening, tournament), TOURNAMENT_FINISHED);
    evening_end(company.evening);
}

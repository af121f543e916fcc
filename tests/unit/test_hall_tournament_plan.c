/* Making a tournament: what a plan says and leaves open, and each plan that cannot be. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_tournament_plan, 60);

static struct hall_text names[ENTRANTS_MAX + 1];

/* A plan for a round-robin of Nim with these players; NULL ends them. */
static struct hall_tournament_plan plan_for(const char *const *players)
{
    struct hall_tournament_plan plan = {
        .rules = given("nim"),
        .format = given("round-robin"),
        .players = names,
    };
    for (; players && players[plan.player_count]; plan.player_count++)
        names[plan.player_count] = given(players[plan.player_count]);
    return plan;
}

static const char *const trio[] = {"ann", "ben", "carl", NULL};

static struct guest *owner_arrives(void)
{
    return arrive(evening_begin(), "olga");
}

/* The tournament as it is on disk. */
static const struct disk_tournament *made(struct guest *owner,
                                          const struct hall_tournament_plan *plan)
{
    creates(owner, plan, "make");
    commit(owner->evening);
    return contest_on_disk(owner->evening,
                           expect(owner, HEARD_TOURNAMENT_NUMBER)->tournament_number.tournament);
}

static void expect_refused(const struct hall_tournament_plan *plan, enum error_code code,
                           const char *heard)
{
    struct guest *owner = owner_arrives();
    creates(owner, plan, "make");
    const struct error *error = &expect_error(owner, code)->error;
    cr_assert_not_null(strstr(error->message, heard), "%s", error->message);
    cr_assert(hall_is_durable(owner->evening->hall), "what is refused leaves no record");
    evening_end(owner->evening);
}

Test(hall_tournament_plan, says_little_and_the_rest_is_filled_in)
{
    struct guest *owner = owner_arrives();
    struct hall_tournament_plan plan = plan_for(NULL);
    const struct disk_tournament *tournament = made(owner, &plan);
    cr_assert_str_eq(tournament->name, "nim");
    cr_assert_str_eq(tournament->starts, "drawn");
    cr_assert_eq(tournament->rounds, 1);
    cr_assert_eq(tournament->at_once, 32);
    cr_assert_eq(tournament->each_at_once, 0);
    cr_assert_eq(tournament->control.kind, TIME_PER_MOVE);
    cr_assert_eq(tournament->control.base_ms, 60000);
    cr_assert(tournament->seed >= 1 && tournament->seed < INT64_C(1) << 53);
    cr_assert_eq(tournament->entrant_count, 0);
    cr_assert_not(tournament->invited || tournament->rated);
    cr_assert_eq(tournament->state, TOURNAMENT_OPEN);
    evening_end(owner->evening);
}

Test(hall_tournament_plan, keeps_what_it_says)
{
    struct guest *owner = owner_arrives();
    static const struct hall_text forbidden[][2] = {{{"BEN", 3}, {"carl", 4}}};
    struct hall_tournament_plan plan = plan_for(trio);
    plan.name = given("Caf\u00e9");
    plan.rules = given("fibonacci-nim");
    plan.starts = given("drawn:1:9-99");
    plan.clock = given("1+0.5");
    plan.rounds = 3;
    plan.seed = 7;
    plan.at_once = 256;
    plan.each_at_once = 2;
    plan.rated = true;
    plan.forbidden = forbidden;
    plan.forbidden_count = 1;
    const struct disk_tournament *tournament = made(owner, &plan);
    cr_assert_str_eq(tournament->name, "Caf\u00e9");
    cr_assert_str_eq(tournament->rules.text, "take-away:2x");
    cr_assert_str_eq(tournament->starts, "drawn:1:9-99");
    cr_assert_eq(tournament->control.increment_ms, 500);
    cr_assert(tournament->rounds == 3 && tournament->seed == 7 && tournament->at_once == 256 &&
              tournament->each_at_once == 2 && tournament->rated && tournament->invited);
    cr_assert_str_eq(tournament->forbidden, "1-2");
    cr_assert_eq(tournament->entrant_count, 3);
    cr_assert_str_eq(tournament->entrants[2].name, "carl");
    cr_assert_eq(tournament->entrants[2].player, 0);
    evening_end(owner->evening);
}

Test(hall_tournament_plan, gives_a_swiss_as_many_rounds_as_a_knockout_would_have)
{
    static const char *const five[] = {"ann", "ben", "carl", "dora", "eve", NULL};
    struct guest *owner = owner_arrives();
    struct hall_tournament_plan plan = plan_for(five);
    plan.format = given("swiss");
    cr_assert_eq(made(owner, &plan)->rounds, 3);
    evening_end(owner->evening);
}

Test(hall_tournament_plan, is_answered_again_when_its_key_comes_again)
{
    struct guest *owner = owner_arrives();
    struct hall_tournament_plan plan = plan_for(trio);
    int64_t tournament = made(owner, &plan)->id;
    cr_assert_eq(made(owner, &plan)->id, tournament);
    crash(owner->evening);
    come_back(owner);
    cr_assert_eq(made(owner, &plan)->id, tournament);
    cr_assert_eq(owner->evening->disk.tournament_count, 1);
    evening_end(owner->evening);
}

Test(hall_tournament_plan, is_answered_when_it_is_on_disk)
{
    struct guest *owner = owner_arrives();
    struct hall_tournament_plan plan = plan_for(trio);
    creates(owner, &plan, "make");
    expect_silence(owner);
    submit(owner->evening);
    expect_silence(owner);
    land(owner->evening);
    expect(owner, HEARD_TOURNAMENT_NUMBER);
    evening_end(owner->evening);
}

#define REFUSED(about, change, code, heard)                                                        \
    Test(hall_tournament_plan, is_refused_with_##about)                                            \
    {                                                                                              \
        struct hall_tournament_plan plan = plan_for(trio);                                         \
        change;                                                                                    \
        expect_refused(&plan, code, heard);                                                        \
    }

REFUSED(unknown_rules, plan.rules = given("gomoku"), ERROR_BAD_RULES, "")
REFUSED(an_unknown_format, plan.format = given("league"), ERROR_BAD_PLAN, "not 'league'")
REFUSED(a_start_that_cannot_be, plan.starts = given("0"), ERROR_NO_LEGAL_MOVE, "")
REFUSED(starts_that_cannot_be_read, plan.starts = given("soon"), ERROR_BAD_POSITION, "")
REFUSED(no_clock, plan.clock = given("none"), ERROR_BAD_CLOCK, "needs a clock")
REFUSED(an_unreadable_clock, plan.clock = given("soon"), ERROR_BAD_CLOCK, "")
REFUSED(an_empty_name, plan.name = given(""), ERROR_BAD_PLAN, "1 to 64 bytes, not 0")
REFUSED(a_name_of_two_lines, plan.name = given("a\nb"), ERROR_BAD_ARGUMENTS, "one line")
REFUSED(too_many_matches_at_once, plan.at_once = 257, ERROR_BAD_PLAN, "1 to 256 matches")
REFUSED(too_many_matches_of_each, plan.each_at_once = 257, ERROR_BAD_PLAN, "1 to 256 matches")
REFUSED(too_many_rounds, plan.rounds = 1001, ERROR_BAD_PLAN, "1 to 1000 rounds, not 1001")
REFUSED(a_seed_beyond_javascript, plan.seed = INT64_C(1) << 53, ERROR_BAD_PLAN, "a seed is 1 to")
REFUSED(a_player_named_twice, names[2] = given("ANN"), ERROR_BAD_PLAN, "'ANN' is named twice")
REFUSED(an_impossible_player, names[2] = given("a b"), ERROR_BAD_NAME, "")
REFUSED(one_player, plan.player_count = 1, ERROR_BAD_PLAN, "")

Test(hall_tournament_plan, is_refused_with_rounds_of_a_knockout)
{
    struct hall_tournament_plan plan = plan_for(trio);
    plan.format = given("knockout");
    plan.rounds = 2;
    expect_refused(&plan, ERROR_BAD_PLAN, "as many rounds as it needs");
}

Test(hall_tournament_plan, is_refused_when_nobody_can_tell_the_rounds_of_a_swiss)
{
    struct hall_tournament_plan plan = plan_for(NULL);
    plan.format = given("swiss");
    expect_refused(&plan, ERROR_BAD_PLAN, "must be said");
}

Test(hall_tournament_plan, is_refused_with_somebody_unknown_who_must_not_meet)
{
    static const struct hall_text forbidden[][2] = {{{"ann", 3}, {"zoe", 3}}};
    struct hall_tournament_plan plan = plan_for(trio);
    plan.forbidden = forbidden;
    plan.forbidden_count = 1;
    expect_refused(&plan, ERROR_BAD_PLAN, "'zoe', who must not meet somebody");
}

/* The first player, spelt otherwise each time, must not meet the second one, so many times. */
static const struct hall_tournament_plan *plan_of_many_spellings(size_t count)
{
    enum { LETTERS = 9 }; /* each one small or capital */
    static const char *const players[] = {"abcdefghi", "ben", "carl", NULL};
    static char texts[1 << LETTERS][LETTERS + 1];
    static struct hall_text forbidden[1 << LETTERS][2];
    static struct hall_tournament_plan plan;
    require(count < 1 << LETTERS, "there are not so many spellings");
    plan = plan_for(players);
    for (size_t i = 0; i < count; i++) {
        memcpy(texts[i], players[0], LETTERS + 1);
        for (size_t at = 0; at < LETTERS; at++)
            texts[i][at] = (char)(texts[i][at] - ((i + 1) >> at & 1 ? 'a' - 'A' : 0));
        forbidden[i][0] = given(texts[i]);
        forbidden[i][1] = given("ben");
    }
    plan.forbidden = (const struct hall_text(*)[2])forbidden;
    plan.forbidden_count = count;
    return &plan;
}

Test(hall_tournament_plan, may_spell_players_otherwise_in_so_many_ways)
{
    struct guest *owner = owner_arrives();
    const char *pairs = made(owner, plan_of_many_spellings(ENTRANTS_MAX))->forbidden;
    cr_assert_eq(strlen(pairs), 4 * ENTRANTS_MAX - 1);
    cr_assert_eq(strncmp(pairs, "0-1 0-1 ", 8), 0, "%s", pairs);
    evening_end(owner->evening);
}

Test(hall_tournament_plan, is_refused_with_more_spellings)
{
    expect_refused(plan_of_many_spellings(ENTRANTS_MAX + 1), ERROR_BAD_PLAN, "spell them alike");
}

Test(hall_tournament_plan, is_refused_with_too_many_players)
{
    char text[ENTRANTS_MAX + 1][8];
    struct hall_tournament_plan plan = plan_for(NULL);
    for (int i = 0; i <= ENTRANTS_MAX; i++) {
        snprintf(text[i], sizeof text[i], "p%d", i);
        names[i] = given(text[i]);
    }
    plan.player_count = ENTRANTS_MAX + 1;
    expect_refused(&plan, ERROR_BAD_PLAN, "at most 256 players, not 257");
}

Test(hall_tournament_plan, is_refused_with_too_many_pairs)
{
    struct hall_tournament_plan plan = plan_for(trio);
    char text[ENTRANTS_MAX][8];
    for (int i = 0; i < ENTRANTS_MAX; i++) {
        snprintf(text[i], sizeof text[i], "p%d", i);
        names[i] = given(text[i]);
    }
    plan.player_count = ENTRANTS_MAX;
    plan.rounds = 4;
    expect_refused(&plan, ERROR_BAD_PLAN, "that would be 130560 pairs of matches: 100000 at most");
}

Test(hall_tournament_plan, is_refused_when_the_owner_directs_enough)
{
    struct hall_config config = {.seed = 1, .now_ms = 1, .limits = hall_limits_default};
    config.limits.tournaments_per_player = 1;
    struct guest *owner = arrive(evening_begin_with(&config), "olga");
    int64_t first = announce(owner, plan_for(trio));
    struct hall_tournament_plan plan = plan_for(trio);
    creates(owner, &plan, "second");
    const struct error *error = &expect_error(owner, ERROR_LIMIT_REACHED)->error;
    cr_assert_str_eq(error->message,
                     "you direct 1 tournament, the most there may be: end one first");
    calls_off(owner, first, "end");
    commit(owner->evening);
    skip(owner);
    made(owner, &plan);
    evening_end(owner->evening);
}

/* Reading a plan can take long, and a request without a place can be repeated for ever. */
Test(hall_tournament_plan, is_not_read_when_the_owner_directs_enough)
{
    struct hall_config config = {.seed = 1, .now_ms = 1, .limits = hall_limits_default};
    config.limits.tournaments_per_player = 1;
    struct guest *owner = arrive(evening_begin_with(&config), "olga");
    announce(owner, plan_for(trio));
    struct hall_tournament_plan plan = plan_for(trio);
    names[2] = given("a b");
    creates(owner, &plan, "second");
    expect_error(owner, ERROR_LIMIT_REACHED);
    evening_end(owner->evening);
}

Test(hall_tournament_plan, is_refused_when_there_are_enough)
{
    struct hall_config config = {.seed = 1, .now_ms = 1, .limits = hall_limits_default};
    config.limits.tournaments = 1;
    struct guest *owner = arrive(evening_begin_with(&config), "olga");
    struct guest *other = arrive(owner->evening, "otto");
    announce(owner, plan_for(trio));
    struct hall_tournament_plan plan = plan_for(trio);
    creates(other, &plan, "second");
    const struct error *error = &expect_error(other, ERROR_LIMIT_REACHED)->error;
    cr_assert_str_eq(error->message,
                     "1 tournament is not over here, the most there may be: try again later");
    cr_assert_eq(hall_figures(owner->evening->hall).tournaments, 1);
    evening_end(owner->evening);
}

Test(hall_tournament_plan, is_refused_during_a_stall)
{
    struct guest *owner = owner_arrives();
    struct hall_tournament_plan plan = plan_for(trio);
    announce(owner, plan);
    creates(owner, &plan, "second");
    stall(owner->evening);
    creates(owner, &plan, "third");
    expect(owner, HEARD_STALLED);
    expect_error(owner, ERROR_SERVER_STALLED);
    evening_end(owner->evening);
}

/* The life of a tournament: joining, beginning, following it, its end; and what is refused on the
 * way. */
#include "tests/unit/hall_contest.h"

#include <stdio.h>

SUITE(hall_tournament, 60);

struct crowd {
    struct evening *evening;
    struct guest *owner;
    struct guest *players[3]; /* ann, ben, carl */
};

static struct crowd gather_at(struct evening *evening)
{
    struct crowd crowd = {.evening = evening};
    crowd.owner = arrive(crowd.evening, "olga");
    crowd.players[0] = arrive(crowd.evening, "ann");
    crowd.players[1] = arrive(crowd.evening, "ben");
    crowd.players[2] = arrive(crowd.evening, "carl");
    return crowd;
}

static struct crowd gather(void)
{
    return gather_at(evening_begin());
}

static const struct hall_tournament_plan round_robin = {.format = {"round-robin", 11}};

/* For ann, ben and carl. */
static int64_t invite(const struct crowd *crowd)
{
    static const struct hall_text names[] = {{"Ann", 3}, {"ben", 3}, {"carl", 4}};
    struct hall_tournament_plan plan = round_robin;
    plan.players = names;
    plan.player_count = 3;
    return announce(crowd->owner, plan);
}

static void expect_refusal(struct guest *guest, enum error_code code, const char *heard)
{
    commit(guest->evening);
    const struct error *error = &expect_error(guest, code)->error;
    cr_assert_str_eq(error->message, heard);
}

static void expect_done(struct guest *guest)
{
    commit(guest->evening);
    expect(guest, HEARD_NOTHING);
}

static const struct wire_tournament_news *expect_news(struct guest *guest)
{
    commit(guest->evening);
    return &expect(guest, HEARD_TOURNAMENT)->tournament;
}

/* --- joining --- */

Test(hall_tournament, is_joined_by_whoever_comes_in_the_order_of_coming)
{
    struct crowd crowd = gather();
    int64_t tournament = announce(crowd.owner, round_robin);
    joins(crowd.players[1], tournament, "in");
    expect_done(crowd.players[1]);
    joins(crowd.players[0], tournament, "in");
    expect_done(crowd.players[0]);
    const struct disk_tournament *disk = contest_on_disk(crowd.evening, tournament);
    cr_assert_eq(disk->entrant_count, 2);
    cr_assert_str_eq(disk->entrants[0].name, "ben");
    cr_assert_eq(disk->entrants[1].player, crowd.players[0]->player);
    evening_end(crowd.evening);
}

Test(hall_tournament, may_be_joined_again_with_no_effect)
{
    struct crowd crowd = gather();
    int64_t tournament = announce(crowd.owner, round_robin);
    enter(crowd.players, 1, tournament);
    enter(crowd.players, 1, tournament);
    cr_assert_eq(contest_on_disk(crowd.evening, tournament)->entrant_count, 1);
    evening_end(crowd.evening);
}

Test(hall_tournament, may_be_joined_again_when_it_has_begun)
{
    struct crowd crowd = gather();
    int64_t tournament = open_contest(crowd.owner, crowd.players, 2, round_robin);
    enter(crowd.players, 2, tournament);
    joins(crowd.players[2], tournament, "in");
    expect_refusal(crowd.players[2], ERROR_WRONG_STATE, "tournament 1 has begun");
    evening_end(crowd.evening);
}

Test(hall_tournament, of_invited_players_takes_them_by_name_in_any_case)
{
    struct crowd crowd = gather();
    struct guest *dora = arrive(crowd.evening, "dora");
    int64_t tournament = invite(&crowd);
    enter(crowd.players, 1, tournament);
    const struct disk_tournament *disk = contest_on_disk(crowd.evening, tournament);
    cr_assert_eq(disk->entrants[0].player, crowd.players[0]->player);
    cr_assert_eq(disk->entrants[1].player, 0);
    joins(dora, tournament, "in");
    expect_refusal(dora, ERROR_NOT_ENTERED, "tournament 1 is for others: 'dora' is not invited");
    evening_end(crowd.evening);
}

Test(hall_tournament, keeps_the_names_of_those_who_have_joined)
{
    struct crowd crowd = gather();
    int64_t tournament = invite(&crowd);
    enter(crowd.players, 1, tournament);
    leave(crowd.players[0]);
    struct guest *thief = newcomer(crowd.evening, "ann");
    says_hello(thief);
    commit(crowd.evening);
    expect_error(thief, ERROR_NAME_TAKEN);
    come_back(crowd.players[0]);
    calls_off(crowd.owner, tournament, "off");
    commit(crowd.evening);
    leave(crowd.players[0]);
    says_hello(thief);
    commit(crowd.evening);
    expect(thief, HEARD_WELCOME);
    evening_end(crowd.evening);
}

Test(hall_tournament, that_is_rated_is_for_accounts)
{
    struct crowd crowd = gather();
    struct hall_tournament_plan plan = round_robin;
    plan.rated = true;
    int64_t tournament = announce(crowd.owner, plan);
    joins(crowd.players[0], tournament, "in");
    expect_refusal(crowd.players[0], ERROR_NO_ACCOUNT,
                   "'ann' is a guest, and tournament 1 is rated: register first");
    registers(crowd.players[0], "secret", "account");
    expect_done(crowd.players[0]);
    joins(crowd.players[0], tournament, "in");
    expect_done(crowd.players[0]);
    evening_end(crowd.evening);
}

Test(hall_tournament, has_no_more_entrants_than_can_be)
{
    struct hall_config config = {.seed = 1, .now_ms = 1700000000000, .tick_ms = 1000000};
    config.limits = hall_limits_default;
    config.limits.guest_share = 100;
    struct crowd crowd = gather_at(evening_begin_with(&config));
    int64_t tournament = announce(crowd.owner, round_robin);
    for (int i = 0; i < ENTRANTS_MAX; i++) {
        char name[8];
        snprintf(name, sizeof name, "p%d", i);
        struct guest *guest = arrive(crowd.evening, name);
        enter(&guest, 1, tournament);
    }
    joins(crowd.players[0], tournament, "in");
    expect_refusal(crowd.players[0], ERROR_LIMIT_REACHED,
                   "tournament 1 has 256 entrants, the most there may be");
    evening_end(crowd.evening);
}

Test(hall_tournament, that_does_not_exist_cannot_be_joined_or_directed)
{
    struct crowd crowd = gather();
    joins(crowd.owner, 1, "in");
    expect_refusal(crowd.owner, ERROR_NO_SUCH_TOURNAMENT, "there is no tournament 1");
    starts(crowd.owner, 1, "start");
    expect_refusal(crowd.owner, ERROR_NO_SUCH_TOURNAMENT, "there is no tournament 1");
    follows(crowd.owner, 1);
    expect_refusal(crowd.owner, ERROR_NO_SUCH_TOURNAMENT,
                   "there is no tournament 1, or it is over: tournament.show tells");
    evening_end(crowd.evening);
}

/* --- beginning --- */

Test(hall_tournament, waits_for_those_who_are_invited)
{
    struct crowd crowd = gather();
    int64_t tournament = invite(&crowd);
    enter(crowd.players, 1, tournament);
    starts(crowd.owner, tournament, "start");
    expect_refusal(crowd.owner, ERROR_TOO_EARLY,
                   "2 of the players of tournament 1 are missing: 'ben', 'carl'");
    enter(crowd.players, 2, tournament);
    starts(crowd.owner, tournament, "start");
    expect_refusal(crowd.owner, ERROR_TOO_EARLY,
                   "1 of the players of tournament 1 is missing: 'carl'");
    enter(crowd.players, 3, tournament);
    starts(crowd.owner, tournament, "start");
    expect_done(crowd.owner);
    cr_assert_eq(state_of(crowd.evening, tournament), TOURNAMENT_RUNNING);
    evening_end(crowd.evening);
}

Test(hall_tournament, does_not_begin_with_one_player)
{
    struct crowd crowd = gather();
    int64_t tournament = announce(crowd.owner, round_robin);
    enter(crowd.players, 1, tournament);
    starts(crowd.owner, tournament, "start");
    commit(crowd.evening);
    expect_error(crowd.owner, ERROR_BAD_PLAN);
    cr_assert_eq(state_of(crowd.evening, tournament), TOURNAMENT_OPEN);
    evening_end(crowd.evening);
}

Test(hall_tournament, is_directed_by_its_owner_alone)
{
    struct crowd crowd = gather();
    struct guest *ann = crowd.players[0];
    int64_t tournament = open_contest(crowd.owner, crowd.players, 2, round_robin);
    static const char message[] = "tournament 1 is for 'olga' to direct, not for you";
    starts(ann, tournament, "1");
    expect_refusal(ann, ERROR_NOT_YOURS, message);
    pauses(ann, tournament, "2");
    expect_refusal(ann, ERROR_NOT_YOURS, message);
    goes_on(ann, tournament, "3");
    expect_refusal(ann, ERROR_NOT_YOURS, message);
    calls_off(ann, tournament, "4");
    expect_refusal(ann, ERROR_NOT_YOURS, message);
    voids(ann, tournament, 1, 1, "5");
    expect_refusal(ann, ERROR_NOT_YOURS, message);
    withdraws(ann, tournament, "ben", "6");
    expect_refusal(ann, ERROR_NOT_YOURS, message);
    evening_end(crowd.evening);
}

Test(hall_tournament, keeps_the_name_of_its_owner_taken_until_it_is_over)
{
    struct crowd crowd = gather();
    int64_t tournament = announce(crowd.owner, round_robin);
    leave(crowd.owner);
    struct guest *other = newcomer(crowd.evening, "OLGA");
    says_hello(other);
    expect_error(other, ERROR_NAME_TAKEN);
    come_back(crowd.owner);
    calls_off(crowd.owner, tournament, "end");
    expect_done(crowd.owner);
    leave(crowd.owner);
    says_hello(other);
    commit(crowd.evening);
    expect(other, HEARD_WELCOME);
    evening_end(crowd.evening);
}

Test(hall_tournament, does_only_what_its_state_allows)
{
    struct crowd crowd = gather();
    struct guest *olga = crowd.owner;
    int64_t tournament = announce(olga, round_robin);
    enter(crowd.players, 2, tournament);
    pauses(olga, tournament, "1");
    expect_refusal(olga, ERROR_WRONG_STATE, "tournament 1 is open, not running");
    goes_on(olga, tournament, "2");
    expect_refusal(olga, ERROR_WRONG_STATE, "tournament 1 is open, not paused");
    voids(olga, tournament, 1, 1, "3");
    expect_refusal(olga, ERROR_WRONG_STATE, "tournament 1 has not begun");
    starts(olga, tournament, "4");
    expect_done(olga);
    skip(olga);
    starts(olga, tournament, "5");
    expect_refusal(olga, ERROR_WRONG_STATE, "tournament 1 is running, not open");
    goes_on(olga, tournament, "6");
    expect_refusal(olga, ERROR_WRONG_STATE, "tournament 1 is running, not paused");
    calls_off(olga, tournament, "7");
    expect_done(olga);
    skip(olga);
    starts(olga, tournament, "8");
    expect_refusal(olga, ERROR_WRONG_STATE, "tournament 1 is over");
    joins(olga, tournament, "9");
    expect_refusal(olga, ERROR_WRONG_STATE, "tournament 1 is over");
    follows(olga, tournament);
    expect_refusal(olga, ERROR_NO_SUCH_TOURNAMENT,
                   "there is no tournament 1, or it is over: tournament.show tells");
    evening_end(crowd.evening);
}

/* --- matches begin --- */

Test(hall_tournament, begins_both_matches_of_a_pair_with_the_sides_swapped)
{
    struct crowd crowd = gather();
    int64_t tournament = open_contest(crowd.owner, crowd.players, 2, round_robin);
    const struct disk *disk = &crowd.evening->disk;
    cr_assert_eq(disk->match_count, 2);
    cr_assert_eq(disk->matches[0].first, disk->matches[1].second);
    cr_assert_eq(disk->matches[0].second, disk->matches[1].first);
    cr_assert_str_eq(disk->matches[0].start, disk->matches[1].start);
    cr_assert_eq(disk->matches[1].tournament, tournament);
    evening_end(crowd.evening);
}

Test(hall_tournament, gives_each_player_a_seed_that_the_other_does_not_see)
{
    struct crowd crowd = gather();
    int64_t tournament = announce(crowd.owner, round_robin);
    enter(crowd.players, 2, tournament);
    skip_all(crowd.evening);
    starts(crowd.owner, tournament, "start");
    commit(crowd.evening);
    expect(crowd.players[0], HEARD_TOURNAMENT);
    expect(crowd.players[1], HEARD_TOURNAMENT);
    int64_t seeds[4];
    for (int i = 0; i < 4; i++) {
        const struct wire_match *view = &expect(crowd.players[i / 2], HEARD_MATCH_STARTED)->match;
        seeds[i] = view->seed;
        cr_assert(view->seed > 0 && view->tournament == tournament);
        cr_assert_str_eq(view->seat.bytes, i % 2 == i / 2 ? "first" : "second");
        for (int j = 0; j < i; j++)
            cr_assert_neq(seeds[j], seeds[i]);
    }
    skip(crowd.players[0]);
    resumes(crowd.players[0], 1, 0);
    cr_assert_eq(expect(crowd.players[0], HEARD_MATCH)->match.seed, seeds[0]);
    watches(crowd.owner, 1);
    skip(crowd.owner);
    resumes(crowd.owner, 1, 0);
    cr_assert_eq(expect(crowd.owner, HEARD_MATCH)->match.seed, WIRE_ABSENT);
    evening_end(crowd.evening);
}

Test(hall_tournament, its_matches_look_as_it_does_over_a_restart_too)
{
    struct crowd crowd = gather();
    struct hall_tournament_plan plan = round_robin;
    plan.rules = given("nimble");
    int64_t tournament = announce(crowd.owner, plan);
    enter(crowd.players, 2, tournament);
    crash(crowd.evening);
    come_back(crowd.owner);
    for (int i = 0; i < 2; i++)
        come_back(crowd.players[i]);
    skip_all(crowd.evening);
    starts(crowd.owner, tournament, "start");
    commit(crowd.evening);
    expect(crowd.players[0], HEARD_TOURNAMENT);
    const struct wire_match *view = &expect(crowd.players[0], HEARD_MATCH_STARTED)->match;
    cr_assert_str_eq(view->rules.bytes, "nim");
    cr_assert_str_eq(view->look.bytes, "strip");
    evening_end(crowd.evening);
}

Test(hall_tournament, starts_that_are_drawn_fit_the_look_also_after_a_crash)
{
    struct crowd crowd = gather();
    struct hall_tournament_plan plan = round_robin;
    plan.rules = given("kayles-on-a-ring");
    plan.starts = given("drawn");
    int64_t tournament = announce(crowd.owner, plan);
    enter(crowd.players, 2, tournament);
    crash(crowd.evening);
    come_back(crowd.owner);
    for (int i = 0; i < 2; i++)
        come_back(crowd.players[i]);
    skip_all(crowd.evening);
    starts(crowd.owner, tournament, "start");
    commit(crowd.evening);
    const struct wire_match *view = &expect(crowd.players[0], HEARD_MATCH_STARTED)->match;
    cr_assert_eq(view->start.bytes[0], 'o', "%s", view->start.bytes);
    cr_assert_null(strchr(view->start.bytes, '+'));
    evening_end(crowd.evening);
}

Test(hall_tournament, a_look_without_a_name_is_refused)
{
    struct crowd crowd = gather();
    struct hall_tournament_plan plan = round_robin;
    plan.rules = given("nim");
    plan.starts = given("3+5");
    plan.look = given("A board");
    creates(crowd.owner, &plan, "k");
    expect_refusal(crowd.owner, ERROR_BAD_ARGUMENTS,
                   "a look has 1 to 16 lower-case letters, digits and hyphens, not 'A board'");
    evening_end(crowd.evening);
}

Test(hall_tournament, says_nothing_before_it_is_on_disk)
{
    struct crowd crowd = gather();
    int64_t tournament = announce(crowd.owner, round_robin);
    enter(crowd.players, 2, tournament);
    skip_all(crowd.evening);
    starts(crowd.owner, tournament, "start");
    expect_silence(crowd.owner);
    submit(crowd.evening);
    expect_silence(crowd.players[0]);
    land(crowd.evening);
    expect(crowd.owner, HEARD_NOTHING);
    expect(crowd.players[0], HEARD_TOURNAMENT);
    expect_silence(crowd.players[0]);
    submit(crowd.evening);
    expect_silence(crowd.players[0]);
    land(crowd.evening);
    expect(crowd.players[0], HEARD_MATCH_STARTED);
    evening_end(crowd.evening);
}

Test(hall_tournament, begins_as_many_matches_as_may_be_played_at_once)
{
    struct crowd crowd = gather();
    struct hall_tournament_plan plan = round_robin;
    plan.at_once = 3;
    plan.rounds = 4;
    open_contest(crowd.owner, crowd.players, 3, plan);
    cr_assert_eq(hall_figures(crowd.evening->hall).live_matches, 3);
    while (live_match(crowd.evening, 2)) {
        plays_by_seed(crowd.evening, live_match(crowd.evening, 1));
        commit(crowd.evening);
    }
    cr_assert_eq(crowd.evening->disk.match_count, 24, "all have begun when fewer are live");
    evening_end(crowd.evening);
}

Test(hall_tournament, begins_as_many_matches_of_a_player_as_may_be_played_at_once)
{
    struct crowd crowd = gather();
    struct hall_tournament_plan plan = round_robin;
    plan.each_at_once = 1;
    int64_t tournament = open_contest(crowd.owner, crowd.players, 3, plan);
    cr_assert_eq(hall_figures(crowd.evening->hall).live_matches, 1);
    play_out(crowd.evening);
    cr_assert_eq(state_of(crowd.evening, tournament), TOURNAMENT_FINISHED);
    evening_end(crowd.evening);
}

Test(hall_tournament, has_matches_that_nobody_aborts_or_repeats)
{
    struct crowd crowd = gather();
    open_contest(crowd.owner, crowd.players, 2, round_robin);
    aborts(crowd.players[0], 1, "abort");
    commit(crowd.evening);
    expect_error(crowd.players[0], ERROR_NOT_YOURS);
    resigns(crowd.players[0], 1, "resign");
    commit(crowd.evening);
    skip(crowd.players[0]);
    asks_rematch(crowd.players[0], 1, "again");
    commit(crowd.evening);
    expect_error(crowd.players[0], ERROR_NOT_YOURS);
    evening_end(crowd.evening);
}

/* --- following --- */

Test(hall_tournament, tells_its_owner_and_entrants_when_it_changes_its_state_or_round)
{
    struct crowd crowd = gather();
    int64_t tournament = announce(crowd.owner, round_robin);
    enter(crowd.players, 2, tournament);
    skip_all(crowd.evening);
    starts(crowd.owner, tournament, "start");
    expect_done(crowd.owner);
    const struct wire_tournament_news *news = expect_news(crowd.owner);
    cr_assert(heard_state(news->state) == TOURNAMENT_RUNNING && news->round == 0 &&
              news->total == 2);
    news = expect_news(crowd.owner);
    cr_assert(heard_state(news->state) == TOURNAMENT_RUNNING && news->round == 1 &&
              news->live == 2);
    expect_silence(crowd.owner);
    cr_assert_eq(expect_news(crowd.players[0])->round, 0);
    expect_silence(crowd.players[2]);
    resigns(crowd.players[0], 1, "1");
    resigns(crowd.players[0], 2, "2");
    commit(crowd.evening);
    news = expect_news(crowd.owner);
    cr_assert(heard_state(news->state) == TOURNAMENT_FINISHED && news->matches == 2 &&
              news->live == 0 && news->unjudged == 0);
    expect_silence(crowd.owner);
    evening_end(crowd.evening);
}

Test(hall_tournament, tells_those_who_follow_it_of_every_change)
{
    struct crowd crowd = gather();
    struct guest *carl = crowd.players[2];
    int64_t tournament = announce(crowd.owner, round_robin);
    follows(carl, tournament);
    const struct wire_tournament_news *news = &expect(carl, HEARD_TOURNAMENT_NOW)->tournament;
    cr_assert(heard_state(news->state) == TOURNAMENT_OPEN && news->total == 0);
    enter(crowd.players, 2, tournament);
    expect_news(carl);
    cr_assert_eq(expect_news(carl)->total, 2);
    starts(crowd.owner, tournament, "start");
    commit(crowd.evening);
    cr_assert_eq(expect_news(carl)->live, 0);
    cr_assert_eq(expect_news(carl)->live, 2);
    crowd.evening->slow_driver = true;
    resigns(crowd.players[0], 1, "1");
    news = expect_news(carl);
    cr_assert(news->matches == 1 && news->unjudged == 1 && news->live == 1);
    answer_question(crowd.evening, 0);
    cr_assert_eq(expect_news(carl)->unjudged, 0);
    unfollows(carl, tournament);
    expect_done(carl);
    resigns(crowd.players[0], 2, "2");
    commit(crowd.evening);
    expect_silence(carl);
    evening_end(crowd.evening);
}

Test(hall_tournament, is_told_once_of_what_happens_at_once)
{
    struct crowd crowd = gather();
    int64_t tournament = open_contest(crowd.owner, crowd.players, 3, round_robin);
    struct guest *dora = arrive(crowd.evening, "dora");
    follows(dora, tournament);
    expect(dora, HEARD_TOURNAMENT_NOW);
    crowd.evening->slow_driver = true;
    for (int64_t match = 1; match <= 6; match++) {
        char key[8];
        snprintf(key, sizeof key, "%d", (int)match);
        int64_t first = disk_match(&crowd.evening->disk, match)->first;
        for (int i = 0; i < 3; i++)
            if (crowd.players[i]->player == first)
                resigns(crowd.players[i], match, key);
    }
    cr_assert_eq(expect_news(dora)->matches, 6);
    expect_silence(dora);
    evening_end(crowd.evening);
}

Test(hall_tournament, forgets_a_follower_who_leaves)
{
    struct crowd crowd = gather();
    struct guest *dora = arrive(crowd.evening, "dora");
    int64_t tournament = announce(crowd.owner, round_robin);
    follows(dora, tournament);
    expect(dora, HEARD_TOURNAMENT_NOW);
    leave(dora);
    enter(crowd.players, 2, tournament);
    come_back(dora);
    enter(crowd.players, 3, tournament);
    expect_silence(dora);
    evening_end(crowd.evening);
}

Test(hall_tournament, is_followed_by_no_more_than_may)
{
    struct hall_config config = {.seed = 1, .now_ms = 1, .limits = hall_limits_default};
    config.limits.spectators = 1;
    config.limits.watched = 1;
    struct evening *evening = evening_begin_with(&config);
    struct guest *olga = arrive(evening, "olga"), *ann = arrive(evening, "ann");
    int64_t first = announce(olga, round_robin), second = announce(olga, round_robin);
    follows(olga, first);
    expect(olga, HEARD_TOURNAMENT_NOW);
    follows(olga, first);
    expect(olga, HEARD_TOURNAMENT_NOW);
    follows(olga, second);
    expect_refusal(olga, ERROR_LIMIT_REACHED,
                   "you watch 1 tournament, the most there may be: leave one first");
    follows(ann, first);
    expect_refusal(ann, ERROR_LIMIT_REACHED,
                   "tournament 1 has 1 spectator, the most there may be: try again later");
    evening_end(evening);
}

/* --- starts and judgements --- */

Test(hall_tournament, waits_for_its_starts_in_their_order)
{
    struct crowd crowd = gather();
    crowd.evening->slow_driver = true;
    open_contest(crowd.owner, crowd.players, 3, round_robin);
    commit(crowd.evening);
    cr_assert_eq(crowd.evening->question_count, 3);
    answer_question(crowd.evening, 1);
    commit(crowd.evening);
    cr_assert_eq(crowd.evening->disk.match_count, 0, "the second pair waits for the first");
    answer_question(crowd.evening, 0);
    commit(crowd.evening);
    cr_assert_eq(crowd.evening->disk.match_count, 4);
    evening_end(crowd.evening);
}

Test(hall_tournament, asks_for_no_more_starts_than_it_needs_soon)
{
    struct crowd crowd = gather();
    struct hall_tournament_plan plan = round_robin;
    plan.rounds = 1000;
    plan.at_once = 4;
    crowd.evening->slow_driver = true;
    open_contest(crowd.owner, crowd.players, 3, plan);
    commit(crowd.evening);
    cr_assert_eq(crowd.evening->question_count, 10, "for 4 matches and 16 more");
    evening_end(crowd.evening);
}

/* Play does not wait for the solver, which may have much to judge. */
Test(hall_tournament, draws_starts_that_need_not_be_fair_at_once)
{
    static const char *const texts[] = {"drawn:1-3:3-9", "drawn", "3+5,7"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct crowd crowd = gather();
        struct hall_tournament_plan plan = round_robin;
        plan.starts = given(texts[i]);
        crowd.evening->slow_driver = true;
        open_contest(crowd.owner, crowd.players, 3, plan);
        commit(crowd.evening);
        cr_assert_eq(crowd.evening->question_count, 0);
        cr_assert_eq(crowd.evening->disk.match_count, 6);
        evening_end(crowd.evening);
    }
}

Test(hall_tournament, is_paused_when_no_start_can_be_drawn)
{
    struct crowd crowd = gather();
    crowd.evening->slow_driver = true;
    int64_t tournament = open_contest(crowd.owner, crowd.players, 3, round_robin);
    commit(crowd.evening);
    skip_all(crowd.evening);
    fail_question(crowd.evening, 1, "no such position");
    const struct wire_tournament_news *news = expect_news(crowd.owner);
    cr_assert_eq(heard_state(news->state), TOURNAMENT_PAUSED);
    cr_assert_str_eq(news->reason.bytes, "no such position");
    cr_assert_str_eq(contest_on_disk(crowd.evening, tournament)->reason, "no such position");
    crowd.evening->slow_driver = false;
    answer_question(crowd.evening, 0);
    answer_question(crowd.evening, 0);
    goes_on(crowd.owner, tournament, "on");
    expect_done(crowd.owner);
    play_out(crowd.evening);
    cr_assert_eq(state_of(crowd.evening, tournament), TOURNAMENT_FINISHED);
    evening_end(crowd.evening);
}

Test(hall_tournament, is_finished_when_every_match_is_judged_or_cannot_be)
{
    struct crowd crowd = gather();
    int64_t tournament = open_contest(crowd.owner, crowd.players, 2, round_robin);
    crowd.evening->slow_driver = true;
    play_out(crowd.evening);
    cr_assert_eq(state_of(crowd.evening, tournament), TOURNAMENT_RUNNING);
    answer_question(crowd.evening, 1);
    commit(crowd.evening);
    cr_assert_eq(state_of(crowd.evening, tournament), TOURNAMENT_RUNNING);
    fail_question(crowd.evening, 0, NULL);
    commit(crowd.evening);
    cr_assert_eq(state_of(crowd.evening, tournament), TOURNAMENT_FINISHED);
    cr_assert_not_null(crowd.evening->disk.matches[1].marks);
    cr_assert_null(crowd.evening->disk.matches[0].marks);
    evening_end(crowd.evening);
}

Test(hall_tournament, is_no_place_for_judgements_of_other_matches)
{
    struct crowd crowd = gather();
    int64_t match = begin_match(crowd.players[0], crowd.players[1], "nim", "1");
    plays(crowd.players[0], match, 1, "1>0");
    commit(crowd.evening);
    hall_match_judged(crowd.evening->hall, match, "+1");
    commit(crowd.evening);
    cr_assert_str_eq(disk_match(&crowd.evening->disk, match)->marks, "+1");
    evening_end(crowd.evening);
}

/* --- looking up --- */

Test(hall_tournament, is_looked_up_in_the_database)
{
    struct crowd crowd = gather();
    struct hall *hall = crowd.evening->hall;
    struct guest *ann = crowd.players[0];
    hall_tournament_list(hall, ask(ann), 9, 20);
    const struct heard *heard = expect(ann, HEARD_LOOK_UP_TOURNAMENTS);
    cr_assert(heard->message->look_up_tournament.before == 9 &&
              heard->message->look_up_tournament.limit == 20);
    hall_tournament_show(hall, ask(ann), 5);
    cr_assert_eq(expect(ann, HEARD_LOOK_UP_TOURNAMENT)->message->look_up_tournament.tournament, 5);
    hall_tournament_standings(hall, ask(ann), 5);
    cr_assert_eq(expect(ann, HEARD_LOOK_UP_STANDINGS)->message->look_up_tournament.tournament, 5);
    hall_tournament_pairs(hall, ask(ann), 5, 7, 3);
    cr_assert_eq(expect(ann, HEARD_LOOK_UP_PAIRS)->message->look_up_tournament.after, 7);
    hall_tournament_export(hall, ask(ann), 5, true, 7, 3);
    cr_assert(expect(ann, HEARD_LOOK_UP_EXPORT)->message->look_up_tournament.times);
    hall_tournament_seal(hall, ask(ann), 5);
    cr_assert_eq(expect(ann, HEARD_LOOK_UP_SEAL)->message->look_up_tournament.tournament, 5);
    hall_rating_list(hall, ask(ann), given("ANN"), given("take-away"), 3);
    heard = expect(ann, HEARD_LOOK_UP_RATINGS);
    cr_assert_str_eq(heard->message->look_up_ratings.player_key, "ann");
    cr_assert_str_eq(heard->message->look_up_ratings.family, "take-away");
    hall_rating_list(hall, ask(ann), given(NULL), given(NULL), 3);
    cr_assert_null(expect(ann, HEARD_LOOK_UP_RATINGS)->message->look_up_ratings.player_key);
    hall_rating_history(hall, ask(ann), given("ANN"), given("nim"), 9, 3);
    heard = expect(ann, HEARD_LOOK_UP_RATING_POINTS);
    cr_assert_str_eq(heard->message->look_up_rating_points.player_key, "ann");
    cr_assert_str_eq(heard->message->look_up_rating_points.family, "nim");
    cr_assert(heard->message->look_up_rating_points.before == 9 &&
              heard->message->look_up_rating_points.limit == 3);
    evening_end(crowd.evening);
}

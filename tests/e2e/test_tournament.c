/* Tournaments over the real server: played to the end, directed, and broken off by SIGKILL. */
#include "tests/e2e/contest.h"
#include "tests/e2e/stage.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

STAGE(tournament);

#define NAMES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void expect_points(const struct wire_standings *standings, const char *player, int64_t rank,
                          int64_t points)
{
    const struct wire_standing *standing = standing_of(standings, player);
    cr_assert_eq(standing->points, points, "%s has %" PRId64, player, standing->points);
    cr_assert_eq(standing->rank, rank, "%s is number %" PRId64, player, standing->rank);
}

/* --- formats --- */

Test(tournament, in_a_round_robin_everybody_meets_everybody)
{
    struct server server = server_start();
    struct contest contest =
        contest_open(&server, plan_of("round-robin"), NAMES("w1", "s1", "w2", "s2"));
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    cr_assert_eq(contest_pairs(&contest)->pairs_count, 6);
    const struct wire_standings *standings = contest_standings(&contest);
    /* Between two of a kind who moves first wins, so that each gets a point; the strong win both
     * against the weak. */
    expect_points(standings, "s1", 1, 10);
    expect_points(standings, "s2", 1, 10);
    expect_points(standings, "w1", 3, 2);
    cr_assert_eq(standings->tournament->matches, 12);
    cr_assert_eq(standings->tournament->total, 12);
}

Test(tournament, in_a_gauntlet_the_first_meets_each_other)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("gauntlet");
    plan.rounds = 2;
    struct contest contest = contest_open(&server, plan, NAMES("s1", "w1", "w2"));
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    cr_assert_eq(contest_pairs(&contest)->pairs_count, 4);
    const struct wire_standings *standings = contest_standings(&contest);
    expect_points(standings, "s1", 1, 16);
    expect_points(standings, "w2", 2, 0);
}

Test(tournament, in_a_swiss_each_has_one_bye_and_no_opponent_twice)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("swiss");
    plan.rounds = 3;
    struct contest contest = contest_open(&server, plan, NAMES("w1", "s1", "w2"));
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    const struct wire_pairs *pairs = contest_pairs(&contest);
    int byes = 0;
    for (size_t i = 0; i < pairs->pairs_count; i++)
        byes += wire_text_equal(pairs->pairs[i].kind, "bye");
    cr_assert_eq(byes, 3);
    cr_assert_eq(pairs->pairs_count, 6);
    expect_points(contest_standings(&contest), "s1", 1, 12);
}

Test(tournament, in_a_knockout_a_level_pair_has_another_leg_and_then_the_seeding_decides)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "s2", "w1"));
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    const struct wire_pairs *pairs = contest_pairs(&contest);
    /* A bye, s2 against w1, and s1 against s2 twice. */
    cr_assert_eq(pairs->pairs_count, 4);
    cr_assert_eq(pairs->pairs[3].leg, 2);
    const struct wire_standings *standings = contest_standings(&contest);
    cr_assert(wire_text_equal(standings->standings[0].player, "s1"));
    cr_assert(wire_text_equal(standings->standings[1].player, "s2"));
    cr_assert(wire_text_equal(standings->standings[2].player, "w1"));
}

Test(tournament, who_must_not_meet_does_not)
{
    struct server server = server_start();
    struct wire_forbidden apart = {.first = wire_text("w1"), .second = wire_text("W2")};
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.forbidden = &apart;
    plan.forbidden_count = 1;
    struct contest contest = contest_open(&server, plan, NAMES("s1", "w1", "w2"));
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    cr_assert_eq(contest_pairs(&contest)->pairs_count, 2);
    const struct wire_tournament *tournament = contest_show(&contest);
    cr_assert_eq(tournament->forbidden_count, 1);
    cr_assert(wire_text_equal(tournament->forbidden[0].second, "w2"));
}

/* --- what a player hears --- */

/* The next one that begins. */
static const struct wire_match *next_match(struct peer *player)
{
    const struct wire_match_event *event = peer_event(player, WIRE_EVENT_MATCH_STARTED);
    return event->match;
}

static bool is_equal(struct wire_text one, struct wire_text two)
{
    return one.len == two.len && memcmp(one.bytes, two.bytes, one.len) == 0;
}

Test(tournament, both_matches_of_a_pair_have_one_start_and_the_sides_swapped)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.starts = wire_text("drawn:1-1:10-99");
    struct contest contest = contest_open(&server, plan, NAMES("s1", "s2"));
    contest_start(&contest);
    const struct wire_match *one = next_match(contest.players[0]);
    const struct wire_match *two = next_match(contest.players[0]);
    cr_assert_eq(one->tournament, contest.tournament);
    cr_assert(is_equal(one->start, two->start));
    cr_assert(is_equal(one->first, two->second));
    cr_assert(is_equal(one->second, two->first));
    cr_assert(wire_text_equal(one->clock, "60/move"));
}

Test(tournament, a_seed_is_told_to_its_player_alone_and_again_after_a_break)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "s2"));
    contest_start(&contest);
    const struct wire_match *first = next_match(contest.players[0]);
    const struct wire_match *second = next_match(contest.players[1]);
    cr_assert_eq(second->match, first->match);
    cr_assert_gt(first->seed, 0);
    cr_assert_gt(second->seed, 0);
    cr_assert_neq(first->seed, second->seed);
    cr_assert_eq(match_watch(contest.owner, first->match)->seed, WIRE_ABSENT);
    contest.players[0] = peer_come_back(&server, contest.players[0]);
    cr_assert_eq(match_resume(contest.players[0], first->match)->seed, first->seed);
}

Test(tournament, its_owner_and_entrants_hear_of_its_state_without_watching)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "w1"));
    contest_start(&contest);
    const struct wire_tournament_news *news =
        peer_event(contest.players[1], WIRE_EVENT_TOURNAMENT_CHANGED);
    cr_assert(wire_text_equal(news->state, "running"));
    contest_play(&contest);
    while (!wire_text_equal(news->state, "finished"))
        news = peer_event(contest.players[1], WIRE_EVENT_TOURNAMENT_CHANGED);
    cr_assert_eq(news->matches, 2);
    cr_assert_eq(news->live, 0);
    cr_assert_eq(news->unjudged, 0);
}

Test(tournament, who_watches_hears_everything_until_unwatching)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "w1"));
    struct peer *spectator = peer_join(&server, "eve");
    struct wire_tournament_number number = {.tournament = contest.tournament};
    const struct wire_tournament_news *now = peer_call(spectator, WIRE_TOURNAMENT_WATCH, &number);
    cr_assert(wire_text_equal(now->state, "open"));
    cr_assert_eq(now->missing, 0);
    contest_start(&contest);
    const struct wire_tournament_news *news;
    do
        news = peer_event(spectator, WIRE_EVENT_TOURNAMENT_CHANGED);
    while (news->live < 2);
    peer_call(spectator, WIRE_TOURNAMENT_UNWATCH, &number);
    while (peer_has_event(spectator, WIRE_EVENT_TOURNAMENT_CHANGED))
        peer_event(spectator, WIRE_EVENT_TOURNAMENT_CHANGED);
    contest_play(&contest);
    peer_call(spectator, WIRE_SESSION_PING, NULL);
    cr_assert_not(peer_has_event(spectator, WIRE_EVENT_TOURNAMENT_CHANGED));
}

/* --- direction --- */

Test(tournament, in_a_pause_no_match_begins_and_those_that_are_live_go_on)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.at_once = 1;
    struct contest contest = contest_open(&server, plan, NAMES("s1", "w1"));
    contest_start(&contest);
    contest_wait_live(&contest, 1);
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_PAUSE), ERROR_NONE);
    cr_assert_eq(contest_play_live(&contest), 1);
    while (contest_news(&contest)->matches < 1)
        ;
    const struct wire_tournament *paused = contest_show(&contest);
    cr_assert(wire_text_equal(paused->state, "paused"));
    cr_assert_eq(paused->matches, 1);
    cr_assert_eq(contest_pair(&contest, 1, 1)->matches_count, 1);
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_RESUME), ERROR_NONE);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    cr_assert_eq(contest_show(&contest)->matches, 2);
}

Test(tournament, who_withdraws_loses_what_was_begun_and_forfeits_the_rest)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.at_once = 2;
    struct contest contest = contest_open(&server, plan, NAMES("s1", "s2", "w1"));
    contest_start(&contest);
    contest_wait_live(&contest, 2);
    const struct wire_pair *pair = contest_pair(&contest, 1, 1);
    char name[WIRE_NAME_MAX + 1] = "";
    memcpy(name, pair->first.bytes, pair->first.len);
    struct wire_tournament_withdraw withdraw = {
        .tournament = contest.tournament,
        .player = wire_text(name),
        .key = fresh_key(),
    };
    int64_t match = pair->matches[0];
    peer_call(contest.owner, WIRE_TOURNAMENT_WITHDRAW, &withdraw);
    cr_assert(wire_text_equal(match_resume(contest.owner, match)->ending, "resignation"));
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    const struct wire_standings *standings = contest_standings(&contest);
    cr_assert_eq(standing_of(standings, name)->points, 0);
    cr_assert_eq(standing_of(standings, name)->rank, 3);
}

Test(tournament, while_it_is_open_a_place_can_be_given_up)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "w1"));
    struct wire_tournament_withdraw withdraw = {.tournament = contest.tournament,
                                                .key = fresh_key()};
    peer_call(contest.players[1], WIRE_TOURNAMENT_WITHDRAW, &withdraw);
    const struct wire_tournament *open = contest_show(&contest);
    cr_assert(open->players[0].joined);
    cr_assert_not(open->players[1].joined);
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_START), ERROR_TOO_EARLY);
}

Test(tournament, a_void_pair_is_played_again_from_the_same_start_with_the_same_seeds)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.starts = wire_text("drawn:1-1:10-99");
    struct contest contest = contest_open(&server, plan, NAMES("s1", "w1"));
    contest_start(&contest);
    contest_wait_live(&contest, 2);
    int64_t match = contest_pair(&contest, 1, 1)->matches[0];
    const struct wire_match *before = next_match(contest.players[0]);
    next_match(contest.players[0]);
    struct wire_tournament_void wish = {
        .tournament = contest.tournament,
        .round = 1,
        .board = 1,
        .key = fresh_key(),
    };
    peer_call(contest.owner, WIRE_TOURNAMENT_VOID, &wish);
    cr_assert(wire_text_equal(match_resume(contest.owner, match)->ending, "void"));
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    const struct wire_pairs *pairs = contest_pairs(&contest);
    cr_assert_eq(pairs->pairs_count, 2);
    cr_assert(pairs->pairs[0].is_void);
    cr_assert_eq(pairs->pairs[1].attempt, 2);
    const struct wire_match *after = next_match(contest.players[0]);
    cr_assert_eq(after->match, pairs->pairs[1].matches[0]);
    cr_assert(is_equal(after->start, before->start));
    cr_assert(is_equal(after->first, before->first));
    cr_assert_eq(after->seed, before->seed);
    cr_assert_eq(contest_show(&contest)->matches, 2);
}

Test(tournament, a_cancelled_one_ends_its_matches_and_gives_what_was_played)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("round-robin"), NAMES("s1", "w1"));
    contest_start(&contest);
    contest_wait_live(&contest, 2);
    int64_t match = contest_pair(&contest, 1, 1)->matches[1];
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_CANCEL), ERROR_NONE);
    const struct wire_match *ended = match_resume(contest.owner, match);
    cr_assert(wire_text_equal(ended->ending, "void"));
    cr_assert(wire_text_equal(ended->winner, "nobody"));
    cr_assert(wire_text_equal(contest_show(&contest)->state, "cancelled"));
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_START), ERROR_WRONG_STATE);
}

/* --- crashes --- */

Test(tournament, goes_on_after_sigkill_where_it_stood)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.at_once = 2;
    struct contest contest = contest_open(&server, plan, NAMES("s1", "w1", "s2", "w2"));
    contest_start(&contest);
    /* Six pairs: once between any two of them. */
    for (int i = 0; i < 5; i++) {
        contest_wait_live(&contest, 2);
        server_kill(&server);
        server_start_again(&server);
        contest_come_back(&contest, &server);
        contest_play_live(&contest);
    }
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    const struct wire_standings *standings = contest_standings(&contest);
    cr_assert_eq(contest_pairs(&contest)->pairs_count, 6);
    expect_points(standings, "s1", 1, 10);
    expect_points(standings, "w2", 3, 2);
}

Test(tournament, an_open_one_keeps_its_places_over_sigkill)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    server_kill(&server);
    server_start_again(&server);
    cr_assert_eq(hello_try(&server, "w1", NULL), ERROR_NAME_TAKEN);
    contest_come_back(&contest, &server);
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
}

/* --- plans --- */

Test(tournament, a_plan_gets_what_it_leaves_out)
{
    struct server server = server_start();
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.starts = wire_text(NULL);
    plan.seed = WIRE_ABSENT;
    const struct wire_tournament_number *made = peer_call(owner, WIRE_TOURNAMENT_CREATE, &plan);
    struct wire_tournament_number number = *made;
    const struct wire_tournament *tournament = peer_call(owner, WIRE_TOURNAMENT_SHOW, &number);
    cr_assert(wire_text_equal(tournament->starts, "drawn"));
    cr_assert(wire_text_equal(tournament->clock, "60/move"));
    cr_assert(wire_text_equal(tournament->owner, "director"));
    cr_assert_eq(tournament->rounds, 1);
    cr_assert_eq(tournament->at_once, 32);
    cr_assert_eq(tournament->each_at_once, WIRE_ABSENT);
    cr_assert_eq(tournament->seed, WIRE_ABSENT);
    cr_assert_not(tournament->invited);
    cr_assert_gt(tournament->name.len, 0);
}

Test(tournament, the_same_key_makes_one_tournament)
{
    struct server server = server_start();
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = plan_of("swiss");
    plan.rounds = 3;
    plan.key = wire_text("one-key");
    const struct wire_tournament_number *one = peer_call(owner, WIRE_TOURNAMENT_CREATE, &plan);
    const struct wire_tournament_number *two = peer_call(owner, WIRE_TOURNAMENT_CREATE, &plan);
    cr_assert_eq(one->tournament, two->tournament);
    struct wire_tournament_page page = {.before = WIRE_ABSENT, .limit = 1};
    const struct wire_tournaments *list = peer_call(owner, WIRE_TOURNAMENT_LIST, &page);
    cr_assert_eq(list->tournaments_count, 1);
    cr_assert_not(list->more);
    cr_assert_eq(list->tournaments[0].players_count, 0);
}

Test(tournament, one_that_was_asked_for_by_a_lost_connection_is_made_when_it_is_asked_for_again)
{
    struct server server = server_start();
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = plan_of("knockout");
    plan.key = wire_text("lost");
    peer_ask(owner, WIRE_TOURNAMENT_CREATE, &plan);
    owner = peer_come_back(&server, owner);
    const struct wire_tournament_number *made = peer_call(owner, WIRE_TOURNAMENT_CREATE, &plan);
    struct wire_tournament_page page = {.before = WIRE_ABSENT, .limit = WIRE_ABSENT};
    const struct wire_tournaments *list = peer_call(owner, WIRE_TOURNAMENT_LIST, &page);
    cr_assert_eq(list->tournaments_count, 1);
    cr_assert_eq(list->tournaments[0].tournament, made->tournament);
}

/* Whose starts the solver has to think about for a while. */
static struct wire_tournament_create slow_plan(void)
{
    struct wire_tournament_create plan = plan_of("knockout");
    plan.rules = wire_text("take-away:50x,local");
    plan.starts = wire_text("fair:2-2:100000-150000");
    return plan;
}

Test(tournament, while_its_starts_are_looked_for_its_maker_is_answered_and_makes_no_other)
{
    struct server server = server_start();
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = slow_plan();
    uint32_t request = peer_ask(owner, WIRE_TOURNAMENT_CREATE, &plan);
    plan.key = fresh_key();
    cr_assert_eq(peer_refusal(owner, WIRE_TOURNAMENT_CREATE, &plan), ERROR_LIMIT_REACHED);
    cr_assert_eq(peer_answer(owner, request).code, ERROR_NONE);
}

Test(tournament, of_those_whose_starts_are_looked_for_an_address_has_few)
{
    enum { MOST = 4 };
    struct server server = server_start();
    struct wire_tournament_create plan = slow_plan();
    char name[16];
    for (int i = 0; i < MOST; i++) {
        snprintf(name, sizeof name, "director-%d", i);
        peer_ask(peer_join(&server, name), WIRE_TOURNAMENT_CREATE, &plan);
    }
    struct peer *last = peer_join(&server, "last");
    cr_assert_eq(peer_refusal(last, WIRE_TOURNAMENT_CREATE, &plan), ERROR_LIMIT_REACHED);
}

Test(tournament, while_its_starts_are_looked_for_its_maker_may_go)
{
    struct server server = server_start();
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = slow_plan();
    peer_ask(owner, WIRE_TOURNAMENT_CREATE, &plan);
    peer_call(owner, WIRE_SESSION_PING, NULL);
    peer_close(owner);
    struct peer *other = peer_join(&server, "other");
    plan.key = fresh_key();
    /* The solver answers in the order of the questions. */
    peer_call(other, WIRE_TOURNAMENT_CREATE, &plan);
    struct wire_tournament_page page = {.before = WIRE_ABSENT, .limit = WIRE_ABSENT};
    const struct wire_tournaments *list = peer_call(other, WIRE_TOURNAMENT_LIST, &page);
    cr_assert_eq(list->tournaments_count, 1);
}

Test(tournament, while_its_starts_are_looked_for_the_server_can_shut_down)
{
    server_alone("The gateway ends first, so the hall's last answer reaches nobody.");
    struct server server = server_start();
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = slow_plan();
    uint32_t request = peer_ask(owner, WIRE_TOURNAMENT_CREATE, &plan);
    peer_call(owner, WIRE_SESSION_PING, NULL);
    server_stop(&server);
    cr_assert_eq(peer_answer(owner, request).code, ERROR_SERVER_CLOSING);
}

Test(tournament, a_list_of_them_ends_before_it_is_too_long_for_a_message)
{
    struct server server = server_start_with(
        NAMES("--tournaments-per-player", "20", "--guest-share", "100", "--address-share", "100"));
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = plan_of("knockout");
    struct text starts = {0};
    text_append_string(&starts, "999999999999999");
    while (starts.len + 16 <= WIRE_STARTS_MAX && starts.len < 1000 * 16 - 16)
        text_append_string(&starts, ",999999999999999");
    plan.rules = wire_text("nim");
    plan.starts = wire_text(text_string(&starts));
    for (int i = 0; i < 20; i++) {
        plan.key = fresh_key();
        peer_call(owner, WIRE_TOURNAMENT_CREATE, &plan);
    }
    struct wire_tournament_page page = {.before = WIRE_ABSENT, .limit = WIRE_PAGE_MAX};
    const struct wire_tournaments *list = peer_call(owner, WIRE_TOURNAMENT_LIST, &page);
    cr_assert(list->more);
    size_t count = list->tournaments_count;
    page.before = list->tournaments[count - 1].tournament;
    list = peer_call(owner, WIRE_TOURNAMENT_LIST, &page);
    cr_assert_not(list->more);
    cr_assert_eq(count + list->tournaments_count, 20);
    text_finish(&starts);
}

Test(tournament, fair_starts_are_half_won_and_half_lost_and_refused_where_there_are_none)
{
    struct server server = server_start();
    struct wire_tournament_create plan = plan_of("round-robin");
    plan.rounds = 4;
    plan.starts = wire_text("fair:1:10-99");
    struct contest contest = contest_open(&server, plan, NAMES("s1", "s2"));
    contest_start(&contest);
    cr_assert(wire_text_equal(contest_play(&contest), "finished"));
    const struct wire_pairs *pairs = contest_pairs(&contest);
    int lost = 0;
    for (size_t i = 0; i < pairs->pairs_count; i++)
        lost += atoi(pairs->pairs[i].start.bytes) % 3 == 0;
    cr_assert_eq(pairs->pairs_count, 4);
    cr_assert_eq(lost, 2);
    plan.key = fresh_key();
    plan.starts = wire_text("fair:1:10-11"); /* both won */
    cr_assert_eq(peer_refusal(contest.owner, WIRE_TOURNAMENT_CREATE, &plan), ERROR_BAD_POSITION);
}

/* --- refusals --- */

static enum error_code create_error(struct peer *peer, struct wire_tournament_create plan)
{
    plan.key = fresh_key();
    return peer_refusal(peer, WIRE_TOURNAMENT_CREATE, &plan);
}

Test(tournament, a_plan_that_cannot_be_played_is_refused_with_what_is_wrong)
{
    struct server server = server_start();
    struct peer *peer = peer_join(&server, "director");
    struct wire_tournament_create plan = plan_of("round-robin");
    struct wire_text twice[] = {wire_text("ann"), wire_text("Ann")};
    plan.players = twice;
    plan.players_count = 2;
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_PLAN);
    twice[1] = wire_text("a b");
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_NAME);
    plan = plan_of("olympic");
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_PLAN);
    plan = plan_of("knockout");
    plan.rules = wire_text("chess");
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_RULES);
    plan = plan_of("knockout");
    plan.starts = wire_text("5,x");
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_POSITION);
    plan.starts = wire_text("0");
    cr_assert_eq(create_error(peer, plan), ERROR_NO_LEGAL_MOVE);
    plan = plan_of("knockout");
    plan.clock = wire_text("none");
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_CLOCK);
    plan.clock = wire_text("soon");
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_CLOCK);
    plan = plan_of("knockout");
    plan.rounds = 2;
    cr_assert_eq(create_error(peer, plan), ERROR_BAD_PLAN);
}

Test(tournament, one_player_may_direct_only_so_many)
{
    struct server server = server_start_with(NAMES("--tournaments-per-player", "1"));
    struct peer *peer = peer_join(&server, "director");
    struct wire_tournament_create plan = plan_of("knockout");
    peer_call(peer, WIRE_TOURNAMENT_CREATE, &plan);
    cr_assert_eq(create_error(peer, plan), ERROR_LIMIT_REACHED);
}

static enum error_code choice_error(struct peer *peer, enum wire_method method, int64_t tournament)
{
    struct wire_tournament_choice choice = {.tournament = tournament, .key = fresh_key()};
    return peer_refusal(peer, method, &choice);
}

Test(tournament, only_its_owner_directs_it)
{
    static const enum wire_method methods[] = {WIRE_TOURNAMENT_START, WIRE_TOURNAMENT_PAUSE,
                                               WIRE_TOURNAMENT_RESUME, WIRE_TOURNAMENT_CANCEL};
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++)
        cr_assert_eq(choice_error(contest.players[0], methods[i], contest.tournament),
                     ERROR_NOT_YOURS);
    struct wire_tournament_void wish = {
        .tournament = contest.tournament, .round = 1, .board = 1, .key = fresh_key()};
    cr_assert_eq(peer_refusal(contest.players[0], WIRE_TOURNAMENT_VOID, &wish), ERROR_NOT_YOURS);
    struct wire_tournament_withdraw other = {
        .tournament = contest.tournament, .player = wire_text("w1"), .key = fresh_key()};
    cr_assert_eq(peer_refusal(contest.players[0], WIRE_TOURNAMENT_WITHDRAW, &other),
                 ERROR_NOT_YOURS);
}

Test(tournament, what_its_state_does_not_allow_is_refused)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    struct wire_tournament_void wish = {
        .tournament = contest.tournament, .round = 1, .board = 1, .key = fresh_key()};
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_PAUSE), ERROR_WRONG_STATE);
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_RESUME), ERROR_WRONG_STATE);
    cr_assert_eq(peer_refusal(contest.owner, WIRE_TOURNAMENT_VOID, &wish), ERROR_WRONG_STATE);
    contest_start(&contest);
    cr_assert_eq(contest_choose(&contest, WIRE_TOURNAMENT_START), ERROR_WRONG_STATE);
    wish.board = 2;
    wish.key = fresh_key();
    cr_assert_eq(peer_refusal(contest.owner, WIRE_TOURNAMENT_VOID, &wish), ERROR_NO_SUCH_PAIR);
    struct peer *late = peer_join(&server, "late");
    cr_assert_eq(choice_error(late, WIRE_TOURNAMENT_JOIN, contest.tournament), ERROR_WRONG_STATE);
}

Test(tournament, who_is_not_invited_has_no_place)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    struct peer *other = peer_join(&server, "other");
    cr_assert_eq(choice_error(other, WIRE_TOURNAMENT_JOIN, contest.tournament), ERROR_NOT_ENTERED);
    struct wire_tournament_withdraw withdraw = {.tournament = contest.tournament,
                                                .key = fresh_key()};
    cr_assert_eq(peer_refusal(other, WIRE_TOURNAMENT_WITHDRAW, &withdraw), ERROR_NOT_ENTERED);
}

Test(tournament, a_rated_one_is_for_accounts)
{
    struct server server = server_start();
    struct peer *owner = peer_join(&server, "director");
    struct wire_tournament_create plan = plan_of("knockout");
    plan.rated = true;
    const struct wire_tournament_number *made = peer_call(owner, WIRE_TOURNAMENT_CREATE, &plan);
    cr_assert_eq(choice_error(owner, WIRE_TOURNAMENT_JOIN, made->tournament), ERROR_NO_ACCOUNT);
}

Test(tournament, there_is_nothing_to_say_about_one_that_does_not_exist)
{
    static const enum wire_method numbers[] = {WIRE_TOURNAMENT_WATCH, WIRE_TOURNAMENT_SHOW,
                                               WIRE_TOURNAMENT_STANDINGS, WIRE_TOURNAMENT_SEAL};
    struct server server = server_start();
    struct peer *peer = peer_join(&server, "anna");
    struct wire_tournament_number number = {.tournament = 77};
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        cr_assert_eq(peer_refusal(peer, numbers[i], &number), ERROR_NO_SUCH_TOURNAMENT, "%s",
                     wire_methods[numbers[i]].name);
    for (enum wire_method method = WIRE_TOURNAMENT_JOIN; method <= WIRE_TOURNAMENT_CANCEL; method++)
        cr_assert_eq(choice_error(peer, method, 77), ERROR_NO_SUCH_TOURNAMENT, "%s",
                     wire_methods[method].name);
    struct wire_pairs_page pairs = {.tournament = 77, .after = WIRE_ABSENT, .limit = WIRE_ABSENT};
    cr_assert_eq(peer_refusal(peer, WIRE_TOURNAMENT_PAIRS, &pairs), ERROR_NO_SUCH_TOURNAMENT);
    struct wire_export_page page = {
        .tournament = 77, .file = wire_text("results"), .after = WIRE_ABSENT, .limit = WIRE_ABSENT};
    cr_assert_eq(peer_refusal(peer, WIRE_TOURNAMENT_EXPORT, &page), ERROR_NO_SUCH_TOURNAMENT);
}

Test(tournament, its_matches_are_not_aborted_or_repeated)
{
    struct server server = server_start();
    struct contest contest = contest_open(&server, plan_of("knockout"), NAMES("s1", "w1"));
    contest_start(&contest);
    contest_wait_live(&contest, 2);
    int64_t match = contest_pair(&contest, 1, 1)->matches[0];
    cr_assert_eq(match_choose(contest.players[0], WIRE_MATCH_ABORT, match), ERROR_NOT_YOURS);
    contest_play(&contest);
    struct wire_match_choice again = {.match = match, .key = fresh_key()};
    cr_assert_eq(peer_refusal(contest.players[0], WIRE_MATCH_REMATCH, &again), ERROR_NOT_YOURS);
}

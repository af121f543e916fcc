/* Ratings: what rated matches make of them, and when it is on disk. The figures are in points of
 * the rating, and compared to a millionth of one. */
#include "tests/unit/hall_table.h"

#include <math.h>
#include <stdio.h>

SUITE(hall_ratings, 60);

enum { DAY_MS = 86400000 };

/* Two with accounts, and the number of the next key. */
struct club {
    struct evening *evening;
    struct guest *ann, *ben;
    int keys;
};

static struct guest *member(struct evening *evening, const char *name)
{
    struct guest *guest = arrive(evening, name);
    registers(guest, "secret", "account");
    commit(evening);
    expect(guest, HEARD_NOTHING);
    return guest;
}

static struct club open_club(void)
{
    struct club club = {.evening = evening_begin()};
    club.ann = member(club.evening, "ann");
    club.ben = member(club.evening, "ben");
    return club;
}

static void offers_rated(struct guest *maker, const char *to, const char *rules, const char *start,
                         const char *clock, const char *key)
{
    struct hall_offer offer = {
        .to = given(to),
        .terms = {.rules = given(rules),
                  .start = given(start),
                  .clock = given(clock),
                  .first = FIRST_MAKER,
                  .rated = true},
    };
    hall_offer_make(maker->evening->hall, ask(maker), &offer, given(key));
}

/* A rated match that is live: ann moves first. */
static int64_t begin_rated(struct club *club, const char *rules, const char *start,
                           const char *clock)
{
    char key[24];
    snprintf(key, sizeof key, "rated %d", ++club->keys);
    commit(club->evening);
    skip_all(club->evening);
    offers_rated(club->ann, club->ben->name, rules, start, clock, key);
    commit(club->evening);
    int64_t offer = expect(club->ben, HEARD_OFFER_RECEIVED)->offer_received.offer;
    accepts(club->ben, offer, key);
    commit(club->evening);
    int64_t match = expect(club->ben, HEARD_MATCH)->match.match;
    skip_all(club->evening);
    return match;
}

/* A rated match that the one of the two loses at once. */
static void loses(struct club *club, struct guest *loser, const char *rules)
{
    int64_t match = begin_rated(club, rules, "3", NULL);
    char key[24];
    snprintf(key, sizeof key, "lost %d", club->keys);
    resigns(loser, match, key);
}

/* What the batch that the store holds says of a player's rating; NULL: nothing. */
static const struct record *record_of(const struct evening *evening, const struct guest *guest)
{
    const struct batch *batch = evening->in_flight;
    for (size_t i = 0; batch && i < batch->count; i++)
        if (batch->records[i].kind == RECORD_RATING &&
            batch->records[i].rating.player == guest->player)
            return &batch->records[i];
    return NULL;
}

static bool is_near(double a, double b)
{
    return fabs(a - b) < 1e-6;
}

/* The batch that the store takes now holds this rating of the guest. */
static void expect_rating(struct guest *guest, struct glicko glicko, int64_t matches)
{
    struct evening *evening = guest->evening;
    if (!evening->in_flight)
        submit(evening);
    const struct record *record = record_of(evening, guest);
    cr_assert_not_null(record, "the batch says nothing of %s", guest->name);
    cr_expect(is_near(record->rating.rating, glicko.rating), "%s has %.9f instead of %.9f",
              guest->name, record->rating.rating, glicko.rating);
    cr_expect(is_near(record->rating.deviation, glicko.deviation), "%s has +- %.9f, not %.9f",
              guest->name, record->rating.deviation, glicko.deviation);
    cr_expect(fabs(record->rating.volatility - glicko.volatility) < 1e-9,
              "%s has the volatility %.12f instead of %.12f", guest->name,
              record->rating.volatility, glicko.volatility);
    cr_expect_eq(record->rating.matches, matches);
    cr_expect_eq(record->rating.at_ms, evening->now_ms);
}

/* What has happened so far has changed no rating. */
static void expect_no_rating(struct club *club)
{
    submit(club->evening);
    cr_assert_null(record_of(club->evening, club->ann));
    cr_assert_null(record_of(club->evening, club->ben));
    commit(club->evening);
}

static struct glicko after(struct glicko own, struct glicko opponent, double score)
{
    struct glicko_result result = {.opponent = opponent, .score = score};
    return glicko_updated(own, &result, 1, GLICKO_TAU);
}

/* --- the figures --- */

/* Two new players, worked by hand: phi = 350 / 173.7178 = 2.014762, g = 0.669069, E = 1/2, v = 4 /
 * g^2 = 8.935475, sigma' = 0.0599997, phi* = 2.015655, phi' = 1.671210, mu' = phi'^2 g / 2 =
 * 0.934337, times 173.7178 = 162.310894. */
static const struct glicko won_first = {1662.310894, 290.318964, 0.059999675};
static const struct glicko lost_first = {1337.689106, 290.318964, 0.059999675};

Test(hall_ratings, of_two_who_have_not_played_yet_change_as_worked_by_hand)
{
    struct club club = open_club();
    loses(&club, club.ben, "nim");
    expect_rating(club.ann, won_first, 1);
    expect_rating(club.ben, lost_first, 1);
    evening_end(club.evening);
}

/* Ten days later the deviation is sqrt(290.318964^2 + 10 (173.7178 * 0.0599997)^2) = 292.184004;
 * then the weaker one wins. */
Test(hall_ratings, that_have_rested_for_ten_days_change_as_worked_by_hand)
{
    struct club club = open_club();
    loses(&club, club.ben, "nim");
    commit(club.evening);
    pass(club.evening, 10 * DAY_MS);
    loses(&club, club.ann, "nim");
    expect_rating(club.ann, (struct glicko){1431.405424, 261.920323, 0.060001707}, 2);
    expect_rating(club.ben, (struct glicko){1568.594576, 261.920323, 0.060001707}, 2);
    evening_end(club.evening);
}

Test(hall_ratings, follow_each_other_through_many_matches)
{
    static const struct {
        int64_t wait_ms;
        bool ann_wins;
    } matches[] = {{0, true}, {DAY_MS / 3, true}, {0, false}, {40LL * DAY_MS, true}, {1, true}};
    struct club club = open_club();
    struct glicko ann = glicko_new, ben = glicko_new;
    for (int i = 0; i < 5; i++) {
        double periods = (double)matches[i].wait_ms / DAY_MS;
        pass(club.evening, matches[i].wait_ms);
        struct glicko ann_before = glicko_aged(ann, periods);
        struct glicko ben_before = glicko_aged(ben, periods);
        ann = after(ann_before, ben_before, matches[i].ann_wins);
        ben = after(ben_before, ann_before, !matches[i].ann_wins);
        loses(&club, matches[i].ann_wins ? club.ben : club.ann, "nim");
        expect_rating(club.ann, ann, i + 1);
        expect_rating(club.ben, ben, i + 1);
        commit(club.evening);
    }
    evening_end(club.evening);
}

Test(hall_ratings, grow_old_since_the_last_match_of_each)
{
    struct club club = open_club();
    struct guest *ben = club.ben;
    loses(&club, ben, "nim");
    commit(club.evening);
    pass(club.evening, 5 * DAY_MS);
    club.ben = member(club.evening, "carl");
    loses(&club, club.ben, "nim");
    struct glicko ann = glicko_aged(won_first, 5);
    expect_rating(club.ann, after(ann, glicko_new, 1), 2);
    expect_rating(club.ben, after(glicko_new, ann, 0), 1);
    cr_assert_null(record_of(club.evening, ben));
    evening_end(club.evening);
}

Test(hall_ratings, do_not_grow_young_when_the_wall_clock_is_set_back)
{
    struct club club = open_club();
    loses(&club, club.ben, "nim");
    commit(club.evening);
    club.evening->now_ms -= 3 * DAY_MS;
    crash(club.evening);
    come_back(club.ann);
    come_back(club.ben);
    loses(&club, club.ben, "nim");
    expect_rating(club.ann, after(won_first, lost_first, 1), 2);
    evening_end(club.evening);
}

/* --- for which games --- */

Test(hall_ratings, are_separate_for_each_family_of_games)
{
    struct club club = open_club();
    loses(&club, club.ben, "nim");
    commit(club.evening);
    loses(&club, club.ben, "kayles");
    expect_rating(club.ann, won_first, 1);
    cr_assert_str_eq(record_of(club.evening, club.ann)->rating.family, "octal");
    evening_end(club.evening);
}

Test(hall_ratings, are_common_to_all_games_of_a_family)
{
    struct club club = open_club();
    loses(&club, club.ben, "fibonacci-nim");
    commit(club.evening);
    loses(&club, club.ben, "take-away:3/2x+1,local,misere");
    expect_rating(club.ann, after(won_first, lost_first, 1), 2);
    cr_assert_str_eq(record_of(club.evening, club.ann)->rating.family, "take-away");
    evening_end(club.evening);
}

/* --- for which endings --- */

Test(hall_ratings, change_when_a_match_is_played_to_its_end)
{
    struct club club = open_club();
    int64_t match = begin_rated(&club, "nim", "1", NULL);
    plays(club.ann, match, 1, "1>0");
    expect_rating(club.ann, won_first, 1);
    evening_end(club.evening);
}

/* As after a win, but E is the score, so that the rating stays. */
Test(hall_ratings, of_a_draw_count_half_a_win_for_each)
{
    struct club club = open_club();
    int64_t match = begin_rated(&club, "subtraction:2,3,clear", "3", NULL);
    plays(club.ann, match, 1, "3>1");
    struct glicko drawn = after(glicko_new, glicko_new, 0.5);
    cr_assert(is_near(drawn.rating, GLICKO_RATING));
    expect_rating(club.ann, drawn, 1);
    expect_rating(club.ben, drawn, 1);
    evening_end(club.evening);
}

Test(hall_ratings, change_when_a_flag_falls)
{
    struct club club = open_club();
    begin_rated(&club, "nim", "9", "10/move");
    pass(club.evening, 10001);
    judge(club.evening);
    expect_rating(club.ann, lost_first, 1);
    expect_rating(club.ben, won_first, 1);
    evening_end(club.evening);
}

Test(hall_ratings, change_when_a_match_is_claimed)
{
    struct club club = open_club();
    int64_t match = begin_rated(&club, "nim", "9", "300+0");
    plays(club.ann, match, 1, "9>8");
    commit(club.evening);
    plays(club.ben, match, 2, "8>7");
    commit(club.evening);
    leave(club.ann);
    pass(club.evening, CLAIM_MS);
    claims(club.ben, match, "claim");
    expect_rating(club.ann, lost_first, 1);
    evening_end(club.evening);
}

Test(hall_ratings, take_a_match_of_too_many_moves_for_a_draw)
{
    struct club club = open_club();
    int64_t match = begin_rated(&club, "nim", "20000", NULL);
    count_down(club.ann, club.ben, match, 20000, HALL_PLIES_MAX);
    struct glicko drawn = after(glicko_new, glicko_new, 0.5);
    cr_assert_eq(drawn.rating, GLICKO_RATING);
    expect_rating(club.ann, drawn, 1);
    expect_rating(club.ben, drawn, 1);
    evening_end(club.evening);
}

Test(hall_ratings, do_not_change_when_a_match_is_aborted)
{
    struct club club = open_club();
    aborts(club.ann, begin_rated(&club, "nim", "9", NULL), "abort");
    expect_no_rating(&club);
    evening_end(club.evening);
}

Test(hall_ratings, do_not_change_when_a_match_never_started)
{
    struct club club = open_club();
    begin_rated(&club, "nim", "9", "300+0");
    pass(club.evening, FIRST_MOVE_MS + 1);
    judge(club.evening);
    cr_assert_eq(hall_figures(club.evening->hall).ended[ENDING_UNSTARTED], 1);
    expect_no_rating(&club);
    evening_end(club.evening);
}

Test(hall_ratings, do_not_change_when_nobody_plays_on)
{
    struct club club = open_club();
    begin_rated(&club, "nim", "9", NULL);
    pass(club.evening, IDLE_MS);
    judge(club.evening);
    cr_assert_eq(hall_figures(club.evening->hall).ended[ENDING_ABANDONED], 1);
    expect_no_rating(&club);
    evening_end(club.evening);
}

Test(hall_ratings, do_not_change_by_a_match_that_is_not_rated)
{
    struct club club = open_club();
    resigns(club.ann, begin_match(club.ann, club.ben, "nim", "9"), "casual");
    expect_no_rating(&club);
    evening_end(club.evening);
}

/* A rated tournament of ann and ben, both of whose matches are live: in the first one ann is to
 * move, in the second one ben. */
static int64_t begin_tournament(struct club *club)
{
    const struct hall_text names[] = {given("ann"), given("ben")};
    const struct hall_tournament_plan plan = {
        .rules = given("nim"),
        .format = given("round-robin"),
        .clock = given("300+0"),
        .rated = true,
        .players = names,
        .player_count = 2,
    };
    struct hall *hall = club->evening->hall;
    skip_all(club->evening);
    hall_tournament_create(hall, ask(club->ann), &plan, given("create"));
    commit(club->evening);
    int64_t tournament = expect(club->ann, HEARD_TOURNAMENT_NUMBER)->tournament_number.tournament;
    hall_tournament_join(hall, ask(club->ann), tournament, given("join"));
    hall_tournament_join(hall, ask(club->ben), tournament, given("join"));
    hall_tournament_start(hall, ask(club->ann), tournament, given("start"));
    commit(club->evening);
    cr_assert_eq(hall_figures(hall).live_matches, 2);
    return tournament;
}

Test(hall_ratings, change_when_a_match_of_a_tournament_is_lost_by_absence)
{
    struct club club = open_club();
    begin_tournament(&club);
    leave(club.ann);
    pass(club.evening, CLAIM_MS);
    judge(club.evening);
    cr_assert_eq(hall_figures(club.evening->hall).ended[ENDING_DISCONNECT], 1);
    expect_rating(club.ann, lost_first, 1);
    expect_rating(club.ben, won_first, 1);
    evening_end(club.evening);
}

Test(hall_ratings, do_not_change_when_a_tournament_is_cancelled)
{
    struct club club = open_club();
    int64_t tournament = begin_tournament(&club);
    hall_tournament_cancel(club.evening->hall, ask(club.ann), tournament, given("cancel"));
    expect_no_rating(&club);
    cr_assert_eq(hall_figures(club.evening->hall).ended[ENDING_VOID], 2);
    evening_end(club.evening);
}

/* --- who, and what is said of it --- */

Test(hall_ratings, are_not_played_for_by_a_guest)
{
    struct club club = open_club();
    struct guest *guest = arrive(club.evening, "gus");
    skip_all(club.evening);
    offers_rated(guest, NULL, "nim", "9", NULL, "mine");
    expect_refusal(guest, ERROR_NO_ACCOUNT,
                   "'gus' is a guest, and a rated match is between accounts: register first");
    offers_rated(club.ann, "gus", "nim", "9", NULL, "to a guest");
    expect_refusal(club.ann, ERROR_NO_ACCOUNT,
                   "'gus' is a guest, and a rated match is between accounts");
    offers_rated(club.ann, NULL, "nim", "9", NULL, "to anyone");
    commit(club.evening);
    int64_t offer = expect(club.ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    accepts(guest, offer, "yes");
    expect_refusal(guest, ERROR_NO_ACCOUNT,
                   "'gus' is a guest, and a rated match is between accounts: register first");
    accepts(club.ben, offer, "yes");
    commit(club.evening);
    expect(club.ben, HEARD_MATCH);
    evening_end(club.evening);
}

Test(hall_ratings, are_played_for_by_a_guest_who_has_registered)
{
    struct club club = open_club();
    struct guest *guest = arrive(club.evening, "gus");
    offers_rated(club.ann, NULL, "nim", "9", NULL, "to anyone");
    commit(club.evening);
    int64_t offer = expect(club.ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    registers(guest, "secret", "account");
    accepts(guest, offer, "yes");
    commit(club.evening);
    expect(guest, HEARD_NOTHING);
    cr_assert(expect(guest, HEARD_MATCH)->match.rated);
    evening_end(club.evening);
}

Test(hall_ratings, are_what_an_offer_says_it_is_about)
{
    struct club club = open_club();
    offers_rated(club.ann, "ben", "nim", "9", NULL, "rated");
    offers(club.ann, "ben", "nim", "9", FIRST_MAKER, "casual");
    lists_offers(club.ben);
    commit(club.evening);
    cr_assert(expect(club.ben, HEARD_OFFER_RECEIVED)->offer_received.rated);
    cr_assert_not(expect(club.ben, HEARD_OFFER_RECEIVED)->offer_received.rated);
    const struct heard *list = expect(club.ben, HEARD_OFFERS);
    cr_assert(list->offers.offers[0].rated);
    cr_assert_not(list->offers.offers[1].rated);
    evening_end(club.evening);
}

Test(hall_ratings, are_at_stake_in_the_rematch_too)
{
    struct club club = open_club();
    int64_t match = begin_rated(&club, "nim", "9", NULL);
    resigns(club.ben, match, "lost");
    commit(club.evening);
    asks_rematch(club.ben, match, "again");
    commit(club.evening);
    skip_all(club.evening);
    asks_rematch(club.ann, match, "yes");
    commit(club.evening);
    int64_t again = expect(club.ann, HEARD_REMATCH)->rematch.match;
    resigns(club.ben, again, "lost again");
    expect_rating(club.ann, after(won_first, lost_first, 1), 2);
    evening_end(club.evening);
}

/* --- what is on disk --- */

Test(hall_ratings, of_both_are_in_the_batch_of_the_end)
{
    struct club club = open_club();
    loses(&club, club.ben, "nim");
    submit(club.evening);
    const struct batch *batch = club.evening->in_flight;
    size_t ends = 0, ratings = 0;
    for (size_t i = 0; i < batch->count; i++) {
        ends += batch->records[i].kind == RECORD_END;
        ratings += batch->records[i].kind == RECORD_RATING;
    }
    cr_assert_eq(ends, 1);
    cr_assert_eq(ratings, 2);
    evening_end(club.evening);
}

Test(hall_ratings, go_on_after_a_restart)
{
    struct club club = open_club();
    loses(&club, club.ben, "nim");
    commit(club.evening);
    crash(club.evening);
    come_back(club.ann);
    come_back(club.ben);
    pass(club.evening, DAY_MS - 1000);
    loses(&club, club.ben, "nim");
    expect_rating(club.ann, after(glicko_aged(won_first, 1), glicko_aged(lost_first, 1), 1), 2);
    evening_end(club.evening);
}

Test(hall_ratings, are_still_at_stake_after_a_restart)
{
    struct club club = open_club();
    int64_t match = begin_rated(&club, "nim", "9", NULL);
    crash(club.evening);
    come_back(club.ann);
    come_back(club.ben);
    resigns(club.ben, match, "lost");
    expect_rating(club.ann, won_first, 1);
    evening_end(club.evening);
}

Test(hall_ratings, do_not_change_when_the_end_was_never_written)
{
    struct club club = open_club();
    int64_t match = begin_rated(&club, "nim", "9", NULL);
    resigns(club.ben, match, "lost");
    submit(club.evening);
    crash(club.evening);
    come_back(club.ann);
    come_back(club.ben);
    resigns(club.ben, match, "lost");
    expect_rating(club.ann, won_first, 1);
    evening_end(club.evening);
}

/* Seeks, challenges, rematches. */
#include "common/game/drawn.h"
#include "common/game/family.h"
#include "tests/unit/hall_fixture.h"

#include <stdio.h>
#include <time.h>

SUITE(hall_offers, 60);

static void expect_closed(struct guest *guest, int64_t offer, const char *reason)
{
    const struct heard *closed = expect(guest, HEARD_OFFER_CLOSED);
    cr_assert_eq(closed->offer_closed.offer, offer);
    cr_assert_str_eq(closed->offer_closed.reason.bytes, reason);
}

/* Challenges, and is answered with the number. */
static int64_t challenge(struct guest *maker, const struct guest *taker, const char *key)
{
    offers(maker, taker->name, "nim", "3+5", FIRST_MAKER, key);
    return expect(maker, HEARD_OFFER_NUMBER)->offer_number.offer;
}

static void expect_refused_offer(const char *to, const char *rules, const char *start,
                                 enum error_code code)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    offers(ann, to, rules, start, FIRST_RANDOM, "k");
    expect_error(ann, code);
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_offers, a_seek_is_listed_for_everybody)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    seeks(ann, "fibonacci-nim", "35", "k");
    int64_t offer = expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    expect_silence(ben);
    lists_offers(ben);
    const struct heard *list = expect(ben, HEARD_OFFERS);
    cr_assert_eq(list->offers.offers_count, 1);
    const struct wire_offer *view = &list->offers.offers[0];
    cr_assert_eq(view->offer, offer);
    cr_assert_str_eq(view->from.bytes, "ann");
    cr_assert_null(view->to.bytes);
    cr_assert_str_eq(view->rules.bytes, "take-away:2x");
    cr_assert_str_eq(view->start.bytes, "35");
    cr_assert_str_eq(view->first.bytes, "maker");
    cr_assert_eq(view->rematch_of, WIRE_ABSENT);
    evening_end(evening);
}

Test(hall_offers, a_challenge_reaches_its_addressee)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "Ben");
    offers(ann, "bEN", "nim", "5+3", FIRST_TAKER, "k");
    int64_t offer = expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    const struct wire_offer *view = &expect(ben, HEARD_OFFER_RECEIVED)->offer_received;
    cr_assert_eq(view->offer, offer);
    cr_assert_str_eq(view->from.bytes, "ann");
    cr_assert_str_eq(view->to.bytes, "Ben");
    cr_assert_str_eq(view->rules.bytes, "nim");
    cr_assert_str_eq(view->start.bytes, "3+5");
    cr_assert_str_eq(view->first.bytes, "taker");
    expect_silence(ann);
    evening_end(evening);
}

Test(hall_offers, a_challenge_is_listed_for_the_two_only)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    challenge(ann, ben, "k");
    lists_offers(ann);
    cr_assert_eq(expect(ann, HEARD_OFFERS)->offers.offers_count, 1);
    expect(ben, HEARD_OFFER_RECEIVED);
    lists_offers(ben);
    cr_assert_eq(expect(ben, HEARD_OFFERS)->offers.offers_count, 1);
    lists_offers(carl);
    cr_assert_eq(expect(carl, HEARD_OFFERS)->offers.offers_count, 0);
    evening_end(evening);
}

Test(hall_offers, without_a_start_one_is_drawn)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    seeks(ann, "kayles", NULL, "k");
    expect(ann, HEARD_OFFER_NUMBER);
    lists_offers(ann);
    const struct heard *list = expect(ann, HEARD_OFFERS);
    cr_assert_str_neq(list->offers.offers[0].start.bytes, "0");
    evening_end(evening);
}

Test(hall_offers, bad_rules_are_refused)
{
    expect_refused_offer(NULL, "gomoku", "3", ERROR_BAD_RULES);
}

Test(hall_offers, a_bad_start_is_refused)
{
    expect_refused_offer(NULL, "nim", "3+", ERROR_BAD_POSITION);
}

Test(hall_offers, a_start_without_a_legal_move_is_refused)
{
    expect_refused_offer(NULL, "nim", "0", ERROR_NO_LEGAL_MOVE);
}

Test(hall_offers, somebody_absent_cannot_be_challenged)
{
    expect_refused_offer("ben", "nim", "3", ERROR_NO_SUCH_PLAYER);
}

Test(hall_offers, nobody_challenges_themselves)
{
    expect_refused_offer("ANN", "nim", "3", ERROR_NO_SUCH_PLAYER);
}

Test(hall_offers, somebody_with_a_live_match_but_no_connection_cannot_be_challenged)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    begin_match(ann, ben, "nim", "3");
    leave(ben);
    skip(ann);
    offers(ann, "ben", "nim", "3", FIRST_RANDOM, "k");
    expect_error(ann, ERROR_NO_SUCH_PLAYER);
    evening_end(evening);
}

/* With these limits; 0: the default one. */
static struct evening *evening_with(struct hall_limits limits)
{
    struct hall_limits all = hall_limits_default;
    all.guest_share = 100;
    all.offers = limits.offers ? limits.offers : all.offers;
    all.offers_per_player =
        limits.offers_per_player ? limits.offers_per_player : all.offers_per_player;
    all.live_matches = limits.live_matches ? limits.live_matches : all.live_matches;
    all.live_matches_per_player = limits.live_matches_per_player ? limits.live_matches_per_player
                                                                 : all.live_matches_per_player;
    return evening_begin_with(
        &(struct hall_config){.seed = 1, .now_ms = 1700000000000, .limits = all});
}

static void expect_limit(struct guest *guest, const char *heard)
{
    cr_assert_str_eq(expect_error(guest, ERROR_LIMIT_REACHED)->error.message, heard);
}

Test(hall_offers, offers_of_one_player_are_limited)
{
    struct evening *evening = evening_with((struct hall_limits){.offers_per_player = 3});
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    play_on(ann, ben, match, 1, "3>0");
    for (int i = 0; i < 3; i++)
        open_seek(ann, "nim", "3");
    seeks(ann, "nim", "3", "one more");
    expect_limit(ann, "you have 3 offers open, the most there may be: cancel one first");
    asks_rematch(ann, match, "r");
    expect_limit(ann, "you have 3 offers open, the most there may be: cancel one first");
    cr_assert_eq(hall_figures(evening->hall).offers, 3);
    evening_end(evening);
}

Test(hall_offers, offers_of_all_players_are_limited)
{
    struct evening *evening =
        evening_with((struct hall_limits){.offers = 2, .offers_per_player = 2});
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    open_seek(ann, "nim", "3");
    int64_t offer = open_seek(ben, "nim", "3");
    seeks(ann, "nim", "3", "one more");
    expect_limit(ann, "2 offers are open here, the most there may be: accept one, or try again "
                      "later");
    cancels(ben, offer, "k");
    open_seek(ann, "nim", "3");
    evening_end(evening);
}

Test(hall_offers, live_matches_are_limited)
{
    struct evening *evening = evening_with((struct hall_limits){.live_matches = 2});
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    begin_match(ben, ann, "nim", "3");
    int64_t offer = open_seek(ann, "nim", "3");
    accepts(ben, offer, "k");
    expect_limit(ben, "2 matches are being played here, the most there may be: try again later");
    resigns(ann, match, "r");
    accepts(ben, offer, "k");
    commit(evening);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 2);
    evening_end(evening);
}

Test(hall_offers, live_matches_of_both_players_are_limited)
{
    struct evening *evening = evening_with((struct hall_limits){.live_matches_per_player = 1});
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    int64_t match = begin_match(ann, ben, "nim", "3");
    int64_t of_ann = open_seek(ann, "nim", "3"), of_carl = open_seek(carl, "nim", "3");
    accepts(carl, of_ann, "k");
    expect_limit(carl, "'ann' plays 1 match, the most there may be: try again later");
    accepts(ben, of_carl, "k");
    expect_limit(ben, "you play 1 match, the most there may be: finish one first");
    resigns(ann, match, "r");
    accepts(ben, of_carl, "k");
    commit(evening);
    skip_all(evening);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    evening_end(evening);
}

Test(hall_offers, a_rematch_is_limited_as_other_matches_are)
{
    struct evening *evening = evening_with((struct hall_limits){.live_matches = 1});
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t match = begin_match(ann, ben, "nim", "3");
    play_on(ann, ben, match, 1, "3>0");
    asks_rematch(ann, match, "r");
    begin_match(ben, ann, "nim", "3");
    asks_rematch(ben, match, "r");
    expect_limit(ben, "1 match is being played here, the most there may be: try again later");
    evening_end(evening);
}

Test(hall_offers, accepting_begins_a_match_and_says_so_to_both)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = open_seek(ann, "nim", "3+5");
    accepts(ben, offer, "k");
    expect_silence(ben);
    expect_silence(ann);
    commit(evening);
    const struct wire_match *view = &expect(ben, HEARD_MATCH)->match;
    cr_assert_eq(heard_seat(view->seat), SEAT_SECOND);
    cr_assert_eq(view->ply, 0);
    cr_assert_str_eq(view->first.bytes, "ann");
    cr_assert_str_eq(view->second.bytes, "ben");
    cr_assert(view->first_online && view->second_online);
    const struct heard *started = expect(ann, HEARD_MATCH_STARTED);
    cr_assert_eq(started->offer, offer);
    cr_assert_eq(heard_seat(started->match.seat), SEAT_FIRST);
    cr_assert_eq(started->match.match, view->match);
    expect_silence(ann);
    expect_silence(ben);
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

/* --- drawn games --- */

/* The match as both see it that begins when ben accepts the seek; the texts are ben's. */
static struct wire_match accept_drawn(struct guest *ann, struct guest *ben, int64_t offer,
                                      const char *key)
{
    accepts(ben, offer, key);
    commit(ann->evening);
    struct wire_match match = expect(ben, HEARD_MATCH)->match;
    const struct wire_match *started = &expect(ann, HEARD_MATCH_STARTED)->match;
    cr_assert_str_eq(started->rules.bytes, match.rules.bytes);
    cr_assert_str_eq(started->start.bytes, match.start.bytes);
    return match;
}

static void expect_drawn(const struct wire_match *match, const char *family)
{
    struct rules rules;
    struct error error;
    cr_assert_not(rules_parse(&rules, match->rules.bytes, match->rules.len, &error), "%s",
                  error.message);
    cr_assert_str_eq(rules.family->name, family);
    cr_assert(drawn_is_interesting(&rules), "%s", rules.text);
}

Test(hall_offers, a_seek_of_a_class_names_the_class_and_the_match_has_rules)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = open_seek(ann, "drawn", NULL);
    lists_offers(ben);
    const struct wire_offer *view = &expect(ben, HEARD_OFFERS)->offers.offers[0];
    cr_assert_str_eq(view->rules.bytes, "drawn:octal:4");
    cr_assert_null(view->start.bytes);
    struct wire_match match = accept_drawn(ann, ben, offer, "k");
    expect_drawn(&match, "octal");
    cr_assert_str_eq(disk_match(&evening->disk, match.match)->rules.text, match.rules.bytes);
    evening_end(evening);
}

Test(hall_offers, each_match_has_rules_of_its_own)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char before[RULES_TEXT_MAX + 1] = "";
    for (int i = 0; i < 3; i++) {
        char key[8];
        snprintf(key, sizeof key, "k%d", i);
        int64_t offer = open_seek(ann, "drawn:subtraction:4", NULL);
        struct wire_match match = accept_drawn(ann, ben, offer, key);
        expect_drawn(&match, "subtraction");
        cr_assert_str_neq(match.rules.bytes, before);
        snprintf(before, sizeof before, "%s", match.rules.bytes);
    }
    evening_end(evening);
}

Test(hall_offers, a_game_that_the_server_names_is_offered_by_its_name)
{
    static const struct game house = {.name = "house",
                                      .rules = "octal:0.0137",
                                      .title = "House",
                                      .summary = "Take a few.",
                                      .example = "9"};
    games_add(&house, 1);
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    seeks(ann, "house,misere", NULL, "k");
    expect(ann, HEARD_OFFER_NUMBER);
    lists_offers(ann);
    const struct heard *list = expect(ann, HEARD_OFFERS);
    cr_assert_str_eq(list->offers.offers[0].rules.bytes, "octal:0.0137,misere");
    evening_end(evening);
    games_add(NULL, 0);
}

Test(hall_offers, a_class_has_no_start_to_name)
{
    expect_refused_offer(NULL, "drawn:octal:4", "3", ERROR_BAD_POSITION);
    expect_refused_offer(NULL, "drawn:octal:9", NULL, ERROR_BAD_RULES);
}

static enum seat seat_of_taker(enum offer_first first, uint64_t seed)
{
    struct hall_config config = {.seed = seed, .now_ms = 1, .limits = hall_limits_default};
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    offers(ann, "ben", "nim", "3", first, "k");
    expect(ann, HEARD_OFFER_NUMBER);
    accepts(ben, expect(ben, HEARD_OFFER_RECEIVED)->offer_received.offer, "k");
    commit(evening);
    enum seat seat = heard_seat(expect(ben, HEARD_MATCH)->match.seat);
    evening_end(evening);
    return seat;
}

Test(hall_offers, the_maker_decides_who_moves_first)
{
    cr_assert_eq(seat_of_taker(FIRST_MAKER, 1), SEAT_SECOND);
    cr_assert_eq(seat_of_taker(FIRST_TAKER, 1), SEAT_FIRST);
}

Test(hall_offers, or_the_lot_does)
{
    int firsts = 0;
    for (uint64_t seed = 0; seed < 100; seed++)
        firsts += seat_of_taker(FIRST_RANDOM, seed) == SEAT_FIRST;
    cr_assert(firsts > 30 && firsts < 70, "%d of 100", firsts);
}

Test(hall_offers, nobody_accepts_their_own_seek)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    accepts(ann, open_seek(ann, "nim", "3"), "k");
    expect_error(ann, ERROR_NOT_YOURS);
    evening_end(evening);
}

Test(hall_offers, a_challenge_is_for_its_addressee_to_accept)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    int64_t offer = challenge(ann, ben, "k");
    accepts(carl, offer, "k");
    expect_error(carl, ERROR_NOT_YOURS);
    accepts(ann, offer, "k2");
    expect_error(ann, ERROR_NOT_YOURS);
    evening_end(evening);
}

Test(hall_offers, only_the_first_to_accept_plays)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    int64_t offer = open_seek(ann, "nim", "3");
    accepts(ben, offer, "k");
    accepts(carl, offer, "k");
    commit(evening);
    expect(ben, HEARD_MATCH);
    expect_error(carl, ERROR_NO_SUCH_OFFER);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    evening_end(evening);
}

Test(hall_offers, declining_tells_the_maker)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = challenge(ann, ben, "k");
    expect(ben, HEARD_OFFER_RECEIVED);
    declines(ben, offer, "k");
    expect(ben, HEARD_NOTHING);
    expect_closed(ann, offer, "declined");
    expect_silence(ben);
    accepts(ben, offer, "k2");
    expect_error(ben, ERROR_NO_SUCH_OFFER);
    evening_end(evening);
}

Test(hall_offers, an_open_seek_cannot_be_declined)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    declines(ben, open_seek(ann, "nim", "3"), "k");
    expect_error(ben, ERROR_NOT_YOURS);
    declines(ben, 99, "k2");
    expect_error(ben, ERROR_NO_SUCH_OFFER);
    evening_end(evening);
}

Test(hall_offers, cancelling_tells_the_addressee)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = challenge(ann, ben, "k");
    expect(ben, HEARD_OFFER_RECEIVED);
    cancels(ann, offer, "k2");
    expect(ann, HEARD_NOTHING);
    expect_closed(ben, offer, "cancelled");
    expect_silence(ann);
    evening_end(evening);
}

Test(hall_offers, only_the_maker_cancels)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = challenge(ann, ben, "k");
    skip(ben);
    cancels(ben, offer, "k");
    expect_error(ben, ERROR_NOT_YOURS);
    cancels(ann, 99, "k2");
    expect_error(ann, ERROR_NO_SUCH_OFFER);
    evening_end(evening);
}

Test(hall_offers, the_makers_leaving_closes_the_offer)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = challenge(ann, ben, "k");
    expect(ben, HEARD_OFFER_RECEIVED);
    leave(ann);
    expect_closed(ben, offer, "gone");
    accepts(ben, offer, "k");
    expect_error(ben, ERROR_NO_SUCH_OFFER);
    evening_end(evening);
}

/* --- open seeks of days --- */

enum { KEPT_MS = 1209600000 };

/* ann seeks with this control, and leaves. */
static int64_t left_seek(struct guest *ann, const char *clock)
{
    offers_clock(ann, NULL, "nim", "5+3", clock, "seek");
    int64_t offer = expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    leave(ann);
    commit(ann->evening);
    return offer;
}

Test(hall_offers, a_seek_with_a_day_for_a_move_outlives_the_connection)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = left_seek(ann, "86400/move");
    accepts(ben, offer, "k");
    commit(evening);
    int64_t match = expect(ben, HEARD_MATCH)->match.match;
    pass(evening, 80000000);
    come_back(ann);
    commit(evening);
    skip(ann);
    resumes(ann, match, 0);
    commit(evening);
    const struct wire_match *view = &expect(ann, HEARD_MATCH)->match;
    cr_assert_neq(heard_seat(view->seat), SEAT_NOBODY);
    cr_assert(view->clock_runs);
    cr_assert_eq(hall_figures(evening->hall).live_matches, 1);
    evening_end(evening);
}

Test(hall_offers, a_seek_with_less_than_a_day_ends_with_the_connection)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    left_seek(ann, "86399.999/move");
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_offers, a_challenge_of_days_ends_with_the_connection)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    arrive(evening, "ben");
    offers_clock(ann, "ben", "nim", "5+3", "86400/move", "challenge");
    leave(ann);
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_offers, who_comes_back_finds_and_cancels_the_seek_that_was_left)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    int64_t offer = left_seek(ann, "86400/move");
    come_back(ann);
    commit(evening);
    skip(ann);
    lists_offers(ann);
    cr_assert_eq(expect(ann, HEARD_OFFERS)->offers.offers[0].offer, offer);
    offers_clock(ann, NULL, "nim", "5+3", "86400/move", "seek");
    cr_assert_eq(expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer, offer);
    cr_assert_eq(hall_figures(evening->hall).offers, 1);
    pass(evening, KEPT_MS);
    judge(evening);
    cr_assert_eq(hall_figures(evening->hall).offers, 1);
    cancels(ann, offer, "cancel");
    expect(ann, HEARD_NOTHING);
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_offers, a_seek_that_was_left_ends_after_two_weeks_and_its_name_is_free)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    left_seek(ann, "86400/move");
    struct guest *other = newcomer(evening, "ann");
    says_hello(other);
    commit(evening);
    expect_error(other, ERROR_NAME_TAKEN);
    pass(evening, KEPT_MS - 1);
    judge(evening);
    cr_assert_eq(hall_figures(evening->hall).offers, 1);
    pass(evening, 1);
    judge(evening);
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    cr_assert_eq(hall_figures(evening->hall).players, 0);
    evening_end(evening);
}

Test(hall_offers, seeks_that_were_left_count_as_others_do)
{
    struct evening *evening = evening_with((struct hall_limits){.offers_per_player = 1});
    struct guest *ann = arrive(evening, "ann");
    left_seek(ann, "86400/move");
    come_back(ann);
    commit(evening);
    skip(ann);
    seeks(ann, "nim", "3", "k");
    expect_error(ann, ERROR_LIMIT_REACHED);
    evening_end(evening);
}

Test(hall_offers,
     a_new_offer_ends_the_seek_whose_maker_has_been_away_longest_where_there_is_no_room)
{
    struct evening *evening = evening_with((struct hall_limits){.offers = 2});
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    left_seek(ann, "86400/move");
    int64_t kept = left_seek(ben, "86400/move");
    seeks(carl, "nim", "3", "k");
    int64_t made = expect(carl, HEARD_OFFER_NUMBER)->offer_number.offer;
    lists_offers(carl);
    const struct heard *list = expect(carl, HEARD_OFFERS);
    cr_assert_eq(list->offers.offers_count, 2);
    cr_assert_eq(list->offers.offers[0].offer, kept);
    cr_assert_eq(list->offers.offers[1].offer, made);
    come_back(ben);
    commit(evening);
    seeks(carl, "nim", "3", "another");
    expect_error(carl, ERROR_LIMIT_REACHED);
    evening_end(evening);
}

Test(hall_offers, the_addressees_leaving_closes_the_offer)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = challenge(ann, ben, "k");
    leave(ben);
    expect_closed(ann, offer, "gone");
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_offers, several_offers_close_when_one_leaves)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t other = open_seek(ben, "nim", "3");
    open_seek(ann, "nim", "3");
    int64_t from_ben = challenge(ben, ann, "b");
    skip_all(evening);
    int64_t from_ann = challenge(ann, ben, "a");
    skip_all(evening);
    leave(ann);
    expect_closed(ben, from_ben, "gone");
    expect_closed(ben, from_ann, "gone");
    expect_silence(ben);
    lists_offers(ben);
    const struct heard *list = expect(ben, HEARD_OFFERS);
    cr_assert_eq(list->offers.offers_count, 1);
    cr_assert_eq(list->offers.offers[0].offer, other);
    evening_end(evening);
}

Test(hall_offers, a_list_is_at_most_a_page)
{
    struct evening *evening = evening_begin();
    char name[16];
    int most = (int)hall_limits_default.offers_per_player;
    for (int i = 0; i <= HALL_PAGE_MAX / most; i++) {
        snprintf(name, sizeof name, "maker%d", i);
        struct guest *maker = arrive(evening, name);
        for (int j = 0; j < most; j++)
            open_seek(maker, "nim", "3");
    }
    struct guest *ann = arrive(evening, "ann");
    lists_offers(ann);
    cr_assert_eq(expect(ann, HEARD_OFFERS)->offers.offers_count, HALL_PAGE_MAX);
    evening_end(evening);
}

Test(hall_offers, a_list_of_long_offers_is_cut_sooner)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    char start[POSITION_TEXT_MAX + 1];
    long_start(start);
    for (int i = 0; i < 20; i++)
        open_seek(ann, "nim", start);
    lists_offers(ann);
    size_t for_short_ones = (size_t)HALL_PAGE_MAX * 64;
    cr_assert_eq(expect(ann, HEARD_OFFERS)->offers.offers_count,
                 (HALL_PAGE_BYTES_MAX - for_short_ones) / strlen(start));
    evening_end(evening);
}

static struct guest *arrive_from(struct evening *evening, const char *name, uint64_t address)
{
    struct guest *guest = newcomer(evening, name);
    guest->address_number = address;
    says_hello(guest);
    commit(evening);
    skip_all(evening);
    return guest;
}

/* Everybody has a place for all their offers. */
static struct evening *evening_of_many(void)
{
    return evening_with((struct hall_limits){.offers = 10000,
                                             .start_bytes = INT64_C(1) << 30,
                                             .guest_share = 100,
                                             .address_share = 100});
}

static bool is_listed_for(struct guest *guest, int64_t offer)
{
    lists_offers(guest);
    const struct heard *list = expect(guest, HEARD_OFFERS);
    bool found = false;
    for (size_t i = 0; i < list->offers.offers_count; i++) {
        require(i == 0 || list->offers.offers[i - 1].offer < list->offers.offers[i].offer,
                "the offers are not in order");
        found |= list->offers.offers[i].offer == offer;
    }
    return found;
}

Test(hall_offers, many_seeks_of_a_few_hide_none_of_others)
{
    struct evening *evening = evening_of_many();
    struct guest *ann = arrive_from(evening, "ann", 50), *ben = arrive_from(evening, "ben", 51);
    int64_t before = open_seek(ann, "nim", "3");
    for (uint64_t i = 0; i < 8; i++) {
        char name[16];
        snprintf(name, sizeof name, "many%d", (int)i);
        struct guest *many = arrive_from(evening, name, 1 + i / 2);
        for (int j = 0; j < 250; j++)
            open_seek(many, "nim", "3");
    }
    int64_t after = open_seek(ann, "nim", "3");
    cr_assert(is_listed_for(ben, before));
    cr_assert(is_listed_for(ben, after));
    cr_assert(is_listed_for(ann, before));
    evening_end(evening);
}

Test(hall_offers, seeks_with_long_starts_hide_none_with_short_ones)
{
    struct evening *evening = evening_of_many();
    char start[POSITION_TEXT_MAX + 1];
    long_start(start);
    for (uint64_t i = 0; i < 20; i++) {
        char name[16];
        snprintf(name, sizeof name, "long%d", (int)i);
        struct guest *maker = arrive_from(evening, name, 1 + i);
        for (int j = 0; j < 3; j++)
            open_seek(maker, "nim", start);
    }
    struct guest *ann = arrive_from(evening, "ann", 50), *ben = arrive_from(evening, "ben", 51);
    int64_t offer = open_seek(ann, "nim", "3");
    cr_assert(is_listed_for(ben, offer));
    cr_assert(is_listed_for(ann, offer));
    evening_end(evening);
}

Test(hall_offers, seeks_of_accounts_come_before_those_of_many_guests)
{
    struct evening *evening = evening_of_many();
    struct guest *ann = arrive_from(evening, "ann", 1);
    registers(ann, "secret", "register");
    commit(evening);
    skip_all(evening);
    int64_t offer = open_seek(ann, "nim", "3");
    struct guest *ben = NULL;
    for (int i = 0; i <= HALL_PAGE_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "guest%d", i);
        ben = arrive_from(evening, name, (uint64_t)(2 + i));
        open_seek(ben, "nim", "3");
    }
    cr_assert(is_listed_for(ben, offer));
    evening_end(evening);
}

Test(hall_offers, a_challenge_is_not_hidden_by_seeks)
{
    struct evening *evening = evening_of_many();
    struct guest *ann = arrive_from(evening, "ann", 1), *ben = arrive_from(evening, "ben", 2);
    for (int i = 0; i <= HALL_PAGE_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "guest%d", i);
        open_seek(arrive_from(evening, name, (uint64_t)(2 + i)), "nim", "3");
    }
    int64_t offer = challenge(ann, ben, "k");
    skip(ben);
    cr_assert(is_listed_for(ben, offer));
    cr_assert(is_listed_for(ann, offer));
    evening_end(evening);
}

/* --- what strangers can make a player hear --- */

Test(hall_offers, of_strangers_cannot_pile_up_for_a_player)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    char start[POSITION_TEXT_MAX + 1], key[16];
    int64_t match = begin_match(ann, carl, "nim", "3+5");
    long_start(start);
    size_t fit = HALL_UNASKED_BYTES_MAX / strlen(start);
    skip_all(evening);
    plays(ann, match, 1, "5>3"); /* not on disk yet, so that nothing is said */
    for (size_t i = 0; i <= fit; i++) {
        snprintf(key, sizeof key, "k%zu", i);
        offers(ann, "ben", "nim", start, FIRST_MAKER, key);
    }
    commit(evening);
    expect(ann, HEARD_MOVE_DONE);
    expect(ann, HEARD_MOVED);
    for (size_t i = 0; i < fit; i++) {
        expect(ann, HEARD_OFFER_NUMBER);
        expect(ben, HEARD_OFFER_RECEIVED);
    }
    expect_error(ann, ERROR_LIMIT_REACHED);
    expect_silence(ben);
    offers(ann, "ben", "nim", start, FIRST_MAKER, "again");
    expect(ann, HEARD_OFFER_NUMBER);
    expect(ben, HEARD_OFFER_RECEIVED);
    evening_end(evening);
}

Test(hall_offers, nobody_challenges_a_player_who_has_much_to_read)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    hall_session_behind(evening->hall, ben->session, true);
    offers(ann, "ben", "nim", "3+5", FIRST_MAKER, "k");
    expect_error(ann, ERROR_LIMIT_REACHED);
    expect_silence(ben);
    hall_session_behind(evening->hall, ben->session, false);
    challenge(ann, ben, "k");
    expect(ben, HEARD_OFFER_RECEIVED);
    evening_end(evening);
}

/* --- rematches --- */

struct pair {
    struct evening *evening;
    struct guest *ann, *ben;
    int64_t match; /* over; ann moved first */
};

static struct pair played_match(void)
{
    struct pair pair = {.evening = evening_begin()};
    pair.ann = arrive(pair.evening, "ann");
    pair.ben = arrive(pair.evening, "ben");
    pair.match = begin_match(pair.ann, pair.ben, "nim", "1+2");
    play_on(pair.ann, pair.ben, pair.match, 1, "2>1 1>0 1>0");
    return pair;
}

static int64_t offered_rematch(struct guest *maker, int64_t match, const char *key)
{
    asks_rematch(maker, match, key);
    /* The key may have made the hall forget an older one. */
    commit(maker->evening);
    const struct heard *heard = expect(maker, HEARD_REMATCH);
    cr_assert_eq(heard->rematch.match, WIRE_ABSENT);
    return heard->rematch.offer;
}

Test(hall_offers, a_rematch_is_offered_to_the_opponent)
{
    struct pair pair = played_match();
    int64_t offer = offered_rematch(pair.ann, pair.match, "k");
    const struct wire_offer *view = &expect(pair.ben, HEARD_OFFER_RECEIVED)->offer_received;
    cr_assert_eq(view->offer, offer);
    cr_assert_eq(view->rematch_of, pair.match);
    cr_assert_str_eq(view->first.bytes, "taker");
    cr_assert_str_eq(view->start.bytes, "1+2");
    evening_end(pair.evening);
}

/* An open seek of Nim that is to look like this. */
static int64_t seek_with_look(struct guest *maker, const char *rules, const char *look)
{
    char key[32];
    struct hall_offer offer = {.terms = {.rules = given(rules),
                                         .look = given(look),
                                         .start = given("1+2"),
                                         .first = FIRST_MAKER}};
    hall_offer_make(maker->evening->hall, ask(maker), &offer,
                    given(fresh_key(maker->evening, key)));
    commit(maker->evening);
    return expect(maker, HEARD_OFFER_NUMBER)->offer_number.offer;
}

static void expect_look(const char *rules, const char *look, const char *expected)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = seek_with_look(ann, rules, look);
    lists_offers(ben);
    const struct wire_offer *seen = &expect(ben, HEARD_OFFERS)->offers.offers[0];
    cr_assert_str_eq(seen->rules.bytes, "nim");
    cr_assert_eq(seen->look.bytes == NULL, expected == NULL);
    if (expected)
        cr_assert_str_eq(seen->look.bytes, expected);
    accepts(ben, offer, "k");
    commit(evening);
    int64_t match = expect(ben, HEARD_MATCH)->match.match;
    const struct wire_match *started = &expect(ann, HEARD_MATCH_STARTED)->match;
    cr_assert_eq(started->look.bytes == NULL, expected == NULL);
    if (expected)
        cr_assert_str_eq(started->look.bytes, expected);

    play_on(ann, ben, match, 1, "2>1 1>0 1>0");
    offered_rematch(ann, match, "r");
    const struct wire_offer *again = &expect(ben, HEARD_OFFER_RECEIVED)->offer_received;
    cr_assert_eq(again->look.bytes == NULL, expected == NULL);
    if (expected)
        cr_assert_str_eq(again->look.bytes, expected);
    evening_end(evening);
}

Test(hall_offers, what_it_looks_like_goes_with_the_rules)
{
    expect_look("nim", NULL, NULL);
    expect_look("nim", "strip", "strip");
    expect_look("nim", "of-tomorrow", "of-tomorrow");
    expect_look("nimble", NULL, "strip");
    expect_look("nimble", "of-tomorrow", "of-tomorrow");
}

/* The start that the server draws for an open seek that names none. */
static struct text start_of_seek(const char *rules, const char *look)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct text start = {0};
    struct hall_offer offer = {.terms = {.rules = given(rules), .look = given(look)}};
    hall_offer_make(evening->hall, ask(ann), &offer, given("k"));
    commit(evening);
    lists_offers(ben);
    text_append_string(&start, expect(ben, HEARD_OFFERS)->offers.offers[0].start.bytes);
    evening_end(evening);
    return start;
}

static void expect_start(const char *rules, const char *look, char first, bool is_one)
{
    struct text start = start_of_seek(rules, look);
    cr_expect_eq(text_string(&start)[0] == 'o', first == 'o', "%s: %s", rules, start.bytes);
    cr_expect_eq(!strchr(text_string(&start), '+'), is_one, "%s: %s", rules, start.bytes);
    text_finish(&start);
}

/* The evening's generator draws three heaps where the rules alone decide. */
Test(hall_offers, a_start_that_is_drawn_fits_the_look)
{
    expect_start("kayles-on-a-ring", NULL, 'o', true);
    expect_start("octal:0.137", "ring", 'o', true);
    expect_start("one-pile", NULL, 'h', true);
    expect_start("octal:0.77", NULL, 'h', false);
    expect_start("subtraction:3,4,5", NULL, 'h', false);
    expect_start("octal:0.77", "of-tomorrow", 'h', false);
}

Test(hall_offers, a_look_is_in_nobodys_way)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    seek_with_look(ann, "nimble", NULL);
    int64_t plain = seek_with_look(ann, "nim", NULL);
    accepts(ben, plain, "k");
    commit(evening);
    cr_assert_null(expect(ben, HEARD_MATCH)->match.look.bytes);
    crash(evening);
    come_back(ann);
    come_back(ben);
    evening_end(evening);
}

Test(hall_offers, both_asking_for_a_rematch_begins_it_with_the_seats_swapped)
{
    struct pair pair = played_match();
    int64_t offer = offered_rematch(pair.ann, pair.match, "k");
    expect(pair.ben, HEARD_OFFER_RECEIVED);
    asks_rematch(pair.ben, pair.match, "k");
    expect_silence(pair.ben);
    commit(pair.evening);
    const struct heard *taken = expect(pair.ben, HEARD_REMATCH);
    const struct heard *started = expect(pair.ann, HEARD_MATCH_STARTED);
    cr_assert_eq(taken->rematch.offer, WIRE_ABSENT);
    cr_assert_eq(taken->rematch.match, started->match.match);
    cr_assert_eq(started->offer, offer);
    cr_assert_str_eq(started->match.first.bytes, "ben");
    evening_end(pair.evening);
}

Test(hall_offers, a_rematch_offered_by_the_second_player_swaps_the_seats_too)
{
    struct pair pair = played_match();
    offered_rematch(pair.ben, pair.match, "k");
    accepts(pair.ann, expect(pair.ann, HEARD_OFFER_RECEIVED)->offer_received.offer, "k");
    commit(pair.evening);
    cr_assert_str_eq(expect(pair.ann, HEARD_MATCH)->match.first.bytes, "ben");
    expect(pair.ben, HEARD_MATCH_STARTED);
    evening_end(pair.evening);
}

Test(hall_offers, a_rematch_offered_twice_is_one_offer)
{
    struct pair pair = played_match();
    int64_t offer = offered_rematch(pair.ann, pair.match, "k");
    cr_assert_eq(offered_rematch(pair.ann, pair.match, "k2"), offer);
    expect(pair.ben, HEARD_OFFER_RECEIVED);
    expect_silence(pair.ben);
    evening_end(pair.evening);
}

Test(hall_offers, a_declined_rematch_may_be_offered_again)
{
    struct pair pair = played_match();
    int64_t offer = offered_rematch(pair.ann, pair.match, "k");
    declines(pair.ben, offer, "k");
    expect_closed(pair.ann, offer, "declined");
    cr_assert_neq(offered_rematch(pair.ann, pair.match, "k2"), offer);
    evening_end(pair.evening);
}

Test(hall_offers, nobody_is_asked_for_a_rematch_who_has_left)
{
    struct pair pair = played_match();
    leave(pair.ben);
    asks_rematch(pair.ann, pair.match, "k");
    expect_error(pair.ann, ERROR_NO_SUCH_PLAYER);
    evening_end(pair.evening);
}

Test(hall_offers, one_who_left_and_came_back_may_have_the_rematch)
{
    struct pair pair = played_match();
    leave(pair.ben);
    come_back(pair.ben);
    offered_rematch(pair.ann, pair.match, "k");
    expect(pair.ben, HEARD_OFFER_RECEIVED);
    evening_end(pair.evening);
}

Test(hall_offers, a_rematch_is_for_those_who_played)
{
    struct pair pair = played_match();
    struct guest *carl = arrive(pair.evening, "carl");
    asks_rematch(carl, pair.match, "k");
    expect_error(carl, ERROR_NOT_A_PLAYER);
    evening_end(pair.evening);
}

Test(hall_offers, a_match_that_goes_on_has_no_rematch)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    asks_rematch(ann, begin_match(ann, ben, "nim", "3"), "k");
    expect_error(ann, ERROR_NO_SUCH_MATCH);
    evening_end(evening);
}

/* As many matches as are kept begin and end. */
static void abort_many(struct guest *first, struct guest *second)
{
    for (int i = 0; i < HALL_ENDED_KEPT; i++) {
        char key[32];
        snprintf(key, sizeof key, "%d", i);
        aborts(first, begin_match(first, second, "nim", "1"), key);
        commit(first->evening);
        forget_said(first->evening);
    }
}

Test(hall_offers, only_the_latest_matches_are_kept_for_a_rematch)
{
    struct pair pair = played_match();
    abort_many(pair.ann, pair.ben);
    asks_rematch(pair.ann, pair.match, "old");
    expect_error(pair.ann, ERROR_NO_SUCH_MATCH);
    offered_rematch(pair.ann, pair.match + 1, "kept");
    evening_end(pair.evening);
}

static struct guest *arrive_at(struct evening *evening, const char *name, uint64_t address)
{
    struct guest *guest = newcomer(evening, name);
    guest->address_number = address;
    says_hello(guest);
    commit(evening);
    guest->player = expect(guest, HEARD_WELCOME)->welcome.player;
    skip_all(evening);
    return guest;
}

Test(hall_offers, who_ends_many_matches_pushes_out_none_of_another_address)
{
    struct pair pair = played_match();
    struct guest *carl = arrive_at(pair.evening, "carl", 7);
    struct guest *dora = arrive_at(pair.evening, "dora", 7);
    abort_many(carl, dora);
    abort_many(dora, carl);
    offered_rematch(pair.ann, pair.match, "kept");
    evening_end(pair.evening);
}

Test(hall_offers, players_are_forgotten_with_the_last_of_their_kept_matches)
{
    struct pair pair = played_match();
    struct guest *carl = arrive(pair.evening, "carl");
    leave(pair.ben);
    abort_many(pair.ann, carl);
    cr_assert_eq(hall_figures(pair.evening->hall).players, 2);
    come_back(pair.ben);
    evening_end(pair.evening);
}

/* --- a list costs what it shows --- */

/* The least processor time of several runs that list some times. */
static int64_t listing_ns(struct guest *guest)
{
    enum { RUNS = 5, TIMES = 20 };
    int64_t least_ns = INT64_MAX;
    for (int run = 0; run < RUNS; run++) {
        struct timespec begin, end;
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
        for (int i = 0; i < TIMES; i++)
            lists_offers(guest);
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
        int64_t taken_ns =
            (int64_t)(end.tv_sec - begin.tv_sec) * 1000000000 + (end.tv_nsec - begin.tv_nsec);
        least_ns = taken_ns < least_ns ? taken_ns : least_ns;
        for (int i = 0; i < TIMES; i++)
            expect(guest, HEARD_OFFERS);
    }
    return least_ns;
}

/* So many players are challenged 250 times each. */
static void challenge_others(struct evening *evening, int players)
{
    char name[32], key[32];
    for (int player = 0; player < players; player++) {
        snprintf(name, sizeof name, "taker-%d-of-%d", player, players);
        struct guest *taker = arrive(evening, name);
        snprintf(name, sizeof name, "maker-%d-of-%d", player, players);
        struct guest *maker = arrive(evening, name);
        for (int i = 0; i < 250; i++) {
            snprintf(key, sizeof key, "key-%d", i);
            challenge(maker, taker, key);
        }
        skip_all(evening);
        forget_said(evening); /* searching it for answers would empty the caches */
    }
}

Test(hall_offers, of_others_make_the_list_no_slower)
{
    enum { RATIO_MAX = 3 };
    struct evening *evening = evening_with((struct hall_limits){0});
    struct guest *ann = arrive(evening, "ann");
    challenge_others(evening, 4);
    int64_t few_ns = listing_ns(ann);
    challenge_others(evening, 76);
    cr_assert_eq(hall_figures(evening->hall).offers, 20000);
    int64_t many_ns = listing_ns(ann);
    cr_assert_lt(many_ns, RATIO_MAX * few_ns, "%lld ns among 20,000 of others, %lld among 1,000",
                 (long long)many_ns, (long long)few_ns);
    evening_end(evening);
}

Test(hall_offers, are_listed_the_oldest_first_whoever_made_them)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t numbers[5];
    seeks(ben, "nim", "1", "s1");
    numbers[0] = expect(ben, HEARD_OFFER_NUMBER)->offer_number.offer;
    numbers[1] = challenge(ann, ben, "k1");
    skip(ben);
    numbers[2] = challenge(ben, ann, "k2");
    skip(ann);
    seeks(ann, "nim", "2", "s2");
    numbers[3] = expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer;
    numbers[4] = challenge(ann, ben, "k3");
    skip(ann);
    lists_offers(ann);
    const struct heard *list = expect(ann, HEARD_OFFERS);
    cr_assert_eq(list->offers.offers_count, 5);
    for (size_t i = 0; i < 5; i++)
        cr_assert_eq(list->offers.offers[i].offer, numbers[i], "place %zu", i);
    evening_end(evening);
}

/* The lobby: conditions of open offers, pages of the list, events. */
#include "tests/unit/hall_fixture.h"

#include <stdio.h>

SUITE(hall_lobby, 60);

/* --- conditions --- */

static int64_t seek_from(struct guest *maker, struct conditions conditions, const char *key)
{
    skip(maker);
    seeks_from(maker, "nim", &conditions, false, key);
    return expect(maker, HEARD_OFFER_NUMBER)->offer_number.offer;
}

/* Two accounts: the first has won a rated match of Nim against the second and has 1662 now; the
 * second has 1338. */
static void rate(struct guest *winner, struct guest *loser)
{
    const struct conditions none = {0};
    char key[32];
    seeks_from(winner, "nim", &none, true, fresh_key(winner->evening, key));
    int64_t offer = expect(winner, HEARD_OFFER_NUMBER)->offer_number.offer;
    accepts(loser, offer, fresh_key(winner->evening, key));
    commit(winner->evening);
    int64_t match = expect(loser, HEARD_MATCH)->match.match;
    resigns(loser, match, fresh_key(winner->evening, key));
    commit(winner->evening);
    skip(winner);
    skip(loser);
}

static void expect_unfit(struct guest *guest, int64_t offer, const char *why)
{
    char key[32];
    accepts(guest, offer, fresh_key(guest->evening, key));
    const struct heard *refused = expect_error(guest, ERROR_UNFIT);
    cr_assert_str_eq(refused->error.message, why);
}

static void expect_fit(struct guest *guest, int64_t offer)
{
    char key[32];
    accepts(guest, offer, fresh_key(guest->evening, key));
    commit(guest->evening);
    expect(guest, HEARD_MATCH);
}

Test(hall_lobby, a_seek_for_people_is_not_for_bots)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *bot = newcomer(evening, "bot");
    bot->is_bot = true;
    says_hello(bot);
    commit(evening);
    expect(bot, HEARD_WELCOME);
    int64_t offer = seek_from(ann, (struct conditions){.only = AUDIENCE_PEOPLE}, "k");
    expect_unfit(bot, offer, "this offer is only for people, and you are connected as a bot");
    expect_fit(ben, offer);
    evening_end(evening);
}

Test(hall_lobby, a_seek_for_bots_is_not_for_people)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t offer = seek_from(ann, (struct conditions){.only = AUDIENCE_BOTS}, "k");
    expect_unfit(ben, offer, "this offer is only for bots, and you are not connected as one");
    /* What counts is what the last hello has said. */
    ben->is_bot = true;
    come_back(ben);
    expect_fit(ben, offer);
    evening_end(evening);
}

Test(hall_lobby, a_seek_for_some_ratings_is_for_these)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive_with_account(evening, "ben");
    struct guest *carl = arrive_with_account(evening, "carl"), *guest = arrive(evening, "gus");
    rate(ann, ben);
    int64_t middle =
        seek_from(carl, (struct conditions){.rating_min = 1339, .rating_max = 1661}, "middle");
    expect_unfit(ann, middle,
                 "this offer is only for ratings from 1339 to 1661, and yours is 1662");
    expect_unfit(ben, middle,
                 "this offer is only for ratings from 1339 to 1661, and yours is 1338");
    expect_unfit(guest, middle,
                 "this offer is only for ratings from 1339 to 1661, and you have none: a guest has "
                 "no rating");
    int64_t high = seek_from(carl, (struct conditions){.rating_min = 1662}, "high");
    expect_unfit(ben, high, "this offer is only for ratings of 1662 and more, and yours is 1338");
    expect_fit(ann, high);
    int64_t low = seek_from(carl, (struct conditions){.rating_max = 1338}, "low");
    expect_unfit(ann, low, "this offer is only for ratings of 1338 and less, and yours is 1662");
    expect_fit(ben, low);
    evening_end(evening);
}

Test(hall_lobby, an_account_without_rated_matches_counts_as_a_new_player)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive_with_account(evening, "ben");
    expect_fit(ben, seek_from(ann, (struct conditions){1500, 1500, AUDIENCE_ANYBODY}, "k"));
    evening_end(evening);
}

Test(hall_lobby, a_rating_counts_in_its_own_family)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive_with_account(evening, "ben");
    rate(ann, ben);
    const struct conditions middle = {1500, 1500, AUDIENCE_ANYBODY};
    seeks_from(ben, "kayles", &middle, false, "k");
    expect_fit(ann, expect(ben, HEARD_OFFER_NUMBER)->offer_number.offer);
    evening_end(evening);
}

Test(hall_lobby, conditions_that_cannot_be_are_refused)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    arrive(evening, "ben");
    const struct conditions upside_down = {1600, 1400, AUDIENCE_ANYBODY};
    seeks_from(ann, "nim", &upside_down, false, "k");
    cr_assert_str_eq(expect_error(ann, ERROR_BAD_ARGUMENTS)->error.message,
                     "no rating is at least 1600 and at most 1400: the lower one comes first");
    struct hall_offer challenge = {
        .to = given("ben"),
        .terms = {.rules = given("nim")},
        .conditions = {.only = AUDIENCE_PEOPLE},
    };
    hall_offer_make(evening->hall, ask(ann), &challenge, given("k"));
    expect_error(ann, ERROR_BAD_ARGUMENTS);
    cr_assert_eq(hall_figures(evening->hall).offers, 0);
    evening_end(evening);
}

Test(hall_lobby, a_list_tells_conditions_makers_and_own_ratings)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive_with_account(evening, "ann");
    struct guest *ben = arrive_with_account(evening, "ben"), *gus = newcomer(evening, "gus");
    gus->is_bot = true;
    says_hello(gus);
    rate(ann, ben);
    seek_from(ann, (struct conditions){1400, 1600, AUDIENCE_PEOPLE}, "k");
    seek_from(gus, (struct conditions){0}, "k");
    lists_offers(ben);
    const struct wire_offers *offers = &expect(ben, HEARD_OFFERS)->offers;
    const struct wire_offer *first = &offers->offers[0], *second = &offers->offers[1];
    cr_assert_eq(first->rating_min, 1400);
    cr_assert_eq(first->rating_max, 1600);
    cr_assert_str_eq(first->only.bytes, "people");
    cr_assert_eq(first->rating, 1662);
    cr_assert_not(first->bot);
    cr_assert_eq(second->rating_min, WIRE_ABSENT);
    cr_assert_null(second->only.bytes);
    cr_assert_eq(second->rating, WIRE_ABSENT);
    cr_assert(second->bot);
    cr_assert_str_eq(offers->ratings[0].family.bytes, "nim");
    cr_assert_eq(offers->ratings[0].rating, 1338);
    cr_assert_eq(offers->ratings[1].rating, 1500);
    lists_offers(gus);
    cr_assert_eq(expect(gus, HEARD_OFFERS)->offers.ratings_count, 0);
    evening_end(evening);
}

/* --- pages --- */

/* Walks through all pages of so many offers, and returns how many there were. The numbers have to
 * ascend. */
static size_t walk(struct guest *guest, int64_t limit, int64_t *ret_numbers)
{
    int64_t after = 0;
    for (size_t count = 0;;) {
        pages_offers(guest, after, limit);
        const struct wire_offers *page = &expect(guest, HEARD_OFFERS)->offers;
        cr_assert_leq((int64_t)page->offers_count, limit);
        cr_assert(page->offers_count > 0 || !page->more);
        for (size_t i = 0; i < page->offers_count; i++) {
            cr_assert_gt(page->offers[i].offer, after);
            ret_numbers[count++] = after = page->offers[i].offer;
        }
        if (!page->more)
            return count;
    }
}

Test(hall_lobby, pages_show_each_offer_once_and_nothing_of_others)
{
    enum { ROUNDS = 5 };
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct guest *carl = arrive(evening, "carl");
    int64_t expected[4 * ROUNDS], numbers[5 * ROUNDS];
    size_t count = 0;
    char key[32];
    for (int round = 0; round < ROUNDS; round++) {
        expected[count++] = open_seek(ann, "nim", "3+5");
        offers(ann, "ben", "nim", "1", FIRST_MAKER, fresh_key(evening, key));
        expected[count++] = expect(ann, HEARD_OFFER_NUMBER)->offer_number.offer;
        expected[count++] = open_seek(ben, "nim", "3+5");
        offers(ben, "carl", "nim", "1", FIRST_MAKER, fresh_key(evening, key));
        skip(ben);
        skip(carl);
        offers(carl, "ann", "nim", "1", FIRST_MAKER, fresh_key(evening, key));
        expected[count++] = expect(carl, HEARD_OFFER_NUMBER)->offer_number.offer;
        skip_all(evening);
    }
    for (int64_t limit = 1; limit <= 21; limit += 4) {
        cr_assert_eq(walk(ann, limit, numbers), count);
        for (size_t i = 0; i < count; i++)
            cr_assert_eq(numbers[i], expected[i], "place %zu of pages of %d", i, (int)limit);
    }
    evening_end(evening);
}

Test(hall_lobby, a_withdrawn_offer_is_on_no_page)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t made[6], numbers[6];
    char key[32];
    for (size_t i = 0; i < 6; i++)
        made[i] = open_seek(ann, "nim", "3+5");
    for (size_t i = 0; i < 6; i += 2)
        cancels(ann, made[i], fresh_key(evening, key));
    skip(ann);
    cr_assert_eq(walk(ben, 2, numbers), 3);
    for (size_t i = 0; i < 3; i++)
        cr_assert_eq(numbers[i], made[2 * i + 1]);
    evening_end(evening);
}

Test(hall_lobby, a_page_of_long_starts_ends_sooner)
{
    enum { SEEKS = 20 };
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    char start[POSITION_TEXT_MAX + 1];
    int64_t numbers[SEEKS];
    long_start(start);
    for (int i = 0; i < SEEKS; i++)
        open_seek(ann, "nim", start);
    pages_offers(ben, 0, HALL_PAGE_MAX);
    const struct wire_offers *page = &expect(ben, HEARD_OFFERS)->offers;
    cr_assert(page->more);
    cr_assert_leq(page->offers_count * strlen(start), HALL_PAGE_BYTES_MAX);
    cr_assert_eq(walk(ben, HALL_PAGE_MAX, numbers), SEEKS);
    evening_end(evening);
}

Test(hall_lobby, a_choice_of_more_than_a_page_says_so)
{
    struct evening *evening = evening_begin();
    struct guest *ben = arrive(evening, "ben");
    char name[32];
    struct guest *maker = NULL;
    for (int i = 0; i < HALL_PAGE_MAX; i++) {
        if (i % 250 == 0) {
            snprintf(name, sizeof name, "maker-%d", i);
            maker = arrive(evening, name);
        }
        open_seek(maker, "nim", "3");
    }
    lists_offers(ben);
    cr_assert_not(expect(ben, HEARD_OFFERS)->offers.more);
    open_seek(ben, "nim", "3");
    lists_offers(ben);
    const struct wire_offers *choice = &expect(ben, HEARD_OFFERS)->offers;
    cr_assert(choice->more);
    cr_assert_eq(choice->offers_count, HALL_PAGE_MAX);
    evening_end(evening);
}

/* --- events --- */

/* Comes in and watches. */
static struct guest *follower(struct evening *evening, const char *name)
{
    struct guest *guest = arrive(evening, name);
    watches_lobby(guest);
    expect(guest, HEARD_OFFERS);
    return guest;
}

static void pass_and_judge(struct evening *evening, int64_t ms)
{
    pass(evening, ms);
    judge(evening);
}

static void withdraw(struct guest *maker, int64_t offer)
{
    char key[32];
    cancels(maker, offer, fresh_key(maker->evening, key));
    expect(maker, HEARD_NOTHING);
}

Test(hall_lobby, followers_are_told_of_seeks_that_come_and_go)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    struct guest *carl = follower(evening, "carl");
    int64_t offer = open_seek(ann, "nim", "3+5");
    judge(evening);
    const struct wire_lobby_changed *news = &expect(ben, HEARD_LOBBY)->lobby;
    cr_assert_eq(news->made_count, 1);
    cr_assert_eq(news->made[0].offer, offer);
    cr_assert_str_eq(news->made[0].start.bytes, "3+5");
    cr_assert_eq(news->gone_count, 0);
    cr_assert_not(news->missed);
    expect(carl, HEARD_LOBBY);
    withdraw(ann, offer);
    pass_and_judge(evening, HALL_LOBBY_MS);
    news = &expect(ben, HEARD_LOBBY)->lobby;
    cr_assert_eq(news->made_count, 0);
    cr_assert_eq(news->gone_count, 1);
    cr_assert_eq(news->gone[0], offer);
    expect(carl, HEARD_LOBBY);
    expect_silence(ann);
    evening_end(evening);
}

Test(hall_lobby, an_accepted_seek_is_gone_and_so_is_one_whose_maker_leaves)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    int64_t first = open_seek(ann, "nim", "3+5"), second = open_seek(ben, "nim", "3+5");
    struct guest *carl = follower(evening, "carl");
    accepts(ben, first, "k");
    leave(ben);
    commit(evening);
    pass_and_judge(evening, HALL_LOBBY_MS);
    const struct wire_lobby_changed *news = &expect(carl, HEARD_LOBBY)->lobby;
    cr_assert_eq(news->gone_count, 2);
    cr_assert_eq(news->gone[0], first);
    cr_assert_eq(news->gone[1], second);
    evening_end(evening);
}

Test(hall_lobby, a_seek_that_comes_and_goes_between_two_events_is_in_none)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    open_seek(ann, "nim", "1");
    judge(evening);
    expect(ben, HEARD_LOBBY);
    withdraw(ann, open_seek(ann, "nim", "2"));
    pass_and_judge(evening, HALL_LOBBY_MS);
    expect_silence(ben);
    cr_assert_eq(hall_next_deadline(evening->hall), INT64_MAX);
    evening_end(evening);
}

Test(hall_lobby, events_come_at_most_every_so_often)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    open_seek(ann, "nim", "1");
    judge(evening);
    expect(ben, HEARD_LOBBY);
    open_seek(ann, "nim", "2");
    pass_and_judge(evening, HALL_LOBBY_MS - 1);
    expect_silence(ben);
    open_seek(ann, "nim", "3");
    pass_and_judge(evening, 1);
    cr_assert_eq(expect(ben, HEARD_LOBBY)->lobby.made_count, 2);
    evening_end(evening);
}

Test(hall_lobby, the_more_follow_the_later_is_the_next_event)
{
    enum { FOLLOWERS = 6000 };
    struct hall_config config = {.seed = 1, .limits = hall_limits_default};
    config.now_ms = config.tick_ms = 1000;
    struct evening *evening = evening_begin_with(&config);
    struct guest *ann = arrive(evening, "ann");
    char name[32];
    for (int i = 0; i < FOLLOWERS; i++) {
        snprintf(name, sizeof name, "f-%d", i);
        watches_lobby(arrive(evening, name));
        if (i % 500 == 0) {
            skip_all(evening);
            forget_said(evening);
        }
    }
    open_seek(ann, "nim", "1");
    judge(evening);
    open_seek(ann, "nim", "2");
    int64_t pause_ms = hall_next_deadline(evening->hall) - evening->tick_ms;
    cr_assert_eq(pause_ms, FOLLOWERS / HALL_LOBBY_PER_MS);
    skip_all(evening);
    evening_end(evening);
}

Test(hall_lobby, an_event_has_so_many_seeks_and_the_next_one_the_others)
{
    enum { SEEKS = 2 * HALL_LOBBY_MADE_MAX + 5 };
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    int64_t made[SEEKS];
    size_t told = 0;
    for (int i = 0; i < SEEKS; i++)
        made[i] = open_seek(ann, "nim", "1");
    for (int events = 0; events < 3; events++) {
        pass_and_judge(evening, 100 * HALL_LOBBY_MS);
        const struct wire_lobby_changed *news = &expect(ben, HEARD_LOBBY)->lobby;
        cr_assert_leq(news->made_count, HALL_LOBBY_MADE_MAX);
        for (size_t i = 0; i < news->made_count; i++)
            cr_assert_eq(news->made[i].offer, made[told++]);
    }
    cr_assert_eq(told, SEEKS);
    leave(ann);
    for (size_t gone = 0; gone < SEEKS;) {
        pass_and_judge(evening, 100 * HALL_LOBBY_MS);
        gone += expect(ben, HEARD_LOBBY)->lobby.gone_count;
    }
    pass_and_judge(evening, 100 * HALL_LOBBY_MS);
    expect_silence(ben);
    evening_end(evening);
}

Test(hall_lobby, a_long_start_is_left_out_of_events)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    char start[POSITION_TEXT_MAX + 1];
    long_start(start);
    open_seek(ann, "nim", start);
    judge(evening);
    const struct heard *heard = expect(ben, HEARD_LOBBY);
    cr_assert_null(heard->lobby.made[0].start.bytes);
    cr_assert_lt(heard->message->bytes.len, 512);
    evening_end(evening);
}

Test(hall_lobby, who_is_behind_misses_events_and_is_told_so_afterwards)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    struct guest *carl = follower(evening, "carl");
    hall_session_behind(evening->hall, ben->session, true);
    open_seek(ann, "nim", "1");
    judge(evening);
    expect_silence(ben);
    expect(carl, HEARD_LOBBY);
    pass_and_judge(evening, HALL_LOBBY_MS);
    hall_session_behind(evening->hall, ben->session, false);
    judge(evening);
    const struct wire_lobby_changed *news = &expect(ben, HEARD_LOBBY)->lobby;
    cr_assert(news->missed);
    cr_assert_eq(news->made_count, 0);
    expect_silence(carl);
    open_seek(ann, "nim", "2");
    pass_and_judge(evening, HALL_LOBBY_MS);
    cr_assert_not(expect(ben, HEARD_LOBBY)->lobby.missed);
    evening_end(evening);
}

Test(hall_lobby, who_stops_watching_or_leaves_is_told_nothing)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    struct guest *carl = follower(evening, "carl");
    unwatches_lobby(ben);
    expect(ben, HEARD_NOTHING);
    leave(carl);
    open_seek(ann, "nim", "1");
    cr_assert_eq(hall_next_deadline(evening->hall), INT64_MAX, "nothing is collected");
    pass_and_judge(evening, HALL_LOBBY_MS);
    expect_silence(ben);
    unwatches_lobby(ben); /* again is no error */
    expect(ben, HEARD_NOTHING);
    evening_end(evening);
}

Test(hall_lobby, challenges_are_no_concern_of_followers)
{
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = follower(evening, "ben");
    offers(ann, "ben", "nim", "1", FIRST_MAKER, "k");
    expect(ben, HEARD_OFFER_RECEIVED);
    pass_and_judge(evening, HALL_LOBBY_MS);
    expect_silence(ben);
    evening_end(evening);
}

Test(hall_lobby, the_maker_is_charged_for_the_followers)
{
    enum { FOLLOWERS = 100 };
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann");
    char name[32];
    for (int i = 0; i < FOLLOWERS; i++) {
        snprintf(name, sizeof name, "follower-%d", i);
        follower(evening, name);
    }
    skip_all(evening);
    uint64_t before = hall_told(evening->hall);
    seeks(ann, "nim", "1", "k");
    cr_assert_geq(hall_told(evening->hall) - before, FOLLOWERS);
    evening_end(evening);
}

/* What a follower knows. */
struct view {
    int64_t known[512];
    size_t count;
};

static void view_take(struct view *view, int64_t offer, bool is_open)
{
    size_t place = 0;
    while (place < view->count && view->known[place] != offer)
        place++;
    if (is_open && place == view->count)
        view->known[view->count++] = offer;
    else if (!is_open && place < view->count)
        view->known[place] = view->known[--view->count];
}

/* Takes all that the guest has heard since. */
static void view_hear(struct view *view, struct guest *guest)
{
    struct evening *evening = guest->evening;
    hear(evening);
    for (; guest->heard < evening->said_count; guest->heard++) {
        const struct heard *heard = evening->said[guest->heard];
        bool is_mine = false;
        for (size_t i = 0; i < heard->message->session_count; i++)
            is_mine |= heard->message->sessions[i] == guest->session;
        if (!is_mine || heard->kind != HEARD_LOBBY)
            continue;
        cr_assert_not(heard->lobby.missed);
        for (size_t i = 0; i < heard->lobby.made_count; i++)
            view_take(view, heard->lobby.made[i].offer, true);
        for (size_t i = 0; i < heard->lobby.gone_count; i++)
            view_take(view, heard->lobby.gone[i], false);
    }
}

Test(hall_lobby, a_follower_knows_what_a_list_would_tell_whatever_comes_and_goes)
{
    struct random random = random_from_seed(17);
    struct evening *evening = evening_begin();
    struct guest *ann = arrive(evening, "ann"), *ben = arrive(evening, "ben");
    struct view open = {.count = 0}, view = {.count = 0};
    for (int i = 0; i < 40; i++)
        view_take(&open, open_seek(ann, "nim", "1"), true);
    watches_lobby(ben);
    const struct wire_offers *offers = &expect(ben, HEARD_OFFERS)->offers;
    for (size_t i = 0; i < offers->offers_count; i++)
        view_take(&view, offers->offers[i].offer, true);
    for (int round = 0; round < 100; round++) {
        for (uint64_t changes = random_below(&random, 30); changes > 0; changes--) {
            if (open.count == 0 || (open.count < 200 && random_below(&random, 2) == 0)) {
                view_take(&open, open_seek(ann, "nim", "1"), true);
                continue;
            }
            int64_t offer = open.known[random_below(&random, open.count)];
            withdraw(ann, offer);
            view_take(&open, offer, false);
        }
        pass_and_judge(evening, (int64_t)random_below(&random, 500));
        view_hear(&view, ben);
    }
    for (int i = 0; i < 100; i++)
        pass_and_judge(evening, 1000);
    view_hear(&view, ben);
    cr_assert_eq(view.count, open.count);
    for (size_t i = 0; i < open.count; i++)
        view_take(&view, open.known[i], false);
    cr_assert_eq(view.count, 0);
    evening_end(evening);
}

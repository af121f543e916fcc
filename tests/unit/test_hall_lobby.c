/* The lobby: conditions of open offers, pages of the list. */
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

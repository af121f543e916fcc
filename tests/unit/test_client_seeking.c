/* The search for an opponent, told by the server of open seeks. */
#include "client/lib/loop.h"
#include "client/lib/seeking.h"
#include "tests/suite.h"
#include "tests/unit/test_client_server.h"

#include <string.h>

SUITE(client_seeking, 20);

/* A person who searches, and writes down what happens. */
struct searcher {
    struct loop *loop;
    struct client *client;
    struct seeking seeking;
    struct seeking_wish wish;
    struct text story;
};

static void on_told(void *owner, const struct seeking_news *news)
{
    struct searcher *searcher = owner;
    text_printf(&searcher->story, "%s\n",
                news->kind == SEEKING_WAITS        ? "waits"
                : news->kind == SEEKING_NOT_JOINED ? "not joined"
                                                   : "other news");
}

static void on_began(void *owner, const struct wire_match *state, int64_t offer)
{
    (void)offer;
    struct searcher *searcher = owner;
    text_printf(&searcher->story, "match %d\n", (int)state->match);
    seeking_stop(&searcher->seeking);
}

static void on_changed(void *owner)
{
    (void)owner;
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    (void)welcome;
    struct searcher *searcher = owner;
    searcher->seeking.client = searcher->client;
    seeking_search(&searcher->seeking, &searcher->wish);
}

/* At the end of the script. */
static void on_interrupted(void *owner, const struct error *reason)
{
    (void)reason;
    loop_stop(((struct searcher *)owner)->loop, 0);
}

static void on_failed(void *owner, const struct error *reason)
{
    on_interrupted(owner, reason);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    seeking_event(&((struct searcher *)owner)->seeking, event, body);
}

static void expect_story(server_script *script, struct conditions conditions, const char *story)
{
    struct searcher searcher = {
        .loop = loop_create(),
        .wish = {.rules = "nim", .conditions = conditions},
    };
    searcher.seeking.events = (struct seeking_events){&searcher, on_told, on_began, on_changed};
    struct server *server = server_start(script);
    struct client_config config = {
        .server = server_address(server), .program = "test", .name = "ann", .first_tries = 1};
    struct client_events events = {
        .owner = &searcher,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .failed = on_failed,
        .event = on_event,
    };
    struct error error;
    cr_assert_eq(client_create(searcher.loop, &config, &events, &searcher.client, &error),
                 ERROR_NONE, "%s", error.message);
    loop_run(searcher.loop);
    seeking_finish(&searcher.seeking);
    client_destroy(searcher.client);
    loop_destroy(searcher.loop);
    server_finish(server);
    cr_assert_str_eq(text_string(&searcher.story), story);
    text_finish(&searcher.story);
}

/* --- steps of scripts --- */

static struct wire_offer offer_of(int64_t number, const char *from)
{
    struct wire_offer offer;
    wire_record_clear(&wire_record_offer, &offer);
    offer.offer = number;
    offer.from = wire_text(from);
    offer.rules = wire_text("nim");
    offer.start = wire_text("3+5");
    offer.first = wire_text("maker");
    return offer;
}

static void tell_offers(struct server *server, struct wire_offer *offers, size_t count)
{
    struct wire_own_rating ratings[] = {{wire_text("nim"), 1500}};
    struct wire_offers list = {
        .offers = offers, .offers_count = count, .ratings = ratings, .ratings_count = 1};
    server_answer(server, server_expect(server, WIRE_LOBBY_WATCH, NULL), WIRE_LOBBY_WATCH, &list);
}

static void take_offer(struct server *server)
{
    struct wire_offer_number made = {.offer = 9};
    server_answer(server, server_expect(server, WIRE_OFFER_MAKE, NULL), WIRE_OFFER_MAKE, &made);
}

static void tell_made(struct server *server, struct wire_offer *offer)
{
    struct wire_lobby_changed changed = {.made = offer, .made_count = 1};
    server_send_event(server, WIRE_EVENT_LOBBY_CHANGED, &changed);
}

static void answer_choice(struct server *server, enum wire_method method, int64_t offer,
                          const void *result)
{
    struct wire_offer_choice choice;
    uint32_t id = server_expect(server, method, &choice);
    REQUIRE(choice.offer == offer);
    server_answer(server, id, method, result);
}

/* Our offer is taken back, the offers are listed again, and this one is accepted. */
static void let_join(struct server *server, struct wire_offer *offer)
{
    struct wire_match match = match_after(NULL, 0, "3+5");
    answer_choice(server, WIRE_OFFER_CANCEL, 9, NULL);
    tell_offers(server, offer, 1);
    answer_choice(server, WIRE_OFFER_ACCEPT, offer->offer, &match);
    server_answer(server, server_expect(server, WIRE_LOBBY_UNWATCH, NULL), WIRE_LOBBY_UNWATCH,
                  NULL);
    server_close(server);
}

/* --- tests --- */

static void tell_of_a_later_offer(struct server *server)
{
    struct wire_offer theirs = offer_of(12, "ben");
    server_welcome(server, NULL);
    tell_offers(server, NULL, 0);
    take_offer(server);
    tell_made(server, &theirs);
    let_join(server, &theirs);
}

Test(client_seeking, who_waits_accepts_a_later_offer_and_follows_no_more)
{
    expect_story(tell_of_a_later_offer, (struct conditions){0}, "waits\nmatch 7\n");
}

static void tell_of_unfit_offers(struct server *server)
{
    struct wire_offer bots = offer_of(12, "ben"), strong = offer_of(13, "ben");
    struct wire_offer of_bot = offer_of(14, "ben"), good = offer_of(15, "ben");
    bots.only = wire_text("bots");
    strong.rating_min = 1501;
    of_bot.bot = true;
    good.rating_max = 1500;
    struct wire_offer unfit[] = {bots, strong, of_bot};
    server_welcome(server, NULL);
    tell_offers(server, unfit, 3);
    take_offer(server);
    for (size_t i = 0; i < 3; i++)
        tell_made(server, &unfit[i]);
    tell_made(server, &good);
    let_join(server, &good);
}

Test(client_seeking, offers_that_do_not_fit_are_left_alone)
{
    expect_story(tell_of_unfit_offers, (struct conditions){.only = AUDIENCE_PEOPLE},
                 "waits\nmatch 7\n");
}

static void tell_of_a_miss(struct server *server)
{
    struct wire_lobby_changed missed = {.missed = true};
    struct wire_offer theirs = offer_of(12, "ben");
    server_welcome(server, NULL);
    tell_offers(server, NULL, 0);
    take_offer(server);
    server_send_event(server, WIRE_EVENT_LOBBY_CHANGED, &missed);
    tell_offers(server, &theirs, 1);
    let_join(server, &theirs);
}

Test(client_seeking, who_has_missed_events_lists_again)
{
    expect_story(tell_of_a_miss, (struct conditions){0}, "waits\nmatch 7\n");
}

static void refuse_the_unfit(struct server *server)
{
    struct wire_offer theirs = offer_of(12, "ben");
    server_welcome(server, NULL);
    tell_offers(server, &theirs, 1);
    server_refuse(server, server_expect(server, WIRE_OFFER_ACCEPT, NULL), ERROR_UNFIT, NULL);
    take_offer(server);
    theirs.offer = 13;
    tell_made(server, &theirs);
    let_join(server, &theirs);
}

Test(client_seeking, a_search_goes_on_when_only_the_server_knows_who_fits)
{
    expect_story(refuse_the_unfit, (struct conditions){0}, "waits\nmatch 7\n");
}

static void check_conditions(struct server *server)
{
    struct wire_offer_make made;
    server_welcome(server, NULL);
    tell_offers(server, NULL, 0);
    server_expect(server, WIRE_OFFER_MAKE, &made);
    REQUIRE(made.rating_min == 1400 && made.rating_max == 1600);
    REQUIRE(wire_text_equal(made.only, "bots"));
    server_close(server);
}

Test(client_seeking, our_own_offer_has_our_conditions)
{
    expect_story(check_conditions, (struct conditions){1400, 1600, AUDIENCE_BOTS}, "");
}

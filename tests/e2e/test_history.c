/* The history of matches with its filters, how it stands between two, and the history of ratings:
 * over real sockets, kills and the command line. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

STAGE(history);

#define PASSWORD "correct horse battery"
#define WORDS(...) ((const char *[]){__VA_ARGS__, "--server", server.address, NULL})

/* A rated match in which the maker moves first. */
static int64_t begin_rated(struct peer *maker, struct peer *taker, const char *rules)
{
    struct wire_offer_make offer = {
        .rules = wire_text(rules),
        .start = wire_text("3"),
        .first = wire_text("maker"),
        .rated = true,
        .key = fresh_key(),
    };
    const struct wire_offer_number *made = peer_call(maker, WIRE_OFFER_MAKE, &offer);
    return offer_accept(taker, made->offer)->match;
}

static const struct wire_rating_points *points_of(struct peer *peer, const char *player,
                                                  const char *family)
{
    struct wire_rating_page page = {.player = wire_text(player),
                                    .family = wire_text(family),
                                    .before = WIRE_ABSENT,
                                    .limit = WIRE_ABSENT};
    return peer_call(peer, WIRE_RATING_HISTORY, &page);
}

/* Each rating is as its last point, and there is a point for each rated match that has ended: never
 * one without the other, whenever the server is killed. */
Test(history, of_ratings_has_each_rated_match_that_ended_before_a_kill_and_no_other)
{
    enum { ROUNDS = 6 };
    struct server server = server_start();
    struct peer *anna = account_open(&server, "anna", PASSWORD);
    struct peer *ben = account_open(&server, "ben", PASSWORD);
    size_t ended = 0;
    for (int round = 0; round < ROUNDS; round++) {
        int64_t match = begin_rated(anna, ben, "nim");
        struct wire_match_choice choice = {.match = match, .key = fresh_key()};
        uint32_t request = peer_ask(ben, WIRE_MATCH_RESIGN, &choice);
        for (int i = 0; i < round; i++)
            peer_call(anna, WIRE_SESSION_PING, NULL); /* so long the server works on it */
        server_kill(&server);
        bool is_told = peer_answer(ben, request).code == ERROR_NONE;
        server_start_again(&server);
        anna = peer_come_back(&server, anna);
        ben = peer_come_back(&server, ben);
        bool is_over = match_resume(anna, match)->ending.bytes != NULL;
        cr_assert(is_over || !is_told, "round %d", round);
        ended += is_over;
        const struct wire_rating_points *points = points_of(anna, "BEN", "nim");
        cr_assert_eq(points->points_count, ended, "round %d", round);
        cr_assert_eq(points_of(ben, "anna", "nim")->points_count, ended, "round %d", round);
        if (is_over)
            cr_assert_eq(points->points[0].match, match);
        else
            match_choose(anna, WIRE_MATCH_ABORT, match);
    }
    struct wire_rating_choice choice = {.player = wire_text("ben"), .limit = WIRE_ABSENT};
    if (ended > 0) {
        const struct wire_rating *now =
            ((const struct wire_ratings *)peer_call(anna, WIRE_RATING_LIST, &choice))->ratings;
        const struct wire_rating_point *last = points_of(anna, "ben", "nim")->points;
        cr_assert_eq(now->matches, (int64_t)ended);
        cr_assert(now->rating == last->rating && now->at == last->at);
    }
    cr_assert_eq(account_close(ben, PASSWORD), ERROR_NONE);
    cr_assert_eq(points_of(anna, "ben", "nim")->points_count, 0);
}

/* Anna and Ben: match 1 Anna has won, 2 Ben, both rated Nim; 3 Anna, Kayles; 4 nobody. */
static void play_four(struct server *server)
{
    struct peer *anna = account_open(server, "anna", PASSWORD);
    struct peer *ben = account_open(server, "ben", PASSWORD);
    cr_assert_eq(match_choose(ben, WIRE_MATCH_RESIGN, begin_rated(anna, ben, "nim")), ERROR_NONE);
    cr_assert_eq(match_choose(anna, WIRE_MATCH_RESIGN, begin_rated(anna, ben, "nim")), ERROR_NONE);
    int64_t friendly = offer_accept(ben, offer_seek(anna, "kayles", "3"))->match;
    cr_assert_eq(match_choose(ben, WIRE_MATCH_RESIGN, friendly), ERROR_NONE);
    int64_t begun = offer_accept(ben, offer_seek(anna, "kayles", "3"))->match;
    cr_assert_eq(match_choose(ben, WIRE_MATCH_ABORT, begun), ERROR_NONE);
}

/* The list has these matches, the latest first: "3 1 ". */
static void expect_matches(const char *const *arguments, const char *expected)
{
    char found[64];
    size_t len = 0, i;
    json_t *list = parse_json(takeaway_run(arguments)), *match;
    found[0] = '\0';
    json_array_foreach(list, i, match) len +=
        (size_t)snprintf(found + len, sizeof found - len, "%d ",
                         (int)json_integer_value(json_object_get(match, "match")));
    cr_expect_str_eq(found, expected);
    json_decref(list);
}

Test(history, is_filtered_on_the_command_line)
{
    struct server server = server_start();
    play_four(&server);
#define HISTORY(...) WORDS("history", "--json", "--player", "anna", __VA_ARGS__)
    expect_matches(HISTORY("--against", "ben"), "4 3 2 1 ");
    expect_matches(HISTORY("--against", "cem"), "");
    expect_matches(HISTORY("--against", "ben", "--limit", "2"), "4 3 ");
    expect_matches(HISTORY("--game", "kayles"), "4 3 ");
    expect_matches(HISTORY("--rated"), "2 1 ");
    expect_matches(HISTORY("--result", "won"), "3 1 ");
    expect_matches(HISTORY("--result", "lost"), "2 ");
    expect_matches(HISTORY("--result", "nobody"), "4 ");
    expect_matches(HISTORY("--since", "2020-01-01", "--until", "2999-12-31T23:59"), "4 3 2 1 ");
    expect_matches(HISTORY("--since", "2999-01-01"), "");
    expect_matches(HISTORY("--until", "2020-01-01"), "");
    expect_matches(HISTORY("--game", "nim", "--rated", "--result", "won"), "1 ");
    cr_assert_str_eq(
        takeaway_run(WORDS("history", "--player", "ben", "--result", "won", "--game", "kayles")),
        "No such match of this player has ended yet.\n");
}

Test(history, tells_how_it_stands_between_two)
{
    struct server server = server_start();
    play_four(&server);
    const char *said = takeaway_run(WORDS("versus", "anna", "ben"));
    assert_has(said, "game                 won  lost  nobody  last match\n"
                     "Nim                    1     1       0           2\n"
                     "Kayles (octal:0.77)    1     0       1           4\n"
                     "in all                 2     1       1           4\n\n4  ");
    assert_has(said, "\n1  ");
    assert_has(takeaway_run(WORDS("versus", "ben", "anna", "--game", "nim", "--limit", "1")),
               "Nim     1     1       0           2\n\n2  ");
    assert_has(takeaway_run(WORDS("versus", "ben", "cem")), "These two have ended no match yet.\n");
    json_t *both = parse_json(takeaway_run(WORDS("versus", "anna", "ben", "--json")));
    json_t *scores = json_object_get(both, "scores");
    cr_assert_eq(json_array_size(scores), 2);
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(scores, 0), "won")), 1);
    cr_assert_eq(json_array_size(json_object_get(both, "matches")), 4);
    json_decref(both);
}

Test(history, of_ratings_is_listed_on_the_command_line)
{
    struct server server = server_start();
    play_four(&server);
    const char *said =
        takeaway_run(WORDS("ratings", "--player", "anna", "--family", "octal", "--history"));
    cr_assert_str_eq(said, "This player has no rating in this family.\n");
    json_t *points = parse_json(takeaway_run(
        WORDS("ratings", "--player", "anna", "--family", "nim", "--history", "--json")));
    cr_assert_eq(json_array_size(points), 2);
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(points, 0), "match")), 2);
    cr_assert_gt(json_integer_value(json_object_get(json_array_get(points, 1), "rating")), 150000);
    json_decref(points);
    assert_has(takeaway_run(WORDS("ratings", "--player", "anna", "--family", "nim", "--history")),
               "matches");
}

Test(history, refuses_words_that_say_nothing)
{
    static const struct {
        const char *arguments[8], *said;
    } lines[] = {
        {{"history", "--result", "draw"}, "--result is won, lost or nobody, not 'draw'"},
        {{"history", "--since", "yesterday"}, "--since is a date such as 2026-11-24"},
        {{"history", "--until", "2026-02-31"}, "--until is a date such as 2026-11-24"},
        {{"history", "--game", "chess"}, "--game 'chess'"},
        {{"history", "--against", "a b"}, "--against 'a b'"},
        {{"versus", "anna"}, "OTHER"},
        {{"versus", "anna", "a b"}, "OTHER 'a b'"},
        {{"ratings", "--history", "--player", "anna", "--server", "x"}, "add --player NAME"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int status;
        struct process *process = process_run(TAKEAWAY_PROGRAM, lines[i].arguments, &status);
        cr_expect_eq(status, 2, "line %zu ends with %d", i, status);
        assert_has(process_errors(process), lines[i].said);
    }
}

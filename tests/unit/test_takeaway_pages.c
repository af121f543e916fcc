/* Commands that list in pages, against servers of this file's own, some of which do not keep to the
 * protocol. */
#include "client/cli/command.h"
#include "tests/suite.h"
#include "tests/unit/test_client_server.h"
#include "tests/unit/tournament_sample.h"

#include <string.h>

SUITE(takeaway_pages, 20);

/* Runs "tournament PART" or the command against a server with this script. Returns its exit status.
 */
static int run(const char *name, const char *part, server_script *script, const char *argument)
{
    /* What the command prints is no part of the test's own output. */
    cr_assert_not_null(freopen("/dev/null", "w", stdout));
    struct server *server = server_start(script);
    const struct cli_command *command = cli_part(&takeaway_cli.program, name);
    struct options options = {.arguments = {argument}, .argument_count = argument ? 1 : 0};
    options.command = part ? cli_part(command, part) : command;
    options.values[OPTION_SERVER] = server_address(server);
    struct error error;
    int status = options.command->run(&options, &error);
    server_finish(server);
    return status;
}

static void list_pairs_again(struct server *server)
{
    struct sample_pairs pairs;
    sample_round_robin(&pairs);
    pairs.page.more = true;
    server_welcome(server, NULL);
    for (int i = 0; i < 2; i++) {
        struct wire_pairs_page asked;
        uint32_t id = server_expect(server, WIRE_TOURNAMENT_PAIRS, &asked);
        REQUIRE(asked.after == (i == 0 ? WIRE_ABSENT : 3));
        server_answer(server, id, WIRE_TOURNAMENT_PAIRS, &pairs.page);
    }
    server_expect_end(server);
}

Test(takeaway_pages, the_same_pairs_again_are_an_error)
{
    cr_assert_eq(run("tournament", "pairs", list_pairs_again, "12"), EXIT_FAILURE);
}

static void list_no_pairs(struct server *server)
{
    struct wire_pairs page = {.more = true};
    server_welcome(server, NULL);
    server_answer(server, server_expect(server, WIRE_TOURNAMENT_PAIRS, NULL), WIRE_TOURNAMENT_PAIRS,
                  &page);
    server_expect_end(server);
}

Test(takeaway_pages, an_empty_page_of_pairs_that_goes_on_is_an_error)
{
    cr_assert_eq(run("tournament", "pairs", list_no_pairs, "12"), EXIT_FAILURE);
}

static void list_no_tournaments(struct server *server)
{
    struct wire_tournaments page = {.more = true};
    server_welcome(server, NULL);
    server_answer(server, server_expect(server, WIRE_TOURNAMENT_LIST, NULL), WIRE_TOURNAMENT_LIST,
                  &page);
    server_expect_end(server);
}

Test(takeaway_pages, an_empty_page_of_tournaments_that_goes_on_is_an_error)
{
    cr_assert_eq(run("tournament", "list", list_no_tournaments, NULL), EXIT_FAILURE);
}

static void list_no_matches(struct server *server)
{
    struct wire_summaries page = {.more = true, .next = WIRE_ABSENT};
    server_welcome(server, NULL);
    server_answer(server, server_expect(server, WIRE_HISTORY_LIST, NULL), WIRE_HISTORY_LIST, &page);
    server_expect_end(server);
}

Test(takeaway_pages, an_empty_page_of_matches_that_goes_on_is_an_error)
{
    cr_assert_eq(run("history", NULL, list_no_matches, NULL), EXIT_FAILURE);
}

/* A page may be empty where a filter lets nothing through, as long as `next` moves on. */
static void list_behind_a_long_walk(struct server *server)
{
    struct wire_history_page asked;
    struct wire_summaries page = {.more = true, .next = 75001};
    server_welcome(server, NULL);
    uint32_t id = server_expect(server, WIRE_HISTORY_LIST, &asked);
    REQUIRE(asked.before == WIRE_ABSENT);
    server_answer(server, id, WIRE_HISTORY_LIST, &page);
    id = server_expect(server, WIRE_HISTORY_LIST, &asked);
    REQUIRE(asked.before == 75001);
    page = (struct wire_summaries){.next = WIRE_ABSENT};
    server_answer(server, id, WIRE_HISTORY_LIST, &page);
    server_expect_end(server);
}

Test(takeaway_pages, an_empty_page_of_matches_may_say_where_the_list_goes_on)
{
    cr_assert_eq(run("history", NULL, list_behind_a_long_walk, NULL), EXIT_OK);
}

static void show_the_newest(struct server *server)
{
    struct wire_match_page asked;
    struct wire_match_number watched;
    struct wire_summary newest;
    server_welcome(server, NULL);
    uint32_t id = server_expect(server, WIRE_MATCH_LIST, &asked);
    REQUIRE(asked.before == WIRE_INT_MAX && asked.limit == 1);
    wire_record_clear(&wire_record_summary, &newest);
    newest = (struct wire_summary){
        .match = 20000,
        .rules = wire_text("nim"),
        .start = wire_text("3"),
        .first = wire_text("ann"),
        .second = wire_text("ben"),
        .created = 1,
        .ply = 0,
        .ended = WIRE_ABSENT,
        .tournament = WIRE_ABSENT,
    };
    struct wire_summaries page = {
        .matches = &newest, .matches_count = 1, .more = true, .next = WIRE_ABSENT};
    server_answer(server, id, WIRE_MATCH_LIST, &page);
    id = server_expect(server, WIRE_MATCH_WATCH, &watched);
    REQUIRE(watched.match == 20000);
    server_refuse(server, id, ERROR_LIMIT_REACHED, NULL);
    server_expect_end(server);
}

Test(takeaway_pages, the_newest_match_is_found_at_once_however_many_there_are)
{
    cr_assert_eq(run("watch", NULL, show_the_newest, NULL), EXIT_FAILURE, "it may not watch");
}

/* Blocks and reports: two players at the line mode's commands, an operator, restarts. */
#include "tests/e2e/folder.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

STAGE(blocks);

#define PASSWORD "correct horse battery"

static enum error_code ask(struct peer *peer, enum wire_method method, const void *request)
{
    return peer_answer(peer, peer_ask(peer, method, request)).code;
}

static enum error_code block(struct peer *peer, enum wire_method method, const char *name)
{
    struct wire_player_name request = {.player = wire_text(name)};
    return ask(peer, method, &request);
}

static void expect_silence(struct peer *peer)
{
    peer_call(peer, WIRE_SESSION_PING, NULL); /* all that was said before has come */
    cr_assert_not(peer_has_event(peer, WIRE_EVENT_CHAT_SAID));
    cr_assert_not(peer_has_event(peer, WIRE_EVENT_OFFER_RECEIVED));
}

Test(blocks, a_block_keeps_lines_and_challenges_away_over_a_kill)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    cr_assert_eq(chat_say(table.second, table.match, "hello"), ERROR_NONE);
    chat_expect(table.first, "players", "ben", "hello");
    chat_expect(table.second, "players", "ben", "hello");
    cr_assert_eq(block(table.first, WIRE_PLAYER_BLOCK, "Ben"), ERROR_NONE);
    cr_assert_eq(block(table.first, WIRE_PLAYER_BLOCK, "nobody"), ERROR_NO_SUCH_PLAYER);
    for (int life = 0; life < 2; life++) {
        cr_assert_eq(chat_say(table.second, table.match, "insult"), ERROR_NONE);
        chat_expect(table.second, "players", "ben", "insult");
        struct wire_offer_make challenge;
        wire_record_clear(&wire_record_offer_make, &challenge);
        challenge.to = wire_text("anna");
        challenge.rules = wire_text("nim");
        challenge.key = fresh_key();
        cr_assert_eq(ask(table.second, WIRE_OFFER_MAKE, &challenge), ERROR_DECLINED);
        expect_silence(table.first);
        server_kill(&server);
        server_start_again(&server);
        table.second = peer_come_back(&server, table.second);
        table.first = peer_come_back(&server, table.first);
    }
    cr_assert_eq(block(table.first, WIRE_PLAYER_UNBLOCK, "ben"), ERROR_NONE);
    cr_assert_eq(block(table.first, WIRE_PLAYER_UNBLOCK, "ben"), ERROR_NO_SUCH_PLAYER);
}

/* What `takeaway admin` prints. */
static const char *admin(const char *control, const char *verb, const char *argument)
{
    return takeaway_answer((const char *[]){"admin", "--control", control, verb, argument, NULL});
}

Test(blocks, the_operator_reads_a_report_with_what_was_said_and_closes_it)
{
    char control[FOLDER_PATH_MAX];
    folder_path("control", control);
    struct server server = server_start_with((const char *[]){"--control", control, NULL});
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    cr_assert_eq(chat_say(table.second, table.match, "you are stupid"), ERROR_NONE);
    struct wire_player_report report = {
        .player = wire_text("ben"),
        .match = WIRE_ABSENT,
        .words = wire_text("insults"),
        .key = fresh_key(),
    };
    cr_assert_eq(ask(table.first, WIRE_PLAYER_REPORT, &report), ERROR_NONE);
    server_kill(&server);
    server_start_again(&server);

    char about[64];
    snprintf(about, sizeof about, "1  anna about ben, match %" PRId64 ", ", table.match);
    assert_has(admin(control, "reports", NULL), about);
    const char *shown = admin(control, "report", "1");
    assert_has(shown, ": insults\n");
    assert_has(shown, "ben: you are stupid\n");
    assert_has(admin(control, "stats", NULL), "reports");
    assert_has(admin(control, "close-report", "1"), "The report is closed.");
    assert_has(admin(control, "reports", NULL), "No report is open.");
    assert_has(admin(control, "report", "1"), ", closed ");
}

/* What is said in a match, and who hears it. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <stdio.h>
#include <string.h>

STAGE(chat);

/* After an answer to this, everything said before has come. */
static void settle(struct peer *peer)
{
    peer_call(peer, WIRE_SESSION_PING, NULL);
}

static void expect_silence(struct peer *peer)
{
    settle(peer);
    cr_assert_not(peer_has_event(peer, WIRE_EVENT_CHAT_SAID));
}

Test(chat, players_hear_each_other_and_spectators_each_other)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    struct peer *cleo = peer_join(&server, "cleo"), *dan = peer_join(&server, "dan");
    match_watch(cleo, table.match);
    match_watch(dan, table.match);
    cr_assert_eq(chat_say(table.first, table.match, "good luck"), ERROR_NONE);
    chat_expect(table.first, "players", "anna", "good luck");
    chat_expect(table.second, "players", "anna", "good luck");
    cr_assert_eq(chat_say(dan, table.match, "anna has lost"), ERROR_NONE);
    chat_expect(cleo, "spectators", "dan", "anna has lost");
    chat_expect(dan, "spectators", "dan", "anna has lost");
    expect_silence(table.first);
    expect_silence(table.second);
    expect_silence(cleo);
}

Test(chat, nobody_else_can_speak_or_listen)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    struct peer *eve = peer_join(&server, "eve");
    struct wire_match_number number = {.match = table.match};
    cr_assert_eq(chat_say(eve, table.match, "let me in"), ERROR_NOT_HERE);
    cr_assert_eq(peer_refusal(eve, WIRE_CHAT_LIST, &number), ERROR_NOT_HERE);
    cr_assert_eq(chat_say(eve, table.match + 1, "hello?"), ERROR_NO_SUCH_MATCH);
    expect_silence(table.first);
    expect_silence(eve);
}

Test(chat, each_room_lists_its_own_last_lines)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    struct peer *cleo = peer_join(&server, "cleo");
    char text[16];
    match_watch(cleo, table.match);
    for (int i = 0; i < 60; i++) {
        snprintf(text, sizeof text, "line %d", i);
        cr_assert_eq(chat_say(table.first, table.match, text), ERROR_NONE);
    }
    cr_assert_eq(chat_say(cleo, table.match, "how they talk"), ERROR_NONE);
    const struct wire_chat_lines *lines = chat_list(table.second, table.match);
    cr_assert_eq(lines->lines_count, 50);
    cr_assert(wire_text_equal(lines->lines[0].text, "line 10"));
    cr_assert(wire_text_equal(lines->lines[49].text, "line 59"));
    lines = chat_list(cleo, table.match);
    cr_assert_eq(lines->lines_count, 1);
    cr_assert(wire_text_equal(lines->lines[0].room, "spectators"));
}

Test(chat, goes_on_after_the_match)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3");
    table_play(&table, "3>0");
    cr_assert_eq(chat_say(table.second, table.match, "well played"), ERROR_NONE);
    chat_expect(table.first, "players", "ben", "well played");
}

Test(chat, whom_one_mutes_one_does_not_hear_until_one_wants_to)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    cr_assert_eq(chat_mute(table.first, "BEN", true), ERROR_NONE);
    cr_assert_eq(chat_say(table.second, table.match, "hurry up"), ERROR_NONE);
    chat_expect(table.second, "players", "ben", "hurry up");
    expect_silence(table.first);
    cr_assert_eq(chat_list(table.first, table.match)->lines_count, 0);
    table.first = peer_come_back(&server, table.first);
    cr_assert_eq(chat_say(table.second, table.match, "are you there?"), ERROR_NONE);
    expect_silence(table.first);
    cr_assert_eq(chat_mute(table.first, "ben", false), ERROR_NONE);
    cr_assert_eq(chat_say(table.second, table.match, "sorry"), ERROR_NONE);
    chat_expect(table.first, "players", "ben", "sorry");
    cr_assert_eq(chat_mute(table.first, "nobody", true), ERROR_NO_SUCH_PLAYER);
}

Test(chat, a_line_is_one_line)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    char text[WIRE_CHAT_MAX + 2];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    cr_assert_eq(chat_say(table.first, table.match, text), ERROR_BAD_ARGUMENTS);
    text[WIRE_CHAT_MAX] = '\0';
    cr_assert_eq(chat_say(table.first, table.match, text), ERROR_NONE);
    chat_expect(table.second, "players", "anna", text);
    static const char *const refused[] = {"", "two\nlines", "\x1B[31mred", "\xC2\x9B", "bell\a"};
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        cr_assert_eq(chat_say(table.first, table.match, refused[i]), ERROR_BAD_ARGUMENTS);
    expect_silence(table.second);
}

Test(chat, a_repeated_line_is_said_once)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "3+5");
    struct wire_chat_say line = {
        .match = table.match,
        .text = wire_text("once"),
        .key = wire_text("a"),
    };
    peer_call(table.first, WIRE_CHAT_SAY, &line);
    peer_call(table.first, WIRE_CHAT_SAY, &line);
    chat_expect(table.second, "players", "anna", "once");
    expect_silence(table.second);
}

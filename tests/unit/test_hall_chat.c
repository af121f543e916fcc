/* Chat: rooms, mute, what is kept. */
#include "server/hall/player_name.h"
#include "tests/unit/hall_fixture.h"

#include <stdio.h>

SUITE(hall_chat, 20);

/* Ann and ben play, carl and dora watch, and everything so far is heard. */
struct table {
    struct evening *evening;
    struct guest *ann, *ben, *carl, *dora;
    int64_t match;
};

static struct table table_with_spectators(void)
{
    struct table table = {.evening = evening_begin()};
    table.ann = arrive(table.evening, "ann");
    table.ben = arrive(table.evening, "ben");
    table.carl = arrive(table.evening, "carl");
    table.dora = arrive(table.evening, "dora");
    table.match = begin_match(table.ann, table.ben, "nim", "3+5");
    watches(table.carl, table.match);
    watches(table.dora, table.match);
    skip_all(table.evening);
    return table;
}

static void expect_line(struct guest *listener, const char *room, const char *from,
                        const char *text)
{
    const struct heard *heard = expect(listener, HEARD_CHAT);
    cr_assert_str_eq(heard->chat.room.bytes, room);
    cr_assert_str_eq(heard->chat.from.bytes, from);
    cr_assert_str_eq(heard->chat.text.bytes, text);
    cr_assert_eq(heard->chat.at, listener->evening->now_ms);
}

/* Said, and on disk. */
static void talks(struct guest *guest, int64_t match, const char *text, const char *key)
{
    chats(guest, match, text, key);
    commit(guest->evening);
}

static size_t line_count(struct guest *guest, int64_t match)
{
    lists_chat(guest, match);
    return expect(guest, HEARD_CHAT_LINES)->chat_lines.lines_count;
}

Test(hall_chat, players_talk_with_each_other_and_spectators_do_not_hear_it)
{
    struct table table = table_with_spectators();
    talks(table.ann, table.match, "good luck", "k");
    expect(table.ann, HEARD_NOTHING);
    expect_line(table.ann, "players", "ann", "good luck");
    expect_line(table.ben, "players", "ann", "good luck");
    expect_silence(table.carl);
    evening_end(table.evening);
}

Test(hall_chat, spectators_talk_with_each_other_and_players_do_not_hear_it)
{
    struct table table = table_with_spectators();
    talks(table.carl, table.match, "5>3 wins", "k");
    expect(table.carl, HEARD_NOTHING);
    expect_line(table.carl, "spectators", "carl", "5>3 wins");
    expect_line(table.dora, "spectators", "carl", "5>3 wins");
    expect_silence(table.ann);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_chat, a_player_who_is_away_misses_nothing)
{
    struct table table = table_with_spectators();
    leave(table.ben);
    skip_all(table.evening);
    talks(table.ann, table.match, "where are you?", "k");
    come_back(table.ben);
    skip(table.ben);
    lists_chat(table.ben, table.match);
    const struct heard *lines = expect(table.ben, HEARD_CHAT_LINES);
    cr_assert_eq(lines->chat_lines.lines_count, 1);
    cr_assert_eq(lines->chat_lines.lines[0].match, table.match);
    cr_assert_str_eq(lines->chat_lines.lines[0].room.bytes, "players");
    cr_assert_str_eq(lines->chat_lines.lines[0].from.bytes, "ann");
    cr_assert_str_eq(lines->chat_lines.lines[0].text.bytes, "where are you?");
    evening_end(table.evening);
}

Test(hall_chat, each_room_has_its_own_lines)
{
    struct table table = table_with_spectators();
    talks(table.ann, table.match, "one", "k");
    talks(table.ann, table.match, "two", "k2");
    talks(table.carl, table.match, "three", "k");
    skip_all(table.evening);
    cr_assert_eq(line_count(table.ben, table.match), 2);
    cr_assert_eq(line_count(table.dora, table.match), 1);
    evening_end(table.evening);
}

Test(hall_chat, a_line_is_said_once)
{
    struct table table = table_with_spectators();
    talks(table.ann, table.match, "hello", "k");
    talks(table.ann, table.match, "hello", "k");
    expect(table.ann, HEARD_NOTHING);
    expect(table.ann, HEARD_CHAT);
    expect(table.ann, HEARD_NOTHING);
    expect(table.ben, HEARD_CHAT);
    expect_silence(table.ben);
    evening_end(table.evening);
}

Test(hall_chat, who_neither_plays_nor_watches_is_not_in_the_room)
{
    struct table table = table_with_spectators();
    unwatches(table.carl, table.match);
    expect(table.carl, HEARD_NOTHING);
    talks(table.carl, table.match, "hello", "k");
    expect_error(table.carl, ERROR_NOT_HERE);
    lists_chat(table.carl, table.match);
    expect_error(table.carl, ERROR_NOT_HERE);
    talks(table.carl, 99, "hello", "k");
    expect_error(table.carl, ERROR_NO_SUCH_MATCH);
    expect_silence(table.dora);
    evening_end(table.evening);
}

Test(hall_chat, players_go_on_talking_when_the_match_is_over_and_spectators_do_not)
{
    struct table table = table_with_spectators();
    talks(table.carl, table.match, "resign!", "k");
    resigns(table.ann, table.match, "k");
    commit(table.evening);
    skip_all(table.evening);
    talks(table.ben, table.match, "thanks", "k");
    expect(table.ben, HEARD_NOTHING);
    expect_line(table.ann, "players", "ben", "thanks");
    cr_assert_eq(line_count(table.ann, table.match), 1);
    talks(table.carl, table.match, "well played", "k2");
    expect_error(table.carl, ERROR_NOT_HERE);
    evening_end(table.evening);
}

Test(hall_chat, a_muted_player_is_not_heard_any_more_and_may_be_again)
{
    struct table table = table_with_spectators();
    talks(table.ben, table.match, "before", "k");
    skip_all(table.evening);
    mutes(table.ann, "BEN", true);
    expect(table.ann, HEARD_NOTHING);
    talks(table.ben, table.match, "muted", "k2");
    expect(table.ben, HEARD_NOTHING);
    expect_line(table.ben, "players", "ben", "muted");
    expect_silence(table.ann);
    cr_assert_eq(line_count(table.ann, table.match), 0);
    cr_assert_eq(line_count(table.ben, table.match), 2);
    mutes(table.ann, "ben", false);
    expect(table.ann, HEARD_NOTHING);
    talks(table.ben, table.match, "again", "k3");
    expect_line(table.ann, "players", "ben", "again");
    cr_assert_eq(line_count(table.ann, table.match), 3);
    evening_end(table.evening);
}

Test(hall_chat, muting_holds_over_connections_and_in_the_spectators_room)
{
    struct table table = table_with_spectators();
    mutes(table.ben, "ann", true);
    leave(table.ben);
    come_back(table.ben);
    mutes(table.dora, "carl", true);
    skip_all(table.evening);
    talks(table.ann, table.match, "hello", "k");
    talks(table.carl, table.match, "hello", "k");
    expect_silence(table.ben);
    expect_silence(table.dora);
    evening_end(table.evening);
}

Test(hall_chat, one_mutes_those_who_are_here_and_not_oneself)
{
    struct table table = table_with_spectators();
    mutes(table.ann, "nobody", true);
    expect_error(table.ann, ERROR_NO_SUCH_PLAYER);
    mutes(table.ann, "Ann", true);
    expect_error(table.ann, ERROR_NO_SUCH_PLAYER);
    evening_end(table.evening);
}

Test(hall_chat, one_mutes_so_many_and_no_more)
{
    struct table table = table_with_spectators();
    for (int i = 0; i < HALL_MUTED_MAX; i++) {
        char name[16];
        snprintf(name, sizeof name, "noise%d", i);
        struct guest *noise = arrive(table.evening, name);
        mutes(table.ann, name, true);
        expect(table.ann, HEARD_NOTHING);
        leave(noise);
    }
    mutes(table.ann, "ben", true);
    expect_error(table.ann, ERROR_LIMIT_REACHED);
    evening_end(table.evening);
}

Test(hall_chat, the_last_lines_of_a_room_are_kept)
{
    struct table table = table_with_spectators();
    for (int i = 0; i <= HALL_CHAT_KEPT; i++) {
        char text[16];
        snprintf(text, sizeof text, "line %d", i);
        talks(table.ann, table.match, text, text);
    }
    skip_all(table.evening);
    lists_chat(table.ann, table.match);
    const struct heard *lines = expect(table.ann, HEARD_CHAT_LINES);
    cr_assert_eq(lines->chat_lines.lines_count, HALL_CHAT_KEPT);
    cr_assert_str_eq(lines->chat_lines.lines[0].text.bytes, "line 1");
    evening_end(table.evening);
}

Test(hall_chat, of_all_rooms_together_the_oldest_lines_go_first)
{
    enum { MATCHES = HALL_CHAT_KEPT_IN_ALL / HALL_CHAT_KEPT };
    struct table table = table_with_spectators();
    registers(table.ann, "secret", "register"); /* guests may not have as many matches */
    registers(table.ben, "secret", "register");
    commit(table.evening);
    skip_all(table.evening);
    talks(table.ann, table.match, "the oldest", "the oldest");
    int64_t match = 0;
    for (int i = 0; i < MATCHES; i++) {
        match = begin_match(table.ann, table.ben, "nim", "3");
        for (int j = 0; j < HALL_CHAT_KEPT; j++) {
            char key[32];
            snprintf(key, sizeof key, "line %d of %d", j, i);
            talks(table.ann, match, key, key);
        }
        commit(table.evening);
        forget_said(table.evening);
    }
    cr_assert_eq(line_count(table.ann, table.match), 0);
    cr_assert_eq(line_count(table.ann, match), HALL_CHAT_KEPT);
    evening_end(table.evening);
}

Test(hall_chat, nothing_is_said_while_the_disk_takes_no_writes)
{
    struct table table = table_with_spectators();
    plays(table.ann, table.match, 1, "3>2");
    stall(table.evening);
    skip_all(table.evening);
    talks(table.ann, table.match, "hello", "k");
    expect_error(table.ann, ERROR_SERVER_STALLED);
    evening_end(table.evening);
}

static void expect_line_code(const char *text, enum error_code code)
{
    struct error error;
    cr_assert_eq(line_check("the text", text, strlen(text), &error), code, "'%s'", text);
}

Test(hall_chat, a_line_has_no_control_characters)
{
    struct table table = table_with_spectators();
    talks(table.ann, table.match, "two\nlines", "k");
    cr_assert_str_eq(expect_error(table.ann, ERROR_BAD_ARGUMENTS)->error.message,
                     "at byte 4 of the text: one line without control characters was expected, "
                     "and U+000A is one");
    expect_silence(table.ben);
    expect_line_code("¿Qué tal? Ω 手 👩‍🚀 <b>", ERROR_NONE);
    expect_line_code("", ERROR_NONE);
    expect_line_code("\x1b[2J", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\x7f", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\tb", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\xc2\x9b", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\u2028b", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\u2029b", ERROR_BAD_ARGUMENTS);
    /* They turn the order of what follows, or cannot be seen at all. */
    expect_line_code("a\u202eb", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\u2066b", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\u200fb", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\u061cb", ERROR_BAD_ARGUMENTS);
    expect_line_code("a\u200bb", ERROR_BAD_ARGUMENTS);
    expect_line_code("\u0646\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", ERROR_NONE);
    evening_end(table.evening);
}

Test(hall_chat, a_player_who_has_much_to_read_is_not_talked_to)
{
    struct table table = table_with_spectators();
    hall_session_behind(table.evening->hall, table.ben->session, true);
    talks(table.ann, table.match, "hello", "k");
    expect_error(table.ann, ERROR_LIMIT_REACHED);
    expect_silence(table.ben);
    cr_assert_eq(line_count(table.ann, table.match), 0);
    evening_end(table.evening);
}

Test(hall_chat, a_spectator_who_has_much_to_read_finds_the_lines_later)
{
    struct table table = table_with_spectators();
    hall_session_behind(table.evening->hall, table.dora->session, true);
    talks(table.carl, table.match, "hello", "k");
    expect(table.carl, HEARD_NOTHING);
    expect_line(table.carl, "spectators", "carl", "hello");
    expect_silence(table.dora);
    cr_assert_eq(line_count(table.dora, table.match), 1);
    evening_end(table.evening);
}

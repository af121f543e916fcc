/* Every family over the network: a perfect bot, second to move from a position that is lost for who
 * begins, beats one that moves at random; the server decides who has won. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

STAGE(games);

static const struct {
    const char *rules;
    const char *lost_start;
} rows[] = {
    {"nim", "3+5+6"},
    {"nim,misere", "1+4+5"},
    {"laskers-nim", "3+4+8"},
    {"laskers-nim,misere", "5+5"},
    {"kayles", "7+10"},
    {"kayles,misere", "1+1+4+5"},
    {"dawsons-kayles", "15"},
    {"dawsons-chess", "14"},
    {"octal:0.6", "30"},
    {"octal:0.(37)", "8+8"},
    {"octal:4.7...,misere", "8+8"},
    {"hexadecimal:0.3f", "8+11"},
    {"hexadecimal:c.0b,misere", "8+8"},
    {"bachets-game", "20"},
    {"subtraction:1,3,4,misere", "29"},
    {"subtract-a-square", "57"},
    {"subtraction:fibonacci", "56"},
    {"subtraction:3-5", "41"},
    {"subtraction:all-but-1,4,misere", "10+11"},
    {"grundy", "11+14"},
    {"grundy,misere", "11+14"},
    {"fibonacci-nim", "34"},
    {"fibonacci-nim,misere", "30@2"},
    {"fibonacci-nim,local", "13@5+13@6"},
    {"fibonacci-nim,global", "10+15@2"},
    {"take-away:3/2x+1", "42"},
    {"take-away:phi", "32"},
    {"take-away:sqrt(7)x-1,local", "9@3+9@3"},
    {"take-away:3x,global", "7+8+10@1"},
    {"take-away:x,global,misere", "8+11@1"},
    {"take-away:2x,local,misere", "8@2+9@3"},
    {"wythoff", "8+13"},
    {"wythoff,misere", "8+13"},
    {"chomp", "5+4"},
    {"chomp,misere", "5+3+1"},
    {"green-hackenbush", "0-1-2-3+0-4-5-6"},
    {"green-hackenbush,misere", "0-1-2-3+0-4+0-5-6"},
    {"silver-dollar", "2+5+7"},
    {"silver-dollar,misere", "3+6+9+12"},
    {"silver-dollar,one-step", "3+5+9$+11"},
    {"silver-dollar,two-step", "3+5$+9+11"},
    {"northcott", ".w..b..+w..b...@4w"},
    {"northcott,misere", ".w.b...+w.b....+wb.....@3b"},
    {"candy", "9+15"},
    {"candy,misere", "8+14"},
    {"date", "21feb"},
    {"date,misere", "20jan"},
    {"odd-scoring", "21@0"},
    {"turning:2", "2+5+7"},
    {"turning:3", "3+5+9+10"},
    {"turning:ruler", "2+4+6+12"},
    {"turning:twins", "3+6+8"},
    {"turning:2,misere", "2+3+4+5"},
    {"turning:ruler,misere", "2+4+6+12"},
    {"sticky", "1+4+4+4+4"},
    {"sticks,misere", "2+3+3"},
    {"tactix", "xxxx/xxxx"},
    {"bulo", "xxxx/xxxx/xxxx/xxxx"},
};

enum { ROWS = sizeof rows / sizeof *rows };

static void play_row(const struct server *server, size_t row)
{
    const char *arguments[] = {
        "--server",    server->address,
        "--name",      "guest",
        "--strategy",  "random",
        "--challenge", "host",
        "--game",      rows[row].rules,
        "--start",     rows[row].lost_start,
        "--first",     "me",
        "--matches",   "2",
        NULL,
    };
    struct process *guest = process_start(BOT_PROGRAM, arguments);
    const char *output = process_read_rest(guest);
    cr_assert_eq(process_wait(guest), 0, "%s: %s%s", rows[row].rules, output,
                 process_errors(guest));
}

Test(games, are_played_refereed_and_won_over_the_network)
{
    struct server server = server_start();
    const char *arguments[] = {
        "--server", server.address, "--name", "host", "--strategy", "perfect", NULL,
    };
    process_find_line(process_start(BOT_PROGRAM, arguments), "ready host");
    for (size_t i = 0; i < ROWS; i++)
        play_row(&server, i);
    const struct wire_summaries *history = history_of(peer_join(&server, "visitor"), NULL);
    cr_assert_eq(history->matches_count, 2 * ROWS);
    for (size_t i = 0; i < history->matches_count; i++) {
        const char *rules = rows[ROWS - 1 - i / 2].rules; /* the latest first */
        cr_assert(wire_text_equal(history->matches[i].ending, "normal"), "%s", rules);
        cr_assert(wire_text_equal(history->matches[i].winner, "second"), "%s", rules);
    }
}

/* The host takes challenges to this class only. The rules of each match are drawn, and the record
 * has them. */
Test(games, of_a_class_get_rules_when_the_match_begins)
{
    enum { MATCHES = 4 };
    struct server server = server_start();
    const char *host[] = {
        "--server", server.address,        "--name", "host", "--strategy", "perfect",
        "--game",   "drawn:subtraction:4", NULL,
    };
    const char *guest[] = {
        "--server",    server.address,
        "--name",      "guest",
        "--strategy",  "random",
        "--challenge", "host",
        "--game",      "drawn:subtraction:4",
        "--matches",   "4",
        NULL,
    };
    process_find_line(process_start(BOT_PROGRAM, host), "ready host");
    struct process *player = process_start(BOT_PROGRAM, guest);
    const char *output = process_read_rest(player);
    cr_assert_eq(process_wait(player), 0, "%s%s", output, process_errors(player));
    const struct wire_summaries *history = history_of(peer_join(&server, "visitor"), NULL);
    cr_assert_eq(history->matches_count, MATCHES);
    for (size_t i = 0; i < history->matches_count; i++) {
        const struct wire_summary *match = &history->matches[i];
        cr_assert(wire_text_equal(match->ending, "normal"));
        cr_assert_eq(strncmp(match->rules.bytes, "subtraction:", 12), 0, "%s", match->rules.bytes);
    }
}

/* --- games that files name --- */

static const char house_game[] = "[game house-game]\n"
                                 "rules = subtraction:2,5,13\n"
                                 "title = The House's Game\n"
                                 "summary = Take 2, 5 or 13.\n"
                                 "example = 17+21\n";

static void write_file(const char *name, const char *content)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "we");
    cr_assert_not_null(file, "%s", path);
    cr_assert_geq(fputs(content, file), 0);
    cr_assert_eq(fclose(file), 0);
}

Test(games, that_the_server_names_are_in_its_welcome_and_are_played_by_name)
{
    char path[FOLDER_PATH_MAX];
    write_file("server.conf", house_game);
    folder_path("server.conf", path);
    struct server server = server_start_with((const char *const[]){"--config", path, NULL});
    struct peer *ann = peer_join(&server, "ann"), *ben = peer_join(&server, "ben");
    const struct wire_welcome *welcome = peer_welcome(ann);
    const struct wire_game *last = &welcome->games[welcome->games_count - 1];
    cr_assert(wire_text_equal(last->name, "house-game"));
    cr_assert(wire_text_equal(last->rules, "subtraction:2,5,13"));
    cr_assert(wire_text_equal(last->title, "The House's Game"));
    cr_assert(wire_text_equal(last->summary, "Take 2, 5 or 13."));
    cr_assert(wire_text_equal(last->example, "17+21"));
    int64_t offer = offer_seek(ann, "house-game,misere", "17+21");
    const struct wire_match *match = offer_accept(ben, offer);
    cr_assert(wire_text_equal(match->rules, "subtraction:2,5,13,misere"));

    struct wire_tournament_create create;
    wire_record_clear(&wire_record_tournament_create, &create);
    create.rules = wire_text("house-game");
    create.format = wire_text("round-robin");
    create.key = fresh_key();
    const struct wire_tournament_number *made = peer_call(ann, WIRE_TOURNAMENT_CREATE, &create);
    struct wire_tournament_number number = {.tournament = made->tournament};
    const struct wire_tournament *told = peer_call(ann, WIRE_TOURNAMENT_SHOW, &number);
    cr_assert(wire_text_equal(told->rules, "subtraction:2,5,13"));
}

/* The last argument is a server: the others are those of a command that it refuses. */
static void expect_refused(const char *const *arguments, const char *message)
{
    int status;
    struct process *refused = process_run(TAKEAWAY_PROGRAM, arguments, &status);
    cr_assert_eq(status, 2, "%s", process_errors(refused));
    assert_has(process_errors(refused), message);
}

Test(games, that_the_server_names_are_known_to_the_commands)
{
    char path[FOLDER_PATH_MAX], message[256];
    write_file("server.conf", house_game);
    folder_path("server.conf", path);
    struct server server = server_start_with((const char *const[]){"--config", path, NULL});
    struct peer *ann = peer_join(&server, "ann");
    const char *play[] = {"play",   "--server",          server.address, "--as", "ben",
                          "--game", "house-game,misere", "--start",      "17",   NULL};
    process_find_line(process_start(TAKEAWAY_PROGRAM, play),
                      "Waiting for somebody to play The House's Game, misere "
                      "(subtraction:2,5,13,misere) with you.");
    const struct wire_offers *offers = peer_call(ann, WIRE_OFFER_LIST, NULL);
    cr_assert_eq(offers->offers_count, 1);
    cr_assert(wire_text_equal(offers->offers[0].rules, "subtraction:2,5,13,misere"));
    cr_assert(wire_text_equal(offers->offers[0].start, "17"));

    const char *create[] = {"tournament", "create",     "--server", server.address, "--as", "zoe",
                            "--game",     "house-game", NULL};
    assert_has(takeaway_run(create), "Tournament 1 is made");
    const char *history[] = {"history", "--server", server.address, "--game", "house-game", NULL};
    assert_has(takeaway_answer(history), "No such match of this player has ended yet.");

    snprintf(message, sizeof message,
             "there is no game 'hous-game': %s has house-game of its own, and `", server.address);
    expect_refused(
        (const char *const[]){"history", "--server", server.address, "--game", "hous-game", NULL},
        message);
    expect_refused((const char *const[]){"history", "--server", server.address, "--game",
                                         "house-game,mis", NULL},
                   "--game 'house-game,mis': at 12 ('m'): clear or misere was expected");
}

Test(games, that_no_server_names_are_refused_as_without_one)
{
    struct server server = server_start();
    expect_refused(
        (const char *const[]){"history", "--server", server.address, "--game", "house-game", NULL},
        "--game 'house-game': ");
}

Test(games, that_a_person_names_are_known_to_the_commands)
{
    char path[FOLDER_PATH_MAX];
    const char *solve[] = {"solve", "house-game", "15", NULL};
    folder_path("config", path);
    cr_assert_eq(mkdir(path, 0700), 0);
    folder_path("config/takeaway", path);
    cr_assert_eq(mkdir(path, 0700), 0);
    folder_path("config", path);
    setenv("XDG_CONFIG_HOME", path, 1);
    write_file("config/takeaway/games.ini", house_game);
    assert_has(takeaway_answer((const char *const[]){"games", NULL}),
               "\nhouse-game: The House's Game (subtraction:2,5,13)\n");
    assert_has(takeaway_answer(solve), "The House's Game (subtraction:2,5,13), position 15");

    write_file("config/takeaway/games.ini", "\n[game kayles]\nrules = nim\n");
    int status;
    struct process *refused = process_run(TAKEAWAY_PROGRAM, solve, &status);
    cr_assert_eq(status, 2);
    assert_has(process_errors(refused), "/config/takeaway/games.ini:2: there is a game 'kayles' "
                                        "already: another name was expected");
}

/* Two perfect players keep the draw, and nobody has won. */
Test(games, end_in_a_draw_over_the_network)
{
    struct server server = server_start();
    const char *arguments[] = {
        "--server", server.address, "--name", "host", "--strategy", "perfect", NULL,
    };
    process_find_line(process_start(BOT_PROGRAM, arguments), "ready host");
    const char *const guest_arguments[] = {
        "--server",    server.address,
        "--name",      "guest",
        "--strategy",  "perfect",
        "--challenge", "host",
        "--game",      "subtraction:2,3,clear",
        "--start",     "9",
        "--matches",   "2",
        NULL,
    };
    struct process *guest = process_start(BOT_PROGRAM, guest_arguments);
    const char *output = process_read_rest(guest);
    cr_assert_eq(process_wait(guest), 0, "%s%s", output, process_errors(guest));
    struct peer *visitor = peer_join(&server, "visitor");
    const struct wire_summaries *history = history_of(visitor, NULL);
    cr_assert_eq(history->matches_count, 2);
    for (size_t i = 0; i < history->matches_count; i++) {
        const struct wire_summary *match = &history->matches[i];
        cr_assert(wire_text_equal(match->ending, "draw"));
        cr_assert(wire_text_equal(match->winner, "nobody"));
    }
    const struct wire_match *match;
    do
        match = match_resume(visitor, history->matches[0].match);
    while (!match->marks);
    cr_assert_eq(match->marks_count, 3);
    for (size_t i = 0; i < 3; i++)
        cr_assert(wire_text_equal(match->marks[i], "=1"));
}

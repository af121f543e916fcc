/* takeaway, the program for people, as people use it in scripts: through pipes. */
#include "tests/e2e/folder.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <inttypes.h>
#include <jansson.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

STAGE(takeaway);

static struct process *start_takeaway(const char *const *arguments)
{
    return process_start(TAKEAWAY_PROGRAM, arguments);
}

static void assert_status(struct process *process, int expected)
{
    int status = process_wait(process);
    cr_assert_eq(status, expected, "it ended with %d: %s", status, process_errors(process));
}

static const char whole_record[] = "35>29 29>28 28>27 27>25 25>21 21>13 13>0";

/* A person at the server who plays Fibonacci nim from 35 against anyone; `first` is me or them. */
static struct process *start_player(const struct server *server, const char *name,
                                    const char *first)
{
    const char *arguments[] = {
        "play",    "--server", server->address, "--as", name,        "--game", "fibonacci-nim",
        "--start", "35",       "--first",       first,  "--against", "anyone", NULL,
    };
    return start_takeaway(arguments);
}

static void assert_played_whole(struct process *player)
{
    assert_has(process_read_rest(player), whole_record);
    assert_status(player, 0);
}

Test(takeaway, plays_a_whole_match_between_two_people_on_a_server)
{
    struct server server = server_start();
    struct process *anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player(&server, "ben", "them");
    process_write(anna, "35>29\n");
    process_find_line(ben, "anna takes 6");
    process_write(ben, "1\n");
    process_find_line(anna, "ben takes 1");
    process_write(anna, "take 1\n2 of those, please\n4\n13\n");
    process_write(ben, "27>25\n");
    process_find_line(anna, "Not possible");
    process_write(ben, "8\n");
    assert_played_whole(anna);
    assert_played_whole(ben);
}

Test(takeaway, plays_on_when_the_server_was_killed_and_is_back)
{
    struct server server = server_start();
    struct process *anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player(&server, "ben", "them");
    process_write(anna, "35>29\n");
    process_find_line(ben, "anna takes 6");
    server_kill(&server);
    process_find_line(ben, "Connection lost");
    server_start_again(&server);
    process_write(ben, "29>28\n27>25\n21>13\n");
    process_write(anna, "28>27\n25>21\n13>0\n");
    assert_played_whole(anna);
    assert_played_whole(ben);
}

Test(takeaway, plays_with_somebody_who_was_challenged)
{
    struct server server = server_start();
    struct process *ben = start_player(&server, "ben", "them");
    process_find_line(ben, "Waiting for somebody");
    const char *challenge[] = {
        "play",    "--server", server.address, "--as", "anna",      "--game", "kayles",
        "--start", "2",        "--first",      "me",   "--against", "ben",    NULL,
    };
    struct process *anna = start_takeaway(challenge);
    process_find_line(ben, "accept 1");
    process_write(ben, "accept 1\n");
    process_write(anna, "2>0\n");
    assert_has(process_read_rest(anna), "You won");
    assert_has(process_read_rest(ben), "You lost");
    assert_status(anna, 0);
    assert_status(ben, 0);
}

Test(takeaway, takes_moves_back_when_the_opponent_agrees)
{
    struct server server = server_start();
    struct process *anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player(&server, "ben", "them");
    process_find_line(anna, "Your move");
    process_write(anna, "takeback\n");
    process_find_line(anna, "You have made no move yet");
    process_write(anna, "35>30\n");
    process_find_line(ben, "anna takes 5");
    process_write(anna, "takeback\n");
    process_find_line(anna, "You ask to take back 35>30.");
    process_find_line(ben, "anna asks to take back 35>30: type 'takeback yes' or 'takeback no'");
    process_write(ben, "takeback no\n");
    process_find_line(anna, "ben does not let you take that back.");
    process_write(anna, "takeback\n");
    process_find_line(anna, "'ben' has declined in match 1");
    process_write(ben, "takeback yes\n30>28\n");
    process_find_line(ben, "Nobody asks to take a move back");
    process_find_line(anna, "ben takes 2");
    process_write(anna, "28>27\n");
    process_find_line(ben, "anna takes 1");
    process_write(anna, "takeback\n");
    process_find_line(ben, "anna asks to take back 28>27");
    process_write(ben, "takeback yes\n");
    process_find_line(anna, "Taken back: 28>27.");
    process_find_line(anna, "Your move: 28 counters");
    process_find_line(ben, "Taken back: 28>27.");
    process_write(anna, "28>26\n");
    process_find_line(ben, "anna takes 2");
    process_write(ben, "resign!\n");
    process_find_line(ben, "Record: take-away:2x 35: 35>30 30>28 28>26");
    process_find_line(ben, "Taken back from move 3 on: 28>27");
    const char *show[] = {"show", "1", "--server", server.address, NULL};
    struct process *shown = start_takeaway(show);
    assert_has(process_read_rest(shown), "Taken back from move 3 on: 28>27\n");
    assert_status(shown, 0);
    const char *json[] = {"show", "1", "--json", "--server", server.address, NULL};
    shown = start_takeaway(json);
    assert_has(process_read_rest(shown), "\"taken_back\"");
    assert_status(shown, 0);
}

Test(takeaway, tells_programs_of_takebacks)
{
    struct server server = server_start();
    const char *arguments[] = {
        "play", "--server", server.address, "--as",      "anna",   "--game", "nim", "--start",
        "3",    "--first",  "me",           "--against", "anyone", "--json", NULL,
    };
    struct process *anna = start_takeaway(arguments);
    process_find_line(anna, "Waiting for somebody");
    arguments[4] = "ben";
    arguments[10] = "them";
    struct process *ben = start_takeaway(arguments);
    process_find_line(anna, "\"event\": \"turn\"");
    process_write(anna, "{\"move\": \"3>2\"}\n");
    process_find_line(ben, "\"event\": \"turn\"");
    process_write(anna, "{\"command\": \"takeback\"}\n");
    process_find_line(ben, "\"event\": \"match.takeback\", \"match\": 1, \"player\": \"first\", "
                           "\"ply\": 1, \"open\": true");
    process_write(ben, "{\"command\": \"takeback yes\"}\n");
    process_find_line(ben, "\"event\": \"match.taken_back\", \"match\": 1, \"ply\": 1, "
                           "\"moves\": [\"3>2\"]");
    process_find_line(anna, "\"match.taken_back\"");
    process_find_line(anna, "\"event\": \"turn\", \"match\": 1, \"ply\": 1");
    process_write(anna, "{\"move\": \"3>0\"}\n");
    process_find_line(ben, "\"event\": \"match.ended\"");
    assert_has(process_read_rest(anna), "\"winner\": \"first\"");
    assert_status(anna, 0);
}

/* --- on a private server --- */

static struct process *start_private_match(void)
{
    const char *arguments[] = {
        "play",    "--game", "fibonacci-nim", "--start",     "34",
        "--first", "me",     "--against",     "bot:perfect", NULL,
    };
    return start_takeaway(arguments);
}

Test(takeaway, plays_against_the_perfect_bot_on_a_server_of_its_own)
{
    struct process *anna = start_private_match();
    for (int i = 0; i < 34; i++)
        process_write(anna, "1\n");
    assert_has(process_read_rest(anna), "You lost");
    assert_status(anna, 0);
    const char *history = takeaway_run((const char *[]){"history", NULL});
    assert_has(history, "perfect-bot won");
}

Test(takeaway, says_the_best_move_and_why_against_a_bot)
{
    const char *arguments[] = {
        "play",    "--game", "fibonacci-nim", "--start",     "35",
        "--first", "me",     "--against",     "bot:perfect", NULL,
    };
    struct process *anna = start_takeaway(arguments);
    process_write(anna, "hint won\nhint heap\nhint\nwhy\n1\nresign!\n");
    const char *said = process_read_rest(anna);
    assert_has(said, "You can win: 1 of 34 moves keeps the win.\n");
    assert_has(said, "The winning move takes at most 17.\n");
    assert_has(said, "You can win: take 1, leaving 34.\n");
    assert_has(said, "Take 1, the smallest part of 35 = 34 + 1.\n");
    assert_has(said, "See the value of each move: ");
    assert_has(said, " review 1\n");
    assert_status(anna, 0);
}

/* The solver needs seconds for so large a heap, and the loop goes on meanwhile. */
Test(takeaway, can_be_interrupted_while_a_hint_is_worked_out)
{
    const char *arguments[] = {
        "play",    "--game", "grundy",    "--start",    "1000000",
        "--first", "me",     "--against", "bot:random", NULL,
    };
    struct process *anna = start_takeaway(arguments);
    process_write(anna, "hint\n");
    process_find_line(anna, "Being worked out ...");
    process_signal(anna, SIGINT);
    const char *said = process_read_rest(anna);
    assert_has(said, "stays unfinished");
    cr_assert_null(strstr(said, "win"), "the hint was waited for: %s", said);
    assert_status(anna, 3);
}

Test(takeaway, gives_no_hints_against_people_and_says_where_to_look_at_the_end)
{
    char review[96];
    struct server server = server_start();
    struct process *anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player(&server, "ben", "them");
    process_write(anna, "hint\nwhy\n1\n");
    process_find_line(anna, "There are hints only against bots.");
    process_find_line(anna, "There are hints only against bots.");
    process_find_line(ben, "Your move");
    process_write(ben, "resign!\n");
    snprintf(review, sizeof review, " review 1 --server %s\n", server.address);
    assert_has(process_read_rest(anna), review);
    assert_status(anna, 0);
    assert_has(process_read_rest(ben), review);
    assert_status(ben, 0);
}

Test(takeaway, goes_on_with_a_match_that_was_left)
{
    struct process *anna = start_private_match();
    process_write(anna, "1\n");
    process_close_input(anna);
    assert_has(process_read_rest(anna), "play --match 1");
    assert_status(anna, 3);
    struct process *again = start_takeaway((const char *[]){"play", NULL});
    process_find_line(again, "unfinished match");
    process_write(again, "1\nresign\n\nyes\n");
    assert_has(process_read_rest(again), "34>33");
    assert_status(again, 0);
}

enum { CHILDREN_MAX = 8 };

/* Handles (pidfds) of the processes that this one has started. */
static int open_children(const struct process *process, int ret_handles[CHILDREN_MAX])
{
    char path[64];
    int pid, count = 0;
    snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process_pid(process),
             (int)process_pid(process));
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s is not there", path);
    while (count < CHILDREN_MAX && fscanf(file, "%d", &pid) == 1)
        ret_handles[count++] = (int)syscall(SYS_pidfd_open, pid, 0);
    fclose(file);
    return count;
}

Test(takeaway, takes_its_server_and_its_bot_along_when_it_is_killed)
{
    int children[CHILDREN_MAX];
    struct process *anna = start_private_match();
    process_find_line(anna, "Your move");
    cr_assert_eq(open_children(anna, children), 2);
    process_signal(anna, SIGKILL);
    for (int i = 0; i < 2; i++) {
        struct pollfd ended = {.fd = children[i], .events = POLLIN};
        cr_assert_geq(children[i], 0);
        cr_assert_eq(poll(&ended, 1, DEADLINE_MS), 1, "child %d goes on", i);
        close(children[i]);
    }
    cr_assert_eq(process_wait(anna), SIGNAL_STATUS_BASE + SIGKILL);
}

/* Its server and its bots are started without them, too. */
Test(takeaway, runs_to_its_end_without_any_of_its_streams)
{
    struct process *demo =
        process_start_without_streams(TAKEAWAY_PROGRAM, (const char *[]){"demo", NULL});
    cr_assert_eq(process_wait(demo), 0);
}

Test(takeaway, demonstrates_a_match_between_two_bots)
{
    const char *demo = takeaway_run((const char *[]){"demo", NULL});
    assert_has(demo, "Fibonacci Nim");
    assert_has(demo, "   1. ");
    assert_has(demo, " won: ");
}

/* --- looking --- */

static int64_t play_whole_match(const struct server *server)
{
    struct table table = table_open(server, "anna", "ben", "fibonacci-nim", "35");
    table_play(&table, whole_record);
    return table.match;
}

Test(takeaway, shows_the_record_of_a_match)
{
    char match[24];
    struct server server = server_start();
    snprintf(match, sizeof match, "%" PRId64, play_whole_match(&server));
    const char *shown =
        takeaway_run((const char *[]){"show", match, "--server", server.address, NULL});
    assert_has(shown, "First anna, second ben");
    assert_has(shown, "7. anna  13>0");
    assert_has(shown, "anna won");
}

Test(takeaway, prints_json_that_parses)
{
    char match[24];
    struct server server = server_start();
    int64_t played = play_whole_match(&server);
    struct table live = table_open(&server, "carl", "dora", "kayles", "9");
    snprintf(match, sizeof match, "%" PRId64, played);
    json_t *matches = parse_json(
        takeaway_run((const char *[]){"matches", "--json", "--server", server.address, NULL}));
    cr_assert_eq(json_array_size(matches), 1);
    cr_assert_eq(json_integer_value(json_object_get(json_array_get(matches, 0), "match")),
                 live.match);
    json_t *history = parse_json(
        takeaway_run((const char *[]){"history", "--json", "--server", server.address, NULL}));
    cr_assert_eq(json_array_size(history), 1);
    json_t *shown = parse_json(
        takeaway_run((const char *[]){"show", match, "--json", "--server", server.address, NULL}));
    cr_assert_str_eq(json_string_value(json_object_get(shown, "winner")), "first");
    cr_assert_eq(json_array_size(json_object_get(shown, "moves")), 7);
    json_t *demo = parse_json(takeaway_run((const char *[]){"demo", "--json", NULL}));
    cr_assert_str_eq(json_string_value(json_object_get(demo, "ending")), "normal");
    json_decref(matches);
    json_decref(history);
    json_decref(shown);
    json_decref(demo);
}

Test(takeaway, follows_a_match_to_its_end)
{
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "nim", "1+2");
    struct process *watcher =
        start_takeaway((const char *[]){"watch", "--server", server.address, NULL});
    process_find_line(watcher, "anna");
    table_play(&table, "2>1 1>0 1>0");
    assert_has(process_read_rest(watcher), "anna won");
    assert_status(watcher, 0);
}

Test(takeaway, explains_rules_without_a_name_and_lists_all_moves)
{
    struct process *anna = start_takeaway(
        (const char *[]){"play", "--game", "octal:0.(37)", "--start", "24", "--first", "me", NULL});
    process_write(anna, "moves\nmoves all\nhelp\nquit\n");
    process_close_input(anna);
    assert_status(anna, 3);
    const char *said = process_read_rest(anna);
    assert_has(said, "\nTake counters from one heap: 1, 3, ..., leaving nothing of it or one heap; "
                     "2, 4, ..., leaving nothing of it, one heap or two.");
    assert_has(said, "the last 10 ('moves all' shows more): ");
    assert_has(said, "\n  moves all            lists them all, up to 1000\n");
}

Test(takeaway, help_says_where_it_keeps_what_and_how_far_it_reaches)
{
    const char *play = takeaway_run((const char *[]){"help", "play", NULL});
    assert_has(play, "$XDG_STATE_HOME/takeaway");
    assert_has(play, "~/.local/state/takeaway");
    assert_has(takeaway_run((const char *[]){"help", "alpha", NULL}), "about 80000");
}

/* --- clocks and chat --- */

/* A person at the server who plays nim from 1+2+3 with a clock against anyone. */
static struct process *start_player_with_clock(const struct server *server, const char *name,
                                               const char *first, const char *clock)
{
    const char *arguments[] = {
        "play",  "--server", server->address, "--as",    name,  "--game",    "nim",    "--start",
        "1+2+3", "--first",  first,           "--clock", clock, "--against", "anyone", NULL,
    };
    return start_takeaway(arguments);
}

struct pair {
    struct process *anna, *ben;
};

/* Two who play with ten minutes each; Anna is to move. */
static struct pair seat_pair(const struct server *server)
{
    struct pair pair;
    pair.anna = start_player_with_clock(server, "anna", "me", "600+0");
    process_find_line(pair.anna, "Waiting for somebody");
    pair.ben = start_player_with_clock(server, "ben", "them", "600+0");
    process_find_line(pair.ben, "anna is to move");
    return pair;
}

Test(takeaway, ends_a_match_when_a_flag_falls)
{
    struct server server = server_start();
    struct process *anna = start_player_with_clock(&server, "anna", "me", "3+0");
    process_find_line(anna, "Nim with you, 3 seconds each.");
    struct process *ben = start_player_with_clock(&server, "ben", "them", "3+0");
    process_find_line(ben, "Clocks: you 3.0, anna ");
    process_write(anna, "3>0\n");
    process_find_line(ben, "anna takes the whole heap of 3 (3>0) in ");
    assert_has(process_read_rest(anna), "You won: ben ran out of time.");
    assert_has(process_read_rest(ben), "You lost: you ran out of time.");
    assert_status(anna, 0);
    assert_status(ben, 0);
    const char *history =
        takeaway_run((const char *[]){"history", "--server", server.address, NULL});
    assert_has(history, "clock 3+0, 1 move, anna won (time)");
}

Test(takeaway, accepts_a_seek_only_with_the_clock_that_is_wished_for)
{
    struct server server = server_start();
    struct process *anna = start_player_with_clock(&server, "anna", "me", "60+1");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player_with_clock(&server, "ben", "them", "60/move");
    process_find_line(ben, "Waiting for somebody to play Nim with you, 60 seconds for each move.");
    struct process *carl = start_player_with_clock(&server, "carl", "them", "60+1.0");
    process_find_line(anna, "anna against carl, 60 seconds each and 1 more after each move.");
    process_find_line(carl, "Clocks: you 1:00, anna ");
}

Test(takeaway, lets_the_players_and_the_spectators_talk_among_themselves)
{
    struct server server = server_start();
    struct pair pair = seat_pair(&server);
    struct process *anna = pair.anna, *ben = pair.ben;
    const char *watch[] = {"watch", "--chat", "--server", server.address, NULL};
    struct process *carl = start_takeaway(watch), *dora = start_takeaway(watch);
    process_find_line(carl, "Clocks: anna ");
    process_find_line(dora, "Clocks: anna ");
    process_write(carl, "Who wins?\n");
    process_find_line(dora, ": Who wins?");
    process_write(ben, "say  Good luck, Anna!\n");
    process_find_line(anna, "ben: Good luck, Anna!");
    process_write(anna, "mute ben\nsay You too\nresign!\n");
    process_find_line(ben, "anna: You too");
    cr_assert_null(strstr(process_read_rest(dora), "luck"), "that was for the players");
    assert_has(process_read_rest(anna), "You will not read what this player says.");
    assert_status(ben, 0);
}

Test(takeaway, a_player_reports_and_blocks_the_opponent_during_the_match)
{
    struct server server = server_start();
    struct pair pair = seat_pair(&server);
    struct process *anna = pair.anna, *ben = pair.ben;
    process_write(ben, "say insult\n");
    process_find_line(anna, "ben: insult");
    process_write(anna, "report He insults me.\n");
    process_find_line(anna, "The operator has your report");
    process_write(anna, "block ben\n");
    process_find_line(anna, "You will not read what this player says, and there are no matches");
    process_write(anna, "resign!\n");
    assert_status(anna, 0);
    assert_status(ben, 0);
}

Test(takeaway, shows_a_spectator_who_comes_later_what_was_said)
{
    struct server server = server_start();
    seat_pair(&server);
    const char *watch[] = {"watch", "--chat", "--server", server.address, NULL};
    struct process *carl = start_takeaway(watch), *dora = start_takeaway(watch);
    process_find_line(dora, "Clocks: anna ");
    process_find_line(carl, "Clocks: anna ");
    process_write(carl, "Who wins?\n");
    process_find_line(dora, ": Who wins?");
    process_find_line(start_takeaway(watch), ": Who wins?");
}

/* Anna hears nothing more until the server has given her up. */
static void interrupt(struct process *anna, struct process *ben)
{
    process_signal(anna, SIGSTOP);
    process_find_line(ben, "anna is not connected now");
}

Test(takeaway, reads_once_what_was_said_while_the_connection_was_broken)
{
    static const char *const impatient[] = {"--ping-time", "0.3", "--idle-time", "3", NULL};
    struct server server = server_start_with(impatient);
    struct pair pair = seat_pair(&server);
    struct process *anna = pair.anna, *ben = pair.ben;
    process_write(ben, "say Before\n");
    process_find_line(anna, "ben: Before");
    process_write(anna, "say Mine\n");
    process_find_line(ben, "anna: Mine");
    process_write(ben, "say Yours\n");
    assert_has(process_find_line(anna, ": "), "ben: Yours");
    interrupt(anna, ben);
    process_write(ben, "say Meanwhile\nclaim\n");
    process_find_line(ben, "Not possible: "); /* and the line before it is said */
    process_signal(anna, SIGCONT);
    process_find_line(anna, "Connected again.");
    assert_has(process_find_line(anna, ": "), "ben: Meanwhile");
    process_write(ben, "say After\n");
    assert_has(process_find_line(anna, "ben: "), "After");
}

/* What `takeaway show --json` prints of how long each of two moves took. */
static void read_taken(const struct server *server, json_int_t ret_taken[2])
{
    const char *show[] = {"show", "1", "--json", "--server", server->address, NULL};
    json_t *shown = parse_json(takeaway_run(show)), *moves = json_object_get(shown, "moves");
    cr_assert_eq(json_array_size(moves), 2);
    for (size_t i = 0; i < 2; i++) {
        const json_t *taken = json_object_get(json_array_get(moves, i), "taken");
        cr_assert_eq(json_typeof(taken), JSON_INTEGER);
        ret_taken[i] = json_integer_value(taken);
    }
    json_decref(shown);
}

Test(takeaway, shows_how_long_the_moves_of_a_match_took)
{
    struct server server = server_start();
    struct pair pair = seat_pair(&server);
    struct process *anna = pair.anna, *ben = pair.ben;
    process_write(anna, "3>0\n");
    process_find_line(ben, "Your move");
    process_write(ben, "2>1\n");
    process_find_line(anna, "ben takes 1");
    json_int_t live[2], ended[2];
    read_taken(&server, live);
    process_write(anna, "resign!\n");
    process_find_line(ben, "You won");
    read_taken(&server, ended);
    cr_assert_arr_eq(live, ended, sizeof live);
    const char *show[] = {"show", "1", "--server", server.address, NULL};
    const char *shown = takeaway_run(show);
    char cell[40];
    snprintf(cell, sizeof cell, "%lld.%lld s", (long long)ended[1] / 1000,
             (long long)ended[1] % 1000 / 100);
    assert_has(strstr(shown, "2. ben   2>1  "), cell);
}

/* anna resigns when the last heap is hers to take. */
Test(takeaway, names_a_resignation_that_threw_the_win_away)
{
    struct server server = server_start();
    struct pair pair = seat_pair(&server);
    process_write(pair.anna, "3>0\n");
    process_find_line(pair.ben, "Your move");
    const char *review[] = {"review", "1", "--server", server.address, NULL};
    cr_assert_eq(process_wait(start_takeaway(review)), 1); /* the match goes on */
    process_write(pair.ben, "1>0\n");
    process_find_line(pair.anna, "ben takes the whole heap of 1");
    process_write(pair.anna, "resign!\n");
    process_find_line(pair.ben, "You won");

    static const char sentence[] = "anna resigned in a won position: to take the whole heap of 2 "
                                   "would have kept the win.";
    const char *show[] = {"show", "1", "--server", server.address, NULL};
    assert_has(takeaway_run(show), sentence);
    const char *said = takeaway_run(review);
    assert_has(said, sentence);
    assert_has(said, "end  anna  resignation  !  threw the win away; 2>0 would have kept it");

    const char *json[] = {"review", "1", "--json", "--server", server.address, NULL};
    json_t *value = parse_json(takeaway_run(json));
    cr_assert_eq(json_typeof(json_object_get(value, "thrown_by_ending")), JSON_TRUE);
    cr_assert_str_eq(json_string_value(json_object_get(value, "kept_by")), "2>0");
    const json_t *anna = json_object_get(json_object_get(value, "sums"), "first");
    cr_assert_gt(json_integer_value(json_object_get(anna, "threw_away")), 0);
    assert_has(json_string_value(json_object_get(value, "end_words")), sentence);
    json_decref(value);
}

Test(takeaway, reviews_a_match_move_by_move)
{
    char match[24];
    struct server server = server_start();
    snprintf(match, sizeof match, "%" PRId64, play_whole_match(&server));
    const char *review[] = {"review", match, "--server", server.address, NULL};
    const char *said = takeaway_run(review);
    assert_has(said, "could win  kept  threw away");
    assert_has(said, "\n7.  anna  13>0 ");
    assert_has(said, "+  kept the win");
    assert_has(said, "anna won: ben has no move left.");
    assert_has(said, "At the start anna could win with best play");

    const char *json[] = {"review", match, "--json", "--server", server.address, NULL};
    json_t *value = parse_json(takeaway_run(json));
    const json_t *last = json_array_get(json_object_get(value, "moves"), 6);
    cr_assert_eq(json_string_value(json_object_get(last, "mark"))[0], '+');
    cr_assert_eq(json_typeof(json_object_get(value, "thrown_by_ending")), JSON_FALSE);
    json_decref(value);
}

Test(takeaway, does_not_win_by_a_claim_against_somebody_who_is_there)
{
    struct server server = server_start();
    struct process *anna = start_player_with_clock(&server, "anna", "me", "600+0");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player_with_clock(&server, "ben", "them", "600+0");
    process_write(ben, "claim\n");
    process_find_line(ben, "Not possible: ");
    process_signal(anna, SIGKILL);
    process_find_line(ben, "anna is not connected now");
    process_write(ben, "claim\n");
    process_find_line(ben, "Not possible: ");
}

Test(takeaway, says_in_seconds_when_a_claim_will_do)
{
    struct server server = server_start();
    struct pair pair = seat_pair(&server);
    struct process *anna = pair.anna, *ben = pair.ben;
    process_signal(anna, SIGKILL);
    process_find_line(ben, "anna is not connected now");
    process_write(ben, "claim\n");
    const char *refusal = process_find_line(ben, "Not possible: 'anna' is not gone long enough");
    assert_has(refusal, "again in ");
    assert_has(refusal, " s.");
    cr_assert_null(strstr(refusal, " ms"));
}

Test(takeaway, tells_at_once_when_a_claim_will_do_and_when_it_does)
{
    static const char *const options[] = {"--claim-time", "2", NULL};
    struct server server = server_start_with(options);
    struct process *anna = start_player_with_clock(&server, "anna", "me", "600+0");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player_with_clock(&server, "ben", "them", "600+0");
    process_find_line(ben, "anna is to move");
    process_signal(anna, SIGKILL);
    process_find_line(ben, "anna is not connected now; unless they come back, 'claim' wins the "
                           "match in 0:0");
    process_find_line(ben, "'claim' wins the match now.");
    process_write(ben, "claim\n");
    process_find_line(ben, "You won: anna was gone too long.");
}

Test(takeaway, tells_when_a_first_move_is_due_and_warns)
{
    static const char *const options[] = {"--first-move-time", "11", NULL};
    struct server server = server_start_with(options);
    struct process *anna = start_player_with_clock(&server, "anna", "me", "600+0");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player_with_clock(&server, "ben", "them", "600+0");
    process_find_line(anna, " The first move is due in 0:1");
    process_find_line(ben, " The first move is due in 0:1");
    process_find_line(anna, "Less than 10 seconds are left for your first move.");
}

Test(takeaway, tells_a_program_that_watches_when_deadlines_are)
{
    struct server server = server_start();
    struct process *anna = start_player_with_clock(&server, "anna", "me", "600+0");
    process_find_line(anna, "Waiting for somebody");
    process_find_line(start_player_with_clock(&server, "ben", "them", "600+0"), "anna is to move");
    const char *watch[] = {"watch", "1", "--json", "--server", server.address, NULL};
    struct process *carl = start_takeaway(watch);
    json_t *match = parse_json(process_find_line(carl, "\"match\""));
    cr_assert_geq(json_integer_value(json_object_get(match, "first_move_left")), 1000);
    cr_assert_null(json_object_get(match, "claim_in"));
    json_decref(match);
    process_signal(anna, SIGKILL);
    json_t *presence = parse_json(process_find_line(carl, "match.presence"));
    cr_assert_geq(json_integer_value(json_object_get(presence, "claim_in")), 1000);
    json_decref(presence);
}

Test(takeaway, warns_when_little_is_left_on_the_clock)
{
    struct server server = server_start();
    struct process *anna = start_player_with_clock(&server, "anna", "me", "10.3+0");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player_with_clock(&server, "ben", "them", "10.3+0");
    static const char warning[] = "Less than 10 seconds are left on your clock.";
    process_find_line(anna, warning);
    process_write(anna, "3>0\n");
    process_find_line(ben, warning);
    process_write(ben, "2>1\n");
    process_find_line(anna, "Your move");
    process_write(anna, "resign!\n");
    cr_assert_null(strstr(process_read_rest(anna), warning), "that was said already");
    assert_status(ben, 0);
}

/* --- matches of days --- */

Test(takeaway, an_offer_of_days_is_accepted_while_its_maker_is_away)
{
    struct server server = server_start();
    struct process *anna = start_player_with_clock(&server, "anna", "me", "86400/move");
    process_find_line(anna, "Waiting for somebody");
    process_write(anna, "quit\n");
    assert_has(process_read_rest(anna), "Your offer stays open for 14 days while you are away");
    anna = start_player_with_clock(&server, "anna", "me", "86400/move");
    process_find_line(anna, "Waiting for somebody");
    process_signal(anna, SIGKILL);
    struct process *ben = start_player_with_clock(&server, "ben", "them", "86400/move");
    process_find_line(ben, "anna is to move");
    anna = start_player_with_clock(&server, "anna", "me", "86400/move");
    process_find_line(anna, "You go on with your unfinished match 1.");
    process_find_line(anna, "Your move");
    process_write(anna, "3>0\n");
    process_find_line(ben, "Your move");
}

Test(takeaway, goes_on_with_an_offer_of_days_unless_something_else_is_asked_for)
{
    struct server server = server_start();
    const char *plain[] = {"play",         "--as",      "anna",   "--server",
                           server.address, "--against", "anyone", NULL};
    struct process *anna = start_player_with_clock(&server, "anna", "me", "86400/move");
    process_find_line(anna, "Waiting for somebody");
    process_write(anna, "quit\n");
    process_read_rest(anna);
    anna = start_takeaway(plain);
    process_find_line(anna, "Your offer of Nim from 1+2+3, 86400 seconds for each move, is still "
                            "open. Waiting for somebody to accept it.");
    process_write(anna, "quit\n");
    const char *said = process_read_rest(anna);
    assert_has(said, "Your offer stays open for 14 days while you are away");
    cr_assert_null(strstr(said, "Waiting for somebody to play"), "it makes no second offer");
    anna = start_player_with_clock(&server, "anna", "me", "172800/move");
    process_find_line(anna, "Your offer of Nim from 1+2+3, 86400 seconds for each move, is still "
                            "open, too.");
    process_find_line(anna, "Waiting for somebody to play Nim with you, 172800 seconds");
    struct process *ben = start_player_with_clock(&server, "ben", "them", "86400/move");
    process_find_line(ben, "anna is to move");
    process_find_line(anna, "Your move");
}

/* --- seeks --- */

/* A person who plays nim from 1+2+3 against anyone; what is NULL is not said. */
static struct process *start_seeker(const struct server *server, const char *name,
                                    const char *first)
{
    const char *arguments[] = {
        "play", "--new",   "--server", server->address,          "--as", name, "--game",
        "nim",  "--start", "1+2+3",    first ? "--first" : NULL, first,  NULL,
    };
    return start_takeaway(arguments);
}

Test(takeaway, pairs_who_does_not_mind_with_who_wants_to_begin_whoever_comes_first)
{
    struct server server = server_start();
    struct process *anna = start_seeker(&server, "anna", NULL);
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_seeker(&server, "ben", "me");
    process_find_line(ben, "Waiting for somebody");
    process_find_line(anna, "ben against anna");
    process_find_line(ben, "ben against anna");
    struct process *carl = start_seeker(&server, "carl", "them");
    process_find_line(carl, "Waiting for somebody");
    struct process *dora = start_seeker(&server, "dora", NULL);
    process_find_line(dora, "dora against carl");
}

Test(takeaway, does_not_pair_who_wants_to_draw_with_who_wants_to_begin)
{
    struct server server = server_start();
    struct process *anna = start_seeker(&server, "anna", "random");
    process_find_line(anna, "Waiting for somebody");
    process_find_line(start_seeker(&server, "ben", "me"), "Waiting for somebody");
    process_find_line(start_seeker(&server, "carl", NULL), " against ");
    process_find_line(anna, "anna");
}

Test(takeaway, says_why_a_seek_cannot_be_accepted)
{
    static const char *const one_each[] = {"--live-matches-per-player", "1", NULL};
    struct server server = server_start_with(one_each);
    struct process *anna = start_seeker(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_seeker(&server, "ben", "them");
    process_find_line(ben, "anna is to move");
    process_signal(ben, SIGKILL);
    process_find_line(anna, "ben is not connected now");
    process_find_line(start_seeker(&server, "carl", "me"), "Waiting for somebody");
    ben = start_seeker(&server, "ben", NULL);
    process_find_line(ben, "A match that you could join cannot begin: you play 1 match, the most");
    process_find_line(ben, "Waiting for somebody");
}

/* --- accounts --- */

/* What it answers to `input`; it has to end with `status`. */
static const char *answer_to(const char *input, const char *const *arguments, int status)
{
    struct process *process = start_takeaway(arguments);
    process_write(process, input);
    process_close_input(process);
    const char *said = process_read_rest(process);
    assert_status(process, status);
    return status == 0 ? said : process_errors(process);
}

Test(takeaway, registers_logs_out_and_logs_in_again)
{
    struct server server = server_start();
    const char *at = server.address;
    assert_has(
        answer_to("open sesame\n", (const char *[]){"register", "Anna", "--server", at, NULL}, 0),
        "The account is made: you are 'Anna'");
    const char *logout[] = {"logout", "--as", "Anna", "--server", at, NULL};
    assert_has(takeaway_run(logout), "You are logged out.");
    assert_has(answer_to("", logout, 1), "you are not logged in as 'Anna'");
    const char *login[] = {"login", "anna", "--server", at, NULL};
    assert_has(answer_to("open barley\n", login, 1), "the name or the password is wrong");
    assert_has(answer_to("short\n", login, 1), "a password has 8 to 128 bytes");
    assert_has(answer_to("", login, 1), "a password was expected on standard input");
    assert_has(answer_to("open sesame\n", login, 0), "You are logged in as 'Anna'");
    assert_has(takeaway_run((const char *[]){"tokens", "--as", "Anna", "--server", at, NULL}),
               "the one that is kept here");
    assert_has(answer_to("", (const char *[]){"play", "--as", "aNNa", "--server", at, NULL}, 1),
               "log in if it is yours");
}

Test(takeaway, logs_in_while_strangers_try_the_same_account)
{
    struct server server = server_start();
    const char *at = server.address;
    answer_to("open sesame\n", (const char *[]){"register", "anna", "--server", at, NULL}, 0);
    while (hello_try(&server, "anna", "open barley") == ERROR_BAD_CREDENTIALS)
        ;
    const char *login[] = {"login", "anna", "--server", at, NULL};
    assert_has(answer_to("open sesame\n", login, 0), "You are logged in as 'anna'");
    assert_has(answer_to("open barley\n", login, 1), "the name or the password is wrong");
}

Test(takeaway, keeps_players_away_and_reports_them)
{
    struct server server = server_start();
    const char *at = server.address;
    answer_to("open sesame\n", (const char *[]){"register", "anna", "--server", at, NULL}, 0);
    answer_to("open sesame\n", (const char *[]){"register", "Ben", "--server", at, NULL}, 0);
#define ACCOUNT(...)                                                                               \
    ((const char *[]){"account", __VA_ARGS__, "--as", "anna", "--server", at, NULL})
    assert_has(takeaway_run(ACCOUNT("blocks")), "You have blocked nobody.");
    assert_has(takeaway_run(ACCOUNT("block", "ben")), "You neither read nor meet 'ben' any more.");
    assert_has(takeaway_run(ACCOUNT("blocks")), "Ben, since ");
    json_t *blocks = parse_json(takeaway_run(ACCOUNT("blocks", "--json")));
    cr_assert_eq(json_array_size(blocks), 1);
    cr_assert_str_eq(json_string_value(json_object_get(json_array_get(blocks, 0), "name")), "Ben");
    json_decref(blocks);
    assert_has(takeaway_run(ACCOUNT("unblock", "BEN")), "You may read and meet 'BEN' again.");
    assert_has(answer_to("", ACCOUNT("unblock", "ben"), 1), "you have not blocked 'ben'");
    assert_has(takeaway_run(ACCOUNT("report", "ben", "he insults me")),
               "The operator has your report.");
    assert_has(answer_to("", ACCOUNT("report", "cem", "rude"), 1), "nobody called 'cem' is here");
    assert_has(answer_to("", ACCOUNT("report", "ben", ""), 2), "the report has 0 bytes");
#undef ACCOUNT
}

Test(takeaway, changes_the_password_and_ends_all_other_tokens)
{
    struct server server = server_start();
    const char *at = server.address;
    answer_to("open sesame\n", (const char *[]){"register", "anna", "--server", at, NULL}, 0);
    const char *login[] = {"login", "anna", "--server", at, NULL};
    answer_to("open sesame\n", login, 0);
    const char *passwd[] = {"passwd", "--as", "anna", "--server", at, NULL};
    assert_has(answer_to("open seesaw\nopen barley\n", passwd, 1), "the present password");
    answer_to("open sesame\nopen barley\n", passwd, 0);
    json_t *tokens = parse_json(
        takeaway_run((const char *[]){"tokens", "--json", "--as", "anna", "--server", at, NULL}));
    cr_assert_eq(json_array_size(tokens), 1);
    bool is_current = json_is_true(json_object_get(json_array_get(tokens, 0), "current"));
    cr_assert(is_current);
    json_decref(tokens);
    answer_to("open sesame\n", login, 1);
    answer_to("open barley\n", login, 0);
}

Test(takeaway, recovers_an_account_with_a_code_of_the_operator)
{
    char control[FOLDER_PATH_MAX], words[100], code[32];
    folder_path("control", control);
    struct server server = server_start_with((const char *[]){"--control", control, NULL});
    const char *at = server.address;
    answer_to("open sesame\n", (const char *[]){"register", "Anna", "--server", at, NULL}, 0);
    const char *made = takeaway_run(
        (const char *[]){"admin", "--control", control, "reset-password", "anna", NULL});
    assert_has(made, "  for one use, until ");
    cr_assert_eq(sscanf(made, "%31s", code), 1);
    const char *recover[] = {"account", "recover", "anna", "--server", at, NULL};
    assert_has(answer_to("\n", recover, 1), "a one-time code has 1 to 64 bytes");
    assert_has(answer_to("00000\nopen barley\n", recover, 1), "the name or the password is wrong");
    snprintf(words, sizeof words, "%s\nopen barley\n", code);
    for (int i = 0; i < 2; i++)
        assert_has(answer_to(words, recover, 0), "only here you are logged in, as 'Anna'");
    const char *login[] = {"login", "anna", "--server", at, NULL};
    answer_to("open sesame\n", login, 1);
    answer_to("open barley\n", login, 0);
}

Test(takeaway, revokes_one_token_or_all_others)
{
    struct server server = server_start();
    const char *at = server.address;
    const char *login[] = {"login", "anna", "--server", at, NULL};
    answer_to("open sesame\n", (const char *[]){"register", "anna", "--server", at, NULL}, 0);
    for (int i = 0; i < 3; i++)
        answer_to("open sesame\n", login, 0);
    assert_has(takeaway_run(
                   (const char *[]){"tokens", "revoke", "2", "--as", "anna", "--server", at, NULL}),
               "That token is no more.");
    assert_has(takeaway_run((const char *[]){"tokens", "revoke", "--others", "--as", "anna",
                                             "--server", at, NULL}),
               "You are logged in here alone.");
    assert_has(takeaway_run(
                   (const char *[]){"tokens", "revoke", "4", "--as", "anna", "--server", at, NULL}),
               "You are logged out.");
}

Test(takeaway, does_not_log_a_guest_out_who_could_not_come_back)
{
    struct server server = server_start();
    struct process *anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    process_write(anna, "quit\n");
    assert_status(anna, 3);
    const char *logout[] = {"logout", "--as", "anna", "--server", server.address, NULL};
    assert_has(answer_to("", logout, 1), "you are a guest");
}

Test(takeaway, sends_no_password_and_no_token_where_others_could_read_it)
{
    struct server server = server_start();
    char elsewhere[32], tunnel[64], here_token[64], elsewhere_token[64];
    snprintf(elsewhere, sizeof elsewhere, "0.0.0.0:%d", server.port); /* which is here, too */
    snprintf(tunnel, sizeof tunnel, "ssh -N -L 7800:127.0.0.1:%d 0.0.0.0", server.port);
    snprintf(here_token, sizeof here_token, "home/takeaway/tokens/127.0.0.1%%3A%d,anna",
             server.port);
    snprintf(elsewhere_token, sizeof elsewhere_token, "home/takeaway/tokens/0.0.0.0%%3A%d,anna",
             server.port);
    const char *here[] = {"register", "anna", "--server", server.address, NULL};
    assert_has(answer_to("open sesame\n", here, 0), "The account is made");
    const char *tokens[] = {"tokens", "--as", "anna", "--server", server.address, NULL};
    const char *listed = takeaway_run(tokens);
    assert_has(listed, "1  takeaway ");
    assert_has(listed, " UTC, ends ");

    folder_copy(here_token, elsewhere_token);
    const char *passwords = "open sesame\nopen barley\n";
    const char *commands[][7] = {
        {"register", "ben", "--server", elsewhere, NULL},
        {"login", "anna", "--server", elsewhere, NULL},
        {"passwd", "--as", "anna", "--server", elsewhere, NULL},
        {"tokens", "--as", "anna", "--server", elsewhere, NULL},
    };
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        assert_has(answer_to(passwords, commands[i], 1), tunnel);
}

Test(takeaway, says_how_to_come_back_when_another_command_takes_the_seat_over)
{
    struct server server = server_start();
    char way_back[80];
    snprintf(way_back, sizeof way_back, " play --as anna --server %s`", server.address);
    struct process *anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    takeaway_run((const char *[]){"tokens", "--as", "anna", "--server", server.address, NULL});
    assert_status(anna, 1);
    assert_has(process_errors(anna), way_back);
    static const char *const coming_in[] = {"register", "login", "logout", "passwd", "tokens"};
    for (size_t i = 0; i < sizeof coming_in / sizeof *coming_in; i++)
        assert_has(takeaway_run((const char *[]){"help", coming_in[i], NULL}), "comes in");
}

Test(takeaway, says_that_a_login_has_ended)
{
    struct server server = server_start();
    const char *at = server.address;
    char token_file[64], way_back[64];
    snprintf(token_file, sizeof token_file, "home/takeaway/tokens/127.0.0.1%%3A%d,anna",
             server.port);
    snprintf(way_back, sizeof way_back, " login anna --server %s`\n", at);
    answer_to("open sesame\n", (const char *[]){"register", "anna", "--server", at, NULL}, 0);
    folder_copy(token_file, "first token");
    answer_to("open sesame\n", (const char *[]){"login", "anna", "--server", at, NULL}, 0);
    takeaway_run((const char *[]){"tokens", "revoke", "1", "--as", "anna", "--server", at, NULL});
    folder_copy("first token", token_file);
    struct process *anna =
        start_takeaway((const char *[]){"play", "--as", "anna", "--server", at, NULL});
    assert_status(anna, 1);
    const char *errors = process_errors(anna);
    assert_has(errors, way_back);
    cr_assert(strncmp(errors, "takeaway: your login here has ended: ", 37) == 0, "%s", errors);
    cr_assert_eq(strchr(errors, '\n')[1], '\0', "one line: %s", errors);
}

Test(takeaway, comes_in_as_a_new_guest_where_nobody_has_the_name)
{
    struct server server = server_start();
    struct process *anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    process_write(anna, "quit\n");
    assert_status(anna, 3);
    server_stop(&server);
    char database[FOLDER_PATH_MAX];
    folder_path("matches.db", database);
    cr_assert_eq(unlink(database), 0);
    server_start_again(&server);
    anna = start_player(&server, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    process_write(anna, "quit\n");
    assert_status(anna, 3);
    assert_has(process_errors(anna), "the server no longer knows you; you come in as a new guest");
}

/* --- what can go wrong --- */

Test(takeaway, says_what_is_wrong_and_ends_with_a_status_that_tells_it)
{
    static const struct {
        const char *arguments[6];
        int status;
    } lines[] = {
        {{NULL}, 2},
        {{"win", NULL}, 2},
        {{"play", "--colour", "red", NULL}, 2},
        {{"play", "--game", "chess", NULL}, 2},
        {{"play", "--against", "bot:deep", NULL}, 2},
        {{"play", "--as", "a b", NULL}, 2},
        {{"play", "--clock", "soon", NULL}, 2},
        {{"login", NULL}, 2},
        {{"login", "a b", NULL}, 2},
        {{"tokens", "revoke", NULL}, 2},
        {{"tokens", "--others", NULL}, 2},
        {{"show", "first", NULL}, 2},
        {{"show", "99", NULL}, 1},
        {{"play", "--match", "99", NULL}, 1},
        {{"history", "--player", "a b", NULL}, 2},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int status;
        struct process *process = process_run(TAKEAWAY_PROGRAM, lines[i].arguments, &status);
        cr_expect_eq(status, lines[i].status, "command line %zu ends with %d: %s", i, status,
                     process_errors(process));
        cr_expect_str_not_empty(process_errors(process), "command line %zu", i);
    }
}

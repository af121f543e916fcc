/* takeaway, the program for people, as people use it in scripts: through pipes. */
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
        {{"show", "first", NULL}, 2},
        {{"show", "99", NULL}, 1},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int status;
        struct process *process = process_run(TAKEAWAY_PROGRAM, lines[i].arguments, &status);
        cr_expect_eq(status, lines[i].status, "command line %zu ends with %d: %s", i, status,
                     process_errors(process));
        cr_expect_str_not_empty(process_errors(process), "command line %zu", i);
    }
}

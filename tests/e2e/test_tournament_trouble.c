/* `takeaway tournament run` when something is wrong that the person has to know of: what it says,
 * and that it goes on. */
#include "tests/e2e/children.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

STAGE(tournament_trouble);

enum { DISK_BYTES = 4096, RUN_MS = 110000 };

static const char server_name[] = "takeaway-server";

/* Begins one in the folder "t" under the test's, or goes on with it when `players` is NULL. */
static struct process *start_with(const char *program, const char *players, const char *rounds)
{
    char path[FOLDER_PATH_MAX];
    folder_path("t", path);
    const char *arguments[] = {
        "tournament", "run",       "--out", path,       "--game", "nim", "--seed",
        "3",          "--players", players, "--rounds", rounds,   NULL,
    };
    if (!players)
        arguments[4] = NULL;
    return process_start(program, arguments);
}

static struct process *start(const char *players, const char *rounds)
{
    return start_with(TAKEAWAY_PROGRAM, players, rounds);
}

static void pause_a_moment(void)
{
    struct timespec moment = {.tv_nsec = 2000000};
    nanosleep(&moment, NULL);
}

/* Waits until it has said this on standard error, or the deadline is over. */
static void wait_for_words(struct process *runner, const char *words)
{
    time_t end = time(NULL) + DEADLINE_MS / 1000;
    while (!strstr(process_errors(runner), words)) {
        cr_assert(time(NULL) < end, "it never said '%s': %s", words, process_errors(runner));
        pause_a_moment();
    }
}

static void expect_end(struct process *runner, int expected)
{
    int status = process_wait_within(runner, RUN_MS);
    cr_assert_eq(status, expected, "it ended with %d: %s", status, process_errors(runner));
}

/* --- a full disk --- */

/* The server's; what the bots and the runner write there they may. */
static void limit_disk(struct process *runner, rlim_t bytes)
{
    struct rlimit limit;
    pid_t server = children_find(process_pid(runner), server_name, 0);
    cr_assert_neq(server, 0);
    cr_assert_eq(prlimit(server, RLIMIT_FSIZE, NULL, &limit), 0);
    limit.rlim_cur = bytes;
    cr_assert_eq(prlimit(server, RLIMIT_FSIZE, &limit, NULL), 0);
}

static struct process *start_and_fill_disk(void)
{
    struct process *runner = start("perfect,mistaken:0.2,random,greedy", "40");
    wait_for_words(runner, " matches");
    limit_disk(runner, DISK_BYTES);
    wait_for_words(runner,
                   "/t is full (or failing): the matches wait, and go on when there is room.");
    return runner;
}

Test(tournament_trouble, a_full_disk_is_told_and_it_goes_on_when_there_is_room)
{
    struct process *runner = start_and_fill_disk();
    limit_disk(runner, RLIM_INFINITY);
    wait_for_words(runner, "/t takes writes again: the matches go on.");
    expect_end(runner, 0);
    cr_expect(folder_has("t/results.jsonl"));
}

Test(tournament_trouble, ctrl_c_with_a_full_disk_says_what_to_do_first)
{
    struct process *runner = start_and_fill_disk();
    process_signal(runner, SIGINT);
    expect_end(runner, 3);
    assert_has(process_errors(runner), "/t is full (or failing): make room first.\n"
                                       "The tournament stays unfinished.");
}

/* --- a server that cannot start --- */

static size_t lines_of_log(void)
{
    char *log = folder_read("t/programs.log");
    size_t lines = 0;
    for (const char *at = log; at && (at = strchr(at, '\n')); at++)
        lines++;
    free(log);
    return lines;
}

/* The last server may still be closing its own. */
static void spoil_database(void)
{
    char garbage[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX];
    folder_path("t/garbage", garbage);
    FILE *file = fopen(garbage, "we");
    for (int i = 0; i < 1000; i++)
        fputs("garbage ", file);
    fclose(file);
    folder_path("t/tournament.db", path);
    cr_assert_eq(rename(garbage, path), 0);
    folder_path("t/tournament.db-wal", path);
    unlink(path);
}

Test(tournament_trouble, what_is_no_database_is_told_at_once)
{
    expect_end(start("perfect,random", "1"), 0);
    spoil_database();
    struct process *again = start(NULL, NULL);
    expect_end(again, 1);
    assert_has(process_errors(again), "the private server could not start: file is not a database");
    assert_has(process_errors(again), "/t/programs.log.\n");
    cr_assert_leq(lines_of_log(), 3, "it is not tried again and again");
}

/* Copies takeaway to a folder of its own, beside a server that kills itself at its first starts and
 * writes down each start. */
static void make_killed_server(int kills, char ret_takeaway[FOLDER_PATH_MAX])
{
    char path[FOLDER_PATH_MAX], starts[FOLDER_PATH_MAX];
    char *takeaway = process_program(TAKEAWAY_PROGRAM), *server = process_program(SERVER_PROGRAM),
         *bot = process_program(BOT_PROGRAM);
    int status;
    folder_path("programs", path);
    cr_assert_eq(mkdir(path, 0700), 0);
    folder_path("programs/takeaway", ret_takeaway);
    process_run("/bin/cp", (const char *[]){takeaway, ret_takeaway, NULL}, &status);
    cr_assert_eq(status, 0);
    folder_path("programs/takeaway-bot", path);
    cr_assert_eq(symlink(bot, path), 0);

    folder_path("starts", starts);
    folder_path("programs/takeaway-server", path);
    FILE *script = fopen(path, "we");
    fprintf(script,
            "#!/bin/sh\n"
            "echo start >>%s\n"
            "[ \"$(wc -l <%s)\" -gt %d ] || kill -KILL $$\n"
            "exec %s \"$@\"\n",
            starts, starts, kills, server);
    fclose(script);
    cr_assert_eq(chmod(path, 0700), 0);
    free(takeaway);
    free(server);
    free(bot);
}

static void expect_starts(long expected)
{
    cr_expect_eq(folder_size("starts"), expected * (long)strlen("start\n"));
}

Test(tournament_trouble, a_server_that_is_killed_before_it_listens_is_started_again)
{
    char takeaway[FOLDER_PATH_MAX];
    make_killed_server(3, takeaway);
    expect_end(start_with(takeaway, "perfect,random", "1"), 0);
    cr_expect(folder_has("t/results.jsonl"));
    expect_starts(4);
}

Test(tournament_trouble, a_server_that_is_killed_at_each_start_is_given_up)
{
    char takeaway[FOLDER_PATH_MAX];
    make_killed_server(1000, takeaway);
    struct process *runner = start_with(takeaway, "perfect,random", "1");
    expect_end(runner, 1);
    assert_has(process_errors(runner), "the private server could not start: signal 9 (Killed) "
                                       "ended it again and again\n");
    expect_starts(6);
}

/* --- a program without moves --- */

static void make_program(const char *name, const char *script, char ret_path[FOLDER_PATH_MAX])
{
    folder_path(name, ret_path);
    FILE *program = fopen(ret_path, "we");
    fputs(script, program);
    fclose(program);
    cr_assert_eq(chmod(ret_path, 0700), 0);
}

/* A program that knows no legal move. */
static const char clueless[] =
    "#!/bin/sh\n"
    "while read -r word rest; do [ \"$word\" = go ] && echo nonsense; done\n";

/* A program whose every move is illegal. */
static const char illegal[] =
    "#!/bin/sh\n"
    "while read -r word rest; do [ \"$word\" = go ] && echo move '1>99'; done\n";

/* It has no point in the end, even against one that plays at random. */
Test(tournament_trouble, a_program_with_illegal_moves_loses_all_its_matches)
{
    char program[FOLDER_PATH_MAX], players[2 * FOLDER_PATH_MAX];
    make_program("wrong", illegal, program);
    snprintf(players, sizeof players, "random,cheat=exec:%s", program);
    struct process *runner = start(players, "1");
    expect_end(runner, 0);
    assert_has(process_read_rest(runner), "\n2  cheat        0  0-0-2 ");
    assert_has(process_errors(runner), "cheat: 2 matches were resigned by the bridge");
}

Test(tournament_trouble, moves_that_the_bridge_makes_for_a_program_are_told_at_the_end)
{
    char program[FOLDER_PATH_MAX], players[3 * FOLDER_PATH_MAX];
    make_program("never", clueless, program);
    snprintf(players, sizeof players, "perfect,mute=exec-or-move:%s,proud=exec:%s", program,
             program);
    struct process *runner = start(players, "1");
    expect_end(runner, 0);
    assert_has(process_errors(runner), "mute: ");
    assert_has(process_errors(runner), " moves were made in haste by the bridge\n");
    assert_has(process_errors(runner),
               "proud: 4 matches were resigned by the bridge for want of a move\n");
    assert_has(process_errors(runner), "/t/programs.log.\n");
}

/* --- programs that do not end --- */

/* Lists its descriptors from 3 on, says that it has begun, and ends only when it is killed. */
static const char stubborn[] =
    "#!/bin/sh\n"
    "trap '' TERM\n"
    "folder=${0%/*}\n"
    "readlink /proc/$$/fd/[3-9] /proc/$$/fd/[0-9]?* >\"$folder/descriptors-$$\"\n"
    "mv \"$folder/descriptors-$$\" \"$folder/descriptors\"\n"
    "echo >>\"$folder/begun\"\n"
    "while :; do sleep 1000; done\n";

/* A tournament of `count` such programs, all of which have begun. */
static struct process *start_stubborn(int count)
{
    char program[FOLDER_PATH_MAX], begun[FOLDER_PATH_MAX], players[16384] = "";
    size_t len = 0;
    make_program("stubborn", stubborn, program);
    folder_path("begun", begun);
    cr_assert_eq(mkfifo(begun, 0600), 0);
    int fd = open(begun, O_RDWR | O_CLOEXEC);
    cr_assert_geq(fd, 0);
    for (int i = 0; i < count; i++)
        len += (size_t)snprintf(players + len, sizeof players - len, "%sp%d=exec:%s",
                                i > 0 ? "," : "", i, program);
    cr_assert_lt(len, sizeof players);
    struct process *runner = start(players, "1");
    for (int i = 0; i < count; i++) {
        char byte;
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        cr_assert_eq(poll(&ready, 1, DEADLINE_MS), 1, "%d programs have begun", i);
        cr_assert_eq(read(fd, &byte, 1), 1);
    }
    close(fd);
    return runner;
}

/* The bridge gives each program a second before it kills it: ten seconds, one after another. */
Test(tournament_trouble, programs_that_do_not_end_are_waited_for_all_at_once)
{
    enum { COUNT = 10, TOGETHER_MS = 9000 };
    struct process *runner = start_stubborn(COUNT);
    process_signal(runner, SIGINT);
    cr_assert_eq(process_wait_within(runner, TOGETHER_MS), 3, "%s", process_errors(runner));
}

Test(tournament_trouble, programs_inherit_their_standard_streams_only)
{
    struct process *runner = start_stubborn(2);
    process_signal(runner, SIGINT);
    expect_end(runner, 3);
    char *descriptors = folder_read("descriptors");
    cr_assert_not_null(descriptors);
    cr_assert_null(strstr(descriptors, "pipe:"), "%s", descriptors);
    free(descriptors);
}

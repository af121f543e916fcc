/* `takeaway tournament run` when something is wrong that the person has to know of: what it says, and that it goes on. */
#include "tests/e2e/children.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

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
static struct process *start(const char *players, const char *rounds)
{
    char path[FOLDER_PATH_MAX];
    folder_path("t", path);
    const char *arguments[] = {
        "tournament", "run",       "--out", path,       "--game", "nim", "--seed",
        "3",          "--players", players, "--rounds", rounds,   NULL,
    };
    if (!players)
        arguments[4] = NULL;
    return process_start(TAKEAWAY_PROGRAM, arguments);
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

/* --- a program without moves --- */

/* A program that knows no legal move. */
static void make_program(const char *name, char ret_path[FOLDER_PATH_MAX])
{
    folder_path(name, ret_path);
    FILE *program = fopen(ret_path, "we");
    fputs("#!/bin/sh\n"
          "while read -r word rest; do [ \"$word\" = go ] && echo nonsense; done\n",
          program);
    fclose(program);
    cr_assert_eq(chmod(ret_path, 0700), 0);
}

Test(tournament_trouble, moves_that_the_bridge_makes_for_a_program_are_told_at_the_end)
{
    char program[FOLDER_PATH_MAX], players[3 * FOLDER_PATH_MAX];
    make_program("never", program);
    snprintf(players, sizeof players, "perfect,mute=exec:%s,proud=exec-or-resign:%s", program,
             program);
    struct process *runner = start(players, "1");
    expect_end(runner, 0);
    assert_has(process_errors(runner), "mute: ");
    assert_has(process_errors(runner), " moves were made in haste by the bridge\n");
    assert_has(process_errors(runner),
               "proud: 4 matches were resigned by the bridge for want of a move\n");
    assert_has(process_errors(runner), "/t/programs.log.\n");
}

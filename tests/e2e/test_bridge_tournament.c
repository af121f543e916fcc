/* Programs in other languages in a tournament: they die in the middle of it, and the record is the
 * same as if they had not. */
#include "tests/e2e/folder.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <stdio.h>
#include <string.h>

STAGE(bridge_tournament);

enum { RUN_MS = 110000 };

/* Plays the tournament into a folder. */
static void run(const char *folder, const char *players, const char *at_once)
{
    char path[FOLDER_PATH_MAX];
    folder_path(folder, path);
    const char *arguments[] = {
        "tournament", "run",      "--game", "kayles",        "--starts", "fair:2-3:8-20", "--seed",
        "7",          "--rounds", "4",      "--concurrency", at_once,    "--players",     players,
        "--out",      path,       NULL,
    };
    struct process *runner = process_start(TAKEAWAY_PROGRAM, arguments);
    int status = process_wait_within(runner, RUN_MS);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(runner));
}

/* free() it. */
static char *file_of(const char *folder, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = folder_read(path);
    cr_assert_not_null(text, "there is no %s", path);
    return text;
}

static size_t count_of(const char *text, const char *part)
{
    size_t count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

/* Each program reads some lines of its input, wherever in a question they end, and dies. */
Test(bridge_tournament, is_the_same_when_the_programs_die_and_are_started_again)
{
    run("steady",
        "any=exec:" EXAMPLES_DIR "/any_move.py,last=exec:" EXAMPLES_DIR
        "/last_move.sh,perfect,random",
        "1");
    run("dying",
        "any=exec:sed -u 307q | python3 " EXAMPLES_DIR "/any_move.py,"
        "last=exec:sed -u 203q | sh " EXAMPLES_DIR "/last_move.sh,perfect,random",
        "16");
    char *steady = file_of("steady", "results.jsonl"), *dying = file_of("dying", "results.jsonl");
    char *log = file_of("dying", "programs.log");
    cr_assert_str_eq(steady, dying);
    cr_assert_eq(count_of(steady, "\"ending\":\"normal\""), 48);
    cr_assert_gt(count_of(log, "the program has ended with status 0"), 5, "%s", log);
    cr_assert_null(strstr(log, "in haste"), "%s", log);
    free(steady);
    free(dying);
    free(log);
}

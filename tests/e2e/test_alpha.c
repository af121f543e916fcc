/* `takeaway alpha` as people call it. */
#include "tests/e2e/folder.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/inotify.h>
#include <unistd.h>

STAGE(alpha);

Test(alpha, answers_exactly)
{
    cr_expect_str_eq(takeaway_answer((const char *[]){"alpha", "interval", "3", NULL}),
                     "[3, 7/2)\n");
    cr_expect_str_eq(takeaway_answer((const char *[]){"alpha", "cutoffs", "--upto", "3.5", NULL}),
                     "2\n5/2\n3\n7/2\n");
    cr_expect_str_eq(
        takeaway_answer((const char *[]){"alpha", "sequence", "2", "--upto", "13", NULL}),
        "1\n2\n3\n5\n8\n13\n");
    cr_expect_str_eq(
        takeaway_answer((const char *[]){"alpha", "sequence", "3", NULL}),
        "1\n2\n3\n4\n6\n8\n11\n15\n21\n29\n40\n55\n76\n105\n145\n200\n276\n381\n526\n726\n");
    cr_expect_str_eq(
        takeaway_answer((const char *[]){"alpha", "represent", "5/2", "123456789012", NULL}),
        "123456789012 = 93059106095 + 29562290607 + 646649233 + 140165471 + 44526673 + "
        "3065997 + 973982 + 9919 + 1001 + 32 + 2\n");
    cr_expect_str_eq(takeaway_answer((const char *[]){"alpha", "recurrence", "5/2", NULL}),
                     "P(n+1) = P(n) + P(n-2) for all n >= 4\n"
                     "P(0) to P(4): 0 1 2 3 5\n"
                     "for all alpha in [5/2, 3)\n");
    cr_expect_str_eq(
        takeaway_answer((const char *[]){"alpha", "count", "--upto", "50", "--threads", "2", NULL}),
        "3904\n");
}

Test(alpha, tells_programs_in_json)
{
    cr_expect_str_eq(
        takeaway_answer((const char *[]){"alpha", "count", "--upto", "10", "--json", NULL}),
        "{\n  \"upto\": \"10\",\n  \"count\": 73\n}\n");
}

Test(alpha, explains_itself_and_its_parts)
{
    static const char *const parts[] = {"sequence", "represent",  "interval",
                                        "cutoffs",  "recurrence", "count"};
    const char *help = takeaway_answer((const char *[]){"help", "alpha", NULL});
    cr_expect_str_eq(takeaway_answer((const char *[]){"alpha", "--help", NULL}), help);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *explained = takeaway_answer((const char *[]){"help", "alpha", parts[i], NULL});
        cr_expect(strstr(help, parts[i]) != NULL, "%s", parts[i]);
        cr_expect(strstr(explained, "--help") != NULL, "%s", explained);
        cr_expect_str_eq(takeaway_answer((const char *[]){"alpha", parts[i], "--help", NULL}),
                         explained);
    }
}

Test(alpha, says_what_is_wrong_and_what_would_be_right)
{
    static const struct {
        const char *arguments[8];
        int status;
        const char *part;
    } lines[] = {
        {{"alhpa", NULL}, 2, "there is no command 'alhpa': did you mean alpha?"},
        {{"alpha", NULL}, 2, "a part is expected: sequence, represent,"},
        {{"alpha", "cutofs", NULL}, 2, "there is no part 'cutofs', but sequence,"},
        {{"help", "alpha", "cutofs", NULL}, 2, "there is no part 'cutofs', but sequence,"},
        {{"alpha", "interval", NULL}, 2, "ALPHA expected"},
        {{"alpha", "interval", "0.9", NULL}, 2, "such as 3, 7/2, 3.5, phi or sqrt(2)"},
        {{"alpha", "interval", "7:2", NULL}, 2, "at 2 (':'): '/', '.' or the end was expected"},
        {{"alpha", "interval", "99999", NULL}, 1, "exceed 2^63-1"},
        {{"alpha", "interval", "-3", NULL}, 2, "'-3' is below 1"},
        {{"alpha", "sequence", "3", "--upto", "7/2", NULL}, 2, "--upto is a number from 1 to"},
        {{"alpha", "represent", "3", "0", NULL}, 2, "N is a number from 1 to"},
        {{"alpha", "cutoffs", NULL}, 2, "Add for example --upto 20"},
        {{"alpha", "count", "--upto", "ten", NULL}, 2, "such as 3, 7/2, 3.5, phi or sqrt(2)"},
        {{"alpha", "count", "--upto", "9", "--threads", "0", NULL}, 2, "a number from 1 to 256"},
        {{"alpha", "count", "--upto", "9", "--checkpoint", "/", NULL}, 1, "cannot be read"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        int status;
        struct process *process = process_run(TAKEAWAY_PROGRAM, lines[i].arguments, &status);
        const char *errors = process_errors(process);
        cr_expect_eq(status, lines[i].status, "command line %zu ends with %d: %s", i, status,
                     errors);
        cr_expect(strstr(errors, lines[i].part) != NULL, "command line %zu: %s", i, errors);
        cr_expect_str_empty(process_read_rest(process));
    }
}

/* Waits until a file of this name has been put into the folder. */
static void await_file(int watcher)
{
    char events[4096] __attribute__((aligned(__alignof__(struct inotify_event))));
    struct pollfd readable = {.fd = watcher, .events = POLLIN};
    cr_assert_eq(poll(&readable, 1, DEADLINE_MS), 1, "no file was put there");
    cr_assert_gt(read(watcher, events, sizeof events), 0);
}

static void interrupt_count(int number)
{
    char folder[FOLDER_PATH_MAX], path[FOLDER_PATH_MAX];
    folder_path("", folder);
    folder_path("counted", path);
    int watcher = inotify_init1(IN_CLOEXEC);
    cr_assert(watcher >= 0 && inotify_add_watch(watcher, folder, IN_MOVED_TO) >= 0);
    struct process *process = process_start(
        TAKEAWAY_PROGRAM, (const char *[]){"alpha", "count", "--upto", "20000", "--threads", "3",
                                           "--checkpoint", path, NULL});
    await_file(watcher);
    close(watcher);
    process_signal(process, number);
    cr_expect_eq(process_wait(process), 3);
    cr_expect(strstr(process_errors(process), "To go on: ") != NULL, "%s", process_errors(process));
    cr_expect_str_empty(process_read_rest(process));
    cr_expect_str_eq(takeaway_answer((const char *[]){"alpha", "count", "--upto", "20",
                                                      "--checkpoint", path, NULL}),
                     "427\n");
}

Test(alpha, an_interrupted_count_can_be_gone_on_with)
{
    interrupt_count(SIGINT);
    interrupt_count(SIGTERM);
}

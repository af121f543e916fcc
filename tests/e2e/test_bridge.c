/* takeaway-bot --exec: programs in other languages, good ones and bad ones. None of them loses a
 * match because of the bridge. */
#include "tests/e2e/bot.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

STAGE(bridge);

/* `more` ends with NULL. */
static struct process *start_bot(const struct server *server, const char *name, const char *command,
                                 const char *const *more)
{
    return bot_start(server, name, "--exec", command, more);
}

/* A host whose moves this program of the shell chooses. */
static struct process *start_host(const struct server *server, const char *script)
{
    struct process *host = start_bot(server, "host", script, (const char *[]){NULL});
    process_find_line(host, "ready host");
    return host;
}

/* In the test's folder; made executable. */
static const char *write_script(const char *name, const char *text)
{
    static char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
    cr_assert_eq(chmod(path, 0700), 0);
    return path;
}

static void challenge_host(const struct server *server, const char *command, const char *game,
                           const char *start, const char *clock)
{
    const char *more[] = {"--challenge", "host",    "--game", game,      "--start",
                          start,         "--first", "me",     "--clock", clock,
                          "--matches",   "2",       NULL};
    bot_expect_end(start_bot(server, "guest", command, more));
}

static void assert_played(const struct server *server, size_t matches)
{
    struct peer *visitor = peer_join(server, "visitor");
    const struct wire_summaries *history = history_of(visitor, NULL);
    cr_assert_eq(history->matches_count, matches);
    for (size_t i = 0; i < matches; i++)
        cr_assert(wire_text_equal(history->matches[i].ending, "normal"));
}

/* --- good programs --- */

static const char python[] = EXAMPLES_DIR "/any_move.py";
static const char shell[] = EXAMPLES_DIR "/last_move.sh";

static void play_examples(const char *game, const char *start, const char *clock)
{
    struct server server = server_start();
    start_host(&server, python);
    challenge_host(&server, shell, game, start, clock);
    assert_played(&server, 2);
}

Test(bridge, examples_play_heaps)
{
    play_examples("fibonacci-nim", "34", "none");
}

Test(bridge, examples_play_what_is_no_heaps)
{
    play_examples("chomp", "5+5+5", "none");
}

Test(bridge, examples_play_with_a_clock)
{
    play_examples("kayles", "1+11", "20+1");
}

Test(bridge, examples_find_a_move_among_more_than_can_be_given)
{
    play_examples("nim", "1000000007+9223372036854775807", "30+1");
}

static long lines_of(const char *path)
{
    FILE *file = fopen(path, "r");
    long lines = 0;
    cr_assert_not_null(file);
    for (int c = fgetc(file); c != EOF; c = fgetc(file))
        lines += c == '\n';
    fclose(file);
    return lines;
}

Test(bridge, examples_are_short)
{
    cr_assert_lt(lines_of(python), 25);
    cr_assert_lt(lines_of(shell), 25);
}

Test(bridge, commands_of_several_words_are_for_the_shell)
{
    struct server server = server_start();
    start_host(&server, "cd / && exec sh " EXAMPLES_DIR "/last_move.sh");
    challenge_host(&server, "sh " EXAMPLES_DIR "/last_move.sh", "nim", "1+2+4", "none");
    assert_played(&server, 2);
}

/* --- bad programs --- */

/* The other end is a program's: both wait for it. */
static void read_fifo(const char *name)
{
    char *text = folder_read(name);
    cr_assert_not_null(text);
    free(text);
}

static void write_fifo(const char *name, const char *text)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

/* The match of nim from 1+2+4 that anna begins with 4>3; the host is to move. */
static int64_t begin_against_host(struct peer *anna, const char *clock)
{
    struct wire_offer_make make = {
        .to = wire_text("host"),
        .rules = wire_text("nim"),
        .start = wire_text("1+2+4"),
        .first = wire_text("maker"),
        .clock = wire_text(clock),
        .key = fresh_key(),
    };
    peer_call(anna, WIRE_OFFER_MAKE, &make);
    const struct wire_match_event *started = peer_event(anna, WIRE_EVENT_MATCH_STARTED);
    int64_t match = started->match->match;
    match_move(anna, match, 1, "4>3");
    peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    return match;
}

static void expect_move(struct peer *anna, const char *text)
{
    const struct wire_moved *moved = peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    cr_assert_eq(moved->ply, 2);
    cr_assert(wire_text_equal(moved->move, text), "it was %.*s", (int)moved->move.len,
              moved->move.bytes);
}

static void expect_words(struct process *bot, const char *part)
{
    cr_assert_not_null(strstr(process_errors(bot), part), "it says: %s", process_errors(bot));
}

/* Plays one move against a host whose program this is. The greedy move of 1+2+3 is 3>0. */
static struct process *expect_answer(const char *script, const char *clock, const char *move)
{
    struct server server = server_start();
    struct process *host = start_host(&server, script);
    struct peer *anna = peer_join(&server, "anna");
    begin_against_host(anna, clock);
    expect_move(anna, move);
    return host;
}

Test(bridge, programs_that_end_at_once_are_started_again_until_the_move_is_made_in_haste)
{
    struct process *host = expect_answer("exit 3", "none", "3>0");
    expect_words(host, "the program has ended with status 3");
    expect_words(host, "made in haste");
}

/* It ends without an answer the first time. */
Test(bridge, programs_that_end_are_asked_again)
{
    const char *script =
        write_script("once.sh", "#!/bin/sh\n"
                                "while read -r word rest; do\n"
                                "  [ $word = go ] || continue\n"
                                "  [ -e \"$0.seen\" ] || { touch \"$0.seen\"; kill -9 $$; }\n"
                                "  echo move '2>0'\n"
                                "done\n");
    struct process *host = expect_answer(script, "none", "2>0");
    expect_words(host, "the program has ended with status 137");
    cr_assert_null(strstr(process_errors(host), "in haste"));
}

Test(bridge, programs_that_hang_are_started_again_before_the_flag_falls)
{
    const char *script =
        write_script("hang.sh", "#!/bin/sh\n"
                                "while read -r word rest; do\n"
                                "  [ $word = go ] || continue\n"
                                "  [ -e \"$0.seen\" ] || { touch \"$0.seen\"; sleep 1000; }\n"
                                "  echo move '2>0'\n"
                                "done\n");
    struct process *host = expect_answer(script, "4+0", "2>0");
    expect_words(host, "no answer within the limit");
}

Test(bridge, programs_that_always_hang_do_not_lose_on_time)
{
    struct process *host = expect_answer("sleep 1000", "3+0", "3>0");
    expect_words(host, "made in haste");
}

Test(bridge, programs_that_do_not_hear_do_not_lose_on_time)
{
    struct process *host = expect_answer("exec <&-; sleep 1000", "3+0", "3>0");
    expect_words(host, "made in haste");
}

Test(bridge, programs_that_cannot_speak_do_not_lose_on_time)
{
    struct process *host = expect_answer("exec >&-; sleep 1000", "3+0", "3>0");
    expect_words(host, "made in haste");
}

Test(bridge, programs_may_write_as_much_as_they_like_to_standard_error)
{
    expect_answer("while read -r word rest; do\n"
                  "  [ $word = go ] || continue\n"
                  "  head -c 2000000 /dev/zero | tr '\\0' x >&2\n"
                  "  echo 'move 2>0'\n"
                  "done\n",
                  "none", "2>0");
}

/* It tells what it was told. */
Test(bridge, programs_are_told_what_is_wrong_with_their_answer)
{
    const char *script =
        write_script("illegal.sh", "#!/bin/sh\n"
                                   "answer='3>9'\n"
                                   "while read -r word rest; do\n"
                                   "  case $word in\n"
                                   "  error) echo \"told: $rest\" >&2; answer='2>0' ;;\n"
                                   "  go) echo \"move $answer\" ;;\n"
                                   "  esac\n"
                                   "done\n");
    struct process *host = expect_answer(script, "none", "2>0");
    expect_words(host, "told: ");
    cr_assert_null(strstr(process_errors(host), "in haste"));
}

Test(bridge, programs_that_answer_nonsense_are_asked_four_times)
{
    struct process *host = expect_answer(
        "while read -r word rest; do [ $word = go ] && echo pardon; done", "none", "3>0");
    expect_words(host, "the answer is: move MOVE");
    expect_words(host, "made in haste");
}

Test(bridge, an_answer_with_zeros_in_it_is_none)
{
    struct process *host =
        expect_answer("while read -r word rest; do\n"
                      "  [ $word = go ] && printf 'move 2>0\\0\\n\\0\\0move 2>0\\n'\n"
                      "done\n",
                      "none", "3>0");
    expect_words(host, "made in haste");
}

Test(bridge, programs_that_write_garbage_without_end_are_kept_within_bounds)
{
    struct process *host = expect_answer("cat /dev/urandom", "none", "3>0");
    expect_words(host, "made in haste");
    cr_assert_lt(process_resident(host), 100000);
}

Test(bridge, programs_that_write_a_line_without_end_are_kept_within_bounds)
{
    struct process *host = expect_answer("tr '\\0' x </dev/zero", "none", "3>0");
    expect_words(host, "a line has 2048 bytes at most");
    cr_assert_lt(process_resident(host), 100000);
}

static void expect_resignation(struct peer *anna)
{
    const struct wire_ended *ended = peer_event(anna, WIRE_EVENT_MATCH_ENDED);
    cr_assert(wire_text_equal(ended->ending, "resignation"));
    cr_assert(wire_text_equal(ended->winner, "first"));
}

Test(bridge, programs_may_resign)
{
    struct server server = server_start();
    start_host(&server, "while read -r word rest; do [ $word = go ] && echo resign; done");
    struct peer *anna = peer_join(&server, "anna");
    begin_against_host(anna, "none");
    expect_resignation(anna);
}

Test(bridge, resigns_rather_than_move_in_haste_where_that_is_wanted)
{
    struct server server = server_start();
    struct process *host =
        start_bot(&server, "host", "exit 3", (const char *[]){"--resign-for-haste", NULL});
    process_find_line(host, "ready host");
    struct peer *anna = peer_join(&server, "anna");
    begin_against_host(anna, "none");
    expect_resignation(anna);
}

Test(bridge, a_program_that_cannot_be_run_is_told_at_once)
{
    struct server server = server_start();
    struct process *bot = start_bot(&server, "host", "./no-such-program", (const char *[]){NULL});
    cr_assert_eq(process_wait(bot), 1);
    expect_words(bot, "./no-such-program cannot be run: No such file or directory");
}

/* The program is asked about a match that anna gives up meanwhile, and then about another, in which
 * that answer would be illegal. */
Test(bridge, an_answer_that_comes_too_late_is_not_taken_for_another)
{
    char path[FOLDER_PATH_MAX];
    struct server server = server_start();
    folder_path("asked", path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    folder_path("answer", path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    struct process *host =
        start_host(&server, write_script("late.sh", "#!/bin/sh\n"
                                                    "cd \"${0%/*}\"\n"
                                                    "while read -r word rest; do\n"
                                                    "  [ $word = go ] || continue\n"
                                                    "  echo yes >asked\n"
                                                    "  read -r answer <answer\n"
                                                    "  echo \"move $answer\"\n"
                                                    "done\n"));
    struct peer *anna = peer_join(&server, "anna");
    int64_t match = begin_against_host(anna, "none");
    read_fifo("asked");
    cr_assert_eq(match_choose(anna, WIRE_MATCH_RESIGN, match), ERROR_NONE);
    peer_event(anna, WIRE_EVENT_MATCH_ENDED);
    process_find_line(host, " ended resignation");
    offer_challenge(anna, "host", "nim", "5+6");
    match =
        ((const struct wire_match_event *)peer_event(anna, WIRE_EVENT_MATCH_STARTED))->match->match;
    match_move(anna, match, 1, "6>1");
    peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    write_fifo("answer", "2>0\n");
    read_fifo("asked");
    write_fifo("answer", "5>1\n");
    expect_move(anna, "5>1");
    cr_assert_null(strstr(process_errors(host), "move 2"), "it says: %s", process_errors(host));
}

/* It asks for a list, and waits for it, when anna has given up already. */
Test(bridge, a_list_of_a_match_that_is_gone_is_empty_and_takes_no_other_question_away)
{
    char path[FOLDER_PATH_MAX];
    struct server server = server_start();
    folder_path("asked", path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    folder_path("answer", path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    struct process *host =
        start_host(&server, write_script("list.sh", "#!/bin/sh\n"
                                                    "cd \"${0%/*}\"\n"
                                                    "while read -r word rest; do\n"
                                                    "  [ $word = go ] || continue\n"
                                                    "  echo yes >asked\n"
                                                    "  read -r answer <answer\n"
                                                    "  echo list 0 3\n"
                                                    "  until [ $word = listed ]; do\n"
                                                    "    read -r word rest\n"
                                                    "    [ $word = match ] && exit 1\n"
                                                    "  done\n"
                                                    "  echo \"listed: $rest.\" >&2\n"
                                                    "  echo \"move $answer\"\n"
                                                    "done\n"));
    struct peer *anna = peer_join(&server, "anna");
    int64_t match = begin_against_host(anna, "none");
    read_fifo("asked");
    cr_assert_eq(match_choose(anna, WIRE_MATCH_RESIGN, match), ERROR_NONE);
    peer_event(anna, WIRE_EVENT_MATCH_ENDED);
    process_find_line(host, " ended resignation");
    offer_challenge(anna, "host", "nim", "5+6");
    match =
        ((const struct wire_match_event *)peer_event(anna, WIRE_EVENT_MATCH_STARTED))->match->match;
    match_move(anna, match, 1, "6>1");
    peer_event(anna, WIRE_EVENT_MATCH_MOVED);
    write_fifo("answer", "2>0\n");
    read_fifo("asked");
    write_fifo("answer", "5>1\n");
    expect_move(anna, "5>1");
    expect_words(host, "listed: 0.\n");
    expect_words(host, "listed: 0 1>0 5>4 5>3.\n");
    cr_assert_null(strstr(process_errors(host), "has ended"), "it says: %s", process_errors(host));
}

/* --- the program's end --- */

static const char stubborn[] = "#!/bin/sh\n"
                               "trap '' TERM\n"
                               "echo $$ >\"${0%/*}/number\"\n"
                               "while :; do sleep 1000; done\n";

/* It leaves a daemon behind, which holds on to what it has inherited. */
static const char forking[] =
    "#!/bin/sh\n"
    "setsid sh -c 'echo $$ >\"${0%/*}/number\"; exec sleep 1000' \"$0\" &\n"
    "while read -r word rest; do\n"
    "  [ $word = go ] && exit 3\n"
    "done\n";

/* A host with such a program. Returns a descriptor of the process whose number the program tells.
 */
static int start_lasting(const struct server *server, const char *script, struct process **ret_host)
{
    char path[FOLDER_PATH_MAX], number[16] = "";
    folder_path("number", path);
    cr_assert_eq(mkfifo(path, 0600), 0);
    *ret_host = start_host(server, write_script("lasting.sh", script));
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file);
    cr_assert_not_null(fgets(number, sizeof number, file));
    fclose(file);
    int program = (int)syscall(SYS_pidfd_open, (pid_t)atol(number), 0);
    cr_assert_geq(program, 0);
    return program;
}

static void expect_end(int program)
{
    struct pollfd end = {.fd = program, .events = POLLIN};
    cr_assert_eq(poll(&end, 1, ENDING_MS), 1, "the program is still there");
    close(program);
}

Test(bridge, programs_end_with_the_bot)
{
    struct server server = server_start();
    struct process *host;
    int program = start_lasting(&server, stubborn, &host);
    process_signal(host, SIGTERM);
    cr_assert_eq(process_wait_within(host, ENDING_MS), 0);
    expect_end(program);
}

static void expect_end_with_killed_bot(const char *script)
{
    struct server server = server_start();
    struct process *host;
    int program = start_lasting(&server, script, &host);
    process_signal(host, SIGKILL);
    process_wait(host);
    expect_end(program);
}

Test(bridge, programs_end_with_a_bot_that_is_killed)
{
    expect_end_with_killed_bot(stubborn);
}

Test(bridge, what_programs_have_started_ends_with_a_bot_that_is_killed)
{
    expect_end_with_killed_bot(forking);
}

Test(bridge, what_programs_have_left_behind_ends_with_them)
{
    struct server server = server_start();
    struct process *host;
    int program = start_lasting(&server, forking, &host);
    struct peer *anna = peer_join(&server, "anna");
    begin_against_host(anna, "none");
    expect_end(program);
}

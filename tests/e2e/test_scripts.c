/* takeaway, takeaway-bot and takeaway-server as scripts use them: every exit status, and JSON where
 * data is printed. */
#include "tests/e2e/bot.h"
#include "tests/e2e/folder.h"
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <inttypes.h>
#include <jansson.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

STAGE(scripts);

#define WORDS(...) ((const char *const[]){__VA_ARGS__, NULL})

/* --- exit statuses --- */

static void expect_status(const char *program, const char *const *arguments, int expected)
{
    int status;
    struct process *process = process_run(program, arguments, &status);
    cr_expect_eq(status, expected, "%s %s ends with %d: %s", program, arguments[0], status,
                 process_errors(process));
    bool has_said = process_errors(process)[0] != '\0';
    cr_expect_eq(has_said, expected != 0, "%s", process_errors(process));
}

Test(scripts, takeaway_ends_with_0_when_it_is_done)
{
    expect_status(TAKEAWAY_PROGRAM, WORDS("solve", "nim", "3+5"), 0);
    expect_status(TAKEAWAY_PROGRAM, WORDS("--version"), 0);
    expect_status(TAKEAWAY_PROGRAM, WORDS("--help"), 0);
    expect_status(TAKEAWAY_PROGRAM, WORDS("help", "alpha", "count"), 0);
}

Test(scripts, takeaway_ends_with_1_when_it_could_not_be_done)
{
    expect_status(TAKEAWAY_PROGRAM, WORDS("verify", "no/such/record"), 1);
    expect_status(TAKEAWAY_PROGRAM, WORDS("alpha", "interval", "99999"), 1);
}

Test(scripts, takeaway_ends_with_2_when_the_command_line_cannot_be_read)
{
    expect_status(TAKEAWAY_PROGRAM, WORDS("dance"), 2);
    expect_status(TAKEAWAY_PROGRAM, WORDS("solve", "--dance"), 2);
    expect_status(TAKEAWAY_PROGRAM, WORDS("--completion", "csh"), 2);
    expect_status(TAKEAWAY_PROGRAM, WORDS("solve", "nim", "x"), 2);
    expect_status(TAKEAWAY_PROGRAM, (const char *const[]){NULL}, 2);
}

Test(scripts, takeaway_ends_with_3_when_the_input_ends_before_the_match)
{
    int status;
    struct process *play =
        process_run(TAKEAWAY_PROGRAM, WORDS("play", "--game", "nim", "--start", "3+5+7"), &status);
    cr_expect_eq(status, 3, "%d: %s", status, process_errors(play));
}

/* Of `play` it is another way to leave. */
Test(scripts, takeaway_ends_with_128_and_the_number_of_a_signal)
{
    struct server server = server_start();
    struct table table = table_open(&server, "ann", "ben", "nim", "1+2");
    struct process *watch =
        process_start(TAKEAWAY_PROGRAM, WORDS("watch", "--server", server.address));
    process_find_line(watch, "ann is to move");
    process_signal(watch, SIGTERM);
    cr_expect_eq(process_wait(watch), SIGNAL_STATUS_BASE + SIGTERM);
    (void)table;
}

Test(scripts, the_bot_ends_with_0_1_or_2)
{
    struct server server = server_start();
    struct process *bot = process_start(
        BOT_PROGRAM, WORDS("--server", server.address, "--name", "deep", "--strategy", "perfect"));
    process_find_line(bot, "ready deep");
    process_signal(bot, SIGTERM);
    cr_expect_eq(process_wait(bot), 0);
    expect_status(BOT_PROGRAM,
                  WORDS("--server", server.address, "--name", "deep", "--strategy", "perfect",
                        "--tournament", "99"),
                  1);
    expect_status(BOT_PROGRAM, WORDS("--strategy", "perfect"), 2);
    expect_status(BOT_PROGRAM, WORDS("--version"), 0);
}

Test(scripts, the_server_ends_with_0_1_or_2)
{
    char folder[FOLDER_PATH_MAX];
    folder_path("", folder);
    struct server server = server_start();
    process_signal(server.process, SIGTERM);
    cr_expect_eq(process_wait(server.process), 0);
    expect_status(SERVER_PROGRAM, WORDS("--listen", "127.0.0.1:0", "--db", folder), 1);
    expect_status(SERVER_PROGRAM, WORDS("--listen", "nowhere:"), 2);
    expect_status(SERVER_PROGRAM, WORDS("--help"), 0);
}

/* --- servers that are not there --- */

/* Bound, so that nobody else takes it, and not listened on. Stays so to the end of the test. */
static void find_deaf_address(char ret_address[32])
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, len), 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&address, &len), 0);
    snprintf(ret_address, 32, "127.0.0.1:%d", ntohs(address.sin_port));
}

static void expect_given_up(struct process *process, const char *part)
{
    int status = process_wait(process);
    const char *errors = process_errors(process);
    cr_assert_eq(status, 1, "it ends with %d: %s", status, errors);
    cr_assert_not_null(strstr(errors, part), "%s is missing in: %s", part, errors);
}

Test(scripts, every_command_ends_with_1_when_nobody_listens_at_the_server_s_port)
{
    char address[32], words[128];
    find_deaf_address(address);
    snprintf(words, sizeof words,
             "takeaway: cannot connect to %s: connection refused; given up after 3 tries\n",
             address);
    const char *const commands[][8] = {
        {"play", "--server", address, NULL},
        {"watch", "--server", address, "--json", NULL},
        {"matches", "--server", address, NULL},
        {"show", "1", "--server", address, NULL},
        {"ratings", "--server", address, NULL},
        {"tournament", "list", "--server", address, NULL},
        {"tournament", "watch", "1", "--server", address, NULL},
    };
    enum { COMMANDS = sizeof commands / sizeof *commands };
    struct process *processes[COMMANDS];
    for (size_t i = 0; i < COMMANDS; i++)
        processes[i] = process_start(TAKEAWAY_PROGRAM, commands[i]);
    for (size_t i = 0; i < COMMANDS; i++)
        expect_given_up(processes[i], words);
}

/* The reserved name has no address anywhere. A resolver without a network may take long to say so;
 * then the time ends it. */
Test(scripts, takeaway_ends_with_1_when_the_host_has_no_address)
{
    setenv("RES_OPTIONS", "timeout:1 attempts:1", 1);
    setenv("LOCALDOMAIN", "", 1);
    struct process *matches =
        process_start(TAKEAWAY_PROGRAM, WORDS("matches", "--server", "nosuchhost.invalid"));
    expect_given_up(matches, "nosuchhost.invalid:7800");
}

Test(scripts, the_bot_ends_with_1_when_nobody_listens_unless_it_is_to_wait)
{
    char address[32], token[FOLDER_PATH_MAX];
    struct server server = server_start();
    folder_path("deep.token", token);
    struct process *bot =
        process_start(BOT_PROGRAM, WORDS("--server", server.address, "--name", "deep", "--strategy",
                                         "perfect", "--token-file", token));
    process_find_line(bot, "ready deep");
    process_signal(bot, SIGTERM);
    cr_assert_eq(process_wait(bot), 0);
    server_kill(&server);
    struct process *back =
        process_start(BOT_PROGRAM, WORDS("--server", server.address, "--name", "deep", "--strategy",
                                         "perfect", "--token-file", token));
    struct process *child =
        process_start(BOT_PROGRAM, WORDS("--server", server.address, "--name", "young",
                                         "--strategy", "perfect", "--exit-on-eof"));
    find_deaf_address(address);
    struct process *lost = process_start(
        BOT_PROGRAM, WORDS("--server", address, "--name", "lost", "--strategy", "perfect"));
    expect_given_up(lost, "connection refused; given up after 3 tries");
    server_start_again(&server);
    process_find_line(back, "ready deep");
    process_find_line(child, "ready young");
}

/* --- JSON --- */

Test(scripts, every_command_without_a_server_prints_one_json_value)
{
    static const char *const lines[][8] = {
        {"games", "--json", NULL},
        {"solve", "kayles", "5+8", "--json", NULL},
        {"table", "kayles", "--upto", "20", "--json", NULL},
        {"table", "wythoff", "--upto", "20", "--json", NULL},
        {"alpha", "sequence", "7/2", "--upto", "100", "--json", NULL},
        {"alpha", "represent", "5/2", "1000", "--json", NULL},
        {"alpha", "interval", "3", "--json", NULL},
        {"alpha", "recurrence", "11/3", "--json", NULL},
        {"alpha", "cutoffs", "--upto", "5", "--json", NULL},
        {"alpha", "count", "--upto", "5", "--each", "--json", NULL},
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        json_decref(parse_json(takeaway_answer(lines[i])));
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

static int64_t number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

/* The next line that it prints, which the test insists is this event. json_decref() it. */
static json_t *take_event(struct process *process, const char *event)
{
    const char *line = process_read_line(process);
    cr_assert_not_null(line, "%s was expected", event);
    json_t *object = parse_json(line);
    cr_assert_str_eq(text_of(object, "event"), event, "%s", line);
    return object;
}

static struct process *watch_in_json(const struct server *server)
{
    return process_start(TAKEAWAY_PROGRAM, WORDS("watch", "--server", server->address, "--json"));
}

static void expect_match(struct process *watcher, const struct table *table)
{
    json_t *match = take_event(watcher, "match");
    cr_expect_eq(number_of(match, "match"), table->match);
    cr_expect_str_eq(text_of(match, "rules"), "nim");
    cr_expect_str_eq(text_of(match, "first"), "ann");
    cr_expect_str_eq(text_of(match, "position"), "2+2");
    cr_expect_eq(json_array_size(json_object_get(match, "moves")), 1);
    json_decref(match);
}

static void expect_move(struct process *watcher, int64_t ply, const char *by, const char *move,
                        const char *position)
{
    json_t *moved = take_event(watcher, "match.moved");
    cr_expect_eq(number_of(moved, "ply"), ply);
    cr_expect_str_eq(text_of(moved, "by"), by);
    cr_expect_str_eq(text_of(moved, "move"), move);
    cr_expect_str_eq(text_of(moved, "position"), position);
    json_decref(moved);
}

static void expect_end(struct process *watcher, const char *ending, const char *winner)
{
    json_t *ended = take_event(watcher, "match.ended");
    cr_expect_str_eq(text_of(ended, "ending"), ending);
    cr_expect_str_eq(text_of(ended, "winner"), winner);
    json_decref(ended);
    cr_expect_null(process_read_line(watcher));
    cr_expect_eq(process_wait(watcher), 0);
    cr_expect_str_empty(process_errors(watcher));
}

Test(scripts, a_match_that_is_watched_comes_as_lines_of_json)
{
    struct server server = server_start();
    struct table table = table_open(&server, "ann", "ben", "nim", "2+3");
    table_move(&table, 1, "3>2");
    struct process *watcher = watch_in_json(&server);
    expect_match(watcher, &table);
    table_move(&table, 2, "2>0");
    expect_move(watcher, 2, "second", "2>0", "2");
    table_move(&table, 3, "2>0");
    expect_move(watcher, 3, "first", "2>0", "0");
    expect_end(watcher, "normal", "first");
}

Test(scripts, an_end_without_a_move_is_a_line_of_its_own)
{
    struct server server = server_start();
    struct table table = table_open(&server, "ann", "ben", "nim", "2+3");
    table_move(&table, 1, "3>2");
    struct process *watcher = watch_in_json(&server);
    expect_match(watcher, &table);
    cr_assert_eq(match_choose(table.second, WIRE_MATCH_RESIGN, table.match), ERROR_NONE);
    expect_end(watcher, "resignation", "first");
}

/* A spectator who comes in between says something. */
Test(scripts, what_spectators_say_is_a_line_of_json)
{
    struct server server = server_start();
    struct table table = table_open(&server, "ann", "ben", "nim", "2+3");
    table_move(&table, 1, "3>2");
    struct peer *zoe = peer_join(&server, "zoe");
    match_watch(zoe, table.match);
    struct process *watcher = watch_in_json(&server);
    expect_match(watcher, &table);
    cr_assert_eq(chat_say(zoe, table.match, "well, \"well\""), ERROR_NONE);
    json_t *said = take_event(watcher, "chat.said");
    cr_expect_str_eq(text_of(said, "from"), "zoe");
    cr_expect_str_eq(text_of(said, "text"), "well, \"well\"");
    json_decref(said);
}

Test(scripts, errors_are_no_json_and_nothing_but_json_is_on_standard_output)
{
    struct server server = server_start();
    int status;
    struct process *watch = process_run(
        TAKEAWAY_PROGRAM, WORDS("watch", "77", "--server", server.address, "--json"), &status);
    cr_expect_eq(status, 1);
    cr_expect_str_empty(process_read_rest(watch));
    assert_has(process_errors(watch), "there is no");
}

static const char *tokens(const struct server *server, const char *part, const char *number)
{
    return takeaway_answer((const char *const[]){"tokens", "--server", server->address, "--as",
                                                 "ann", "--json", part, number, NULL});
}

static void run_on_password(const struct server *server, const char *command)
{
    struct process *process =
        process_start(TAKEAWAY_PROGRAM, WORDS(command, "ann", "--server", server->address));
    process_write(process, "a good password\na good password\n");
    process_close_input(process);
    cr_assert_eq(process_wait(process), 0, "%s", process_errors(process));
}

Test(scripts, revoking_tokens_is_answered_in_json_too)
{
    struct server server = server_start();
    run_on_password(&server, "register");
    json_t *list = parse_json(tokens(&server, NULL, NULL));
    cr_assert_eq(json_array_size(list), 1);
    char number[24];
    snprintf(number, sizeof number, "%" PRId64, number_of(json_array_get(list, 0), "token"));
    cr_expect_str_eq(tokens(&server, "revoke", number), "{}\n");
    json_decref(list);
}

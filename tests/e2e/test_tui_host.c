/* A match with a friend, as both see it in their terminals: `takeaway host` and `takeaway join`,
 * and the page of the invitations. */
#include "tests/e2e/folder.h"
#include "tests/e2e/process.h"
#include "tests/e2e/server.h"
#include "tests/e2e/tmux.h"

#include <arpa/inet.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

TERMINALS(tui_host);

/* --- host and join --- */

/* A port that is free now. */
static int find_port(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert_eq(bind(fd, (struct sockaddr *)&address, len), 0);
    cr_assert_eq(getsockname(fd, (struct sockaddr *)&address, &len), 0);
    close(fd);
    return ntohs(address.sin_port);
}

/* Opens takeaway for somebody with a home of their own. */
static struct terminal *open_for(const char *name, const char *arguments)
{
    char variables[FOLDER_PATH_MAX + 32], path[FOLDER_PATH_MAX];
    folder_path(name, path);
    snprintf(variables, sizeof variables, "XDG_STATE_HOME=%s USER=%s", path, name);
    return terminal_open(variables, arguments);
}

/* `more`: options; `first_words`: what it says. */
static struct terminal *host_with(int port, const char *more, const char *first_words)
{
    char arguments[200];
    snprintf(arguments, sizeof arguments,
             "host --address 127.0.0.1 --port %d --open-port no --game fibonacci-nim --start 4 "
             "--first me %s",
             port, more);
    struct terminal *terminal = open_for("ann", arguments);
    terminal_await(terminal, first_words);
    terminal_await(terminal, "#sha256:");
    return terminal;
}

static struct terminal *host(int port)
{
    return host_with(port, "", "Waiting for a friend to play");
}

/* Reads the line that the friend types, which the terminal has broken: "join https://...". */
static void read_join(struct terminal *terminal, char ret_arguments[200])
{
    enum { PIN_CHARS = 43 };
    const char *at = strstr(terminal_screen(terminal), "join https://");
    size_t len = 0, end = 199;
    cr_assert_not_null(at);
    for (; *at && len < end; at++) {
        if (*at == '\n')
            continue;
        ret_arguments[len++] = *at;
        ret_arguments[len] = '\0';
        const char *pin = strstr(ret_arguments, "#sha256:");
        if (pin && end == 199)
            end = (size_t)(pin - ret_arguments) + strlen("#sha256:") + PIN_CHARS;
    }
}

static bool is_on(struct terminal *terminal, const char *words)
{
    return strstr(terminal_screen(terminal), words) != NULL;
}

Test(tui_host, a_friend_joins_and_after_a_crash_has_the_same_seat)
{
    char join[200];
    struct terminal *ann = host(find_port());
    read_join(ann, join);
    struct terminal *ben = open_for("ben", join);
    terminal_await(ann, "Your move: 4 counters");
    terminal_await(ben, "ann is to move: 4 counters");
    cr_assert_not(is_on(ann, "not connected"));
    terminal_press(ann, "Enter");
    terminal_await(ben, "Your move: 3 counters");
    cr_assert_not(is_on(ben, "not connected"));

    terminal_signal(ben, SIGKILL);
    terminal_await(ann, "not connected");
    ben = open_for("ben", join);
    terminal_await(ben, "ben (you)");
    terminal_await(ben, "Your move: 3 counters");
    terminal_await_gone(ann, "not connected");
    terminal_press(ben, "Enter");
    terminal_await(ann, "Your move: 2 counters");
    terminal_press(ann, "2 Enter");
    terminal_await(ann, "You won: ben has no move left.");
    terminal_await(ben, "You lost: you have no move left.");
    terminal_press(ben, "Escape");
    terminal_press(ann, "Escape");
    terminal_press(ben, "q");
    terminal_expect_end(ben, 0);
    terminal_press(ann, "q");
    terminal_await(ann, "It has ended with 0");
}

static void quit(struct terminal *terminal)
{
    terminal_type(terminal, "quit");
    terminal_press(terminal, "Enter");
    terminal_expect_end(terminal, 3);
}

Test(tui_host, the_link_is_always_that_of_the_match_that_is_played)
{
    char first[200], later[200], again[200];
    int port = find_port();
    struct terminal *ann = host_with(port, "--lines", "Waiting for a friend to play");
    read_join(ann, first);
    struct terminal *ben = open_for("ben", first);
    terminal_await(ben, "ann is to move: 4 counters");
    quit(ann);

    ann = host_with(port, "--lines --new", "Waiting for a friend to play");
    read_join(ann, later);
    cr_assert_str_neq(later, first);
    quit(ann);
    cr_assert(is_on(ann, "stays open. `takeaway host` goes on with your"));

    ann = host_with(port, "--lines", "You go on with your unfinished match 1.");
    read_join(ann, again);
    cr_assert_str_eq(again, first);
    terminal_await(ann, "Type how many to take");
    terminal_type(ann, "resign");
    terminal_press(ann, "Enter");
    terminal_await(ann, "yes");
    terminal_type(ann, "yes");
    terminal_press(ann, "Enter");
    terminal_await(ben, "You won: ann resigned.");
    terminal_type(ann, "quit");
    terminal_press(ann, "Enter");
    terminal_expect_end(ann, 0);

    ann = host_with(port, "--lines", "Waiting for a friend to play");
    read_join(ann, again);
    cr_assert_str_eq(again, later);
}

Test(tui_host, a_link_that_is_used_up_says_so)
{
    char join[200];
    struct terminal *ann = host(find_port());
    read_join(ann, join);
    struct terminal *ben = open_for("ben", join), *cleo = open_for("cleo", join);
    terminal_await(ann, "Your move: 4 counters");
    struct terminal *late = open_for("dora", join);
    terminal_await(late, "this invitation is no longer open");
    terminal_expect_end(late, 1);
    cr_assert_neq(is_on(ben, "ann is to move"), is_on(cleo, "ann is to move"));
}

/* The server has forgotten the match, and line mode makes a challenge of the rematch. */
Test(tui_host, a_rematch_is_played_after_the_server_was_started_again)
{
    struct server server = server_start();
    char arguments[2][160];
    snprintf(arguments[0], sizeof arguments[0],
             "play --server %s --as ann --game nim --start 3 --first me", server.address);
    snprintf(arguments[1], sizeof arguments[1], "play --server %s --as ben --game nim",
             server.address);
    struct terminal *ann = terminal_open("", arguments[0]);
    terminal_await(ann, "Waiting for somebody");
    struct terminal *ben = terminal_open("", arguments[1]);
    terminal_await(ann, "Type how many to take");
    terminal_type(ann, "3>0");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Type 'rematch' or 'quit'.");
    terminal_await(ben, "Type 'rematch' or 'quit'.");
    server_kill(&server);
    server_start_again(&server);
    terminal_await(ann, "Connected again.");
    terminal_await(ben, "Connected again.");
    terminal_type(ann, "rematch");
    terminal_press(ann, "Enter");
    terminal_await(ann, "You offer a rematch.");
    terminal_await(ben, "ann challenges you");
    terminal_type(ben, "rematch");
    terminal_press(ben, "Enter");
    terminal_await(ben, "Match 2");
    terminal_await(ann, "Match 2");
}

/* --- the page of the invitations --- */

/* ann invites, and her page shows the code, which ends with `ret_code`. */
static struct terminal *invite(const struct server *server, char ret_code[23])
{
    static const char before[] = "and enters ";
    struct terminal *ann = terminal_come(server->address, "ann");
    terminal_press(ann, "i");
    terminal_await(ann, "No invitation of yours is open: n makes one.");
    terminal_press(ann, "n");
    terminal_await(ann, "a friend whom you invite");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Your invitation 1 to play Fibonacci Nim");
    terminal_press(ann, "i");
    terminal_await(ann, "Your friend presses i and e");
    const char *code = strstr(terminal_screen(ann), before);
    cr_assert_not_null(code, "%s", terminal_screen(ann));
    snprintf(ret_code, 23, "%s", code + strlen(before));
    return ann;
}

Test(tui_host, a_code_is_made_in_one_full_screen_and_entered_in_another)
{
    struct server server = server_start();
    char code[23];
    struct terminal *ann = invite(&server, code), *ben = terminal_come(server.address, "ben");
    terminal_press(ben, "i e");
    terminal_await(ben, "Esc stop typing");
    terminal_type(ben, code);
    terminal_press(ben, "Enter");
    terminal_await(ben, "ann invites you: Fibonacci Nim");
    terminal_press(ben, "y");
    terminal_await(ben, "ben (you)");
    terminal_await(ann, "ann (you)");

    terminal_press(ben, "Escape i e");
    terminal_await(ben, "Esc stop typing");
    terminal_type(ben, code);
    terminal_press(ben, "Enter");
    terminal_await(ben, "Fibonacci Nim (take-away:2x), match 1");
    terminal_await(ben, "ben (you)");
}

Test(tui_host, an_invitation_is_taken_back_and_its_code_opens_nothing)
{
    struct server server = server_start();
    char code[23];
    struct terminal *ann = invite(&server, code), *ben = terminal_come(server.address, "ben");
    terminal_press(ann, "c");
    terminal_await(ann, "Nobody can accept it now.");
    terminal_await(ann, "No invitation of yours is open");
    terminal_press(ben, "i e");
    terminal_type(ben, code);
    terminal_press(ben, "Enter");
    terminal_await(ben, "No match: no invitation with this code is open");
    terminal_press(ben, "i e");
    terminal_type(ben, "abc");
    terminal_press(ben, "Enter");
    terminal_await_gone(ben, "no invitation with this code");
    terminal_await(ben, "No match: ");
}

Test(tui_host, an_invitation_for_one_name_says_so_and_how_often)
{
    struct server server = server_start();
    struct terminal *ann = terminal_come(server.address, "ann");
    terminal_press(ann, "i n");
    terminal_await(ann, "a friend whom you invite");
    terminal_press(ann, "Down");
    terminal_await(ann, "The only name that can accept.");
    terminal_type(ann, "zoe");
    terminal_press(ann, "Down Right");
    terminal_await(ann, "\u2190 twice \u2192");
    terminal_press(ann, "Enter");
    terminal_await(ann, "Your invitation 1 to play Fibonacci Nim");
    terminal_press(ann, "i");
    terminal_await(ann, "zoe");
    terminal_await(ann, "takeaway play --server");
}

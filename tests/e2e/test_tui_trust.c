/* The one question of a person about a server with TLS, at a terminal: before the full screen, and
 * in the line mode. The host 0.0.0.0 is this machine, and to the program it is another one. */
#include "tests/e2e/folder.h"
#include "tests/e2e/server.h"
#include "tests/e2e/takeaway.h"
#include "tests/e2e/tmux.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

TERMINALS(tui_trust);

static char pair_folder[FOLDER_PATH_MAX], key[64], arguments[128];
static const char *const with_own_pair[] = {"--tls-self-signed", pair_folder, NULL};

/* Also sets the arguments of the full screen on this server. */
static struct server start_with_own_pair(void)
{
    folder_path("tls", pair_folder);
    struct server server = server_start_with(with_own_pair);
    const char *line = process_find_line(server.process, "server key sha256:");
    snprintf(key, sizeof key, "%s", strstr(line, "sha256:"));
    snprintf(arguments, sizeof arguments, "--server 0.0.0.0:%d --as anna", server.port);
    return server;
}

static void expect_known(const char *expected)
{
    char *content = folder_read("home/takeaway/known_servers");
    cr_expect_str_eq(content ? content : "", expected);
    free(content);
}

Test(tui_trust, asks_once_before_the_full_screen_begins)
{
    struct server server = start_with_own_pair();
    char line[128];
    struct terminal *terminal = terminal_open("", arguments);
    terminal_await(terminal, "Nobody vouches for the server 0.0.0.0:");
    terminal_await(terminal, "(self-signed certificate)");
    terminal_await(terminal, key);
    terminal_type(terminal, "perhaps");
    terminal_press(terminal, "Enter");
    terminal_await(terminal, "Type yes, no, or the key:");
    terminal_type(terminal, "yes");
    terminal_press(terminal, "Enter");
    terminal_await(terminal, "\u25cf connected");
    terminal_press(terminal, "q");
    terminal_await(terminal, "It has ended with 0");
    snprintf(line, sizeof line, "0.0.0.0:%d %s\n", server.port, key);
    expect_known(line);

    terminal = terminal_open("", arguments);
    terminal_await(terminal, "\u25cf connected");
    cr_expect_null(strstr(terminal_screen(terminal), "Nobody vouches"));
    terminal_press(terminal, "q");
    terminal_await(terminal, "It has ended with 0");
}

Test(tui_trust, no_is_the_end_and_nothing_is_kept)
{
    start_with_own_pair();
    struct terminal *terminal = terminal_open("", arguments);
    terminal_await(terminal, "Type yes, no");
    terminal_type(terminal, "no");
    terminal_press(terminal, "Enter");
    terminal_await(terminal, "was not accepted");
    terminal_expect_end(terminal, 1);
    expect_known("");
}

Test(tui_trust, signal_ends_the_question)
{
    start_with_own_pair();
    struct terminal *terminal = terminal_open("", arguments);
    terminal_await(terminal, "Type yes, no");
    terminal_signal(terminal, SIGINT);
    terminal_await(terminal, "ended with 130."); /* behind the prompt, on two lines */
    expect_known("");
}

/* Typing the key that the operator has told is safer than comparing it. */
Test(tui_trust, key_can_be_typed_instead_and_another_one_is_noticed)
{
    struct server server = start_with_own_pair();
    char words[160];
    snprintf(words, sizeof words, "play --server 0.0.0.0:%d --as anna --game nim", server.port);
    struct terminal *terminal = terminal_open("", words);
    terminal_await(terminal, "Type yes, no");
    terminal_type(terminal, "sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    terminal_press(terminal, "Enter");
    terminal_await(terminal, "That is another key.");
    terminal_type(terminal, key);
    terminal_press(terminal, "Enter");
    terminal_await(terminal, "Waiting for somebody");
    terminal_type(terminal, "quit");
    terminal_press(terminal, "Enter");
    terminal_expect_end(terminal, 3);
}

Test(tui_trust, changed_key_is_refused_and_not_asked_about)
{
    char certificate[FOLDER_PATH_MAX], key_path[FOLDER_PATH_MAX];
    struct server server = start_with_own_pair();
    struct terminal *terminal = terminal_open("", arguments);
    terminal_await(terminal, "Type yes, no");
    terminal_type(terminal, "yes");
    terminal_press(terminal, "Enter");
    terminal_await(terminal, "\u25cf connected");
    server_stop(&server);
    folder_path("tls/certificate.pem", certificate);
    folder_path("tls/key.pem", key_path);
    cr_assert_eq(unlink(certificate), 0);
    cr_assert_eq(unlink(key_path), 0);
    server_start_again(&server);
    terminal_await(terminal, "HAS CHANGED");
    terminal_expect_end(terminal, 1);
    terminal = terminal_open("", arguments);
    terminal_await(terminal, "HAS CHANGED");
    terminal_expect_end(terminal, 1);
}

Test(tui_trust, named_key_is_not_asked_about)
{
    start_with_own_pair();
    char words[256];
    snprintf(words, sizeof words, "%s --server-key %s", arguments, key);
    struct terminal *terminal = terminal_open("", words);
    terminal_await(terminal, "\u25cf connected");
    terminal_press(terminal, "q");
    terminal_await(terminal, "It has ended with 0");
    expect_known("");
}

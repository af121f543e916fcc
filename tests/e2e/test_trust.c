/* Servers with TLS, as programs without a terminal meet them: whom they trust, how they name a
 * server, and a match that goes on by TLS and WebSocket. The host 0.0.0.0 is this machine, and to
 * the programs it is another one. */
#include "tests/certificates.h"
#include "tests/e2e/bot.h"
#include "tests/e2e/stage.h"
#include "tests/e2e/takeaway.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

STAGE(trust);

enum { EXIT_FAULT = 1, EXIT_USAGE = 2 };

/* --- verbs --- */

static char pair_folder[FOLDER_PATH_MAX];
static const char *const with_own_pair[] = {"--tls-self-signed", pair_folder, NULL};

/* A server with a pair that it makes itself, and its key, as its second line says it. */
static struct server start_with_own_pair(char ret_key[64])
{
    folder_path("tls", pair_folder);
    struct server server = server_start_with(with_own_pair);
    const char *line = process_find_line(server.process, "server key sha256:");
    snprintf(ret_key, 64, "%s", strstr(line, "sha256:"));
    return server;
}

/* Its address with this in place of 127.0.0.1, such as "tls://0.0.0.0"; valid until the fourth call
 * after this. */
static const char *address_as(const struct server *server, const char *host)
{
    static char addresses[4][64];
    static int next;
    char *address = addresses[next++ % 4];
    snprintf(address, sizeof addresses[0], "%s:%d", host, server->port);
    return address;
}

static struct process *start_takeaway(const char *const *arguments)
{
    return process_start(TAKEAWAY_PROGRAM, arguments);
}

/* What `takeaway matches` says on standard error; it has to end with this. `key` may be NULL. */
static const char *ask(const char *server, const char *key, int expected_status)
{
    int status;
    const char *arguments[] = {"matches", "--server", server, key ? "--server-key" : NULL,
                               key,       NULL};
    struct process *process = process_run(TAKEAWAY_PROGRAM, arguments, &status);
    cr_assert_eq(status, expected_status, "with %s it ended with %d: %s", server, status,
                 process_errors(process));
    return process_errors(process);
}

static void assert_status(struct process *process, int expected)
{
    int status = process_wait(process);
    cr_assert_eq(status, expected, "it ended with %d: %s", status, process_errors(process));
}

static void make_folder(const char *name)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    mkdir(path, 0700);
}

static void write_file(const char *name, const char *content)
{
    char path[FOLDER_PATH_MAX];
    folder_path(name, path);
    FILE *file = fopen(path, "w");
    cr_assert_not_null(file, "%s", path);
    fputs(content, file);
    fclose(file);
}

/* What a person has accepted at a terminal. */
static void know_server(const struct server *server, const char *host, const char *key)
{
    char line[192];
    snprintf(line, sizeof line, "%s %s\n", address_as(server, host), key);
    make_folder("home");
    make_folder("home/takeaway");
    write_file("home/takeaway/known_servers", line);
}

static struct process *start_player(const char *address, const char *key, const char *name,
                                    const char *first)
{
    const char *arguments[] = {
        "play",
        "--server",
        address,
        "--as",
        name,
        "--game",
        "fibonacci-nim",
        "--start",
        "35",
        "--first",
        first,
        "--against",
        "anyone",
        key ? "--server-key" : NULL,
        key,
        NULL,
    };
    return start_takeaway(arguments);
}

/* --- trust --- */

Test(trust, unknown_key_is_told_with_the_option_that_takes_it)
{
    char key[64], option[96];
    struct server server = start_with_own_pair(key);
    snprintf(option, sizeof option, "--server-key %s\n", key);
    static const char *const hosts[] = {"0.0.0.0", "tls://127.0.0.1", "wss://localhost"};
    for (size_t i = 0; i < 3; i++) {
        const char *address = address_as(&server, hosts[i]);
        assert_has(ask(address, NULL, EXIT_FAULT), option);
        cr_assert_str_empty(ask(address, key, 0));
    }
}

Test(trust, bot_takes_the_named_key_alone)
{
    char key[64], option[96];
    int status;
    struct server server = start_with_own_pair(key);
    const char *address = address_as(&server, "0.0.0.0");
    const char *without[] = {"--server", address, "--name", "deep", "--strategy", "random", NULL};
    const char *with[] = {"--server", address,        "--name", "deep", "--strategy",
                          "random",   "--server-key", key,      NULL};
    struct process *bot = process_run(BOT_PROGRAM, without, &status);
    cr_assert_eq(status, EXIT_FAULT);
    snprintf(option, sizeof option, "--server-key %s", key);
    assert_has(process_errors(bot), option);
    bot = process_start(BOT_PROGRAM, with);
    process_find_line(bot, "ready deep");
    process_signal(bot, SIGTERM);
    assert_status(bot, 0);
}

Test(trust, another_key_than_the_named_one_is_refused)
{
    char key[64];
    struct server server = start_with_own_pair(key);
    const char *another = "sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
    const char *said = ask(address_as(&server, "0.0.0.0"), another, EXIT_FAULT);
    assert_has(said, key);
    assert_has(said, another);
    assert_has(ask(address_as(&server, "0.0.0.0"), "sha256:short", EXIT_USAGE), "43 characters");
    assert_has(ask(address_as(&server, "ws://127.0.0.1"), another, EXIT_USAGE), "without it");
}

Test(trust, known_key_is_taken_and_a_changed_one_refused)
{
    char key[64], next[64];
    struct server server = start_with_own_pair(key);
    know_server(&server, "0.0.0.0", key);
    cr_assert_str_empty(ask(address_as(&server, "0.0.0.0"), NULL, 0));
    cr_assert_str_empty(ask(address_as(&server, "wss://0.0.0.0"), NULL, 0));

    const char *address = address_as(&server, "0.0.0.0");
    struct process *anna = start_player(address, NULL, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    server_stop(&server);
    unlink(certificate_file("tls/key", ".pem"));
    unlink(certificate_file("tls/certificate", ".pem"));
    server_start_again(&server);
    const char *line = process_find_line(server.process, "server key sha256:");
    snprintf(next, sizeof next, "%s", strstr(line, "sha256:"));
    assert_status(anna, EXIT_FAULT);
    assert_has(process_errors(anna), "HAS CHANGED");
    assert_has(process_errors(anna), next);
    assert_has(ask(address, NULL, EXIT_FAULT), "HAS CHANGED");
    cr_assert_str_empty(ask(address, next, 0));
}

/* The authority is one of the test's own; the certificate of the server has expired, or is for
 * another host. */
Test(trust, authorities_vouch_for_a_certificate_that_is_good)
{
    static const struct {
        const char *name, *hosts, *said;
        int expires_h;
    } rows[] = {
        {"good", "IP:0.0.0.0", NULL, 24},
        {"old", "IP:0.0.0.0", "certificate has expired", -1},
        {"elsewhere", "DNS:example.org", "IP address mismatch", 24},
    };
    certificate_make((struct certificate_wish){.name = "root", .is_authority = true});
    setenv("SSL_CERT_FILE", certificate_file("root", ".pem"), 1);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        certificate_make((struct certificate_wish){.name = rows[i].name,
                                                   .issuer = "root",
                                                   .hosts = rows[i].hosts,
                                                   .begins_h = -48,
                                                   .expires_h = rows[i].expires_h});
        const char *const options[] = {"--tls-certificate", certificate_file(rows[i].name, ".pem"),
                                       "--tls-key", certificate_file(rows[i].name, ".key"), NULL};
        struct server server = server_start_with(options);
        const char *said = ask(address_as(&server, "0.0.0.0"), NULL, rows[i].said ? EXIT_FAULT : 0);
        if (rows[i].said)
            assert_has(said, rows[i].said);
        else
            cr_assert_str_empty(said);
        server_stop(&server);
    }
}

static void replace_file(const char *path, const char *by)
{
    cr_assert_eq(rename(by, path), 0, "%s", path);
}

/* The server had a key of its own, and has a certificate now, with another key. A guest whom it
 * knew keeps the seat, and only under the name that the old key was known by. */
Test(trust, guest_keeps_the_seat_when_the_server_gets_a_certificate)
{
    char key[64];
    struct server server = start_with_own_pair(key);
    know_server(&server, "0.0.0.0", key);
    const char *address = address_as(&server, "0.0.0.0");
    struct process *anna = start_player(address, NULL, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player(address, NULL, "ben", "them");
    process_find_line(anna, "Your move");
    process_signal(anna, SIGKILL);
    process_signal(ben, SIGKILL);
    server_stop(&server);

    certificate_make((struct certificate_wish){.name = "root", .is_authority = true});
    certificate_make((struct certificate_wish){.name = "vouched",
                                               .issuer = "root",
                                               .hosts = "IP:0.0.0.0,IP:127.0.0.1",
                                               .begins_h = -1,
                                               .expires_h = 24});
    setenv("SSL_CERT_FILE", certificate_file("root", ".pem"), 1);
    replace_file(certificate_file("tls/key", ".pem"), certificate_file("vouched", ".key"));
    replace_file(certificate_file("tls/certificate", ".pem"), certificate_file("vouched", ".pem"));
    server_start_again(&server);
    for (int visit = 0; visit < 2; visit++) {
        anna = start_player(address, NULL, "anna", "me");
        process_find_line(anna, "You go on with your unfinished match 1.");
        process_signal(anna, SIGKILL);
        process_wait(anna);
    }
    anna = start_player(address_as(&server, "tls://127.0.0.1"), NULL, "anna", "me");
    assert_status(anna, EXIT_FAULT);
    assert_has(process_errors(anna), "'anna' is somebody's name");
}

/* --- servers without TLS --- */

Test(trust, server_without_tls_is_told_of_and_takes_guests)
{
    struct server server = server_start();
    const char *told = "everybody on the way can read";
    assert_has(ask(address_as(&server, "0.0.0.0"), NULL, 0), told);
    assert_has(ask(address_as(&server, "ws://0.0.0.0"), NULL, 0), told);
    assert_has(ask(address_as(&server, "tls://0.0.0.0"), NULL, EXIT_FAULT), "does not speak TLS");
    assert_has(ask(address_as(&server, "wss://0.0.0.0"), NULL, EXIT_FAULT), "does not speak TLS");
    cr_assert_str_empty(ask(address_as(&server, "127.0.0.1"), NULL, 0));
    cr_assert_str_empty(ask(address_as(&server, "ws://127.0.0.1"), NULL, 0));
    know_server(&server, "0.0.0.0", "sha256:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
    assert_has(ask(address_as(&server, "0.0.0.0"), NULL, EXIT_FAULT), "though its key is known");
}

Test(trust, guest_without_tls_comes_back_as_another_one)
{
    struct server server = server_start();
    const char *address = address_as(&server, "0.0.0.0");
    struct process *anna = start_player(address, NULL, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player(address, NULL, "ben", "them");
    process_find_line(anna, "Your move");
    server_kill(&server);
    process_find_line(anna, "Connection lost");
    server_start_again(&server);
    assert_status(anna, EXIT_FAULT);
    assert_has(process_errors(anna), "you come in as a new guest, 'anna-2'");
    assert_has(process_errors(anna), "your seat in match 1 is lost");
    assert_status(ben, EXIT_FAULT);
}

/* --- matches --- */

static const char whole_record[] = "35>29 29>28 28>27 27>25 25>21 21>13 13>0";

/* The server dies in the middle and comes back; both have their seats. */
Test(trust, match_goes_on_by_tls_and_websocket_over_the_death_of_the_server)
{
    char key[64];
    struct server server = start_with_own_pair(key);
    know_server(&server, "0.0.0.0", key);
    struct process *anna = start_player(address_as(&server, "tls://0.0.0.0"), NULL, "anna", "me");
    process_find_line(anna, "Waiting for somebody");
    struct process *ben = start_player(address_as(&server, "wss://localhost"), key, "ben", "them");
    process_write(anna, "35>29\n");
    process_find_line(ben, "anna takes 6");
    server_kill(&server);
    process_find_line(anna, "Connection lost");
    process_find_line(ben, "Connection lost");
    server_start_again(&server);
    process_write(ben, "29>28\n27>25\n21>13\n");
    process_write(anna, "28>27\n25>21\n13>0\n");
    assert_has(process_read_rest(anna), whole_record);
    assert_has(process_read_rest(ben), whole_record);
    assert_status(anna, 0);
    assert_status(ben, 0);
    cr_assert_str_empty(process_errors(anna));
}

/* The bot is a program of its own, and is told the key. */
Test(trust, bot_of_ones_own_plays_on_a_server_with_tls)
{
    char key[64];
    struct server server = start_with_own_pair(key);
    know_server(&server, "0.0.0.0", key);
    const char *arguments[] = {"play",       "--server", address_as(&server, "0.0.0.0"),
                               "--as",       "anna",     "--game",
                               "nim",        "--start",  "1",
                               "--first",    "me",       "--against",
                               "bot:random", NULL};
    struct process *anna = start_takeaway(arguments);
    process_find_line(anna, "Your move");
    process_write(anna, "1>0\n");
    assert_has(process_read_rest(anna), "You won");
    assert_status(anna, 0);
}

Test(trust, account_is_made_and_used_by_tls)
{
    char key[64], password[FOLDER_PATH_MAX];
    int status;
    struct server server = start_with_own_pair(key);
    know_server(&server, "0.0.0.0", key);
    folder_path("password", password);
    write_file("password", "open sesame\n");
    const char *address = address_as(&server, "0.0.0.0");
    const char *make[] = {"register", "anna", "--server", address, NULL};
    const char *tokens[] = {"tokens", "--as", "anna", "--server", address, NULL};
    struct process *process = process_run_on(TAKEAWAY_PROGRAM, make, password, &status);
    cr_assert_eq(status, 0, "%s", process_errors(process));
    assert_has(takeaway_run(tokens), "the one that is kept here");
    const char *log_in[] = {"login", "anna", "--server", address_as(&server, "wss://0.0.0.0"),
                            NULL};
    process = process_run_on(TAKEAWAY_PROGRAM, log_in, password, &status);
    cr_assert_eq(status, 0, "%s", process_errors(process));
    assert_has(process_read_rest(process), "You are logged in as 'anna'");
}

/* --- the usual server --- */

Test(trust, usual_server_is_used_where_none_is_named)
{
    struct server server = server_start();
    const char *matches[] = {"matches", "--json", NULL};
    const char *private[] = {"matches", "--json", "--server", "private", NULL};
    const char *history[] = {"play", "--as",    "anna", "--game",    "nim",    "--start",
                             "1",    "--first", "me",   "--against", "anyone", NULL};
    setenv("TAKEAWAY_SERVER", server.address, 1);
    struct process *anna = start_takeaway(history);
    process_find_line(anna, server.address);
    process_find_line(anna, "Waiting for somebody");
    const char *bot_arguments[] = {"--name", "deep", "--strategy", "random", NULL};
    struct process *bot = process_start(BOT_PROGRAM, bot_arguments);
    process_find_line(bot, "ready deep");
    process_signal(bot, SIGTERM);
    assert_status(bot, 0);

    make_folder("home");
    make_folder("home/.config");
    make_folder("home/.config/takeaway");
    setenv("TAKEAWAY_SERVER", "127.0.0.1:1", 1); /* where nobody is */
    assert_has(ask("127.0.0.1:1", NULL, EXIT_FAULT), "cannot connect to 127.0.0.1:1");
    assert_has(takeaway_answer(private), "[]");
    unsetenv("TAKEAWAY_SERVER");
    write_file("home/.config/takeaway/server", server.address);
    cr_assert_str_eq(takeaway_answer(matches), "[]\n");
    server_stop(&server);
    int status;
    struct process *process = process_run(TAKEAWAY_PROGRAM, matches, &status);
    cr_assert_eq(status, EXIT_FAULT);
    assert_has(process_errors(process), server.address);
    process_signal(anna, SIGTERM);
    process_wait(anna);
}

Test(trust, usual_server_that_is_no_address_is_told_with_its_source)
{
    int status;
    const char *matches[] = {"matches", NULL};
    setenv("TAKEAWAY_SERVER", "https://example.org/", 1);
    struct process *process = process_run(TAKEAWAY_PROGRAM, matches, &status);
    cr_assert_eq(status, EXIT_USAGE);
    assert_has(process_errors(process), "TAKEAWAY_SERVER: 'https://example.org/' is no address");
}

/* takeaway-server as a process: its command line, its first line, how it ends and comes back. */
#include "tests/e2e/play.h"
#include "tests/e2e/stage.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

STAGE(server);

Test(server, says_where_it_listens_on_a_port_that_was_free)
{
    struct server server = server_start();
    cr_assert_gt(server.port, 0);
    peer_join(&server, "anna");
}

Test(server, leaves_a_database_alone_that_another_server_uses)
{
    struct server server = server_start();
    const char *arguments[] = {"--listen", "127.0.0.1:0", "--db", server.database, NULL};
    int status;
    struct process *second = process_run(SERVER_PROGRAM, arguments, &status);
    cr_assert_eq(status, 1);
    cr_assert_str_empty(process_read_rest(second));
    const char *errors = process_errors(second);
    cr_assert(strstr(errors, "in use by another server") != NULL, "it says: %s", errors);
    peer_join(&server, "anna");
}

Test(server, refuses_a_command_line_that_it_cannot_read)
{
    static const char *const lines[][4] = {
        {NULL},
        {"--db", NULL},
        {"--port", "1", NULL},
        {"--db", "x", "y", NULL},
        {"--db=x", "--listen", "nowhere:x", NULL},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        int status;
        struct process *process = process_run(SERVER_PROGRAM, lines[i], &status);
        cr_expect_eq(status, 2, "command line %zu ends with %d", i, status);
        cr_expect(strstr(process_errors(process), "--help") != NULL, "command line %zu: %s", i,
                  process_errors(process));
    }
}

Test(server, refuses_a_file_that_is_no_database_of_its_own)
{
    char path[FOLDER_PATH_MAX];
    folder_path("letter.txt", path);
    FILE *file = fopen(path, "w");
    for (int i = 0; i < 200; i++)
        fputs("Dear server, this is a letter and not a database.\n", file);
    fclose(file);
    int status;
    const char *arguments[] = {"--listen", "127.0.0.1:0", "--db", path, NULL};
    struct process *process = process_run(SERVER_PROGRAM, arguments, &status);
    cr_assert_eq(status, 1);
    cr_assert(strstr(process_errors(process), path) != NULL, "it says: %s",
              process_errors(process));
    cr_assert_not(folder_has("letter.txt.lock"));
}

/* A start that fails has opened no database: one line of the log says why, and no file is left
 * behind. */
static void expect_no_start(const char *const *options, const char *reason)
{
    const char *arguments[16] = {"--db"};
    char path[FOLDER_PATH_MAX];
    int status, count = 2;
    folder_path("new.db", path);
    arguments[1] = path;
    while (*options)
        arguments[count++] = *options++;
    struct process *process = process_run(SERVER_PROGRAM, arguments, &status);
    const char *errors = process_errors(process), *told = process_read_rest(process);
    cr_assert_eq(status, 1, "it ends with %d: %s%s", status, errors, told);
    cr_assert(strstr(errors, " error failed reason=\"") || strstr(told, "failed "), "it says: %s%s",
              errors, told);
    cr_assert(strstr(errors, reason) || strstr(told, reason), "it says: %s%s", errors, told);
    cr_assert_not(folder_has("new.db"));
    cr_assert_not(folder_has("new.db.lock"));
}

Test(server, leaves_nothing_behind_when_it_cannot_start)
{
    struct server server = server_start();
    expect_no_start((const char *const[]){"--listen", server.address, NULL}, "cannot listen");
    expect_no_start((const char *const[]){"--listen", "127.0.0.1:0", "--tls-certificate",
                                          server.database, "--tls-key", server.database, NULL},
                    server.database);
    expect_no_start((const char *const[]){"--listen", "127.0.0.1:0", "--exit-on-eof", "--control",
                                          server.database, NULL},
                    "this is a file, and no socket");
    expect_no_start(
        (const char *const[]){"--listen", "127.0.0.1:0", "--control", "/nonexistent/control", NULL},
        "--control /nonexistent/control: No such file or directory");
    peer_join(&server, "anna");
}

Test(server, refuses_a_port_that_is_taken)
{
    struct server server = server_start();
    char path[FOLDER_PATH_MAX];
    int status;
    folder_path("other.db", path);
    const char *arguments[] = {"--listen", server.address, "--db", path, NULL};
    struct process *process = process_run(SERVER_PROGRAM, arguments, &status);
    cr_assert_eq(status, 1);
    cr_assert(strstr(process_errors(process), "cannot listen") != NULL, "it says: %s",
              process_errors(process));
}

Test(server, listens_to_other_machines_only_when_it_was_told_to)
{
    char path[FOLDER_PATH_MAX];
    int status;
    folder_path("matches.db", path);
    const char *arguments[] = {"--listen", "0.0.0.0:0", "--db", path, NULL};
    struct process *refused = process_run(SERVER_PROGRAM, arguments, &status);
    const char *errors = process_errors(refused);
    cr_assert_eq(status, 2, "it ends with %d: %s", status, errors);
    cr_assert(strstr(errors, "--public allows that") != NULL, "it says: %s", errors);
    const char *public[] = {"--listen", "0.0.0.0:0", "--public", "--db", path, NULL};
    process_find_line(process_start(SERVER_PROGRAM, public), "listening on 0.0.0.0:");
}

Test(server, ends_with_the_input_when_it_was_told_to)
{
    char path[FOLDER_PATH_MAX];
    folder_path("matches.db", path);
    const char *arguments[] = {"--listen", "127.0.0.1:0", "--db", path, "--exit-on-eof", NULL};
    struct process *process = process_start(SERVER_PROGRAM, arguments);
    process_find_line(process, "listening on");
    process_close_input(process);
    cr_assert_eq(process_wait_within(process, ENDING_MS), 0);
}

/* Told to end with an input that never ends as a pipe does. */
static void expect_pipe_needed(const char *input)
{
    char database[FOLDER_PATH_MAX];
    int status;
    folder_path("matches.db", database);
    const char *arguments[] = {"--listen", "127.0.0.1:0", "--db", database, "--exit-on-eof", NULL};
    struct process *process = process_run_on(SERVER_PROGRAM, arguments, input, &status);
    process_find_line(process, "failed usage: --exit-on-eof needs a pipe");
    cr_assert_eq(status, 1, "it ends with %d", status);
}

Test(server, refuses_to_end_with_an_input_that_is_no_pipe)
{
    char path[FOLDER_PATH_MAX];
    folder_path("letter.txt", path);
    FILE *file = fopen(path, "w");
    fputs("Dear server, this is a letter.\n", file);
    fclose(file);
    expect_pipe_needed("/dev/null");
    expect_pipe_needed(path);
}

Test(server, announces_its_end_and_goes_on_with_the_match_at_the_next_start)
{
    server_alone("One process ends, and the other would go on.");
    struct server server = server_start();
    struct table table = table_open(&server, "anna", "ben", "fibonacci-nim", "35");
    table_move(&table, 1, "35>29");
    table_move(&table, 2, "29>28");
    process_signal(server.process, SIGTERM);
    peer_event(table.first, WIRE_EVENT_SERVER_CLOSING);
    peer_event(table.second, WIRE_EVENT_SERVER_CLOSING);
    peer_expect_end(table.first);
    int status = process_wait_within(server.process, ENDING_MS);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(server.process));

    server_start_again(&server);
    table_come_back(&table, &server);
    cr_assert_eq(peer_welcome(table.first)->matches_count, 1);
    cr_assert_eq(peer_welcome(table.first)->matches[0], table.match);
    cr_assert_eq(match_resume(table.second, table.match)->ply, 2);
    table_move(&table, 3, "28>27");
    table_move(&table, 4, "27>25");
}

Test(server, ends_in_time_though_a_client_is_in_the_middle_of_a_message)
{
    struct server server = server_start();
    struct peer *peer = peer_join(&server, "anna");
    peer_send(peer, "\x94\x00\x01\xd9", 4);
    server_stop(&server);
    peer_expect_end(peer);
}

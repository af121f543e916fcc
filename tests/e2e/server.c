#include "tests/e2e/server.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* No file gets longer on a full disk: the log of one test fits, but the pages of no transaction do.
 */
enum { LOG_BYTES_MAX = 4096 };

enum { OWN_OPTIONS_MAX = 8 };

static const char greeting[] = "listening on 127.0.0.1:";

/* NULL: each server is one process. */
static const char *bus(void)
{
    return getenv("TEST_NATS");
}

void server_alone(const char *why)
{
    if (bus())
        cr_skip("the server would be a hall and a gateway. %s", why);
}

struct process *server_keeper(const struct server *server)
{
    return server->hall ? server->hall : server->process;
}

/* Of the options that tests give, those for both roles of a cluster, and those for gateways. The
 * rest is for halls. */
static const char for_both[] = " --log-level --exit-on-eof --all-queued-bytes --all-unread-bytes ";
static const char for_gateways[] =
    " --public --metrics --proxy-protocol --tls-certificate --tls-key --tls-self-signed "
    "--connections --connections-per-address --queued-bytes --requests-per-second "
    "--requests-burst --hello-time --message-time --idle-time --ping-time --dead-time ";

static bool is_for(const char *role, const char *option)
{
    char word[64];
    snprintf(word, sizeof word, " %s ", option);
    bool is_for_gateways = strstr(for_gateways, word);
    return strstr(for_both, word) || is_for_gateways == (strcmp(role, "gateway") == 0);
}

/* Starts the program with `own`, ending with NULL, before the options of the test: with all of
 * them, or, where there is a role, with those that are for it. */
static struct process *start_process(const struct server *server, const char *role,
                                     const char *const *own)
{
    const char *arguments[SERVER_OPTIONS_MAX + OWN_OPTIONS_MAX + 1] = {0};
    size_t count = 0;
    bool is_taken = true;
    for (; own[count]; count++)
        arguments[count] = own[count];
    for (const char *const *word = server->options; word && *word; word++) {
        if (role && strncmp(*word, "--", 2) == 0)
            is_taken = is_for(role, *word);
        cr_assert_lt(count, SERVER_OPTIONS_MAX + OWN_OPTIONS_MAX, "too many options");
        if (is_taken)
            arguments[count++] = *word;
    }
    return process_start(server->program, arguments);
}

static void start_cluster(struct server *server, const char *address)
{
    server->hall =
        start_process(server, "hall",
                      (const char *const[]){"--role", "hall", "--bus", bus(), "--cluster",
                                            server->cluster, "--db", server->database, NULL});
    process_find_line(server->hall, "leading");
    server->process =
        start_process(server, "gateway",
                      (const char *const[]){"--role", "gateway", "--bus", bus(), "--cluster",
                                            server->cluster, "--listen", address, NULL});
}

static void start(struct server *server, const char *address)
{
    if (bus())
        start_cluster(server, address);
    else
        server->process = start_process(
            server, NULL,
            (const char *const[]){"--listen", address, "--db", server->database, NULL});
    const char *line = process_read_line(server->process);
    cr_assert(line, "the server has not started: %s", process_errors(server->process));
    cr_assert(strncmp(line, greeting, strlen(greeting)) == 0, "its first line is '%s'", line);
    snprintf(server->address, sizeof server->address, "%s", line + strlen("listening on "));
    cr_assert_eq(sscanf(line + strlen(greeting), "%d", &server->port), 1);
}

static struct server start_new(const char *program, const char *database,
                               const char *const *options)
{
    static int started;
    struct server server = {.program = program, .options = options};
    if (strcmp(program, SERVER_PROGRAM) != 0)
        server_alone("The test holds jobs of one process.");
    snprintf(server.cluster, sizeof server.cluster, "test-%d-%d", (int)getpid(), ++started);
    char path[FOLDER_PATH_MAX];
    folder_path(database, path);
    test_database_make(path, server.database);
    start(&server, "127.0.0.1:0");
    return server;
}

struct server server_start_on(const char *database)
{
    return start_new(SERVER_PROGRAM, database, NULL);
}

struct server server_start_with(const char *const *options)
{
    return server_start_program(SERVER_PROGRAM, options);
}

struct server server_start_program(const char *program, const char *const *options)
{
    return start_new(program, "matches.db", options);
}

struct server server_start(void)
{
    return server_start_with(NULL);
}

void server_start_again(struct server *server)
{
    char address[sizeof server->address];
    memcpy(address, server->address, sizeof address);
    start(server, address);
    cr_assert_str_eq(server->address, address);
}

void server_kill(struct server *server)
{
    struct process *const both[] = {server->hall, server->process};
    for (int i = server->hall ? 0 : 1; i < 2; i++) {
        process_signal(both[i], SIGKILL);
        cr_assert_eq(process_wait(both[i]), SIGNAL_STATUS_BASE + SIGKILL);
    }
}

void server_stop(struct server *server)
{
    struct process *const both[] = {server->process, server->hall};
    for (int i = 0; i < 2 && both[i]; i++) {
        process_signal(both[i], SIGTERM);
        int status = process_wait_within(both[i], ENDING_MS);
        cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(both[i]));
    }
}

static void limit_files(const struct server *server, rlim_t bytes)
{
    pid_t pid = process_pid(server->hall ? server->hall : server->process);
    struct rlimit limit;
    cr_assert_eq(prlimit(pid, RLIMIT_FSIZE, NULL, &limit), 0);
    limit.rlim_cur = bytes;
    cr_assert_eq(prlimit(pid, RLIMIT_FSIZE, &limit, NULL), 0);
}

void server_fill_disk(const struct server *server)
{
    limit_files(server, LOG_BYTES_MAX);
}

void server_free_disk(const struct server *server)
{
    limit_files(server, RLIM_INFINITY);
}

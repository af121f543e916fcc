#include "tests/e2e/server.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

/* No file gets longer on a full disk: the log of one test fits, but the pages of no transaction do.
 */
enum { LOG_BYTES_MAX = 4096 };

static const char greeting[] = "listening on 127.0.0.1:";

static void start(struct server *server, const char *address)
{
    const char *arguments[SERVER_OPTIONS_MAX + 5] = {"--listen", address, "--db", server->database};
    size_t count = 4;
    for (const char *const *option = server->options; option && *option; option++) {
        cr_assert_lt(count, SERVER_OPTIONS_MAX + 4, "too many options");
        arguments[count++] = *option;
    }
    server->process = process_start(server->program, arguments);
    const char *line = process_read_line(server->process);
    cr_assert(line, "the server has not started: %s", process_errors(server->process));
    cr_assert(strncmp(line, greeting, strlen(greeting)) == 0, "its first line is '%s'", line);
    snprintf(server->address, sizeof server->address, "%s", line + strlen("listening on "));
    cr_assert_eq(sscanf(line + strlen(greeting), "%d", &server->port), 1);
}

static struct server start_new(const char *program, const char *database,
                               const char *const *options)
{
    struct server server = {.program = program, .options = options};
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
    process_signal(server->process, SIGKILL);
    cr_assert_eq(process_wait(server->process), SIGNAL_STATUS_BASE + SIGKILL);
}

void server_stop(struct server *server)
{
    process_signal(server->process, SIGTERM);
    int status = process_wait_within(server->process, ENDING_MS);
    cr_assert_eq(status, 0, "it ended with %d: %s", status, process_errors(server->process));
}

static void limit_files(const struct server *server, rlim_t bytes)
{
    pid_t pid = process_pid(server->process);
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

#include "tests/cluster.h"

#include "common/base/text.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { READY_LOOK_MS = 10 };

#define AS_POSTGRES "setpriv --reuid=postgres --regid=postgres --clear-groups --pdeathsig KILL "

static void fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(EXIT_FAILURE);
}

static int status_of(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* The child dies with this process, and what it says goes to the file. */
static pid_t fork_child(const char *log)
{
    pid_t pid = fork();
    if (pid < 0)
        fail("no process");
    if (pid > 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int file = open(log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0 || dup2(file, STDOUT_FILENO) < 0 || dup2(file, STDERR_FILENO) < 0)
        _exit(127);
    return 0;
}

/* --- PostgreSQL --- */

/* Runs a line of the shell in its folder. */
static void run_there(const struct postgres_process *postgres, const char *line)
{
    struct text command = {0};
    text_printf(&command, "cd %s && { %s; } >log 2>&1", postgres->folder, line);
    if (system(text_string(&command)) != 0) {
        text_clear(&command);
        text_printf(&command, "PostgreSQL: see %s/log", postgres->folder);
        fail(text_string(&command));
    }
    text_finish(&command);
}

/* setpriv only changes the user, and becomes the program. */
static void spawn_postgres(struct postgres_process *postgres)
{
    char log[CLUSTER_PATH_MAX + 8];
    struct text line = {0};
    snprintf(log, sizeof log, "%s/log", postgres->folder);
    text_printf(&line,
                "exec %s$(pg_config --bindir)/postgres -D data -k %s -c listen_addresses="
                " -c max_connections=60 -c shared_buffers=64MB",
                geteuid() == 0 ? AS_POSTGRES : "", postgres->folder);
    postgres->pid = fork_child(log);
    if (postgres->pid == 0) {
        if (chdir(postgres->folder) == 0)
            execl("/bin/sh", "sh", "-c", text_string(&line), (char *)NULL);
        _exit(127);
    }
    text_finish(&line);
}

/* Its file says so, in the line after seven others, the first of which is its process. */
static bool is_ready(const struct postgres_process *postgres)
{
    char path[CLUSTER_PATH_MAX + 32], line[200] = "";
    bool is_own = false, is_ready = false;
    snprintf(path, sizeof path, "%s/data/postmaster.pid", postgres->folder);
    FILE *file = fopen(path, "r");
    for (int i = 0; file && i < 8 && fgets(line, sizeof line, file); i++) {
        is_own = is_own || (i == 0 && atoi(line) == postgres->pid);
        is_ready = i == 7 && strncmp(line, "ready", strlen("ready")) == 0;
    }
    if (file)
        fclose(file);
    return is_own && is_ready;
}

void postgres_start(struct postgres_process *ret_postgres)
{
    *ret_postgres = (struct postgres_process){.folder = "/tmp/takeaway-postgres-XXXXXX"};
    if (!mkdtemp(ret_postgres->folder))
        fail("no folder for PostgreSQL");
    chmod(ret_postgres->folder, 0755); /* it refuses a folder that it cannot enter */
    snprintf(ret_postgres->database, sizeof ret_postgres->database,
             "postgresql://postgres@/postgres?host=%s", ret_postgres->folder);
    if (geteuid() == 0)
        run_there(ret_postgres, "chown postgres .");
    run_there(ret_postgres, geteuid() == 0
                                ? AS_POSTGRES "$(pg_config --bindir)/initdb -D data -U postgres "
                                              "-A trust -E UTF8 --locale=C -N"
                                : "$(pg_config --bindir)/initdb -D data -U postgres -A trust "
                                  "-E UTF8 --locale=C -N");
    spawn_postgres(ret_postgres);
    while (!is_ready(ret_postgres)) {
        int status;
        if (waitpid(ret_postgres->pid, &status, WNOHANG) != 0)
            fail("PostgreSQL does not start");
        poll(NULL, 0, READY_LOOK_MS);
    }
}

void postgres_kill(struct postgres_process *postgres)
{
    if (postgres->pid == 0)
        return;
    kill(postgres->pid, SIGKILL);
    waitpid(postgres->pid, NULL, 0);
    postgres->pid = 0;
}

void postgres_revive(struct postgres_process *postgres)
{
    if (postgres->pid == 0 || waitpid(postgres->pid, NULL, WNOHANG) == postgres->pid)
        spawn_postgres(postgres);
}

void postgres_remove(struct postgres_process *postgres)
{
    char line[CLUSTER_PATH_MAX + 16];
    postgres_kill(postgres);
    snprintf(line, sizeof line, "rm -rf %s", postgres->folder);
    if (system(line) != 0)
        fail(line);
}

/* --- servers --- */

void node_find_address(char ret_address[ADDRESS_TEXT_MAX])
{
    struct sockaddr_in bound = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t len = sizeof bound;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(fd, (struct sockaddr *)&bound, sizeof bound) != 0 ||
        getsockname(fd, (struct sockaddr *)&bound, &len) != 0)
        fail("no port");
    close(fd);
    snprintf(ret_address, ADDRESS_TEXT_MAX, "127.0.0.1:%d", ntohs(bound.sin_port));
}

void node_start(struct node *node)
{
    node->pid = fork_child(node->log);
    if (node->pid > 0)
        return;
    execl(node->program, node->program, "--db", node->database, "--listen", node->address,
          (char *)NULL);
    perror(node->program);
    _exit(127);
}

static int wait_for(struct node *node)
{
    int status = 0;
    waitpid(node->pid, &status, 0);
    node->pid = 0;
    return status_of(status);
}

void node_kill(struct node *node)
{
    kill(node->pid, SIGKILL);
    wait_for(node);
}

int node_stop(struct node *node)
{
    kill(node->pid, SIGTERM);
    return wait_for(node);
}

bool node_has_ended(struct node *node, int *ret_status)
{
    int status;
    if (node->pid == 0 || waitpid(node->pid, &status, WNOHANG) != node->pid)
        return false;
    node->pid = 0;
    *ret_status = status_of(status);
    return true;
}

bool node_has_said(const struct node *node, const char *part)
{
    char line[1000];
    bool is_there = false;
    FILE *file = fopen(node->log, "r");
    while (file && !is_there && fgets(line, sizeof line, file))
        is_there = strstr(line, part);
    if (file)
        fclose(file);
    return is_there;
}

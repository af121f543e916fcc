#include "tests/cluster.h"

#include "common/base/text.h"
#include "tests/program.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <pwd.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    READY_LOOK_MS = 10,
    AGAIN_LOOK_MS = 100, /* each look may start a process */
    AGAIN_LOOKS = 600,
    PORT_MIN = 10000, /* below those of outgoing connections */
    PORT_MAX = 32767,
};

#define AS_POSTGRES "setpriv --reuid=postgres --regid=postgres --clear-groups --pdeathsig KILL "

static const char *as_postgres(void)
{
    return geteuid() == 0 ? AS_POSTGRES : "";
}

/* --- PostgreSQL --- */

void postgres_shell(const struct postgres_process *postgres, const char *line)
{
    char log[CLUSTER_PATH_MAX + 16];
    struct text run = {0};
    snprintf(log, sizeof log, "%s/setup.log", postgres->folder);
    text_printf(&run, "exec %s sh -c \"$0\"", as_postgres());
    pid_t pid = program_fork_logged(log);
    if (pid == 0) {
        if (chdir(postgres->folder) == 0)
            execl("/bin/sh", "sh", "-c", text_string(&run), line, (char *)NULL);
        _exit(127);
    }
    text_finish(&run);
    if (program_wait(pid) != 0) {
        fprintf(stderr, "%s: '%s' has failed; see %s\n", program_invocation_short_name, line, log);
        exit(EXIT_FAILURE);
    }
}

/* setpriv only changes the user, and becomes the program. */
static void spawn_postgres(struct postgres_process *postgres)
{
    char log[CLUSTER_PATH_MAX + 8];
    struct text line = {0};
    snprintf(log, sizeof log, "%s/log", postgres->folder);
    text_printf(&line,
                "exec %s$(pg_config --bindir)/postgres -D data -k %s -c listen_addresses="
                " -c max_connections=60 -c shared_buffers=64MB %s",
                as_postgres(), postgres->folder, postgres->options);
    postgres->pid = program_fork_logged(log);
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

static void make_folder(struct postgres_process *ret_postgres, const char *options)
{
    *ret_postgres = (struct postgres_process){
        .folder = "/tmp/takeaway-postgres-XXXXXX",
        .options = options,
    };
    if (!mkdtemp(ret_postgres->folder))
        program_fail("no folder for PostgreSQL");
    chmod(ret_postgres->folder, 0755); /* it refuses a folder that it cannot enter */
    snprintf(ret_postgres->database, sizeof ret_postgres->database,
             "postgresql://postgres@/postgres?host=%s", ret_postgres->folder);
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;
    if (user && chown(ret_postgres->folder, user->pw_uid, user->pw_gid) != 0)
        program_fail("the folder for PostgreSQL cannot be its own");
}

static void start_and_wait(struct postgres_process *postgres)
{
    spawn_postgres(postgres);
    while (!is_ready(postgres)) {
        int status;
        if (waitpid(postgres->pid, &status, WNOHANG) != 0)
            program_fail("PostgreSQL does not start");
        poll(NULL, 0, READY_LOOK_MS);
    }
}

void postgres_start(struct postgres_process *ret_postgres, const char *options)
{
    make_folder(ret_postgres, options);
    postgres_shell(ret_postgres,
                   "$(pg_config --bindir)/initdb -D data -U postgres -A trust -E UTF8 "
                   "--locale=C -N --wal-segsize=1");
    start_and_wait(ret_postgres);
}

void postgres_start_standby(struct postgres_process *ret_standby,
                            const struct postgres_process *primary, const char *folder)
{
    struct text line = {0};
    make_folder(ret_standby, "-c wal_receiver_timeout=3s -c wal_retrieve_retry_interval=200ms");
    text_printf(&line,
                "$(pg_config --bindir)/pg_basebackup -D data -R -c fast -U postgres -h %s && echo "
                "\"primary_conninfo = 'host=%s user=postgres application_name=standby "
                "connect_timeout=2'\" >>data/postgresql.auto.conf",
                primary->folder, folder);
    postgres_shell(ret_standby, text_string(&line));
    text_finish(&line);
    start_and_wait(ret_standby);
}

void postgres_promote(struct postgres_process *standby)
{
    postgres_shell(standby, "$(pg_config --bindir)/pg_ctl -D data -w promote");
}

void postgres_signal(const struct postgres_process *postgres, int number)
{
    char path[64];
    long child;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)postgres->pid,
             (long)postgres->pid);
    kill(postgres->pid, number); /* first: stopped, it starts no other */
    FILE *file = fopen(path, "r");
    if (!file)
        program_fail("the processes of PostgreSQL cannot be listed");
    while (fscanf(file, "%ld", &child) == 1)
        kill((pid_t)child, number);
    fclose(file);
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

void postgres_start_again(struct postgres_process *postgres)
{
    int looks = 0;
    do {
        if (++looks > AGAIN_LOOKS)
            program_fail("PostgreSQL does not start again");
        postgres_revive(postgres);
        poll(NULL, 0, AGAIN_LOOK_MS);
    } while (!is_ready(postgres));
}

void postgres_remove(struct postgres_process *postgres)
{
    char line[CLUSTER_PATH_MAX + 16];
    postgres_kill(postgres);
    snprintf(line, sizeof line, "rm -rf %s", postgres->folder);
    if (system(line) != 0)
        program_fail(line);
}

/* --- servers --- */

void node_find_address(char ret_address[ADDRESS_TEXT_MAX])
{
    struct sockaddr_in bound = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    uint16_t port = 0;
    for (bool is_free = false; !is_free;) {
        if (getrandom(&port, sizeof port, 0) != sizeof port)
            program_fail("no random number");
        port = (uint16_t)(PORT_MIN + port % (PORT_MAX - PORT_MIN + 1));
        bound.sin_port = htons(port);
        int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        is_free = bind(fd, (struct sockaddr *)&bound, sizeof bound) == 0;
        close(fd);
    }
    snprintf(ret_address, ADDRESS_TEXT_MAX, "127.0.0.1:%d", port);
}

void node_start(struct node *node)
{
    const char *arguments[24] = {node->program};
    size_t count = 1;
    bool is_hall = node->role && strcmp(node->role, "hall") == 0;
    bool is_gateway = node->role && !is_hall;
    if (node->role) {
        arguments[count++] = "--role";
        arguments[count++] = node->role;
        arguments[count++] = "--bus";
        arguments[count++] = node->bus;
    }
    if (!is_gateway) {
        arguments[count++] = "--db";
        arguments[count++] = node->database;
    }
    if (!is_hall) {
        arguments[count++] = "--listen";
        arguments[count++] = node->address;
    }
    for (size_t i = 0; node->more && node->more[i]; i++)
        arguments[count++] = node->more[i];
    unlink(node->log); /* it has what was said since this start */
    node->pid = program_start(arguments, node->log);
}

void node_kill(struct node *node)
{
    kill(node->pid, SIGKILL);
    waitpid(node->pid, NULL, 0);
    node->pid = 0;
}

int node_stop(struct node *node)
{
    int status = program_stop(node->pid);
    node->pid = 0;
    return status;
}

bool node_has_ended(struct node *node, int *ret_status)
{
    if (node->pid == 0 || !program_has_ended(node->pid, ret_status))
        return false;
    node->pid = 0;
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

/* --- NATS --- */

/* Debian installs it where only root looks. */
void nats_start_again(struct nats_process *nats)
{
    const char *port = strrchr(nats->bus, ':') + 1;
    nats->pid = program_fork_logged(nats->log);
    if (nats->pid > 0)
        return;
    execlp("nats-server", "nats-server", "-a", "127.0.0.1", "-p", port, (char *)NULL);
    execl("/usr/sbin/nats-server", "nats-server", "-a", "127.0.0.1", "-p", port, (char *)NULL);
    _exit(127);
}

void nats_start(struct nats_process *nats)
{
    char address[ADDRESS_TEXT_MAX];
    node_find_address(address);
    snprintf(nats->bus, sizeof nats->bus, "nats://%s", address);
    nats_start_again(nats);
}

void nats_kill(struct nats_process *nats)
{
    kill(nats->pid, SIGKILL);
    waitpid(nats->pid, NULL, 0);
    nats->pid = 0;
}

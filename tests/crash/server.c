#include "tests/crash/server.h"

#include "common/base/text.h"
#include "tests/program.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char first_words[] = "listening on ";

/* Its first line says where it listens. */
static void read_address(struct server_process *server, int output)
{
    char line[ADDRESS_TEXT_MAX + sizeof first_words + 1];
    FILE *file = fdopen(output, "r");
    if (!file || !fgets(line, sizeof line, file) ||
        strncmp(line, first_words, strlen(first_words)) != 0)
        program_fail("the server does not start");
    size_t len = strcspn(line + strlen(first_words), "\n");
    if (len >= sizeof server->address)
        program_fail("the server's first line is too long");
    memcpy(server->address, line + strlen(first_words), len);
    server->address[len] = '\0';
    fclose(file); /* it says nothing more there */
}

void server_process_start(struct server_process *server)
{
    const char *listen = server->address[0] ? server->address : "127.0.0.1:0";
    int output[2];
    if (pipe2(output, O_CLOEXEC) < 0)
        program_fail("no pipe");
    server->pid = program_fork(output[1], -1);
    if (server->pid == 0) {
        execl(server->program, server->program, "--db", server->database, "--listen", listen,
              "--log-level", "error", (char *)NULL);
        perror(server->program);
        _exit(127);
    }
    close(output[1]);
    read_address(server, output[0]);
}

static int wait_for(struct server_process *server)
{
    int status = program_wait(server->pid);
    server->pid = 0;
    return status;
}

void server_process_kill(struct server_process *server)
{
    kill(server->pid, SIGKILL);
    wait_for(server);
}

int server_process_stop(struct server_process *server)
{
    kill(server->pid, SIGTERM);
    return wait_for(server);
}

void server_process_remove_folder(const char *folder)
{
    static const char *const names[] = {"db", "db-wal", "db-shm", "db.lock"};
    struct text path = {0};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        text_clear(&path);
        text_printf(&path, "%s/%s", folder, names[i]);
        unlink(text_string(&path));
    }
    text_finish(&path);
    rmdir(folder);
}

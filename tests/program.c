#include "tests/program.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STOP_LOOK_MS = 10, STOP_LOOKS = 6000 }; /* longer than any program may take */

enum { NOT_STARTED = 127 }; /* the status of a child that could not become a program */

void program_fail(const char *what)
{
    fprintf(stderr, "%s: %s\n", program_invocation_short_name, what);
    exit(EXIT_FAILURE);
}

pid_t program_fork(int output, int errors)
{
    pid_t pid = fork();
    if (pid < 0)
        program_fail("no process");
    if (pid > 0)
        return pid;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setpgid(0, 0);
    int nothing = open("/dev/null", O_RDONLY | O_CLOEXEC);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 ||
        (output >= 0 && dup2(output, STDOUT_FILENO) < 0) ||
        (errors >= 0 && dup2(errors, STDERR_FILENO) < 0))
        _exit(NOT_STARTED);
    return 0;
}

pid_t program_fork_logged(const char *log)
{
    int file = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (file < 0)
        program_fail(log);
    pid_t pid = program_fork(file, file);
    close(file);
    return pid;
}

pid_t program_start(const char *const *arguments, const char *log)
{
    pid_t pid = program_fork_logged(log);
    if (pid > 0)
        return pid;
    execv(arguments[0], (char *const *)(uintptr_t)arguments);
    perror(arguments[0]);
    _exit(NOT_STARTED);
}

static int status_of(int status)
{
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool program_has_ended(pid_t pid, int *ret_status)
{
    int status;
    if (waitpid(pid, &status, WNOHANG) != pid)
        return false;
    *ret_status = status_of(status);
    return true;
}

int program_wait(pid_t pid)
{
    int status = 0;
    waitpid(pid, &status, 0);
    return status_of(status);
}

int program_stop(pid_t pid)
{
    int status;
    kill(pid, SIGTERM);
    for (int i = 0; i < STOP_LOOKS; i++) {
        if (program_has_ended(pid, &status))
            return status;
        poll(NULL, 0, STOP_LOOK_MS);
    }
    fprintf(stderr, "%s: %ld does not end\n", program_invocation_short_name, (long)pid);
    kill(pid, SIGKILL);
    return program_wait(pid);
}

#include "bots/guard.h"

#include "bots/report.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_S = 1 }; /* between asking a program to end and killing it */

/* The signal comes when the parent ends, and is sent by this function if it has ended already. */
static void end_with_parent(pid_t parent, int number)
{
    prctl(PR_SET_PDEATHSIG, number);
    if (getppid() != parent)
        raise(number);
}

static _Noreturn void become_program(pid_t guard, const sigset_t *mask_before,
                                     char *const *arguments)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    sigprocmask(SIG_SETMASK, mask_before, NULL);
    end_with_parent(guard, SIGKILL);
    execvp(arguments[0], arguments);
    int why = errno;
    report_trouble("%s cannot be run: %s", arguments[0], strerror(why));
    _exit(why == ENOENT ? GUARD_NOT_FOUND : GUARD_CANNOT_RUN);
}

static int status_of(int status)
{
    return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* The program has had its chance to end in good order. */
static int end_program(pid_t program)
{
    sigset_t child_ended;
    int status;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    kill(-program, SIGTERM);
    const struct timespec grace = {.tv_sec = GRACE_S};
    sigtimedwait(&child_ended, NULL, &grace);
    kill(-program, SIGKILL);
    waitpid(program, &status, 0);
    return status_of(status);
}

static int watch(pid_t program, const sigset_t *awaited)
{
    for (;;) {
        int number, status;
        sigwait(awaited, &number);
        if (number == SIGTERM)
            return end_program(program);
        if (waitpid(program, &status, WNOHANG) == program) {
            kill(-program, SIGKILL); /* what it has left behind */
            return status_of(status);
        }
    }
}

int guard_run(long parent, char *const *arguments)
{
    sigset_t awaited, before;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGTERM);
    sigprocmask(SIG_BLOCK, &awaited, &before);
    end_with_parent((pid_t)parent, SIGTERM);
    pid_t guard = getpid(), program = fork();
    if (program == 0)
        become_program(guard, &before, arguments);
    if (program < 0) {
        report_trouble("no process can be made: %s", strerror(errno));
        return GUARD_CANNOT_RUN;
    }
    setpgid(program, program); /* done on both sides: whoever comes first */
    close(STDIN_FILENO);       /* the pipes are the program's: its end is theirs */
    close(STDOUT_FILENO);
    return watch(program, &awaited);
}

#include "bots/program.h"

#include "bots/report.h"
#include "client/lib/child.h"
#include "client/lib/loop.h"
#include "common/base/memory.h"

#include <assert.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct program {
    struct loop *loop;
    const char *command; /* the caller's */
    struct program_events events;
    struct child *child;      /* NULL: it does not run, and the timer runs */
    struct loop_timer *timer; /* starts it */
    struct backoff backoff;
};

static void start_later(struct program *program)
{
    loop_timer_start(program->timer, backoff_next_ms(&program->backoff));
}

static void on_line(void *owner, const char *line, size_t len)
{
    struct program *program = owner;
    program->events.line(program->events.owner, line, len);
}

static void on_ended(void *owner, int status)
{
    struct program *program = owner;
    child_destroy(program->child);
    program->child = NULL;
    start_later(program);
    program->events.ended(program->events.owner, status);
}

static void start(void *owner)
{
    struct program *program = owner;
    assert(!program->child);
    bool has_words = strpbrk(program->command, " \t\n") != NULL;
    char parent[24];
    snprintf(parent, sizeof parent, "%ld", (long)getpid());
    const char *arguments[] = {"takeaway-bot", "--guard", parent, program->command,
                               NULL,           NULL,      NULL};
    if (has_words)
        memcpy(arguments + 3, (const char *[]){"/bin/sh", "-c", program->command},
               3 * sizeof *arguments);
    struct child_events events = {.owner = program, .line = on_line, .ended = on_ended};
    struct error error;
    if (child_start(program->loop, "takeaway-bot", arguments, &events, &program->child, &error)) {
        report_trouble("%s", error.message);
        start_later(program);
        return;
    }
    program->events.started(program->events.owner);
}

struct program *program_create(struct loop *loop, const char *command,
                               const struct program_events *events)
{
    struct program *program = memory_zeroed(1, sizeof *program);
    program->loop = loop;
    program->command = command;
    program->events = *events;
    program->timer = loop_timer_create(loop, start, program);
    loop_timer_start(program->timer, 0);
    return program;
}

void program_destroy(struct program *program)
{
    if (!program)
        return;
    child_destroy(program->child);
    loop_timer_destroy(program->timer);
    free(program);
}

bool program_is_running(const struct program *program)
{
    return program->child != NULL;
}

void program_write(struct program *program, const char *text, size_t len)
{
    if (program->child)
        child_write(program->child, text, len);
}

void program_restart(struct program *program)
{
    if (!program->child)
        return;
    child_destroy(program->child);
    program->child = NULL;
    start_later(program);
}

void program_trust(struct program *program)
{
    program->backoff = (struct backoff){0};
}

/* --- the guard --- */

enum { GRACE_MS = 1000 }; /* between asking a program to end and killing it */

/* Makes the kernel send the signal when the parent ends; sends it at once if it has ended already.
 */
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

/* The program, and the orphans that it has started: all are children of this process. */
struct family {
    pid_t program;
    bool has_ended;
    int status; /* of the program, when it has ended */
};

/* Reaps a child that has ended; false: there is none. `options` are those of waitpid(). */
static bool reap(struct family *family, int options)
{
    int status;
    pid_t ended = waitpid(-1, &status, options);
    if (ended == family->program) {
        family->has_ended = true;
        family->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
    }
    return ended > 0;
}

static void reap_all(struct family *family)
{
    while (reap(family, WNOHANG))
        continue;
}

/* Gives the program time to end in good order. */
static void ask_to_end(struct family *family)
{
    assert(family->program > 0);
    int64_t until = clock_now_ms() + GRACE_MS;
    sigset_t child_ended;
    sigemptyset(&child_ended);
    sigaddset(&child_ended, SIGCHLD);
    kill(-family->program, SIGTERM);
    for (int64_t left = GRACE_MS; left > 0 && !family->has_ended; left = until - clock_now_ms()) {
        const struct timespec wait = {.tv_sec = left / 1000, .tv_nsec = left % 1000 * 1000000};
        sigtimedwait(&child_ended, NULL, &wait);
        reap_all(family);
    }
}

/* Kills all children; false: there are none. */
static bool kill_children(void)
{
    FILE *children = fopen("/proc/thread-self/children", "r");
    long child;
    bool has_killed = false;
    while (children && fscanf(children, "%ld", &child) == 1)
        has_killed = kill((pid_t)child, SIGKILL) == 0;
    if (children)
        fclose(children);
    return has_killed;
}

/* Kills the program, then its orphans, then theirs, until none is left. */
static int end_family(struct family *family)
{
    assert(family->program > 0);
    kill(-family->program, SIGKILL);
    while (kill_children())
        reap(family, 0);
    while (!family->has_ended)
        reap(family, 0);
    return family->status;
}

static int watch(struct family *family, const sigset_t *awaited)
{
    int number = SIGCHLD;
    while (!family->has_ended && number != SIGTERM) {
        sigwait(awaited, &number);
        reap_all(family);
    }
    if (!family->has_ended)
        ask_to_end(family);
    return end_family(family);
}

int guard_run(long parent, char *const *arguments)
{
    sigset_t awaited, before;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGCHLD);
    sigaddset(&awaited, SIGTERM);
    sigprocmask(SIG_BLOCK, &awaited, &before);
    end_with_parent((pid_t)parent, SIGTERM);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    pid_t guard = getpid(), program = fork();
    if (program == 0)
        become_program(guard, &before, arguments);
    if (program < 0) {
        report_trouble("no process can be made: %s", strerror(errno));
        return GUARD_CANNOT_RUN;
    }
    setpgid(program, program); /* both sides do it, because either may come first */
    close(STDIN_FILENO);       /* only the program holds the pipes, so they end with it */
    close(STDOUT_FILENO);
    struct family family = {.program = program};
    return watch(&family, &awaited);
}

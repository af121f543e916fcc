#include "bots/program.h"

#include "bots/report.h"
#include "client/lib/chance.h"
#include "client/lib/child.h"
#include "common/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct program {
    struct loop *loop;
    const char *command; /* the caller's */
    struct program_events events;
    struct child *child;      /* NULL: it does not run, and the timer does */
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

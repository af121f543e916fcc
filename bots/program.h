/* A program in any language as a child process that reads and writes lines on its standard input
 * and output. It is started again, with back-off, whenever it ends, and never outlives this
 * process. */
#ifndef BOTS_PROGRAM_H
#define BOTS_PROGRAM_H

#include "client/lib/loop.h"

#include <stdbool.h>
#include <stddef.h>

struct program;

struct program_events {
    void *owner;
    void (*started)(void *owner);
    /* As in client/lib/child.h. */
    void (*line)(void *owner, const char *line, size_t len);
    /* It ended by itself, and will be started again. `status` as in client/lib/child.h. */
    void (*ended)(void *owner, int status);
};

/* A command without white space is the name of a program, which runs without a shell; /bin/sh runs
 * any other. It is started in the next turn of the loop. `command` is borrowed. */
struct program *program_create(struct loop *loop, const char *command,
                               const struct program_events *events);
/* Asks it to end, and kills it a second later. NULL is allowed. */
void program_destroy(struct program *program);

bool program_is_running(const struct program *program);
/* Writes to it, if it runs and reads. */
void program_write(struct program *program, const char *text, size_t len);
/* Ends a program that hangs or writes nonsense and starts it again, as if it had ended by itself,
 * but without a call of `ended`. */
void program_restart(struct program *program);
/* Resets the back-off of a program that works. */
void program_trust(struct program *program);

/* The guard is a process between the bridge and a program, so that the program never outlives the
 * bridge. It runs the program in a process group of its own. It ends the program and all processes
 * that the program has started, whatever their group or session, when the bridge sends SIGTERM,
 * when the bridge has ended in any way, and when the program has ended and left others behind. */
enum {
    GUARD_CANNOT_RUN = 126, /* its status, as a shell's: the program cannot be run */
    GUARD_NOT_FOUND = 127,  /* the program does not exist */
};

/* Runs the program until it has ended, and returns its status, or 128 + the signal. `arguments`
 * begins with the program and ends with NULL; `parent` is the bridge's process. */
int guard_run(long parent, char *const *arguments);

#endif

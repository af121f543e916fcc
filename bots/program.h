/* A program in any language as a child, in whose standard input and output lines are written and
 * read: started again, with back-off, whenever it ends, and never outliving this process. */
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
    /* It ended by itself, and is started again after a while. `status` as in client/lib/child.h. */
    void (*ended)(void *owner, int status);
};

/* A command without white space is the name of a program, and run without a shell; any other is
 * what /bin/sh is to run. It is started in the next turn of the loop. */
struct program *program_create(struct loop *loop, const char *command,
                               const struct program_events *events);
/* Asks it to end, and kills it a second later. NULL is taken. */
void program_destroy(struct program *program);

bool program_is_running(const struct program *program);
/* Writes to it, if it runs and reads. */
void program_write(struct program *program, const char *text, size_t len);
/* It hangs or talks nonsense: ends it and starts it again, as if it had ended by itself, but
 * `ended` is not called. */
void program_restart(struct program *program);
/* It does what it should: the next pause before a start is a short one again. */
void program_trust(struct program *program);

/* The guard is a process between the bridge and a program, so that the program never outlives the
 * bridge, whatever becomes of either: it runs the program in a process group of its own, and ends
 * it and all processes that it has started, whatever group or session they are in by then, when the
 * bridge asks for it with SIGTERM, when the bridge has ended in whatever way, and when the program
 * itself has ended and left others behind. */
enum {
    GUARD_CANNOT_RUN = 126, /* its status, as a shell's: the program cannot be run */
    GUARD_NOT_FOUND = 127,  /* or is not there */
};

/* Runs until the program has ended, and returns its status, or 128 + the signal. `arguments` begins
 * with the program and ends with NULL; `parent` is the bridge's process. */
int guard_run(long parent, char *const *arguments);

#endif

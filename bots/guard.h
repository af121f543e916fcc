/* A process between the bridge and a program, so that the program never outlives the bridge,
 * whatever becomes of either: it runs the program in a process group of its own, and ends it and
 * all processes that it has started, whatever group or session they are in by then, when the bridge
 * asks for it with SIGTERM, when the bridge has ended in whatever way, and when the program itself
 * has ended and left others behind. */
#ifndef BOTS_GUARD_H
#define BOTS_GUARD_H

enum {
    GUARD_CANNOT_RUN = 126, /* its status, as a shell's: the program cannot be run */
    GUARD_NOT_FOUND = 127,  /* or is not there */
};

/* Runs until the program has ended, and returns its status, or 128 + the signal. `arguments` begins
 * with the program and ends with NULL; `parent` is the bridge's process. */
int guard_run(long parent, char *const *arguments);

#endif

/* Lets a program in any language choose the moves. The bridge asks in lines of text, which
 * BRIDGE.md documents, one question at a time, the match with the least time left first.
 *
 * The bridge never loses a match by itself. It asks a question up to BRIDGE_ATTEMPTS times: it
 * answers an illegal move with the reason, starts a program that ends again, and kills a program
 * that does not answer within its limit first. After that, and shortly before the flag falls, the
 * answer is that no move could be chosen, and the asker decides what to do. */
#ifndef BOTS_BRIDGE_H
#define BOTS_BRIDGE_H

#include "bots/strategy.h"
#include "client/lib/loop.h"

enum {
    BRIDGE_ATTEMPTS = 4,
    /* The limit of an answer without a clock. With a clock it is half of the time left, and at most
     * BRIDGE_FIRST_LIMIT_MS for the first moves, which have a deadline of their own. */
    BRIDGE_LIMIT_MS = 60000,
    BRIDGE_FIRST_LIMIT_MS = 20000,
    BRIDGE_UNASKED_LINES_MAX = 100, /* lines that a program may write between two questions */
};

struct bridge;

struct bridge_events {
    void *owner;
    /* The command cannot be run at all. Nothing follows. */
    void (*failed)(void *owner, const struct error *error);
};

/* Starts the program. `command` (see program.h) is borrowed. */
struct bridge *bridge_create(struct loop *loop, const char *command,
                             const struct bridge_events *events);
/* All questions must have been answered or dropped before. NULL is allowed. */
void bridge_destroy(struct bridge *bridge);

struct chooser bridge_chooser(struct bridge *bridge);

#endif

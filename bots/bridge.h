/* Lets a program in any language choose the moves: it is asked in lines of text, which BRIDGE.md
 * documents, one question at a time, the match with the least time left first.
 *
 * No match is lost because of the bridge. A question is asked up to BRIDGE_ATTEMPTS times: an
 * illegal answer is told to the program with the reason, a program that ends is started again, and
 * one that does not answer within its limit is killed first. After that, and shortly before the
 * flag falls, the answer is that none could be chosen; what is done then is for the asker to say.
 */
#ifndef BOTS_BRIDGE_H
#define BOTS_BRIDGE_H

#include "bots/strategy.h"
#include "client/lib/loop.h"

enum {
    BRIDGE_ATTEMPTS = 4,
    /* Of an answer without a clock; with one it is half of the time left, but of the first moves,
     * which have a deadline of their own, BRIDGE_FIRST_LIMIT_MS at most. */
    BRIDGE_LIMIT_MS = 60000,
    BRIDGE_FIRST_LIMIT_MS = 20000,
    BRIDGE_UNASKED_LINES_MAX = 100, /* that a program may write between two questions */
};

struct bridge;

struct bridge_events {
    void *owner;
    /* The command cannot be run at all. Nothing follows. */
    void (*failed)(void *owner, const struct error *error);
};

/* Starts the program. `command` (see program.h) stays the caller's. */
struct bridge *bridge_create(struct loop *loop, const char *command,
                             const struct bridge_events *events);
/* After all questions have been answered or dropped. NULL is taken. */
void bridge_destroy(struct bridge *bridge);

struct chooser bridge_chooser(struct bridge *bridge);

#endif

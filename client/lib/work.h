/* Something that takes long, done on a thread beside the loop's, which goes on meanwhile. */
#ifndef CLIENT_LIB_WORK_H
#define CLIENT_LIB_WORK_H

#include "client/lib/loop.h"

#include <stdbool.h>

/* How many are done at a time; further ones wait. Looking up a host's name waits with them: whoever
 * starts work that takes seconds leaves a thread free. */
enum { WORK_THREADS = 4 };

struct work;

struct work_steps {
    void *owner;
    /* On a thread of the pool. What it touches nobody else does until `finish`. */
    void (*run)(void *owner);
    /* On the loop, exactly once, and never from inside work_start() or work_cancel(); the work is
     * gone when it returns. `has_run` is false when it was cancelled before it began. */
    void (*finish)(void *owner, bool has_run);
};

struct work *work_start(struct loop *loop, const struct work_steps *steps);
/* Nobody waits for it any more: it does not begin when it has not begun, else goes on to its end.
 * Either way `finish` follows, at the latest in loop_destroy(), which waits for it. To be called
 * once at most, before `finish`. */
void work_cancel(struct work *work);

/* Would loop_destroy() have to wait for work? A program that is told to end may rather leave that
 * to the system, with _exit(), after loop_settle(). */
bool work_is_under_way(const struct loop *loop);

#endif

/* Long work on a thread of a pool, while the loop goes on. */
#ifndef CLIENT_LIB_WORK_H
#define CLIENT_LIB_WORK_H

#include "client/lib/loop.h"

#include <stdbool.h>

/* How many pieces of work run at a time; further ones wait, and so do look-ups of host names. Work
 * that takes seconds must leave a thread free. */
enum { WORK_THREADS = 4 };

struct work;

struct work_steps {
    void *owner;
    /* On a thread of the pool. Nothing else may touch its data until `finish`. */
    void (*run)(void *owner);
    /* On the loop, exactly once, and never from inside work_start() or work_cancel(); the work is
     * gone when it returns. `has_run` is false when it was cancelled before it began. */
    void (*finish)(void *owner, bool has_run);
};

struct work *work_start(struct loop *loop, const struct work_steps *steps);
/* Work that has not begun never runs; any other goes on to its end. Either way `finish` follows, at
 * the latest in loop_destroy(), which waits for it. To be called at most once, before `finish`. */
void work_cancel(struct work *work);

/* Would loop_destroy() have to wait for work? A program that is told to end may rather call
 * _exit(), after loop_settle(). */
bool work_is_under_way(const struct loop *loop);

#endif

/* The solvers of a program with a loop: one for each game, kept so that its tables serve again. A
 * question may take seconds, so it is answered on a thread beside the loop. A solver answers one
 * question after the other. */
#ifndef CLIENT_STUDY_SOLVERS_H
#define CLIENT_STUDY_SOLVERS_H

#include "client/lib/loop.h"
#include "common/solver/solver.h"

#include <stdbool.h>

/* How many solvers think at a time; a thread is left for what else takes long. */
enum { SOLVERS_BUSY_MAX = 3 };

struct solvers;
struct solvers_job;

struct solvers_task {
    void *owner;
    /* Is it answered so soon that it may be done on the loop? NULL: no. */
    bool (*is_quick)(void *owner, const struct solver *solver);
    /* With the solver of its rules; on a thread unless it is quick. */
    void (*run)(void *owner, struct solver *solver);
    /* On the loop, exactly once, also of a job that was dropped: nothing touches `owner` after it.
     */
    void (*finish)(void *owner);
};

struct solvers *solvers_create(struct loop *loop);
/* Every job has finished or was dropped before. Those that still run go on to their end, which
 * loop_destroy() waits for. NULL is taken. */
void solvers_destroy(struct solvers *solvers);

/* NULL: it was quick, and has finished already. */
struct solvers_job *solvers_start(struct solvers *solvers, const struct rules *rules,
                                  const struct solvers_task *task);
/* Nobody waits for it any more. What has not begun never does, and finishes before this returns;
 * else it finishes when it has run. To be called once at most, before `finish`. */
void solvers_drop(struct solvers_job *job);

#endif

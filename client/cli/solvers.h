/* The solvers of a program with a loop: one for each game, kept so that its tables can be used
 * again. A question may take seconds, so a thread answers it. Each solver answers one question at a
 * time. */
#ifndef CLIENT_SOLVERS_H
#define CLIENT_SOLVERS_H

#include "client/lib/loop.h"
#include "common/solver/solver.h"
#include "common/words/why.h"

#include <stdbool.h>

/* Solvers that work at the same time; one thread of the pool stays free for other long jobs. */
enum { SOLVERS_BUSY_MAX = 3 };

struct solvers;
struct solvers_job;

struct solvers_task {
    void *owner;
    /* May the loop wait for this answer, since it is quick? NULL: no. */
    bool (*is_quick)(void *owner, const struct solver *solver);
    /* Called with the solver of the rules; on a thread unless the task is quick. */
    void (*run)(void *owner, struct solver *solver);
    /* Called on the loop, exactly once, also for a dropped job: the last use of `owner`. */
    void (*finish)(void *owner);
};

struct solvers *solvers_create(struct loop *loop);
/* Every job must have finished or been dropped. Running jobs go on to their end; loop_destroy()
 * waits for them. NULL is allowed. */
void solvers_destroy(struct solvers *solvers);

/* Returns NULL if the task was quick; it has finished already. */
struct solvers_job *solvers_start(struct solvers *solvers, const struct rules *rules,
                                  const struct solvers_task *task);
/* Drops a job. A job that has not begun never runs, and finishes before this returns; any other
 * finishes when it has run. To be called at most once, before `finish`. */
void solvers_drop(struct solvers_job *job);

/* --- a question: the solution of a position, and why --- */

struct why;

/* `text` holds the lines of solver_explain(). Both arguments are valid during the call. */
typedef void why_answered(void *owner, const struct solution *solution, const char *text);

/* Rules and position are copied. `answered` is called once, unless the question is dropped: for a
 * quick question before this function returns NULL, for any other when the solver has found the
 * answer. */
struct why *why_ask(struct solvers *solvers, const struct rules *rules,
                    const struct position *position, why_answered *answered, void *owner);
/* Drops the question. To be called before the answer; NULL is allowed. */
void why_drop(struct why *why);

#endif

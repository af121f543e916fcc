/* The solvers of a program with a loop: one for each game, kept so that its tables can be used
 * again. A question may take seconds, so a thread beside the loop answers it. A solver answers one
 * question after the other. */
#ifndef CLIENT_SOLVERS_H
#define CLIENT_SOLVERS_H

#include "client/lib/loop.h"
#include "common/solver/solver.h"
#include "common/words/why.h"

#include <stdbool.h>

/* How many solvers think at a time; one thread of the pool stays free for other long work. */
enum { SOLVERS_BUSY_MAX = 3 };

struct solvers;
struct solvers_job;

struct solvers_task {
    void *owner;
    /* Is the answer so quick that the loop may wait for it? NULL: no. */
    bool (*is_quick)(void *owner, const struct solver *solver);
    /* With the solver of its rules; on a thread unless it is quick. */
    void (*run)(void *owner, struct solver *solver);
    /* On the loop, exactly once, also of a job that was dropped: nothing touches `owner` after it.
     */
    void (*finish)(void *owner);
};

struct solvers *solvers_create(struct loop *loop);
/* Every job must have finished or been dropped. Jobs that still run go on to their end;
 * loop_destroy() waits for them. NULL is taken. */
void solvers_destroy(struct solvers *solvers);

/* NULL: it was quick, and has finished already. */
struct solvers_job *solvers_start(struct solvers *solvers, const struct rules *rules,
                                  const struct solvers_task *task);
/* The answer is no longer wanted. A job that has not begun never runs, and finishes before this
 * returns; any other finishes when it has run. To be called at most once, before `finish`. */
void solvers_drop(struct solvers_job *job);

/* --- a question: the solution of a position, and why --- */

struct why;

/* `text` are the lines of solver_explain(). Both live during the call. */
typedef void why_answered(void *owner, const struct solution *solution, const char *text);

/* Rules and position are copied. Answered once, unless it is dropped: a quick question before this
 * returns, and NULL is returned then; any other when the solver has found the answer. */
struct why *why_ask(struct solvers *solvers, const struct rules *rules,
                    const struct position *position, why_answered *answered, void *owner);
/* The answer is no longer wanted. To be called before the answer; NULL is taken. */
void why_drop(struct why *why);

#endif

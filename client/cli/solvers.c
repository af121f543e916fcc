#include "client/cli/solvers.h"

#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "common/solver/solver_shelf.h"

#include <assert.h>
#include <stdlib.h>
#include <utlist.h>

/* A position with more moves may need long for all winning ones. */
enum { QUICK_MOVES_MAX = 1000 };

struct solvers_job {
    struct solvers *solvers;
    struct rules rules;
    struct solvers_task task;
    struct solver *solver; /* set, with `work`, while the job runs; NULL: it waits */
    struct work *work;
    struct solvers_job *next; /* in the queue */
};

struct solvers {
    struct loop *loop;
    struct solver_shelf *shelf;
    struct solvers_job *waiting; /* queue of waiting jobs, the oldest first */
    int busy;
    bool is_destroyed; /* freed with the last running job */
};

_Static_assert((int)SOLVERS_BUSY_MAX < (int)WORK_THREADS, "a thread is left for others");

struct solvers *solvers_create(struct loop *loop)
{
    struct solvers *solvers = memory_zeroed(1, sizeof *solvers);
    solvers->loop = loop;
    solvers->shelf = solver_shelf_create(SOLVER_SHELF_MEMORY_MAX);
    return solvers;
}

static void free_unless_busy(struct solvers *solvers)
{
    assert(solvers->is_destroyed && !solvers->waiting);
    if (solvers->busy > 0)
        return;
    solver_shelf_destroy(solvers->shelf);
    free(solvers);
}

void solvers_destroy(struct solvers *solvers)
{
    if (!solvers)
        return;
    assert(!solvers->waiting);
    solvers->is_destroyed = true;
    free_unless_busy(solvers);
}

static void run(void *owner)
{
    struct solvers_job *job = owner;
    job->task.run(job->task.owner, job->solver);
}

static void begin_those_that_can(struct solvers *solvers);

/* Starts the next job before it calls `finish`, which may start more. */
static void finish(void *owner, bool has_run)
{
    (void)has_run; /* false only for a dropped job */
    struct solvers_job *job = owner;
    struct solvers *solvers = job->solvers;
    struct solvers_task task = job->task;
    solver_shelf_give_back(solvers->shelf, job->solver);
    free(job);
    assert(solvers->busy > 0);
    solvers->busy--;
    if (solvers->is_destroyed)
        free_unless_busy(solvers);
    else
        begin_those_that_can(solvers);
    task.finish(task.owner);
}

static void begin_those_that_can(struct solvers *solvers)
{
    struct solvers_job *job, *next;
    LL_FOREACH_SAFE (solvers->waiting, job, next) {
        if (solvers->busy == SOLVERS_BUSY_MAX)
            return;
        struct solver *solver = solver_shelf_take(solvers->shelf, &job->rules);
        if (!solver)
            continue;
        LL_DELETE(solvers->waiting, job);
        assert(!job->solver && solvers->busy < SOLVERS_BUSY_MAX);
        job->solver = solver;
        solvers->busy++;
        struct work_steps steps = {.owner = job, .run = run, .finish = finish};
        job->work = work_start(solvers->loop, &steps);
    }
}

/* False: the solver is busy, or the task would take too long. */
static bool run_if_quick(struct solvers *solvers, const struct rules *rules,
                         const struct solvers_task *task)
{
    if (!task->is_quick)
        return false;
    struct solver *solver = solver_shelf_take(solvers->shelf, rules);
    if (!solver)
        return false;
    bool is_quick = task->is_quick(task->owner, solver);
    if (is_quick)
        task->run(task->owner, solver);
    solver_shelf_give_back(solvers->shelf, solver);
    return is_quick;
}

struct solvers_job *solvers_start(struct solvers *solvers, const struct rules *rules,
                                  const struct solvers_task *task)
{
    if (run_if_quick(solvers, rules, task)) {
        task->finish(task->owner);
        return NULL;
    }
    struct solvers_job *job = memory_zeroed(1, sizeof *job);
    *job = (struct solvers_job){.solvers = solvers, .rules = *rules, .task = *task};
    LL_APPEND(solvers->waiting, job);
    begin_those_that_can(solvers);
    return job;
}

void solvers_drop(struct solvers_job *job)
{
    if (job->solver) {
        work_cancel(job->work);
        return;
    }
    struct solvers_task task = job->task;
    LL_DELETE(job->solvers->waiting, job);
    free(job);
    task.finish(task.owner);
}

/* --- why --- */

struct why {
    struct solvers_job *job;
    struct position position;
    why_answered *answered; /* NULL: dropped */
    void *owner;
    struct solution solution;
    struct text text;
};

static bool is_quick(void *owner, const struct solver *solver)
{
    const struct why *why = owner;
    return move_count(solver_rules(solver), &why->position) <= QUICK_MOVES_MAX &&
           solver_is_quick(solver, &why->position);
}

static void find_why(void *owner, struct solver *solver)
{
    struct why *why = owner;
    solution_find(solver, &why->position, &why->solution);
    solver_explain(solver, &why->position, &why->text);
}

static void finish_why(void *owner)
{
    struct why *why = owner;
    if (why->answered)
        why->answered(why->owner, &why->solution, text_string(&why->text));
    position_finish(&why->position);
    text_finish(&why->text);
    free(why);
}

struct why *why_ask(struct solvers *solvers, const struct rules *rules,
                    const struct position *position, why_answered *answered, void *owner)
{
    assert(answered);
    struct why *why = memory_zeroed(1, sizeof *why);
    why->answered = answered;
    why->owner = owner;
    position_copy(&why->position, position);
    struct solvers_task task = {
        .owner = why, .is_quick = is_quick, .run = find_why, .finish = finish_why};
    struct solvers_job *job = solvers_start(solvers, rules, &task);
    if (!job)
        return NULL;
    why->job = job;
    return why;
}

void why_drop(struct why *why)
{
    if (!why)
        return;
    assert(why->answered && why->job);
    why->answered = NULL;
    solvers_drop(why->job);
}

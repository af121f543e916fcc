#include "client/lib/loop.h"

#include "client/lib/child.h"
#include "tests/suite.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <sys/wait.h>

SUITE(client_work, 20);

struct job {
    struct loop *loop;
    struct work *work;
    sem_t begun, may_end;
    bool waits;
    bool is_needed;
    atomic_int runs;
    int finishes;
    bool was_run;
    bool stops_loop;
};

static void run(void *owner)
{
    struct job *job = owner;
    job->runs++;
    if (job->waits) {
        sem_post(&job->begun);
        sem_wait(&job->may_end);
    }
}

static void finish(void *owner, bool has_run)
{
    struct job *job = owner;
    job->finishes++;
    job->was_run = has_run;
    if (job->stops_loop)
        loop_stop(job->loop, 7);
}

static void start(struct job *job, struct loop *loop)
{
    struct work_steps steps = {
        .owner = job, .run = run, .finish = finish, .is_needed = job->is_needed};
    job->loop = loop;
    sem_init(&job->begun, 0, 0);
    sem_init(&job->may_end, 0, 0);
    job->work = work_start(loop, &steps);
}

Test(client_work, runs_beside_the_loop_and_finishes_on_it)
{
    struct loop *loop = loop_create();
    struct job job = {.stops_loop = true};
    start(&job, loop);
    cr_assert_eq(job.finishes, 0);
    cr_assert_eq(loop_run(loop), 7);
    cr_assert_eq(job.runs, 1);
    cr_assert_eq(job.finishes, 1);
    cr_assert(job.was_run);
    cr_assert_not(work_is_under_way(loop));
    loop_destroy(loop);
}

static void let_end(void *owner)
{
    struct job *job = owner;
    sem_post(&job->may_end);
}

Test(client_work, does_not_hold_up_the_loop)
{
    struct loop *loop = loop_create();
    struct job job = {.waits = true, .stops_loop = true};
    start(&job, loop);
    sem_wait(&job.begun);
    struct loop_timer *timer = loop_timer_create(loop, let_end, &job);
    loop_timer_start(timer, 0);
    cr_assert_eq(loop_run(loop), 7);
    loop_timer_destroy(timer);
    loop_destroy(loop);
}

Test(client_work, under_way_goes_on_to_its_end_when_it_is_cancelled)
{
    struct loop *loop = loop_create();
    struct job job = {.waits = true};
    start(&job, loop);
    sem_wait(&job.begun);
    work_cancel(job.work);
    cr_assert_eq(job.finishes, 0);
    cr_assert(work_is_under_way(loop));
    sem_post(&job.may_end);
    loop_destroy(loop);
    cr_assert_eq(job.finishes, 1);
    cr_assert(job.was_run);
}

Test(client_work, never_begins_when_it_is_cancelled_before)
{
    struct loop *loop = loop_create();
    struct job busy[WORK_THREADS] = {0}, late = {0};
    for (int i = 0; i < WORK_THREADS; i++) {
        busy[i].waits = true;
        start(&busy[i], loop);
    }
    for (int i = 0; i < WORK_THREADS; i++)
        sem_wait(&busy[i].begun);
    start(&late, loop);
    work_cancel(late.work);
    for (int i = 0; i < WORK_THREADS; i++) {
        work_cancel(busy[i].work);
        sem_post(&busy[i].may_end);
    }
    loop_destroy(loop);
    cr_assert_eq(late.runs, 0);
    cr_assert_eq(late.finishes, 1);
    cr_assert_not(late.was_run);
}

static void says(void *owner, const char *line, size_t len)
{
    (void)owner;
    (void)line;
    (void)len;
}

static void ends(void *owner, int status)
{
    (void)owner;
    (void)status;
}

/* A program that ends when its standard input does. */
static struct child *start_child(struct loop *loop)
{
    const char *arguments[] = {"cat", NULL};
    struct child_events events = {.line = says, .ended = ends};
    struct child *child = NULL;
    struct error error;
    cr_assert_eq(child_start(loop, arguments[0], arguments, &events, &child, &error), ERROR_NONE);
    return child;
}

Test(client_work, is_not_waited_for_by_a_loop_that_settles_while_a_child_is)
{
    struct loop *loop = loop_create();
    struct job job = {.waits = true};
    start(&job, loop);
    sem_wait(&job.begun);
    child_destroy(start_child(loop));
    work_cancel(job.work);
    loop_settle(loop);
    cr_assert_eq(waitpid(-1, NULL, WNOHANG), -1);
    cr_assert_eq(errno, ECHILD, "the child has not ended");
    cr_assert_eq(job.finishes, 0);
    cr_assert(work_is_under_way(loop));
    sem_post(&job.may_end);
    loop_destroy(loop);
    cr_assert_eq(job.finishes, 1);
}

/* The needed work waits in the queue behind other work, which ends while the loop settles. */
Test(client_work, that_is_needed_is_done_before_a_loop_has_settled)
{
    struct loop *loop = loop_create();
    struct job busy[WORK_THREADS] = {0}, needed = {.is_needed = true};
    for (int i = 0; i < WORK_THREADS; i++) {
        busy[i].waits = true;
        start(&busy[i], loop);
        sem_wait(&busy[i].begun);
    }
    start(&needed, loop);
    for (int i = 0; i < WORK_THREADS; i++)
        work_cancel(busy[i].work);
    sem_post(&busy[0].may_end);
    loop_settle(loop);
    cr_assert_eq(needed.finishes, 1);
    cr_assert(needed.was_run);
    cr_assert(work_is_under_way(loop), "the other work is");
    for (int i = 1; i < WORK_THREADS; i++)
        sem_post(&busy[i].may_end);
    loop_destroy(loop);
}

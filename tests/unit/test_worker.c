/* A thread with a queue: the order, the close, the stop, and jobs that a test holds for as long as
 * it wants. */
#include "server/service/worker.h"
#include "tests/suite.h"

SUITE(worker, 60);

enum { JOBS = 3 };

/* A job that runs until the test lets it. */
struct held {
    struct worker_job job;
    uv_sem_t begun, go;
    uv_thread_t thread; /* that ran it */
    int order;          /* which one came back, from 1; 0: none yet */
    bool has_run;
};

static uv_loop_t loop;
static struct worker *worker;
static struct held jobs[JOBS];
static int done_count;

static void run_held(void *owner)
{
    struct held *held = owner;
    held->thread = uv_thread_self();
    uv_sem_post(&held->begun);
    uv_sem_wait(&held->go);
}

static void on_done(void *owner, bool has_run)
{
    struct held *held = owner;
    held->order = ++done_count;
    held->has_run = has_run;
}

static void init(void)
{
    done_count = 0;
    cr_assert_eq(uv_loop_init(&loop), 0);
    worker = worker_create(&loop, WORKER_NORMAL);
    for (int i = 0; i < JOBS; i++) {
        jobs[i] = (struct held){.job = {.run = run_held, .done = on_done, .owner = &jobs[i]}};
        cr_assert_eq(uv_sem_init(&jobs[i].begun, 0), 0);
        cr_assert_eq(uv_sem_init(&jobs[i].go, 0), 0);
    }
}

static void finish(void)
{
    worker_stop(worker);
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert_eq(uv_loop_close(&loop), 0);
    worker_destroy(worker);
    for (int i = 0; i < JOBS; i++) {
        uv_sem_destroy(&jobs[i].begun);
        uv_sem_destroy(&jobs[i].go);
    }
}

#define WORKER_TEST(name) Test(worker, name, .init = init, .fini = finish)

static void add_all(void)
{
    for (int i = 0; i < JOBS; i++)
        worker_add(worker, &jobs[i].job);
}

static void let_all_go(void)
{
    for (int i = 0; i < JOBS; i++)
        uv_sem_post(&jobs[i].go);
}

WORKER_TEST(jobs_run_one_after_another_on_one_thread_and_keep_the_loop_alive)
{
    add_all();
    uv_sem_wait(&jobs[0].begun);
    cr_assert_neq(uv_sem_trywait(&jobs[1].begun), 0, "one at a time");
    let_all_go();
    uv_run(&loop, UV_RUN_DEFAULT);
    uv_thread_t own = uv_thread_self();
    cr_assert_not(uv_thread_equal(&jobs[0].thread, &own));
    for (int i = 0; i < JOBS; i++) {
        cr_assert_eq(jobs[i].order, i + 1);
        cr_assert(jobs[i].has_run);
        cr_assert(uv_thread_equal(&jobs[i].thread, &jobs[0].thread));
    }
}

WORKER_TEST(a_worker_does_not_wait_for_another)
{
    struct worker *other = worker_create(&loop, WORKER_LOW);
    worker_add(worker, &jobs[0].job);
    uv_sem_wait(&jobs[0].begun);
    worker_add(other, &jobs[1].job);
    uv_sem_post(&jobs[1].go);
    while (!jobs[1].order)
        uv_run(&loop, UV_RUN_ONCE);
    cr_assert_eq(jobs[0].order, 0);
    uv_sem_post(&jobs[0].go);
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert_eq(jobs[0].order, 2);
    worker_stop(other);
    uv_run(&loop, UV_RUN_DEFAULT);
    worker_destroy(other);
}

WORKER_TEST(after_the_close_only_the_job_under_way_runs)
{
    worker_add(worker, &jobs[0].job);
    worker_add(worker, &jobs[1].job);
    uv_sem_wait(&jobs[0].begun);
    worker_close(worker);
    worker_add(worker, &jobs[2].job);
    uv_sem_post(&jobs[0].go);
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert(jobs[0].has_run);
    for (int i = 1; i < JOBS; i++) {
        cr_assert_eq(jobs[i].order, i + 1, "it comes back");
        cr_assert_not(jobs[i].has_run);
    }
}

static void let_first_go(void *unused)
{
    (void)unused;
    uv_sem_post(&jobs[0].go);
}

WORKER_TEST(the_stop_waits_for_the_job_under_way_and_hands_all_jobs_back)
{
    uv_thread_t helper;
    add_all();
    uv_sem_wait(&jobs[0].begun);
    worker_close(worker); /* The helper may let the first job go before the worker is stopped. */
    cr_assert_eq(uv_thread_create(&helper, let_first_go, NULL), 0);
    worker_stop(worker);
    uv_thread_join(&helper);
    cr_assert(jobs[0].has_run);
    for (int i = 0; i < JOBS; i++)
        cr_assert_eq(jobs[i].order, i + 1, "without the loop");
    cr_assert_not(jobs[1].has_run);
    worker_stop(worker);
}

static void add_again(void *owner, bool has_run)
{
    struct held *held = owner;
    on_done(owner, has_run);
    if (held->order == 1)
        worker_add(worker, &held->job);
}

WORKER_TEST(a_job_may_be_added_again_when_it_is_done)
{
    jobs[0].job.done = add_again;
    worker_add(worker, &jobs[0].job);
    uv_sem_post(&jobs[0].go);
    uv_sem_post(&jobs[0].go);
    uv_run(&loop, UV_RUN_DEFAULT);
    cr_assert_eq(jobs[0].order, 2);
}

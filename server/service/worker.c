#include "server/service/worker.h"

#include "common/base/memory.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utlist.h>

/* Lower than the loop's, but not the lowest: a thread that waits for a processor during an
 * allocation blocks the allocations of all other threads. */
enum { LOW_PRIORITY = 5 };

struct worker {
    uv_async_t word; /* a job has come back */
    uv_thread_t thread;
    enum worker_priority priority;
    size_t count; /* of jobs that were added and are not done; used by the loop alone */
    bool is_stopped;

    uv_mutex_t mutex; /* guards the members below */
    uv_cond_t changed;
    struct worker_job *queued, *back;
    bool is_closed, is_ending;
};

/* --- on the worker's thread --- */

/* NULL: the worker is stopped, and no job is left. */
static struct worker_job *take_job(struct worker *worker)
{
    uv_mutex_lock(&worker->mutex);
    while (!worker->queued && !worker->is_ending)
        uv_cond_wait(&worker->changed, &worker->mutex);
    struct worker_job *job = worker->queued;
    if (job) {
        DL_DELETE(worker->queued, job);
        job->has_run = !worker->is_closed;
    }
    uv_mutex_unlock(&worker->mutex);
    return job;
}

static void run_worker(void *argument)
{
    struct worker *worker = argument;
    struct worker_job *job;
    /* In Linux each thread has its own priority. The thread works even if it cannot be lowered. */
    if (worker->priority == WORKER_LOW)
        (void)setpriority(PRIO_PROCESS, (id_t)gettid(), LOW_PRIORITY);
    while ((job = take_job(worker))) {
        if (job->has_run)
            job->run(job->owner);
        uv_mutex_lock(&worker->mutex);
        DL_APPEND(worker->back, job);
        uv_mutex_unlock(&worker->mutex);
        /* worker_stop() closes the handle after this thread has ended. Do not call uv_is_closing()
         * here: it reads flags that worker_add() changes. */
        uv_async_send(&worker->word);
    }
}

/* --- on the loop --- */

static void return_jobs(struct worker *worker)
{
    for (;;) {
        uv_mutex_lock(&worker->mutex);
        struct worker_job *job = worker->back;
        if (job)
            DL_DELETE(worker->back, job);
        uv_mutex_unlock(&worker->mutex);
        if (!job)
            return;
        assert(worker->count > 0);
        if (--worker->count == 0)
            uv_unref((uv_handle_t *)&worker->word);
        job->done(job->owner, job->has_run);
    }
}

static void on_worker_word(uv_async_t *word)
{
    return_jobs(word->data);
}

static void must_create(int status, const char *what)
{
    if (status == 0)
        return;
    fprintf(stderr, "no %s: %s\n", what,
            uv_strerror(status)); /* as grave and as rare as running out of memory */
    abort();
}

struct worker *worker_create(uv_loop_t *loop, enum worker_priority priority)
{
    struct worker *worker = memory_zeroed(1, sizeof *worker);
    worker->priority = priority;
    must_create(uv_async_init(loop, &worker->word, on_worker_word), "handle for a thread");
    worker->word.data = worker;
    uv_unref((uv_handle_t *)&worker->word);
    must_create(uv_mutex_init(&worker->mutex), "mutex");
    must_create(uv_cond_init(&worker->changed), "condition");
    /* Only the loop handles signals. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int status = uv_thread_create(&worker->thread, run_worker, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    must_create(status, "thread");
    return worker;
}

/* A new job goes after all jobs with the same number. */
static int compare_numbers(const struct worker_job *queued, const struct worker_job *added)
{
    return queued->number > added->number ? 1 : -1;
}

void worker_add(struct worker *worker, struct worker_job *job)
{
    assert(!worker->is_stopped);
    if (worker->count++ == 0)
        uv_ref((uv_handle_t *)&worker->word);
    uv_mutex_lock(&worker->mutex);
    DL_INSERT_INORDER(worker->queued, job, compare_numbers);
    uv_cond_signal(&worker->changed);
    uv_mutex_unlock(&worker->mutex);
}

void worker_close(struct worker *worker)
{
    uv_mutex_lock(&worker->mutex);
    worker->is_closed = true;
    uv_mutex_unlock(&worker->mutex);
}

void worker_stop(struct worker *worker)
{
    if (worker->is_stopped)
        return;
    uv_mutex_lock(&worker->mutex);
    worker->is_closed = worker->is_ending = true;
    uv_cond_signal(&worker->changed);
    uv_mutex_unlock(&worker->mutex);
    uv_thread_join(&worker->thread);
    worker->is_stopped = true;
    return_jobs(worker);
    assert(worker->count == 0 && !worker->queued && !worker->back);
    uv_close((uv_handle_t *)&worker->word, NULL);
}

void worker_destroy(struct worker *worker)
{
    assert(worker->is_stopped);
    uv_cond_destroy(&worker->changed);
    uv_mutex_destroy(&worker->mutex);
    free(worker);
}

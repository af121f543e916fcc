/* A thread with a queue of jobs, which it runs one after another: the job with the smallest number
 * first, and jobs with the same number in the order of their adding.
 *
 * The server's threads are these. Each but the loop may be busy for seconds without delaying the
 * others. libuv's pool is not used: four long jobs would block everything else in it.
 *
 *     loop              connections and the hall: waits for no disk and no long computation
 *     store             commits batches: server/store/writer.c
 *     analysis          talks to the processes of the solver: server/analysis
 *     four look-ups     one thread and one database reader for each lane: look_up.h
 *     backup            copies the database
 *     passwords         argon2id, 7 MiB for the one under way, at a lower priority; a gateway has
 *                       this thread and the loop alone
 *
 * All of them end before the loop's handles are closed: service_close(). */
#ifndef SERVER_SERVICE_WORKER_H
#define SERVER_SERVICE_WORKER_H

#include <stdbool.h>
#include <uv.h>

struct worker;

/* Part of its owner's memory, which has to stay valid until `done` is called. */
struct worker_job {
    void (*run)(void *owner); /* on the worker's thread */
    /* Called on the loop, never from within worker_add(); exactly once for each worker_add(). The
     * job may be added again from here. `has_run` is false when the worker was closed before the
     * job's turn. */
    void (*done)(void *owner, bool has_run);
    void *owner;
    uint64_t number; /* its place in the queue */
    /* Private to the worker: */
    bool has_run;
    struct worker_job *prev, *next;
};

enum worker_priority {
    WORKER_NORMAL,
    WORKER_LOW, /* below the loop */
};

/* Starts the thread; aborts the program if that fails. The worker keeps the loop alive while it has
 * jobs. */
struct worker *worker_create(uv_loop_t *loop, enum worker_priority priority);
/* Queues the job. Do not call this after worker_stop(). */
void worker_add(struct worker *worker, struct worker_job *job);
/* From now on no job begins: all queued and later jobs come back without having run. Idempotent. */
void worker_close(struct worker *worker);
/* Closes the worker, waits for the job under way, calls `done` for all jobs, and closes the
 * worker's handle. Idempotent. */
void worker_stop(struct worker *worker);
/* Call after worker_stop(), when the loop has closed the handle. */
void worker_destroy(struct worker *worker);

#endif

/* A thread of its own with a queue of jobs, which it runs one after another: that with the smallest
 * number first, and those with one number in the order in which they were added.
 *
 * The server's threads. Each but the loop may be busy for seconds, and none of the others waits for
 * it; libuv's pool, in which four long jobs would keep everything else waiting, is not used.
 *
 *     loop              connections and the hall: waits for no disk and no long computation
 *     store             commits batches: server/store/writer.c
 *     analysis          talks to the processes of the solver: server/analysis
 *     four look-ups     one thread and one database reader for each lane: look_up.h
 *     backup            copies the database
 *     passwords         argon2id, 7 MiB for the one under way, at a lower priority
 *
 * All of them have ended before the loop's handles are closed: service_close(). */
#ifndef SERVER_SERVICE_WORKER_H
#define SERVER_SERVICE_WORKER_H

#include <stdbool.h>
#include <uv.h>

struct worker;

/* Part of its owner's memory, which has to last until `done` is called. */
struct worker_job {
    void (*run)(void *owner); /* on the worker's thread */
    /* On the loop, never from within worker_add(); exactly once for each worker_add(). The job may
     * be added again from here. `has_run` is false when the worker was closed before it came to
     * this job. */
    void (*done)(void *owner, bool has_run);
    void *owner;
    uint64_t number; /* of its place in the queue */
    /* The worker's: */
    bool has_run;
    struct worker_job *prev, *next;
};

enum worker_priority {
    WORKER_NORMAL,
    WORKER_LOW, /* gives way to the loop */
};

/* Starts the thread; ends the program when the system has none. The worker keeps the loop alive
 * while a job is not done. */
struct worker *worker_create(uv_loop_t *loop, enum worker_priority priority);
/* Queues the job. Not after worker_stop(). */
void worker_add(struct worker *worker, struct worker_job *job);
/* From now on no job begins: those that are queued, or will be, come back without having run.
 * Idempotent. */
void worker_close(struct worker *worker);
/* Closes the worker, waits for the job under way, calls `done` for all jobs, and closes the
 * worker's handle. Idempotent. */
void worker_stop(struct worker *worker);
/* After worker_stop(), and when the loop has closed the handle. */
void worker_destroy(struct worker *worker);

#endif

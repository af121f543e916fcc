#include "server/service/passwords.h"

#include "common/base/memory.h"
#include "server/service/worker.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
    /* The delays of jobs in ms: see passwords.h. */
    LOGIN_WAITS = 500,
    OTHERS_WAIT = 1000, /* registrations and changes */
    FAILURE_WAITS = 500,
    NEIGHBOUR_WAITS = 250,
    ADDRESS_PART = 8, /* of `count_max`, for registrations and changes of one address */
};

struct passwords {
    uv_loop_t *loop;
    struct worker *worker;
    struct password_job *jobs;
    size_t count_max;
    password_derive *derive;
    void *derive_owner;
    bool is_closed;
};

struct secret {
    char bytes[PASSWORD_BYTES_MAX];
    size_t len;
    bool is_given;
};

/*
 *     created --(has no gateway)---------------------------> at the worker --> done
 *        '------(has one)--> waits --> at the gateway --> done      ^
 *                              '-------------'----(gone, closed)----'
 *
 * A gateway's job that cannot go on passes the worker, which does nothing for it, so that `done` is
 * never called from within password_job_start().
 */
enum job_state {
    JOB_CREATED,
    JOB_WAITS,
    JOB_AT_GATEWAY,
    JOB_AT_WORKER,
};

struct password_job {
    struct passwords *passwords;
    struct password_job *prev, *next; /* in the list of all jobs */
    enum job_state state;
    uint32_t gateway;
    uint64_t session;
    uint32_t request;
    uint64_t address;
    bool has_worked;
    uint64_t waits_ms; /* see passwords.h */
    struct worker_job work;
    struct secret verify, hash;
    struct password_hash stored; /* only the costs and a salt, if `has_stored` is false */
    struct password_hash made;
    bool has_stored;
    bool is_verified; /* or there is nothing to verify */
    enum password_outcome outcome;
    uint64_t begun_ns, took_us;
    password_done *done;
    void *owner;
};

struct passwords *passwords_create(uv_loop_t *loop, size_t count_max, password_derive *derive,
                                   void *owner)
{
    struct passwords *passwords = memory_zeroed(1, sizeof *passwords);
    passwords->loop = loop;
    passwords->worker = worker_create(loop, WORKER_LOW);
    passwords->count_max = count_max;
    passwords->derive = derive;
    passwords->derive_owner = owner;
    return passwords;
}

void passwords_destroy(struct passwords *passwords)
{
    assert(!passwords->jobs);
    worker_destroy(passwords->worker);
    free(passwords);
}

static void add_to_worker(struct password_job *job)
{
    job->state = JOB_AT_WORKER;
    worker_add(job->passwords->worker, &job->work);
}

void passwords_close(struct passwords *passwords)
{
    struct password_job *job;
    worker_close(passwords->worker);
    passwords->is_closed = true;
    DL_FOREACH (passwords->jobs, job)
        if (job->state == JOB_WAITS)
            add_to_worker(job);
}

void passwords_stop(struct passwords *passwords)
{
    struct password_job *job;
    passwords_close(passwords);
    DL_FOREACH (passwords->jobs, job)
        if (job->state == JOB_AT_GATEWAY)
            add_to_worker(job);
    worker_stop(passwords->worker);
}

/* Copies to the final place directly: a copy on the stack would not be wiped. */
static void keep_secret(struct secret *secret, const char *bytes, size_t len)
{
    assert(len <= sizeof secret->bytes);
    secret->len = len;
    secret->is_given = bytes != NULL;
    if (bytes)
        memcpy(secret->bytes, bytes, len);
}

struct password_job *password_job_create(struct passwords *passwords,
                                         const struct password_task *task)
{
    bool is_login = task->verify && !task->hash && !task->is_closure;
    /* The queue's jobs; of these the address's that have, or lack, a proof of work as this task
     * does. */
    size_t count = 0, neighbours = 0;
    const struct password_job *other;
    DL_FOREACH (passwords->jobs, other) {
        if (other->gateway != task->gateway)
            continue;
        count++;
        neighbours += task->address && other->address == task->address &&
                      other->has_worked == task->has_worked;
    }
    size_t count_max = passwords->count_max;
    uint64_t waits_ms = neighbours * NEIGHBOUR_WAITS;
    if (task->has_worked) {
        count_max *= 2;
    } else if (is_login) {
        count_max = count_max < PASSWORD_LOGINS_FREE ? count_max : PASSWORD_LOGINS_FREE;
        waits_ms += LOGIN_WAITS + (uint64_t)task->failures * FAILURE_WAITS;
    } else {
        if (neighbours * ADDRESS_PART >= count_max)
            return NULL;
        waits_ms += OTHERS_WAIT + (uint64_t)task->failures * FAILURE_WAITS;
    }
    if (count >= count_max)
        return NULL;
    struct password_job *job = memory_zeroed(1, sizeof *job);
    job->passwords = passwords;
    job->gateway = task->gateway;
    job->session = task->session;
    job->request = task->request;
    keep_secret(&job->verify, task->verify, task->verify_len);
    keep_secret(&job->hash, task->hash, task->hash_len);
    job->address = task->address;
    job->has_worked = task->has_worked;
    job->waits_ms = waits_ms;
    DL_APPEND(passwords->jobs, job);
    return job;
}

void password_job_destroy(struct password_job *job)
{
    if (!job)
        return;
    DL_DELETE(job->passwords->jobs, job);
    explicit_bzero(job, sizeof *job);
    free(job);
}

void password_job_set_new(struct password_job *job)
{
    assert(job->verify.is_given && !job->hash.is_given);
    job->hash = job->verify;
    explicit_bzero(&job->verify, sizeof job->verify);
}

uint64_t password_job_took_us(const struct password_job *job)
{
    return job->took_us;
}

/* --- one step, wherever: to verify, or to hash --- */

static const struct derivation *wanted(const struct password_job *job)
{
    return job->is_verified ? &job->made.derivation : &job->stored.derivation;
}

/* Takes the key that was wanted; NULL: there is none. True: the job has come to its outcome. */
static bool take_key(struct password_job *job, const unsigned char *key)
{
    bool is_hashed = job->is_verified;
    job->outcome = PASSWORD_DONE;
    if (!key) {
        job->outcome = PASSWORD_FAILED;
        return true;
    }
    if (is_hashed) {
        memcpy(job->made.key, key, DERIVED_BYTES);
        return true;
    }
    job->is_verified = true;
    if (sodium_memcmp(key, job->stored.key, DERIVED_BYTES) != 0 || !job->has_stored) {
        job->outcome = PASSWORD_WRONG;
        return true;
    }
    return !job->hash.is_given;
}

static void note_time(struct password_job *job)
{
    job->took_us = (uv_hrtime() - job->begun_ns) / 1000;
}

/* --- on the worker --- */

static void work_on(void *owner)
{
    struct password_job *job = owner;
    unsigned char key[DERIVED_BYTES];
    bool is_made;
    if (job->outcome == PASSWORD_FAILED) /* because its gateway has gone */
        return;
    job->begun_ns = uv_hrtime();
    do {
        const struct secret *secret = job->is_verified ? &job->hash : &job->verify;
        is_made = derivation_run(wanted(job), secret->bytes, secret->len, key);
    } while (!take_key(job, is_made ? key : NULL));
    note_time(job);
    explicit_bzero(key, sizeof key);
}

/* --- on the loop --- */

static void end(struct password_job *job)
{
    char text[PASSWORD_HASH_BYTES];
    bool is_made = job->outcome == PASSWORD_DONE && job->hash.is_given;
    if (is_made)
        password_hash_write(&job->made, text);
    job->done(job->owner, job->outcome, is_made ? text : NULL);
}

static void on_worked(void *owner, bool has_run)
{
    struct password_job *job = owner;
    if (!has_run)
        job->outcome = PASSWORD_GIVEN_UP;
    end(job);
}

static void send_to_gateway(struct password_job *job)
{
    struct passwords *passwords = job->passwords;
    bool is_old = !job->is_verified && job->hash.is_given;
    job->state = JOB_AT_GATEWAY;
    if (passwords->derive(passwords->derive_owner, job->session, job->request, is_old, wanted(job)))
        return;
    job->outcome = PASSWORD_FAILED;
    add_to_worker(job);
}

/* Gives the gateway its next jobs. */
static void feed(struct passwords *passwords, uint32_t gateway)
{
    for (;;) {
        struct password_job *job, *first = NULL;
        size_t given = 0;
        DL_FOREACH (passwords->jobs, job) {
            if (job->gateway != gateway)
                continue;
            given += job->state == JOB_AT_GATEWAY;
            if (job->state == JOB_WAITS && (!first || job->work.number < first->work.number))
                first = job;
        }
        if (!first || given == DERIVATIONS_MAX)
            return;
        first->begun_ns = uv_hrtime();
        send_to_gateway(first);
    }
}

void passwords_derived(struct passwords *passwords, uint64_t session,
                       const unsigned char key[DERIVED_BYTES])
{
    struct password_job *job = passwords->jobs;
    while (job && (job->state != JOB_AT_GATEWAY || job->session != session))
        job = job->next;
    if (!job)
        return;
    if (!take_key(job, key)) {
        send_to_gateway(job);
        return;
    }
    uint32_t gateway = job->gateway;
    note_time(job);
    end(job);
    feed(passwords, gateway);
}

/* Without a stored hash, or with one that nobody can read, another salt takes the same time. */
static void keep_stored(struct password_job *job, const char *stored)
{
    job->has_stored = stored && password_hash_read(stored, &job->stored);
    if (!job->has_stored)
        derivation_draw(&job->stored.derivation);
}

void password_job_start(struct password_job *job, const char *stored, password_done *done,
                        void *owner)
{
    struct passwords *passwords = job->passwords;
    assert(job->state == JOB_CREATED);
    keep_stored(job, stored);
    derivation_draw(&job->made.derivation);
    job->is_verified = !job->verify.is_given;
    job->done = done;
    job->owner = owner;
    job->work.run = work_on;
    job->work.done = on_worked;
    job->work.owner = job;
    job->work.number = uv_now(passwords->loop) + job->waits_ms;
    if (job->gateway == 0 || passwords->is_closed) {
        add_to_worker(job);
        return;
    }
    job->state = JOB_WAITS;
    feed(passwords, job->gateway);
}

#include "server/service/passwords.h"

#include "common/base/memory.h"
#include "server/service/worker.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* OWASP's password storage cheat sheet has several parameter sets for argon2id of the same
 * strength. This one uses the least memory, to limit the cost of a flood of log-ins. */
enum {
    OPERATIONS = 5,
    MEMORY_BYTES = 7 * 1024 * 1024,
};

enum {
    /* The delays of jobs in ms: see passwords.h. */
    LOGIN_WAITS = 500,
    OTHERS_WAIT = 1000, /* registrations and changes */
    FAILURE_WAITS = 500,
    NEIGHBOUR_WAITS = 250,
    ADDRESS_PART = 8, /* of `count_max`, for registrations and changes of one address */
};

_Static_assert(PASSWORD_HASH_BYTES >= crypto_pwhash_STRBYTES, "a hash as libsodium writes it");

struct passwords {
    uv_loop_t *loop;
    struct worker *worker;
    struct password_job *jobs;
    size_t count, count_max;
};

struct secret {
    char bytes[PASSWORD_BYTES_MAX];
    size_t len;
    bool is_given;
};

struct password_job {
    struct passwords *passwords;
    struct password_job *prev, *next; /* in the list of all jobs */
    uint64_t address;
    bool has_worked;
    uint64_t waits_ms; /* see passwords.h */
    struct worker_job work;
    struct secret verify, hash;
    char stored[PASSWORD_HASH_BYTES]; /* "": none */
    char made[PASSWORD_HASH_BYTES];   /* "": none */
    enum password_outcome outcome;
    uint64_t took_us;
    password_done *done;
    void *owner;
};

struct passwords *passwords_create(uv_loop_t *loop, size_t count_max)
{
    struct passwords *passwords = memory_zeroed(1, sizeof *passwords);
    passwords->loop = loop;
    passwords->worker = worker_create(loop, WORKER_LOW);
    passwords->count_max = count_max;
    return passwords;
}

void passwords_destroy(struct passwords *passwords)
{
    assert(passwords->count == 0);
    worker_destroy(passwords->worker);
    free(passwords);
}

void passwords_close(struct passwords *passwords)
{
    worker_close(passwords->worker);
}

void passwords_stop(struct passwords *passwords)
{
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
    /* The address's jobs that have, or lack, a proof of work as this task does. */
    size_t neighbours = 0;
    const struct password_job *other;
    DL_FOREACH (passwords->jobs, other)
        neighbours += task->address && other->address == task->address &&
                      other->has_worked == task->has_worked;
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
    if (passwords->count >= count_max)
        return NULL;
    struct password_job *job = memory_zeroed(1, sizeof *job);
    job->passwords = passwords;
    keep_secret(&job->verify, task->verify, task->verify_len);
    keep_secret(&job->hash, task->hash, task->hash_len);
    job->address = task->address;
    job->has_worked = task->has_worked;
    job->waits_ms = waits_ms;
    DL_APPEND(passwords->jobs, job);
    passwords->count++;
    return job;
}

void password_job_destroy(struct password_job *job)
{
    if (!job)
        return;
    DL_DELETE(job->passwords->jobs, job);
    job->passwords->count--;
    sodium_memzero(job, sizeof *job);
    free(job);
}

void password_job_set_new(struct password_job *job)
{
    assert(job->verify.is_given && !job->hash.is_given);
    job->hash = job->verify;
    sodium_memzero(&job->verify, sizeof job->verify);
}

uint64_t password_job_took_us(const struct password_job *job)
{
    return job->took_us;
}

/* --- on the worker --- */

static bool make_hash(const struct secret *secret, char ret_hash[PASSWORD_HASH_BYTES])
{
    return crypto_pwhash_str_alg(ret_hash, secret->bytes, secret->len, OPERATIONS, MEMORY_BYTES,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* Verifying hashes once with the stored salt; without a stored hash, an unused hash takes the same
 * time. */
static bool is_right(const struct password_job *job)
{
    char unused[PASSWORD_HASH_BYTES];
    if (job->stored[0])
        return crypto_pwhash_str_verify(job->stored, job->verify.bytes, job->verify.len) == 0;
    make_hash(&job->verify, unused);
    return false;
}

static void work_on(void *owner)
{
    struct password_job *job = owner;
    uint64_t begun_ns = uv_hrtime();
    job->outcome = PASSWORD_DONE;
    if (job->verify.is_given && !is_right(job))
        job->outcome = PASSWORD_WRONG;
    else if (job->hash.is_given && !make_hash(&job->hash, job->made))
        job->outcome = PASSWORD_FAILED;
    job->took_us = (uv_hrtime() - begun_ns) / 1000;
}

/* --- on the loop --- */

static void on_worked(void *owner, bool has_run)
{
    struct password_job *job = owner;
    if (!has_run)
        job->outcome = PASSWORD_GIVEN_UP;
    bool is_made = job->outcome == PASSWORD_DONE && job->hash.is_given;
    job->done(job->owner, job->outcome, is_made ? job->made : NULL);
}

void password_job_start(struct password_job *job, const char *stored, password_done *done,
                        void *owner)
{
    if (stored) {
        assert(strlen(stored) < sizeof job->stored);
        memcpy(job->stored, stored, strlen(stored));
    }
    job->done = done;
    job->owner = owner;
    job->work.run = work_on;
    job->work.done = on_worked;
    job->work.owner = job;
    job->work.number = uv_now(job->passwords->loop) + job->waits_ms;
    worker_add(job->passwords->worker, &job->work);
}

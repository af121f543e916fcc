#include "server/net/passwords.h"

#include "common/base/memory.h"
#include "server/net/worker.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* Of the figures that OWASP's password storage cheat sheet gives for argon2id, all of the same
 * strength, those with the least memory: a flood of log-ins holds it. */
enum {
    OPERATIONS = 5,
    MEMORY_BYTES = 7 * 1024 * 1024,
};

_Static_assert(PASSWORD_HASH_BYTES >= crypto_pwhash_STRBYTES, "a hash as libsodium writes it");

struct passwords {
    struct worker *worker;
    size_t count, count_max;
};

struct secret {
    char bytes[PASSWORD_BYTES_MAX];
    size_t len;
    bool is_given;
};

struct password_job {
    struct passwords *passwords;
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

static struct secret secret_of(const char *bytes, size_t len)
{
    struct secret secret = {.len = len, .is_given = bytes != NULL};
    assert(len <= sizeof secret.bytes);
    if (bytes)
        memcpy(secret.bytes, bytes, len);
    return secret;
}

struct password_job *password_job_create(struct passwords *passwords,
                                         const struct password_task *task)
{
    bool is_login = task->verify && !task->hash;
    size_t count_max = (task->has_worked ? 2 : 1) * passwords->count_max;
    if (is_login && !task->has_worked && count_max > PASSWORD_LOGINS_FREE)
        count_max = PASSWORD_LOGINS_FREE;
    if (passwords->count >= count_max)
        return NULL;
    struct password_job *job = memory_zeroed(1, sizeof *job);
    job->passwords = passwords;
    job->verify = secret_of(task->verify, task->verify_len);
    job->hash = secret_of(task->hash, task->hash_len);
    job->work.rank = task->has_worked ? 0 : (is_login ? 1 : 2) + task->failures;
    passwords->count++;
    return job;
}

void password_job_destroy(struct password_job *job)
{
    if (!job)
        return;
    job->passwords->count--;
    sodium_memzero(job, sizeof *job);
    free(job);
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

/* Verifying is hashing once with the stored salt; where nothing is stored, a hash for nothing takes
 * the same time. */
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
    worker_add(job->passwords->worker, &job->work);
}

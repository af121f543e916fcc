#include "server/net/passwords.h"

#include "common/base/memory.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>
#include <utlist.h>

/* OWASP's figures for argon2id. */
enum {
    OPERATIONS = 2,
    MEMORY_BYTES = 19 * 1024 * 1024,
};

enum { LOWEST_PRIORITY = 19 };

_Static_assert(PASSWORD_HASH_BYTES >= crypto_pwhash_STRBYTES, "a hash as libsodium writes it");

struct passwords {
    uv_loop_t *loop;
    size_t count, count_max;
    bool is_closed;
    struct password_job *waiting; /* started; while is_working, the first is under way */
    bool is_working;
};

struct secret {
    char bytes[PASSWORD_BYTES_MAX];
    size_t len;
    bool is_given;
};

struct password_job {
    struct passwords *passwords;
    uv_work_t work;
    struct secret verify, hash;
    char stored[PASSWORD_HASH_BYTES]; /* "": none */
    char made[PASSWORD_HASH_BYTES];   /* "": none */
    enum password_outcome outcome;
    uint64_t took_us;
    password_done *done;
    void *owner;
    struct password_job *prev, *next; /* among those waiting */
};

struct passwords *passwords_create(uv_loop_t *loop, size_t count_max)
{
    struct passwords *passwords = memory_zeroed(1, sizeof *passwords);
    passwords->loop = loop;
    passwords->count_max = count_max;
    return passwords;
}

void passwords_destroy(struct passwords *passwords)
{
    assert(!passwords || passwords->count == 0);
    free(passwords);
}

void passwords_close(struct passwords *passwords)
{
    passwords->is_closed = true;
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
    if (passwords->count >= passwords->count_max)
        return NULL;
    struct password_job *job = memory_zeroed(1, sizeof *job);
    job->passwords = passwords;
    job->work.data = job;
    job->verify = secret_of(task->verify, task->verify_len);
    job->hash = secret_of(task->hash, task->hash_len);
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

/* --- on other threads --- */

static bool make_hash(const struct secret *secret, char ret_hash[PASSWORD_HASH_BYTES])
{
    return crypto_pwhash_str_alg(ret_hash, secret->bytes, secret->len, OPERATIONS, MEMORY_BYTES,
                                 crypto_pwhash_ALG_ARGON2ID13) == 0;
}

/* Verifying is hashing once with the stored salt; where nothing is stored, a hash for nothing takes the same time. */
static bool is_right(const struct password_job *job)
{
    char unused[PASSWORD_HASH_BYTES];
    if (job->stored[0])
        return crypto_pwhash_str_verify(job->stored, job->verify.bytes, job->verify.len) == 0;
    make_hash(&job->verify, unused);
    return false;
}

static void work_on(void *argument)
{
    struct password_job *job = argument;
    uint64_t begun_ns = uv_hrtime();
    (void)setpriority(PRIO_PROCESS, (id_t)gettid(), LOWEST_PRIORITY);
    if (job->verify.is_given && !is_right(job))
        job->outcome = PASSWORD_WRONG;
    else if (job->hash.is_given && !make_hash(&job->hash, job->made))
        job->outcome = PASSWORD_FAILED;
    job->took_us = (uv_hrtime() - begun_ns) / 1000;
}

/* The work gets a thread of its own, because that has the lowest priority, which no thread may leave again: so that it takes
 * processors only from nobody, and the pool's threads keep theirs. */
static void carry_out(uv_work_t *work)
{
    struct password_job *job = work->data;
    uv_thread_t thread;
    if (job->outcome == PASSWORD_GIVEN_UP)
        return;
    if (uv_thread_create(&thread, work_on, job) == 0)
        uv_thread_join(&thread);
    else
        job->outcome = PASSWORD_FAILED;
}

/* --- on the loop --- */

static void begin_next(struct passwords *passwords);

static void finish(uv_work_t *work, int status)
{
    struct password_job *job = work->data;
    struct passwords *passwords = job->passwords;
    assert(status == 0);
    (void)status;
    DL_DELETE(passwords->waiting, job);
    passwords->is_working = false;
    begin_next(passwords);
    bool is_made = job->outcome == PASSWORD_DONE && job->hash.is_given;
    job->done(job->owner, job->outcome, is_made ? job->made : NULL);
}

static void begin_next(struct passwords *passwords)
{
    struct password_job *job = passwords->waiting;
    if (passwords->is_working || !job)
        return;
    passwords->is_working = true;
    job->outcome = passwords->is_closed ? PASSWORD_GIVEN_UP : PASSWORD_DONE;
    uv_queue_work(passwords->loop, &job->work, carry_out, finish);
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
    DL_APPEND(job->passwords->waiting, job);
    begin_next(job->passwords);
}

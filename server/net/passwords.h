/* Passwords: hashed and verified with argon2id on a thread of the lowest priority. One at a time, because each takes 19 MiB and
 * some tens of milliseconds of a core; a bounded number waits, so that a flood of them costs no more than that. */
#ifndef SERVER_NET_PASSWORDS_H
#define SERVER_NET_PASSWORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum {
    PASSWORD_BYTES_MAX = 128,
    PASSWORD_HASH_BYTES = 128, /* as text, zero-terminated */
};

struct passwords;

/* `count_max`: jobs at once, the one under way included. */
struct passwords *passwords_create(uv_loop_t *loop, size_t count_max);
/* All jobs have to be destroyed by then; NULL is taken. */
void passwords_destroy(struct passwords *passwords);
/* From now on no job begins: those that are started, or will be, come to PASSWORD_GIVEN_UP. The one under way goes on to its end. */
void passwords_close(struct passwords *passwords);

enum password_outcome {
    PASSWORD_DONE,     /* it is right, where that was asked; and hashed, where that was */
    PASSWORD_WRONG,    /* and nothing is hashed */
    PASSWORD_GIVEN_UP, /* because of passwords_close() */
    PASSWORD_FAILED,   /* the system gives no memory for it */
};

/* One or two passwords, from the request on until it is answered: it counts as waiting for as long as it exists, and its
 * passwords are wiped when it is destroyed. */
struct password_job;

/* What is to be done. The texts are copied, of at most PASSWORD_BYTES_MAX bytes each. */
struct password_task {
    const char *verify; /* NULL: nothing to verify */
    size_t verify_len;
    const char *hash; /* NULL: nothing to hash */
    size_t hash_len;
};

/* `hash` is zero-terminated and valid during the call; NULL but for PASSWORD_DONE of a task with something to hash. The
 * callee destroys the job. */
typedef void password_done(void *owner, enum password_outcome outcome, const char *hash);

/* NULL: there are as many as may be. */
struct password_job *password_job_create(struct passwords *passwords,
                                         const struct password_task *task);
/* Queues the job, once; `done` is called from the loop, never from here. `stored`: the hash to verify against, copied. NULL:
 * there is none; then the password is wrong, and that takes the same time. */
void password_job_start(struct password_job *job, const char *stored, password_done *done,
                        void *owner);
/* How long the work took; in `done`. */
uint64_t password_job_took_us(const struct password_job *job);
/* Not between password_job_start() and `done`; NULL is taken. */
void password_job_destroy(struct password_job *job);

#endif

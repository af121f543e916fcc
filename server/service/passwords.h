/* Passwords: hashed and verified with argon2id on a thread of their own, at a lower priority.
 * One at a time, because each takes 7 MiB and some tens of milliseconds of a core; a bounded
 * number waits, which limits the cost of a flood.
 *
 * A log-in with a proof of work goes as if it had come now and has places apart. Other log-ins go
 * as if they had come half a second later, registrations and changes of passwords a whole one; so a
 * row of log-ins without an end delays a registration, but cannot keep it waiting for ever. Each
 * wrong password on its connection, and each other job of its address, makes a job later still: an
 * address that fills the queue waits for its own jobs. Strangers can fill the queue all the same,
 * so a log-in without a proof has to find the queue short: the owner of an account then shows a
 * proof and goes first. */
#ifndef SERVER_SERVICE_PASSWORDS_H
#define SERVER_SERVICE_PASSWORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum {
    PASSWORD_BYTES_MAX = 128,
    PASSWORD_LOGINS_FREE = 8,  /* with as many jobs that exist a log-in needs a proof of work */
    PASSWORD_HASH_BYTES = 128, /* as text, zero-terminated */
};

struct passwords;

/* `count_max`: jobs at once, the one under way included; with a proof of work twice as many. A
 * log-in without one also needs fewer than PASSWORD_LOGINS_FREE; of registrations and changes one
 * address may have an eighth. */
struct passwords *passwords_create(uv_loop_t *loop, size_t count_max);
/* From now on no job begins: those that are started, or will be, come to PASSWORD_GIVEN_UP. The one
 * under way goes on to its end. */
void passwords_close(struct passwords *passwords);
/* Closes; waits for the job under way and calls `done` for all jobs. From now on none may be
 * started. Idempotent. */
void passwords_stop(struct passwords *passwords);
/* After passwords_stop() and the end of the loop; all jobs have to be destroyed by then. */
void passwords_destroy(struct passwords *passwords);

enum password_outcome {
    PASSWORD_DONE,     /* it is right, where that was asked; and hashed, where that was */
    PASSWORD_WRONG,    /* and nothing is hashed */
    PASSWORD_GIVEN_UP, /* because of passwords_close() */
    PASSWORD_FAILED,   /* the system gives no memory for it */
};

/* One or two passwords, from the request on until it is answered: it counts as waiting for as long
 * as it exists, and its passwords are wiped when it is destroyed. */
struct password_job;

/* What is to be done. The texts are copied, of at most PASSWORD_BYTES_MAX bytes each. */
struct password_task {
    const char *verify; /* NULL: nothing to verify */
    size_t verify_len;
    const char *hash; /* NULL: nothing to hash */
    size_t hash_len;
    bool has_worked;   /* has a proof of work been shown? */
    unsigned failures; /* wrong passwords so far on this connection */
    uint64_t address;  /* origin_group() of who asks; 0: not known */
};

/* `hash` is zero-terminated and valid during the call; NULL but for PASSWORD_DONE of a task with
 * something to hash. The callee destroys the job. */
typedef void password_done(void *owner, enum password_outcome outcome, const char *hash);

/* A task with something to verify and nothing to hash is a log-in. NULL: there are as many as may
 * be. */
struct password_job *password_job_create(struct passwords *passwords,
                                         const struct password_task *task);
/* Queues the job, once; `done` is called from the loop, never from here. `stored`: the hash to
 * verify against, copied. NULL: there is none; then the password is wrong, and that takes the same
 * time. */
void password_job_start(struct password_job *job, const char *stored, password_done *done,
                        void *owner);
/* How long the work took; in `done`. */
uint64_t password_job_took_us(const struct password_job *job);
/* Not between password_job_start() and `done`; NULL is taken. */
void password_job_destroy(struct password_job *job);

#endif

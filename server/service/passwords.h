/* Passwords: hashed and verified with argon2id on a thread of their own, at a lower priority. One
 * at a time, because each takes 7 MiB and some tens of milliseconds of a core; a bounded number
 * waits, which limits the cost of a flood.
 *
 * Passwords that a gateway keeps are worked on there: it gets salt and costs, and returns the key.
 * Each gateway has a queue of its own, in this process, of which it is given DERIVATIONS_MAX jobs
 * at once; this thread has another. So log-ins scale with the gateways, and the limits and the
 * order below are those of each queue.
 *
 * A queue is sorted by time of arrival plus a delay. A log-in with a proof of work has no delay,
 * and places of its own. Other log-ins have half a second, registrations and changes of passwords a
 * whole one; so an endless stream of log-ins delays a registration, but not for ever. Each wrong
 * password on its connection, and each other job of its address, adds to a job's delay: an address
 * that fills the queue waits for its own jobs. Strangers can still fill the queue, so a log-in
 * without a proof is accepted only while the queue is short; the owner of an account then shows a
 * proof and goes first. */
#ifndef SERVER_SERVICE_PASSWORDS_H
#define SERVER_SERVICE_PASSWORDS_H

#include "server/base/derivation.h"
#include "server/service/password_hash.h"

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum {
    PASSWORD_BYTES_MAX = 128,
    PASSWORD_LOGINS_FREE = 8, /* from this number of jobs on, a log-in needs a proof of work */
};

struct passwords;

/* See net_derive(), of which passwords_derived() passes on the answer. */
typedef bool password_derive(void *owner, uint64_t session, uint32_t request, bool is_old,
                             const struct derivation *derivation);

/* `count_max`: jobs of a queue at once, the one under way included; for log-ins with a proof of
 * work twice as many. A log-in without a proof also needs fewer than PASSWORD_LOGINS_FREE jobs.
 * Registrations and changes of one address may take an eighth of `count_max`. `derive` NULL: no
 * task has a gateway. */
struct passwords *passwords_create(uv_loop_t *loop, size_t count_max, password_derive *derive,
                                   void *owner);
/* The gateway has answered `derive`, from which this is not called. */
void passwords_derived(struct passwords *passwords, uint64_t session,
                       const unsigned char key[DERIVED_BYTES]);
/* From now on no job begins: all queued and later jobs end with PASSWORD_GIVEN_UP. The job under
 * way is finished. */
void passwords_close(struct passwords *passwords);
/* Closes, waits for the job under way, and calls `done` for all jobs. No job may be started after
 * this. Idempotent. */
void passwords_stop(struct passwords *passwords);
/* Call after passwords_stop() and the end of the loop. All jobs have to be destroyed before. */
void passwords_destroy(struct passwords *passwords);

enum password_outcome {
    PASSWORD_DONE,     /* verified and hashed, as far as the task asks for it */
    PASSWORD_WRONG,    /* nothing is hashed */
    PASSWORD_GIVEN_UP, /* by passwords_close() */
    PASSWORD_FAILED,   /* out of memory; or the gateway has gone, or its client has */
};

/* One or two passwords of a request. The job counts as waiting until it is destroyed; then its
 * passwords are wiped. */
struct password_job;

/* The texts, of at most PASSWORD_BYTES_MAX bytes each, are copied. */
struct password_task {
    uint32_t gateway; /* that has the passwords, and the texts below are blank; 0: none */
    uint64_t session; /* at that gateway; it has one job at a time */
    uint32_t request;
    const char *verify; /* NULL: nothing to verify */
    size_t verify_len;
    const char *hash; /* NULL: nothing to hash */
    size_t hash_len;
    bool has_worked;   /* has a proof of work been shown? */
    bool is_closure;   /* no log-in, though nothing is hashed */
    unsigned failures; /* wrong passwords so far on this connection */
    uint64_t address;  /* origin_group() of the connection; 0: not known */
};

/* `hash` is zero-terminated and valid during the call; NULL unless the outcome is PASSWORD_DONE and
 * the task has something to hash. The callee destroys the job. */
typedef void password_done(void *owner, enum password_outcome outcome, const char *hash);

/* A task with something to verify and nothing to hash is a log-in, or a closure. NULL: a limit on
 * jobs is reached. */
struct password_job *password_job_create(struct passwords *passwords,
                                         const struct password_task *task);
/* Turns a log-in into the setting of a new password, the one that was to be verified. Call before
 * password_job_start(). */
void password_job_set_new(struct password_job *job);
/* Queues the job; call it once. `done` is called later, from the loop. `stored` is the hash to
 * verify against, copied. NULL: there is none, so the password is wrong, and the job takes the same
 * time. */
void password_job_start(struct password_job *job, const char *stored, password_done *done,
                        void *owner);
/* The duration of the work; valid in `done`. */
uint64_t password_job_took_us(const struct password_job *job);
/* Do not call this between password_job_start() and `done`. NULL is taken. */
void password_job_destroy(struct password_job *job);

#endif

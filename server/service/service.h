/* The half of the server that owns requests: who somebody is, what is asked, looked up and judged,
 * and what is said of it. It knows the hall, the store and the solver, and of connections only
 * server/net/net.h. For the program that puts both halves together. */
#ifndef SERVER_SERVICE_SERVICE_H
#define SERVER_SERVICE_SERVICE_H

#include "server/base/statistics.h"
#include "server/hall/hall.h"
#include "server/net/net.h"

#include <uv.h>

struct service_limits {
    int64_t logins_per_minute; /* of an address, and of an account: attempts that fail */
    int64_t passwords_waiting; /* to be hashed, at once; as many more with a proof of work */
    int64_t solver_memory;     /* bytes, of all tables of the solver */
};

extern const struct service_limits service_limits_default;

struct service_config {
    const char *database;
    const char *signing_key;  /* a file; NULL: the database has the key */
    bool plain_passwords;     /* are passwords taken over connections that are not loopback? */
    int64_t all_queued_bytes; /* of struct net_limits */
    struct hall_limits hall_limits;
    struct service_limits limits;
    /* operator.stop was asked for. */
    void (*stop)(void *owner);
    void *owner;
};

struct service;

/* Before the loop and before there are threads: libuv's handler of forks would close descriptors of
 * the solver's processes. */
struct service *service_create(const struct service_config *config, struct statistics *statistics);
/* For net_create(). */
struct net_service service_callbacks(struct service *service);
/* Begins all threads but the store's, with an empty hall. */
void service_start(struct service *service, uv_loop_t *loop, struct net *net);
/* Opens the database, rebuilds the hall from it, and finds the signing key. */
enum error_code service_restore(struct service *service, struct error *error);
/* Begins the store's thread: from now on there may be sessions. */
void service_open(struct service *service);
/* The hall, after service_start(). */
struct hall *service_hall(struct service *service);

/* --- in a turn of the loop --- */

/* Tells the hall the loop's time. The hall's clock stops just before its next deadline until flags
 * fall: a move that arrives before that is judged as in time, however late the loop woke up. */
void service_set_time(struct service *service);
/* Sends the hall's next message, or begins what it asks for: a look-up, judging, a start. False:
 * there is no message that may be sent now. */
bool service_say(struct service *service);
/* Hands the open batch to the store, if that is idle. */
void service_submit(struct service *service);
/* Begins the look-ups that there is room for now. */
void service_look_up(struct service *service);
/* The statistics as they stand now. */
struct statistics *service_statistics(struct service *service);

/* --- the end --- */

/* Refuses what waits and what is asked from now on; all sessions are told. */
void service_stop(struct service *service);
/* Is everything on disk and said, and nothing waited for? */
bool service_is_settled(const struct service *service);
/* Ends all threads; waits only for the jobs that they have begun. After net_close(). */
void service_close(struct service *service);
/* When the loop has ended. The store's connection to the database closes last: the last one to
 * close writes the log back into the database file. */
void service_destroy(struct service *service);

#endif

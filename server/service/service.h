/* The half of the server that owns requests: log-in, dispatch, look-ups, judging and the messages
 * to clients. It knows the hall, the store and the solver, and of connections only
 * server/net/net.h. This header is for the program, which puts both halves together. */
#ifndef SERVER_SERVICE_SERVICE_H
#define SERVER_SERVICE_SERVICE_H

#include "server/base/statistics.h"
#include "server/hall/hall.h"
#include "server/net/net.h"

#include <uv.h>

struct service_limits {
    int64_t logins_per_minute; /* failed attempts, of an address and of an account */
    int64_t passwords_waiting; /* at once; as many more with a proof of work */
    int64_t solver_memory;     /* bytes, of all the solver's tables together */
    int64_t chat_kept_ms; /* for so long lines of chat and closed reports are in the database */
};

extern const struct service_limits service_limits_default;

struct service_config {
    const char *database;
    const char *signing_key;  /* a file; NULL: the database has the key */
    int64_t all_queued_bytes; /* of struct net_limits */
    const char *role;         /* for the operator: see cluster_role_name() */
    const char *metrics;      /* HOST:PORT of the figures, once they are open; "": none */
    bool has_clients;         /* of its own: they are not at gateways */
    struct hall_limits hall_limits;
    struct service_limits limits;
    /* The operator has requested operator.stop. */
    void (*stop)(void *owner);
    /* The operator has requested operator.reload. USAGE, IO: the old certificate stays. */
    enum error_code (*reload)(void *owner, struct error *error);
    /* Sets those `values`, by enum statistic, that only the program knows: of gateways and the bus.
     * Called each time that somebody reads the statistics. */
    void (*count)(void *owner, int64_t *values);
    void *owner;
};

struct service;

/* Call before the loop and any thread exist: libuv's fork handler would close descriptors of the
 * solver's processes. */
struct service *service_create(const struct service_config *config, struct statistics *statistics);
/* For net_create(). */
struct net_service service_callbacks(struct service *service);
/* Starts all threads but the store's, with an empty hall. */
void service_start(struct service *service, uv_loop_t *loop, struct net *net);
/* May several servers have the database, one after the other? */
bool service_shares_database(const struct service *service);
/* Opens the database. TOO_EARLY: another server has it. */
enum error_code service_take_database(struct service *service, struct error *error);
/* Greater than that of every server that has had the database before, and than that of any other
 * database before, unless a clock was set back: about the ms since 1970. Call when this one has the
 * database. */
uint64_t service_epoch(const struct service *service);
/* Rebuilds the hall from the database, and finds the signing key. */
enum error_code service_restore(struct service *service, struct error *error);
/* Starts the store's thread: from now on there may be sessions. */
void service_open(struct service *service);
/* Call after service_start(). */
struct hall *service_hall(struct service *service);

/* --- in a turn of the loop --- */

/* Sets the hall's clock to the loop's time, but no later than just before its next deadline until
 * flags fall: a move that has arrived by then is in time, however late the loop woke up. */
void service_set_time(struct service *service);
/* Call before anything is sent: when the database has been silent for so long that another server
 * may have taken over, everything stands still until it answers. When that takes long, clients of
 * this process are let go: where the other one is, they reach it by another address. Gateways find
 * it for theirs. */
void service_check_lease(struct service *service);
/* Sends the hall's next message, or begins the job that it asks for: a look-up, judging, a start.
 * False: no message may be sent now. */
bool service_say(struct service *service);
/* Hands the open batch to the store if the store is idle. */
void service_submit(struct service *service);
/* Begins the look-ups that there is room for now. */
void service_look_up(struct service *service);
/* Does something wait because the database could not be read? service_end_rest(), half a second
 * later, lets it be tried again. */
bool service_rests(const struct service *service);
void service_end_rest(struct service *service);
/* The statistics as they stand now. */
struct statistics *service_statistics(struct service *service);
/* Can nothing be stored now? */
bool service_is_stalled(const struct service *service);

/* --- the end --- */

/* Refuses all waiting and all later requests, and tells all sessions. */
void service_stop(struct service *service);
/* Is everything on disk and sent, and no request pending? */
bool service_is_settled(const struct service *service);
/* Ends all threads, and waits only for the jobs under way. Call after net_close(). */
void service_close(struct service *service);
/* Call when the loop has ended. The store's connection to the database closes last: the last
 * connection to close writes the WAL back into the database file. */
void service_destroy(struct service *service);

#endif

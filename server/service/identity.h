/* The identity of a session: session.hello, account.register, account.password, account.close. */
#ifndef SERVER_SERVICE_IDENTITY_H
#define SERVER_SERVICE_IDENTITY_H

#include "common/wire/wire.h"
#include "server/hall/hall.h"
#include "server/store/store.h"

struct service;

struct identity {
    struct pending *pending;    /* requests, by session */
    struct claimant *claimants; /* by session */
    struct passwords *passwords;
    struct logins *logins;
};

void identity_init(struct service *service);
void identity_hello(struct service *service, struct hall_caller from,
                    const struct wire_hello *wire);
void identity_register(struct service *service, struct hall_caller from,
                       const struct wire_register *wire);
void identity_password(struct service *service, struct hall_caller from,
                       const struct wire_password *wire);
void identity_close(struct service *service, struct hall_caller from,
                    const struct wire_closure *wire);
/* The database's answer about a player. */
struct identity_found {
    struct error error;       /* code ERROR_NONE: the rest is valid */
    struct hall_found player; /* finished by store_found_finish() */
    struct store_secrets secrets;
};

/* Continues the request with the database's answer, even if its connection has gone meanwhile.
 * Takes the members that `found` owns. */
void identity_looked_up(struct service *service, struct hall_caller from,
                        struct identity_found *found);
/* The name in the session's last hello, or the owner of its token, until the welcome is sent; "":
 * none. For the log. */
const char *identity_name(const struct service *service, uint64_t session);
/* See on_derived() of struct net_service. */
void identity_derived(struct service *service, uint64_t session, const unsigned char *key);
/* The session's welcome has been sent. */
void identity_welcomed(struct service *service, uint64_t session);
/* The session is closed. */
void identity_forget(struct service *service, uint64_t session);
/* Does a request wait for a password's hash or for the database? */
bool identity_is_pending(const struct service *service);
/* Frees the requests whose question the database never got. Call at the end. */
void identity_finish(struct service *service);

#endif

/* Who somebody is: session.hello, account.register, account.password. */
#ifndef SERVER_SERVICE_IDENTITY_H
#define SERVER_SERVICE_IDENTITY_H

#include "common/wire/wire.h"
#include "server/hall/hall.h"

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
/* What the database knows. */
struct identity_found {
    struct error error;       /* code ERROR_NONE: the rest is true */
    struct hall_found player; /* store_found_finish() */
    char *password;           /* owned; the stored hash, NULL: none */
};

/* The database has answered: goes on with the request, also when its connection has gone meanwhile.
 * Takes what `found` owns. */
void identity_looked_up(struct service *service, struct hall_caller from,
                        struct identity_found *found);
/* The name in the session's last hello, or the owner of its token, until the welcome is said; "":
 * none. For the log. */
const char *identity_name(const struct service *service, uint64_t session);
/* The session's welcome is said. */
void identity_welcomed(struct service *service, uint64_t session);
/* The session is closed. */
void identity_forget(struct service *service, uint64_t session);
/* Is a password, or the database's answer, waited for? */
bool identity_is_pending(const struct service *service);
/* At the end: frees the requests that the database was never asked about. */
void identity_finish(struct service *service);

#endif

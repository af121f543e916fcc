/* tournament.create. A request for fair start positions waits until the solver has checked that
 * they can be found; only then does the hall get the request. */
#ifndef SERVER_SERVICE_CREATION_H
#define SERVER_SERVICE_CREATION_H

#include "common/wire/wire.h"
#include "server/hall/hall.h"

struct service;

struct creations {
    struct creation *list; /* requests */
    int64_t last;          /* the number of the latest request */
};

/* Answers now or later: with the hall's answer, or with the error of the start positions.
 * LIMIT_REACHED: another request of this connection waits already, or too many of others. */
void creation_begin(struct service *service, struct hall_caller from,
                    const struct wire_tournament_create *wire);
/* The solver's answer to the request with this number, which may be gone already: code ERROR_NONE,
 * or the reason why the starts cannot be drawn. */
void creation_checked(struct service *service, int64_t number, const struct error *error);
/* Refuses all waiting requests, because the server shuts down. */
void creations_refuse(struct service *service);
/* Frees the remaining requests without an answer. Call at the end. */
void creations_finish(struct service *service);

#endif

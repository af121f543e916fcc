/* tournament.create. Whether the fair start positions that it asks for can be found is the solver's
 * to say, so that the request waits for that, and the hall hears of it afterwards. */
#ifndef SERVER_SERVICE_CREATION_H
#define SERVER_SERVICE_CREATION_H

#include "common/wire/wire.h"
#include "server/hall/hall.h"

struct service;

struct creations {
    struct creation *list; /* requests */
    int64_t last;          /* the number of the last one */
};

/* Answered now or later, as the hall does or with what was wrong about the starts. LIMIT_REACHED:
 * another one of this connection, or too many of others, wait. */
void creation_begin(struct service *service, struct hall_caller from,
                    const struct wire_tournament_create *wire);
/* The solver's word about the one with this number, which may be gone already: code ERROR_NONE, or
 * why the starts cannot be drawn. */
void creation_checked(struct service *service, int64_t number, const struct error *error);
/* Refuses all that wait: the server shuts down. */
void creations_refuse(struct service *service);
/* At the end: frees those that nobody is told about any more. */
void creations_finish(struct service *service);

#endif

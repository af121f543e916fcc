/* One's own mistakes in the latest matches on a server: positions from which a move threw the win
 * away, found by the solver on this machine. */
#ifndef CLIENT_MISTAKES_H
#define CLIENT_MISTAKES_H

#include "client/cli/session.h"
#include "common/puzzle/puzzle.h"
#include "common/solver/solver_shelf.h"

enum { MISTAKES_MATCHES = 20 }; /* the latest ones that are looked through */

struct mistakes_events {
    void *owner;
    void (*found)(void *owner, const struct puzzle *puzzle);
    /* All matches are looked through: the last call. */
    void (*done)(void *owner);
};

struct mistakes;

/* Looks through the matches of the session's player. An error fails the session. `shelf` is
 * borrowed. */
struct mistakes *mistakes_find(struct session *session, struct solver_shelf *shelf,
                               const struct mistakes_events *events);
/* NULL is allowed. */
void mistakes_destroy(struct mistakes *mistakes);

#endif

/* An attempt to connect to one NATS server. Connecting blocks: resolving the name, the handshakes.
 * So it runs on a thread of its own, which ends with the attempt. */
#ifndef SERVER_BUS_NATS_ATTEMPT_H
#define SERVER_BUS_NATS_ATTEMPT_H

#include "server/bus/bus.h"
#include "server/bus/bus_url.h"

#include <nats/nats.h>

enum { NATS_ATTEMPT_MS = 2000 }; /* the longest, but for resolving the name */

/* What an operator reads when there is no connection: a sentence, and what to do. */
struct nats_trouble {
    char reason[512], instead[256];
};

/* The connection's own events, which cnats calls with its locks held; filled in by the attempt and
 * owned by the connection from then on. */
struct nats_socket {
    int fd;           /* a duplicate, which stays valid when cnats closes its own; -1: none */
    natsSock own_fd;  /* cnats's */
    bool wants_write; /* there are bytes that were not handed to the system yet */
};

struct nats_attempt;

/* Checks that the TLS files of `config` can be used. IO. */
enum error_code nats_attempt_check(const struct bus_config *config, struct error *error);

/* Calls on_ended() on the thread of the attempt, unless it is abandoned before. All arguments are
 * valid until nats_attempt_end(). */
struct nats_attempt *nats_attempt_start(const struct bus_config *config,
                                        const struct bus_server *server, struct nats_socket *socket,
                                        void (*on_ended)(void *owner), void *owner);
/* on_ended() is called no more once this returns. */
void nats_attempt_abandon(struct nats_attempt *attempt);
/* Waits for the thread, and frees the attempt. NULL: there is no connection, for this reason. */
natsConnection *nats_attempt_end(struct nats_attempt *attempt, struct nats_trouble *ret_trouble);

/* Why an operation of cnats on a connection that there was has failed. `text` is the server's or
 * the library's own. */
void nats_explain(const struct bus_config *config, const struct bus_server *server,
                  natsStatus status, const char *text, struct nats_trouble *ret_trouble);

#endif

/* An attempt to connect to one NATS server. Connecting blocks: resolving the name, the handshakes.
 * So it runs on a thread of its own, which ends with the attempt. cnats has a time limit for most
 * of it, but not for a server that greets and then falls silent: the thread of such an attempt may
 * be left behind, and frees what it has whenever it ends. */
#ifndef SERVER_BUS_NATS_ATTEMPT_H
#define SERVER_BUS_NATS_ATTEMPT_H

#include "server/bus/bus.h"
#include "server/bus/bus_url.h"

#include <nats/nats.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    NATS_ATTEMPT_MS = 2000, /* the longest, but for resolving the name */
    NATS_TLS_WAIT_MS = 250, /* the longest that writing with TLS blocks */
};

/* A connection and its socket, of which cnats tells what it wants to do with it. */
struct nats_link {
    natsConnection *connection;
    int fd;           /* a duplicate, which stays valid when cnats closes its own; -1: none yet */
    natsSock own_fd;  /* cnats's */
    bool wants_write; /* there are bytes that were not handed to the system yet */
};

/* Destroys the connection without waiting for the server. NULL is taken. */
void nats_link_destroy(struct nats_link *link);

/* Why there is no connection: `text` is the server's or the library's own word for it. */
struct nats_failure {
    natsStatus status;
    char text[256];
};

struct nats_attempt;

/* Checks that the TLS files of `config` can be used. IO. */
enum error_code nats_attempt_check(const struct bus_config *config, struct error *error);

/* Calls on_ended() on the thread of the attempt, once. */
struct nats_attempt *nats_attempt_start(const struct bus_config *config,
                                        const struct bus_server *server,
                                        void (*on_ended)(void *owner), void *owner);
/* Call after on_ended(): frees the attempt. NULL: it has failed. */
struct nats_link *nats_attempt_end(struct nats_attempt *attempt, struct nats_failure *ret_failure);
/* Waits for so long for the thread to end, then leaves it behind; on_ended() does not come any
 * more. Drops the connection that there may be. False: too many threads are left behind already,
 * and nothing has changed; only if `wait_ms` is 0. */
bool nats_attempt_leave(struct nats_attempt *attempt, uint64_t wait_ms);

#endif

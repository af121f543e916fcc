/* What an operator reads of a bus that has no connection. */
#ifndef SERVER_BUS_NATS_TROUBLE_H
#define SERVER_BUS_NATS_TROUBLE_H

#include "server/bus/nats_attempt.h"

enum {
    TROUBLE_SILENT = 10000, /* beside the statuses of cnats: no echo comes back */
    TROUBLE_SLOW,           /* more waits to be sent than is kept */
};

struct nats_trouble {
    char reason[512], instead[256]; /* a sentence, and what to do */
};

/* `failure`: a status of cnats, or one of these above. */
void nats_trouble_of(const struct bus_config *config, const struct bus_server *server,
                     bool was_connected, const struct nats_failure *failure,
                     struct nats_trouble *ret_trouble);

#endif

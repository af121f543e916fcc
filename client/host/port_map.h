/* A port of this machine, open to the internet through the home router (router.h) while this
 * program runs. The search changes nothing; only port_map_open() does, so that the person can be
 * asked in between. The router opens the port for a lease, which is renewed while the port map
 * exists: after kill -9 it runs out.
 *
 * The router is asked on a thread beside the loop. */
#ifndef CLIENT_HOST_PORT_MAP_H
#define CLIENT_HOST_PORT_MAP_H

#include "client/host/router.h"
#include "client/lib/loop.h"

enum {
    PORT_MAP_LEASE_S = 600,
    PORT_MAP_SEARCH_MS = 15000, /* the search ends, found or not */
};

struct port_map;

/* No event comes before the call that brings it about returns. `failed` is the last one. */
struct port_map_events {
    void *owner;
    /* A router answers, which may open the port: port_map_open(). */
    void (*found)(void *owner, const struct router *router);
    /* The port is open as ADDRESS:PORT; called again when the router gets another address. */
    void (*opened)(void *owner, const char *address);
    /* The port is not open, or no longer. `answer`: the kind of the reason. */
    void (*failed)(void *owner, enum router_answer answer, const struct error *error);
};

/* Begins the search. `lease_s`: PORT_MAP_LEASE_S; tests have shorter ones. */
struct port_map *port_map_create(struct loop *loop, uint16_t port, uint32_t lease_s,
                                 const struct port_map_events *events);
/* Opens the port. To be called once, after `found`. */
void port_map_open(struct port_map *map);
/* Closes the port if it is open. The request to the router goes out on its thread, and
 * loop_settle() and loop_destroy() wait for it. NULL is allowed. */
void port_map_destroy(struct port_map *map);

#endif

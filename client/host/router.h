/* The home router, which opens a port to the outside when a program in its network asks: by NAT-PMP
 * (RFC 6886) or, if it does not speak that, by UPnP (Internet Gateway Device). IPv4 alone: with
 * IPv6 nothing is translated.
 *
 * Every function blocks, for seconds if the router is slow, so it is called on a thread beside the
 * loop (port_map.h). */
#ifndef CLIENT_HOST_ROUTER_H
#define CLIENT_HOST_ROUTER_H

#include "common/base/error.h"

#include <stdbool.h>
#include <stdint.h>

enum router_kind {
    ROUTER_NAT_PMP,
    ROUTER_UPNP,
};

enum {
    ROUTER_ADDRESS_MAX = 47, /* bytes of an IP address */
    ROUTER_URL_MAX = 511,
    ROUTER_SERVICE_MAX = 127,
};

struct router {
    enum router_kind kind;
    char outside[ROUTER_ADDRESS_MAX + 1]; /* its own address in the internet */
    /* Of UPnP alone: */
    char inside[ROUTER_ADDRESS_MAX + 1]; /* this machine's address in the router's network */
    char control_url[ROUTER_URL_MAX + 1];
    char service[ROUTER_SERVICE_MAX + 1]; /* the type of the service that translates addresses */
};

enum router_answer {
    ROUTER_DONE,
    ROUTER_SILENT,     /* no router answers */
    ROUTER_REFUSES,    /* the router answers with a refusal */
    ROUTER_NOT_PUBLIC, /* its own address is private: the internet does not reach it either */
};

/* Looks for a router, and asks for its outside address. Changes nothing. Unless DONE, `error` has
 * the reason in plain words. */
enum router_answer router_find(struct router *ret_router, struct error *error);

/* Opens `port` of this machine (TCP) to the outside for `lease_s` seconds, or prolongs that, and
 * brings the router's outside address up to date. `outside_port`: the wanted one, or that of the
 * last time; set to the one that was opened, which may differ. */
enum router_answer router_open(struct router *router, uint16_t port, uint32_t lease_s,
                               uint16_t *outside_port, struct error *error);
/* Closes it again. A failure needs no report: the lease runs out. */
void router_close(const struct router *router, uint16_t port, uint16_t outside_port);

/* Is this IPv4 address one that the internet does not route, such as 192.168.1.5 or, behind a
 * carrier's translation, 100.64.3.2? Also true for a text that is no address. Pure. */
bool router_is_private(const char *address);

#endif

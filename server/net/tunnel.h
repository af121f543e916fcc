/* Connections whose sockets are not in this process: gateways hold them, and a link carries what is
 * said. For the net, such a connection has a session, an origin, requests that wait for their turn
 * in the loop and messages to its client, as any other. The pings, rates, timeouts and unread
 * output of its client are the gateway's.
 *
 *     gateway -> link -> tunnel_receive() -> struct net_service -> hall
 *     gateway <- link <- struct net_carrier <- net_send() <------- hall
 *
 * Every function but tunnel_open() and tunnel_derived() ignores a session that has been closed. */
#ifndef SERVER_NET_TUNNEL_H
#define SERVER_NET_TUNNEL_H

#include "server/net/net.h"

/* What carries messages down to the sessions of tunnels. It may call none of the functions below
 * before its callback returns. */
struct net_carrier {
    void *owner; /* the first argument of all */
    /* All sessions are of tunnels, and open; is_last is false. */
    void (*say)(void *owner, const struct net_message *message);
    /* Close the connection when its messages are written. */
    void (*close)(void *owner, uint64_t session);
    /* See net_came_in(). */
    void (*came_in)(void *owner, uint64_t session);
    /* See net_excuse_hello(). */
    void (*excuse_hello)(void *owner, uint64_t session);
    /* See net_heard_ms(). */
    int64_t (*heard_ms)(void *owner);
    /* See net_derive(); tunnel_derived() answers. */
    bool (*derive)(void *owner, uint64_t session, uint32_t request, bool is_old,
                   const struct derivation *derivation);
};

/* From now on there may be tunnels; call once. */
void net_set_carrier(struct net *net, const struct net_carrier *carrier);

struct tunnel_client {
    struct origin origin;
    bool is_private;  /* see net_is_private() */
    uint32_t deriver; /* see net_deriver() */
};

/* `session` is given by the link: no other session ever has it, and none of a socket, which count
 * from 1. */
void tunnel_open(struct net *net, uint64_t session, const struct tunnel_client *client);
/* Requests, which may begin or end within a message. `came_ms`: see struct net_request. */
void tunnel_receive(struct net *net, uint64_t session, const char *bytes, size_t len,
                    int64_t came_ms);
/* The callbacks of the same names in struct net_service. */
void tunnel_lag(struct net *net, uint64_t session, int64_t lag_ms);
void tunnel_silent(struct net *net, uint64_t session);
void tunnel_behind(struct net *net, uint64_t session, bool is_behind);
void tunnel_fault(struct net *net, uint64_t session);
/* No more requests come: those that wait for their turn are still carried out. */
void tunnel_left(struct net *net, uint64_t session);
/* The connection is closed: requests that wait for their turn are still carried out. */
void tunnel_closed(struct net *net, uint64_t session);
/* The server has lost the connection, and its client is not to blame. */
void tunnel_lost(struct net *net, uint64_t session);
/* See on_derived() of struct net_service. */
void tunnel_derived(struct net *net, uint64_t session, const unsigned char *key);

#endif

/* What the tests of the net, of the pipe and of a gateway have in common: sockets of clients, and a
 * service that hears nothing. */
#ifndef TESTS_UNIT_NET_FIXTURE_H
#define TESTS_UNIT_NET_FIXTURE_H

#include "common/base/address.h"
#include "server/net/net_run.h"

/* Has no `owner`, on_request and on_derived; the callbacks below are to be set for what a test
 * wants to hear. */
extern const struct net_service deaf_service;

/* The net listens at a free port of 127.0.0.1. */
struct address net_listen(struct net *net);
/* Connects to it, and returns the socket; the net takes the connection in a later turn. */
int net_reach(const struct address *address);
void send_request(int fd, uint32_t id, enum wire_method method, const void *body);
/* Closes what is still in the loop, and the loop. */
void end_loop(uv_loop_t *loop);

#endif

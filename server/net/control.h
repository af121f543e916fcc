/* The operator's socket: a Unix socket that only its owner can open, with the protocol of the
 * clients. Connections there say no hello. It is removed when the server ends; one that a server
 * left behind that was killed is replaced. */
#ifndef SERVER_NET_CONTROL_H
#define SERVER_NET_CONTROL_H

#include "common/base/error.h"

struct net;

/* IO: another server listens there, or what is there is no socket, ...; the message says which.
 * `path` outlives the net. */
enum error_code control_open(struct net *net, const char *path, struct error *error);
/* Takes no more connections, and removes the socket's name. Idempotent, also where nothing was
 * opened. */
void control_close(struct net *net);

#endif

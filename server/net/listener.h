/* Sockets that listen: that of the clients, and that of the operator. */
#ifndef SERVER_NET_LISTENER_H
#define SERVER_NET_LISTENER_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "server/base/origin.h"

struct net;

/* The socket that was handed over by the environment (LISTEN_FDS), as systemd does; -1: none was.
 * USAGE: what was handed over is none to listen on. */
enum error_code listener_take(int *ret_fd, struct error *error);
/* A socket that listens at the first of the host's addresses. */
enum error_code listener_open(const struct address *address, int *ret_fd, struct error *error);
/* Where a socket listens, as text and as the origin of those who could reach it. IO: not at an IP
 * address. */
enum error_code listener_where(int fd, struct address *ret_address, struct origin *ret_origin,
                               struct error *error);
/* Takes the descriptor; every connection that comes is taken, or is refused at once. */
enum error_code listener_start(struct net *net, int fd, struct error *error);
/* Idempotent. */
void listener_stop(struct net *net);

/* --- control.c: the operator's socket --- */

/* A Unix socket that only its owner can open, with the protocol of the clients. Connections there
 * say no hello. One that a server left behind that was killed is replaced. IO: another server
 * listens there, or what is there is no socket, ...; the message says which. `path` outlives the
 * net. */
enum error_code control_open(struct net *net, const char *path, struct error *error);
/* Takes no more connections, and removes the socket's name. Idempotent, also where nothing was
 * opened. */
void control_close(struct net *net);

#endif

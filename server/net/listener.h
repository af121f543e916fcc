/* The listening sockets: the clients', that of the figures, and the operator's. */
#ifndef SERVER_NET_LISTENER_H
#define SERVER_NET_LISTENER_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "server/base/origin.h"

struct net;

enum listener_kind {
    LISTENER_CLIENTS,
    LISTENER_FIGURES, /* for HTTP, and nothing but the figures and the health */
    LISTENER_KINDS,
};

/* The socket that the environment passes (LISTEN_FDS), as systemd does; -1: none. USAGE: the
 * descriptor is not a listening socket. */
enum error_code listener_take(int *ret_fd, struct error *error);
/* Opens a socket that listens at the first of the host's addresses. */
enum error_code listener_open(const struct address *address, int *ret_fd, struct error *error);
/* The address of a listening socket, as text and as an origin. IO: it is no IP address. */
enum error_code listener_where(int fd, struct address *ret_address, struct origin *ret_origin,
                               struct error *error);
/* Before any other. */
void listeners_init(struct net *net);
/* Takes ownership of the descriptor. Each new connection is accepted or refused at once. */
enum error_code listener_start(struct net *net, enum listener_kind kind, int fd,
                               struct error *error);
/* Counts a connection at the address that it comes from, if it may have one more. */
enum error_code listener_admit(struct net *net, const struct origin *origin, bool is_proxy,
                               struct error *error);
/* Idempotent. */
void listeners_stop(struct net *net);

/* --- control.c: the operator's socket --- */

/* Opens a Unix socket that only its owner can connect to, with the protocol of the clients but no
 * session.hello. The left-over socket of a killed server is replaced. IO: another server listens
 * there, the file is no socket, ...; the message says which. `path` outlives the net. */
enum error_code control_open(struct net *net, const char *path, struct error *error);
/* Takes no more connections, and removes the socket's name. Idempotent, also when nothing was
 * opened. */
void control_close(struct net *net);

#endif

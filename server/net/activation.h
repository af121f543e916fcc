/* A listening socket that the system hands over (systemd's socket activation): it outlives the
 * server, so that nobody who connects while the server starts again is refused. */
#ifndef SERVER_NET_ACTIVATION_H
#define SERVER_NET_ACTIVATION_H

#include "common/base/error.h"

/* *ret_fd is the socket, the caller's now; -1: none was handed over. USAGE: what was handed over is
 * not one listening TCP socket. */
enum error_code activation_take(int *ret_fd, struct error *error);

#endif

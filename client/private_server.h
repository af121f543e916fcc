/* A server of this person's own, a child process that ends with this program. */
#ifndef CLIENT_PRIVATE_SERVER_H
#define CLIENT_PRIVATE_SERVER_H

#include "client/lib/loop.h"
#include "common/base/error.h"

struct private_server;

struct private_server_events {
    void *owner;
    /* It listens; `address` is HOST:PORT and lives during the call. */
    void (*ready)(void *owner, const char *address);
    /* It cannot be used (any more); the message says what to do about it. */
    void (*failed)(void *owner, const struct error *error);
};

/* `database` is a file, made when it does not exist. IO when there is no such program to start. */
enum error_code private_server_start(struct loop *loop, const char *database,
                                     const struct private_server_events *events,
                                     struct private_server **ret_server, struct error *error);
/* Ends the server, and calls back no more. NULL is taken. */
void private_server_stop(struct private_server *server);

#endif

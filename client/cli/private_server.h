/* A server of this person's own, a child process that ends with this program. One that a signal
 * ends before it listens, as the kernel does for want of memory, is started again a few times,
 * whatever the configuration says. */
#ifndef CLIENT_PRIVATE_SERVER_H
#define CLIENT_PRIVATE_SERVER_H

#include "client/lib/loop.h"
#include "common/base/error.h"

#include <stdbool.h>

struct private_server;

struct private_server_events {
    void *owner;
    /* It listens for the first time; `address` is HOST:PORT and lives during the call. */
    void (*ready)(void *owner, const char *address);
    /* It cannot be used (any more); the message says what to do about it. */
    void (*failed)(void *owner, const struct error *error);
};

struct private_server_config {
    const char *database; /* a file, made when it does not exist */
    const char
        *signing_key; /* the file of the key that it signs with; NULL: that of the database */
    /* Whenever it ends, however it does, it is started again on the same address, more and more
     * slowly while it cannot start. It has failed when nothing comes of that for long, or it could
     * not start at all, but see `waits`. */
    bool restarts;
    /* With `restarts`: the very first start is tried again, too, where another server still has the
     * database. */
    bool waits;
    int errors; /* the descriptor of its standard error; 0: this program's */
};

/* The texts are needed as long as the server. IO when there is no such program to start. */
enum error_code private_server_start(struct loop *loop, const struct private_server_config *config,
                                     const struct private_server_events *events,
                                     struct private_server **ret_server, struct error *error);
/* Ends the server, and calls back no more. NULL is taken. */
void private_server_stop(struct private_server *server);

#endif

/* A server of the person's own, a child process that ends with this program. A server that a signal
 * kills before it listens, as the kernel does when memory is short, is started again a few times,
 * whatever the configuration says. */
#ifndef CLIENT_PRIVATE_SERVER_H
#define CLIENT_PRIVATE_SERVER_H

#include "client/lib/loop.h"
#include "common/base/error.h"

#include <stdbool.h>

struct private_server;

struct private_server_events {
    void *owner;
    /* The server listens for the first time; `address` is HOST:PORT, valid during the call. */
    void (*ready)(void *owner, const char *address);
    /* The server cannot be used, or no longer; the message says what to do about it. */
    void (*failed)(void *owner, const struct error *error);
};

/* The way in for players on other machines. */
struct private_server_door {
    const char *listen;            /* HOST:PORT */
    const char *certificate, *key; /* two files, as --tls-certificate and --tls-key */
    const char *web_host;          /* a name by which browsers come; NULL: none */
};

struct private_server_config {
    const char *database;    /* a file, created if it does not exist */
    const char *signing_key; /* the file of its signing key; NULL: the key of the database */
    /* Restarts the server on the same address whenever it ends, with growing pauses while it cannot
     * start. `failed` is called after a long series of failed restarts, or if the first start fails
     * (but see `waits`). */
    bool restarts;
    /* With `restarts`: retries also the first start if another server still holds the database. */
    bool waits;
    /* NULL: none. Without one the players are the person and the person's bots, and the limits that
     * protect guests from each other are set far away. */
    const struct private_server_door *door;
    int errors; /* the descriptor of its standard error; 0: this program's */
};

/* The texts have to outlive the server. IO: there is no such program to start. */
enum error_code private_server_start(struct loop *loop, const struct private_server_config *config,
                                     const struct private_server_events *events,
                                     struct private_server **ret_server, struct error *error);
/* Ends the server. No callback is called afterwards. NULL is allowed. */
void private_server_stop(struct private_server *server);

#endif

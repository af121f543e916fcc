/* How others come in: clients, by the listening socket and the door with its certificate, which a
 * whole server and a gateway have; and whoever reads the figures, at an address for these alone. */
#ifndef SERVER_ENTRANCE_H
#define SERVER_ENTRANCE_H

#include "server/server.h"

struct entrance {
    const struct server_config *config;
    struct net *net;
    struct statistics *statistics;
    struct net_door door;
    struct text certificate, key; /* the files of a self-signed pair */
    uv_timer_t expiry;            /* looks at the certificate each day */
    int fd;                       /* that listens, until the net has it; -1: none */
    struct address address;       /* of that socket */
    bool is_loopback;
    char metrics[ADDRESS_TEXT_MAX]; /* where the figures have an address of their own; "": none */
};

/* All arguments outlive the entrance. */
void entrance_init(struct entrance *entrance, const struct server_config *config, uv_loop_t *loop,
                   struct net *net, struct statistics *statistics);
/* Takes the socket that the environment passes, or opens one, and finds its address. */
enum error_code entrance_take_socket(struct entrance *entrance, struct error *error);
/* Makes the self-signed pair if there is to be one, and opens the door. */
enum error_code entrance_open_door(struct entrance *entrance, struct error *error);
/* The figures and the health can be read from now on, if they have an address of their own: before
 * there are clients, and where none come. */
enum error_code entrance_open_metrics(struct entrance *entrance, struct error *error);
/* Clients may come from now on. Watches the certificate. */
enum error_code entrance_open(struct entrance *entrance, struct error *error);
/* Prints where clients can come in; warns if others on their way can read what they say. */
void entrance_announce(const struct entrance *entrance);
/* Loads the certificate anew. USAGE, IO: the old one stays. */
enum error_code entrance_reload(struct entrance *entrance, struct error *error);
/* When the loop has ended. */
void entrance_finish(struct entrance *entrance);

#endif

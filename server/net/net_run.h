/* Creating and ending the half of the server that owns bytes, and its part in each turn of the
 * loop. For the program, which puts both halves together. */
#ifndef SERVER_NET_NET_RUN_H
#define SERVER_NET_NET_RUN_H

#include "server/base/statistics.h"
#include "server/net/net.h"

#include <uv.h>

/* The limits of connections. Times in milliseconds, sizes in bytes. */
struct net_limits {
    int64_t connections; /* as far as the system gives descriptors */
    int64_t connections_per_address;
    int64_t queued_bytes;     /* for a client that does not read */
    int64_t all_queued_bytes; /* for all of them together */
    int64_t all_unread_bytes; /* of requests that are incomplete or have not had their turn yet */
    /* Of a connection, on average; a faster client is read more slowly. */
    int64_t requests_per_second;
    int64_t requests_burst; /* of a connection at once */
    int64_t hello_ms;       /* from the connection to a successful session.hello */
    int64_t message_ms;     /* from a message's first byte to its last */
    int64_t idle_ms;        /* without a byte from the client */
    int64_t ping_ms;        /* from one session.ping to the next */
    int64_t dead_ms;        /* until a peer whose machine answers nothing counts as gone */
};

extern const struct net_limits net_limits_default;

/* How clients come in, beside the port. The texts outlive the net. */
struct net_door {
    const char *certificate, *key; /* PEM files; NULL: no TLS */
    const char *proxies;           /* see proxies_parse(); NULL: none */
    bool has_metrics;              /* are the figures at /metrics, for clients on this machine? */
    bool has_hsts;                 /* are browsers told to come with TLS only? */
};

/* What the process tells by HTTP. */
struct net_site {
    const char *web_hosts; /* names with commas, by which browsers may come too; NULL: none */
    void *owner;           /* the first argument of the next two */
    /* Appends the figures, in the format of Prometheus. */
    void (*write_metrics)(void *owner, struct text *out);
    /* A word for what the process does, such as "active"; *ret_is_well: does it do its part? */
    const char *(*tell_health)(void *owner, bool *ret_is_well);
};

/* USAGE: a list is malformed. */
enum error_code net_door_check(const struct net_door *door, struct error *error);

/* Raises the limit of descriptors as far as the system allows; with fewer than the connections
 * need, there are fewer connections. `loop` and `statistics` outlive the net. */
struct net *net_create(uv_loop_t *loop, const struct net_limits *limits,
                       const struct net_service *service, struct statistics *statistics);
/* Call before anything listens. */
void net_set_site(struct net *net, const struct net_site *site);
/* Loads the certificate. Call before the server listens. IO as tls_context_for_server(). */
enum error_code net_open_door(struct net *net, const struct net_door *door, struct error *error);
/* Loads the certificate and its key anew, for connections to come. After a failure (as of
 * net_open_door(); USAGE: there is no TLS) the old pair stays. */
enum error_code net_reload_certificate(struct net *net, struct error *error);
/* The certificate in use; NULL: no TLS. Valid until it is reloaded. */
const struct certificate *net_certificate(const struct net *net);
/* After net_close(), and when the loop has ended. */
void net_destroy(struct net *net);
/* As many as the descriptors suffice for. */
int64_t net_connections_max(const struct net *net);

/* --- in a turn of the loop --- */

/* Carries out requests that wait, for about as long as a turn has time for that. */
void net_serve(struct net *net);
/* Writes what is queued, connection by connection, until `end_us` (see now_us()). Then, while all
 * connections together have too much queued or unread, ends those of the addresses with the most.
 */
void net_flush(struct net *net, uint64_t end_us);
/* Writes the same way to connections whose messages may take some turns: see soon_count. */
void net_flush_later(struct net *net, uint64_t end_us);
/* Is something queued that net_flush() would write? */
bool net_is_dirty(const struct net *net);
/* Is so much queued that it should be written before more is queued? */
bool net_has_said_much(const struct net *net);
/* Is work left that need not wait for an event? */
bool net_can_go_on(struct net *net);
/* A turn has ended at `end_us`, and has lasted `turn_us` without its waiting. */
void net_end_turn(struct net *net, uint64_t end_us, uint64_t turn_us);

/* --- the end --- */

/* Takes no more connections, and reads no more. Queued output is still written. Idempotent. */
void net_stop(struct net *net);
/* Has everything been given to the system? */
bool net_is_written(const struct net *net);
/* Closes all connections. Idempotent. */
void net_close(struct net *net);

#endif

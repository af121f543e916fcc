/* The server as a process: one libuv loop that owns the hall, the listener and the connections, and
 * one store thread behind it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "server/cluster.h"
#include "server/net/net_run.h"
#include "server/service/service.h"

#include <stdbool.h>

struct server_config {
    struct cluster_config cluster; /* its role: what this process is of a cluster */
    struct address listen;         /* port 0: any free port */
    bool is_public;                /* may `listen` be other than loopback? */
    const char *database; /* a file, created if missing, or an address; NULL: a gateway's */
    /* The file of the key that signs the records of tournaments, see key_file.h; NULL: the key in
     * the database, which the first start makes. */
    const char *signing_key;
    bool exit_on_eof;    /* shut down when standard input ends, as on SIGTERM */
    const char *control; /* the path of the operator's socket; NULL: none */
    /* A folder with a key of the server's own, made when missing, instead of a certificate and a
     * key of `door`; NULL: none. */
    const char *self_signed;
    struct net_door door;
    const char *web_hosts; /* see struct net_site */
    /* An address for the figures and the health alone, without a host: none. */
    struct address metrics_listen;
    struct hall_limits hall_limits;
    struct net_limits net_limits;
    struct service_limits service_limits;
};

/* USAGE, in the words of the command line: no machine could run a server with this configuration.
 * Properties of the machine are not checked: free ports, or names that resolve to the loopback. */
enum error_code server_check(const struct server_config *config, struct error *error);
/* USAGE: the server may not listen at this address. `origin` is the address, resolved. */
enum error_code server_check_listen(const struct server_config *config,
                                    const struct address *address, const struct origin *origin,
                                    struct error *error);
/* The same, of the address for the figures. */
enum error_code server_check_metrics_listen(const struct server_config *config,
                                            const struct address *address,
                                            const struct origin *origin, struct error *error);

/* Takes a configuration that server_check() accepts. Listens, opens the database, rebuilds the
 * unfinished matches, prints `listening on HOST:PORT` on standard output, and serves until SIGTERM
 * or SIGINT; then commits, announces, and returns. ERROR_NONE: all acknowledged and all accepted
 * requests are on disk. A failed start leaves no new file behind. */
enum error_code server_run(const struct server_config *config, struct error *error);

#endif

/* The server as a process: one libuv loop that owns the hall, the listener and the connections, and
 * one store thread behind it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "server/net/net_run.h"
#include "server/service/service.h"

#include <stdbool.h>

struct server_config {
    struct address listen; /* port 0: any free one */
    bool is_public;        /* may `listen` be other than loopback? */
    bool plain_passwords;  /* are passwords taken over connections that are not loopback? */
    const char *database;  /* a file; made when it does not exist */
    /* The file of the key that the records of tournaments are signed with, see key_file.h; NULL:
     * the database has one, which its first start makes. */
    const char *signing_key;
    bool exit_on_eof;       /* end when standard input ends, as with SIGTERM */
    const char *control;    /* the operator's socket, a path; NULL: none */
    struct address metrics; /* for Prometheus, loopback only; host "": none */
    struct hall_limits hall_limits;
    struct net_limits net_limits;
    struct service_limits service_limits;
};

/* USAGE: no server can run with this, wherever it is started; in the words of the command line.
 * What only the machine can tell, such as whether a port is free or a name leads to the loopback,
 * is not looked into. */
enum error_code server_check(const struct server_config *config, struct error *error);
/* May the server listen there? USAGE. */
enum error_code server_check_listen(const struct server_config *config,
                                    const struct address *address, const struct origin *origin,
                                    struct error *error);

/* Of a configuration that server_check() accepts. Listens, opens the database, rebuilds the
 * unfinished matches, prints `listening on HOST:PORT` on standard output, and serves until SIGTERM
 * or SIGINT; then commits, announces, and returns. ERROR_NONE when everything that was acknowledged
 * and everything that was accepted is on disk. A start that fails leaves no file behind that was
 * not there before. */
enum error_code server_run(const struct server_config *config, struct error *error);

#endif

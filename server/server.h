/* The server as a process: one libuv loop that owns the hall, the listener and the connections, and
 * one store thread behind it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "server/hall/hall.h"

#include <stdbool.h>
#include <stdint.h>

/* What connections may do. Times in milliseconds, sizes in bytes. */
struct net_limits {
    int64_t connections; /* as far as the system gives descriptors */
    int64_t connections_per_address;
    int64_t queued_bytes;     /* for a client that does not read */
    int64_t all_queued_bytes; /* for all of them together */
    int64_t all_unread_bytes; /* of requests that have not come whole, or not had their turn yet */
    /* Of a connection, on average; who asks faster is read more slowly. */
    int64_t requests_per_second;
    int64_t requests_burst;    /* of a connection at once */
    int64_t hello_ms;          /* from the connection to a successful session.hello */
    int64_t message_ms;        /* from a message's first byte to its last */
    int64_t idle_ms;           /* without a byte from the client */
    int64_t ping_ms;           /* from one session.ping to the next */
    int64_t dead_ms;           /* a peer whose machine answers nothing for so long is gone */
    int64_t logins_per_minute; /* of an address, and of an account: attempts that fail */
    int64_t passwords_waiting; /* to be hashed, at once; as many more with a proof of work */
    int64_t solver_memory;     /* bytes, of all tables of the solver */
};

extern const struct net_limits net_limits_default;

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
};

/* USAGE: no server can run with this, wherever it is started; in the words of the command line.
 * What only the machine can tell, such as whether a port is free or a name leads to the loopback,
 * is not looked into. */
enum error_code server_check(const struct server_config *config, struct error *error);

/* Of a configuration that server_check() accepts. Listens, opens the database, rebuilds the
 * unfinished matches, prints `listening on HOST:PORT` on standard output, and serves until SIGTERM
 * or SIGINT; then commits, announces, and returns. ERROR_NONE when everything that was acknowledged
 * and everything that was accepted is on disk. A start that fails leaves no file behind that was
 * not there before. */
enum error_code server_run(const struct server_config *config, struct error *error);

#endif

/* The server as a process: one libuv loop that owns the hall, the listener and the connections, and one store
 * thread behind it. */
#ifndef SERVER_NET_SERVER_H
#define SERVER_NET_SERVER_H

#include "common/base/address.h"
#include "common/base/error.h"

#include <stdbool.h>

struct server_config {
    struct address listen; /* port 0: any free one */
    const char *database;  /* a file; made when it does not exist */
    bool exit_on_eof;      /* end when standard input ends, as with SIGTERM */
};

/* Opens the database, rebuilds the unfinished matches, listens, prints `listening on HOST:PORT` on standard output, and serves
 * until SIGTERM or SIGINT; then commits, announces, and returns. ERROR_NONE when everything that was acknowledged and
 * everything that was accepted is on disk. */
enum error_code server_run(const struct server_config *config, struct error *error);

#endif

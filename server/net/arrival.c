/* How connections begin: accepted from the listener or from the operator's socket. */
#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/net/state.h"

#include <limits.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    PROBES = 4,
    SYSTEM_QUEUE_BYTES = 131072, /* of output in the system, whose own idea for a client that does
                                    not read is 4 MB */
};

static struct connection *create(struct server *server)
{
    struct connection *connection = memory_zeroed(1, sizeof *connection);
    connection->server = server;
    connection->session = ++server->last_session;
    statistics_count(&server->statistics, STATISTIC_ACCEPTED);
    connection->socket.handle.data = connection;
    connection->decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
    connection->bucket = bucket_full(&server->request_rate, (int64_t)uv_now(&server->loop));
    HASH_ADD(hh, server->connections, session, sizeof connection->session, connection);
    return connection;
}

void connection_accept_operator(struct server *server, uv_stream_t *listener)
{
    struct connection *connection = create(server);
    connection->is_operator = true;
    connection->share = &server->operators;
    uv_pipe_init(&server->loop, &connection->socket.pipe, 0);
    if (uv_accept(listener, &connection->socket.stream) < 0)
        connection_close(connection);
    else
        connection_start_reading(connection);
}

static void set_option(int fd, int level, int option, int64_t value)
{
    int number = value < INT_MAX ? (int)value : INT_MAX;
    (void)setsockopt(fd, level, option, &number, sizeof number);
}

static int64_t seconds(int64_t ms)
{
    return ms < 1000 ? 1 : ms / 1000;
}

/* A peer whose machine has gone is found by what it does not acknowledge: pings, other output, or
 * the system's own probes of a connection on which nothing is said. */
static void set_options(int fd, int64_t dead_ms)
{
    set_option(fd, IPPROTO_TCP, TCP_NODELAY, 1);
    set_option(fd, SOL_SOCKET, SO_SNDBUF, SYSTEM_QUEUE_BYTES);
    set_option(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, dead_ms);
    set_option(fd, IPPROTO_TCP, TCP_KEEPIDLE, seconds(dead_ms / 2));
    set_option(fd, IPPROTO_TCP, TCP_KEEPINTVL, seconds(dead_ms / 2 / PROBES));
    set_option(fd, IPPROTO_TCP, TCP_KEEPCNT, PROBES);
    set_option(fd, SOL_SOCKET, SO_KEEPALIVE, 1);
}

void connection_accept(struct server *server, int fd, const struct origin *origin)
{
    struct connection *connection = create(server);
    connection->origin = *origin;
    connection->share = addresses_share(server->addresses, origin);
    set_options(fd, server->limits.dead_ms);
    uv_tcp_init(&server->loop, &connection->socket.tcp);
    if (uv_tcp_open(&connection->socket.tcp, fd) < 0) {
        close(fd);
        connection_close(connection);
        return;
    }
    log_debug("accepted", log_int("session", (int64_t)connection->session),
              log_text("address", origin->text));
    wait_start(connection, WAIT_HELLO);
    wait_start(connection, WAIT_BYTES);
    wait_start(connection, WAIT_PING);
    if (share_charge_arrival(connection)) {
        connection_start_reading(connection);
    } else {
        connection->is_paused = true;
        share_wait(connection, true);
    }
}

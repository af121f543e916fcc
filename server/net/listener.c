/* The listening sockets. They are polled and not given to libuv as listening streams: while the
 * system has no descriptors left, that would accept and drop new connections, or spin. */
#include "server/net/listener.h"
#include "server/base/log.h"
#include "server/net/connection.h"

#include <assert.h>
#include <errno.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    BACKLOG = 511,
    ACCEPTED_AT_ONCE = 64, /* then other events have their turn */
    REST_MS = 100,
    FIGURES_LINES_MAX = 32, /* connections for figures, beside net_limits.connections */
    LOG_EVERY_MS = 1000,
};

/* --- opening --- */

static enum error_code resolve(const struct address *address, struct addrinfo **ret_found,
                               struct error *error)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
    char port[8];
    snprintf(port, sizeof port, "%u", address->port);
    int code = getaddrinfo(address->host, port, &hints, ret_found);
    if (code)
        return error_set(error, ERROR_IO, "cannot find the address '%s': %s", address->host,
                         gai_strerror(code));
    return ERROR_NONE;
}

/* Returns -1 with errno. */
static int open_socket(const struct addrinfo *where)
{
    int on = 1, off = 0;
    int fd = socket(where->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (where->ai_family == AF_INET6)
        setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &off, sizeof off);
    if (bind(fd, where->ai_addr, where->ai_addrlen) < 0 || listen(fd, BACKLOG) < 0) {
        int cause = errno;
        close(fd);
        errno = cause;
        return -1;
    }
    return fd;
}

enum error_code listener_open(const struct address *address, int *ret_fd, struct error *error)
{
    struct addrinfo *found;
    enum error_code code = resolve(address, &found, error);
    if (code)
        return code;
    *ret_fd = open_socket(found);
    if (*ret_fd < 0)
        code = error_set(error, ERROR_IO, "cannot listen on %s port %u: %s", address->host,
                         address->port, strerror(errno));
    freeaddrinfo(found);
    return code;
}

enum error_code listener_where(int fd, struct address *ret_address, struct origin *ret_origin,
                               struct error *error)
{
    struct sockaddr_storage bound = {0};
    socklen_t len = sizeof bound;
    char host[ADDRESS_HOST_MAX + 1], port[8];
    if (getsockname(fd, (struct sockaddr *)&bound, &len) < 0 ||
        getnameinfo((struct sockaddr *)&bound, len, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0 ||
        (bound.ss_family != AF_INET && bound.ss_family != AF_INET6))
        return error_set(error, ERROR_IO, "the socket to listen on has no IP address");
    *ret_address = (struct address){.port = (uint16_t)atoi(port)};
    memcpy(ret_address->host, host, strlen(host) + 1);
    origin_of((struct sockaddr *)&bound, ret_origin);
    return ERROR_NONE;
}

/* --- a socket from the environment --- */

enum { FIRST_HANDED_OVER = 3 };

/* Are the descriptors meant for this process, and not for its parent? */
static bool is_for_us(const char *pid)
{
    return pid && strtol(pid, NULL, 10) == (long)getpid();
}

static bool is_listening_tcp(int fd)
{
    struct sockaddr_storage address;
    socklen_t address_len = sizeof address;
    int listens = 0, type = 0;
    socklen_t len = sizeof listens;
    return getsockopt(fd, SOL_SOCKET, SO_ACCEPTCONN, &listens, &len) == 0 && listens &&
           getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) == 0 && type == SOCK_STREAM &&
           getsockname(fd, (struct sockaddr *)&address, &address_len) == 0 &&
           (address.ss_family == AF_INET || address.ss_family == AF_INET6);
}

enum error_code listener_take(int *ret_fd, struct error *error)
{
    const char *count = getenv("LISTEN_FDS");
    *ret_fd = -1;
    if (!count || !is_for_us(getenv("LISTEN_PID")))
        return ERROR_NONE;
    if (strcmp(count, "1") != 0)
        return error_set(error, ERROR_USAGE, "one socket was expected in LISTEN_FDS, not '%.20s'",
                         count);
    if (!is_listening_tcp(FIRST_HANDED_OVER))
        return error_set(error, ERROR_USAGE,
                         "descriptor 3, handed over by LISTEN_FDS, is no listening TCP socket");
    fcntl(FIRST_HANDED_OVER, F_SETFD, FD_CLOEXEC);
    fcntl(FIRST_HANDED_OVER, F_SETFL, fcntl(FIRST_HANDED_OVER, F_GETFL) | O_NONBLOCK);
    *ret_fd = FIRST_HANDED_OVER;
    return ERROR_NONE;
}

/* --- refusing --- */

/* Logs at most one line in LOG_EVERY_MS, so that frequent attempts cannot fill the log. */
static void log_refusal(struct listener *listener, const struct origin *origin, const char *reason)
{
    uint64_t now = uv_now(listener->net->loop);
    listener->refused++;
    if (listener->logged_ms && now - listener->logged_ms < LOG_EVERY_MS)
        return;
    log_warn("refused", log_int("connections", (int64_t)listener->refused),
             log_text("last", origin->text), log_text("reason", reason));
    listener->refused = 0;
    listener->logged_ms = now;
}

/* Sends the reason if the system takes it at once, as it does for a new connection. At most a
 * hundred in a second get one, so that a flood costs little. */
static void refuse_connection(struct listener *listener, int fd, const struct origin *origin,
                              const struct error *error)
{
    static const struct bucket_rate told = {.tokens = 100, .period_ms = 1000, .burst = 100};
    struct text words = {0};
    struct wire_fault fault = {.code = error->code, .message = wire_text(error->message)};
    if (bucket_take(&listener->told, &told, net_tick_ms(listener->net))) {
        wire_encode_event(&words, WIRE_EVENT_SESSION_FAULT, &fault);
        (void)!send(fd, words.bytes, words.len, MSG_DONTWAIT | MSG_NOSIGNAL);
        text_finish(&words);
    }
    close(fd);
    log_refusal(listener, origin, error->message);
}

enum error_code listener_admit(struct net *net, const struct origin *origin, bool is_proxy,
                               struct error *error)
{
    const struct net_limits *limits = &net->limits;
    switch (addresses_add(net->addresses, origin, is_proxy, net_tick_ms(net))) {
    case ADDRESS_ADMITTED:
        return ERROR_NONE;
    case ADDRESS_HAS_ENOUGH:
        error_set(error, ERROR_LIMIT_REACHED,
                  "your address has %lld connections, as many as it may have: close one",
                  (long long)limits->connections_per_address);
        break;
    case ADDRESS_HURRIES:
        error_set(error, ERROR_LIMIT_REACHED,
                  "your address connects too often: try again in a second");
        break;
    }
    statistics_count(net->statistics, STATISTIC_REFUSED_ADDRESS);
    return error->code;
}

/* --- accepting --- */

/* The figures are there when no client finds room, too. */
static enum error_code admit_for_figures(struct net *net, const struct origin *origin,
                                         struct error *error)
{
    if (net->figures_lines >= FIGURES_LINES_MAX)
        return error_set(error, ERROR_LIMIT_REACHED,
                         "%d connections ask for figures, as many as may: try again later",
                         FIGURES_LINES_MAX);
    addresses_add(net->addresses, origin, true, net_tick_ms(net));
    return ERROR_NONE;
}

static enum error_code admit_client(struct net *net, const struct origin *origin, bool is_proxy,
                                    struct error *error)
{
    size_t clients = addresses_count(net->addresses) - net->figures_lines;
    if ((int64_t)clients < net->limits.connections)
        return listener_admit(net, origin, is_proxy, error);
    statistics_count(net->statistics, STATISTIC_REFUSED_FULL);
    return error_set(error, ERROR_LIMIT_REACHED,
                     "this server has %lld connections, as many as it takes: try again later",
                     (long long)net->limits.connections);
}

static void take_connection(struct listener *listener, int fd, const struct sockaddr_storage *peer)
{
    struct net *net = listener->net;
    struct origin origin;
    struct error error;
    enum error_code code;
    enum line_kind kind = LINE_FIGURES;
    origin_of((const struct sockaddr *)peer, &origin);
    if (listener == &net->listeners[LISTENER_FIGURES]) {
        code = admit_for_figures(net, &origin, &error);
    } else {
        kind = proxies_have(&net->proxies, &origin) ? LINE_PROXIED : LINE_DIRECT;
        code = admit_client(net, &origin, kind == LINE_PROXIED, &error);
    }
    if (code)
        refuse_connection(listener, fd, &origin, &error);
    else
        connection_accept(net, fd, &origin, kind);
}

static bool is_out_of_descriptors(int cause)
{
    return cause == EMFILE || cause == ENFILE || cause == ENOBUFS || cause == ENOMEM;
}

static void start_polling(struct listener *listener);

static void on_rested(uv_timer_t *timer)
{
    start_polling(timer->data);
}

/* Stops accepting for REST_MS; new connections wait in the system's queue. */
static void rest(struct listener *listener, int cause)
{
    if (!listener->is_resting)
        log_error("accept", log_text("reason", strerror(cause)));
    statistics_count(listener->net->statistics, STATISTIC_RESTS);
    listener->is_resting = true;
    uv_poll_stop(&listener->poll);
    uv_timer_start(&listener->rest, on_rested, REST_MS, 0);
}

static void on_knock(uv_poll_t *poll, int status, int events)
{
    struct listener *listener = poll->data;
    struct sockaddr_storage peer;
    (void)status;
    (void)events;
    for (int i = 0; i < ACCEPTED_AT_ONCE; i++) {
        socklen_t len = sizeof peer;
        int fd =
            accept4(listener->fd, (struct sockaddr *)&peer, &len, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0 && is_out_of_descriptors(errno))
            rest(listener, errno);
        if (fd < 0)
            return; /* no connection, or gone again: the next one makes an event */
        listener->is_resting = false;
        take_connection(listener, fd, &peer);
    }
}

static void start_polling(struct listener *listener)
{
    uv_poll_start(&listener->poll, UV_READABLE, on_knock);
}

void listeners_init(struct net *net)
{
    for (int kind = 0; kind < LISTENER_KINDS; kind++) {
        net->listeners[kind].net = net;
        net->listeners[kind].fd = -1;
    }
}

enum error_code listener_start(struct net *net, enum listener_kind kind, int fd,
                               struct error *error)
{
    struct listener *listener = &net->listeners[kind];
    assert(listener->fd < 0 && fd >= 0);
    int status = uv_poll_init(net->loop, &listener->poll, fd);
    if (status)
        return error_set(error, ERROR_IO, "cannot listen: %s", uv_strerror(status));
    uv_timer_init(net->loop, &listener->rest);
    listener->poll.data = listener->rest.data = listener;
    listener->fd = fd;
    start_polling(listener);
    return ERROR_NONE;
}

void listeners_stop(struct net *net)
{
    for (int kind = 0; kind < LISTENER_KINDS; kind++) {
        struct listener *listener = &net->listeners[kind];
        if (listener->fd < 0)
            continue;
        uv_close((uv_handle_t *)&listener->poll, NULL);
        uv_close((uv_handle_t *)&listener->rest, NULL);
        close(listener->fd);
        listener->fd = -1;
    }
}

#include "tests/cutting_proxy.h"

#include "common/base/memory.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { CONNECTIONS_MAX = 64, WAITS_MAX = 2 + 2 * CONNECTIONS_MAX };
#define SOCKET_NAME ".s.PGSQL.5432"

/* A NoticeResponse (PostgreSQL, "Message Formats") of severity WARNING, as when the wait for a
 * synchronous standby is cancelled. */
static const char warning[] = "N\0\0\0\x2e"
                              "SWARNING\0"
                              "VWARNING\0"
                              "C01000\0"
                              "Mnot waited for\0";
_Static_assert(sizeof warning - 1 == 0x2e, "its length, without the type and with the last zero");

struct place {
    struct sockaddr_storage address;
    socklen_t len;
};

struct proxy {
    struct place server;
    char path[108]; /* of the own socket; "": it has a port */
    int listener, wake;
    pthread_t thread;
    struct {
        int ends[2]; /* by enum proxy_side; -1: has ended; both: the place is free */
    } connections[CONNECTIONS_MAX];

    pthread_mutex_t mutex; /* guards the members below */
    bool stopping, cuts_all, is_held, loses_ends;
    bool armed, has_cut;
    enum proxy_side side;
    size_t passed, limit;
    int warnings;
};

static void insist(bool is_so, const char *what)
{
    if (is_so)
        return;
    fprintf(stderr, "the proxy: %s: %s\n", what, strerror(errno));
    abort();
}

static struct place place_in(const char *folder)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct place place = {.len = sizeof address};
    int len = snprintf(address.sun_path, sizeof address.sun_path, "%s/" SOCKET_NAME, folder);
    insist(len < (int)sizeof address.sun_path, folder);
    memcpy(&place.address, &address, sizeof address);
    return place;
}

static struct place place_at(const char *text)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct place place = {.len = sizeof address};
    address.sin_port = htons((uint16_t)atoi(strrchr(text, ':') + 1));
    memcpy(&place.address, &address, sizeof address);
    return place;
}

static void end_connection(struct proxy *proxy, int at)
{
    for (int side = 0; side < 2; side++) {
        if (proxy->connections[at].ends[side] >= 0)
            close(proxy->connections[at].ends[side]);
        proxy->connections[at].ends[side] = -1;
    }
}

static void accept_connection(struct proxy *proxy)
{
    int at = 0;
    while (at < CONNECTIONS_MAX &&
           (proxy->connections[at].ends[0] >= 0 || proxy->connections[at].ends[1] >= 0))
        at++;
    insist(at < CONNECTIONS_MAX, "too many connections");
    int client = accept4(proxy->listener, NULL, NULL, SOCK_CLOEXEC);
    int server = socket(proxy->server.address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    proxy->connections[at].ends[PROXY_CLIENT] = client;
    proxy->connections[at].ends[PROXY_SERVER] = server;
    if (proxy->server.address.ss_family == AF_INET)
        for (int side = 0; side < 2; side++)
            setsockopt(proxy->connections[at].ends[side], IPPROTO_TCP, TCP_NODELAY, &(int){1},
                       sizeof(int));
    if (connect(server, (const struct sockaddr *)&proxy->server.address, proxy->server.len) != 0)
        end_connection(proxy, at);
}

static bool send_all(int to, const char *bytes, size_t len)
{
    while (len > 0) {
        ssize_t sent = send(to, bytes, len, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR)
            return false;
        if (sent > 0) {
            bytes += sent;
            len -= (size_t)sent;
        }
    }
    return true;
}

static void hear_end(struct proxy *proxy, int at, enum proxy_side side)
{
    pthread_mutex_lock(&proxy->mutex);
    bool is_lost = proxy->loses_ends;
    pthread_mutex_unlock(&proxy->mutex);
    if (!is_lost) {
        end_connection(proxy, at);
        return;
    }
    close(proxy->connections[at].ends[side]);
    proxy->connections[at].ends[side] = -1;
}

/* How many of these bytes go on; *ret_warn: behind a warning. */
static size_t allow(struct proxy *proxy, enum proxy_side side, const char *bytes, size_t len,
                    bool *ret_cut, bool *ret_warn)
{
    enum { BIND_COMPLETE = '2' };
    pthread_mutex_lock(&proxy->mutex);
    *ret_cut = false;
    if (proxy->armed && proxy->side == side) {
        *ret_cut = len > proxy->limit - proxy->passed;
        len = *ret_cut ? proxy->limit - proxy->passed : len;
        proxy->passed += len;
        proxy->armed = !*ret_cut;
        proxy->has_cut = *ret_cut;
    }
    /* The server's answers are short here, so that each comes whole. */
    *ret_warn = side == PROXY_SERVER && proxy->warnings > 0 && *bytes == BIND_COMPLETE;
    proxy->warnings -= *ret_warn;
    pthread_mutex_unlock(&proxy->mutex);
    return len;
}

static void pass_on(struct proxy *proxy, int at, enum proxy_side side)
{
    char bytes[1 << 16];
    bool cut, warn;
    int to = proxy->connections[at].ends[!side];
    ssize_t len = recv(proxy->connections[at].ends[side], bytes, sizeof bytes, 0);
    if (len <= 0) {
        hear_end(proxy, at, side);
        return;
    }
    size_t allowed = allow(proxy, side, bytes, (size_t)len, &cut, &warn);
    if ((warn && !send_all(to, warning, sizeof warning)) || !send_all(to, bytes, allowed) || cut)
        end_connection(proxy, at);
}

/* False: the proxy is to stop. */
static bool hear_order(struct proxy *proxy, bool *ret_held)
{
    uint64_t count;
    insist(read(proxy->wake, &count, sizeof count) == sizeof count, "wake");
    pthread_mutex_lock(&proxy->mutex);
    bool stopping = proxy->stopping, cuts = proxy->cuts_all;
    proxy->cuts_all = false;
    *ret_held = proxy->is_held;
    pthread_mutex_unlock(&proxy->mutex);
    for (int at = 0; (stopping || cuts) && at < CONNECTIONS_MAX; at++)
        end_connection(proxy, at);
    return !stopping;
}

static void *run(void *argument)
{
    struct proxy *proxy = argument;
    struct pollfd waits[WAITS_MAX];
    bool is_held = false;
    for (;;) {
        waits[0] = (struct pollfd){.fd = proxy->wake, .events = POLLIN};
        waits[1] = (struct pollfd){.fd = proxy->listener, .events = POLLIN};
        for (int i = 0; i < 2 * CONNECTIONS_MAX; i++)
            waits[2 + i] =
                (struct pollfd){.fd = proxy->connections[i / 2].ends[i % 2], .events = POLLIN};
        if (poll(waits, is_held ? 1 : WAITS_MAX, -1) < 0)
            continue;
        if (waits[0].revents && !hear_order(proxy, &is_held))
            return NULL;
        if (is_held)
            continue;
        for (int i = 0; i < 2 * CONNECTIONS_MAX; i++)
            if (waits[2 + i].revents && proxy->connections[i / 2].ends[i % 2] >= 0)
                pass_on(proxy, i / 2, (enum proxy_side)(i % 2));
        if (waits[1].revents)
            accept_connection(proxy);
    }
}

static struct proxy *start(const struct place *own, const struct place *server)
{
    struct proxy *proxy = memory_zeroed(1, sizeof *proxy);
    proxy->server = *server;
    for (int at = 0; at < CONNECTIONS_MAX; at++)
        proxy->connections[at].ends[0] = proxy->connections[at].ends[1] = -1;
    pthread_mutex_init(&proxy->mutex, NULL);
    proxy->wake = eventfd(0, EFD_CLOEXEC);
    proxy->listener = socket(own->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    insist(bind(proxy->listener, (const struct sockaddr *)&own->address, own->len) == 0, "bind");
    insist(listen(proxy->listener, CONNECTIONS_MAX) == 0, "listen");
    insist(pthread_create(&proxy->thread, NULL, run, proxy) == 0, "thread");
    return proxy;
}

struct proxy *proxy_start(const char *folder, const char *server_folder)
{
    struct place own = place_in(folder), server = place_in(server_folder);
    struct proxy *proxy = start(&own, &server);
    snprintf(proxy->path, sizeof proxy->path, "%s",
             ((const struct sockaddr_un *)&own.address)->sun_path);
    insist(chmod(proxy->path, 0777) == 0, proxy->path); /* as PostgreSQL's own */
    return proxy;
}

struct proxy *proxy_start_between(const char *address, const char *server_address)
{
    struct place own = place_at(address), server = place_at(server_address);
    return start(&own, &server);
}

static void wake_up(struct proxy *proxy)
{
    uint64_t one = 1;
    insist(write(proxy->wake, &one, sizeof one) == sizeof one, "wake");
}

void proxy_stop(struct proxy *proxy)
{
    pthread_mutex_lock(&proxy->mutex);
    proxy->stopping = true;
    pthread_mutex_unlock(&proxy->mutex);
    wake_up(proxy);
    pthread_join(proxy->thread, NULL);
    close(proxy->listener);
    close(proxy->wake);
    insist(!*proxy->path || unlink(proxy->path) == 0, proxy->path);
    pthread_mutex_destroy(&proxy->mutex);
    free(proxy);
}

void proxy_cut_after(struct proxy *proxy, enum proxy_side side, size_t bytes)
{
    pthread_mutex_lock(&proxy->mutex);
    proxy->armed = true;
    proxy->has_cut = false;
    proxy->side = side;
    proxy->passed = 0;
    proxy->limit = bytes;
    pthread_mutex_unlock(&proxy->mutex);
}

void proxy_cut_now(struct proxy *proxy)
{
    pthread_mutex_lock(&proxy->mutex);
    proxy->cuts_all = true;
    pthread_mutex_unlock(&proxy->mutex);
    wake_up(proxy);
}

void proxy_hold(struct proxy *proxy, bool is_held)
{
    pthread_mutex_lock(&proxy->mutex);
    proxy->is_held = is_held;
    pthread_mutex_unlock(&proxy->mutex);
    wake_up(proxy);
}

void proxy_lose_ends(struct proxy *proxy)
{
    pthread_mutex_lock(&proxy->mutex);
    proxy->loses_ends = true;
    pthread_mutex_unlock(&proxy->mutex);
}

bool proxy_take_cut(struct proxy *proxy, size_t *ret_bytes)
{
    pthread_mutex_lock(&proxy->mutex);
    bool has_cut = proxy->has_cut;
    *ret_bytes = proxy->passed;
    proxy->armed = proxy->has_cut = false;
    pthread_mutex_unlock(&proxy->mutex);
    return has_cut;
}

void proxy_warn(struct proxy *proxy, int answers)
{
    pthread_mutex_lock(&proxy->mutex);
    proxy->warnings = answers;
    pthread_mutex_unlock(&proxy->mutex);
}

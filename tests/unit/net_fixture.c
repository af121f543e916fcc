#include "tests/unit/net_fixture.h"

#include "server/net/listener.h"
#include "tests/suite.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

static void on_bytes(void *owner)
{
    (void)owner;
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    (void)owner, (void)session, (void)lag_ms;
}

static void on_session(void *owner, uint64_t session)
{
    (void)owner, (void)session;
}

static void on_behind(void *owner, uint64_t session, bool is_behind)
{
    (void)owner, (void)session, (void)is_behind;
}

static uint64_t told(void *owner)
{
    (void)owner;
    return 0;
}

static size_t unsaid_bytes(void *owner)
{
    (void)owner;
    return 0;
}

static bool holds(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    return false;
}

static bool lacks_room(void *owner)
{
    (void)owner;
    return false;
}

const struct net_service deaf_service = {
    .on_bytes = on_bytes,
    .on_lag = on_lag,
    .on_silent = on_session,
    .on_behind = on_behind,
    .on_fault = on_session,
    .on_left = on_session,
    .on_lost = on_session,
    .on_closed = on_session,
    .told = told,
    .unsaid_bytes = unsaid_bytes,
    .holds = holds,
    .lacks_room = lacks_room,
};

struct address net_listen(struct net *net)
{
    struct address address = {.host = "127.0.0.1"};
    struct origin origin;
    struct error error;
    int fd;
    cr_assert_eq(listener_open(&address, &fd, &error), ERROR_NONE, "%s", error.message);
    cr_assert_eq(listener_where(fd, &address, &origin, &error), ERROR_NONE);
    cr_assert_eq(listener_start(net, LISTENER_CLIENTS, fd, &error), ERROR_NONE);
    return address;
}

int net_reach(const struct address *address)
{
    struct sockaddr_in where = {
        .sin_family = AF_INET,
        .sin_port = htons(address->port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    int fd = socket(AF_INET, SOCK_STREAM, 0);
    cr_assert_eq(setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int)), 0);
    cr_assert_eq(connect(fd, (struct sockaddr *)&where, sizeof where), 0);
    return fd;
}

void send_request(int fd, uint32_t id, enum wire_method method, const void *body)
{
    struct text bytes = {0};
    wire_encode_request(&bytes, id, method, body);
    cr_assert_eq(send(fd, bytes.bytes, bytes.len, 0), (ssize_t)bytes.len);
    text_finish(&bytes);
}

static void close_handle(uv_handle_t *handle, void *unused)
{
    (void)unused;
    if (!uv_is_closing(handle))
        uv_close(handle, NULL);
}

void end_loop(uv_loop_t *loop)
{
    uv_walk(loop, close_handle, NULL);
    uv_run(loop, UV_RUN_DEFAULT);
    cr_assert_eq(uv_loop_close(loop), 0);
}

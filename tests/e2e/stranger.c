#include "tests/e2e/stranger.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct stranger stranger_connect(const struct server *server)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_port = htons((uint16_t)server->port),
                                  .sin_addr = {htonl(INADDR_LOOPBACK)}};
    struct stranger stranger = {.socket = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    int on = 1;
    cr_assert_geq(stranger.socket, 0);
    cr_assert_eq(connect(stranger.socket, (struct sockaddr *)&address, sizeof address), 0,
                 "cannot connect to port %d: %s", server->port, strerror(errno));
    setsockopt(stranger.socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return stranger;
}

void stranger_close(struct stranger *stranger)
{
    close(stranger->socket);
    text_finish(&stranger->got);
}

void stranger_send(struct stranger *stranger, const char *bytes, size_t len)
{
    for (size_t at = 0; at < len;) {
        ssize_t sent = send(stranger->socket, bytes + at, len - at, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EPIPE || errno == ECONNRESET))
            return;
        cr_assert_gt(sent, 0, "cannot send: %s", strerror(errno));
        at += (size_t)sent;
    }
}

void stranger_send_text(struct stranger *stranger, const char *text)
{
    stranger_send(stranger, text, strlen(text));
}

static bool has_come(const struct stranger *stranger, int wait_ms)
{
    struct pollfd poll_in = {.fd = stranger->socket, .events = POLLIN};
    return poll(&poll_in, 1, wait_ms) > 0;
}

void stranger_send_bytewise(struct stranger *stranger, const char *bytes, size_t len)
{
    for (size_t at = 0; at < len && !has_come(stranger, 0); at++)
        stranger_send(stranger, bytes + at, 1);
}

/* Reads what comes next, or the end. */
static void read_more(struct stranger *stranger)
{
    char bytes[65536];
    cr_assert(has_come(stranger, DEADLINE_MS), "nothing comes; so far: %s",
              text_string(&stranger->got));
    ssize_t len = recv(stranger->socket, bytes, sizeof bytes, 0);
    cr_assert(len >= 0 || errno == ECONNRESET, "cannot read: %s", strerror(errno));
    if (len > 0)
        text_append(&stranger->got, bytes, (size_t)len);
    else
        stranger->has_ended = true;
}

void stranger_expect_bytes(struct stranger *stranger, size_t len)
{
    while (stranger->got.len < len) {
        cr_assert_not(stranger->has_ended, "it ended after %zu bytes", stranger->got.len);
        read_more(stranger);
    }
}

void stranger_expect_text(struct stranger *stranger, const char *text)
{
    while (!memmem(text_string(&stranger->got), stranger->got.len, text, strlen(text))) {
        cr_assert_not(stranger->has_ended, "instead of %s there came: %s", text,
                      text_string(&stranger->got));
        read_more(stranger);
    }
}

void stranger_expect_end(struct stranger *stranger)
{
    while (!stranger->has_ended)
        read_more(stranger);
}

void stranger_become_websocket(struct stranger *stranger)
{
    stranger_send_text(stranger, "GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
                                 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                                 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n");
    stranger_expect_text(stranger, "\r\n\r\n");
    size_t head_len =
        (size_t)(strstr(text_string(&stranger->got), "\r\n\r\n") + 4 - stranger->got.bytes);
    struct text rest = {0};
    text_append(&rest, stranger->got.bytes + head_len, stranger->got.len - head_len);
    cr_assert_eq(strncmp(stranger->got.bytes, "HTTP/1.1 101 ", 13), 0, "the answer is %s",
                 stranger->got.bytes);
    text_finish(&stranger->got);
    stranger->got = rest;
}

#include "tests/bench/traffic.h"

#include "common/base/memory.h"
#include "tests/bench/bench.h"

#include <netinet/in.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <uv.h>

enum {
    INPUT_BYTES = 65536,
    OPENING_MAX = 64, /* connections under way at once: fewer than the listener's queue holds */
};

struct line {
    struct traffic *traffic;
    uv_tcp_t socket;
    uv_connect_t request;
};

struct traffic {
    uv_loop_t loop;
    struct traffic_events events;
    struct sockaddr_in address;
    struct line *lines;
    int count, begun, standing;
    char input[INPUT_BYTES];
};

static void check(int status)
{
    if (status < 0)
        bench_fail(uv_strerror(status));
}

static void lend_input(uv_handle_t *handle, size_t suggested, uv_buf_t *ret_buffer)
{
    (void)suggested;
    struct line *line = handle->data;
    *ret_buffer = uv_buf_init(line->traffic->input, INPUT_BYTES);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct line *line = stream->data;
    struct traffic *traffic = line->traffic;
    check((int)len);
    traffic->events.received(traffic->events.owner, (int)(line - traffic->lines), buffer->base,
                             (size_t)len);
}

static void open_next(struct traffic *traffic);

static void on_connected(uv_connect_t *request, int status)
{
    struct traffic *traffic = request->data;
    check(status);
    check(uv_read_start(request->handle, lend_input, on_read));
    if (++traffic->standing == traffic->count)
        uv_stop(&traffic->loop);
    else
        open_next(traffic);
}

/* One address has not ports enough for all. The port is chosen when it is known where to, so that
 * one which was just used for another server will do. */
static void come_from_elsewhere(uv_tcp_t *socket)
{
    struct sockaddr_in address;
    int fd, late = 1;
    check(uv_fileno((uv_handle_t *)socket, &fd));
    check(setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &late, sizeof late));
    check(uv_ip4_addr("127.0.0.2", 0, &address));
    check(uv_tcp_bind(socket, (const struct sockaddr *)&address, 0));
}

static void open_next(struct traffic *traffic)
{
    if (traffic->begun == traffic->count)
        return;
    struct line *line = &traffic->lines[traffic->begun++];
    line->traffic = traffic;
    line->socket.data = line;
    line->request.data = traffic;
    check(uv_tcp_init_ex(&traffic->loop, &line->socket, AF_INET));
    if (traffic->begun % 2 == 0)
        come_from_elsewhere(&line->socket);
    check(uv_tcp_nodelay(&line->socket, 1));
    check(uv_tcp_connect(&line->request, &line->socket, (const struct sockaddr *)&traffic->address,
                         on_connected));
}

static struct sockaddr_in parse(const char *address)
{
    struct sockaddr_in parsed;
    char host[64];
    const char *colon = strrchr(address, ':');
    size_t len = colon ? (size_t)(colon - address) : sizeof host;
    if (len >= sizeof host)
        bench_fail("an address is HOST:PORT");
    memcpy(host, address, len);
    host[len] = '\0';
    check(uv_ip4_addr(host, atoi(colon + 1), &parsed));
    return parsed;
}

struct traffic *traffic_open(const char *address, int connections,
                             const struct traffic_events *events)
{
    struct traffic *traffic = memory_zeroed(1, sizeof *traffic);
    traffic->events = *events;
    traffic->address = parse(address);
    traffic->count = connections;
    traffic->lines = memory_zeroed((size_t)connections, sizeof *traffic->lines);
    check(uv_loop_init(&traffic->loop));
    for (int i = 0; i < OPENING_MAX; i++)
        open_next(traffic);
    traffic_run(traffic);
    return traffic;
}

void traffic_close(struct traffic *traffic)
{
    for (int i = 0; i < traffic->count; i++)
        uv_close((uv_handle_t *)&traffic->lines[i].socket, NULL);
    uv_run(&traffic->loop, UV_RUN_DEFAULT);
    check(uv_loop_close(&traffic->loop));
    free(traffic->lines);
    free(traffic);
}

void traffic_send(struct traffic *traffic, int connection, const char *bytes, size_t len)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
    int sent = uv_try_write((uv_stream_t *)&traffic->lines[connection].socket, &buffer, 1);
    check(sent);
    if ((size_t)sent != len)
        bench_fail("the system takes no more bytes");
}

void traffic_run(struct traffic *traffic)
{
    uv_run(&traffic->loop, UV_RUN_DEFAULT);
}

void traffic_stop(struct traffic *traffic)
{
    uv_stop(&traffic->loop);
}

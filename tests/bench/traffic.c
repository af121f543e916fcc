#include "tests/bench/traffic.h"

#include "common/base/memory.h"
#include "common/tls/tls.h"
#include "common/web/websocket.h"
#include "tests/bench/bench.h"

#include <netinet/in.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
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
    struct tls_stream *tls; /* NULL: none */
    struct http_reader answer;
    struct websocket_reader frames;
    bool is_standing;
};

struct traffic {
    uv_loop_t loop;
    struct traffic_form form;
    struct traffic_events events;
    struct sockaddr_in addresses[TRAFFIC_ADDRESSES_MAX];
    int address_count;
    char host[64]; /* the first HOST:PORT */
    struct line *lines;
    int count, begun, standing;
    struct random masks;
    char input[INPUT_BYTES];
    struct text plain, frame, out; /* kept for their memory, empty between two calls */
};

/* The same for all connections, which no server minds. */
static const char websocket_key[WEBSOCKET_KEY_SIZE] = "dGFrZWF3YXktYmVuY2gtLQ==";

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

/* To the socket, as they are. */
static void write_bytes(struct line *line, const char *bytes, size_t len)
{
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)len);
    int sent = uv_try_write((uv_stream_t *)&line->socket, &buffer, 1);
    check(sent);
    if ((size_t)sent != len)
        bench_fail("the system takes no more bytes");
}

static void write_out(struct line *line)
{
    struct text *out = &line->traffic->out;
    if (out->len > 0)
        write_bytes(line, out->bytes, out->len);
    text_clear(out);
}

/* Through TLS, if there is one. */
static void write_through(struct line *line, const char *bytes, size_t len)
{
    if (!line->tls) {
        write_bytes(line, bytes, len);
        return;
    }
    tls_stream_send(line->tls, bytes, len, &line->traffic->out);
    write_out(line);
}

static void open_next(struct traffic *traffic);

static void stand(struct line *line)
{
    struct traffic *traffic = line->traffic;
    line->is_standing = true;
    if (++traffic->standing == traffic->count)
        uv_stop(&traffic->loop);
    else
        open_next(traffic);
}

/* What the socket carries can be written to. */
static void begin_speaking(struct line *line)
{
    struct traffic *traffic = line->traffic;
    if (!traffic->form.is_websocket) {
        stand(line);
        return;
    }
    struct text *request = &traffic->frame;
    websocket_append_request(request, traffic->host, "/socket", websocket_key);
    write_through(line, request->bytes, request->len);
    text_clear(request);
}

/* Returns the number of bytes that were the head's. */
static size_t take_websocket_answer(struct line *line, char *bytes, size_t len)
{
    struct error error;
    size_t taken;
    enum http_progress progress =
        websocket_answer_feed(&line->answer, bytes, len, websocket_key, &taken, &error);
    if (progress == HTTP_REFUSED)
        bench_fail(error.message);
    if (progress == HTTP_WHOLE) {
        http_reader_finish(&line->answer);
        line->frames = websocket_reader_for_client();
        stand(line);
    }
    return taken;
}

/* Takes bytes that are out of their TLS. */
static void take(struct line *line, char *bytes, size_t len)
{
    struct traffic *traffic = line->traffic;
    if (traffic->form.is_websocket && !line->is_standing && len > 0) {
        size_t taken = take_websocket_answer(line, bytes, len);
        bytes += taken;
        len -= taken;
    }
    if (traffic->form.is_websocket && len > 0) {
        struct websocket_news news;
        len = websocket_feed(&line->frames, bytes, len, &news);
        if (news.has_ended)
            bench_fail(news.why ? news.why : "the server has closed a WebSocket");
    }
    if (len > 0)
        traffic->events.received(traffic->events.owner, (int)(line - traffic->lines), bytes, len);
}

static void take_records(struct line *line, const char *bytes, size_t len)
{
    struct traffic *traffic = line->traffic;
    struct text *plain = &traffic->plain;
    struct error error;
    bool was_open = tls_stream_state(line->tls) == TLS_OPEN;
    enum tls_state state = tls_stream_receive(line->tls, bytes, len, plain, &traffic->out, &error);
    write_out(line);
    if (state == TLS_FAILED || state == TLS_ENDED)
        bench_fail(state == TLS_FAILED ? error.message : "the server has ended TLS");
    if (state == TLS_OPEN && !was_open)
        begin_speaking(line);
    take(line, plain->bytes, plain->len);
    plain->is_secret = false; /* to overwrite it takes time that is none of the server's */
    text_clear(plain);
}

static void on_read(uv_stream_t *stream, ssize_t len, const uv_buf_t *buffer)
{
    struct line *line = stream->data;
    const struct traffic *traffic = line->traffic;
    if (len < 0 && traffic->events.closed) {
        uv_read_stop(stream);
        traffic->events.closed(traffic->events.owner, (int)(line - traffic->lines));
        return;
    }
    check((int)len);
    if (line->tls)
        take_records(line, buffer->base, (size_t)len);
    else
        take(line, buffer->base, (size_t)len);
}

/* Made once: it reads the system's certificates. */
static struct tls_context *client_context;

static void drop_client_context(void)
{
    tls_context_unref(client_context);
}

static void make_client_context(void)
{
    struct error error;
    if (tls_context_for_client(&client_context, &error))
        bench_fail(error.message);
    atexit(drop_client_context);
}

static void on_connected(uv_connect_t *request, int status)
{
    struct line *line = request->data;
    struct traffic *traffic = line->traffic;
    check(status);
    check(uv_read_start(request->handle, lend_input, on_read));
    if (traffic->form.is_tls) {
        const char *alpn = traffic->form.is_websocket ? TLS_ALPN_HTTP : TLS_ALPN_TAKEAWAY;
        line->tls = tls_stream_connect(client_context, "127.0.0.1", alpn, &traffic->out);
        write_out(line);
    } else {
        begin_speaking(line);
    }
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
    const struct sockaddr_in *address =
        &traffic->addresses[traffic->begun % traffic->address_count];
    struct line *line = &traffic->lines[traffic->begun++];
    line->traffic = traffic;
    line->socket.data = line;
    line->request.data = line;
    check(uv_tcp_init_ex(&traffic->loop, &line->socket, AF_INET));
    if (traffic->begun % 2 == 0)
        come_from_elsewhere(&line->socket);
    check(uv_tcp_nodelay(&line->socket, 1));
    check(uv_tcp_connect(&line->request, &line->socket, (const struct sockaddr *)address,
                         on_connected));
}

static void take_address(struct traffic *traffic, const char *address, size_t len)
{
    char host[64];
    if (traffic->address_count == TRAFFIC_ADDRESSES_MAX || len >= sizeof host)
        bench_fail("an address is HOST:PORT, and there are few of them");
    snprintf(host, sizeof host, "%.*s", (int)len, address);
    if (traffic->address_count == 0)
        strcpy(traffic->host, host);
    char *colon = strrchr(host, ':');
    if (!colon)
        bench_fail("an address is HOST:PORT");
    *colon = '\0';
    check(uv_ip4_addr(host, atoi(colon + 1), &traffic->addresses[traffic->address_count++]));
}

struct traffic *traffic_open(const char *addresses, struct traffic_form form, int connections,
                             const struct traffic_events *events)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    struct traffic *traffic = memory_zeroed(1, sizeof *traffic);
    if (form.is_tls)
        pthread_once(&once, make_client_context);
    traffic->form = form;
    traffic->events = *events;
    for (const char *rest = addresses; rest;
         rest = strchr(rest, ',') ? strchr(rest, ',') + 1 : NULL)
        take_address(traffic, rest, strcspn(rest, ","));
    traffic->count = connections;
    traffic->lines = memory_zeroed((size_t)connections, sizeof *traffic->lines);
    traffic->masks = random_from_seed(1);
    check(uv_loop_init(&traffic->loop));
    for (int i = 0; i < OPENING_MAX; i++)
        open_next(traffic);
    traffic_run(traffic);
    return traffic;
}

void traffic_close(struct traffic *traffic)
{
    for (int i = 0; i < traffic->count; i++) {
        struct line *line = &traffic->lines[i];
        tls_stream_destroy(line->tls);
        websocket_reader_finish(&line->frames);
        uv_close((uv_handle_t *)&line->socket, NULL);
    }
    uv_run(&traffic->loop, UV_RUN_DEFAULT);
    check(uv_loop_close(&traffic->loop));
    text_finish(&traffic->plain);
    text_finish(&traffic->frame);
    text_finish(&traffic->out);
    free(traffic->lines);
    free(traffic);
}

void traffic_send(struct traffic *traffic, int connection, const char *bytes, size_t len)
{
    struct line *line = &traffic->lines[connection];
    if (!traffic->form.is_websocket) {
        write_through(line, bytes, len);
        return;
    }
    uint64_t mask = random_next(&traffic->masks);
    websocket_append_binary(&traffic->frame, bytes, len, (const uint8_t *)&mask);
    write_through(line, traffic->frame.bytes, traffic->frame.len);
    text_clear(&traffic->frame);
}

void traffic_run(struct traffic *traffic)
{
    uv_run(&traffic->loop, UV_RUN_DEFAULT);
}

void traffic_stop(struct traffic *traffic)
{
    uv_stop(&traffic->loop);
}

#include "server/net/pipe.h"

#include "common/base/memory.h"
#include "common/tls/tls.h"
#include "common/web/http_head.h"
#include "common/web/proxy_head.h"
#include "common/web/websocket.h"
#include "server/base/log.h"
#include "server/net/connection.h"
#include "server/net/site.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum {
    TLS_FIRST_BYTE = 0x16,
    HANDSHAKES_NS_MAX = 2500000, /* of a turn; a step of a TLS handshake takes up to 300,000 */
};

/*
 *     proxied --(head)--> first --(a letter)--> http --(upgrade)--> websocket
 *                           '-----(another byte)--> rpc
 *
 * TLS may begin at `first`, once; the first byte inside of it tells the rest.
 */
enum pipe_state {
    PIPE_PROXIED,   /* a PROXY head comes first */
    PIPE_FIRST,     /* the next byte tells what follows */
    PIPE_RPC,       /* MessagePack-RPC, within TLS */
    PIPE_HTTP,      /* heads of requests */
    PIPE_WEBSOCKET, /* frames with MessagePack-RPC */
};

struct pipe {
    enum pipe_state state;
    bool is_closed;                 /* is the end of WebSocket and TLS encoded? */
    bool has_ended;                 /* has the client said goodbye in its WebSocket? */
    bool has_answer;                /* has `ahead` an answer of HTTP, not only parts of TLS? */
    uint16_t close_code;            /* of the WebSocket; 0: none so far */
    struct tls_stream *tls;         /* NULL: no TLS of its own */
    struct text ahead;              /* to be written before the connection's queue, as it is */
    struct proxy_reader proxy;      /* of PIPE_PROXIED */
    struct http_reader http;        /* of PIPE_HTTP */
    struct websocket_reader frames; /* of PIPE_WEBSOCKET */
};

void pipe_destroy(struct pipe *pipe)
{
    if (!pipe)
        return;
    tls_stream_destroy(pipe->tls);
    proxy_reader_finish(&pipe->proxy);
    http_reader_finish(&pipe->http);
    websocket_reader_finish(&pipe->frames);
    text_finish(&pipe->ahead);
    free(pipe);
}

static bool is_handshaking(const struct pipe *pipe)
{
    return pipe->tls && tls_stream_state(pipe->tls) == TLS_HANDSHAKING;
}

/* Can it be written to? Not before the end of a TLS handshake, and not once TLS has failed. */
static bool can_speak(const struct pipe *pipe)
{
    return !pipe->tls || tls_stream_state(pipe->tls) == TLS_OPEN ||
           tls_stream_state(pipe->tls) == TLS_ENDED;
}

void pipes_begin_turn(struct net *net, uint64_t turn_us)
{
    int64_t others_ns = (int64_t)turn_us * 1000 - net->handshakes.spent_ns;
    net->handshakes.allowed_ns = others_ns < HANDSHAKES_NS_MAX ? others_ns : HANDSHAKES_NS_MAX;
    net->handshakes.spent_ns = 0;
}

bool pipe_may_be_read(const struct connection *connection)
{
    const struct net *net = connection->net;
    bool is_arriving = !connection->line->is_plain &&
                       (!connection->line->pipe || is_handshaking(connection->line->pipe));
    return !is_arriving || net->handshakes.spent_ns == 0 ||
           net->handshakes.spent_ns < net->handshakes.allowed_ns;
}

bool pipe_is_http(const struct connection *connection)
{
    return connection->line->pipe && connection->line->pipe->state == PIPE_HTTP;
}

bool pipe_has_ended(const struct connection *connection)
{
    const struct pipe *pipe = connection->line->pipe;
    return pipe && (pipe->has_ended || (pipe->tls && tls_stream_state(pipe->tls) == TLS_ENDED));
}

bool pipe_is_inside(const struct connection *connection)
{
    const struct pipe *pipe = connection->line->pipe;
    return pipe && pipe->state == PIPE_WEBSOCKET && websocket_is_partial(&pipe->frames);
}

/* --- in --- */

/* Ends a connection that broke what comes before the protocol, with what its pipe says last. */
static void break_off(struct connection *connection, const char *what, const char *why)
{
    const struct net_service *service = &connection->net->service;
    statistics_count(connection->net->statistics, STATISTIC_FAULTS);
    log_info("fault", log_int("session", (int64_t)connection->session), log_text("code", what),
             log_text("message", why));
    service->on_fault(service->owner, connection->session);
    connection_close_after_writing(connection);
}

/* Puts bytes ahead of the queue, through TLS if there is one. */
static void put_ahead(struct connection *connection, const struct text *bytes)
{
    struct pipe *pipe = connection->line->pipe;
    net_take_spare(connection->net, &pipe->ahead);
    if (pipe->tls)
        tls_stream_send(pipe->tls, bytes->bytes, bytes->len, &pipe->ahead);
    else
        text_append(&pipe->ahead, bytes->bytes, bytes->len);
}

/* Returns the number of bytes that were the proxy's. */
static size_t take_proxy_head(struct connection *connection, const char *bytes, size_t len)
{
    struct pipe *pipe = connection->line->pipe;
    struct proxy_head head;
    struct origin origin;
    struct error error;
    const char *why;
    size_t taken;
    switch (proxy_head_feed(&pipe->proxy, bytes, len, &taken, &head, &why)) {
    case PROXY_PARTIAL:
        break;
    case PROXY_REFUSED: /* whoever speaks there is no proxy, or a misconfigured one */
        log_warn("proxy", log_text("address", connection->origin.text), log_text("reason", why));
        connection_close(connection);
        break;
    case PROXY_WHOLE:
        pipe->state = PIPE_FIRST;
        connection->line->has_tls = head.is_tls;
        if (!head.has_address)
            break;
        origin_of((const struct sockaddr *)&head.source, &origin);
        if (connection_move(connection, &origin, &error))
            connection_fail(connection, &error);
        break;
    }
    return taken;
}

static void begin_tls(struct connection *connection)
{
    struct error error;
    if (connection->net->tls) {
        connection->line->pipe->tls = tls_stream_accept(connection->net->tls);
        return;
    }
    error_set(&error, ERROR_BAD_MESSAGE,
              "this server has no TLS: connect without it, as with the address HOST:PORT");
    connection_fail(connection, &error);
}

/* Decrypts; afterwards the bytes are in the net's buffer. */
static void take_records(struct connection *connection, char **bytes, size_t *len)
{
    struct net *net = connection->net;
    struct pipe *pipe = connection->line->pipe;
    struct error error;
    bool was_handshaking = is_handshaking(pipe);
    assert(net->decoded.len == 0);
    net_take_spare(net, &pipe->ahead);
    enum tls_state state =
        tls_stream_receive(pipe->tls, *bytes, *len, &net->decoded, &pipe->ahead, &error);
    *bytes = net->decoded.bytes;
    *len = net->decoded.len;
    if (pipe->ahead.len > 0)
        connection_queue(connection);
    else
        net_give_spare(net, &pipe->ahead);
    if (was_handshaking) {
        net->handshakes.spent_ns += (int64_t)uv_hrtime() - net->time.lap_ns;
        connection->line->has_tls = state == TLS_OPEN || state == TLS_ENDED;
        if (state != TLS_HANDSHAKING)
            statistics_count(net->statistics, state == TLS_FAILED ? STATISTIC_HANDSHAKES_FAILED
                                                                  : STATISTIC_HANDSHAKES_OK);
    }
    if (state == TLS_FAILED)
        break_off(connection, "tls", error.message);
}

/* The first byte that is neither TLS's nor a proxy's tells the rest. */
static void tell_kind(struct connection *connection, char first)
{
    struct pipe *pipe = connection->line->pipe;
    const char *alpn = pipe->tls ? tls_stream_alpn(pipe->tls) : "";
    bool is_http = isupper((unsigned char)first);
    struct error error;
    if (strcmp(alpn, is_http ? TLS_ALPN_TAKEAWAY : TLS_ALPN_HTTP) == 0) {
        break_off(connection, "tls", "the bytes are not of the protocol that ALPN agreed on");
    } else if (is_http) {
        pipe->state = PIPE_HTTP;
    } else if (connection->line->kind == LINE_FIGURES) {
        error_set(&error, ERROR_BAD_MESSAGE,
                  "only figures are here, by HTTP: players come in at another address");
        connection_fail(connection, &error);
    } else if (pipe->tls) {
        pipe->state = PIPE_RPC;
    } else {
        connection->line->pipe = NULL;
        connection->line->is_plain = true;
        pipe_destroy(pipe);
    }
}

/* Answers requests until one turns the connection into a WebSocket. Returns the number of bytes
 * taken. Whoever asks again before the answer is written does not read, or wants answers in stock:
 * the connection ends with the answer. */
static size_t take_requests(struct connection *connection, char *bytes, size_t len)
{
    struct net *net = connection->net;
    struct pipe *pipe = connection->line->pipe;
    struct text *answer = &net->framed;
    size_t taken = 0;
    while (taken < len && pipe->state == PIPE_HTTP && connection->state == CONNECTION_OPEN) {
        struct http_request request;
        struct http_refusal refusal;
        size_t part;
        if (connection->line->late || pipe->has_answer) {
            connection_close_after_writing(connection);
            break;
        }
        enum http_progress progress =
            http_request_feed(&pipe->http, bytes + taken, len - taken, &part, &request, &refusal);
        taken += part;
        if (progress == HTTP_PARTIAL)
            break;
        if (progress == HTTP_REFUSED)
            http_refuse(answer, NULL, &refusal);
        else if (site_answer(connection, &request, answer))
            pipe->state = PIPE_WEBSOCKET;
        put_ahead(connection, answer);
        pipe->has_answer = true;
        connection_queue(connection);
        if (progress == HTTP_REFUSED || request.closes)
            connection_close_after_writing(connection);
        else
            wait_start(connection, WAIT_HELLO);
        text_clear(answer);
        http_reader_finish(&pipe->http);
    }
    if (pipe->state == PIPE_WEBSOCKET)
        pipe->frames = websocket_reader_for_server();
    return taken;
}

/* Unmasks the payload of frames, in place. */
static void take_frames(struct connection *connection, char *bytes, size_t *len)
{
    struct pipe *pipe = connection->line->pipe;
    struct text *answer = &connection->net->framed;
    struct websocket_news news;
    *len = websocket_feed(&pipe->frames, bytes, *len, &news);
    /* A client that does not read gets no pong: it does not count the missing ones. */
    if (news.has_ping && !connection->line->late) {
        websocket_append_pong(answer, &news, NULL);
        put_ahead(connection, answer);
        connection_queue(connection);
        text_clear(answer);
    }
    if (!news.has_ended)
        return;
    pipe->close_code = news.code;
    if (news.why)
        break_off(connection, "websocket", news.why);
    else
        pipe->has_ended = true;
}

void pipe_receive(struct connection *connection, char **bytes, size_t *len)
{
    struct pipe *pipe = connection->line->pipe;
    assert(!connection->line->is_plain && *len > 0);
    if (!pipe) {
        pipe = connection->line->pipe = memory_zeroed(1, sizeof *pipe);
        pipe->state = connection->line->kind == LINE_PROXIED ? PIPE_PROXIED : PIPE_FIRST;
    }
    if (pipe->ahead.len == 0)
        pipe->has_answer = false;
    if (pipe->state == PIPE_PROXIED) {
        size_t taken = take_proxy_head(connection, *bytes, *len);
        *bytes += taken;
        *len -= taken;
    }
    if (connection->state == CONNECTION_OPEN && *len > 0 && pipe->state == PIPE_FIRST &&
        !pipe->tls && **bytes == TLS_FIRST_BYTE)
        begin_tls(connection);
    if (connection->state == CONNECTION_OPEN && *len > 0 && pipe->tls)
        take_records(connection, bytes, len);
    if (connection->state == CONNECTION_OPEN && *len > 0 && pipe->state == PIPE_FIRST)
        tell_kind(connection, **bytes);
    if (connection->line->is_plain)
        return;
    if (connection->state == CONNECTION_OPEN && pipe->state == PIPE_HTTP) {
        size_t taken = take_requests(connection, *bytes, *len);
        *bytes += taken;
        *len -= taken;
    }
    if (connection->state == CONNECTION_OPEN && *len > 0 && pipe->state == PIPE_WEBSOCKET)
        take_frames(connection, *bytes, len);
    if (connection->state != CONNECTION_OPEN)
        *len = 0;
}

/* --- out --- */

bool pipe_has_output(const struct connection *connection)
{
    const struct pipe *pipe = connection->line->pipe;
    bool is_ending = pipe && connection->state == CONNECTION_LAST_WORDS && !pipe->is_closed;
    return pipe && (pipe->ahead.len > 0 || is_ending);
}

size_t pipe_output_bytes(const struct connection *connection)
{
    return connection->line->pipe ? connection->line->pipe->ahead.capacity : 0;
}

/* Encrypts what the queue holds, with the header of a frame if there is one. */
static void encrypt(struct connection *connection, const char *header, size_t header_len)
{
    struct pipe *pipe = connection->line->pipe;
    struct text *queued = &connection->line->queued, *framed = &connection->net->framed;
    net_take_spare(connection->net, &pipe->ahead);
    if (header_len == 0) {
        tls_stream_send(pipe->tls, queued->bytes, queued->len, &pipe->ahead);
    } else {
        if (queued->is_secret)
            text_make_secret(framed);
        text_append(framed, header, header_len);
        text_append(framed, queued->bytes, queued->len);
        tls_stream_send(pipe->tls, framed->bytes, framed->len, &pipe->ahead);
        text_clear(framed);
    }
    text_clear(queued);
}

static void encode_end(struct connection *connection)
{
    struct pipe *pipe = connection->line->pipe;
    struct text *queued = &connection->line->queued, *framed = &connection->net->framed;
    if (queued->len > 0) { /* behind its frame's header */
        if (queued->is_secret)
            text_make_secret(&pipe->ahead);
        text_append(&pipe->ahead, queued->bytes, queued->len);
    }
    text_clear(queued);
    if (pipe->state == PIPE_WEBSOCKET && can_speak(pipe)) {
        websocket_append_close(framed, pipe->close_code ? pipe->close_code : WEBSOCKET_CLOSE_NORMAL,
                               NULL);
        put_ahead(connection, framed);
        text_clear(framed);
    }
    if (pipe->tls)
        tls_stream_end(pipe->tls, &pipe->ahead);
    pipe->is_closed = true;
}

struct text *pipe_encode(struct connection *connection)
{
    struct pipe *pipe = connection->line->pipe;
    struct text *queued = &connection->line->queued;
    char header[WEBSOCKET_HEADER_BYTES_MAX];
    size_t header_len = 0;
    if (!pipe)
        return NULL;
    if (!can_speak(pipe) || pipe->state == PIPE_HTTP || pipe->is_closed)
        text_clear(queued);
    if (queued->len > 0 && pipe->state == PIPE_WEBSOCKET)
        header_len = websocket_write_header(header, queued->len, NULL);
    if (queued->len > 0 && pipe->tls)
        encrypt(connection, header, header_len);
    else if (header_len > 0)
        text_append(&pipe->ahead, header, header_len);
    if (connection->state == CONNECTION_LAST_WORDS && !pipe->is_closed)
        encode_end(connection);
    return &pipe->ahead;
}

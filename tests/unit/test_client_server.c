#include "tests/unit/test_client_server.h"

#include "common/base/memory.h"
#include "common/tls/tls.h"
#include "common/web/http_head.h"
#include "common/web/websocket.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct server {
    int listener;
    int peer; /* -1: none */
    char address[32];
    server_script *script;
    pthread_t thread;
    struct wire_arena *arena;
    struct wire_decoder *decoder;
    struct tls_context *context; /* NULL: no TLS */
    bool is_web;
    bool gives_no_token;
    struct tls_stream *tls; /* of this connection */
    bool is_upgraded;       /* to WebSocket */
    bool has_left;          /* has the client said goodbye in its WebSocket? */
    struct http_reader http;
    struct websocket_reader frames;
    char input[4096]; /* read and not taken: input_len bytes from input_at on */
    size_t input_at, input_len;
};

static void *run_script(void *argument)
{
    struct server *server = argument;
    server->script(server);
    return NULL;
}

static int listen_somewhere(void)
{
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_in any = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    REQUIRE(bind(listener, (struct sockaddr *)&any, sizeof any) == 0);
    REQUIRE(listen(listener, 8) == 0);
    return listener;
}

struct server *server_start(server_script *script)
{
    struct server *server = memory_zeroed(1, sizeof *server);
    server->listener = listen_somewhere();
    server->peer = -1;
    server->script = script;
    server->arena = wire_arena_create();
    struct sockaddr_in bound;
    socklen_t len = sizeof bound;
    REQUIRE(getsockname(server->listener, (struct sockaddr *)&bound, &len) == 0);
    snprintf(server->address, sizeof server->address, "127.0.0.1:%d", ntohs(bound.sin_port));
    REQUIRE(pthread_create(&server->thread, NULL, run_script, server) == 0);
    return server;
}

const char *server_address(const struct server *server)
{
    return server->address;
}

void server_close(struct server *server)
{
    if (server->peer >= 0)
        close(server->peer);
    server->peer = -1;
    wire_decoder_destroy(server->decoder);
    server->decoder = NULL;
    server->input_len = 0;
    tls_stream_destroy(server->tls);
    server->tls = NULL;
    http_reader_finish(&server->http);
    websocket_reader_finish(&server->frames);
    server->is_upgraded = server->has_left = false;
}

void server_speak(struct server *server, const char *certificate, const char *key, bool is_web)
{
    struct error error;
    tls_context_unref(server->context);
    server->context = NULL;
    if (certificate)
        REQUIRE(!tls_context_for_server(certificate, key, &server->context, &error));
    server->is_web = is_web;
}

void server_finish(struct server *server)
{
    pthread_join(server->thread, NULL);
    server_close(server);
    close(server->listener);
    tls_context_unref(server->context);
    wire_arena_destroy(server->arena);
    free(server);
}

void server_accept(struct server *server)
{
    server_close(server);
    server->peer = accept(server->listener, NULL, NULL);
    REQUIRE(server->peer >= 0);
    server->decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
    server->tls = server->context ? tls_stream_accept(server->context) : NULL;
    server->frames = websocket_reader_for_server();
}

static void send_raw(struct server *server, const char *bytes, size_t len)
{
    REQUIRE(send(server->peer, bytes, len, MSG_NOSIGNAL) == (ssize_t)len);
}

static void send_through_tls(struct server *server, const char *bytes, size_t len)
{
    struct text out = {0};
    if (server->tls)
        tls_stream_send(server->tls, bytes, len, &out);
    else
        text_append(&out, bytes, len);
    send_raw(server, out.bytes, out.len);
    text_finish(&out);
}

/* Replaces the bytes in `bytes` by what they are inside of TLS; returns their number. */
static size_t take_tls(struct server *server, char *bytes, size_t len, size_t size)
{
    struct text plain = {0}, out = {0};
    struct error error;
    enum tls_state state = tls_stream_receive(server->tls, bytes, len, &plain, &out, &error);
    REQUIRE(state != TLS_FAILED);
    if (out.len > 0)
        send_raw(server, out.bytes, out.len);
    REQUIRE(plain.len <= size);
    memcpy(bytes, text_string(&plain), plain.len);
    len = plain.len;
    text_finish(&plain);
    text_finish(&out);
    return len;
}

/* The same for WebSocket. */
static size_t take_web(struct server *server, char *bytes, size_t len)
{
    size_t taken = 0;
    if (!server->is_upgraded) {
        struct http_request request;
        struct http_refusal refusal;
        struct text answer = {0};
        enum http_progress progress =
            http_request_feed(&server->http, bytes, len, &taken, &request, &refusal);
        REQUIRE(progress != HTTP_REFUSED);
        if (progress == HTTP_PARTIAL)
            return 0;
        REQUIRE(request.websocket_key && strcmp(request.path, "/socket") == 0);
        websocket_append_answer(&answer, request.websocket_key, request.offers_takeaway);
        send_through_tls(server, answer.bytes, answer.len);
        text_finish(&answer);
        server->is_upgraded = true;
    }
    struct websocket_news news;
    len = websocket_feed(&server->frames, bytes + taken, len - taken, &news);
    REQUIRE(!news.has_ended || !news.why);
    server->has_left |= news.has_ended;
    memmove(bytes, bytes + taken, len);
    return len;
}

/* Waits for something that the client says. 0: it has closed the connection, and said goodbye in
 * its WebSocket and its TLS before. */
static size_t receive(struct server *server)
{
    ssize_t count = -1;
    server->input_at = server->input_len = 0;
    while (server->input_len == 0 &&
           (count = recv(server->peer, server->input, sizeof server->input, 0)) > 0) {
        size_t len = (size_t)count;
        if (server->tls)
            len = take_tls(server, server->input, len, sizeof server->input);
        if (server->is_web && len > 0)
            len = take_web(server, server->input, len);
        server->input_len = len;
    }
    if (count == 0) {
        REQUIRE(!server->is_upgraded || server->has_left);
        REQUIRE(!server->tls || tls_stream_state(server->tls) != TLS_OPEN);
    }
    return server->input_len;
}

unsigned char server_expect_byte(struct server *server)
{
    ssize_t count = recv(server->peer, server->input, sizeof server->input, 0);
    REQUIRE(count > 0);
    return (unsigned char)server->input[0];
}

void server_expect_end(struct server *server)
{
    REQUIRE(server->input_len == 0);
    REQUIRE(receive(server) == 0);
}

static struct wire_message next_message(struct server *server)
{
    struct wire_message message;
    bool complete = false;
    while (!complete) {
        struct error error;
        enum error_code code = ERROR_NONE;
        REQUIRE(server->input_len > 0 || receive(server) > 0);
        size_t taken =
            wire_decoder_feed(server->decoder, server->arena, server->input + server->input_at,
                              server->input_len, &complete, &message, &code, &error);
        REQUIRE(code == ERROR_NONE);
        server->input_at += taken;
        server->input_len -= taken;
    }
    return message;
}

uint32_t server_expect(struct server *server, enum wire_method method, void *ret_body)
{
    struct wire_message message = next_message(server);
    struct error error;
    REQUIRE(message.kind == WIRE_REQUEST);
    REQUIRE(wire_text_equal(message.method, wire_methods[method].name));
    if (ret_body)
        REQUIRE(!wire_message_read(&message, wire_methods[method].parameters, ret_body, &error));
    return message.id;
}

void server_send_bytes(struct server *server, const char *bytes, size_t len)
{
    struct text frame = {0};
    if (server->is_web)
        websocket_append_binary(&frame, bytes, len, NULL);
    else
        text_append(&frame, bytes, len);
    send_through_tls(server, frame.bytes, frame.len);
    text_finish(&frame);
}

static void send_and_finish(struct server *server, struct text *bytes)
{
    server_send_bytes(server, bytes->bytes, bytes->len);
    text_finish(bytes);
}

void server_send_event(struct server *server, enum wire_event event, const void *body)
{
    struct text bytes = {0};
    wire_encode_event(&bytes, event, body);
    send_and_finish(server, &bytes);
}

void server_answer(struct server *server, uint32_t id, enum wire_method method, const void *result)
{
    struct text bytes = {0};
    wire_encode_result(&bytes, id, wire_methods[method].result, result);
    send_and_finish(server, &bytes);
}

void server_refuse(struct server *server, uint32_t id, enum error_code code,
                   const struct wire_stale *stale)
{
    struct text bytes = {0};
    struct error error;
    error_set(&error, code, "%s", error_meaning(code));
    wire_encode_error(&bytes, id, &error, stale ? &wire_record_stale : NULL, stale);
    send_and_finish(server, &bytes);
}

void server_put_off(struct server *server, uint32_t id, int64_t wait_ms)
{
    struct text bytes = {0};
    struct error error;
    struct wire_wait wait = {
        .wait = wait_ms,
        .challenge = WIRE_ABSENT,
        .work = WIRE_ABSENT,
    };
    error_set(&error, ERROR_TOO_EARLY, "%s", error_meaning(ERROR_TOO_EARLY));
    wire_encode_error(&bytes, id, &error, &wire_record_wait, &wait);
    send_and_finish(server, &bytes);
}

static void welcome(struct server *server, struct wire_hello *ret_hello, const int64_t *matches,
                    size_t match_count)
{
    uint32_t id = server_expect(server, WIRE_SESSION_HELLO, ret_hello);
    struct wire_limits limits = {65536, 8, 32, 64, 10000, 1000};
    struct wire_welcome welcome = {
        .protocol = WIRE_PROTOCOL,
        .server = wire_text("test"),
        .player = 1,
        .name = wire_text("ann"),
        .token = wire_text(server->gives_no_token ? NULL : "secret"),
        .limits = &limits,
        .matches = (int64_t *)(uintptr_t)matches, /* encoding does not change them */
        .matches_count = match_count,
    };
    server_answer(server, id, WIRE_SESSION_HELLO, &welcome);
}

void server_welcome_to(struct server *server, struct wire_hello *ret_hello, const int64_t *matches,
                       size_t match_count)
{
    server_accept(server);
    welcome(server, ret_hello, matches, match_count);
}

void server_welcome_again(struct server *server, struct wire_hello *ret_hello)
{
    welcome(server, ret_hello, NULL, 0);
}

void server_welcome_openly(struct server *server, struct wire_hello *ret_hello)
{
    server->gives_no_token = true;
    server_welcome_to(server, ret_hello, NULL, 0);
    server->gives_no_token = false;
}

void server_welcome(struct server *server, struct wire_hello *ret_hello)
{
    server_welcome_to(server, ret_hello, NULL, 0);
}

struct wire_match match_after(const struct wire_text *moves, size_t count, const char *position)
{
    struct wire_match match;
    wire_record_clear(&wire_record_match, &match);
    match.match = 7;
    match.rules = wire_text("nim");
    match.start = wire_text("3+5");
    match.first = wire_text("ben");
    match.second = wire_text("ann");
    match.seat = wire_text("second");
    match.created = 0;
    match.from_ply = 1;
    match.ply = match.seq = (int64_t)count;
    match.position = wire_text(position);
    match.moves = (struct wire_text *)(uintptr_t)moves;
    match.moves_count = count;
    return match;
}

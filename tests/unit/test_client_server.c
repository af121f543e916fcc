#include "tests/unit/test_client_server.h"

#include "common/base/memory.h"

#include <arpa/inet.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
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
}

void server_finish(struct server *server)
{
    pthread_join(server->thread, NULL);
    server_close(server);
    close(server->listener);
    wire_arena_destroy(server->arena);
    free(server);
}

void server_accept(struct server *server)
{
    server_close(server);
    server->peer = accept(server->listener, NULL, NULL);
    REQUIRE(server->peer >= 0);
    server->decoder = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
}

static size_t receive(struct server *server)
{
    ssize_t len = recv(server->peer, server->input, sizeof server->input, 0);
    server->input_at = 0;
    server->input_len = len > 0 ? (size_t)len : 0;
    return server->input_len;
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
    REQUIRE(send(server->peer, bytes, len, MSG_NOSIGNAL) == (ssize_t)len);
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

void server_welcome_to(struct server *server, struct wire_hello *ret_hello, const int64_t *matches,
                       size_t match_count)
{
    server_accept(server);
    uint32_t id = server_expect(server, WIRE_SESSION_HELLO, ret_hello);
    struct wire_limits limits = {65536, 8, 32, 64, 10000, 1000};
    struct wire_welcome welcome = {
        .protocol = WIRE_PROTOCOL,
        .server = wire_text("test"),
        .player = 1,
        .name = wire_text("ann"),
        .token = wire_text("secret"),
        .limits = &limits,
        .matches = (int64_t *)(uintptr_t)matches, /* encoding does not change them */
        .matches_count = match_count,
    };
    server_answer(server, id, WIRE_SESSION_HELLO, &welcome);
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

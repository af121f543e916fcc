/* A server for tests that does what its script says, on a thread of its own: each function below is
 * a step of a script, blocks until it is done, and ends the test (abort) when the client does
 * something else. */
#ifndef TESTS_UNIT_TEST_CLIENT_SERVER_H
#define TESTS_UNIT_TEST_CLIENT_SERVER_H

#include "common/wire/wire.h"

#include <stdio.h>
#include <stdlib.h>

struct server;

typedef void server_script(struct server *server);

/* For scripts: Criterion's own assertions belong to the main thread. */
#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                        \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Listens on a free port of 127.0.0.1 and starts the script. */
struct server *server_start(server_script *script);
/* HOST:PORT. */
const char *server_address(const struct server *server);
/* Waits for the end of the script, and frees the server. */
void server_finish(struct server *server);

/* What goes around the messages of the connections that are accepted from now on: TLS with this
 * certificate and key (NULL: none), and WebSocket or not. */
void server_speak(struct server *server, const char *certificate, const char *key, bool is_web);
/* Takes the next connection; the one before is closed. */
void server_accept(struct server *server);
/* Waits for bytes of the client, as they are on the wire, and returns the first. */
unsigned char server_expect_byte(struct server *server);
void server_close(struct server *server);
/* The client closes the connection; nothing more came but, with TLS, the rest of its handshake, and
 * the goodbyes of WebSocket and TLS. */
void server_expect_end(struct server *server);
/* The next message is this request. `ret_body`, the struct of its parameters, lives until the next
 * step; NULL is taken. Returns its id. */
uint32_t server_expect(struct server *server, enum wire_method method, void *ret_body);
void server_send_bytes(struct server *server, const char *bytes, size_t len);
void server_send_event(struct server *server, enum wire_event event, const void *body);
/* `result`: the struct of the method's result record. */
void server_answer(struct server *server, uint32_t id, enum wire_method method, const void *result);
/* A live match of nim from 3+5, in which "ann", the client, moves second after "ben". `moves` are
 * borrowed. */
struct wire_match match_after(const struct wire_text *moves, size_t count, const char *position);
/* TOO_EARLY, with how long to wait. */
void server_put_off(struct server *server, uint32_t id, int64_t wait_ms);
void server_refuse(struct server *server, uint32_t id, enum error_code code,
                   const struct wire_stale *stale);
/* Takes the next connection, reads its hello into *ret_hello (NULL is taken) and welcomes it as
 * "ann" with the token "secret". */
void server_welcome(struct server *server, struct wire_hello *ret_hello);
/* The same over the connection that is there. */
void server_welcome_again(struct server *server, struct wire_hello *ret_hello);
/* As server_welcome(), without a token, as where others could read it. */
void server_welcome_openly(struct server *server, struct wire_hello *ret_hello);
/* As server_welcome(), with live matches. */
void server_welcome_to(struct server *server, struct wire_hello *ret_hello, const int64_t *matches,
                       size_t match_count);

#endif

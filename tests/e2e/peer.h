/* A client that waits for each thing it asks for: one connection, the protocol and nothing else, so
 * that a test can say exactly what goes over the wire. Whatever comes from the server stays
 * readable until the test ends. */
#ifndef TESTS_E2E_PEER_H
#define TESTS_E2E_PEER_H

#include "common/wire/wire.h"
#include "tests/e2e/server.h"

#include <stdbool.h>

enum { PROXY_HEAD_BYTES = 64 };

struct peer;

/* Connects and says nothing. */
struct peer *peer_connect(const struct server *server);
/* The same from another address of the loopback, such as "127.0.0.2". */
struct peer *peer_connect_from(const struct server *server, const char *source);
/* Connects as an operator, through this control socket. */
struct peer *peer_connect_operator(const char *control);
/* Connects and comes in as a new guest. */
struct peer *peer_join(const struct server *server, const char *name);
/* Connects as a proxy for this IPv4 address (NULL: which does not know it), by TLS or not, to a
 * server that believes proxies of the loopback. */
struct peer *peer_connect_proxied(const struct server *server, const char *source, bool is_tls);
/* The head with which such a proxy begins; returns its length. */
size_t proxy_head_write(char ret_head[PROXY_HEAD_BYTES], const char *source, bool is_tls);
/* Connects and logs in. */
struct peer *peer_log_in(const struct server *server, const char *name, const char *password);
/* Connects again, in place of a connection that has ended or not, with the token of the last one.
 */
struct peer *peer_come_back(const struct server *server, const struct peer *before);
/* Hangs up; what has come stays readable. */
void peer_close(struct peer *peer);
void peer_close_all(void);
/* As if its machine were gone: from now on it takes nothing and acknowledges nothing, and does not
 * say so. */
void peer_vanish(struct peer *peer);

/* What session.hello was answered with; NULL after peer_connect(). */
const struct wire_welcome *peer_welcome(const struct peer *peer);

/* Sends a request and does not wait; the number is for peer_answer(). `parameters` is the struct of
 * the method's record. */
uint32_t peer_ask(struct peer *peer, enum wire_method method, const void *parameters);
void peer_send(struct peer *peer, const void *bytes, size_t len);
/* Sends the same request that often in one go. Returns the first one's number, which the others'
 * follow. */
uint32_t peer_ask_often(struct peer *peer, enum wire_method method, const void *parameters,
                        uint32_t count);
/* Sends two requests in one go. Returns the first one's number, which the other's follows. */
uint32_t peer_ask_both(struct peer *peer, enum wire_method first, const void *first_parameters,
                       enum wire_method second, const void *second_parameters);
/* Sends the same request over and over until the server takes no more. Returns the number of the
 * first; what is asked after this does not arrive whole. */
uint32_t peer_flood(struct peer *peer, enum wire_method method, const void *parameters);

/* What a request brought. */
struct answer {
    enum error_code
        code; /* ERROR_NONE: the result; DISCONNECTED: no answer, the connection has ended */
    const char *message;            /* of an error */
    const void *result;             /* the struct of the method's result record */
    const struct wire_stale *stale; /* how the match stands, where an error tells that */
    int64_t wait_ms;                /* in how many ms to ask again, where an error tells that */
    int64_t challenge, work;        /* the proof of work with which to ask at once; work 0: none */
};

struct answer peer_answer(struct peer *peer, uint32_t request);
/* The same, but takes that long at most: code IO when nothing has come. */
struct answer peer_answer_within(struct peer *peer, uint32_t request, int64_t wait_us);

/* Waits for the answers to that many requests, which the test insists on: all of them results, and
 * in order. */
void peer_expect_answers(struct peer *peer, uint32_t first, uint32_t count);

/* Asks and waits. The test insists on success, or on an error and gives its code. */
const void *peer_call(struct peer *peer, enum wire_method method, const void *parameters);
enum error_code peer_refusal(struct peer *peer, enum wire_method method, const void *parameters);

/* The next event of this kind, which the test insists on; those of other kinds are kept for later.
 */
const void *peer_event(struct peer *peer, enum wire_event event);
/* Has one come that was not taken yet? After an answer, all that precedes it has come. */
bool peer_has_event(const struct peer *peer, enum wire_event event);
/* Waits for the server to hang up. */
void peer_expect_end(struct peer *peer);

#endif

/* A connection that speaks another protocol than MessagePack-RPC: bytes out, bytes in. */
#ifndef TESTS_E2E_STRANGER_H
#define TESTS_E2E_STRANGER_H

#include "common/base/text.h"
#include "tests/e2e/server.h"

struct stranger {
    int socket;
    struct text got; /* all that has come */
    bool has_ended;  /* the server has hung up */
};

struct stranger stranger_connect(const struct server *server);
void stranger_close(struct stranger *stranger);

/* Sends all of it, or as much as the server takes before it hangs up. */
void stranger_send(struct stranger *stranger, const char *bytes, size_t len);
void stranger_send_text(struct stranger *stranger, const char *text);
/* The same byte by byte, each in a packet of its own, until something has come. */
void stranger_send_bytewise(struct stranger *stranger, const char *bytes, size_t len);

/* Waits until so many bytes have come in all, or this text; the test insists on it. */
void stranger_expect_bytes(struct stranger *stranger, size_t len);
void stranger_expect_text(struct stranger *stranger, const char *text);
/* Waits until the server hangs up, which the test insists on. */
void stranger_expect_end(struct stranger *stranger);

/* Asks for a WebSocket and takes the answer out of what has come. */
void stranger_become_websocket(struct stranger *stranger);

#endif

/* One connection to a server: looks up the name, tries its addresses one after another, agrees on
 * TLS and WebSocket (channel.h), judges the server, decodes input into messages, and writes its
 * output once per turn of the loop. A broken connection stays broken; the client makes a new one.
 *
 * For an address that does not say how, TLS comes first unless the server is on this machine. Only
 * an answer that is not TLS leads to a plain connection, never silence or an end, so that a server
 * that is short of time does not lose its clients to a connection without their tokens. */
#ifndef CLIENT_LIB_CLIENT_CONNECTION_H
#define CLIENT_LIB_CLIENT_CONNECTION_H

#include "client/lib/loop.h"
#include "client/lib/server_address.h"
#include "client/lib/server_trust.h"
#include "common/wire/wire.h"

struct connection;

/* No function below calls a callback before it returns. Every callback may call
 * connection_destroy(). */
struct connection_events {
    void *owner;
    void (*opened)(void *owner);
    /* `message` is valid during the call. */
    void (*message)(void *owner, const struct wire_message *message);
    /* Nothing speaks for the server's key; `closed` follows, with UNKNOWN_SERVER. `distrust`: why
     * the authorities do not vouch for it, a phrase. May be NULL. */
    void (*unknown)(void *owner, const char *pin, const char *distrust);
    /* The connection could not be opened, or broke, and has destroyed itself. UNKNOWN_SERVER and
     * WRONG_SERVER: the server is not trusted, and has heard nothing; another try would end in the
     * same way. */
    void (*closed)(void *owner, const struct error *reason);
};

struct connection_config {
    struct server_address server;
    struct server_trust trust; /* its texts have to outlive the connection */
    /* No plain connection, even if the address leaves it open and no key is known. */
    bool must_have_tls;
    /* The server has other addresses, which are tried next: waits less for this one. */
    bool has_others;
};

/* IO: the look-up of the name cannot be started. */
enum error_code connection_create(struct loop *loop, const struct connection_config *config,
                                  const struct connection_events *events,
                                  struct connection **ret_connection, struct error *error);
/* Closes without a callback and drops unwritten output. TLS and WebSocket are ended as they should
 * be, but nothing waits for the server. NULL is allowed. */
void connection_destroy(struct connection *connection);

/* Copies the bytes and sends them before the loop next waits. Only after `opened`. */
void connection_write(struct connection *connection, const char *bytes, size_t len);
const struct server_address *connection_server(const struct connection *connection);
/* Since `opened`: can only the server read what is written? It has TLS, or the server is on this
 * machine. */
bool connection_is_private(const struct connection *connection);
bool connection_has_tls(const struct connection *connection);
/* Since `opened`: the pin by which the server is trusted; NULL: the authorities vouch for it, or
 * there is no TLS. */
const char *connection_pin(const struct connection *connection);
/* Time of the last byte received, or else of the opening, on the clock of loop_now_ms(). */
int64_t connection_heard_ms(const struct connection *connection);

#endif

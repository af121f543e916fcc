/* One connection to a server: looks up the name, tries its addresses one after another, decodes
 * input into messages, and writes its output once per turn of the loop. A broken connection stays
 * broken; the client makes a new one. */
#ifndef CLIENT_LIB_CLIENT_CONNECTION_H
#define CLIENT_LIB_CLIENT_CONNECTION_H

#include "client/lib/loop.h"
#include "common/base/address.h"
#include "common/wire/wire.h"

struct connection;

/* No function below calls a callback before it returns. Every callback may call
 * connection_destroy(). */
struct connection_events {
    void *owner;
    void (*opened)(void *owner);
    /* `message` is valid during the call. */
    void (*message)(void *owner, const struct wire_message *message);
    /* The connection could not be opened, or broke, and has destroyed itself. */
    void (*closed)(void *owner, const struct error *reason);
};

/* Copies the texts. A host that begins with '/' is the path of a Unix socket, at most 107 bytes,
 * and its port is ignored. IO: the look-up of the name cannot be started. */
enum error_code connection_create(struct loop *loop, const struct address *address,
                                  const struct connection_events *events,
                                  struct connection **ret_connection, struct error *error);
/* Closes without a callback and drops unwritten output. NULL is allowed. */
void connection_destroy(struct connection *connection);

/* Copies the bytes and sends them before the loop next waits. Only after `opened`. */
void connection_write(struct connection *connection, const char *bytes, size_t len);
/* Time of the last byte received, or else of the opening, on the clock of loop_now_ms(). */
int64_t connection_heard_ms(const struct connection *connection);

#endif

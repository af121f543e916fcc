/* One connection to a server, from its name to its last byte: looks the name up, tries its
 * addresses one after another, cuts what comes in into messages, and writes what goes out once per
 * turn of the loop. It breaks once and does not mend itself: that is the client's part. */
#ifndef CLIENT_LIB_CONNECTION_H
#define CLIENT_LIB_CONNECTION_H

#include "client/lib/loop.h"
#include "common/base/address.h"
#include "common/wire/wire.h"

struct connection;

/* None of them is called from inside a function below; all may call connection_destroy(). */
struct connection_events {
    void *owner;
    void (*opened)(void *owner);
    /* Lives during the call. */
    void (*message)(void *owner, const struct wire_message *message);
    /* It could not be opened, or broke. The connection has destroyed itself. */
    void (*closed)(void *owner, const struct error *reason);
};

/* Texts are copied. A host that begins with '/' is the path of a Unix socket, at most 107 bytes;
 * its port does not matter. IO when not even looking up the name can begin. */
enum error_code connection_create(struct loop *loop, const struct address *address,
                                  const struct connection_events *events,
                                  struct connection **ret_connection, struct error *error);
/* Closes without a callback; what was not written yet is dropped. NULL is taken. */
void connection_destroy(struct connection *connection);

/* Sends bytes, which are copied, before the loop next waits. Only after `opened`. */
void connection_write(struct connection *connection, const char *bytes, size_t len);
/* When the last byte came, or else when the connection was opened: as loop_now_ms(). */
int64_t connection_heard_ms(const struct connection *connection);

#endif

/* What lies between the socket of a client and the protocol: TLS, WebSocket, both or neither. Pure:
 * bytes in, bytes out, no I/O.
 *
 *   socket -> channel_receive() -> [TLS] -> [HTTP answer, then frames] -> plain
 *   socket <- out               <- [TLS] <- [HTTP request, then frames] <- channel_send() */
#ifndef CLIENT_LIB_CHANNEL_H
#define CLIENT_LIB_CHANNEL_H

#include "client/lib/server_address.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/tls/tls.h"

#include <stddef.h>

/*   SHAKING --> OPEN --> ENDED
 *      |         |
 *      |         +--> FAILED
 *      +--> REFUSED, NO_TLS, ENDED, FAILED */
enum channel_state {
    CHANNEL_SHAKING, /* hands: nothing can be sent yet */
    CHANNEL_OPEN,
    CHANNEL_REFUSED, /* the server answers in the plain protocol and will close; this is its word */
    CHANNEL_NO_TLS,  /* what the server answers is not TLS */
    CHANNEL_ENDED,   /* the server has said goodbye */
    CHANNEL_FAILED,
};

struct channel;

/* Asked when the server has shown its certificate. An error fails the channel, and nothing has been
 * said by then. `distrust`: as tls_stream_distrust(). */
typedef enum error_code channel_judge(void *owner, const struct certificate *certificate,
                                      const char *distrust, struct error *error);

/* `tls` NULL: none; then `judge` is not called. A WebSocket is spoken if `server` says so. The
 * first bytes for the server are appended to `out`. */
struct channel *channel_create(const struct server_address *server, struct tls_context *tls,
                               channel_judge *judge, void *owner, struct text *out);
void channel_destroy(struct channel *channel); /* takes NULL */

/* Takes all of `bytes`, which may be overwritten. Appends what the server says to `plain`, a secret
 * from then on, and what it must be sent to `out`. `error` is set when this returns CHANNEL_FAILED:
 * to what `judge` said, or to BAD_MESSAGE. Not to be called after an end or a failure. */
enum channel_state channel_receive(struct channel *channel, char *bytes, size_t len,
                                   struct text *plain, struct text *out, struct error *error);
/* Appends `bytes`, as they go over the socket, to `out`. The channel must be CHANNEL_OPEN. */
void channel_send(struct channel *channel, const char *bytes, size_t len, struct text *out);
/* Appends the client's goodbye to `out`: a close frame if a WebSocket is open, and the end of TLS
 * if its handshake is over. Then the channel can only be destroyed. */
void channel_end(struct channel *channel, struct text *out);

#endif

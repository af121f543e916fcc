/* What the hall says, as bytes. */
#ifndef SERVER_NET_ENCODE_H
#define SERVER_NET_ENCODE_H

#include "common/base/text.h"
#include "common/wire/wire.h"
#include "server/hall/message.h"

/* False, and nothing is appended: what is not said but found out. `signing_key`: the name of the
 * server's public key. */
bool encode_message(struct text *out, const struct message *message, struct wire_text signing_key);

#endif

/* The one question of a person about a server: is this its key? As ssh asks it. */
#ifndef CLIENT_SERVER_ASK_H
#define CLIENT_SERVER_ASK_H

#include "client/lib/server_address.h"
#include "client/lib/server_trust.h"

/* Connects once to an address whose key is not known yet, if there is a terminal to ask at, and
 * asks if neither the authorities nor its other addresses vouch for its key. A yes is kept in the
 * file of known servers; a no is UNKNOWN_SERVER. IO: the answer cannot be kept. All that else goes
 * wrong is left to the connection that follows. */
enum error_code server_ask(const struct server_address *server, const struct server_trust *trust,
                           struct error *error);

#endif

/* tournament.seal: signs the record of a tournament with the server's key. */
#ifndef SERVER_NET_EXPORT_H
#define SERVER_NET_EXPORT_H

#include "server/net/state.h"

/* Takes the message, a MESSAGE_LOOK_UP_SEAL, and answers it when the whole record has been read. */
void seal_begin(struct server *server, struct message *message);
/* Those that wait are answered soon, with SERVER_CLOSING. */
void seals_cancel(struct server *server);

#endif

/* The server as a gateway: clients' connections, for a hall in another process. */
#ifndef SERVER_GATEWAY_ROLE_H
#define SERVER_GATEWAY_ROLE_H

#include "server/server.h"

/* As server_run(), without a database: clients wait until there is a hall. */
enum error_code gateway_run(const struct server_config *config, struct error *error);

#endif

/* What a browser gets: one page, the figures, and a WebSocket; where the figures have an address of
 * their own, these and the health, and nothing else. All answers come from memory.
 * Private to server/net. */
#ifndef SERVER_NET_SITE_H
#define SERVER_NET_SITE_H

#include "common/base/text.h"
#include "common/web/http_head.h"

struct connection;

/* Appends the answer to the request, of any path and host. Returns whether the connection is a
 * WebSocket from now on. */
bool site_answer(const struct connection *connection, const struct http_request *request,
                 struct text *out);

#endif

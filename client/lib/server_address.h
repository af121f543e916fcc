/* Where a server is, and how to speak to it:
 *
 *     HOST, HOST:PORT        on this machine plain, unless a key of the server was named; else TLS,
 *                            and plain only with a server that does not speak it (see
 *                            client_connection.h); port 7800
 *     tls://HOST[:PORT]      TLS; port 7800
 *     ws://HOST[:PORT]/      WebSocket; port 80
 *     wss://HOST[:PORT]/     WebSocket in TLS; port 443
 *     /PATH                  a Unix socket */
#ifndef CLIENT_LIB_SERVER_ADDRESS_H
#define CLIENT_LIB_SERVER_ADDRESS_H

#include "common/base/address.h"
#include "common/base/text.h"

#include <stdbool.h>

enum server_way {
    SERVER_BY_HOST,
    SERVER_BY_TLS,
    SERVER_BY_WS,
    SERVER_BY_WSS,
    SERVER_BY_SOCKET,
};

enum {
    SERVER_PATH_MAX = 107, /* of a Unix socket or a WebSocket */
    SERVER_ADDRESS_TEXT_MAX = 6 + ADDRESS_TEXT_MAX + SERVER_PATH_MAX,
};

struct server_address {
    enum server_way way;
    struct address at; /* empty for a Unix socket */
    /* Of the Unix socket, or of the WebSocket: "/socket" unless the address has another one. */
    char path[SERVER_PATH_MAX + 1];
};

/* USAGE: the text has none of the forms. */
enum error_code server_address_parse(const char *text, struct server_address *ret_server,
                                     struct error *error);
/* Writes the address with its port; server_address_parse() reads it as the same. */
void server_address_print(const struct server_address *server, char text[SERVER_ADDRESS_TEXT_MAX]);
/* Writes the name under which tokens and keys of the server are kept, the same however it is spoken
 * to: HOST:PORT, with the path of a WebSocket if that is not the usual one. */
void server_address_print_name(const struct server_address *server,
                               char name[SERVER_ADDRESS_TEXT_MAX]);
/* Is it spoken to by WebSocket? */
bool server_address_is_web(const struct server_address *server);
/* Is it this machine, by the words of the address: a loopback address, "localhost", or a Unix
 * socket? */
bool server_address_is_local(const struct server_address *server);

/* Appends the server that the person uses unless an option names one: TAKEAWAY_SERVER in the
 * environment, else the first line of the file `server` in $XDG_CONFIG_HOME/takeaway, by default
 * ~/.config/takeaway. Appends nothing if there is neither. IO: the file cannot be read; USAGE: no
 * address, except that `also` (which may be NULL) is let through. */
enum error_code server_address_default(const char *also, struct text *ret_server,
                                       struct error *error);

#endif

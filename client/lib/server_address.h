/* Where a server is, and how to speak to it:
 *
 *     HOST, HOST:PORT        on this machine plain, unless a key of the server was named; else TLS,
 *                            and plain only with a server that does not speak it (see
 *                            client_connection.h); port 7800
 *     tls://HOST[:PORT]      TLS; port 7800
 *     ws://HOST[:PORT]/      WebSocket; port 80
 *     wss://HOST[:PORT]/     WebSocket in TLS; port 443
 *     /PATH                  a Unix socket
 *
 * A server may be at several addresses, of which one answers at a time: a list is addresses with
 * commas between them, in the order in which they are tried, and one address is a list of one. The
 * person who makes a list says by it that all of its addresses are the same server. So
 *
 * - a key that is known for one of them is good for the others, and a key that is named has to be
 *   that of all of them (server_trust.h);
 * - a token that one of them has given is told to whichever answers. It is kept by the name or key
 *   of the one that gave it, as if that stood alone, and looked for under all of them: another
 *   order, or an address more or less, changes nothing.
 *
 * A path with a comma cannot be named. */
#ifndef CLIENT_LIB_SERVER_ADDRESS_H
#define CLIENT_LIB_SERVER_ADDRESS_H

#include "common/base/address.h"
#include "common/base/text.h"

#include <stdbool.h>
#include <stddef.h>

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

enum { SERVER_LIST_MAX = 16 };

struct server_list {
    struct server_address servers[SERVER_LIST_MAX];
    size_t count; /* at least 1 */
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

/* USAGE: an address has none of the forms, is empty, stands there twice, or is one too many. */
enum error_code server_list_parse(const char *text, struct server_list *ret_list,
                                  struct error *error);
/* Appends the addresses with their ports; server_list_parse() reads them as the same. */
void server_list_print(const struct server_list *list, struct text *out);

/* Appends the server that the person uses unless an option names one: TAKEAWAY_SERVER in the
 * environment, else the first line of the file `server` in $XDG_CONFIG_HOME/takeaway, by default
 * ~/.config/takeaway. Appends nothing if there is neither. IO: the file cannot be read; USAGE: no
 * list of addresses, except that `also` (which may be NULL) is let through. */
enum error_code server_address_default(const char *also, struct text *ret_server,
                                       struct error *error);

#endif

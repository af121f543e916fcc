/* The link of an invitation, for a friend's browser or for `takeaway join`:
 *
 *   https://HOST[:PORT]/i/CODE[#PIN]      http://HOST[:PORT]/i/CODE
 *
 * CODE opens the invitation. PIN is the pin of a server's self-signed key (common/tls), without
 * which the friend could not know whom they reach; a browser keeps what stands behind # to itself.
 * http is a server without TLS. */
#ifndef CLIENT_HOST_LINK_H
#define CLIENT_HOST_LINK_H

#include "common/base/address.h"
#include "common/base/error.h"
#include "common/base/text.h"
#include "common/tls/certificate.h"

#include <stdbool.h>

enum { LINK_CODE_CHARS = 22 }; /* base64url of 16 bytes */

struct link {
    bool is_tls;
    struct address address;
    char code[LINK_CODE_CHARS + 1];
    char pin[CERTIFICATE_PIN_CHARS + 1]; /* "": none */
};

/* USAGE: the text is no such link, or was cut off; the message says where. */
enum error_code link_parse(const char *text, struct link *ret_link, struct error *error);
void link_print(const struct link *link, struct text *out);
/* Appends the server as --server names it: tls://HOST:PORT; wss://HOST:443/ for port 443, where a
 * proxy may stand that understands only that; HOST:PORT without TLS. */
void link_print_server(const struct link *link, struct text *out);

#endif

/* May a client speak to this server? As with ssh: a key that the person or a script named must be
 * the server's; else the system's authorities may vouch for it; else its key must be known from
 * before. */
#ifndef CLIENT_LIB_SERVER_TRUST_H
#define CLIENT_LIB_SERVER_TRUST_H

#include "client/lib/server_address.h"
#include "common/base/error.h"
#include "common/tls/certificate.h"

#include <stdbool.h>

struct server_trust {
    const char *server_key;    /* the only pin that is good; NULL: none was named */
    const char *known_servers; /* path of the file, see known_servers.h; NULL: none is known */
    /* The addresses of the same server: a key that is known for one of them is good for those of
     * which none is known. NULL: the server has one address. */
    const struct server_list *list;
};

/* `name`: as server_address_print_name() writes it. `distrust`: why the authorities do not vouch
 * for the certificate; NULL: they do. UNKNOWN_SERVER: nothing speaks for the key, nothing against
 * it; WRONG_SERVER: it is another key than the named or known one; IO. The messages say what to do.
 * A key that the authorities vouch for is remembered as a known one. */
enum error_code server_trust_judge(const struct server_trust *trust, const char *name,
                                   const struct certificate *certificate, const char *distrust,
                                   struct error *error);
/* Can `key`, which the person named, be that of this server? USAGE: it has not the form of a pin,
 * or an address is one without TLS. */
enum error_code server_trust_check_key(const struct server_list *list, const char *key,
                                       struct error *error);
/* Is there a key that the server of this name must have, so that it has to speak TLS? Also true if
 * the file cannot be read. */
bool server_trust_expects_key(const struct server_trust *trust, const char *name);

#endif

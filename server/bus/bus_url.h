/* The address of a bus: `nats://[USER:PASSWORD@]HOST[:PORT]` or `tls://...`, several with commas.
 * Instead of USER:PASSWORD it may have a token. Characters in these may be written as %XX. */
#ifndef SERVER_BUS_BUS_URL_H
#define SERVER_BUS_BUS_URL_H

#include "common/base/address.h"

#include <stdbool.h>
#include <stddef.h>

struct bus_server {
    struct address address;
    bool is_tls;
    bool is_loopback; /* the host is localhost or a numeric address of the loopback */
    char *user;       /* owned, as the next; NULL: none */
    char *password;   /* NULL: `user` is a token */
};

/* USAGE, without anything that may be secret. The caller calls bus_servers_free() after a success.
 */
enum error_code bus_url_parse(const char *url, struct bus_server **ret_servers, size_t *ret_count,
                              struct error *error);
/* Wipes the secrets. NULL is taken. */
void bus_servers_free(struct bus_server *servers, size_t count);

#endif

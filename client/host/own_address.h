/* The addresses of this machine, for those who are to reach it. */
#ifndef CLIENT_HOST_OWN_ADDRESS_H
#define CLIENT_HOST_OWN_ADDRESS_H

#include <stdbool.h>

enum { OWN_ADDRESS_MAX = 47 }; /* bytes */

/* "" where there is none. Of several interfaces, the one over which the internet is reached counts;
 * without such a one, the first that is up and no loopback. */
struct own_addresses {
    char ipv4[OWN_ADDRESS_MAX + 1];
    char ipv6[OWN_ADDRESS_MAX + 1]; /* one that the internet routes */
};

/* Sends nothing. */
void own_addresses_find(struct own_addresses *ret_addresses);
/* The host to listen on so that connections by IPv4 and, where this machine has it, by IPv6 come
 * in. */
const char *own_address_any(void);

#endif

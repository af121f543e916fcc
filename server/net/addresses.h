/* The connections of each address: their number, and the shares that they have in common. Private
 * to server/net. */
#ifndef SERVER_NET_ADDRESSES_H
#define SERVER_NET_ADDRESSES_H

#include "server/base/origin.h"
#include "server/net/share.h"

#include <stddef.h>
#include <stdint.h>

struct addresses;

/* `each_max`: connections of one address at once. A token bucket of as many tokens, at least 100,
 * limits new connections; a tenth of it is refilled each second. */
struct addresses *addresses_create(int64_t each_max, int64_t now_ms);
/* NULL is taken. */
void addresses_destroy(struct addresses *addresses);
enum address_answer {
    ADDRESS_ADMITTED,
    ADDRESS_HAS_ENOUGH, /* connections at once */
    ADDRESS_HURRIES,    /* too many new connections lately */
};

/* Counts one connection more, if its address may have one. A proxy may always: the limits are for
 * the addresses behind it. */
enum address_answer addresses_add(struct addresses *addresses, const struct origin *origin,
                                  bool is_proxy, int64_t now_ms);
/* Counts one connection less. */
void addresses_remove(struct addresses *addresses, const struct origin *origin);

/* The share of an address, valid as long as the address has a connection. */
struct address_share *addresses_share(const struct addresses *addresses,
                                      const struct origin *origin);
/* The connections of all addresses. */
size_t addresses_count(const struct addresses *addresses);

#endif

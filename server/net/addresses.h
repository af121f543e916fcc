/* How many connections each address has, and what they share. Private to server/net. */
#ifndef SERVER_NET_ADDRESSES_H
#define SERVER_NET_ADDRESSES_H

#include "server/base/origin.h"
#include "server/net/share.h"

#include <stddef.h>
#include <stdint.h>

struct addresses;

/* `each_max`: connections of one address at once. As many (or 100, if that is more) may come within
 * a moment, and then a tenth of that each second. */
struct addresses *addresses_create(int64_t each_max, int64_t now_ms);
/* NULL is taken. */
void addresses_destroy(struct addresses *addresses);
enum address_answer {
    ADDRESS_ADMITTED,
    ADDRESS_HAS_ENOUGH, /* connections at once */
    ADDRESS_HURRIES,    /* too many have come lately */
};

/* Counts one connection more, if its address may have it. */
enum address_answer addresses_add(struct addresses *addresses, const struct origin *origin,
                                  int64_t now_ms);
/* Takes back one that was counted. */
void addresses_remove(struct addresses *addresses, const struct origin *origin);

/* Of an address with a connection, as long as it has one. */
struct address_share *addresses_share(const struct addresses *addresses,
                                      const struct origin *origin);
/* The connections of all addresses. */
size_t addresses_count(const struct addresses *addresses);

#endif

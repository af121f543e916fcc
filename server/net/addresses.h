/* Where connections come from, and how many each address has. */
#ifndef SERVER_NET_ADDRESSES_H
#define SERVER_NET_ADDRESSES_H

#include "server/base/origin.h"
#include "server/net/fair.h"

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

/* Look-ups of one lane wait for each other and for no other lane. */
enum lane_kind {
    LANE_HELLO, /* session.hello and account.password: at most one row or two each */
    LANE_SHORT, /* one match, a page of history, the tokens of a player; the records that are to be
                   judged */
    LANE_LONG,  /* through many rows */
    LANE_SEAL,  /* longer than all others */
    LANE_COUNT,
};

/* What the connections of an address have together of what is shared. */
struct address_share {
    struct fair_member member;     /* among those that share the loop's time */
    struct fair_queue connections; /* that wait for the loop's time */
    size_t queued_bytes;           /* memory, of those whose clients read too slowly */
    struct lane_turn {
        struct connection *askers; /* in the order of their turns; NULL: the address is not among
                                      those that ask. Else there: */
        struct address_share *prev, *next;
    } turns[LANE_COUNT];
};

/* Of an address with a connection, as long as it has one. */
struct address_share *addresses_share(const struct addresses *addresses,
                                      const struct origin *origin);
/* The connections of all addresses. */
size_t addresses_count(const struct addresses *addresses);

#endif

/* The loop's time, shared fairly: between addresses, and between the connections of each
 * address.
 *
 * All that a connection makes the server do is charged to its account and to its address's: the
 * measured time of carrying out its requests, and an estimate for what these make the server
 * tell, to whomever. A connection in credit is served at once, in the order of arrival, as long
 * as the turn has time for that. Any other is held: it is not read, and waits in the queue of
 * its address, which waits in the server's. Each turn serves some of those that wait. */
#include "server/net/state.h"

#include <assert.h>

enum {
    CREDIT_NS = 100000,   /* a connection may use so much more than its share before it is held */
    AT_ONCE_NS = 5000000, /* what connections in credit may take of a turn */
    TOLD_NS = 3000,       /* to encode a short message and to write it to one connection */
    TOLD_FEW = 8,         /* messages of a request; with more, the others are a broadcast, ... */
    TOLD_MANY_NS = 5000,  /* ... and cost more: each wakes a connection that was idle */
    BYTE_OUT_NS = 1,      /* to encode a byte of a long one and to write it */
    BYTE_IN_NS = 1,       /* to read a byte and to keep it */
    ARRIVAL_NS = 50000,   /* to take a connection, to read from it first, and to close it */
    /* Requests that can be long come so much later than those that cannot: farther than any account
     * is ahead of the clock, so that moves come first also when a thousand addresses ask for lists
     * and a player has used more than a thousandth of the time. */
    LATER_NS = 2 * FAIR_DEBT_MAX_NS,
};

static struct connection *connection_of(struct fair_member *member)
{
    return (struct connection *)(void *)((char *)member - offsetof(struct connection, member));
}

static struct address_share *address_of(struct fair_member *member)
{
    return (struct address_share *)(void *)((char *)member -
                                            offsetof(struct address_share, member));
}

int64_t share_lap(struct server *server)
{
    int64_t before_ns = server->lap_ns;
    server->lap_ns = (int64_t)uv_hrtime();
    return server->lap_ns - before_ns;
}

/* The address waits while one of its connections does, and as that one. */
static void update_address(struct server *server, struct address_share *share)
{
    const struct fair_member *first = fair_first(&share->connections);
    if (first)
        fair_wait(&server->shares, &share->member, first->later_ns, server->lap_ns);
    else
        fair_leave(&server->shares, &share->member, server->lap_ns);
}

static void charge(struct connection *connection, int64_t ns)
{
    struct server *server = connection->server;
    struct address_share *share = connection->share;
    if (!share) /* it is closed */
        return;
    fair_charge(&share->connections, &connection->member, ns, server->lap_ns);
    fair_charge(&server->shares, &share->member, ns, server->lap_ns);
    server->at_once_ns -= ns;
}

int64_t share_charge(struct connection *connection, uint64_t told)
{
    int64_t ns = share_lap(connection->server) + (int64_t)told * TOLD_NS;
    if (told > TOLD_FEW)
        ns += (int64_t)(told - TOLD_FEW) * TOLD_MANY_NS;
    charge(connection, ns);
    return ns;
}

void share_charge_output(struct connection *connection, size_t bytes)
{
    charge(connection, (int64_t)bytes * BYTE_OUT_NS);
}

/* Has its address used more than its share? */
static bool address_has_used(const struct connection *connection)
{
    struct server *server = connection->server;
    return fair_debt_ns(&server->shares, &connection->share->member, server->lap_ns) > 0;
}

bool share_may_be_read(const struct connection *connection)
{
    return connection->server->at_once_ns > 0 || !address_has_used(connection);
}

void share_charge_input(struct connection *connection, size_t bytes)
{
    charge(connection, (int64_t)bytes * BYTE_IN_NS);
}

bool share_charge_arrival(struct connection *connection)
{
    struct server *server = connection->server;
    share_lap(server);
    fair_charge(&server->shares, &connection->share->member, ARRIVAL_NS, server->lap_ns);
    server->at_once_ns -= ARRIVAL_NS;
    return share_allowance_ns(connection) > 0;
}

/* While others wait, only connections that have not used their share, at an address that has not,
 * are served without waiting. */
int64_t share_allowance_ns(struct connection *connection)
{
    struct server *server = connection->server;
    int64_t debt_ns =
        fair_debt_ns(&connection->share->connections, &connection->member, server->lap_ns);
    bool has_used = debt_ns > 0 || address_has_used(connection);
    if (server->at_once_ns <= 0 || (has_used && server->shares.count > 0))
        return 0;
    return CREDIT_NS - debt_ns < server->at_once_ns ? CREDIT_NS - debt_ns : server->at_once_ns;
}

bool share_is_in_credit(const struct connection *connection)
{
    return fair_debt_ns(&connection->share->connections, &connection->member,
                        connection->server->lap_ns) < CREDIT_NS;
}

void share_wait(struct connection *connection, bool is_light)
{
    struct server *server = connection->server;
    struct address_share *share = connection->share;
    fair_wait(&share->connections, &connection->member, is_light ? 0 : LATER_NS, server->lap_ns);
    update_address(server, share);
}

bool share_is_waiting(const struct connection *connection)
{
    return connection->member.place != 0;
}

void share_leave(struct connection *connection)
{
    if (!share_is_waiting(connection))
        return;
    fair_leave(&connection->share->connections, &connection->member, connection->server->lap_ns);
    update_address(connection->server, connection->share);
}

struct connection *share_next(struct server *server)
{
    struct fair_member *address = fair_next(&server->shares);
    if (!address)
        return NULL;
    struct fair_member *member = fair_next(&address_of(address)->connections);
    assert(member);
    return connection_of(member);
}

bool share_is_light(const struct connection *connection)
{
    return connection->member.later_ns == 0;
}

void share_begin_turn(struct server *server)
{
    server->at_once_ns = AT_ONCE_NS;
}

#include "server/net/connection.h"

enum {
    CREDIT_NS = 100000,   /* a connection may exceed its share by this before it is held */
    AT_ONCE_NS = 5000000, /* of a turn, for connections in credit */
    TOLD_NS = 3000,       /* to encode a short message and to write it to one connection */
    TOLD_FEW = 8,         /* messages of a request; further ones are a broadcast, ... */
    TOLD_MANY_NS = 5000,  /* ... and cost more: each wakes a connection that was idle */
    BYTE_OUT_NS = 1,      /* to encode and write a byte of a long message */
    BYTE_IN_NS = 1,       /* to read and keep a byte */
    ARRIVAL_NS = 50000,   /* to take a connection, to read from it first, and to close it */
    /* The delay of requests that can be long behind those that cannot. It exceeds the lead of any
     * account over the clock, so moves come first even when a thousand addresses ask for lists and
     * a player has used more than a thousandth of the time. */
    LATER_NS = 2 * FAIR_DEBT_MAX_NS,
};

int64_t share_lap(struct net *net)
{
    int64_t before_ns = net->time.lap_ns;
    net->time.lap_ns = (int64_t)uv_hrtime();
    return net->time.lap_ns - before_ns;
}

/* The address waits while one of its connections does, with the same delay. */
static void update_address(struct net *net, struct address_share *share)
{
    const struct fair_member *first = fair_first(&share->connections);
    if (first)
        fair_wait(&net->time.queue, &share->member, first->later_ns, net->time.lap_ns);
    else
        fair_leave(&net->time.queue, &share->member, net->time.lap_ns);
}

static void charge_time(struct connection *connection, int64_t ns)
{
    struct net *net = connection->net;
    struct address_share *share = connection->share;
    if (!share) /* it is closed */
        return;
    fair_charge(&share->connections, &connection->member, ns, net->time.lap_ns);
    fair_charge(&net->time.queue, &share->member, ns, net->time.lap_ns);
    net->time.at_once_ns -= ns;
}

int64_t share_charge(struct connection *connection, uint64_t told)
{
    int64_t ns = share_lap(connection->net) + (int64_t)told * TOLD_NS;
    if (told > TOLD_FEW)
        ns += (int64_t)(told - TOLD_FEW) * TOLD_MANY_NS;
    charge_time(connection, ns);
    return ns;
}

void share_charge_output(struct connection *connection, size_t bytes)
{
    charge_time(connection, (int64_t)bytes * BYTE_OUT_NS);
}

/* Has its address used more than its share? */
static bool address_has_used(const struct connection *connection)
{
    struct net *net = connection->net;
    return fair_debt_ns(&net->time.queue, &connection->share->member, net->time.lap_ns) > 0;
}

bool share_may_be_read(const struct connection *connection)
{
    return connection->net->time.at_once_ns > 0 || !address_has_used(connection);
}

void share_charge_input(struct connection *connection, size_t bytes)
{
    charge_time(connection, (int64_t)bytes * BYTE_IN_NS);
}

bool share_charge_arrival(struct connection *connection)
{
    struct net *net = connection->net;
    share_lap(net);
    fair_charge(&net->time.queue, &connection->share->member, ARRIVAL_NS, net->time.lap_ns);
    net->time.at_once_ns -= ARRIVAL_NS;
    return share_allowance_ns(connection) > 0;
}

/* While others wait, a connection is served without waiting only if neither it nor its address has
 * used its share. */
int64_t share_allowance_ns(struct connection *connection)
{
    struct net *net = connection->net;
    int64_t debt_ns =
        fair_debt_ns(&connection->share->connections, &connection->member, net->time.lap_ns);
    bool has_used = debt_ns > 0 || address_has_used(connection);
    if (net->time.at_once_ns <= 0 || (has_used && net->time.queue.count > 0))
        return 0;
    return CREDIT_NS - debt_ns < net->time.at_once_ns ? CREDIT_NS - debt_ns : net->time.at_once_ns;
}

bool share_is_in_credit(const struct connection *connection)
{
    return fair_debt_ns(&connection->share->connections, &connection->member,
                        connection->net->time.lap_ns) < CREDIT_NS;
}

void share_wait(struct connection *connection, bool is_light)
{
    struct net *net = connection->net;
    struct address_share *share = connection->share;
    assert(share && connection->is_paused);
    fair_wait(&share->connections, &connection->member, is_light ? 0 : LATER_NS, net->time.lap_ns);
    update_address(net, share);
}

bool share_is_waiting(const struct connection *connection)
{
    return connection->member.place != 0;
}

void share_leave(struct connection *connection)
{
    if (!share_is_waiting(connection))
        return;
    fair_leave(&connection->share->connections, &connection->member, connection->net->time.lap_ns);
    update_address(connection->net, connection->share);
}

/* A member is embedded in what it stands for, here and in share_next(). */
static struct connection *next_of(struct address_share *share)
{
    struct fair_member *member = fair_next(&share->connections);
    return member
               ? (struct connection *)(void *)((char *)member - offsetof(struct connection, member))
               : NULL;
}

struct connection *share_next(struct net *net)
{
    struct fair_member *address = fair_next(&net->time.queue);
    if (!address)
        return NULL;
    struct address_share *share =
        (struct address_share *)(void *)((char *)address - offsetof(struct address_share, member));
    struct connection *connection = next_of(share);
    assert(connection);
    return connection;
}

struct connection *share_next_operator(struct net *net)
{
    return next_of(&net->time.operators);
}

bool share_is_light(const struct connection *connection)
{
    return connection->member.later_ns == 0;
}

void share_begin_turn(struct net *net)
{
    net->time.at_once_ns = AT_ONCE_NS;
}

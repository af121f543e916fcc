/* The loop's time, shared fairly: between addresses, and between the connections of each address.
 * Private to server/net.
 *
 * All work that a connection causes is charged to its account and to its address's: the measured
 * time of carrying out its requests, and an estimate for the messages that follow from them,
 * whoever gets these. A connection in credit is served at once, in the order of arrival, as long as
 * the turn has time for that. Any other connection is held: it is not read, and waits in the queue
 * of its address, which waits in the queue of all addresses. Each turn serves some that wait. */
#ifndef SERVER_NET_SHARE_H
#define SERVER_NET_SHARE_H

#include "server/net/fair.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct connection;
struct net;

/* The state that the connections of an address share. */
struct address_share {
    struct fair_member member;     /* of the queue of addresses */
    struct fair_queue connections; /* of this address that wait for the loop's time */
    size_t queued_bytes;           /* memory of the output that their clients have not taken */
};

struct loop_time {
    struct fair_queue queue;        /* addresses with connections that wait */
    struct address_share operators; /* the control socket counts as one address */
    int64_t lap_ns;                 /* when share_lap() was last called */
    int64_t long_ns;                /* the last time at which a long request was served */
    int64_t at_once_ns; /* the rest of this turn's time for connections that have not waited */
};

/* The time since the last call, in ns; the next charge starts here. */
int64_t share_lap(struct net *net);
/* Charges the connection and its address for the time since the last lap, and for `told` messages
 * that it has caused, each counted once for each reader. Returns the ns. */
int64_t share_charge(struct connection *connection, uint64_t told);
/* May its bytes be read in this turn? Each turn reads a limited amount from addresses that have
 * used their share. */
bool share_may_be_read(const struct connection *connection);
/* Charges for bytes read. */
void share_charge_input(struct connection *connection, size_t bytes);
/* Charges the address for a new connection. Returns whether it may be read at once. */
bool share_charge_arrival(struct connection *connection);
/* Charges for bytes written. */
void share_charge_output(struct connection *connection, size_t bytes);
/* The time that the connection may use now without waiting; 0 or less: it has to wait. */
int64_t share_allowance_ns(struct connection *connection);
bool share_is_in_credit(const struct connection *connection);
/* Queues the connection for its turn, until share_leave(). `is_light`: its next request cannot take
 * long. */
void share_wait(struct connection *connection, bool is_light);
/* Idempotent. */
void share_leave(struct connection *connection);
bool share_is_waiting(const struct connection *connection);
/* The `is_light` of share_wait(), while the connection waits. */
bool share_is_light(const struct connection *connection);
/* The connection whose turn it is, which still waits; NULL: none waits. */
struct connection *share_next(struct net *net);
/* The same of the operators alone. */
struct connection *share_next_operator(struct net *net);
/* Gives connections that have not waited a new turn's time. */
void share_begin_turn(struct net *net);

#endif

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

/* What the connections of an address have together. */
struct address_share {
    struct fair_member member;     /* among those that share the loop's time */
    struct fair_queue connections; /* that wait for the loop's time */
    size_t queued_bytes;           /* memory, of those whose clients read too slowly */
};

struct loop_time {
    struct fair_queue queue;        /* addresses with connections that wait */
    struct address_share operators; /* the control socket counts as one address */
    int64_t lap_ns;                 /* when share_lap() was last called */
    int64_t long_ns;    /* when a connection with requests that can be long was last served */
    int64_t at_once_ns; /* left in this turn for connections that have not waited */
};

/* The time since the last call, in ns; a call begins what is charged next. */
int64_t share_lap(struct net *net);
/* Charges the connection and its address for the time since the last lap, and for what it has
 * made the server tell, in messages times their readers. Returns the ns. */
int64_t share_charge(struct connection *connection, uint64_t told);
/* May its bytes be taken from the system in this turn? Each turn takes only so much from addresses
 * that have used their share. */
bool share_may_be_read(const struct connection *connection);
/* Charges for bytes that have been taken. */
void share_charge_input(struct connection *connection, size_t bytes);
/* Its address pays for a connection that has come. Returns whether it may be read at once. */
bool share_charge_arrival(struct connection *connection);
/* Charges for bytes that are written to it. */
void share_charge_output(struct connection *connection, size_t bytes);
/* What the connection may use now without waiting; 0 or less: it has to wait. */
int64_t share_allowance_ns(struct connection *connection);
bool share_is_in_credit(const struct connection *connection);
/* Waits for its turn, until share_leave(). `is_light`: what it asks cannot take long. */
void share_wait(struct connection *connection, bool is_light);
/* Idempotent. */
void share_leave(struct connection *connection);
bool share_is_waiting(const struct connection *connection);
/* While it waits: as share_wait() was told. */
bool share_is_light(const struct connection *connection);
/* The connection whose turn it is, which still waits; NULL: none waits. */
struct connection *share_next(struct net *net);
/* From now on connections that have not waited have a turn's time. */
void share_begin_turn(struct net *net);

#endif

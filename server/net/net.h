/* The boundary between the two halves of the server. server/net owns bytes: sockets, timeouts,
 * pings, limits, addresses and output queues. server/service owns requests: log-in, dispatch,
 * look-ups, judging and the messages to clients. This header is all that they know of each other:
 * whole requests go up; encoded messages go down, each with the numbers of the sessions that get
 * it.
 *
 *     socket -> struct net -> struct net_service -> hall
 *     socket <- struct net <- net_send()         <- hall
 *
 * A session is a connection's number, never used twice. It is valid until on_closed(); every
 * function ignores a number that is not valid. All calls are made on the loop's thread. */
#ifndef SERVER_NET_NET_H
#define SERVER_NET_NET_H

#include "common/wire/wire.h"
#include "server/base/derivation.h"
#include "server/base/origin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct net;

/* One limit, all_queued_bytes, bounds the memory of everything that is on its way to clients.
 * Unread output and messages still to be said have a share each, so clients that do not read cannot
 * keep the others from being answered. */
enum {
    NET_BACKLOG_SHARE = 2, /* a half: output that clients have not taken, and look-ups */
    NET_UNSAID_SHARE = 4,  /* a quarter: messages to be said; above it only operators are served */
};

/* --- up: the callbacks of the half that owns requests --- */

struct net_request {
    uint64_t session;
    bool is_operator; /* it has come by the control socket */
    /* The loop's tick by which it had arrived. INT64_MAX: it has waited because of the session's
     * own requests, so a clock is charged for that time. */
    int64_t came_ms;
    const struct wire_message *message; /* its structure is checked; lives as long as the call */
};

struct net_service {
    void *owner; /* the first argument of all */
    /* Bytes have arrived, at the time that the loop has now; their requests follow. */
    void (*on_bytes)(void *owner);
    /* A request; those of a session come in order. It gets exactly one answer, now or later. */
    void (*on_request)(void *owner, const struct net_request *request);
    /* The client has answered a ping; `lag_ms` is the shortest of the last round trips. */
    void (*on_lag)(void *owner, uint64_t session, int64_t lag_ms);
    /* A client that has answered pings before leaves one unanswered; ends with on_lag(). */
    void (*on_silent)(void *owner, uint64_t session);
    /* Output begins (or ceases) to wait because the client does not read it. */
    void (*on_behind)(void *owner, uint64_t session, bool is_behind);
    /* The client has broken the protocol; on_left() follows. Timeouts and slow reading are no
     * faults: the network may be down or slow, and others can send a client much. */
    void (*on_fault)(void *owner, uint64_t session);
    /* No more requests come from the session; once. Output may still be written to it. */
    void (*on_left)(void *owner, uint64_t session);
    /* The same, but the server has lost the connection by a fault of its own, instead. */
    void (*on_lost)(void *owner, uint64_t session);
    /* The connection is closed; once, after on_left() or on_lost(). */
    void (*on_closed)(void *owner, uint64_t session);
    /* Answers net_derive(), even if the session is closed. `key` NULL: there is none, because the
     * request's connection or its gateway has gone. */
    void (*on_derived)(void *owner, uint64_t session, const unsigned char *key);

    /* Four questions. How many messages have been made so far, each counted once for each of its
     * sessions? The growth during a request is part of its cost. */
    uint64_t (*told)(void *owner);
    /* How much memory do messages take that are still to be said? */
    size_t (*unsaid_bytes)(void *owner);
    /* Must the session wait with its next request, because of look-ups that it waits for? */
    bool (*holds)(void *owner, uint64_t session);
    /* Do look-ups wait because clients do not read their output? */
    bool (*lacks_room)(void *owner);
};

/* --- down --- */

struct net_message {
    const struct text *bytes;
    const uint64_t *sessions;
    size_t session_count;
    /* The first `soon_count` sessions, at most all, are written to in this turn. The others, up to
     * a thousand spectators, take some turns: writing to all at once would delay all other
     * connections. */
    size_t soon_count;
    bool is_answer; /* to one request of each session */
    bool is_last;   /* its connections are closed when it is written */
};

/* Queues the message at those of its sessions that are open, and returns how many these are. A
 * secret text stays secret in the queues. */
size_t net_send(struct net *net, const struct net_message *message);
/* Answers a request, and hands the answer to the system at once, so that the loop never holds many
 * long ones. May take the text's memory; the caller finishes the text. */
void net_answer_long(struct net *net, uint64_t session, struct text *answer);
/* Ends the session: its connection is closed when its output is written. */
void net_end(struct net *net, uint64_t session);
/* While the net is held, no request goes up: all wait, and their clients are not to blame. */
void net_hold(struct net *net, bool is_held);
/* session.hello has succeeded: its timeout ends, and pings begin. */
void net_came_in(struct net *net, uint64_t session);
/* The timeout of session.hello ends, because the client has been asked for a proof of work. */
void net_excuse_hello(struct net *net, uint64_t session);
/* The client has answered ping `n`. Any number but that of the last ping is ignored. */
void net_pong(struct net *net, uint64_t session, int64_t n);

enum net_presence {
    NET_GONE,
    NET_LEFT,   /* since on_left() */
    NET_BEHIND, /* open, but output waits for the client: see on_behind() */
    NET_READY,
};

enum net_presence net_presence(const struct net *net, uint64_t session);
/* Can nobody on the way read or change what is said? With TLS; from this machine, unless through a
 * proxy; by the operator's socket. Only then a password or a token may be taken or given. False if
 * the session is gone. */
bool net_is_private(const struct net *net, uint64_t session);
/* The gateway that keeps the passwords of the session's requests, which have as many asterisks in
 * their place. 0: there is none, the requests are whole. */
uint32_t net_deriver(const struct net *net, uint64_t session);
/* Has the session's gateway derive from a password of this request; on_derived() follows, never
 * from within. A gateway takes DERIVATIONS_MAX at once, and one of a session. False: the gateway
 * has gone. */
bool net_derive(struct net *net, uint64_t session, uint32_t request, bool is_old,
                const struct derivation *derivation);
/* An operator's has the text "" and is not loopback; NULL: the session is gone. */
const struct origin *net_origin(const struct net *net, uint64_t session);
/* Memory of the output that the clients of this session's address have not taken. 0 for a tunnel:
 * its gateway has that output, limits it, and says with on_behind() when there is much. */
size_t net_untaken_at(const struct net *net, uint64_t session);

struct net_load {
    size_t connections;   /* operators' included */
    size_t said_bytes;    /* queued, and not offered to the system yet */
    size_t untaken_bytes; /* memory of the output that all clients have not taken */
};

struct net_load net_load(const struct net *net);
/* All requests that had come by this tick, wherever, have come to the net: a flag that falls by an
 * earlier time is no injustice. INT64_MAX: all that there are. */
int64_t net_heard_ms(const struct net *net);

#endif

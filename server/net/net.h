/* Between the two halves of the server. server/net owns bytes: sockets, time-outs, pings, limits,
 * addresses, and what is on its way out. server/service owns requests: who somebody is, what they
 * ask, and what is said about it. This header is all that they know of each other: requests go up,
 * each whole; encoded messages go down, each with the numbers of the sessions that get it.
 *
 *     socket -> struct net -> struct net_service -> hall
 *     socket <- struct net <- net_send()         <- hall
 *
 * A session is a connection's number, never used twice. It lives until on_closed(); a number that
 * is not alive is left aside wherever it is told. Everything happens on the loop's thread. */
#ifndef SERVER_NET_NET_H
#define SERVER_NET_NET_H

#include "common/wire/wire.h"
#include "server/base/origin.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct net;

/* One limit, all_queued_bytes, holds for the memory of everything that is on its way to clients, at
 * every moment. Messages of the hall and answers of look-ups have a share each, so those who do not
 * read cannot keep the others from being answered. */
enum {
    NET_BACKLOG_SHARE = 2, /* a half: what clients have not taken, and look-ups */
    NET_UNSAID_SHARE = 4,  /* a quarter: what is to be said; with more, no request is carried out */
};

/* --- up: what the half that owns requests does --- */

struct net_request {
    uint64_t session;
    bool is_operator; /* it has come by the control socket */
    /* The loop's tick at which it had come at the latest. INT64_MAX: it has waited because of the
     * session's own requests, so a clock is charged for that time. */
    int64_t came_ms;
    const struct wire_message *message; /* its structure is checked; lives as long as the call */
};

struct net_service {
    void *owner; /* the first argument of all */
    /* Bytes have come: the requests in them, and those that waited, belong to this moment. */
    void (*on_bytes)(void *owner);
    /* Each request, in the order in which it came; it is answered once, now or later. */
    void (*on_request)(void *owner, const struct net_request *request);
    /* A ping was answered; the shortest of the last round trips. */
    void (*on_lag)(void *owner, uint64_t session, int64_t lag_ms);
    /* A session that has answered pings before has left one unanswered, until on_lag(). */
    void (*on_silent)(void *owner, uint64_t session);
    /* From now on (or no longer) the client takes less than is said to it. */
    void (*on_behind)(void *owner, uint64_t session, bool is_behind);
    /* The client has broken the protocol; on_left() follows. (Silence is not told from a way that
     * is cut, and who reads too slowly breaks nothing: the way may be narrow, and others can say
     * much to somebody.) */
    void (*on_fault)(void *owner, uint64_t session);
    /* Nothing that the client says counts any more; once. It may still take what was said. */
    void (*on_left)(void *owner, uint64_t session);
    /* The connection is closed; once, after on_left(). */
    void (*on_closed)(void *owner, uint64_t session);

    /* Four questions. How many messages have been made so far, each counted for each of its
     * sessions: the difference is what a request costs. */
    uint64_t (*told)(void *owner);
    /* The memory of messages that are still to be said. */
    size_t (*unsaid_bytes)(void *owner);
    /* Does so much that this session has asked still wait that it is not to ask more? */
    bool (*holds)(void *owner, uint64_t session);
    /* Do answers wait to be made until clients take what they have been told? */
    bool (*lacks_room)(void *owner);
};

/* --- down --- */

struct net_message {
    const struct text *bytes;
    const uint64_t *sessions;
    size_t session_count;
    /* The first so many are written to in this turn. The others, up to a thousand spectators, take
     * some turns: writing to all of them at once would hold up everybody else. */
    size_t soon_count;
    bool is_answer; /* to one request of each session */
    bool is_last;   /* the connections end when it is written */
};

/* Queues the message, if it is secret then as a secret. Returns for how many sessions that was:
 * those that are open. */
size_t net_send(struct net *net, const struct net_message *message);
/* An answer that can be long is handed to the system at once, so that the loop never holds many.
 * Empties the text. */
void net_answer_long(struct net *net, uint64_t session, struct text *answer);
/* session.hello has succeeded: from now on the session is pinged. */
void net_came_in(struct net *net, uint64_t session);
/* session.hello may take longer than it may otherwise. */
void net_excuse_hello(struct net *net, uint64_t session);
/* The client has answered the ping of this number. One of long ago, or of never, is left aside. */
void net_pong(struct net *net, uint64_t session, int64_t n);

enum net_presence {
    NET_GONE,
    NET_LEFT,   /* since on_left() */
    NET_BEHIND, /* open, but takes less than is said: see on_behind() */
    NET_READY,
};

enum net_presence net_presence(const struct net *net, uint64_t session);
/* An operator's has the text "" and is not loopback; NULL: the session is gone. */
const struct origin *net_origin(const struct net *net, uint64_t session);
/* Memory of what the clients of this session's address have not taken. */
size_t net_untaken_at(const struct net *net, uint64_t session);

struct net_load {
    size_t connections;   /* operators' included */
    size_t said_bytes;    /* queued, and not offered to the system yet */
    size_t untaken_bytes; /* memory of what the system has not taken, for all clients */
};

struct net_load net_load(const struct net *net);

#endif

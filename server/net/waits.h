/* What connections wait for, each thing for a time that is the same for all; and the pings that
 * come of it. Private to server/net. */
#ifndef SERVER_NET_WAITS_H
#define SERVER_NET_WAITS_H

#include <stdbool.h>
#include <stdint.h>
#include <uv.h>

struct connection;
struct net;
struct net_limits;

enum wait_kind {
    WAIT_HELLO,      /* for session.hello to succeed */
    WAIT_MESSAGE,    /* for the end of a message that has begun */
    WAIT_BYTES,      /* for anything at all from the client */
    WAIT_PING,       /* until it is pinged again */
    WAIT_TURN,       /* until it is read again, because it asks too fast or for too much */
    WAIT_TAKING,     /* for the client to take a part of what is late */
    WAIT_LAST_WORDS, /* for the client to take them */
    WAIT_COUNT,
};

/* A connection's place in the list of those that wait for the same thing. All of them wait equally
 * long, so the list is in the order of their deadlines, and a sweep looks at those that are due and
 * at no others. */
struct wait {
    int64_t due_ms; /* by the loop's clock; 0: it does not wait */
    struct connection *prev, *next;
};

/* Of all connections. */
struct waits {
    uv_timer_t sweep;
    struct connection *lists[WAIT_COUNT];
    int64_t length_ms[WAIT_COUNT];
};

void waits_init(struct net *net);
/* From now on; anew, when it waits already. */
void wait_start(struct connection *connection, enum wait_kind kind);
void wait_stop(struct connection *connection, enum wait_kind kind);
void waits_stop(struct connection *connection);
bool wait_is_running(const struct connection *connection, enum wait_kind kind);

/* --- session.ping: keeps the way to a client known as open, and measures it --- */

enum { PINGS_KEPT = 4 }; /* round trips; the shortest of them is the lag */

struct pings {
    int64_t n;       /* of the last one; 0: none yet */
    int64_t sent_ms; /* when it was handed over; 0: not yet, or answered already */
    int64_t trips_ms[PINGS_KEPT];
    uint32_t trip_count; /* ever */
    bool is_queued;      /* is the last one not handed to the system yet? */
};

/* What was queued is handed to the system now. */
void ping_handed_over(struct connection *connection);
/* The client has answered; the lag is told. An `n` of long ago, or of never, is left aside. */
void ping_answered(struct connection *connection, int64_t n);

#endif

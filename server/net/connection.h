/* A connection, and what all connections share. Private to server/net. */
#ifndef SERVER_NET_CONNECTION_H
#define SERVER_NET_CONNECTION_H

#include "common/base/error.h"
#include "server/base/bucket.h"
#include "server/net/addresses.h"
#include "server/net/net_run.h"
#include "server/net/share.h"

#include <assert.h>
#include <uthash.h>
#include <utlist.h>

enum {
    READ_BYTES = 65536, /* the buffer that all connections read into */
    SPARES_MAX = 2048,  /* buffers kept for connections that will have something to say */
};

/*
 *     open --(fault, replaced, too much queued)--> last words --(written, or time is up)--> closed
 *       \________________(end of file, error)______________________________________________/
 */
enum connection_state {
    CONNECTION_OPEN,
    CONNECTION_LAST_WORDS, /* nothing is read any more; ends when what is queued is written */
    CONNECTION_CLOSED,     /* waits for its close callback */
};

/* What a connection waits for. */
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

/* A connection's place in the list of those that wait for the same thing. They all wait equally
 * long, so the list is sorted by deadline, and a sweep looks only at connections that are due. */
struct wait {
    int64_t due_ms; /* by the loop's clock; 0: it does not wait */
    struct connection *prev, *next;
};

/* The waits of all connections. */
struct waits {
    uv_timer_t sweep;
    struct connection *lists[WAIT_COUNT];
    int64_t length_ms[WAIT_COUNT];
};

/* session.ping checks that the client can be reached, and measures the round trip. */
enum { PINGS_KEPT = 4 }; /* round trips; the shortest of them is the lag */

struct pings {
    int64_t n;       /* of the last one; 0: none yet */
    int64_t sent_ms; /* when it was handed over; 0: not yet, or answered already */
    int64_t trips_ms[PINGS_KEPT];
    uint32_t trip_count; /* ever */
    bool is_queued;      /* is the last one not handed to the system yet? */
};

/* Output that the system has not taken at once. libuv writes it when the client reads. */
struct late_write {
    uv_write_t request;
    struct text bytes;
    size_t left; /* of them when WAIT_TAKING began */
};

/* There are tens of thousands, nearly all of them idle: memory that only a busy one needs is
 * allocated apart, and given back after use. */
struct connection {
    struct net *net;
    uint64_t session;
    enum connection_state state;
    bool is_operator; /* has it come by the control socket? then it has no origin */
    bool has_come_in; /* is it pinged? */
    bool is_paused;   /* is it not read, because bytes of it or its end wait? */
    bool is_behind;   /* has on_behind() been told that its client takes less than is said? */
    bool is_ending;   /* has it ended, and waits only for its turn to be closed? */
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; /* of an operator */
    } socket;
    struct wire_decoder *decoder;
    struct origin origin;
    size_t unanswered;    /* requests */
    struct bucket bucket; /* a token for each request */
    struct text unread;   /* while it is paused: bytes that have come already, ... */
    size_t unread_from;   /* ... and are carried out up to here */
    /* The tick at which the bytes that are carried out had come at the latest; INT64_MAX: they
     * wait, or have waited, because of the connection's own requests. See struct net_request. */
    int64_t came_ms;
    struct address_share *share; /* of its address, where it stands as `member`; NULL: closed */
    struct fair_member member;
    /* The memory of this and of a message that has begun: its part of the net's unread_bytes. */
    size_t unread_bytes;
    int64_t unread_since_ms; /* when it had none before these */
    struct text queued;      /* not given to the system yet; has memory only while it is needed */
    size_t said_bytes;       /* of these, what counts in the net's said_bytes */
    /* The net's list of connections to write to in which it stands; NULL: none. */
    struct connection **listed;
    struct late_write *late; /* under way; NULL: nothing is */
    size_t counted_bytes;    /* the memory of both that is part of the net's queued_bytes */
    struct wait waits[WAIT_COUNT];
    struct pings pings;
    struct connection *prev, *next; /* in that list */
    UT_hash_handle hh;              /* by session */
};

/* The socket that listens. */
struct listener {
    int fd; /* -1: closed */
    uv_poll_t poll;
    uv_timer_t rest; /* while the system has no descriptors left */
    bool is_resting;
    uint64_t refused;   /* connections since the last line in the log about that */
    struct bucket told; /* a token for each that is told why */
    uint64_t logged_ms;
};

struct net {
    uv_loop_t *loop;
    struct net_limits limits;
    struct net_service service;
    struct statistics *statistics;
    struct wire_arena *arena;
    struct listener listener;
    uv_pipe_t control;        /* the operator's socket, if there is one */
    const char *control_path; /* of that socket; NULL: none has been made */
    bool is_stopped;          /* since net_stop() nothing counts that clients say */
    struct waits waits;
    struct loop_time time;
    uint64_t turn_end_us, turn_us;   /* see net_end_turn() */
    struct bucket_rate request_rate; /* of each connection */
    struct addresses *addresses;     /* of all connections but the operator's */
    struct connection *connections;  /* by session */
    struct connection *dirty;        /* are written to in this turn */
    struct connection *dirty_later;  /* spectators: some of them are written to in each turn */
    size_t queued_bytes;             /* memory, of all connections whose clients read too slowly */
    size_t unread_bytes; /* memory, of what all connections have sent and is not carried out */
    size_t said_bytes;   /* queued, of connections that have not been written to since */
    struct text spares[SPARES_MAX]; /* empty */
    size_t spare_count;
    uint64_t last_session;
    char read_buffer[READ_BYTES];
};

static inline int64_t net_tick_ms(const struct net *net)
{
    return (int64_t)uv_now(net->loop);
}

/* Moves a connection's part of what all connections have. */
static inline void recount(size_t *all, size_t *part, size_t bytes)
{
    assert(*all >= *part);
    *all = *all - *part + bytes;
    *part = bytes;
}

/* --- connection.c: how one begins and ends --- */

/* Takes the descriptor, and counts at the origin's address already. */
void connection_accept(struct net *net, int fd, const struct origin *origin);
/* The operator's, from the control socket. */
void connection_accept_operator(struct net *net, uv_stream_t *listener);
struct connection *connection_find(const struct net *net, uint64_t session);
/* Ends when everything queued is written. */
void connection_close_after_writing(struct connection *connection);
/* Ends with a session.fault that says why. */
void connection_fail(struct connection *connection, const struct error *error);
/* Idempotent. */
void connection_close(struct connection *connection);

/* While all connections together have too much queued, or unread: ends connections of the addresses
 * that have most. */
void connections_shed(struct net *net);

/* --- connection_in.c: bytes in, requests up --- */

void connection_start_reading(struct connection *connection);
/* Drops what has not been carried out, and reads no more. */
void connection_stop_reading(struct connection *connection);
/* The paused connection queues for the loop's time, unless a limit of its own still blocks it. */
void connection_wait_for_turn(struct connection *connection);
void connection_count_unread(struct connection *connection, size_t bytes);

/* --- connection_out.c: messages down, bytes out --- */

/* The queue to append an encoded message to; the connection is written to in this turn. */
struct text *connection_queue(struct connection *connection);
/* Goes on with what was paused, and writes what is queued as far as the system takes it now. */
void connection_flush(struct connection *connection);
/* It is about to be written to, or is closed. */
void connection_forget_said(struct connection *connection);
void connection_count_backlog(struct connection *connection, size_t bytes);
/* Ends a connection whose client does not read, because others need the room. */
void connection_give_up(struct connection *connection);
/* The bytes of `late` that the client has not taken yet. */
size_t connection_late_bytes(const struct connection *connection);

/* --- connection_waits.c --- */

void waits_init(struct net *net);
/* A wait that is running starts anew. */
void wait_start(struct connection *connection, enum wait_kind kind);
void wait_stop(struct connection *connection, enum wait_kind kind);
void waits_stop(struct connection *connection);
bool wait_is_running(const struct connection *connection, enum wait_kind kind);

/* The queue, with a ping if one is in it, is handed to the system now. */
void ping_handed_over(struct connection *connection);
/* See net_pong(). */
void ping_answered(struct connection *connection, int64_t n);

#endif

/* A connection, and the state that all connections share. Private to server/net. */
#ifndef SERVER_NET_CONNECTION_H
#define SERVER_NET_CONNECTION_H

#include "common/base/error.h"
#include "common/base/number_table.h"
#include "server/base/bucket.h"
#include "server/net/addresses.h"
#include "server/net/listener.h"
#include "server/net/net_run.h"
#include "server/net/pipe.h"
#include "server/net/proxies.h"
#include "server/net/share.h"
#include "server/net/tunnel.h"

#include <assert.h>
#include <utlist.h>

enum {
    READ_BYTES = 65536, /* the read buffer of all connections */
    SPARES_MAX = 2048,  /* spare buffers for connections that will have output */
};

/*
 *     open --(fault, replaced, too much queued)--> last words --(written, or time is up)--> closed
 *       \________________(end of file, error)______________________________________________/
 */
enum connection_state {
    CONNECTION_OPEN,
    CONNECTION_LAST_WORDS, /* reads no more; ends when its queue is written */
    CONNECTION_CLOSED,     /* waits for its close callback */
};

/* The events that a connection waits for. */
enum wait_kind {
    WAIT_HELLO,      /* for session.hello to succeed */
    WAIT_MESSAGE,    /* for the end of a message that has begun */
    WAIT_BYTES,      /* for any byte from the client */
    WAIT_PING,       /* for the next ping to be due */
    WAIT_TURN,       /* for reading to resume, after too many or too large requests */
    WAIT_TAKING,     /* for the client to take a part of the late output */
    WAIT_LAST_WORDS, /* for the client to take the last words */
    WAIT_COUNT,
};

/* A connection's place in the list of connections with the same kind of wait. All waits of a kind
 * are equally long, so the list is sorted by deadline, and a sweep visits only connections that are
 * due. */
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
    int64_t sent_ms; /* when the system got it; 0: not yet, or it is answered */
    int64_t trips_ms[PINGS_KEPT];
    uint32_t trip_count; /* ever */
    bool is_queued;      /* is the last one still in the queue? */
};

/* Output that the system has not taken at once. libuv writes it when the client reads. */
struct late_write {
    uv_write_t request;
    struct text bytes;
    size_t left; /* of them when WAIT_TAKING began */
};

enum line_kind {
    LINE_DIRECT,
    LINE_PROXIED, /* it has come through a proxy, and begins with a PROXY head */
    LINE_FIGURES, /* it has come to LISTENER_FIGURES: HTTP alone */
};

/* Carries the bytes of a connection: a socket of this process, and everything that watches it. The
 * line is in the same memory as its connection. */
struct line {
    enum line_kind kind;
    bool has_tls;      /* here, or by a proxy's word between the client and the proxy */
    bool is_plain;     /* its bytes are those of MessagePack-RPC; until it is known, false */
    struct pipe *pipe; /* NULL: it is plain, or no byte has come yet */
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; /* of an operator */
    } socket;
    struct bucket bucket;    /* a token for each request */
    struct text queued;      /* output not given to the system yet; has memory only while needed */
    size_t said_bytes;       /* its part of the net's said_bytes */
    struct late_write *late; /* under way; NULL: nothing is */
    struct wait waits[WAIT_COUNT];
    struct pings pings;
};

/* What is said between a client and the server, whatever carries it. Tens of thousands of
 * connections exist, nearly all of them idle: memory that only a busy one needs is allocated apart,
 * and freed after use. */
struct connection {
    struct net *net;
    uint64_t session;
    struct line *line; /* NULL: a tunnel carries it */
    enum connection_state state;
    bool is_operator; /* from the control socket; without an origin */
    bool has_come_in; /* is it pinged? */
    bool is_paused;   /* is reading paused, because its bytes or its end wait? */
    bool is_behind;   /* has on_behind() reported output that waits for the client? */
    bool is_ending;   /* has it ended, and does it only wait for its turn to be closed? */
    bool is_lost;     /* has it ended by the server's fault? */
    bool is_private;  /* of a tunnel: see net_is_private() */
    uint32_t deriver; /* of a tunnel: see net_deriver() */
    /* Behind a proxy never of the loopback: an address such as 127.0.0.1 is of the proxy's machine
     * then, and a head without an address leaves the proxy's own. */
    struct origin origin;
    struct wire_decoder *decoder; /* of a tunnel: NULL unless a message has begun */
    size_t unanswered;            /* requests */
    struct text unread;           /* while it is paused: received bytes, ... */
    size_t unread_from;           /* ... carried out up to here */
    /* The tick by which the bytes now carried out had arrived; INT64_MAX: they wait, or have
     * waited, because of the connection's own requests. See struct net_request. */
    int64_t came_ms;
    struct address_share *share; /* of its address, whose queue `member` is for; NULL: closed */
    struct fair_member member;
    /* The memory of `unread` and of a message that has begun: its part of the net's
     * unread_bytes. */
    size_t unread_bytes;
    int64_t unread_since_ms; /* when the present unread bytes began */
    /* The memory of output that the client has not taken: its part of the net's queued_bytes. */
    size_t counted_bytes;
    /* The net's list of connections to write to that contains it; NULL: none. */
    struct connection **listed;
    struct connection *prev, *next;           /* in that list */
    struct connection *prev_open, *next_open; /* in the net's list of all */
};

struct lined_connection {
    struct connection connection; /* comes first: both are freed by its address */
    struct line line;
};

/* What all connections without a line have in common. */
struct tunnels {
    struct net_carrier carrier;   /* without an owner: there are no tunnels */
    struct wire_decoder *decoder; /* of all whose bytes end with a message */
    uint64_t *listed;             /* sessions of the message that is being sent */
    size_t listed_count, listed_capacity;
    struct connection *closed; /* to be freed at the end of the turn */
};

/* A socket that listens. */
struct listener {
    struct net *net;
    int fd; /* -1: closed */
    uv_poll_t poll;
    uv_timer_t rest; /* while the system has no descriptors left */
    bool is_resting;
    uint64_t refused;   /* connections since the last line in the log about refusals */
    struct bucket told; /* a token for each refusal that sends its reason */
    uint64_t logged_ms;
};

struct net {
    uv_loop_t *loop;
    struct net_limits limits;
    struct net_service service;
    struct statistics *statistics;
    struct wire_arena *arena;
    struct net_site site;
    const struct net_door *door;
    struct proxies proxies;  /* of the door */
    struct tls_context *tls; /* for connections to come; NULL: no TLS */
    struct {
        int64_t spent_ns, allowed_ns;
    } handshakes;        /* the time of their steps in this turn; one is made in any case */
    struct text decoded; /* bytes that a pipe has decoded; empty between two reads */
    struct text framed;  /* what a pipe encrypts; empty between two writes */
    struct listener listeners[LISTENER_KINDS];
    size_t figures_lines;     /* open ones of LINE_FIGURES */
    uv_pipe_t control;        /* the operator's socket, if there is one */
    const char *control_path; /* of that socket; NULL: it is not open */
    bool is_held;             /* see net_hold() */
    bool is_stopped;          /* since net_stop() no requests are accepted */
    struct waits waits;
    struct tunnels tunnels;
    struct loop_time time;
    uint64_t turn_end_us, turn_us;   /* see net_end_turn() */
    struct bucket_rate request_rate; /* of each connection */
    struct addresses *addresses;     /* of all connections but the operator's */
    struct connection *connections;  /* all, in the order of their beginning */
    struct number_table by_session;  /* the same */
    struct connection *dirty;        /* to write to in this turn */
    struct connection *dirty_later;  /* to write to in some turns: spectators */
    size_t queued_bytes;             /* memory, of the output that clients have not taken */
    size_t unread_bytes;             /* memory, of received bytes that are not carried out */
    size_t said_bytes;               /* queued, and not offered to the system yet */
    struct text spares[SPARES_MAX];  /* empty */
    size_t spare_count;
    uint64_t last_session;
    char read_buffer[READ_BYTES];
};

static inline int64_t net_tick_ms(const struct net *net)
{
    return (int64_t)uv_now(net->loop);
}

/* Sets a connection's part of a total to `bytes`, and adjusts the total. */
static inline void recount(size_t *all, size_t *part, size_t bytes)
{
    assert(*all >= *part);
    *all = *all - *part + bytes;
    *part = bytes;
}

/* --- connection.c: begin and end --- */

/* Takes ownership of the descriptor. The connection is already counted at its address. */
void connection_accept(struct net *net, int fd, const struct origin *origin, enum line_kind kind);
/* See net_is_private(). */
bool connection_is_private(const struct connection *connection);
/* The connection turns out to come from here, by a proxy's word. LIMIT_REACHED: its address may
 * not have one more. */
enum error_code connection_move(struct connection *connection, const struct origin *origin,
                                struct error *error);
/* Accepts an operator's connection from the control socket. */
void connection_accept_operator(struct net *net, uv_stream_t *listener);
struct connection *connection_find(const struct net *net, uint64_t session);
/* A new connection, whose session is set, can be found from now on. */
void connection_enlist(struct connection *connection);
void connection_delist(struct connection *connection);
/* No more requests come from it. */
void connection_leave(struct connection *connection);
/* Closes the connection once its queue is written. */
void connection_close_after_writing(struct connection *connection);
/* Ends the connection with a session.fault. */
void connection_fail(struct connection *connection, const struct error *error);
/* Idempotent. */
void connection_close(struct connection *connection);

/* While all connections together have too much queued or unread, ends connections of the addresses
 * with the most. */
void connections_shed(struct net *net);

/* --- connection_in.c: bytes in, requests up --- */

void connection_start_reading(struct connection *connection);
/* Are its requests still accepted? Not during a shutdown, which it may have requested itself. */
bool connection_is_heard(const struct connection *connection);
/* Carries out requests, for about `allowance_ns`. The rest waits for the connection's turn. */
void connection_receive(struct connection *connection, const char *bytes, size_t len,
                        int64_t allowance_ns);
/* Drops the bytes not carried out yet, and stops reading. */
void connection_stop_reading(struct connection *connection);
/* Queues the paused connection for the loop's time, unless a limit of its own still blocks it. */
void connection_wait_for_turn(struct connection *connection);
/* The same, in this turn, when something that may have blocked the connection has changed. */
void connection_unblock(struct connection *connection);
void connection_count_unread(struct connection *connection, size_t bytes);

/* --- connection_out.c: messages down, bytes out --- */

/* Memory for output, which connections hand to each other: an empty text gets some, and gives it
 * back. */
void net_take_spare(struct net *net, struct text *ret_text);
void net_give_spare(struct net *net, struct text *text);
/* The queue to append an encoded message to; the connection is written to in this turn. */
struct text *connection_queue(struct connection *connection);
/* Writes the queue as far as the system takes it now, and resumes paused reading. */
void connection_flush(struct connection *connection);
/* Unlists a connection that is about to be written to or is closed. */
void connection_forget_said(struct connection *connection);
void connection_count_backlog(struct connection *connection, size_t bytes);
/* Ends a connection whose client does not read, because others need the room. */
void connection_give_up(struct connection *connection);
/* The bytes of `late` that the client has not taken yet. */
size_t connection_late_bytes(const struct connection *connection);

/* --- tunnel.c --- */

/* Lists the connection for tunnels_say(), which then says the message to all that are listed. */
void tunnel_list(struct connection *connection);
void tunnel_tell_fault(struct connection *connection, const struct wire_fault *fault);
/* Asks the gateway to close the connection. */
void tunnel_close(struct connection *connection);
/* Frees the closed connection, at the end of the turn. */
void tunnel_end(struct connection *connection);
void tunnels_say(struct net *net, const struct net_message *message, size_t soon_count);
/* Lends the common decoder to a tunnel that receives. Returned within a message, the decoder stays
 * the tunnel's. */
void tunnel_borrow_decoder(struct connection *connection);
void tunnel_return_decoder(struct connection *connection);
void tunnels_free_closed(struct net *net);
void tunnels_finish(struct net *net);

/* --- connection_waits.c --- */

void waits_init(struct net *net);
/* Restarts a running wait. */
void wait_start(struct connection *connection, enum wait_kind kind);
void wait_stop(struct connection *connection, enum wait_kind kind);
void waits_stop(struct connection *connection);
bool wait_is_running(const struct connection *connection, enum wait_kind kind);

/* Call when the queue, with or without a ping, is handed to the system. */
void ping_handed_over(struct connection *connection);
/* See net_pong(). */
void ping_answered(struct connection *connection, int64_t n);

#endif

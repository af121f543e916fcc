/* What the parts of server/net share. Private to server/net. */
#ifndef SERVER_NET_STATE_H
#define SERVER_NET_STATE_H

#include "common/wire/wire.h"
#include "server/hall/hall.h"
#include "server/net/server.h"
#include "server/net/token.h"
#include "server/store/store.h"

#include <uthash.h>
#include <utlist.h>
#include <uv.h>

enum {
    READ_BYTES = 65536,     /* the buffer that all connections read into */
    KEPT_BYTES_MAX = 65536, /* of an idle connection's buffers */
    LISTEN_BACKLOG = 511,
};

struct server;

/*
 *     open --(fault, replaced)--> last words --(written)--> closed
 *       \_________(end of file, error, too much queued)_______/
 */
enum connection_state {
    CONNECTION_OPEN,
    CONNECTION_LAST_WORDS, /* nothing is read any more; ends when what is queued is written */
    CONNECTION_CLOSED,     /* waits for its close callback */
};

/* Hello with a token that has to be looked up: kept until the database has answered. */
struct pending_hello {
    struct hall_hello hello;
    char name[WIRE_NAME_MAX];
    char token[WIRE_TOKEN_MAX];
};

struct connection {
    struct server *server;
    uint64_t session;
    enum connection_state state;
    uv_tcp_t tcp;
    struct wire_decoder *decoder;
    struct pending_hello *pending_hello; /* NULL: none */
    size_t unanswered;                   /* requests */
    bool is_paused;                      /* as long as there are too many */
    struct text unread;                  /* while it is paused: bytes that have come already */
    struct text queued;                  /* not given to the system yet */
    struct text writing;                 /* under way */
    uv_write_t write;
    bool is_writing;
    bool is_dirty;                  /* is it in the server's list of those with something queued? */
    struct connection *prev, *next; /* in that list */
    UT_hash_handle hh;              /* by session */
};

/*
 *     serving --(SIGTERM, SIGINT, end of input)--> settling --(all on disk, or time is up)--> ended
 */
enum server_state {
    SERVER_SERVING,
    SERVER_SETTLING,
    SERVER_ENDED,
};

struct server {
    uv_loop_t loop;
    uv_tcp_t listener;
    uv_prepare_t turn;     /* ends each turn of the loop */
    uv_async_t store_word; /* the store thread has something to say */
    uv_signal_t signals[2];
    uv_timer_t deadline;
    uv_pipe_t input; /* standard input, with exit_on_eof */
    enum server_state state;
    bool all_on_disk; /* in SERVER_ENDED: was everything? */

    struct hall *hall;
    struct store *store;
    struct store_reader *reader; /* used by one look-up at a time */
    uv_mutex_t reader_lock;
    struct batch *submitted; /* what the store holds; NULL: nothing */
    bool stalled;            /* has the store failed with it so far? */
    uv_mutex_t word_lock;    /* guards the two below */
    bool word_committed;
    struct text word_failed; /* the reason; empty: none */

    struct connection *connections; /* by session */
    struct connection *dirty;
    uint64_t last_session;
    struct look_up *look_ups; /* under way */
    struct wire_arena *arena;
    struct text spoken; /* the message being said; kept for its memory */
    char read_buffer[READ_BYTES];
};

/* --- connection.c --- */

void connection_accept(struct server *server);
struct connection *connection_find(const struct server *server, uint64_t session);
/* The queue to append an encoded message to; marks the connection as having something to write. */
struct text *connection_queue(struct connection *connection);
/* The same for the answer to one of its requests. */
struct text *connection_answer(struct connection *connection);
/* Nothing it says counts any more. */
void connection_stop_reading(struct connection *connection);
/* Goes on with what was paused, and writes what is queued as far as the system takes it now. */
void connection_flush(struct connection *connection);
/* Ends when everything queued is written. */
void connection_close_after_writing(struct connection *connection);
void connection_close(struct connection *connection);

/* --- dispatch.c --- */

/* Carries out one message of a client. */
void dispatch(struct connection *connection, const struct wire_message *message);

/* --- speak.c --- */

/* Says what the hall wants said: encodes it and queues it at each of its sessions. Takes the message. */
void speak(struct server *server, struct message *message);
void speak_error(struct connection *connection, uint32_t request, const struct error *error);
/* An error with how the match stands. */
void speak_stale(struct connection *connection, uint32_t request, const struct error *error,
                 const struct match_view *view);
/* The match as the answer to a request. */
void speak_match(struct connection *connection, uint32_t request, const struct match_view *view);
void speak_summaries(struct connection *connection, uint32_t request,
                     const struct match_summary *list, size_t count, bool more);
void speak_move_done(struct connection *connection, uint32_t request, int64_t match, int64_t ply);

/* --- look_up.c --- */

/* Asks the database on a thread of the pool and answers. Takes the message. */
void look_up(struct server *server, struct message *message);
/* Gives up the look-ups that have not begun. */
void look_ups_cancel(struct server *server);

/* --- server.c --- */

int64_t wall_clock_ms(void);

#endif

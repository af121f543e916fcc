/* What the parts of server/net share. Private to server/net. */
#ifndef SERVER_NET_STATE_H
#define SERVER_NET_STATE_H

#include "common/wire/wire.h"
#include "server/base/bucket.h"
#include "server/base/statistics.h"
#include "server/hall/hall.h"
#include "server/net/addresses.h"
#include "server/server.h"
#include "server/service/logins.h"
#include "server/service/passwords.h"
#include "server/service/token.h"
#include "server/store/store.h"

#include <uthash.h>
#include <utlist.h>
#include <uv.h>

enum {
    READ_BYTES = 65536,     /* the buffer that all connections read into */
    SPARES_MAX = 2048,      /* buffers kept for connections that will have something to say, ... */
    SPARE_BYTES_MAX = 4096, /* ... each not larger */
    LOGIN_BUCKETS = 16384,
    PINGS_KEPT = 4, /* round trips; the shortest of them is the lag */
};

/* One limit, all_queued_bytes, holds for the memory of everything that is on its way to clients, at
 * every moment. Messages of the hall and answers of look-ups have a share each, so those who do not
 * read cannot keep the others from being answered. */
enum {
    BACKLOG_SHARE = 2, /* a half: what clients have not taken, and look-ups */
    UNSAID_SHARE = 4,  /* a quarter: messages of the hall; with more, no request is carried out */
    SAID_SHARE = 32,   /* queued by now, and not offered to the system yet */
    SAID_MUCH_SHARE = 64, /* with so much of that every connection has to wait for its turn */
};

struct server;

/* What a connection waits for, or the server with it. The lengths are the server's wait_ms. */
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

/* A connection's place in the server's list of those that wait for the same thing. All of them wait
 * equally long, so the list is in the order of their deadlines, and a sweep looks at those that are
 * due and at no others. */
struct wait {
    int64_t due_ms; /* by the loop's clock; 0: it does not wait */
    struct connection *prev, *next;
};

/* What the server measures with session.ping. */
struct pings {
    int64_t n;       /* of the last one; 0: none yet */
    int64_t sent_ms; /* when it was handed over; 0: not yet, or answered already */
    int64_t trips_ms[PINGS_KEPT];
    uint32_t trip_count; /* ever */
    bool is_queued;      /* is the last one not handed to the system yet? */
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

struct lane {
    struct worker *worker;        /* whose thread asks ... */
    struct store_reader *reader;  /* ... this reader */
    struct address_share *askers; /* addresses whose connections ask, in the order of their turns */
    size_t under_way;             /* look-ups at the worker */
};

/* A connection's place in a lane. */
struct lane_place {
    struct message *waiting;   /* questions, the first one first */
    struct look_up *under_way; /* NULL: none */
    bool is_queued;            /* is it among its address's askers? Then there: */
    struct connection *prev, *next;
};

/* What the system has not taken at once: it goes when the peer reads. */
struct late_write {
    uv_write_t request;
    struct text bytes;
    size_t left; /* of them when WAIT_TAKING began */
};

/* There are tens of thousands, nearly all of them idle: what only a busy one needs is apart, and
 * given back after use. */
struct connection {
    struct server *server;
    uint64_t session;
    enum connection_state state;
    bool is_operator; /* has it come by the control socket? then it has no origin */
    bool is_paused;   /* is it not read, because bytes of it or its end wait? */
    bool is_behind;   /* has the hall been told that its client takes less than is said? */
    bool is_ending;   /* has it ended, and waits only for its turn to be closed? */
    union {
        uv_handle_t handle;
        uv_stream_t stream;
        uv_tcp_t tcp;
        uv_pipe_t pipe; /* of an operator */
    } socket;
    struct wire_decoder *decoder;
    struct origin origin;
    /* That its last session.hello gave, or whose token it was. */
    char hello_name[WIRE_NAME_MAX + 1];
    unsigned wrong_passwords; /* shown on it */
    int64_t challenge;        /* for a proof of work; 0: none is asked for */
    size_t unanswered;        /* requests */
    struct bucket bucket;     /* a token for each request */
    struct text unread;       /* while it is paused: bytes that have come already, ... */
    size_t unread_from;       /* ... and are carried out up to here */
    /* The tick at which the bytes that are carried out had come at the latest; INT64_MAX: they
     * wait, or have waited, because of the connection's own requests, so a clock is charged for
     * that time. */
    int64_t came_ms;
    struct address_share *share; /* of its address, where it stands as `member`; NULL: closed */
    struct fair_member member;
    /* The memory of this and of a message that has begun: its part of the server's unread_bytes. */
    size_t unread_bytes;
    int64_t unread_since_ms; /* when it had none before these */
    struct text queued;      /* not given to the system yet; has memory only while it is needed */
    size_t said_bytes;       /* of these, what counts in the server's said_bytes */
    /* The server's list of connections to write to in which it stands; NULL: none. */
    struct connection **listed;
    struct late_write *late; /* under way; NULL: nothing is */
    size_t counted_bytes;    /* the memory of both that is part of the server's queued_bytes */
    struct wait waits[WAIT_COUNT];
    struct lane_place *places; /* in each lane; NULL: nothing is looked up for it */
    struct pings pings;
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

struct backup;
struct metrics;

struct server {
    const struct server_config *config;
    uv_loop_t loop;
    struct listener listener;
    uv_prepare_t turn;     /* ends each turn of the loop */
    uv_async_t store_word; /* the store thread has something to say */
    uv_signal_t signals[2];
    uv_timer_t settled_by;  /* in SERVER_SETTLING: the longest that it takes */
    uv_timer_t flags;       /* wakes the loop at the hall's next deadline */
    int64_t flags_ms;       /* which that is; INT64_MAX: none */
    uv_idle_t flags_idle;   /* while it is active, the loop does not wait for reads, and ... */
    uv_check_t flags_check; /* ... then flags fall */
    bool flags_fell;        /* since the last turn's end */
    uv_idle_t going_on;     /* while it is active, there is more to do than a turn should take */
    uv_timer_t sweep;       /* of what connections wait for */
    struct connection *waiting[WAIT_COUNT];
    int64_t wait_ms[WAIT_COUNT];
    uv_pipe_t input;          /* standard input, with exit_on_eof */
    uv_pipe_t control;        /* the operator's socket, if there is one */
    const char *control_path; /* of that socket; NULL: none has been made */
    struct metrics *metrics;  /* NULL: none */
    uv_async_t analysis_word; /* the solver has answered something */
    uv_async_t backup_word;   /* a backup has come on */
    struct worker *backups;
    struct backup *backup; /* under way; NULL: none */
    enum server_state state;
    bool all_on_disk; /* in SERVER_ENDED: was everything? */

    struct hall *hall;
    struct store *store;
    struct batch *submitted; /* what the store holds; NULL: nothing */
    uint64_t submitted_us;   /* since when; for measuring, as all such */
    bool stalled;            /* has the store failed with it so far? */
    uv_mutex_t word_lock;    /* guards the three below */
    bool word_committed;
    uint64_t committed_us;
    struct text word_failed; /* the reason; empty: none */

    struct net_limits limits;
    struct bucket_rate request_rate; /* of each connection */
    struct addresses *addresses;     /* of all connections but the operator's */
    struct fair_queue shares;        /* of the loop's time: addresses with connections that wait */
    struct address_share operators;  /* the control socket counts as one address */
    int64_t lap_ns;                  /* when share_lap() was last called */
    int64_t long_ns;    /* when a connection with requests that can be long was last served */
    int64_t at_once_ns; /* left in this turn for connections that have not waited */
    struct connection *connections; /* by session */
    struct connection *dirty;       /* are written to in this turn */
    struct connection *dirty_later; /* spectators: some of them are written to in each turn */
    size_t queued_bytes;            /* memory, of all connections whose clients read too slowly */
    size_t unread_bytes; /* memory, of what all connections have sent and is not carried out */
    size_t said_bytes;   /* queued, of connections that have not been written to since */
    struct text spares[SPARES_MAX]; /* empty */
    size_t spare_count;
    uint64_t last_session;
    size_t look_ups;         /* at the lanes' workers */
    size_t look_ups_waiting; /* for their turn */
    size_t look_up_bytes;    /* reserved for the answers of those at the workers */
    struct lane lanes[LANE_COUNT];
    unsigned char
        signing_key[EXPORT_KEY_BYTES]; /* public; with its secret: of the records of tournaments */
    struct text signing_key_name;      /* that of the public one */
    unsigned char signing_secret[EXPORT_SECRET_BYTES];
    struct judging *judgement;
    struct creation *creations; /* requests of creation.c */
    int64_t last_creation;
    struct pending *pending; /* requests of identity.c, by session */
    struct passwords *passwords;
    struct logins *logins;
    bool plain_passwords; /* are they taken over connections that are not loopback? */
    struct wire_arena *arena;
    struct text spoken; /* the message being said; kept for its memory */
    struct statistics statistics;
    size_t matches_at_start;
    uint64_t turn_end_us, idle_us; /* of the last turn: when it ended, and the waiting up to then */
    uint64_t turn_us;              /* how long it was, without its waiting */
    uint64_t turn_work_end_us;     /* the thread's processor time when it ended */
    bool has_more_to_say;          /* did the last turn stop before all messages were said? */
    bool has_more_to_do;           /* the same of the steps of tournaments */
    char read_buffer[READ_BYTES];
};

/* --- arrival.c --- */

/* Takes the descriptor, and counts at the origin's address already. */
void connection_accept(struct server *server, int fd, const struct origin *origin);
/* The operator's, from the control socket. */
void connection_accept_operator(struct server *server, uv_stream_t *listener);

/* --- connection.c --- */

struct connection *connection_find(const struct server *server, uint64_t session);
/* The queue to append an encoded message to; the connection is written to in this turn. */
struct text *connection_queue(struct connection *connection);
/* The same for a spectator: some of them are written to in each turn, in the order of their events.
 */
struct text *connection_queue_later(struct connection *connection);
/* As connection_queue(), for the answer to one of its requests. */
struct text *connection_answer(struct connection *connection);
/* So many bytes were appended to its queue. */
void connection_count_said(struct connection *connection, size_t bytes);
void connection_start_reading(struct connection *connection);
/* Nothing it says counts any more. */
void connection_stop_reading(struct connection *connection);
/* Goes on with what was paused, and writes what is queued as far as the system takes it now. */
void connection_flush(struct connection *connection);
/* Ends when everything queued is written. */
void connection_close_after_writing(struct connection *connection);
/* Says why, as the last thing. */
void connection_fail(struct connection *connection, const struct error *error);
void connection_close(struct connection *connection);
/* It does not take what is queued: others need the room. */
void connection_give_up(struct connection *connection);
/* How much of what is late the client has not taken yet, in bytes. */
size_t connection_late_bytes(const struct connection *connection);
/* Carries out requests that wait, for about as long as a turn has time for that. */
void connections_serve(struct server *server);
/* Does a request wait that could be carried out now? */
bool connections_can_go_on(struct server *server);
/* While all connections together have too much queued, or unread: ends connections of the addresses
 * that have most. */
void connections_shed(struct server *server);

/* --- share.c --- */

/* The time since the last call, in ns; a call begins what is charged next. */
int64_t share_lap(struct server *server);
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
struct connection *share_next(struct server *server);
/* From now on connections that have not waited have a turn's time. */
void share_begin_turn(struct server *server);

/* --- waits.c --- */

/* Sets the lengths by the server's limits. */
void waits_init(struct server *server);
/* From now on; anew, when it waits already. */
void wait_start(struct connection *connection, enum wait_kind kind);
void wait_stop(struct connection *connection, enum wait_kind kind);
void waits_stop(struct connection *connection);
bool wait_is_running(const struct connection *connection, enum wait_kind kind);

/* --- pings.c --- */

/* Pings the client, if it has come in. */
void ping_send(struct connection *connection);
/* What was queued is handed to the system now. */
void ping_handed_over(struct connection *connection);
/* The client has answered; the hall learns the lag. An `n` of long ago, or of never, is left aside.
 */
void ping_answered(struct connection *connection, int64_t n);

/* --- config.c --- */

/* May the server listen there, or tell its figures there? USAGE. */
enum error_code config_check_listen(const struct server_config *config,
                                    const struct address *address, const struct origin *origin,
                                    struct error *error);
enum error_code config_check_metrics(const struct address *address, const struct origin *origin,
                                     struct error *error);

/* --- listener.c --- */

/* A socket that listens at the first of the host's addresses. */
enum error_code listener_open(const struct address *address, int *ret_fd, struct error *error);
/* Where a socket listens, as text and as the origin of those who could reach it. IO: not at an IP
 * address. */
enum error_code listener_where(int fd, struct address *ret_address, struct origin *ret_origin,
                               struct error *error);
/* Takes the descriptor; every connection that comes goes to connection_accept(), or is refused at
 * once. */
enum error_code listener_start(struct server *server, int fd, struct error *error);
/* Idempotent. */
void listener_stop(struct server *server);

/* --- dispatch.c --- */

/* Carries out one message of a client. */
void dispatch(struct connection *connection, const struct wire_message *message);

/* --- speak.c --- */

/* Says what the hall wants said: encodes it and queues it at each of its sessions. Takes the
 * message. */
void speak(struct server *server, struct message *message);
void speak_error(struct connection *connection, uint32_t request, const struct error *error);

/* --- identity.c --- */

void identity_hello(struct connection *connection, struct hall_caller from,
                    const struct wire_hello *wire);
void identity_register(struct connection *connection, struct hall_caller from,
                       const struct wire_register *wire);
void identity_password(struct connection *connection, struct hall_caller from,
                       const struct wire_password *wire);
/* What the database knows. */
struct identity_found {
    struct error error;       /* code ERROR_NONE: the rest is true */
    struct hall_found player; /* store_found_finish() */
    char *password;           /* owned; the stored hash, NULL: none */
};

/* The database has answered: goes on with the request, also when its connection has gone meanwhile.
 * Takes what `found` owns. */
void identity_looked_up(struct server *server, struct hall_caller from,
                        struct identity_found *found);
/* Is a password, or the database's answer, waited for? */
bool identity_is_pending(const struct server *server);
/* At the end: frees the requests that the database was never asked about. */
void identity_finish(struct server *server);

/* --- look_up.c --- */

/* Asks the database on the thread of a lane and answers. Takes the message. */
void look_up(struct server *server, struct message *message);
/* Gives up the look-ups that have not begun, and all that are asked from now on. */
void look_ups_close(struct server *server);

/* --- look_up_lanes.c --- */

/* Should the connection ask nothing more until a look-up of its own is answered? */
bool lanes_hold(const struct connection *connection);
/* Begins the look-ups that there is room for now. */
void lanes_go_on(struct server *server);
/* Do look-ups wait because clients do not take their answers? */
bool lanes_lack_room(const struct server *server);
/* The connection takes its answers again: whatever it waits for may have its turn. */
void lanes_return(struct connection *connection);
/* What the connection waits for is not looked up any more. */
void lanes_forget(struct connection *connection);
/* The server shuts down: refuses all that wait for their turn, and interrupts the look-ups that can
 * take long. */
void lanes_close(struct server *server);

/* --- flags.c --- */

/* Since 1970 UTC. */
int64_t wall_clock_ms(void);
/* When the loop has woken up, or was told to look again; never set back. */
int64_t server_tick_ms(const struct server *server);
/* Tells the hall the time at which the loop has woken up: before anything that came with this. */
void server_set_time(struct server *server);
/* Is something due? Then flags fall after the reads that are ready now, and this turn has nothing
 * else to do. */
bool flags_come_first(struct server *server);
/* Wakes the loop at the hall's next deadline. */
void flags_set(struct server *server);
/* Of an idle handle: while it is active, the loop does not wait. */
void keep_awake(uv_idle_t *idle);

/* --- store_word.c --- */

/* Begins the store's thread. */
void store_words_start(struct server *server);
/* The store has said something. */
void store_on_word(uv_async_t *async);

/* --- turn.c --- */

/* Just before the loop waits again. */
void turn_on_end(uv_prepare_t *prepare);
/* For measuring. */
uint64_t measure_now_us(void);

/* --- closing.c --- */

/* As SIGTERM does; `why` is for the log. Idempotent. */
void server_shut_down(struct server *server, const char *why);
/* The rest of it: ends all threads, then closes all handles. Waits only for the jobs that the
 * threads have begun. Once. */
void server_end(struct server *server);
/* SIGTERM, SIGINT. */
void closing_on_signal(uv_signal_t *handle, int number);
/* The end of standard input is as good as these. USAGE: it cannot be told. */
enum error_code closing_watch_input(struct server *server, struct error *error);

/* --- server.c --- */

/* The statistics as they stand now. */
struct statistics *server_statistics(struct server *server);

#endif

/* The gateway's end of the link to the hall, without I/O: frames of the bus come in by
 * gate_link_hear(), frames for the bus go out by publish(), and the time, in microseconds of any
 * monotonic clock, is a parameter.
 *
 *     SEEKING --(a hall gives a number)--> CARRIES <--(silent for LINK_QUIET_US, heard)--> QUIET
 *        ^__________(a frame is missing, silent for LINK_RESET_US, RESET, a newer hall)____/
 *
 * A gateway follows the hall of the highest epoch that it has ever heard of; frames of lower epochs
 * are ignored, so a hall that was stopped and wakes up later is not listened to.
 *
 * Within an association nothing is missing and nothing comes twice, in either direction. When that
 * cannot be kept up the link is reset: on_reset() says so, and all sessions are over at the hall.
 * The gateway then ends its clients' connections, or opens them again after on_carries(), with the
 * same numbers; in both cases a client sends again what was unanswered. */
#ifndef SERVER_LINK_GATE_LINK_H
#define SERVER_LINK_GATE_LINK_H

#include "server/link/frame.h"

struct gate_link;

enum gate_link_state {
    GATE_SEEKING, /* for a hall: no client can be opened */
    GATE_CARRIES,
    GATE_QUIET, /* read no requests, or their clients' clocks run while nobody hears them */
};

/* A message for some clients, as struct net_message has it. */
struct gate_said {
    const char *bytes;
    size_t len;
    const uint64_t *sessions; /* the gateway's own numbers */
    size_t session_count;
    bool is_soon;   /* written in this turn; otherwise it may take some turns */
    bool is_answer; /* to a request of its one session */
    bool is_secret; /* wipe its copies */
};

struct gate_link_events {
    void *owner; /* the first argument of all */
    /* A frame for the hall: to be published to the halls of the cluster. May be lost. */
    void (*publish)(void *owner, const char *frame, size_t len);
    /* The link is up: from SEEKING, then all clients are to be opened; or from QUIET. */
    void (*on_carries)(void *owner, bool is_new);
    /* The hall has been silent for LINK_QUIET_US. */
    void (*on_quiet)(void *owner);
    /* The link was reset: the hall knows no session any more. `why` is the end of a sentence. */
    void (*on_reset)(void *owner, const char *why);
    /* No hall takes this gateway: a sentence for the log. Said once for each sentence. */
    void (*on_refused)(void *owner, const char *sentence);

    void (*on_said)(void *owner, const struct gate_said *said);
    /* Close the connection when its output is written. */
    void (*on_close)(void *owner, uint64_t session);
    void (*on_came_in)(void *owner, uint64_t session);
    void (*on_excuse_hello)(void *owner, uint64_t session);
    /* Derive from a password of this request: gate_link_derived() has to answer, within this
     * association. At most DERIVATIONS_MAX are unanswered at once. */
    void (*on_derive)(void *owner, uint64_t session, uint32_t request, bool is_old,
                      const struct derivation *derivation);
};

struct gate_link_config {
    uint64_t cluster;        /* of the frames */
    uint64_t key;            /* of this process: random, not 0 */
    unsigned char seed[32];  /* of its key pair for secrets: random, and known to nobody else */
    unsigned oldest, newest; /* link versions; LINK_VERSION_OLDEST and _NEWEST, but in tests */
    struct gate_link_events events;
};

struct gate_link *gate_link_create(const struct gate_link_config *config, uint64_t now_us);
/* The gateway ends: publishes what clients have done so far, and lets the hall go, so that it loses
 * the sessions at once and not after LINK_RESET_US. Without on_reset(). Only the figures and
 * gate_link_destroy() follow. */
void gate_link_stop(struct gate_link *link);
void gate_link_destroy(struct gate_link *link);

/* A frame came from the bus. Anything may come: what is not for this gateway is counted and
 * ignored. Frames that the hall sent to this gateway must come in their order, if they come. */
void gate_link_hear(struct gate_link *link, const char *frame, size_t len, uint64_t now_us);
/* Publishes what has been said, or a beat when it is time for one; resets a dead link. Call at the
 * end of each turn, and at gate_link_next_us(). */
void gate_link_turn(struct gate_link *link, uint64_t now_us);
uint64_t gate_link_next_us(const struct gate_link *link);
enum gate_link_state gate_link_state(const struct gate_link *link);

/* --- what clients do; ignored while the link is SEEKING --- */

struct gate_client {
    const char *address; /* see struct origin; at most FRAME_ADDRESS_MAX bytes */
    bool is_private;     /* see net_is_private() */
    bool is_loopback;
    int64_t lag_ms; /* -1: not known yet */
};

/* A client has connected, or is opened again. `session` is the gateway's own number of 40 bits. Its
 * lower SESSION_PLACE_BITS are a place that no other open session has, the rest counts the uses of
 * the place: see server/base/session_table.h. */
void gate_link_open(struct gate_link *link, uint64_t session, const struct gate_client *client);
/* `came_us`: by the clock of gate_link_turn(), when the last of the bytes had come, or
 * LINK_CAME_WAITED. With more than FRAME_PIECE_MAX they reach the hall in several pieces.
 * `is_secret`: there is a password, a token or a code in them; they are sealed on the bus. */
void gate_link_bytes(struct gate_link *link, uint64_t session, const char *bytes, size_t len,
                     uint64_t came_us, bool is_secret);
void gate_link_lag(struct gate_link *link, uint64_t session, int64_t lag_ms);
void gate_link_silent(struct gate_link *link, uint64_t session);
void gate_link_behind(struct gate_link *link, uint64_t session, bool is_behind);
void gate_link_fault(struct gate_link *link, uint64_t session);
/* Does the hall let the gateway keep the passwords of requests? Only while the link is up. */
bool gate_link_derives(const struct gate_link *link);
/* Answers on_derive(). `key` NULL: there is none. */
void gate_link_derived(struct gate_link *link, uint64_t session,
                       const unsigned char key[DERIVED_BYTES]);
/* No more bytes come from it. */
void gate_link_left(struct gate_link *link, uint64_t session);
/* The last word of a session; its place may be used again. */
void gate_link_closed(struct gate_link *link, uint64_t session);

/* --- figures --- */

struct gate_link_figures {
    uint64_t epoch;         /* of the hall; 0: none heard yet */
    uint64_t round_trip_us; /* of the link, without the time that the hall held a frame */
    uint64_t heard_us;      /* when the last frame of the hall came; 0: none yet */
    uint64_t frames_in, frames_out;
    uint64_t resets;
    uint64_t ignored; /* frames: malformed, another's, of older halls or associations */
};
struct gate_link_figures gate_link_figures(const struct gate_link *link);

#endif

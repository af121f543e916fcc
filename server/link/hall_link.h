/* The hall's end of the links to all gateways, without I/O: see server/link/gate_link.h, and
 * server/link/frame.h for the numbers of sessions. Time is in microseconds of the clock that
 * becomes the hall's tick.
 *
 * A gateway of which a frame is missing, or that is silent for LINK_RESET_US, is dropped: each of
 * its sessions is lost, see on_lost(). It then says hello anew, and gets another number. Until it
 * is dropped, no flag may fall for a time up to which it has not been heard: the move that saves a
 * player may be on its way. hall_link_heard_us() is that time, over all gateways. */
#ifndef SERVER_LINK_HALL_LINK_H
#define SERVER_LINK_HALL_LINK_H

#include "server/link/frame.h"

struct hall_link;

struct hall_link_client {
    const char *address; /* numeric, or ""; valid during the call */
    bool is_private;
    bool is_loopback;
    int64_t lag_ms; /* -1: not known yet */
    bool derives;   /* its gateway keeps its passwords: hall_link_derive() */
};

struct hall_link_events {
    void *owner; /* the first argument of all */
    /* A frame for the gateway with this key; 0: for all gateways. May be lost. */
    void (*publish)(void *owner, uint64_t key, const char *frame, size_t len);
    /* Something for the log, as a sentence: a gateway has come, was dropped, was refused. */
    void (*on_note)(void *owner, uint64_t key, const char *sentence);
    /* Somebody has heard of a hall of a higher epoch: this one is none any more. Once. */
    void (*on_superseded)(void *owner, uint64_t epoch);

    /* Each session: on_open() first, on_closed() or on_lost() last, once. */
    void (*on_open)(void *owner, uint64_t session, const struct hall_link_client *client);
    /* Requests. `came_us`, by this end's clock: when they had come to the gateway, or somewhat
     * earlier, so that no player's clock is charged for the time on the link; but not earlier than
     * hall_link_heard_us() was before this frame. Or LINK_CAME_WAITED. */
    void (*on_bytes)(void *owner, uint64_t session, const char *bytes, size_t len, uint64_t came_us,
                     bool is_secret);
    void (*on_lag)(void *owner, uint64_t session, int64_t lag_ms);
    void (*on_silent)(void *owner, uint64_t session);
    void (*on_behind)(void *owner, uint64_t session, bool is_behind);
    void (*on_fault)(void *owner, uint64_t session);
    void (*on_left)(void *owner, uint64_t session);
    void (*on_closed)(void *owner, uint64_t session);
    /* Its gateway was dropped: hall_lose(). */
    void (*on_lost)(void *owner, uint64_t session);
    /* Answers hall_link_derive(). The session may be closed or lost meanwhile. `key` NULL: there is
     * none, because the request's session or its gateway has gone. */
    void (*on_derived)(void *owner, uint64_t session, const unsigned char *key);
};

struct hall_link_config {
    uint64_t cluster;
    uint64_t epoch;          /* not 0; higher than that of every hall before */
    unsigned char seed[32];  /* of the key pair for secrets: random, of this process alone */
    unsigned oldest, newest; /* link versions; LINK_VERSION_OLDEST and _NEWEST, but in tests */
    struct hall_link_events events;
};

struct hall_link *hall_link_create(const struct hall_link_config *config, uint64_t now_us);
/* The hall ends: lets all gateways go, so that none waits for LINK_RESET_US. Without on_lost(). */
void hall_link_stop(struct hall_link *link);
/* Without on_lost(). */
void hall_link_destroy(struct hall_link *link);

/* A frame came from the bus. Anything may come: what is not for this hall is counted and ignored.
 * Frames of a gateway must come in their order, if they come. */
void hall_link_hear(struct hall_link *link, const char *frame, size_t len, uint64_t now_us);
/* Publishes what has been said, and the beats that are due; drops dead gateways. Call at the end of
 * each turn, and at hall_link_next_us(). */
void hall_link_turn(struct hall_link *link, uint64_t now_us);
uint64_t hall_link_next_us(const struct hall_link *link);
/* All requests that came to any gateway until then have been heard; `now_us` when there is no
 * gateway. A dropped one does not count: its players wait for it as after a start. Never goes back,
 * and is never later than `now_us`. */
uint64_t hall_link_heard_us(struct hall_link *link, uint64_t now_us);

/* --- what is said to clients; ignored for a session that is closed or lost --- */

/* As struct net_message. */
struct hall_link_message {
    const char *bytes;
    size_t len;
    const uint64_t *sessions; /* of any gateways */
    size_t session_count;
    size_t soon_count; /* the first ones are written to at once; the others may take some turns */
    bool is_answer;
    bool is_secret; /* there is a token or a code in it: it is sealed on the bus */
};

/* Returns to how many of its sessions the message goes. */
size_t hall_link_say(struct hall_link *link, const struct hall_link_message *message);
/* Closes the connection when its output is written; on_closed() follows. */
void hall_link_close(struct hall_link *link, uint64_t session);
void hall_link_came_in(struct hall_link *link, uint64_t session);
void hall_link_excuse_hello(struct hall_link *link, uint64_t session);

/* Has the session's gateway derive from a password of this request; on_derived() follows, never
 * from within. At most DERIVATIONS_MAX of a gateway may be unanswered, and one of a session. False:
 * the gateway has gone. */
bool hall_link_derive(struct hall_link *link, uint64_t session, uint32_t request, bool is_old,
                      const struct derivation *derivation);

/* --- figures --- */

struct hall_link_figures {
    size_t gateways, sessions;
    uint64_t round_trip_us; /* the longest of all gateways */
    uint64_t heard_us;      /* the last frame of the gateway that is silent longest; 0: none */
    size_t unsent_bytes;    /* said, and not published yet */
    uint64_t frames_in, frames_out;
    uint64_t dropped; /* gateways, but those that have stopped */
    uint64_t ignored; /* frames: malformed, of another cluster or epoch, or of dropped gateways */
};
struct hall_link_figures hall_link_figures(const struct hall_link *link);

#endif

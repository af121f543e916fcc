/* A gateway's half of the server, in the place of server/service: it knows no hall. Requests of the
 * clients go to the hall over the link, as they are, and the hall's messages go to the net.
 *
 *     struct net -> gateway -> gate_link -> bus
 *     struct net <- gateway <- gate_link <- bus
 *
 * Passwords stay here: a request goes to the hall with as many asterisks in their place, and the
 * hall lets the gateway derive from them (server/base/derivation.h) until it has answered the
 * request.
 *
 * By itself a gateway says nothing of the game: it answers session.pong, and when the link is reset
 * it refuses what is not answered, and tells each client either server.closing, and closes the
 * connection, or, if the client's hello has `resumes`, server.restarted, and opens the session
 * again at the next hall.
 *
 * The hall does not know how much output waits here for clients. So a request whose answer can be
 * long waits here, too, until there is room for its answer: one of each client, the others unread.
 * Of those that may be asked the one that has come first is the next.
 */
#ifndef SERVER_GATEWAY_GATEWAY_H
#define SERVER_GATEWAY_GATEWAY_H

#include "server/link/gate_link.h"
#include "server/net/net.h"

enum {
    GATEWAY_SEED_BYTES = 32,
    /* The longest time between two turns: the link beats more often, so more means that the process
     * was stopped. What clients sent meanwhile counts as come by then. */
    GATEWAY_TURN_US_MAX = 100000,
};

struct gateway_config {
    uint64_t cluster, key; /* of the frames: see struct gate_link_config */
    unsigned char seed[GATEWAY_SEED_BYTES];
    int64_t all_queued_bytes; /* of the net: see struct net_limits */
    void *owner;
    /* A frame for the hall. */
    void (*publish)(void *owner, const char *frame, size_t len);
    /* Derives from a password, which is copied, on another thread; gateway_derived() follows, never
     * from within. `number` is never used twice. */
    void (*derive)(void *owner, uint64_t number, const char *password, size_t len,
                   const struct derivation *derivation);
};

struct gateway;

/* `now_us` is of the clock of the loop's ticks everywhere below. */
struct gateway *gateway_create(const struct gateway_config *config, uint64_t now_us);
/* For net_create(). */
struct net_service gateway_callbacks(struct gateway *gateway);
/* Until a hall takes it, the net is held. */
void gateway_start(struct gateway *gateway, struct net *net);
/* After net_close(). NULL is taken. */
void gateway_destroy(struct gateway *gateway);

/* A frame has come from the bus. */
void gateway_hear(struct gateway *gateway, const char *frame, size_t len, uint64_t now_us);
/* Answers `derive`, however late. `key` NULL: out of memory. */
void gateway_derived(struct gateway *gateway, uint64_t number,
                     const unsigned char key[DERIVED_BYTES]);
/* Tells the hall that all requests which have come until now are in this frame or an earlier one.
 * Call at the end of each turn of the loop, before the net is flushed, and at gateway_next_us(). */
void gateway_turn(struct gateway *gateway, uint64_t now_us);
uint64_t gateway_next_us(const struct gateway *gateway);

/* Refuses all requests that the hall has not answered, tells all clients server.closing, and the
 * hall that this gateway ends: it takes their sessions for lost by the server's fault, so clocks
 * wait for players who come back elsewhere. */
void gateway_stop(struct gateway *gateway);

struct gateway_figures {
    size_t seats;   /* clients that the hall knows, or will know again */
    size_t closing; /* of these, to be closed after a reset */
    bool has_hall;  /* are requests carried? */
    struct gate_link_figures link;
};
struct gateway_figures gateway_figures(const struct gateway *gateway);

#endif

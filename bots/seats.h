/* The matches that a bot plays, any number at once: keeps them up to date and moves whenever it is
 * its turn.
 *
 * With a clock it thinks about a move for half of the time that is left, 20 s at most, and then
 * makes one in haste (strategy.h): however long thinking takes, and however many matches wait for
 * their turn to be thought about, it does not lose on time for that. In a match with a seed, which
 * is to go the same way whenever it is played, and when the chooser wants it so, it thinks until a
 * second before the flag falls (40 s about a first move, which has a deadline of its own), and says
 * so when it moves in haste then. Without a clock it thinks as long as it takes.
 *
 * Where the opponent is to move and has gone, it waits for a while, and then asks the server, again
 * and again, to end the match: before both have moved without a winner, later as won. In a
 * tournament the server does that by itself. */
#ifndef BOTS_SEATS_H
#define BOTS_SEATS_H

#include "bots/strategy.h"
#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "common/game/match.h"

struct seats;

struct seats_events {
    void *owner;
    /* A match is seen for the first time. `offer`: where it comes from, WIRE_ABSENT: not told. */
    void (*started)(void *owner, const struct match *match, int64_t offer);
    void (*ended)(void *owner, const struct match *match);
    /* It cannot be played on: the server does not know it (any more), or says what cannot be. */
    void (*lost)(void *owner, int64_t match);
};

struct seats_config {
    struct chooser chooser; /* the caller's; lives longer */
    uint32_t patience_ms;   /* with an opponent who has gone */
    bool resigns_for_haste; /* instead of moving in haste */
};

struct seats *seats_create(struct loop *loop, const struct seats_config *config,
                           const struct seats_events *events);
/* While the client that they use exists. NULL is taken. */
void seats_destroy(struct seats *seats);
/* Forgets all matches without a callback, while the client that they use exists. */
void seats_clear(struct seats *seats);
/* How many matches have not ended. */
size_t seats_live_count(const struct seats *seats);

/* On `ready`: brings every match up to date, those in the welcome and those that may have ended in
 * the meantime. All requests are made through `client` from now on. */
void seats_resume(struct seats *seats, struct client *client, const struct wire_welcome *welcome);
/* A whole match, from an answer or an event; `offer` as above. */
void seats_take_state(struct seats *seats, const struct wire_match *state, int64_t offer);
/* match.moved, match.ended and match.presence; leaves others aside. */
void seats_event(struct seats *seats, enum wire_event event, const void *body);
/* The server takes changes again: makes the moves that it refused. */
void seats_go_on(struct seats *seats);

#endif

/* The matches that a bot plays, any number at once: keeps them up to date and moves whenever it is
 * its turn. */
#ifndef BOTS_SEATS_H
#define BOTS_SEATS_H

#include "bots/thinker.h"
#include "client/lib/client.h"
#include "client/lib/match.h"

struct seats;

struct seats_events {
    void *owner;
    /* A match is seen for the first time. `offer`: where it comes from, WIRE_ABSENT: not told. */
    void (*started)(void *owner, const struct match *match, int64_t offer);
    void (*ended)(void *owner, const struct match *match);
    /* It cannot be played on: the server does not know it (any more), or says what cannot be. */
    void (*lost)(void *owner, int64_t match);
};

/* `thinker` stays the caller's, and lives longer. */
struct seats *seats_create(struct thinker *thinker, const struct seats_events *events);
/* After the client that they use. NULL is taken. */
void seats_destroy(struct seats *seats);
/* Forgets all matches without a callback, after the client that they use has been destroyed. */
void seats_clear(struct seats *seats);
/* How many matches have not ended. */
size_t seats_live_count(const struct seats *seats);

/* On `ready`: brings every match up to date, those in the welcome and those that may have ended in
 * the meantime. All requests are made through `client` from now on. */
void seats_resume(struct seats *seats, struct client *client, const struct wire_welcome *welcome);
/* A whole match, from an answer or an event; `offer` as above. */
void seats_take_state(struct seats *seats, const struct wire_match *state, int64_t offer);
void seats_take_moved(struct seats *seats, const struct wire_moved *moved);
void seats_take_ended(struct seats *seats, const struct wire_ended *ended);
/* The server takes changes again: makes the moves that it refused. */
void seats_go_on(struct seats *seats);

#endif

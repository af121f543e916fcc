/* The matches that a bot plays, any number at once: keeps them up to date and moves whenever it is
 * its turn.
 *
 * With a clock it thinks about a move for half of the time that is left, 20 s at most, and then
 * moves in haste (strategy.h). So it never loses on time because thinking takes long or many
 * matches wait for a move. In a match with a seed, which has to go the same way whenever it is
 * played, and for a patient chooser, it thinks until a second before the flag falls (40 s about a
 * first move, which has a deadline of its own), and reports a move in haste. Without a clock
 * thinking has no limit.
 *
 * When the opponent is to move and has gone, it waits for a while, and then asks the server
 * repeatedly to end the match: before both have moved without a winner, later as won. In a
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
    /* A match is seen for the first time. `offer`: its offer, WIRE_ABSENT: unknown. */
    void (*started)(void *owner, const struct match *match, int64_t offer);
    void (*ended)(void *owner, const struct match *match);
    /* The match cannot go on: the server does not know it, or contradicts its rules. */
    void (*lost)(void *owner, int64_t match);
};

struct seats_config {
    struct chooser chooser; /* borrowed */
    uint32_t patience_ms;   /* with an opponent who has gone */
    bool resigns_for_haste; /* instead of moving in haste */
    int64_t takebacks;      /* that it allows in a match; 0: none */
};

struct seats *seats_create(struct loop *loop, const struct seats_config *config,
                           const struct seats_events *events);
/* Call before their client is destroyed. NULL is allowed. */
void seats_destroy(struct seats *seats);
/* Forgets all matches without a callback. Call before their client is destroyed. */
void seats_clear(struct seats *seats);
/* The number of matches that have not ended. */
size_t seats_live_count(const struct seats *seats);

/* On `ready`: brings every match up to date, those in the welcome and those that may have ended in
 * the meantime. All requests go through `client` from now on. */
void seats_resume(struct seats *seats, struct client *client, const struct wire_welcome *welcome);
/* Takes a whole match from an answer or an event; `offer` as above. */
void seats_take_state(struct seats *seats, const struct wire_match *state, int64_t offer);
/* Takes match.moved, match.ended and match.presence; ignores other events. */
void seats_event(struct seats *seats, enum wire_event event, const void *body);
/* The server takes changes again: repeats the moves that it refused. */
void seats_go_on(struct seats *seats);

#endif

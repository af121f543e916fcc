/* Keeps a match up to date by the events of its server, and gets what it misses. */
#ifndef CLIENT_FOLLOWER_H
#define CLIENT_FOLLOWER_H

#include "client/lib/client.h"
#include "client/lib/match.h"

struct follower_events {
    void *owner;
    /* The match has moved on, or has ended. Not called while moves in between are still missing. */
    void (*changed)(void *owner);
    /* A player came or went; may be NULL. */
    void (*presence)(void *owner, const struct wire_presence *presence);
    /* The match cannot be followed: the server refuses it, or says what the rules forbid. */
    void (*failed)(void *owner, const struct error *error);
};

struct follower {
    struct client *client; /* borrowed; outlives the follower or drops its requests */
    struct follower_events events;
    struct match *match; /* NULL before follower_begin() */
    bool is_complete;    /* no moves are missing, as far as is known */
    bool is_asking;      /* match.resume is under way */
};

/* Follows the match of this snapshot instead of the one before, if there was one. Calls back before
 * it returns. */
void follower_begin(struct follower *follower, const struct wire_match *state);
/* Takes another snapshot of the same match. */
void follower_take(struct follower *follower, const struct wire_match *state);
/* Asks the server for what is missing, after a break. */
void follower_refresh(struct follower *follower);
/* Takes an event, and leaves aside what does not belong to this match. */
void follower_event(struct follower *follower, enum wire_event event, const void *body);
/* Forgets the match. */
void follower_finish(struct follower *follower);

#endif

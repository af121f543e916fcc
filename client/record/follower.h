/* Keeps a match up to date by the events of its server, and gets what it misses. */
#ifndef CLIENT_FOLLOWER_H
#define CLIENT_FOLLOWER_H

#include "common/game/match.h"
#include "common/wire/schema.h"

struct follower_events {
    void *owner;
    /* To be asked with match.resume; follower_resumed() takes the answer. */
    void (*wanted)(void *owner, const struct wire_resume *resume);
    /* The match has moved on, or has ended. Not called while moves in between are still missing. */
    void (*changed)(void *owner);
    /* A player came or went; may be NULL. */
    void (*presence)(void *owner, const struct wire_presence *presence);
    /* The match cannot be followed: the server refuses it, or says what the rules forbid. */
    void (*failed)(void *owner, const struct error *error);
};

struct follower {
    struct follower_events events;
    struct match *match; /* NULL before follower_begin() */
    bool is_complete;    /* no moves are missing, as far as is known */
    bool is_asking;      /* something is wanted */
};

/* Follows the match of this snapshot instead of the one before, if there was one. Calls back before
 * it returns. */
void follower_begin(struct follower *follower, const struct wire_match *state);
/* Takes another snapshot of the same match. */
void follower_take(struct follower *follower, const struct wire_match *state);
/* Asks for what is missing, after a break. */
void follower_refresh(struct follower *follower);
/* `error` NULL: `state` is the answer. */
void follower_resumed(struct follower *follower, const struct error *error,
                      const struct wire_match *state);
/* Takes an event, and leaves aside what does not belong to this match. */
void follower_event(struct follower *follower, enum wire_event event, const void *body);
/* Forgets the match. */
void follower_finish(struct follower *follower);

#endif

/* Challenges to one player, one match after another, until so many have been played. Waits for the
 * player to come, and for the server to come back. */
#ifndef BOTS_SERIES_H
#define BOTS_SERIES_H

#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "common/game/match.h"

#include <stdbool.h>
#include <stddef.h>

struct series;

struct series_config {
    const char *opponent;
    const char *const *games; /* canonical rules; the matches take them in turn */
    size_t game_count;        /* >= 1 */
    const char *start;        /* NULL: the server draws one */
    const char *clock;        /* NULL: none */
    const char *first;        /* `maker`, `taker` or `random` */
    int64_t matches;
};

struct series_events {
    void *owner;
    /* The opponent or the server says no, and would again. Nothing follows. */
    void (*failed)(void *owner, const struct error *error);
};

/* The texts of `config` stay the caller's. */
struct series *series_create(struct loop *loop, const struct series_config *config,
                             const struct series_events *events);
/* After the client that it uses. NULL is taken. */
void series_destroy(struct series *series);
/* Have all of its matches ended? */
bool series_is_done(const struct series *series);

/* On `ready`, after the matches were resumed, so that their answers come first. All requests are
 * made through `client` from now on. */
void series_resume(struct series *series, struct client *client);
/* The client has been destroyed, and the next one is another player: a match under way is to be
 * played anew. */
void series_forget(struct series *series);
void series_take_offer_closed(struct series *series, const struct wire_offer_closed *closed);
/* Any match began, came to its end, or was lost. `offer`: where it comes from, WIRE_ABSENT: not
 * told. */
void series_take_started(struct series *series, const struct match *match, int64_t offer);
void series_take_ended(struct series *series, int64_t match);
void series_take_lost(struct series *series, int64_t match);

#endif

/* A series of challenges to one player, one match after another. It waits for the player to come,
 * and for the server to come back. */
#ifndef BOTS_SERIES_H
#define BOTS_SERIES_H

#include "client/lib/loop.h"
#include "client/lib/seeking.h"
#include "common/game/match.h"

#include <stdbool.h>
#include <stddef.h>

struct series;

struct series_config {
    const char *opponent;
    const char *const *games; /* canonical rules; the matches take them in turn */
    size_t game_count;        /* >= 1 */
    const char *const *looks; /* of each game, NULL: as its rules have it; or NULL */
    const char *start;        /* NULL: the server draws one */
    const char *clock;        /* NULL: none */
    const char *first;        /* `maker`, `taker` or `random` */
    int64_t matches;          /* >= 1 */
};

struct series_events {
    void *owner;
    /* The opponent or the server refused, and would refuse again. Nothing follows. */
    void (*failed)(void *owner, const struct error *error);
};

/* The texts of `config` and `seeking` are borrowed; `seeking` serves the series alone. */
struct series *series_create(struct loop *loop, const struct series_config *config,
                             struct seeking *seeking, const struct series_events *events);
void series_destroy(struct series *series); /* NULL is allowed */
/* Have all of its matches ended? */
bool series_is_done(const struct series *series);

/* On `ready`, after the matches were resumed, so that their answers come first, and after
 * seeking_reconnected(). */
void series_resume(struct series *series);
/* The client will be destroyed, and the next one is another player: a match under way will be
 * replayed. */
void series_forget(struct series *series);
/* Takes news of the search. */
void series_take_news(struct series *series, const struct seeking_news *news);
/* Any match began, ended, or was lost. `offer`: its offer, WIRE_ABSENT: unknown. */
void series_take_started(struct series *series, const struct match *match, int64_t offer);
void series_take_ended(struct series *series, int64_t match);
void series_take_lost(struct series *series, int64_t match);

#endif

/* One of many players in one process: plays as takeaway-bot does, with the same parts, and tells
 * what happens instead of printing it. But it dawdles: each move of the other reaches the bot after
 * a time at random, of what is left down to a reserve, so that flags are about to fall all the
 * time. Or it sits down and never moves. */
#ifndef TESTS_SOAK_PLAYER_H
#define TESTS_SOAK_PLAYER_H

#include "bots/thinker.h"
#include "client/lib/client.h"
#include "common/game/match.h"

#include <stdbool.h>

struct player;

/* The texts stay the caller's, the thinker too. */
struct player_config {
    const char *server; /* HOST:PORT */
    const char *name;
    struct thinker *thinker;
    const char *opponent; /* whom it challenges; NULL: it waits to be challenged */
    const char *clock;    /* of its challenges */
    int64_t games;        /* how many it challenges to */
    uint64_t seed;        /* of its dawdling */
    int64_t reserve_ms;   /* what it leaves on its clock, for the way to the server and back */
    bool lets_its_flag_fall;
};

struct player_events {
    void *owner;
    /* It has moved; of what the server counted for that it has dawdled so much away. */
    void (*moved)(void *owner, const struct wire_moved *moved, int64_t dawdled_ms);
    /* A game that it began. */
    void (*ended)(void *owner, const struct match *match);
    /* Something that does not belong into a run. */
    void (*failed)(void *owner, const char *why);
};

struct player *player_create(struct loop *loop, const struct player_config *config,
                             const struct player_events *events);
void player_destroy(struct player *player); /* NULL is taken */

#endif

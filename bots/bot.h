/* A player that is a program: accepts challenges, or makes them, or takes part in a tournament, and
 * plays by a strategy. */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "client/lib/loop.h"
#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct bot;

/* The texts are borrowed. */
struct bot_config {
    const char *server;     /* as server_list_parse() reads it */
    const char *server_key; /* the pin that it must have; NULL: authorities vouch for it */
    const char *strategy;   /* as strategy_parse() reads it; NULL when there is a command */
    /* Runs a program that chooses the moves (bridge.h). NULL: the strategy does. */
    const char *command;
    bool resigns_for_haste; /* rather than move without having thought enough */
    const char *name;
    uint64_t seed;
    const char *const *games; /* canonical rules that it plays */
    size_t game_count;        /* 0: all games; at least 1 with `challenge` */
    /* What its challenges to these games are to look like, NULL: as the rules have it; or NULL. */
    const char *const *looks;
    const char *challenge;  /* the player whom it challenges; NULL: nobody */
    const char *start;      /* of its challenges; NULL: the server draws one */
    const char *clock;      /* of its challenges; NULL: none */
    const char *first;      /* moves first in its challenges: `maker`, `taker` or `random` */
    int64_t matches;        /* the number of challenges to play */
    int64_t tournament;     /* takes part in it, and accepts no challenges; 0: none */
    const char *token_file; /* NULL: none */
    /* Keeps trying while no server is there. Otherwise, and without a token in the file, it gives
     * up after a few tries. */
    bool waits_for_server;
    uint32_t patience_ms; /* with opponents who have gone */
    int64_t takebacks;    /* lets opponents take back so often in a match; 0: never */
};

/* Connects and plays, until loop_stop() is called: by others, or by the bot with 0 when its
 * challenges or its tournament are over, and with 1 when it cannot go on. BAD_ARGUMENTS, USAGE or
 * IO. */
enum error_code bot_create(struct loop *loop, const struct bot_config *config, struct bot **ret_bot,
                           struct error *error);
void bot_destroy(struct bot *bot); /* NULL is allowed */

#endif

/* The players of `takeaway tournament run`: a takeaway-bot for each, a child process, started again
 * when it ends. */
#ifndef CLIENT_TOURNAMENT_BOTS_H
#define CLIENT_TOURNAMENT_BOTS_H

#include "client/lib/loop.h"
#include "client/tournament/tournament_folder.h"

struct tournament_bots;

struct tournament_bots_events {
    void *owner;
    /* This player's bot has ended again and again: it is not started any more. */
    void (*given_up)(void *owner, size_t player);
};

struct tournament_bots_config {
    struct loop *loop;
    const struct tournament_plan *plan;
    const struct tournament_folder *folder;
    const char *server; /* HOST:PORT */
    int64_t tournament;
};

/* Starts them all; what the config points to outlives them. IO when there is no such program to
 * start. */
enum error_code tournament_bots_start(const struct tournament_bots_config *config,
                                      const struct tournament_bots_events *events,
                                      struct tournament_bots **ret_bots, struct error *error);
/* Ends them all, which takes two seconds at most, and calls back no more. NULL is taken. */
void tournament_bots_stop(struct tournament_bots *bots);

#endif

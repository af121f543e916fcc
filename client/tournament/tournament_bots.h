/* The players of `takeaway tournament run`: for each a takeaway-bot, a child process that is
 * restarted when it ends. */
#ifndef CLIENT_TOURNAMENT_BOTS_H
#define CLIENT_TOURNAMENT_BOTS_H

#include "client/lib/loop.h"
#include "client/tournament/tournament_folder.h"

struct tournament_bots;

struct tournament_bots_events {
    void *owner;
    /* This player's bot has ended too often and is not restarted any more. */
    void (*given_up)(void *owner, size_t player);
};

struct tournament_bots_config {
    struct loop *loop;
    const struct tournament_plan *plan;
    const struct tournament_folder *folder;
    const char *server; /* HOST:PORT, on this machine */
    int64_t tournament;
};

/* Starts all bots; everything that the config points to has to outlive them. IO: there is no such
 * program to start. */
enum error_code tournament_bots_start(const struct tournament_bots_config *config,
                                      const struct tournament_bots_events *events,
                                      struct tournament_bots **ret_bots, struct error *error);
/* Ends all bots within two seconds. No callback is called afterwards. NULL is allowed. */
void tournament_bots_stop(struct tournament_bots *bots);

#endif

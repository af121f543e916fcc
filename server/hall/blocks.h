/* Blocks: players whom another player neither wants to hear nor to meet, until the block is taken
 * back or one of the two is gone for good. They are durable, and all in memory. Private to
 * server/hall. */
#ifndef SERVER_HALL_BLOCKS_H
#define SERVER_HALL_BLOCKS_H

#include "server/hall/hall_state.h"

/* Has the player of this number blocked the other one? */
bool block_exists(const struct hall *hall, int64_t player, int64_t blocked);
/* May the two meet in a match, as far as blocks go? Tournaments do not ask. */
bool players_may_meet(const struct hall *hall, const struct player *a, const struct player *b);
/* The same for a request of `player`, which is refused otherwise: DECLINED. */
bool players_want_to_meet(struct hall *hall, struct hall_caller from, const struct player *player,
                          const struct player *other);
/* The second half of player.block, for a name that nobody present has. */
void block_looked_up(struct hall *hall, struct hall_caller from, const struct message *question,
                     const struct hall_found *found);
/* The guest has an account from now on. */
void blocks_registered(struct hall *hall, const struct player *player);
/* The account is closed: its blocks and those of it end, in the database by its RECORD_CLOSED. */
void blocks_closed(struct hall *hall, const struct player *player);
void blocks_destroy(struct hall *hall);

#endif

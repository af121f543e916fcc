/* The practice of players with puzzles. Private to server/hall. */
#ifndef SERVER_HALL_PUZZLES_H
#define SERVER_HALL_PUZZLES_H

#include "server/hall/hall_state.h"

/* The answer to a request that came of an earlier one with the same key, or comes of it now. */
void answer_puzzle_done(struct hall *hall, struct hall_caller from, const struct player *player,
                        int64_t result);
void answer_puzzle_added(struct hall *hall, struct hall_caller from, int64_t result);
/* The player's account is closed. */
void practice_closed(struct hall *hall, const struct player *player);
void puzzles_destroy(struct hall *hall);

#endif

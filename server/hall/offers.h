/* Offers: open seeks and challenges. Private to server/hall. */
#ifndef SERVER_HALL_OFFERS_H
#define SERVER_HALL_OFFERS_H

#include "server/hall/hall_state.h"

/* Closes all offers that this player made or is addressed by. */
void offers_drop(struct hall *hall, struct player *player);
/* The same when the player's connection ends, except open seeks of days: these wait for
 * HALL_OFFER_KEPT_MS. */
void offers_leave(struct hall *hall, struct player *player);
/* The player is connected again: the offers that were left do not expire any more. */
void offers_return(struct hall *hall, struct player *player);
/* Closes the challenges between the two, who do not want to meet any more. */
void offers_part(struct hall *hall, struct player *player, struct player *other);
/* Closes the open seeks that the player of this name key has left. */
void offers_ban(struct hall *hall, const char *key);
/* The operator takes it back: its maker and its taker are told. */
void offer_withdraw(struct hall *hall, struct offer *offer);
/* The maker has been away for too long. */
void offer_expire(struct hall *hall, struct offer *offer);
void answer_offer_number(struct hall *hall, struct hall_caller from, int64_t offer);
/* With the offer that was made, or the match that was begun; the other is 0. */
struct message *answer_rematch(struct hall *hall, struct hall_caller from, int64_t offer,
                               int64_t match);

#endif

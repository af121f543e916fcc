/* Invitations: a match is offered to whoever brings the code, or to one name that brings it. Unlike
 * an offer an invitation is durable, needs nobody to be connected, and is in no public list.
 * Private to server/hall.
 *
 *     open --(accepted: a use less)--> open
 *          --(the last use, revoked, expired, cleared or banned by the operator)--> gone
 */
#ifndef SERVER_HALL_INVITATIONS_H
#define SERVER_HALL_INVITATIONS_H

#include "server/hall/hall_state.h"

/* NULL: not open any more, or about to expire. */
struct invitation *invitation_find(const struct hall *hall, int64_t id);
/* It ends, on disk too. `reason`: what its maker is told, if connected; NULL: nothing. */
void invitation_end(struct hall *hall, struct invitation *invitation, const char *reason);
/* Frees all invitations of the player, who is to be settled then. They stay on disk. */
void invitations_forget(struct hall *hall, struct player *player);
/* The player cannot come back: all invitations end. */
void invitations_drop(struct hall *hall, struct player *player);
/* The same for the player of this name key, if there is one. */
void invitations_ban(struct hall *hall, const char *key);
/* From `at_ms` of play on the player's invitations make room for others: while their maker is
 * away. INT64_MAX: never. */
void invitations_set_idle(struct player *player, int64_t at_ms);
void answer_invitation_made(struct hall *hall, struct hall_caller from, int64_t invitation);

#endif

/* The lobby: the open seeks as everybody sees them. Private to server/hall.
 *
 * Sessions that watch it get an event when seeks come and go. It is encoded once for all. A seek
 * that comes and goes between two events is in none. The more followers there are, and the longer
 * an event is, the later comes the next one, and an event has only so many seeks; so however many
 * seeks guests make and withdraw, telling the followers takes a bounded part of the server's time.
 * The request that makes or ends a seek is charged for the followers who are told because of it
 * (hall_told()). A follower whose connection is behind gets no event, and is told so as soon as the
 * connection is not behind any more. */
#ifndef SERVER_HALL_LOBBY_H
#define SERVER_HALL_LOBBY_H

#include "server/hall/hall_state.h"

void lobby_finish(struct lobby *lobby);
/* A new open seek, whose number is greater than those of all before it. */
void lobby_add(struct hall *hall, struct offer *offer);
/* It is open no more. */
void lobby_remove(struct hall *hall, const struct offer *offer);
/* The session watches no longer. */
void lobby_leave(struct hall *hall, struct session *session);
/* There is something to tell: the next event gets its deadline, if it has none. */
void lobby_arm(struct hall *hall);
/* The deadline is met: tells the followers. */
void lobby_tell(struct hall *hall);
/* The offer, of any kind, as it is shown. It points into the offer. */
struct wire_offer offer_wire(const struct hall *hall, const struct offer *offer);

#endif

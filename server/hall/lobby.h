/* The lobby: the open seeks as everybody sees them. Private to server/hall. */
#ifndef SERVER_HALL_LOBBY_H
#define SERVER_HALL_LOBBY_H

#include "server/hall/hall_state.h"

void lobby_finish(struct lobby *lobby);
/* A new open seek, whose number is greater than those of all before it. */
void lobby_add(struct hall *hall, struct offer *offer);
/* It is open no more. */
void lobby_remove(struct hall *hall, const struct offer *offer);
/* The offer, of any kind, as it is shown. It points into the offer. */
struct wire_offer offer_wire(const struct hall *hall, const struct offer *offer);

#endif

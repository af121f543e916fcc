/* Who is connected, as the server lists it. Pure. */
#ifndef CLIENT_PLAY_ONLINE_H
#define CLIENT_PLAY_ONLINE_H

#include "common/wire/schema.h"

#include <stdbool.h>

/* Is it a program that plays by itself? It says so of itself. */
bool online_is_bot(const struct wire_online *player);
/* The player of this name; NULL: not connected. */
const struct wire_online *online_find(const struct wire_online_list *list, const char *name);

#endif

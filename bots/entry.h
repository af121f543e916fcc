/* The bot's place in a tournament: joins it, again after every break, and notices its end. */
#ifndef BOTS_ENTRY_H
#define BOTS_ENTRY_H

#include "client/lib/client.h"

struct entry;

struct entry_events {
    void *owner;
    /* The tournament is over; nothing follows. */
    void (*over)(void *owner);
    /* The bot cannot take part. Nothing follows. */
    void (*failed)(void *owner, const struct error *error);
};

struct entry *entry_create(int64_t tournament, const struct entry_events *events);
/* Call after the client that it uses is destroyed. NULL is allowed. */
void entry_destroy(struct entry *entry);

/* On `ready`: asks to join, which changes nothing for a player who has joined, and for the state of
 * the tournament. All requests go through `client` from now on. */
void entry_resume(struct entry *entry, struct client *client);
/* The server takes changes again: repeats a request that it refused. */
void entry_go_on(struct entry *entry);
void entry_take_changed(struct entry *entry, const struct wire_tournament_news *news);

#endif

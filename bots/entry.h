/* The bot's place in a tournament: joins it, after every break anew, and finds out when it is over.
 */
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
/* After the client that it uses. NULL is taken. */
void entry_destroy(struct entry *entry);

/* On `ready`: asks to join, which does nothing for who has joined, and how the tournament stands.
 * All requests are made through `client` from now on. */
void entry_resume(struct entry *entry, struct client *client);
/* The server takes changes again: asks once more if it refused. */
void entry_go_on(struct entry *entry);
void entry_take_changed(struct entry *entry, const struct wire_tournament_news *news);

#endif

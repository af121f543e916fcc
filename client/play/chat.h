/* What is said beside a match: between the players, or among the spectators. */
#ifndef CLIENT_CHAT_H
#define CLIENT_CHAT_H

#include "client/console.h"
#include "client/lib/client.h"
#include "client/play/chat_room.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The person's room of a match. Each line that others say is shown once, also when it was said
 * while the connection was broken. The first two members are the caller's to set. */
struct chat {
    struct console *console; /* borrowed */
    struct {
        void *owner;
        void (*shown)(void *owner); /* something was printed; may be NULL */
        /* Shows a line instead of the console; NULL: the console does. */
        void (*said)(void *owner, const struct wire_chat_line *line);
    } events;
    struct client *client; /* borrowed; outlives the room or drops its requests */
    int64_t match;         /* 0: none */
    int64_t asked;         /* the match whose lines the server is asked for; 0: none */
    bool has_asked;        /* are the lines there that were said before? */
    struct chat_room room;
};

/* Goes to the room of this match, and shows what was said there. */
void chat_enter(struct chat *chat, struct client *client, int64_t match);
/* Asks for what was said during a break. */
void chat_refresh(struct chat *chat);
/* Takes an event, and leaves aside what belongs to another room. */
void chat_event(struct chat *chat, const struct wire_chat_line *line);
/* Says a line. `text` is needed during the call only. */
void chat_say(struct chat *chat, const char *text, size_t len);

#endif

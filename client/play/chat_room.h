/* Which lines of a room are new: the server tells them as they are said, and after a break the last
 * ones once more. Pure. */
#ifndef CLIENT_CHAT_ROOM_H
#define CLIENT_CHAT_ROOM_H

#include "common/wire/schema.h"

/* A room of zeroes is one in which nothing was heard yet. */
struct chat_room {
    int64_t last_at_ms; /* of the last line heard, by the server's clock */
    size_t last_count;  /* lines heard of that time */
};

typedef void chat_room_heard(void *owner, const struct wire_chat_line *line);

/* Calls back for each line that is new, the oldest first. */
void chat_room_take_list(struct chat_room *room, const struct wire_chat_lines *list,
                         chat_room_heard *heard, void *owner);
/* A line as it is said, which is new. */
void chat_room_take(struct chat_room *room, const struct wire_chat_line *line);

#endif

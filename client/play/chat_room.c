#include "client/play/chat_room.h"

void chat_room_take(struct chat_room *room, const struct wire_chat_line *line)
{
    if (line->at != room->last_at_ms)
        room->last_count = 0;
    room->last_at_ms = line->at;
    room->last_count++;
}

void chat_room_take_list(struct chat_room *room, const struct wire_chat_lines *list,
                         chat_room_heard *heard, void *owner)
{
    int64_t last_at_ms = room->last_at_ms;
    size_t known = room->last_count;
    for (size_t i = 0; i < list->lines_count; i++) {
        const struct wire_chat_line *line = &list->lines[i];
        if (line->at < last_at_ms || (line->at == last_at_ms && known > 0 && known--))
            continue;
        chat_room_take(room, line);
        heard(owner, line);
    }
}

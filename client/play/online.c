#include "client/play/online.h"

#include "common/wire/wire.h"

#include <string.h>

bool online_is_bot(const struct wire_online *player)
{
    static const char program[] = "takeaway-bot";
    size_t len = strlen(program);
    return player->client.len >= len && memcmp(player->client.bytes, program, len) == 0;
}

const struct wire_online *online_find(const struct wire_online_list *list, const char *name)
{
    for (size_t i = 0; i < list->players_count; i++) {
        if (wire_text_equal(list->players[i].name, name))
            return &list->players[i];
    }
    return NULL;
}

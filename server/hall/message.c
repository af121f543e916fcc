#include "server/hall/message.h"

#include "common/base/memory.h"

#include <stdlib.h>

enum { BYTES_KEPT = 512 }; /* a move and its event take less */

size_t message_bytes(const struct message *message)
{
    bool has_few = message->sessions == message->few;
    return sizeof *message + message->bytes.capacity +
           (has_few ? 0 : message->session_capacity * sizeof *message->sessions);
}

void message_clear(struct message *message)
{
    if (message->sessions != message->few)
        free(message->sessions);
    if (message->bytes.capacity > BYTES_KEPT)
        text_finish(&message->bytes);
    else
        text_clear(&message->bytes);
    *message = (struct message){.bytes = message->bytes};
}

void message_destroy(struct message *message)
{
    if (!message)
        return;
    message_clear(message);
    text_finish(&message->bytes);
    free(message);
}

#include "client/play/chat.h"

#include "common/wire/wire.h"
#include "common/words/words.h"

static void tell_shown(const struct chat *chat)
{
    if (chat->events.shown)
        chat->events.shown(chat->events.owner);
}

static void show(struct chat *chat, const struct wire_chat_line *line)
{
    if (chat->events.said)
        chat->events.said(chat->events.owner, line);
    else
        console_say(chat->console, "%.*s: %.*s", (int)line->from.len, line->from.bytes,
                    (int)line->text.len, line->text.bytes);
}

/* Lines of our own come back, too; those of an earlier run are news. */
static bool is_typed_here(const struct chat *chat, const struct wire_chat_line *line)
{
    return chat->has_asked && wire_text_equal(line->from, client_name(chat->client));
}

static void on_line_heard(void *owner, const struct wire_chat_line *line)
{
    struct chat *chat = owner;
    if (!is_typed_here(chat, line))
        show(chat, line);
}

static void take_list(struct chat *chat, const struct wire_chat_lines *list)
{
    chat_room_take_list(&chat->room, list, on_line_heard, chat);
    chat->has_asked = true;
    tell_shown(chat);
}

static void on_list(void *owner, const struct error *error, const void *result)
{
    struct chat *chat = owner;
    bool is_of_this_room = chat->asked == chat->match;
    chat->asked = 0;
    if (!is_of_this_room)
        chat_refresh(chat);
    else if (!error) /* otherwise the room is closed */
        take_list(chat, result);
}

void chat_refresh(struct chat *chat)
{
    if (!chat->match || chat->asked)
        return;
    chat->asked = chat->match;
    struct wire_match_number number = {.match = chat->match};
    client_call(chat->client, WIRE_CHAT_LIST, &number, on_list, chat);
}

void chat_enter(struct chat *chat, struct client *client, int64_t match)
{
    chat->client = client;
    chat->match = match;
    chat->has_asked = false;
    chat->room = (struct chat_room){0};
    chat_refresh(chat);
}

void chat_event(struct chat *chat, const struct wire_chat_line *line)
{
    if (line->match != chat->match || chat->asked)
        return; /* what is said before the list comes is in the list */
    chat_room_take(&chat->room, line);
    if (is_typed_here(chat, line))
        return;
    show(chat, line);
    tell_shown(chat);
}

static void line_answered(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct chat *chat = owner;
    if (!error)
        return;
    console_refuse(chat->console, error->code, "That could not be said", refusal_of(error).words);
    tell_shown(chat);
}

void chat_say(struct chat *chat, const char *text, size_t len)
{
    struct wire_chat_say say;
    wire_record_clear(&wire_record_chat_say, &say);
    say.match = chat->match;
    say.text = (struct wire_text){.bytes = text, .len = len};
    client_call(chat->client, WIRE_CHAT_SAY, &say, line_answered, chat);
}

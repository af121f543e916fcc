/* Who is there, who is kept out, what they say, and their tokens. */
#include "server/net/encode.h"
#include "server/net/encode_parts.h"

#include "common/base/memory.h"

#include <stdlib.h>

static const char *const chat_room_texts[] = {
    [ROOM_PLAYERS] = "players",
    [ROOM_SPECTATORS] = "spectators",
};

static void fill_chat_line(struct wire_chat_line *wire, const struct chat_line *line)
{
    *wire = (struct wire_chat_line){
        .match = line->match,
        .room = wire_text(chat_room_texts[line->room]),
        .from = wire_text(line->from),
        .text = wire_text(line->text),
        .at = line->at_ms,
    };
}

void encode_chat_lines(struct text *out, const struct message *message)
{
    struct wire_chat_lines wire = {
        .lines = memory_zeroed(message->chat_lines.count, sizeof *wire.lines),
        .lines_count = message->chat_lines.count,
    };
    for (size_t i = 0; i < wire.lines_count; i++)
        fill_chat_line(&wire.lines[i], &message->chat_lines.list[i]);
    wire_encode_result(out, message->request, &wire_record_chat_lines, &wire);
    free(wire.lines);
}

void encode_chat(struct text *out, const struct message *message)
{
    struct wire_chat_line event;
    fill_chat_line(&event, &message->chat);
    wire_encode_event(out, WIRE_EVENT_CHAT_SAID, &event);
}

static void fill_present(struct wire_present *wire, const struct present_view *view)
{
    *wire = (struct wire_present){
        .session = (int64_t)view->session,
        .player = view->player,
        .name = wire_text(view->name),
        .account = view->account,
        .address = wire_text(view->address),
        .client = wire_text(view->client),
        .lag = unless_negative(view->lag_ms),
        .matches = (int64_t)view->matches,
        .since = view->since_ms,
    };
}

void encode_present(struct text *out, const struct message *message)
{
    struct wire_present_list wire = {
        .players = memory_zeroed(message->present.count, sizeof *wire.players),
        .players_count = message->present.count,
        .more = message->present.more,
    };
    for (size_t i = 0; i < wire.players_count; i++)
        fill_present(&wire.players[i], &message->present.list[i]);
    wire_encode_result(out, message->request, &wire_record_present_list, &wire);
    free(wire.players);
}

void encode_online(struct text *out, const struct message *message)
{
    struct wire_online_list wire = {
        .players = memory_zeroed(message->present.count, sizeof *wire.players),
        .players_count = message->present.count,
    };
    for (size_t i = 0; i < wire.players_count; i++) {
        const struct present_view *view = &message->present.list[i];
        wire.players[i] = (struct wire_online){
            .player = view->player,
            .name = wire_text(view->name),
            .account = view->account,
            .client = wire_text(view->client),
            .matches = (int64_t)view->matches,
        };
    }
    wire_encode_result(out, message->request, &wire_record_online_list, &wire);
    free(wire.players);
}

static void fill_ban(struct wire_ban *wire, const struct ban_view *view)
{
    *wire = (struct wire_ban){
        .player = wire_text(view->kind == BAN_NAME ? view->shown : NULL),
        .address = wire_text(view->kind == BAN_ADDRESS ? view->shown : NULL),
        .reason = wire_text(*view->reason ? view->reason : NULL),
        .until = or_absent(view->until_ms),
        .made = view->made_ms,
    };
}

void encode_bans(struct text *out, const struct message *message)
{
    struct wire_bans wire = {
        .bans = memory_zeroed(message->bans.count, sizeof *wire.bans),
        .bans_count = message->bans.count,
    };
    for (size_t i = 0; i < wire.bans_count; i++)
        fill_ban(&wire.bans[i], &message->bans.list[i]);
    wire_encode_result(out, message->request, &wire_record_bans, &wire);
    free(wire.bans);
}

#include "server/hall/message.h"

#include <stdlib.h>
#include <string.h>

void offer_view_finish(struct offer_view *view)
{
    free(view->from);
    free(view->to);
    free(view->rules);
    free(view->start);
    free(view->clock);
    *view = (struct offer_view){0};
}

void chat_line_finish(struct chat_line *line)
{
    free(line->from);
    free(line->text);
    *line = (struct chat_line){0};
}

static void finish_offers(struct message *message)
{
    for (size_t i = 0; i < message->offers.count; i++)
        offer_view_finish(&message->offers.list[i]);
    free(message->offers.list);
}

static void finish_summaries(struct message *message)
{
    for (size_t i = 0; i < message->summaries.count; i++)
        match_summary_finish(&message->summaries.list[i]);
    free(message->summaries.list);
}

static void finish_chat_lines(struct message *message)
{
    for (size_t i = 0; i < message->chat_lines.count; i++)
        chat_line_finish(&message->chat_lines.list[i]);
    free(message->chat_lines.list);
}

static void finish_present(struct message *message)
{
    for (size_t i = 0; i < message->present.count; i++) {
        struct present_view *view = &message->present.list[i];
        free(view->name);
        free(view->address);
        free(view->client);
    }
    free(message->present.list);
}

static void finish_bans(struct message *message)
{
    for (size_t i = 0; i < message->bans.count; i++) {
        free(message->bans.list[i].shown);
        free(message->bans.list[i].reason);
    }
    free(message->bans.list);
}

static void finish_payload(struct message *message)
{
    switch (message->kind) {
    case MESSAGE_WELCOME:
        free(message->welcome.name);
        free(message->welcome.token);
        free(message->welcome.matches);
        break;
    case MESSAGE_OFFERS:
        finish_offers(message);
        break;
    case MESSAGE_MATCH:
    case MESSAGE_MATCH_STARTED:
        match_view_finish(&message->match.view);
        break;
    case MESSAGE_SUMMARIES:
        finish_summaries(message);
        break;
    case MESSAGE_CHAT_LINES:
        finish_chat_lines(message);
        break;
    case MESSAGE_PRESENT:
    case MESSAGE_ONLINE:
        finish_present(message);
        break;
    case MESSAGE_BANS:
        finish_bans(message);
        break;
    case MESSAGE_ERROR:
        free(message->error.position);
        break;
    case MESSAGE_LOOK_UP_HELLO:
        free(message->look_up_hello.name_key);
        break;
    case MESSAGE_LOOK_UP_MOVE:
        free(message->look_up_move.move);
        break;
    case MESSAGE_LOOK_UP_HISTORY:
        free(message->look_up_history.player_key);
        break;
    case MESSAGE_LOOK_UP_RATINGS:
        free(message->look_up_ratings.player_key);
        free(message->look_up_ratings.family);
        break;
    case MESSAGE_DRAW_START:
        free(message->draw_start.rules);
        free(message->draw_start.starts);
        break;
    case MESSAGE_TOURNAMENT_NOW:
    case MESSAGE_TOURNAMENT:
        free(message->tournament.reason);
        break;
    case MESSAGE_OFFER_RECEIVED:
        offer_view_finish(&message->offer_received);
        break;
    case MESSAGE_MOVED:
        free(message->moved.move);
        break;
    case MESSAGE_CHAT:
        chat_line_finish(&message->chat);
        break;
    case MESSAGE_STALLED:
    case MESSAGE_CLOSING:
    case MESSAGE_REPLACED:
    case MESSAGE_KICKED:
        free(message->notice.reason);
        break;
    case MESSAGE_NOTHING:
    case MESSAGE_OFFER_NUMBER:
    case MESSAGE_TOURNAMENT_NUMBER:
    case MESSAGE_MOVE_DONE:
    case MESSAGE_REMATCH:
    case MESSAGE_LOOK_UP_TOKENS:
    case MESSAGE_LOOK_UP_PASSWORD:
    case MESSAGE_LOOK_UP_MATCH:
    case MESSAGE_LOOK_UP_TOURNAMENTS:
    case MESSAGE_LOOK_UP_TOURNAMENT:
    case MESSAGE_LOOK_UP_STANDINGS:
    case MESSAGE_LOOK_UP_PAIRS:
    case MESSAGE_LOOK_UP_EXPORT:
    case MESSAGE_LOOK_UP_SEAL:
    case MESSAGE_JUDGE:
    case MESSAGE_OFFER_CLOSED:
    case MESSAGE_ENDED:
    case MESSAGE_PRESENCE:
    case MESSAGE_RESUMED:
        break;
    }
}

/* --- memory --- */

static size_t text_bytes(const char *text)
{
    return text ? strlen(text) + 1 : 0;
}

static size_t offer_bytes(const struct offer_view *offer)
{
    return sizeof *offer + text_bytes(offer->rules) + text_bytes(offer->start);
}

static size_t summary_bytes(const struct match_summary *summary)
{
    return sizeof *summary + text_bytes(summary->rules) + text_bytes(summary->start);
}

static size_t view_bytes(const struct match_view *view)
{
    size_t times = view->taken_ms ? (size_t)view->move_count * 2 * sizeof *view->taken_ms : 0;
    return summary_bytes(&view->summary) + view->position.capacity + view->moves.capacity + times;
}

static size_t offers_bytes(const struct message *message)
{
    size_t bytes = 0;
    for (size_t i = 0; i < message->offers.count; i++)
        bytes += offer_bytes(&message->offers.list[i]);
    return bytes;
}

static size_t summaries_bytes(const struct message *message)
{
    size_t bytes = 0;
    for (size_t i = 0; i < message->summaries.count; i++)
        bytes += summary_bytes(&message->summaries.list[i]);
    return bytes;
}

static size_t chat_lines_bytes(const struct message *message)
{
    size_t bytes = 0;
    for (size_t i = 0; i < message->chat_lines.count; i++)
        bytes += sizeof(struct chat_line) + text_bytes(message->chat_lines.list[i].text);
    return bytes;
}

size_t message_bytes(const struct message *message)
{
    size_t bytes = sizeof *message + message->session_capacity * sizeof *message->sessions;
    if (message->kind == MESSAGE_OFFERS)
        bytes += offers_bytes(message);
    else if (message->kind == MESSAGE_SUMMARIES)
        bytes += summaries_bytes(message);
    else if (message->kind == MESSAGE_CHAT_LINES)
        bytes += chat_lines_bytes(message);
    else if (message->kind == MESSAGE_MATCH || message->kind == MESSAGE_MATCH_STARTED)
        bytes += view_bytes(&message->match.view);
    else if (message->kind == MESSAGE_OFFER_RECEIVED)
        bytes += offer_bytes(&message->offer_received);
    else if (message->kind == MESSAGE_MOVED)
        bytes += text_bytes(message->moved.move) + text_bytes(message->moved.position);
    else if (message->kind == MESSAGE_ERROR)
        bytes += text_bytes(message->error.position);
    else if (message->kind == MESSAGE_DRAW_START)
        bytes += text_bytes(message->draw_start.starts);
    return bytes;
}

void message_finish(struct message *message)
{
    finish_payload(message);
    if (message->sessions != message->few)
        free(message->sessions);
    *message = (struct message){0};
}

void message_destroy(struct message *message)
{
    if (!message)
        return;
    message_finish(message);
    free(message);
}

#include "server/hall/message.h"

#include <stdlib.h>
#include <string.h>

static void visit_offer(const struct offer_view *view, struct memory_walk *walk)
{
    memory_visit(walk, view->from);
    memory_visit(walk, view->to);
    memory_visit(walk, view->rules);
    memory_visit(walk, view->start);
    memory_visit(walk, view->clock);
}

void offer_view_finish(struct offer_view *view)
{
    visit_offer(view, &(struct memory_walk){.releases = true});
    *view = (struct offer_view){0};
}

static void visit_chat_line(const struct chat_line *line, struct memory_walk *walk)
{
    memory_visit(walk, line->from);
    memory_visit(walk, line->text);
}

void chat_line_finish(struct chat_line *line)
{
    visit_chat_line(line, &(struct memory_walk){.releases = true});
    *line = (struct chat_line){0};
}

/* All that the message owns besides its sessions. Every kind is named, so that the compiler asks
 * about a new one. */
static void visit_payload(const struct message *message, struct memory_walk *walk)
{
    switch (message->kind) {
    case MESSAGE_WELCOME:
        memory_visit(walk, message->welcome.name);
        memory_visit(walk, message->welcome.token);
        memory_visit(walk, message->welcome.matches);
        break;
    case MESSAGE_OFFERS:
        for (size_t i = 0; i < message->offers.count; i++)
            visit_offer(&message->offers.list[i], walk);
        memory_visit(walk, message->offers.list);
        break;
    case MESSAGE_MATCH:
    case MESSAGE_MATCH_STARTED:
        match_view_visit(&message->match.view, walk);
        break;
    case MESSAGE_SUMMARIES:
        for (size_t i = 0; i < message->summaries.count; i++)
            match_summary_visit(&message->summaries.list[i], walk);
        memory_visit(walk, message->summaries.list);
        break;
    case MESSAGE_CHAT_LINES:
        for (size_t i = 0; i < message->chat_lines.count; i++)
            visit_chat_line(&message->chat_lines.list[i], walk);
        memory_visit(walk, message->chat_lines.list);
        break;
    case MESSAGE_PRESENT:
    case MESSAGE_ONLINE:
        for (size_t i = 0; i < message->present.count; i++) {
            memory_visit(walk, message->present.list[i].name);
            memory_visit(walk, message->present.list[i].address);
            memory_visit(walk, message->present.list[i].client);
        }
        memory_visit(walk, message->present.list);
        break;
    case MESSAGE_BANS:
        for (size_t i = 0; i < message->bans.count; i++) {
            memory_visit(walk, message->bans.list[i].shown);
            memory_visit(walk, message->bans.list[i].reason);
        }
        memory_visit(walk, message->bans.list);
        break;
    case MESSAGE_ERROR:
        memory_visit(walk, message->error.position);
        break;
    case MESSAGE_LOOK_UP_HELLO:
        memory_visit(walk, message->look_up_hello.name_key);
        break;
    case MESSAGE_LOOK_UP_MOVE:
        memory_visit(walk, message->look_up_move.move);
        break;
    case MESSAGE_LOOK_UP_HISTORY:
        memory_visit(walk, message->look_up_history.player_key);
        break;
    case MESSAGE_LOOK_UP_RATINGS:
        memory_visit(walk, message->look_up_ratings.player_key);
        memory_visit(walk, message->look_up_ratings.family);
        break;
    case MESSAGE_DRAW_START:
        memory_visit(walk, message->draw_start.rules);
        memory_visit(walk, message->draw_start.starts);
        break;
    case MESSAGE_TOURNAMENT_NOW:
    case MESSAGE_TOURNAMENT:
        memory_visit(walk, message->tournament.reason);
        break;
    case MESSAGE_OFFER_RECEIVED:
        visit_offer(&message->offer_received, walk);
        break;
    case MESSAGE_MOVED:
        memory_visit(walk, message->moved.move); /* and the position behind it */
        break;
    case MESSAGE_CHAT:
        visit_chat_line(&message->chat, walk);
        break;
    case MESSAGE_STALLED:
    case MESSAGE_CLOSING:
    case MESSAGE_REPLACED:
    case MESSAGE_KICKED:
        memory_visit(walk, message->notice.reason);
        break;
    case MESSAGE_NOTHING:
    case MESSAGE_OFFER_NUMBER:
    case MESSAGE_CLEARED:
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

static void visit(const struct message *message, struct memory_walk *walk)
{
    visit_payload(message, walk);
    if (message->sessions != message->few)
        memory_visit(walk, message->sessions);
}

size_t message_bytes(const struct message *message)
{
    struct memory_walk walk = {.bytes = sizeof *message};
    visit(message, &walk);
    return walk.bytes;
}

void message_finish(struct message *message)
{
    if (message->kind == MESSAGE_WELCOME && message->welcome.token)
        explicit_bzero(message->welcome.token, strlen(message->welcome.token));
    visit(message, &(struct memory_walk){.releases = true});
    *message = (struct message){0};
}

void message_destroy(struct message *message)
{
    if (!message)
        return;
    message_finish(message);
    free(message);
}

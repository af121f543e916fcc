#include "server/hall/message.h"

#include <stdlib.h>

void offer_view_finish(struct offer_view *view)
{
    free(view->from);
    free(view->to);
    free(view->rules);
    free(view->start);
    *view = (struct offer_view){0};
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
    case MESSAGE_ERROR:
        free(message->error.position);
        break;
    case MESSAGE_LOOK_UP_MOVE:
        free(message->look_up_move.move);
        break;
    case MESSAGE_LOOK_UP_HISTORY:
        free(message->look_up_history.player_key);
        break;
    case MESSAGE_OFFER_RECEIVED:
        offer_view_finish(&message->offer_received);
        break;
    case MESSAGE_MOVED:
        free(message->moved.move);
        free(message->moved.position);
        break;
    case MESSAGE_STALLED:
    case MESSAGE_CLOSING:
    case MESSAGE_REPLACED:
        free(message->notice.reason);
        break;
    case MESSAGE_NOTHING:
    case MESSAGE_OFFER_NUMBER:
    case MESSAGE_MOVE_DONE:
    case MESSAGE_REMATCH:
    case MESSAGE_LOOK_UP_TOKEN:
    case MESSAGE_LOOK_UP_MATCH:
    case MESSAGE_OFFER_CLOSED:
    case MESSAGE_ENDED:
    case MESSAGE_PRESENCE:
    case MESSAGE_RESUMED:
        break;
    }
}

void message_destroy(struct message *message)
{
    if (!message)
        return;
    finish_payload(message);
    free(message->sessions);
    free(message);
}

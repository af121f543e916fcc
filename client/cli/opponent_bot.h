/* The bot that plays against the person: keeps its token beside the person's, so that both come
 * back to an unfinished match. */
#ifndef CLIENT_OPPONENT_BOT_H
#define CLIENT_OPPONENT_BOT_H

#include "client/cli/session.h"
#include "common/wire/schema.h"

#include <stdbool.h>

struct opponent_bot;

struct opponent_bot_events {
    void *owner;
    /* It is there, under this name; the name lives as long as the bot. */
    void (*ready)(void *owner, const char *name);
    /* It could not start, or has ended. */
    void (*failed)(void *owner, const struct error *error);
};

/* Starts a bot on the session's server. `name` NULL: the name that a bot of this strategy has
 * there. */
enum error_code opponent_bot_start(struct session *session, const char *strategy, const char *name,
                                   const struct opponent_bot_events *events,
                                   struct opponent_bot **ret_bot, struct error *error);
/* NULL is taken. */
void opponent_bot_stop(struct opponent_bot *bot);

/* Was this player of the session's server a bot of ours, which can be started again? Then its
 * strategy. */
bool opponent_bot_is_ours(const struct session *session, const char *name,
                          char ret_strategy[WIRE_NAME_MAX + 1]);

#endif

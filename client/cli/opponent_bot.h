/* The bot that plays against the person. Its token is kept beside the person's, so that both can
 * come back to an unfinished match. */
#ifndef CLIENT_OPPONENT_BOT_H
#define CLIENT_OPPONENT_BOT_H

#include "client/cli/session.h"
#include "common/wire/schema.h"

#include <stdbool.h>

struct opponent_bot;

struct opponent_bot_events {
    void *owner;
    /* The bot is connected. `name` lives as long as the bot. */
    void (*ready)(void *owner, const char *name);
    /* The bot could not start, or has ended. */
    void (*failed)(void *owner, const struct error *error);
};

/* Starts a bot on the session's server. `name` NULL: the default name of a bot of this strategy
 * there. */
enum error_code opponent_bot_start(struct session *session, const char *strategy, const char *name,
                                   const struct opponent_bot_events *events,
                                   struct opponent_bot **ret_bot, struct error *error);
/* NULL is allowed. */
void opponent_bot_stop(struct opponent_bot *bot);

/* Is this player of the session's server a bot of this person, so that it can be started again?
 * Returns its strategy, too. */
bool opponent_bot_is_ours(const struct session *session, const char *name,
                          char ret_strategy[WIRE_NAME_MAX + 1]);

#endif

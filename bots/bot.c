#include "bots/bot.h"

#include "bots/bridge.h"
#include "bots/entry.h"
#include "bots/report.h"
#include "bots/seats.h"
#include "bots/series.h"
#include "bots/thinker.h"
#include "client/lib/token_file.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct bot {
    struct loop *loop;
    struct bot_config config;
    struct thinker *thinker; /* chooses the moves; NULL: the bridge does */
    struct bridge *bridge;
    struct client *client;
    struct seats *seats;
    struct seeking seeking;
    struct series *series; /* NULL: it challenges nobody */
    struct entry *entry;   /* NULL: it takes part in no tournament */
    struct text token;     /* the token in the file */
    bool is_greeted;
};

static enum error_code start_client(struct bot *bot, struct error *error);

static void give_up(struct bot *bot, const char *why)
{
    report_trouble("%s", why);
    loop_stop(bot->loop, 1);
}

static void on_task_failed(void *owner, const struct error *error)
{
    give_up(owner, error->message);
}

static void stop_when_done(struct bot *bot)
{
    if (bot->series && series_is_done(bot->series) && seats_live_count(bot->seats) == 0)
        loop_stop(bot->loop, 0);
}

/* --- matches --- */

static void on_started(void *owner, const struct match *match, int64_t offer)
{
    struct bot *bot = owner;
    report_line("match %" PRId64 " started %s against %s", match->id, match->rules.text,
                match_opponent(match));
    if (bot->series)
        series_take_started(bot->series, match, offer);
}

static void on_ended(void *owner, const struct match *match)
{
    struct bot *bot = owner;
    report_line("match %" PRId64 " ended %s %s", match->id, match->ending, match->winner);
    if (bot->series)
        series_take_ended(bot->series, match->id);
    stop_when_done(bot);
}

static void on_lost(void *owner, int64_t match)
{
    struct bot *bot = owner;
    report_line("match %" PRId64 " lost", match);
    if (bot->series)
        series_take_lost(bot->series, match);
    stop_when_done(bot);
}

/* --- challenges --- */

static bool plays(const struct bot *bot, struct wire_text rules)
{
    if (bot->entry || (bot->series && series_is_done(bot->series)))
        return false;
    for (size_t i = 0; i < bot->config.game_count; i++) {
        if (wire_text_equal(rules, bot->config.games[i]))
            return true;
    }
    return bot->config.game_count == 0;
}

static void on_news(void *owner, const struct seeking_news *news)
{
    struct bot *bot = owner;
    if (news->kind == SEEKING_CHALLENGED && plays(bot, news->offer->rules))
        seeking_accept(&bot->seeking, news->offer->offer);
    else if (news->kind == SEEKING_CHALLENGED)
        seeking_decline(&bot->seeking, news->offer->offer);
    else if (news->kind == SEEKING_NOT_LISTED)
        report_trouble("the offers cannot be listed: %s", news->error.message);
    else if ((news->kind == SEEKING_NOT_ACCEPTED || news->kind == SEEKING_NOT_DECLINED) &&
             news->error.code != ERROR_NO_SUCH_OFFER) /* it may be gone before it is answered */
        report_trouble("a challenge could not be answered: %s", news->error.message);
    else if (bot->series)
        series_take_news(bot->series, news);
}

static void on_began(void *owner, const struct wire_match *state, int64_t offer)
{
    struct bot *bot = owner;
    seats_take_state(bot->seats, state, offer);
}

/* --- the connection --- */

/* A token that cannot be saved is no reason to stop: the bot only cannot come back to its seats. */
static void keep_token(struct bot *bot, const char *token)
{
    struct error error;
    if (!bot->config.token_file || !*token || strcmp(text_string(&bot->token), token) == 0)
        return;
    text_clear(&bot->token);
    text_append_string(&bot->token, token);
    if (token_file_save(bot->config.token_file, token, &error))
        report_trouble("the token is not kept: %s", error.message);
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    struct bot *bot = owner;
    keep_token(bot, client_token(bot->client));
    if (!client_is_private(bot->client))
        report_trouble(
            bot->is_greeted
                ? "without TLS the server cannot know the bot again: coming as a new guest"
                : "there is no TLS to the server: everybody on the way can read and "
                  "change what is sent, and the bot is a guest until the connection ends");
    if (!bot->is_greeted)
        report_line("ready %s", client_name(bot->client));
    bot->is_greeted = true;
    seats_resume(bot->seats, bot->client, welcome);
    bot->seeking.client = bot->client;
    seeking_reconnected(&bot->seeking);
    if (bot->series)
        series_resume(bot->series);
    if (bot->entry)
        entry_resume(bot->entry, bot->client);
    seeking_look_for_challenges(&bot->seeking); /* the bot has missed their events */
}

static void on_interrupted(void *owner, const struct error *reason)
{
    (void)owner;
    report_trouble("%s; trying again", reason->message);
}

/* The server has lost its memory, or the file is of another server. */
static void start_anew(struct bot *bot)
{
    struct error error;
    report_trouble("the server does not know the token (any more): coming as a new guest");
    seats_clear(bot->seats);
    seeking_finish(&bot->seeking);
    client_destroy(bot->client);
    bot->client = NULL;
    if (bot->series)
        series_forget(bot->series);
    text_clear(&bot->token);
    if (start_client(bot, &error))
        give_up(bot, error.message);
}

static void on_failed(void *owner, const struct error *reason)
{
    struct bot *bot = owner;
    if (reason->code == ERROR_BAD_TOKEN)
        start_anew(bot);
    else
        give_up(bot, reason->message);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct bot *bot = owner;
    if (event == WIRE_EVENT_TOURNAMENT_CHANGED && bot->entry) {
        entry_take_changed(bot->entry, body);
    } else if (event == WIRE_EVENT_SERVER_RESUMED && client_state(bot->client) == CLIENT_READY) {
        seats_go_on(bot->seats);
        if (bot->entry)
            entry_go_on(bot->entry);
        seeking_look_for_challenges(&bot->seeking); /* some could not be answered */
    } else {
        seeking_event(&bot->seeking, event, body);
        seats_event(bot->seats, event, body);
    }
}

static enum error_code start_client(struct bot *bot, struct error *error)
{
    struct client_config config = {
        .server = bot->config.server,
        .trust = {.server_key = bot->config.server_key},
        .program = "takeaway-bot " TAKEAWAY_VERSION,
        .is_bot = true,
        .name = bot->config.name,
        .token = bot->token.len > 0 ? text_string(&bot->token) : NULL,
        .first_tries = bot->config.waits_for_server ? 0 : CLIENT_FIRST_TRIES,
    };
    struct client_events events = {
        .owner = bot,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .failed = on_failed,
        .event = on_event,
    };
    return client_create(bot->loop, &config, &events, &bot->client, error);
}

/* --- the public functions --- */

static void on_tournament_over(void *owner)
{
    struct bot *bot = owner;
    loop_stop(bot->loop, 0);
}

static enum error_code create_chooser(struct bot *bot, struct chooser *ret_chooser,
                                      struct error *error)
{
    struct strategy strategy;
    if (bot->config.command) {
        struct bridge_events events = {.owner = bot, .failed = on_task_failed};
        bot->bridge = bridge_create(bot->loop, bot->config.command, &events);
        *ret_chooser = bridge_chooser(bot->bridge);
        return ERROR_NONE;
    }
    if (strategy_parse(bot->config.strategy, bot->config.seed, &strategy, error))
        return error->code;
    bot->thinker = thinker_create(bot->loop, &strategy);
    *ret_chooser = thinker_chooser(bot->thinker);
    return ERROR_NONE;
}

static enum error_code start(struct bot *bot, struct error *error)
{
    const struct bot_config *config = &bot->config;
    assert(!config->strategy != !config->command);
    assert(!config->challenge || (config->game_count > 0 && config->matches > 0));
    struct seats_config seats = {
        .patience_ms = config->patience_ms,
        .resigns_for_haste = config->resigns_for_haste,
        .takebacks = config->takebacks,
    };
    enum error_code failed = create_chooser(bot, &seats.chooser, error);
    if (failed)
        return failed;
    struct seats_events events = {
        .owner = bot,
        .started = on_started,
        .ended = on_ended,
        .lost = on_lost,
    };
    bot->seats = seats_create(bot->loop, &seats, &events);
    bot->seeking.events = (struct seeking_events){bot, on_news, on_began, NULL};
    if (config->challenge) {
        struct series_config series = {
            .opponent = config->challenge,
            .games = config->games,
            .game_count = config->game_count,
            .looks = config->looks,
            .start = config->start,
            .clock = config->clock,
            .first = config->first,
            .matches = config->matches,
        };
        struct series_events on_series = {.owner = bot, .failed = on_task_failed};
        bot->series = series_create(bot->loop, &series, &bot->seeking, &on_series);
    }
    if (config->tournament) {
        struct entry_events on_entry = {
            .owner = bot, .over = on_tournament_over, .failed = on_task_failed};
        bot->entry = entry_create(config->tournament, &on_entry);
    }
    if (config->token_file)
        failed = token_file_load(config->token_file, &bot->token, error);
    if (bot->token.len > 0)
        bot->config.waits_for_server = true; /* it may have matches there */
    return failed ? failed : start_client(bot, error);
}

enum error_code bot_create(struct loop *loop, const struct bot_config *config, struct bot **ret_bot,
                           struct error *error)
{
    struct bot *bot = memory_zeroed(1, sizeof *bot);
    bot->loop = loop;
    bot->config = *config;
    enum error_code failed = start(bot, error);
    if (failed)
        bot_destroy(bot);
    else
        *ret_bot = bot;
    return failed;
}

void bot_destroy(struct bot *bot)
{
    if (!bot)
        return;
    seats_destroy(bot->seats);
    seeking_finish(&bot->seeking);
    client_destroy(bot->client);
    series_destroy(bot->series);
    entry_destroy(bot->entry);
    thinker_destroy(bot->thinker);
    bridge_destroy(bot->bridge);
    text_finish(&bot->token);
    free(bot);
}

#include "client/cli/opponent_bot.h"

#include "client/cli/bot_process.h"
#include "client/cli/own_name.h"
#include "client/cli/state_folder.h"
#include "client/lib/lines.h"
#include "common/base/memory.h"

#include <assert.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char after_strategy[] = "-bot";

enum { LAST_WORDS_MAX = 255 }; /* bytes */

struct opponent_bot {
    struct opponent_bot_events events;
    struct bot_process *bot;
    char name[WIRE_NAME_MAX + 1];
    bool was_ready;
    bool has_ended;
    int status; /* its exit status, if has_ended */
    int errors; /* the read end of its standard error; negative: inherited from this program */
    struct lines *lines;    /* read from there; NULL: at the end */
    struct text last_words; /* the last line, shown only on failure */
};

/* Chooses "perfect-bot" on a private server, and "perfect-bot-anna" on a shared one, where others
 * have bots, too. */
static void choose_name(const struct session *session, const char *strategy,
                        char ret_name[WIRE_NAME_MAX + 1])
{
    struct text name = {0};
    text_printf(&name, "%s%s", strategy, after_strategy);
    if (!session_is_private(session))
        text_printf(&name, "-%s", client_name(session_client(session)));
    name_fit(text_string(&name), ret_name);
    text_finish(&name);
}

static void on_ready(void *owner, const char *name)
{
    struct opponent_bot *bot = owner;
    (void)name;
    bot->was_ready = true;
    bot->events.ready(bot->events.owner, bot->name);
}

/* --- the end --- */

static void report_end(struct opponent_bot *bot)
{
    struct error error;
    if (!bot->has_ended || bot->lines)
        return;
    error_set(&error, ERROR_IO, "the bot %s %s (status %d)%s%s", bot->name,
              bot->was_ready ? "has ended" : "could not start", bot->status,
              bot->last_words.len > 0 ? ": " : "", text_string(&bot->last_words));
    bot->events.failed(bot->events.owner, &error);
}

static void on_ended(void *owner, int status)
{
    assert(!((struct opponent_bot *)owner)->has_ended);
    struct opponent_bot *bot = owner;
    bot->has_ended = true;
    bot->status = status;
    report_end(bot);
}

static void on_said(void *owner, const char *line, size_t len)
{
    struct opponent_bot *bot = owner;
    if (len == 0)
        return;
    text_clear(&bot->last_words);
    text_append(&bot->last_words, line, len < LAST_WORDS_MAX ? len : LAST_WORDS_MAX);
}

static void on_said_all(void *owner)
{
    struct opponent_bot *bot = owner;
    lines_destroy(bot->lines);
    bot->lines = NULL;
    report_end(bot);
}

/* --- the start --- */

/* Opens a pipe for the bot's standard error, which would otherwise disturb the person's screen.
 * Returns the write end; 0: no pipe. */
static int open_errors(struct opponent_bot *bot, struct loop *loop)
{
    int ends[2];
    struct lines_events events = {.owner = bot, .line = on_said, .end = on_said_all};
    if (pipe2(ends, O_CLOEXEC) < 0)
        return 0;
    bot->errors = ends[0];
    bot->lines = lines_create(loop, bot->errors, &events);
    return ends[1];
}

static enum error_code start(struct opponent_bot *bot, struct session *session,
                             const char *strategy, struct error *error)
{
    struct text token_file = {0};
    enum error_code failed =
        state_token_path(session_token_server(session), bot->name, &token_file, error);
    int errors = failed ? 0 : open_errors(bot, session_loop(session));
    struct bot_process_config config = {
        .server = session_address(session),
        .server_key = session_server_key(session),
        .strategy = strategy,
        .name = bot->name,
        .token_file = text_string(&token_file),
        .errors = errors,
    };
    struct bot_process_events events = {.owner = bot, .ready = on_ready, .ended = on_ended};
    if (!failed)
        failed = bot_process_start(session_loop(session), &config, &events, &bot->bot, error);
    if (errors > 0)
        close(errors);
    text_finish(&token_file);
    return failed;
}

enum error_code opponent_bot_start(struct session *session, const char *strategy, const char *name,
                                   const struct opponent_bot_events *events,
                                   struct opponent_bot **ret_bot, struct error *error)
{
    struct opponent_bot *bot = memory_zeroed(1, sizeof *bot);
    bot->events = *events;
    bot->errors = -1;
    if (name)
        name_fit(name, bot->name);
    else
        choose_name(session, strategy, bot->name);
    enum error_code failed = start(bot, session, strategy, error);
    if (failed)
        opponent_bot_stop(bot);
    else
        *ret_bot = bot;
    return failed;
}

void opponent_bot_stop(struct opponent_bot *bot)
{
    if (!bot)
        return;
    bot_process_stop(bot->bot);
    lines_destroy(bot->lines);
    if (bot->errors >= 0)
        close(bot->errors);
    text_finish(&bot->last_words);
    free(bot);
}

/* --- bots of earlier runs --- */

bool opponent_bot_is_ours(const struct session *session, const char *name,
                          char ret_strategy[WIRE_NAME_MAX + 1])
{
    const char *end = strstr(name, after_strategy);
    if (!end || end == name)
        return false;
    struct text token_file = {0};
    struct error error;
    bool kept = !state_token_path(session_token_server(session), name, &token_file, &error) &&
                access(text_string(&token_file), R_OK) == 0;
    text_finish(&token_file);
    if (!kept)
        return false;
    memcpy(ret_strategy, name, (size_t)(end - name));
    ret_strategy[end - name] = '\0';
    /* Names have no colon, so the bot of "level:3" is "level-3-bot". */
    char *dash = strchr(ret_strategy, '-');
    if (dash)
        *dash = ':';
    return true;
}

#include "client/opponent_bot.h"

#include "client/bot.h"
#include "client/name.h"
#include "client/token.h"
#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char after_strategy[] = "-bot";

struct opponent_bot {
    struct opponent_bot_events events;
    struct bot *bot;
    char name[WIRE_NAME_MAX + 1];
    bool was_ready;
    int errors; /* a file in memory: what it has said on standard error, told only when it fails; negative: none */
};

/* On a private server "perfect-bot"; on a shared one, where others have bots too,
 * "perfect-bot-anna". */
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

static void is_ready(void *owner, const char *name)
{
    struct opponent_bot *bot = owner;
    (void)name;
    bot->was_ready = true;
    bot->events.ready(bot->events.owner, bot->name);
}

/* ": " and the last line that it has said on standard error, if it has said anything. */
static void print_last_words(const struct opponent_bot *bot, struct text *out)
{
    char words[256];
    off_t end = bot->errors < 0 ? 0 : lseek(bot->errors, 0, SEEK_END), room = sizeof words - 1;
    if (end <= 0)
        return;
    ssize_t len = pread(bot->errors, words, (size_t)room, end > room ? end - room : 0);
    while (len > 0 && words[len - 1] == '\n')
        len--;
    if (len <= 0)
        return;
    words[len] = '\0';
    const char *line = strrchr(words, '\n');
    text_printf(out, ": %s", line ? line + 1 : words);
}

static void has_ended(void *owner, int status)
{
    struct opponent_bot *bot = owner;
    struct error error;
    struct text words = {0};
    print_last_words(bot, &words);
    error_set(&error, ERROR_IO, "the bot %s %s (status %d)%s", bot->name,
              bot->was_ready ? "has ended" : "could not start", status, text_string(&words));
    text_finish(&words);
    bot->events.failed(bot->events.owner, &error);
}

enum error_code opponent_bot_start(struct session *session, const char *strategy, const char *name,
                                   const struct opponent_bot_events *events,
                                   struct opponent_bot **ret_bot, struct error *error)
{
    struct opponent_bot *bot = memory_zeroed(1, sizeof *bot);
    bot->events = *events;
    bot->errors = memfd_create("bot", MFD_CLOEXEC);
    if (name)
        name_fit(name, bot->name);
    else
        choose_name(session, strategy, bot->name);
    struct text token_file = {0};
    enum error_code failed =
        token_path(session_token_server(session), bot->name, &token_file, error);
    struct bot_config config = {
        .server = session_address(session),
        .strategy = strategy,
        .name = bot->name,
        .token_file = text_string(&token_file),
        .errors = bot->errors > 0 ? bot->errors : 0,
    };
    struct bot_events bot_events = {.owner = bot, .ready = is_ready, .ended = has_ended};
    if (!failed)
        failed = bot_start(session_loop(session), &config, &bot_events, &bot->bot, error);
    text_finish(&token_file);
    if (failed) {
        opponent_bot_stop(bot);
        return failed;
    }
    *ret_bot = bot;
    return ERROR_NONE;
}

void opponent_bot_stop(struct opponent_bot *bot)
{
    if (!bot)
        return;
    bot_stop(bot->bot);
    if (bot->errors >= 0)
        close(bot->errors);
    free(bot);
}

/* The bot of "level:3" is called "level-3-bot", since no name has a colon. */
static void strategy_of_name(const char *name, size_t len, char ret_strategy[WIRE_NAME_MAX + 1])
{
    memcpy(ret_strategy, name, len);
    ret_strategy[len] = '\0';
    char *dash = strchr(ret_strategy, '-');
    if (dash)
        *dash = ':';
}

bool opponent_bot_is_ours(const struct session *session, const char *name,
                          char ret_strategy[WIRE_NAME_MAX + 1])
{
    const char *end = strstr(name, after_strategy);
    if (!end || end == name)
        return false;
    struct text token_file = {0};
    struct error error;
    bool kept = !token_path(session_token_server(session), name, &token_file, &error) &&
                access(text_string(&token_file), R_OK) == 0;
    text_finish(&token_file);
    if (kept)
        strategy_of_name(name, (size_t)(end - name), ret_strategy);
    return kept;
}

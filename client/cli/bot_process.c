#include "client/cli/bot_process.h"

#include "client/lib/child.h"
#include "client/lib/loop.h"
#include "common/base/memory.h"
#include "common/base/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char first_words[] = "ready ";

struct bot_process {
    struct bot_process_events events;
    struct child *child;
    int life_line; /* the read end of a pipe that only the bot holds open; -1: none */
    bool is_ready;
};

/* Handles the lines that takeaway-bot prints for programs; see bots/manual.c. */
static void on_line(void *owner, const char *line, size_t len)
{
    struct bot_process *bot = owner;
    size_t skipped = strlen(first_words);
    int64_t match, ply;
    char what[16];
    struct text text = {0};
    text_append(&text, line, len);
    const char *words = text_string(&text);
    if (!bot->is_ready && len > skipped && strncmp(words, first_words, skipped) == 0) {
        bot->is_ready = true;
        if (bot->events.ready)
            bot->events.ready(bot->events.owner, words + skipped);
    } else if (bot->events.hasty &&
               sscanf(words, "match %" SCNd64 " haste %" SCNd64 " %15s", &match, &ply, what) == 3) {
        bot->events.hasty(bot->events.owner, match, ply, strcmp(what, "resigned") == 0);
    }
    text_finish(&text);
}

static void on_ended(void *owner, int status)
{
    struct bot_process *bot = owner;
    bot->events.ended(bot->events.owner, status);
}

enum { BOT_ARGUMENTS_MAX = 24 };

/* The command line of takeaway-bot. */
struct command_line {
    const char *words[BOT_ARGUMENTS_MAX];
    int count;
    char tournament[24];
};

/* Adds an option with its value; nothing if the value is NULL. */
static void add_option(struct command_line *line, const char *option, const char *value)
{
    if (!value)
        return;
    assert(line->count + 3 <= BOT_ARGUMENTS_MAX);
    line->words[line->count++] = option;
    line->words[line->count++] = value;
}

static void fill(struct command_line *line, const struct bot_process_config *config)
{
    *line = (struct command_line){.words = {"takeaway-bot", "--exit-on-eof"}, .count = 2};
    add_option(line, "--server", config->server);
    add_option(line, "--server-key", config->server_key);
    add_option(line, "--strategy", config->strategy);
    add_option(line, "--exec", config->command);
    if (config->resigns_for_haste)
        line->words[line->count++] = "--resign-for-haste";
    add_option(line, "--name", config->name);
    add_option(line, "--token-file", config->token_file);
    if (config->challenge) {
        add_option(line, "--challenge", config->challenge);
        add_option(line, "--matches", "1");
        add_option(line, "--game", config->rules);
        add_option(line, "--look", config->look);
        add_option(line, "--start", config->start);
        add_option(line, "--first", "me");
    }
    if (config->tournament) {
        snprintf(line->tournament, sizeof line->tournament, "%" PRId64, config->tournament);
        add_option(line, "--tournament", line->tournament);
    }
}

/* Starts the child, which inherits the write end of the pipe. */
static enum error_code start_child(struct loop *loop, struct bot_process *bot,
                                   const struct command_line *line, int errors, struct error *error)
{
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) < 0)
        return error_set(error, ERROR_IO, "no pipe can be made: %s", strerror(errno));
    bot->life_line = ends[0];
    fcntl(ends[1], F_SETFD, 0);
    struct child_events child = {.owner = bot, .line = on_line, .ended = on_ended};
    enum error_code failed =
        child_start_apart(loop, line->words[0], line->words, errors ? errors : STDERR_FILENO,
                          &child, &bot->child, error);
    close(ends[1]);
    return failed;
}

enum error_code bot_process_start(struct loop *loop, const struct bot_process_config *config,
                                  const struct bot_process_events *events,
                                  struct bot_process **ret_bot, struct error *error)
{
    struct bot_process *bot = memory_zeroed(1, sizeof *bot);
    bot->events = *events;
    bot->life_line = -1;
    struct command_line line;
    fill(&line, config);
    enum error_code failed = start_child(loop, bot, &line, config->errors, error);
    if (failed) {
        bot_process_stop(bot);
        return failed;
    }
    *ret_bot = bot;
    return ERROR_NONE;
}

/* --- the end --- */

enum { ENDING_MS = 2000 };

void bot_processes_stop(struct bot_process *const *bots, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (bots[i])
            child_destroy(bots[i]->child);

    /* A bot has ended when its life line has. A server that ends later cannot cause an error
     * message of the bot. */
    int64_t until_ms = clock_now_ms() + ENDING_MS;
    for (size_t i = 0; i < count; i++) {
        if (!bots[i])
            continue;
        struct pollfd life = {.fd = bots[i]->life_line, .events = POLLIN};
        int64_t left_ms = until_ms - clock_now_ms();
        if (life.fd >= 0) {
            while (poll(&life, 1, left_ms > 0 ? (int)left_ms : 0) < 0 && errno == EINTR)
                left_ms = until_ms - clock_now_ms();
            close(life.fd);
        }
        free(bots[i]);
    }
}

void bot_process_stop(struct bot_process *bot)
{
    bot_processes_stop(&bot, 1);
}

/* The bots that a person plays against: each lives as long as a match with it is unfinished. */
#include "client/tui/home_state.h"
#include "common/base/memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REVIVE_MS = 1000 };

static void remove_bot(struct home *home, struct home_bot *bot)
{
    struct home_bot **at = &home->bots;
    while (*at != bot)
        at = &(*at)->next;
    *at = bot->next;
    if (home->hired == bot)
        home->hired = NULL;
    opponent_bot_stop(bot->bot);
    free(bot);
}

/* Is a match with it unfinished, or about to begin? */
static bool is_needed(const struct home *home, const struct home_bot *bot)
{
    const struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    if (home->hired == bot || strcmp(home->challenged, bot->name) == 0)
        return true;
    for (size_t i = 0; i < yours->count; i++) {
        if (strcmp(yours->rows[i].key, bot->name) == 0)
            return true;
    }
    return false;
}

static void on_ready(void *owner, const char *name)
{
    struct home_bot *bot = owner;
    struct home *home = bot->home;
    snprintf(bot->name, sizeof bot->name, "%s", name);
    if (home->hired != bot) {
        home_bots_settle(home); /* the person may have stopped waiting for it */
        return;
    }
    home->hired = NULL;
    home_search_bot(home, bot);
}

static void on_failed(void *owner, const struct error *error)
{
    struct home_bot *bot = owner;
    struct home *home = bot->home;
    bool was_hired = home->hired == bot, was_there = bot->name[0] != '\0';
    opponent_bot_stop(bot->bot);
    bot->bot = NULL;
    if (was_hired)
        home_search_bot_failed(home, error);
    else
        app_tell_error(home->page.app, error);
    if (was_there)
        loop_timer_start(home->revive, REVIVE_MS);
    else
        remove_bot(home, bot);
}

/* `name` NULL: the one that a bot of this strategy has. */
static bool start(struct home_bot *bot, const char *name)
{
    struct home *home = bot->home;
    struct opponent_bot_events events = {bot, on_ready, on_failed};
    struct error error;
    enum error_code failed = opponent_bot_start(app_session(home->page.app), bot->strategy, name,
                                                &events, &bot->bot, &error);
    if (failed)
        app_tell_error(home->page.app, &error);
    return !failed;
}

/* What is needed still is started again, once each time. */
static void time_to_revive(void *owner)
{
    struct home *home = owner;
    struct home_bot *next;
    for (struct home_bot *bot = home->bots; bot; bot = next) {
        next = bot->next;
        if (bot->bot)
            continue;
        char name[WIRE_NAME_MAX + 1];
        snprintf(name, sizeof name, "%s", bot->name);
        bool is_wanted = is_needed(home, bot);
        bot->name[0] = '\0';
        if (!is_wanted || !start(bot, name))
            remove_bot(home, bot);
    }
}

static struct home_bot *add_bot(struct home *home, const char *strategy, const char *name)
{
    struct home_bot *bot = memory_zeroed(1, sizeof *bot);
    if (!home->revive)
        home->revive = loop_timer_create(app_loop(home->page.app), time_to_revive, home);
    bot->home = home;
    bot->next = home->bots;
    home->bots = bot;
    snprintf(bot->strategy, sizeof bot->strategy, "%s", strategy);
    if (start(bot, name))
        return bot;
    remove_bot(home, bot);
    return NULL;
}

struct home_bot *home_bot_hire(struct home *home, const char *strategy)
{
    for (struct home_bot *bot = home->bots; bot; bot = bot->next) {
        if (bot->bot && strcmp(bot->strategy, strategy) == 0)
            return bot;
    }
    return add_bot(home, strategy, NULL);
}

void home_bot_wake(struct home *home, const char *opponent)
{
    char strategy[WIRE_NAME_MAX + 1];
    for (const struct home_bot *bot = home->bots; bot; bot = bot->next) {
        if (strcmp(bot->name, opponent) == 0)
            return;
    }
    if (opponent_bot_is_ours(app_session(home->page.app), opponent, strategy))
        add_bot(home, strategy, opponent);
}

void home_bots_settle(struct home *home)
{
    struct home_bot *next;
    for (struct home_bot *bot = home->bots; bot; bot = next) {
        next = bot->next;
        if (bot->name[0] && !is_needed(home, bot))
            remove_bot(home, bot);
    }
}

void home_bots_finish(struct home *home)
{
    while (home->bots)
        remove_bot(home, home->bots);
    if (home->revive)
        loop_timer_destroy(home->revive);
}

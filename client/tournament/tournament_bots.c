#include "client/tournament/tournament_bots.h"

#include "client/cli/bot_process.h"
#include "client/tournament/hasty_moves.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    RESTART_MS = 100,      /* pause after the first death, doubled after each further one */
    RESTART_MAX_MS = 1000, /* longest pause */
    STEADY_MS = 10000,     /* a longer life resets the count of deaths */
    DEATHS_MAX = 10,       /* ... in a row without such a life */
};

/* A player and its bot. */
struct player_bot {
    struct tournament_bots *bots;
    struct bot_process *bot; /* NULL: a restart is pending, or the bot was given up */
    struct loop_timer *restart;
    int64_t started_ms;
    int deaths; /* since the last steady run */
};

struct tournament_bots {
    struct tournament_bots_config config;
    struct tournament_bots_events events;
    struct player_bot *entries; /* one for each player of the plan */
};

static size_t index_of(const struct player_bot *entry)
{
    size_t index = (size_t)(entry - entry->bots->entries);
    assert(index < entry->bots->config.plan->player_count);
    return index;
}

static uint32_t restart_ms(int deaths)
{
    assert(deaths >= 1);
    uint32_t delay = RESTART_MS;
    while (--deaths > 0 && delay < RESTART_MAX_MS)
        delay *= 2;
    return delay < RESTART_MAX_MS ? delay : RESTART_MAX_MS;
}

/* Restarts the bot even after status 0: at the end of the tournament the bots are stopped here and
 * do not end by themselves. */
static void on_ended(void *owner, int status)
{
    struct player_bot *entry = owner;
    struct tournament_bots *bots = entry->bots;
    bot_process_stop(entry->bot);
    entry->bot = NULL;
    dprintf(bots->config.folder->log, "%s has ended with status %d\n",
            bots->config.plan->players[index_of(entry)].name, status);
    if (loop_now_ms(bots->config.loop) - entry->started_ms >= STEADY_MS)
        entry->deaths = 0;
    if (++entry->deaths <= DEATHS_MAX)
        loop_timer_start(entry->restart, restart_ms(entry->deaths));
    else
        bots->events.given_up(bots->events.owner, index_of(entry));
}

static void on_hasty(void *owner, int64_t match, int64_t ply, bool has_resigned)
{
    const struct player_bot *entry = owner;
    const struct tournament_bots_config *config = &entry->bots->config;
    hasty_moves_add(config->folder->path, config->plan->players[index_of(entry)].name, match, ply,
                    has_resigned);
}

static enum error_code start(struct player_bot *entry, struct error *error)
{
    assert(!entry->bot);
    const struct tournament_bots_config *config = &entry->bots->config;
    const struct plan_player *player = &config->plan->players[index_of(entry)];
    struct text token = {0};
    text_printf(&token, "%s/tokens/%zu", config->folder->path, index_of(entry) + 1);
    struct bot_process_config bot = {
        .server = config->server,
        .strategy = player->strategy,
        .command = player->command,
        .resigns_for_haste = player->resigns_for_haste,
        .name = player->name,
        .token_file = text_string(&token),
        .tournament = config->tournament,
        .errors = config->folder->log,
    };
    struct bot_process_events events = {.owner = entry, .hasty = on_hasty, .ended = on_ended};
    entry->started_ms = loop_now_ms(config->loop);
    enum error_code failed = bot_process_start(config->loop, &bot, &events, &entry->bot, error);
    text_finish(&token);
    return failed;
}

static void on_restart_due(void *owner)
{
    struct player_bot *entry = owner;
    struct error error;
    if (start(entry, &error))
        on_ended(entry, EXIT_FAILURE);
}

enum error_code tournament_bots_start(const struct tournament_bots_config *config,
                                      const struct tournament_bots_events *events,
                                      struct tournament_bots **ret_bots, struct error *error)
{
    size_t count = config->plan->player_count;
    struct tournament_bots *bots = memory_zeroed(1, sizeof *bots);
    *bots = (struct tournament_bots){
        .config = *config,
        .events = *events,
        .entries = memory_zeroed(count, sizeof *bots->entries),
    };
    enum error_code failed = ERROR_NONE;
    for (size_t i = 0; i < count; i++) {
        struct player_bot *entry = &bots->entries[i];
        entry->bots = bots;
        entry->restart = loop_timer_create(config->loop, on_restart_due, entry);
        if (!failed)
            failed = start(entry, error);
    }
    if (failed) {
        tournament_bots_stop(bots);
        return failed;
    }
    *ret_bots = bots;
    return ERROR_NONE;
}

void tournament_bots_stop(struct tournament_bots *bots)
{
    if (!bots)
        return;
    size_t count = bots->config.plan->player_count;
    struct bot_process **running = memory_zeroed(count, sizeof(struct bot_process *));
    for (size_t i = 0; i < count; i++) {
        running[i] = bots->entries[i].bot;
        loop_timer_destroy(bots->entries[i].restart);
    }
    bot_processes_stop(running, count);
    free(running);
    free(bots->entries);
    free(bots);
}

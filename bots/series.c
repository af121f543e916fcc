#include "bots/series.h"

#include "client/lib/loop.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <strings.h>

/* The phases of a series:
 *
 *             the search begins               match.started
 *     PAUSED -------------------> SEARCHING ----------------> PLAYING
 *       ^ ^                           |                          |
 *       | +--- not now, or it left ---+                          |
 *       +---- it was lost; it ended, and more are to be played --+
 *
 * A match that began while the connection was broken is found in the welcome. */
enum phase {
    PHASE_PAUSED,
    PHASE_SEARCHING,
    PHASE_PLAYING,
    PHASE_OVER, /* all matches were played, or it has failed */
};

struct series {
    struct series_config config;
    struct series_events events;
    struct seeking *seeking;
    struct loop_timer *timer; /* ends a pause */
    struct backoff backoff;
    enum phase phase;
    int64_t offer;  /* in SEARCHING; 0: not made yet */
    int64_t match;  /* in PLAYING */
    int64_t played; /* matches that have ended */
};

static void pause_for_a_while(struct series *series)
{
    series->phase = PHASE_PAUSED;
    loop_timer_start(series->timer, backoff_next_ms(&series->backoff));
}

static void fail(struct series *series, const struct error *error)
{
    series->phase = PHASE_OVER;
    series->events.failed(series->events.owner, error);
}

static void search(struct series *series)
{
    const struct series_config *config = &series->config;
    size_t game = (size_t)series->played % config->game_count;
    const struct seeking_wish wish = {
        .to = config->opponent,
        .rules = config->games[game],
        .look = config->looks ? config->looks[game] : NULL,
        .start = config->start,
        .clock = config->clock,
        .first = config->first,
    };
    assert(series->phase == PHASE_PAUSED || series->phase == PHASE_PLAYING);
    assert(series->played < config->matches);
    series->phase = PHASE_SEARCHING;
    series->offer = 0;
    seeking_search(series->seeking, &wish);
}

static void on_pause_over(void *owner)
{
    struct series *series = owner;
    if (series->phase == PHASE_PAUSED && series->seeking->client)
        search(series);
}

struct series *series_create(struct loop *loop, const struct series_config *config,
                             struct seeking *seeking, const struct series_events *events)
{
    assert(config->game_count >= 1 && config->matches >= 1);
    struct series *series = memory_zeroed(1, sizeof *series);
    series->config = *config;
    series->seeking = seeking;
    series->events = *events;
    series->timer = loop_timer_create(loop, on_pause_over, series);
    return series;
}

void series_destroy(struct series *series)
{
    if (!series)
        return;
    loop_timer_destroy(series->timer);
    free(series);
}

bool series_is_done(const struct series *series)
{
    return series->played == series->config.matches;
}

void series_resume(struct series *series)
{
    if (series->phase == PHASE_PAUSED)
        search(series);
}

void series_forget(struct series *series)
{
    loop_timer_stop(series->timer);
    if (series->phase != PHASE_OVER)
        series->phase = PHASE_PAUSED;
}

/* Refusals that may be over in a while. */
static bool is_passing(enum error_code code)
{
    return code == ERROR_NO_SUCH_PLAYER || code == ERROR_LIMIT_REACHED || client_is_stall(code);
}

void series_take_news(struct series *series, const struct seeking_news *news)
{
    if (series->phase != PHASE_SEARCHING)
        return;
    if (news->kind == SEEKING_WAITS) {
        series->offer = series->seeking->offer;
        series->backoff = (struct backoff){0};
    } else if (news->kind == SEEKING_LEFT ||
               (news->kind == SEEKING_NOT_OFFERED && is_passing(news->error.code))) {
        pause_for_a_while(series);
    } else if (news->kind == SEEKING_NOT_OFFERED) {
        fail(series, &news->error);
    } else if (news->kind == SEEKING_REJECTED) {
        struct error error;
        error_set(&error, ERROR_NO_SUCH_OFFER, "%s declined the challenge",
                  series->config.opponent);
        fail(series, &error);
    }
}

void series_take_started(struct series *series, const struct match *match, int64_t offer)
{
    bool is_theirs = strcasecmp(match_opponent(match), series->config.opponent) == 0;
    bool is_of_this_series = offer == WIRE_ABSENT ? is_theirs : offer == series->offer;
    if (series->phase != PHASE_SEARCHING || !is_of_this_series)
        return;
    seeking_stop(series->seeking);
    series->phase = PHASE_PLAYING;
    series->match = match->id;
}

void series_take_ended(struct series *series, int64_t match)
{
    if (series->phase != PHASE_PLAYING || match != series->match)
        return;
    series->played++;
    if (series_is_done(series))
        series->phase = PHASE_OVER;
    else
        search(series);
}

void series_take_lost(struct series *series, int64_t match)
{
    if (series->phase == PHASE_PLAYING && match == series->match)
        pause_for_a_while(series);
}

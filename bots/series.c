#include "bots/series.h"

#include "bots/report.h"
#include "client/lib/backoff.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <strings.h>

/* Where the series stands:
 *
 *             offer.make          its answer              match.started
 *     PAUSED ------------> ASKING ------------> OFFERED ----------------> PLAYING
 *       ^ ^                  |                     |                         |
 *       | +--- not now ------+-- the offer is gone +                         |
 *       +---------------------- it ended, and more are to be played ---------+
 *
 * A match that began while the connection was broken is found in the welcome: so it may come in
 * ASKING too. */
enum phase {
    PHASE_PAUSED,
    PHASE_ASKING,
    PHASE_OFFERED,
    PHASE_PLAYING,
    PHASE_OVER, /* all were played, or it has failed */
};

struct series {
    struct series_config config;
    struct series_events events;
    struct client *client;    /* NULL: none to ask at present */
    struct loop_timer *timer; /* ends a pause */
    struct backoff backoff;
    enum phase phase;
    int64_t offer;  /* in OFFERED */
    int64_t match;  /* in PLAYING */
    int64_t played; /* matches that have ended */
};

static void pause_for_a_while(struct series *series)
{
    series->phase = PHASE_PAUSED;
    loop_timer_start(series->timer, backoff_next_ms(&series->backoff));
}

/* Refusals that may be over in a while. */
static bool is_passing(enum error_code code)
{
    return code == ERROR_NO_SUCH_PLAYER || code == ERROR_LIMIT_REACHED || client_is_stall(code);
}

static void fail(struct series *series, const struct error *error)
{
    series->phase = PHASE_OVER;
    series->events.failed(series->events.owner, error);
}

static void on_offer_made(void *owner, const struct error *error, const void *result)
{
    struct series *series = owner;
    if (series->phase != PHASE_ASKING)
        return; /* the match is there already */
    if (!error) {
        const struct wire_offer_number *made = result;
        series->offer = made->offer;
        series->phase = PHASE_OFFERED;
        series->backoff = (struct backoff){0};
    } else if (is_passing(error->code)) {
        pause_for_a_while(series);
    } else {
        fail(series, error);
    }
}

static void make_offer(struct series *series)
{
    const struct series_config *config = &series->config;
    size_t game = (size_t)series->played % config->game_count;
    struct wire_offer_make parameters = {
        .to = wire_text(config->opponent),
        .rules = wire_text(config->games[game]),
        .start = wire_text(config->start),
        .first = wire_text(config->first),
        .clock = wire_text(config->clock),
    };
    series->phase = PHASE_ASKING;
    client_call(series->client, WIRE_OFFER_MAKE, &parameters, on_offer_made, series);
}

static void on_pause_over(void *owner)
{
    struct series *series = owner;
    if (series->phase == PHASE_PAUSED && series->client)
        make_offer(series);
}

static bool is_listed(const struct wire_offers *offers, int64_t offer)
{
    for (size_t i = 0; i < offers->offers_count; i++) {
        if (offers->offers[i].offer == offer)
            return true;
    }
    return false;
}

/* After a break: was the offer accepted or dropped in the meantime? The matches have been resumed
 * by now, so it was dropped when neither it nor its match is there. */
static void on_offers_listed(void *owner, const struct error *error, const void *result)
{
    struct series *series = owner;
    if (!error && series->phase == PHASE_OFFERED && !is_listed(result, series->offer))
        make_offer(series);
}

struct series *series_create(struct loop *loop, const struct series_config *config,
                             const struct series_events *events)
{
    struct series *series = memory_zeroed(1, sizeof *series);
    series->config = *config;
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

void series_resume(struct series *series, struct client *client)
{
    series->client = client;
    if (series->phase == PHASE_PAUSED)
        make_offer(series);
    else if (series->phase == PHASE_OFFERED)
        client_call(client, WIRE_OFFER_LIST, NULL, on_offers_listed, series);
}

void series_forget(struct series *series)
{
    series->client = NULL;
    loop_timer_stop(series->timer);
    if (series->phase != PHASE_OVER)
        series->phase = PHASE_PAUSED;
}

void series_take_offer_closed(struct series *series, const struct wire_offer_closed *closed)
{
    if (series->phase != PHASE_OFFERED || closed->offer != series->offer)
        return;
    if (wire_text_equal(closed->reason, "gone")) {
        pause_for_a_while(series);
    } else if (wire_text_equal(closed->reason, "declined")) {
        struct error error;
        error_set(&error, ERROR_NO_SUCH_OFFER, "%s declined the challenge",
                  series->config.opponent);
        fail(series, &error);
    }
}

static bool is_of_this_series(const struct series *series, const struct match *match, int64_t offer)
{
    if (offer != WIRE_ABSENT)
        return series->phase == PHASE_OFFERED && offer == series->offer;
    return (series->phase == PHASE_OFFERED || series->phase == PHASE_ASKING) &&
           strcasecmp(match_opponent(match), series->config.opponent) == 0;
}

void series_take_started(struct series *series, const struct match *match, int64_t offer)
{
    if (!is_of_this_series(series, match, offer))
        return;
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
        make_offer(series);
}

void series_take_lost(struct series *series, int64_t match)
{
    if (series->phase == PHASE_PLAYING && match == series->match)
        pause_for_a_while(series);
}

#include "client/tournament/tournament_monitor.h"

#include "client/show/tournament_print.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <stdio.h>

enum { TICK_MS = 1000, LINE_EVERY_MS = 10000 };

static const char moves_counter[] = "moves_total";

/* --- speed --- */

static int64_t left_s(const struct tournament_monitor *monitor)
{
    int64_t gained = monitor->news.last.matches - monitor->begun_matches;
    int64_t left = monitor->news.last.total - monitor->news.last.matches;
    int64_t passed_ms = loop_now_ms(monitor->loop) - monitor->begun_ms;
    return gained > 0 ? (int64_t)((double)passed_ms / 1000 / (double)gained * (double)left) : -1;
}

/* The speed from the oldest sample to the newest. A restarted server counts its moves from 0. */
static struct tournament_speed speed_of(const struct tournament_monitor *monitor)
{
    assert(monitor->news.is_known);
    struct tournament_speed speed = {.matches = -1, .moves = -1, .left_s = -1};
    size_t kept = monitor->sample_count < MONITOR_SAMPLES ? monitor->sample_count : MONITOR_SAMPLES;
    if (monitor->is_stalled)
        return speed;
    speed.left_s = left_s(monitor);
    if (kept < 2)
        return speed;
    const struct monitor_sample *newest =
        &monitor->samples[(monitor->sample_count - 1) % MONITOR_SAMPLES];
    const struct monitor_sample *oldest =
        &monitor->samples[(monitor->sample_count - kept) % MONITOR_SAMPLES];
    double seconds = (double)(newest->at_ms - oldest->at_ms) / 1000;
    if (seconds <= 0)
        return speed;
    speed.matches = (double)(newest->matches - oldest->matches) / seconds;
    if (oldest->moves >= 0 && newest->moves >= oldest->moves)
        speed.moves = (double)(newest->moves - oldest->moves) / seconds;
    return speed;
}

/* --- showing --- */

static void show_in_place(struct tournament_monitor *monitor)
{
    struct tournament_speed speed = speed_of(monitor);
    struct text lines = {0};
    tournament_print_progress(&monitor->news.last, &speed, &lines);
    text_append_string(&lines, text_string(&monitor->standings));
    screen_draw(&monitor->screen, &lines);
    text_finish(&lines);
}

static void show_line(struct tournament_monitor *monitor)
{
    int64_t now = loop_now_ms(monitor->loop);
    if (now - monitor->line_ms < LINE_EVERY_MS)
        return;
    monitor->line_ms = now;
    struct tournament_speed speed = speed_of(monitor);
    struct text line = {0};
    tournament_print_progress_line(&monitor->news.last, &speed, &line);
    fputs(text_string(&line), monitor->screen.out);
    fflush(monitor->screen.out);
    text_finish(&line);
}

static void show(struct tournament_monitor *monitor)
{
    if (!monitor->news.is_known || monitor->is_over)
        return;
    if (monitor->screen.is_terminal)
        show_in_place(monitor);
    else if (!monitor->is_stalled)
        show_line(monitor);
}

void tournament_monitor_say(struct tournament_monitor *monitor, const char *line)
{
    assert(monitor->screen.out);
    screen_wipe(&monitor->screen);
    fprintf(monitor->screen.out, "%s\n", line);
    fflush(monitor->screen.out);
    show(monitor);
}

/* --- a disk that takes no writes --- */

/* Restarts the measurement of the speed and of the time left. */
static void begin_reckoning(struct tournament_monitor *monitor)
{
    monitor->begun_ms = loop_now_ms(monitor->loop);
    monitor->begun_matches = monitor->news.last.matches;
    monitor->sample_count = 0;
}

void tournament_monitor_stalled(struct tournament_monitor *monitor)
{
    if (monitor->is_stalled || monitor->is_over)
        return;
    monitor->is_stalled = true;
    struct text line = {0};
    text_printf(&line, "%s is full (or failing): the matches wait, and go on when there is room.",
                monitor->events.disk);
    tournament_monitor_say(monitor, text_string(&line));
    text_finish(&line);
}

static void resume(struct tournament_monitor *monitor)
{
    if (!monitor->is_stalled)
        return;
    monitor->is_stalled = false;
    begin_reckoning(monitor);
    struct text line = {0};
    text_printf(&line, "%s takes writes again: the matches go on.", monitor->events.disk);
    tournament_monitor_say(monitor, text_string(&line));
    text_finish(&line);
}

/* --- looking --- */

static void on_moves(void *owner, const struct error *error, const void *result)
{
    struct tournament_monitor *monitor = owner;
    const struct wire_stats *stats = result;
    monitor->is_counting = false;
    monitor->moves = -1;
    for (size_t i = 0; !error && i < stats->counters_count; i++) {
        if (wire_text_equal(stats->counters[i].name, moves_counter))
            monitor->moves = stats->counters[i].value;
    }
    monitor->samples[monitor->sample_count++ % MONITOR_SAMPLES] = (struct monitor_sample){
        .at_ms = loop_now_ms(monitor->loop),
        .matches = monitor->news.last.matches,
        .moves = monitor->moves,
    };
    show(monitor);
}

static void on_standings(void *owner, const struct error *error, const void *result)
{
    struct tournament_monitor *monitor = owner;
    monitor->is_asking = false;
    if (error)
        return; /* the standings follow later */
    text_clear(&monitor->standings);
    tournament_print_standings(result, &monitor->standings);
    show(monitor);
}

static void tick(void *owner)
{
    struct tournament_monitor *monitor = owner;
    loop_timer_start(monitor->tick, TICK_MS);
    if (client_state(monitor->client) != CLIENT_READY || !monitor->news.is_known) {
        show(monitor);
        return;
    }
    if (!monitor->is_counting)
        client_call(monitor->client, WIRE_SERVER_STATS, NULL, on_moves, monitor);
    monitor->is_counting = true;
    if (!monitor->screen.is_terminal || monitor->is_asking)
        return;
    struct wire_tournament_number number = {.tournament = monitor->tournament};
    monitor->is_asking = true;
    client_call(monitor->client, WIRE_TOURNAMENT_STANDINGS, &number, on_standings, monitor);
}

/* --- news --- */

static void take_news(struct tournament_monitor *monitor, const struct wire_tournament_news *news)
{
    if (news->tournament != monitor->tournament || monitor->is_over)
        return;
    bool is_first = !monitor->news.is_known;
    tournament_news_take(&monitor->news, news);
    if (is_first) {
        begin_reckoning(monitor);
        monitor->line_ms = monitor->begun_ms - LINE_EVERY_MS;
        tick(monitor);
    }
    monitor->events.changed(monitor->events.owner, &monitor->news.last);
}

/* A finished tournament sends no more news. */
static void on_end(void *owner, const struct error *error, const void *result)
{
    struct tournament_monitor *monitor = owner;
    const struct wire_tournament *tournament = result;
    if (error) {
        monitor->events.failed(monitor->events.owner, error);
        return;
    }
    struct wire_tournament_news news = tournament_news_of(tournament);
    take_news(monitor, &news);
}

static void on_news(void *owner, const struct error *error, const void *result)
{
    struct tournament_monitor *monitor = owner;
    struct wire_tournament_number number = {.tournament = monitor->tournament};
    if (!error)
        take_news(monitor, result);
    else if (error->code == ERROR_NO_SUCH_TOURNAMENT)
        client_call(monitor->client, WIRE_TOURNAMENT_SHOW, &number, on_end, monitor);
    else
        monitor->events.failed(monitor->events.owner, error);
}

void tournament_monitor_connected(struct tournament_monitor *monitor, struct client *client)
{
    struct wire_tournament_number number = {.tournament = monitor->tournament};
    monitor->client = client;
    resume(monitor); /* a server accepts no connection while its disk is stalled */
    client_call(client, WIRE_TOURNAMENT_WATCH, &number, on_news, monitor);
}

void tournament_monitor_event(struct tournament_monitor *monitor, enum wire_event event,
                              const void *body)
{
    if (event == WIRE_EVENT_TOURNAMENT_CHANGED)
        take_news(monitor, body);
    else if (event == WIRE_EVENT_SERVER_STALLED)
        tournament_monitor_stalled(monitor);
    else if (event == WIRE_EVENT_SERVER_RESUMED)
        resume(monitor);
}

/* --- its life --- */

void tournament_monitor_init(struct tournament_monitor *monitor, struct loop *loop,
                             int64_t tournament, const struct tournament_monitor_events *events)
{
    *monitor = (struct tournament_monitor){
        .events = *events,
        .loop = loop,
        .tournament = tournament,
        .screen = screen_on(stderr),
        .moves = -1,
    };
    monitor->tick = loop_timer_create(loop, tick, monitor);
}

void tournament_monitor_end(struct tournament_monitor *monitor)
{
    if (!monitor->is_over)
        screen_wipe(&monitor->screen);
    monitor->is_over = true;
    if (monitor->tick)
        loop_timer_stop(monitor->tick);
}

void tournament_monitor_finish(struct tournament_monitor *monitor)
{
    tournament_monitor_end(monitor);
    loop_timer_destroy(monitor->tick);
    monitor->tick = NULL;
    screen_finish(&monitor->screen);
    text_finish(&monitor->standings);
    tournament_news_finish(&monitor->news);
}

#include "tests/soak/player.h"

#include "bots/seats.h"
#include "bots/series.h"
#include "common/base/memory.h"
#include "common/base/random.h"
#include "common/wire/wire.h"

#include <stdio.h>
#include <stdlib.h>

/* Short games of three to six moves: what is tried is clocks, and these begin and end with every
 * move and every game. */
static const char *const rules[] = {"nim"};
static const char start[] = "1+2+3";

enum { PATIENCE_MS = 60000 };

struct player {
    struct player_config config;
    struct player_events events;
    struct client *client;
    struct seats *seats;
    struct seeking seeking;
    struct series *series; /* NULL: it waits */
    struct random random;
    struct loop_timer *timer; /* ends the dawdling */
    /* The other's move that the bot does not know yet; its texts are the two below. It plays one
     * game at a time. */
    struct wire_moved held;
    char held_move[64], held_position[64];
    enum match_seat seat; /* in the game, like the next */
    int64_t left_ms;      /* on its own clock after its last move; -1: it has made none yet */
    int64_t dawdled_ms;   /* since the other's last move */
};

static void fail(struct player *player, const char *why)
{
    player->events.failed(player->events.owner, why);
}

/* --- games --- */

static void on_started(void *owner, const struct match *match, int64_t offer)
{
    struct player *player = owner;
    player->seat = match->seat;
    player->dawdled_ms = 0;
    player->left_ms = -1; /* so that its first move comes at once, and tells it how much there is */
    if (player->series)
        series_take_started(player->series, match, offer);
}

static void on_ended(void *owner, const struct match *match)
{
    struct player *player = owner;
    if (!player->series)
        return;
    player->events.ended(player->events.owner, match);
    series_take_ended(player->series, match->id);
}

static void on_lost(void *owner, int64_t match)
{
    (void)match;
    fail(owner, "a game was lost sight of");
}

static void on_series_failed(void *owner, const struct error *error)
{
    fail(owner, error->message);
}

/* --- dawdling --- */

static void on_dawdled(void *owner)
{
    struct player *player = owner;
    seats_event(player->seats, WIRE_EVENT_MATCH_MOVED, &player->held);
}

static struct wire_text keep(char *room, size_t size, struct wire_text text)
{
    snprintf(room, size, "%.*s", (int)text.len, text.bytes);
    return wire_text(room);
}

static void dawdle(struct player *player, const struct wire_moved *moved, int64_t time_ms)
{
    player->held = *moved;
    player->held.move = keep(player->held_move, sizeof player->held_move, moved->move);
    player->held.position =
        keep(player->held_position, sizeof player->held_position, moved->position);
    player->dawdled_ms = (int64_t)random_below(&player->random, (uint64_t)time_ms + 1);
    loop_timer_start(player->timer, (uint32_t)player->dawdled_ms);
}

static bool is_last(const struct wire_moved *moved)
{
    return wire_text_equal(moved->position, "0");
}

static void take_own(struct player *player, const struct wire_moved *moved)
{
    player->events.moved(player->events.owner, moved, player->dawdled_ms);
    player->dawdled_ms = 0;
    player->left_ms = moved->left;
    seats_event(player->seats, WIRE_EVENT_MATCH_MOVED, moved);
}

static void take_moved(struct player *player, const struct wire_moved *moved)
{
    enum match_seat mover = moved->ply % 2 == 1 ? MATCH_FIRST : MATCH_SECOND;
    int64_t time_ms = player->left_ms - player->config.reserve_ms;
    if (mover == player->seat)
        take_own(player, moved);
    else if (time_ms > 0 && !is_last(moved))
        dawdle(player, moved, time_ms);
    else
        seats_event(player->seats, WIRE_EVENT_MATCH_MOVED, moved);
}

/* --- challenges --- */

static void on_news(void *owner, const struct seeking_news *news)
{
    struct player *player = owner;
    if (news->kind == SEEKING_CHALLENGED)
        seeking_accept(&player->seeking, news->offer->offer);
    else if (news->kind == SEEKING_NOT_ACCEPTED)
        fail(player, news->error.message);
    else if (player->series)
        series_take_news(player->series, news);
}

static void on_began(void *owner, const struct wire_match *state, int64_t offer)
{
    struct player *player = owner;
    bool was_accepted_here = offer == 0;
    if (!was_accepted_here || !player->config.lets_its_flag_fall)
        seats_take_state(player->seats, state, offer);
}

/* --- the connection --- */

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    struct player *player = owner;
    seats_resume(player->seats, player->client, welcome);
    player->seeking.client = player->client;
    if (player->series)
        series_resume(player->series);
}

static void on_broken(void *owner, const struct error *reason)
{
    fail(owner, reason->message);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct player *player = owner;
    if (event == WIRE_EVENT_MATCH_MOVED) {
        take_moved(player, body);
    } else if (event == WIRE_EVENT_SERVER_STALLED) {
        fail(player, "the server has stalled");
    } else {
        seeking_event(&player->seeking, event, body);
        seats_event(player->seats, event, body);
    }
}

static void connect_client(struct loop *loop, struct player *player)
{
    struct client_config config = {
        .server = player->config.server,
        .program = "takeaway-soak",
        .name = player->config.name,
    };
    struct client_events events = {
        .owner = player,
        .ready = on_ready,
        .interrupted = on_broken,
        .failed = on_broken,
        .event = on_event,
    };
    struct error error;
    if (client_create(loop, &config, &events, &player->client, &error)) {
        fprintf(stderr, "takeaway-soak: %s\n", error.message);
        exit(EXIT_FAILURE);
    }
}

/* --- the public functions --- */

static struct series *create_series(struct loop *loop, struct player *player)
{
    struct series_config config = {
        .opponent = player->config.opponent,
        .games = rules,
        .game_count = 1,
        .start = start,
        .clock = player->config.clock,
        .first = "random",
        .matches = player->config.games,
    };
    struct series_events events = {.owner = player, .failed = on_series_failed};
    return series_create(loop, &config, &player->seeking, &events);
}

struct player *player_create(struct loop *loop, const struct player_config *config,
                             const struct player_events *events)
{
    struct player *player = memory_zeroed(1, sizeof *player);
    player->config = *config;
    player->events = *events;
    struct seats_config seats = {.chooser = thinker_chooser(config->thinker),
                                 .patience_ms = PATIENCE_MS};
    struct seats_events seats_events = {
        .owner = player,
        .started = on_started,
        .ended = on_ended,
        .lost = on_lost,
    };
    player->random = random_from_seed(config->seed);
    player->timer = loop_timer_create(loop, on_dawdled, player);
    player->seats = seats_create(loop, &seats, &seats_events);
    player->seeking.events = (struct seeking_events){player, on_news, on_began, NULL};
    if (config->opponent)
        player->series = create_series(loop, player);
    connect_client(loop, player);
    return player;
}

void player_destroy(struct player *player)
{
    if (!player)
        return;
    seats_destroy(player->seats);
    seeking_finish(&player->seeking);
    client_destroy(player->client);
    series_destroy(player->series);
    loop_timer_destroy(player->timer);
    free(player);
}

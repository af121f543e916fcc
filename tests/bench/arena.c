#include "tests/bench/arena.h"

#include "client/lib/child.h"
#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "common/wire/wire.h"
#include "tests/bench/bench.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

enum { BOTS = 2 };

static const char *const names[BOTS] = {"perfect-one", "perfect-two"};

struct arena {
    struct loop *loop;
    struct client *client; /* the director's */
    struct child *bots[BOTS];
    const char *server;
    int at_once, pairs;
    int64_t tournament;
    int64_t moves_before;
    bool is_asked; /* has it been asked to start? */
    double begun_s;
    struct arena_result result;
};

/* --- moves, as the server counts them --- */

static int64_t moves_of(const struct wire_stats *stats)
{
    for (size_t i = 0; i < stats->counters_count; i++) {
        if (wire_text_equal(stats->counters[i].name, "moves_total"))
            return stats->counters[i].value;
    }
    bench_fail("the server does not count moves");
}

static void on_moves_after(void *owner, const struct error *error, const void *result)
{
    struct arena *arena = owner;
    if (error)
        bench_fail(error->message);
    arena->result.moves = moves_of(result) - arena->moves_before;
    loop_stop(arena->loop, 0);
}

/* --- the tournament --- */

static void on_started(void *owner, const struct error *error, const void *result)
{
    (void)owner;
    (void)result;
    if (error)
        bench_fail(error->message);
}

static void start(struct arena *arena)
{
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = arena->tournament;
    arena->is_asked = true;
    arena->begun_s = bench_wall_s();
    client_call(arena->client, WIRE_TOURNAMENT_START, &choice, on_started, arena);
}

static void take_news(struct arena *arena, const struct wire_tournament_news *news)
{
    double seconds = bench_wall_s() - arena->begun_s;
    if (!arena->is_asked && news->missing == 0)
        start(arena);
    if (arena->result.seconds == 0 && news->matches == news->total && news->round > 0)
        arena->result.seconds = seconds;
    if (!wire_text_equal(news->state, "finished") || arena->result.judged_seconds > 0)
        return;
    arena->result.judged_seconds = seconds;
    arena->result.matches = news->matches;
    client_call(arena->client, WIRE_SERVER_STATS, NULL, on_moves_after, arena);
}

static void on_watching(void *owner, const struct error *error, const void *result)
{
    if (error)
        bench_fail(error->message);
    take_news(owner, result);
}

static void on_bot_ended(void *owner, int status)
{
    (void)owner;
    if (status != 0)
        bench_fail("a bot has failed");
}

static void on_bot_line(void *owner, const char *line, size_t len)
{
    (void)owner;
    (void)line;
    (void)len;
}

static void start_bot(struct arena *arena, int number)
{
    char tournament[32];
    snprintf(tournament, sizeof tournament, "%" PRId64, arena->tournament);
    const char *arguments[] = {
        "takeaway-bot", "--server",     arena->server, "--name",        names[number], "--strategy",
        "perfect",      "--tournament", tournament,    "--exit-on-eof", NULL,
    };
    struct child_events events = {.owner = arena, .line = on_bot_line, .ended = on_bot_ended};
    struct error error;
    if (child_start(arena->loop, arguments[0], arguments, &events, &arena->bots[number], &error))
        bench_fail(error.message);
}

static void on_created(void *owner, const struct error *error, const void *result)
{
    struct arena *arena = owner;
    const struct wire_tournament_number *created = result;
    if (error)
        bench_fail(error->message);
    arena->tournament = created->tournament;
    struct wire_tournament_number number = {.tournament = arena->tournament};
    client_call(arena->client, WIRE_TOURNAMENT_WATCH, &number, on_watching, arena);
    for (int i = 0; i < BOTS; i++)
        start_bot(arena, i);
}

static void create_tournament(struct arena *arena)
{
    struct wire_text players[BOTS] = {wire_text(names[0]), wire_text(names[1])};
    struct wire_tournament_create plan;
    wire_record_clear(&wire_record_tournament_create, &plan);
    plan.rules = wire_text("fibonacci-nim");
    plan.format = wire_text("round-robin");
    plan.rounds = arena->pairs;
    plan.starts = wire_text("drawn:1:900-1100");
    plan.seed = 1;
    plan.at_once = arena->at_once;
    plan.players = players;
    plan.players_count = BOTS;
    client_call(arena->client, WIRE_TOURNAMENT_CREATE, &plan, on_created, arena);
}

static void on_moves_before(void *owner, const struct error *error, const void *result)
{
    struct arena *arena = owner;
    if (error)
        bench_fail(error->message);
    arena->moves_before = moves_of(result);
    create_tournament(arena);
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    (void)welcome;
    struct arena *arena = owner;
    client_call(arena->client, WIRE_SERVER_STATS, NULL, on_moves_before, arena);
}

static void on_broken(void *owner, const struct error *reason)
{
    (void)owner;
    bench_fail(reason->message);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_TOURNAMENT_CHANGED)
        take_news(owner, body);
}

struct arena_result arena_play(const char *server, int at_once, int pairs)
{
    struct arena arena = {
        .loop = loop_create(),
        .server = server,
        .at_once = at_once,
        .pairs = pairs,
    };
    struct client_config config = {
        .server = server,
        .program = "takeaway-bench",
        .name = "director",
    };
    struct client_events events = {
        .owner = &arena,
        .ready = on_ready,
        .interrupted = on_broken,
        .failed = on_broken,
        .event = on_event,
    };
    struct error error;
    if (client_create(arena.loop, &config, &events, &arena.client, &error))
        bench_fail(error.message);
    loop_run(arena.loop);
    for (int i = 0; i < BOTS; i++)
        child_destroy(arena.bots[i]);
    client_destroy(arena.client);
    loop_destroy(arena.loop);
    return arena.result;
}

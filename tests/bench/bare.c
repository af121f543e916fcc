#include "tests/bench/bare.h"

#include "client/lib/client.h"
#include "client/lib/loop.h"
#include "common/wire/wire.h"
#include "tests/bench/bench.h"

enum { HEAP = 1000, PLAYERS = 2 };

static const char *const names[PLAYERS] = {"bare-one", "bare-two"};

struct bare;

/* One of the two connections. */
struct side {
    struct bare *bare;
    struct client *client;
    bool is_ready;
};

struct bare {
    struct loop *loop;
    struct side sides[PLAYERS];
    int at_once;
    int64_t wanted, sent, acknowledged, told;
    double begun_s, ended_s;
};

static void stop_when_done(struct bare *bare)
{
    if (bare->acknowledged < bare->wanted || bare->told < bare->wanted)
        return;
    bare->ended_s = bench_wall_s();
    loop_stop(bare->loop, 0);
}

static void on_acknowledged(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct side *side = owner;
    if (error)
        bench_fail(error->message);
    side->bare->acknowledged++;
    stop_when_done(side->bare);
}

/* Takes 1 from a heap of HEAP - ply + 1 counters. */
static void send_move(struct side *side, int64_t match, int64_t ply)
{
    struct bare *bare = side->bare;
    if (bare->sent == bare->wanted)
        return;
    if (bare->sent++ == 0)
        bare->begun_s = bench_wall_s();
    char text[BENCH_MOVE_BYTES];
    bench_take_one(HEAP - ply + 1, text);
    struct wire_move move = {
        .match = match, .ply = ply, .move = wire_text(text), .back = WIRE_ABSENT};
    client_call(side->client, WIRE_MATCH_MOVE, &move, on_acknowledged, side);
}

static void on_answered(void *owner, const struct error *error, const void *result)
{
    (void)owner;
    (void)result;
    if (error)
        bench_fail(error->message);
}

/* The first player challenges, and begins. */
static void challenge(struct bare *bare)
{
    struct wire_offer_make offer;
    wire_record_clear(&wire_record_offer_make, &offer);
    offer.to = wire_text(names[1]);
    offer.rules = wire_text("fibonacci-nim");
    offer.start = wire_text("1000");
    offer.first = wire_text("maker");
    client_call(bare->sides[0].client, WIRE_OFFER_MAKE, &offer, on_answered, bare);
}

static void on_ready(void *owner, const struct wire_welcome *welcome)
{
    (void)welcome;
    struct side *side = owner;
    struct bare *bare = side->bare;
    side->is_ready = true;
    if (!bare->sides[0].is_ready || !bare->sides[1].is_ready)
        return;
    for (int i = 0; i < bare->at_once; i++)
        challenge(bare);
}

static void take_moved(struct side *side, const struct wire_moved *moved)
{
    struct bare *bare = side->bare;
    bool is_own = (moved->ply % 2 == 1) == (side == &bare->sides[0]);
    if (is_own)
        return;
    bare->told++;
    if (moved->ply < HEAP)
        send_move(side, moved->match, moved->ply + 1);
    else
        challenge(bare);
    stop_when_done(bare);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct side *side = owner;
    if (event == WIRE_EVENT_MATCH_MOVED) {
        take_moved(side, body);
    } else if (event == WIRE_EVENT_MATCH_STARTED) {
        const struct wire_match_event *started = body;
        send_move(side, started->match->match, 1);
    } else if (event == WIRE_EVENT_OFFER_RECEIVED) {
        const struct wire_offer_event *received = body;
        struct wire_offer_choice choice;
        wire_record_clear(&wire_record_offer_choice, &choice);
        choice.offer = received->offer->offer;
        client_call(side->client, WIRE_OFFER_ACCEPT, &choice, on_answered, side);
    }
}

static void on_broken(void *owner, const struct error *reason)
{
    (void)owner;
    bench_fail(reason->message);
}

static void connect_side(struct bare *bare, int number, const char *server)
{
    struct side *side = &bare->sides[number];
    struct client_config config = {
        .server = server,
        .program = "takeaway-bench",
        .name = names[number],
    };
    struct client_events events = {
        .owner = side,
        .ready = on_ready,
        .interrupted = on_broken,
        .failed = on_broken,
        .event = on_event,
    };
    struct error error;
    side->bare = bare;
    if (client_create(bare->loop, &config, &events, &side->client, &error))
        bench_fail(error.message);
}

struct bare_result bare_play(const char *server, int at_once, int64_t moves)
{
    struct bare bare = {.loop = loop_create(), .at_once = at_once, .wanted = moves};
    for (int i = 0; i < PLAYERS; i++)
        connect_side(&bare, i, server);
    loop_run(bare.loop);
    for (int i = 0; i < PLAYERS; i++)
        client_destroy(bare.sides[i].client);
    loop_destroy(bare.loop);
    return (struct bare_result){bare.acknowledged, bare.ended_s - bare.begun_s};
}

#include "tests/bench/follow.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "tests/bench/bench.h"
#include "tests/bench/traffic.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    MAKER = 0, /* the connection whose seek it is; all others follow */
    WAVE = 64, /* players who come in at once */
};

/* Of requests: what an answer is to. */
enum purpose { PURPOSE_GREETING, PURPOSE_FOLLOWING, PURPOSE_MAKING, PURPOSE_CANCELLING };

struct follow {
    const struct follow_config *config;
    struct traffic *traffic;
    struct wire_arena *arena;
    struct wire_decoder **decoders; /* of each connection */
    struct trips *trips;
    struct text request;   /* kept for its memory */
    int greeted, prepared; /* connections */
    int missing;           /* followers who have not been told of the event under way */
    int64_t offer;         /* the open seek; 0: none */
    int64_t keys;          /* that the maker has used */
    size_t event_bytes[2]; /* of the last seek that has come, and that has gone */
};

static void ask(struct follow *follow, int connection, enum purpose purpose,
                enum wire_method method, const void *parameters)
{
    text_clear(&follow->request);
    wire_encode_request(&follow->request, purpose, method, parameters);
    traffic_send(follow->traffic, connection, follow->request.bytes, follow->request.len);
}

static void greet_next(struct follow *follow)
{
    char name[16];
    struct wire_hello hello;
    if (follow->greeted > follow->config->followers)
        return;
    snprintf(name, sizeof name, "p%d", follow->greeted);
    wire_record_clear(&wire_record_hello, &hello);
    hello.protocol = WIRE_PROTOCOL;
    hello.client = wire_text("takeaway-bench");
    hello.name = wire_text(name);
    ask(follow, follow->greeted++, PURPOSE_GREETING, WIRE_SESSION_HELLO, &hello);
}

/* A new seek, or the end of the open one. */
static void change(struct follow *follow)
{
    char key[32];
    snprintf(key, sizeof key, "%" PRId64, ++follow->keys);
    follow->missing = follow->config->followers;
    trips_sent(follow->trips, 0);
    if (follow->offer) {
        struct wire_offer_choice choice = {.offer = follow->offer, .key = wire_text(key)};
        follow->offer = 0;
        ask(follow, MAKER, PURPOSE_CANCELLING, WIRE_OFFER_CANCEL, &choice);
        return;
    }
    struct wire_offer_make make;
    wire_record_clear(&wire_record_offer_make, &make);
    make.rules = wire_text("nim");
    make.start = wire_text("3+5+7");
    make.key = wire_text(key);
    ask(follow, MAKER, PURPOSE_MAKING, WIRE_OFFER_MAKE, &make);
}

static void take_answer(struct follow *follow, int connection, const struct wire_message *message)
{
    struct error error;
    struct wire_offer_number number;
    if (message->error.code)
        bench_fail(message->error.message);
    if (message->id == PURPOSE_MAKING) {
        if (wire_message_read(message, &wire_record_offer_number, &number, &error))
            bench_fail(error.message);
        follow->offer = number.offer;
    } else if (message->id == PURPOSE_GREETING && connection != MAKER) {
        ask(follow, connection, PURPOSE_FOLLOWING, WIRE_LOBBY_WATCH, NULL);
    } else if (message->id == PURPOSE_GREETING || message->id == PURPOSE_FOLLOWING) {
        greet_next(follow);
        if (++follow->prepared > follow->config->followers)
            traffic_stop(follow->traffic);
    }
}

/* The answer to the maker has been written before any event. */
static void take_event(struct follow *follow, size_t bytes)
{
    follow->event_bytes[follow->offer == 0] = bytes;
    if (--follow->missing > 0)
        return;
    trips_back(follow->trips, 0);
    if (trips_are_done(follow->trips))
        traffic_stop(follow->traffic);
    else
        change(follow);
}

static void on_received(void *owner, int connection, const char *bytes, size_t len)
{
    struct follow *follow = owner;
    while (len > 0) {
        bool is_complete;
        struct wire_message message;
        enum error_code code;
        struct error error;
        size_t taken = wire_decoder_feed(follow->decoders[connection], follow->arena, bytes, len,
                                         &is_complete, &message, &code, &error);
        if (code)
            bench_fail(error.message);
        if (is_complete && message.kind == WIRE_RESPONSE)
            take_answer(follow, connection, &message);
        else if (is_complete && wire_text_equal(message.method, "lobby.changed"))
            take_event(follow, taken);
        bytes += taken;
        len -= taken;
    }
}

struct follow_result follow_lobby(const struct follow_config *config)
{
    int connections = config->followers + 1;
    struct follow follow = {.config = config, .arena = wire_arena_create()};
    struct traffic_events events = {.owner = &follow, .received = on_received};
    follow.decoders = memory_zeroed((size_t)connections, sizeof *follow.decoders);
    for (int i = 0; i < connections; i++)
        follow.decoders[i] = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    follow.traffic = traffic_open(config->address, (struct traffic_form){0}, connections, &events);
    for (int i = 0; i < WAVE; i++)
        greet_next(&follow);
    traffic_run(follow.traffic);

    follow.trips = trips_create(1, config->warm, config->events, config->peer);
    change(&follow);
    traffic_run(follow.traffic);
    struct follow_result result = {
        .trips = trips_result(follow.trips),
        .event_bytes = (follow.event_bytes[0] + follow.event_bytes[1]) / 2,
    };
    trips_destroy(follow.trips);
    traffic_close(follow.traffic);
    for (int i = 0; i < connections; i++)
        wire_decoder_destroy(follow.decoders[i]);
    free(follow.decoders);
    text_finish(&follow.request);
    wire_arena_destroy(follow.arena);
    return result;
}

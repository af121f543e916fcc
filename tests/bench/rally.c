#include "tests/bench/rally.h"

#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "tests/bench/bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PLAYERS = 2,
    PARTS = 2,           /* of a trip's end: the answer to the mover, the event to the opponent */
    HEAP = WIRE_PLY_MAX, /* lasts for as many moves as a match may have */
    NAME_BYTES = 16,
    WAVE = 64, /* players who come in, or challenge, at once: as no crowd of people does more */
};

/* Of requests: what an answer is to. */
enum purpose { PURPOSE_GREETING, PURPOSE_PAIRING, PURPOSE_MOVE, PURPOSE_COUNTS };

struct meeting {
    int64_t match;
    int64_t ply; /* of the move under way */
    int missing; /* of its answer and the opponent's event */
};

struct rally {
    struct rally_config config;
    struct traffic *traffic;
    struct wire_arena *arena;
    struct wire_decoder **decoders; /* of each connection */
    int64_t *told;                  /* of how many moves each connection has been told */
    struct meeting *meetings;
    struct trips *trips;
    struct text request;                /* kept for its memory */
    int greeted, welcomed;              /* connections */
    int challenged, started;            /* matches of this pairing */
    int pairings;                       /* how often each two have begun one */
    int under_way;                      /* matches with a move that is not done */
    int64_t moves, batches;             /* as the server counts them */
    char (*tokens)[WIRE_TOKEN_MAX + 1]; /* of each connection; NULL: nobody resumes */
    double returning_since_s;           /* 0: nobody has to come in again */
    bool *is_in;                        /* again, of each connection */
    int in_count;
    struct rally_return outcome;
};

/* --- asking --- */

static void ask(struct rally *rally, int connection, enum purpose purpose, enum wire_method method,
                const void *parameters)
{
    text_clear(&rally->request);
    wire_encode_request(&rally->request, purpose, method, parameters);
    traffic_send(rally->traffic, connection, rally->request.bytes, rally->request.len);
}

static void print_name(const struct rally *rally, int connection, char name[NAME_BYTES])
{
    snprintf(name, NAME_BYTES, "p%d", rally->config.first_name + connection);
}

static void greet(struct rally *rally, int connection)
{
    const char *token = rally->returning_since_s > 0 ? rally->tokens[connection] : NULL;
    char name[NAME_BYTES];
    struct wire_hello hello;
    print_name(rally, connection, name);
    wire_record_clear(&wire_record_hello, &hello);
    hello.protocol = WIRE_PROTOCOL;
    hello.client = wire_text("takeaway-bench");
    hello.resumes = rally->config.resumes;
    if (token)
        hello.token = wire_text(token);
    else
        hello.name = wire_text(name);
    ask(rally, connection, PURPOSE_GREETING, WIRE_SESSION_HELLO, &hello);
}

static void greet_next(struct rally *rally)
{
    if (rally->greeted < rally->config.matches * PLAYERS)
        greet(rally, rally->greeted++);
}

/* The first player of each match challenges, and begins. */
static void challenge(struct rally *rally, int match)
{
    char name[NAME_BYTES], start[32], key[32];
    struct wire_offer_make offer;
    print_name(rally, match * PLAYERS + 1, name);
    snprintf(key, sizeof key, "%d", rally->pairings);
    snprintf(start, sizeof start, "%d", HEAP);
    wire_record_clear(&wire_record_offer_make, &offer);
    offer.to = wire_text(name);
    offer.rules = wire_text("nim");
    offer.start = wire_text(start);
    offer.first = wire_text("maker");
    offer.key = wire_text(key);
    ask(rally, match * PLAYERS, PURPOSE_PAIRING, WIRE_OFFER_MAKE, &offer);
}

/* The connection of the player who makes this move of a match. */
static int mover_of(int match, int64_t ply)
{
    return match * PLAYERS + (int)((ply - 1) % PLAYERS);
}

static void challenge_next(struct rally *rally)
{
    if (rally->challenged < rally->config.matches)
        challenge(rally, rally->challenged++);
}

static void ask_to_move(struct rally *rally, int number)
{
    struct meeting *meeting = &rally->meetings[number];
    if (++meeting->ply > HEAP)
        bench_fail("the heap is too small for so many moves");
    char text[BENCH_MOVE_BYTES];
    bench_take_one(HEAP - meeting->ply + 1, text);
    struct wire_move move = {
        .match = meeting->match,
        .ply = meeting->ply,
        .move = wire_text(text),
        .back = WIRE_ABSENT,
    };
    meeting->missing = PARTS;
    ask(rally, mover_of(number, meeting->ply), PURPOSE_MOVE, WIRE_MATCH_MOVE, &move);
}

static void send_move(struct rally *rally, int number)
{
    trips_sent(rally->trips, number);
    ask_to_move(rally, number);
}

/* --- answers and events --- */

static void take_part_of_move(struct rally *rally, int number)
{
    if (--rally->meetings[number].missing > 0)
        return;
    trips_back(rally->trips, number);
    if (!trips_are_done(rally->trips))
        send_move(rally, number);
    else if (--rally->under_way == 0)
        traffic_stop(rally->traffic);
}

static void read_body(const struct wire_message *message, const struct wire_record *record,
                      void *ret_body)
{
    struct error error;
    if (wire_message_read(message, record, ret_body, &error))
        bench_fail(error.message);
}

static int64_t counter(const struct wire_stats *stats, const char *name)
{
    for (size_t i = 0; i < stats->counters_count; i++) {
        if (wire_text_equal(stats->counters[i].name, name))
            return stats->counters[i].value;
    }
    bench_fail(name);
}

static void take_stats(struct rally *rally, const struct wire_message *message)
{
    struct wire_stats stats;
    read_body(message, &wire_record_stats, &stats);
    rally->moves = counter(&stats, "moves_total") - rally->moves;
    rally->batches = counter(&stats, "batches_total") - rally->batches;
    traffic_stop(rally->traffic);
}

/* --- after a takeover --- */

static double returning_s(const struct rally *rally)
{
    return bench_wall_s() - rally->returning_since_s;
}

static void stop_when_returned(struct rally *rally)
{
    struct rally_return *outcome = &rally->outcome;
    if (rally->in_count + outcome->closed < rally->config.matches * PLAYERS)
        return;
    outcome->all_in_s = returning_s(rally);
    if (outcome->first_move_s > 0 || rally->in_count == 0)
        traffic_stop(rally->traffic);
}

static void take_return(struct rally *rally, int connection)
{
    struct meeting *meeting = &rally->meetings[connection / PLAYERS];
    rally->in_count++;
    rally->is_in[connection] = true;
    if (connection == mover_of(connection / PLAYERS, 1)) {
        meeting->ply = 0; /* a move may be asked for again */
        ask_to_move(rally, connection / PLAYERS);
    }
    stop_when_returned(rally);
}

/* This may come several times: a link that is reset looks for the hall anew. */
static void come_in_again(struct rally *rally, int connection)
{
    rally->outcome.told++;
    rally->in_count -= rally->is_in[connection];
    rally->is_in[connection] = false;
    greet(rally, connection);
}

static void take_move_of_returned(struct rally *rally)
{
    if (rally->outcome.first_move_s <= 0)
        rally->outcome.first_move_s = returning_s(rally);
    stop_when_returned(rally);
}

static void on_closed(void *owner, int connection)
{
    struct rally *rally = owner;
    if (rally->returning_since_s <= 0)
        bench_fail("the server has closed a connection");
    rally->outcome.closed++;
    rally->in_count -= rally->is_in[connection];
    rally->is_in[connection] = false;
    stop_when_returned(rally);
}

/* --- answers and events, dispatched --- */

static void keep_token(struct rally *rally, int connection, const struct wire_message *message)
{
    struct wire_welcome welcome;
    read_body(message, &wire_record_welcome, &welcome);
    snprintf(rally->tokens[connection], sizeof *rally->tokens, "%.*s", (int)welcome.token.len,
             welcome.token.bytes);
}

static void take_welcome(struct rally *rally, int connection, const struct wire_message *message)
{
    if (rally->returning_since_s > 0) {
        take_return(rally, connection);
        return;
    }
    if (rally->tokens)
        keep_token(rally, connection, message);
    rally->welcomed++;
    greet_next(rally);
    if (rally->welcomed == rally->config.matches * PLAYERS)
        traffic_stop(rally->traffic);
}

static void take_answer(struct rally *rally, int connection, const struct wire_message *message)
{
    if (message->error.code)
        bench_fail(message->error.message);
    if (message->id == PURPOSE_GREETING) {
        take_welcome(rally, connection, message);
    } else if (message->id == PURPOSE_MOVE && rally->returning_since_s > 0) {
        take_move_of_returned(rally);
    } else if (message->id == PURPOSE_MOVE) {
        take_part_of_move(rally, connection / PLAYERS);
    } else if (message->id == PURPOSE_COUNTS) {
        take_stats(rally, message);
    }
}

static void accept_offer(struct rally *rally, int connection, const struct wire_message *message)
{
    char key[32];
    struct wire_offer_event received;
    struct wire_offer_choice choice;
    snprintf(key, sizeof key, "%d", rally->pairings);
    read_body(message, wire_events[WIRE_EVENT_OFFER_RECEIVED].record, &received);
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = received.offer->offer;
    choice.key = wire_text(key);
    ask(rally, connection, PURPOSE_PAIRING, WIRE_OFFER_ACCEPT, &choice);
}

/* The one who challenged is told so; the other one's answer says it. */
static void take_start(struct rally *rally, int connection, const struct wire_message *message)
{
    struct wire_match_event started;
    read_body(message, wire_events[WIRE_EVENT_MATCH_STARTED].record, &started);
    rally->meetings[connection / PLAYERS].match = started.match->match;
    rally->started++;
    challenge_next(rally);
    if (rally->started == rally->config.matches)
        traffic_stop(rally->traffic);
}

/* Both players are told of every move, in order; the opponent's is what the next one waits for. */
static void take_moved(struct rally *rally, int connection)
{
    int64_t ply = ++rally->told[connection];
    if (rally->returning_since_s <= 0 && connection != mover_of(connection / PLAYERS, ply))
        take_part_of_move(rally, connection / PLAYERS);
}

static void take_event(struct rally *rally, int connection, const struct wire_message *message)
{
    if (wire_text_equal(message->method, "match.moved"))
        take_moved(rally, connection);
    else if (wire_text_equal(message->method, "match.started"))
        take_start(rally, connection, message);
    else if (wire_text_equal(message->method, "offer.received"))
        accept_offer(rally, connection, message);
    else if (wire_text_equal(message->method, "server.restarted"))
        come_in_again(rally, connection);
}

static void on_received(void *owner, int connection, const char *bytes, size_t len)
{
    struct rally *rally = owner;
    while (len > 0) {
        bool complete;
        struct wire_message message;
        enum error_code code;
        struct error error;
        size_t taken = wire_decoder_feed(rally->decoders[connection], rally->arena, bytes, len,
                                         &complete, &message, &code, &error);
        if (code)
            bench_fail(error.message);
        if (complete && message.kind == WIRE_RESPONSE)
            take_answer(rally, connection, &message);
        else if (complete)
            take_event(rally, connection, &message);
        bytes += taken;
        len -= taken;
    }
}

/* --- the rally --- */

struct rally *rally_open(const struct rally_config *config)
{
    struct rally *rally = memory_zeroed(1, sizeof *rally);
    int connections = config->matches * PLAYERS;
    struct traffic_events events = {.owner = rally, .received = on_received, .closed = on_closed};
    rally->config = *config;
    rally->arena = wire_arena_create();
    rally->meetings = memory_zeroed((size_t)config->matches, sizeof *rally->meetings);
    rally->decoders = memory_zeroed((size_t)connections, sizeof *rally->decoders);
    rally->told = memory_zeroed((size_t)connections, sizeof *rally->told);
    for (int i = 0; i < connections; i++)
        rally->decoders[i] = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    if (config->resumes)
        rally->tokens = memory_zeroed((size_t)connections, sizeof *rally->tokens);
    rally->is_in = memory_zeroed((size_t)connections, sizeof *rally->is_in);
    rally->traffic = traffic_open(config->address, config->form, connections, &events);
    return rally;
}

void rally_close(struct rally *rally)
{
    traffic_close(rally->traffic);
    for (int i = 0; i < rally->config.matches * PLAYERS; i++)
        wire_decoder_destroy(rally->decoders[i]);
    free(rally->decoders);
    free(rally->told);
    free(rally->tokens);
    free(rally->is_in);
    free(rally->meetings);
    text_finish(&rally->request);
    wire_arena_destroy(rally->arena);
    free(rally);
}

void rally_greet(struct rally *rally)
{
    for (int i = 0; i < WAVE; i++)
        greet_next(rally);
    traffic_run(rally->traffic);
}

void rally_pair(struct rally *rally)
{
    rally->pairings++;
    rally->challenged = rally->started = 0;
    for (int i = 0; i < WAVE; i++)
        challenge_next(rally);
    traffic_run(rally->traffic);
}

/* Leaves in the rally's counts what has been added to them since they were asked for last. */
static void count_moves(struct rally *rally)
{
    ask(rally, 0, PURPOSE_COUNTS, WIRE_SERVER_STATS, NULL);
    traffic_run(rally->traffic);
}

static struct trips_result play(struct rally *rally)
{
    const struct rally_config *config = &rally->config;
    rally->trips = trips_create(config->matches, config->warm, config->moves, config->peer);
    rally->under_way = config->matches;
    for (int i = 0; i < config->matches; i++)
        send_move(rally, i);
    traffic_run(rally->traffic);
    struct trips_result result = trips_result(rally->trips);
    trips_destroy(rally->trips);
    return result;
}

struct rally_result rally_play(const struct rally_config *config)
{
    struct rally *rally = rally_open(config);
    rally_greet(rally);
    rally_pair(rally);
    count_moves(rally);
    struct rally_result result = {.trips = play(rally)};
    result.request_bytes = rally->request.len;
    count_moves(rally);
    result.commit_moves = (double)rally->moves / (double)rally->batches;
    rally_close(rally);
    return result;
}

struct rally_return rally_return(struct rally *rally, void (*end_hall)(void *owner), void *owner)
{
    rally->returning_since_s = bench_wall_s();
    end_hall(owner);
    traffic_run(rally->traffic);
    return rally->outcome;
}

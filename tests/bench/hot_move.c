/* The server's two halves put together as the server does it, but for the sockets; nothing is given
 * to the store. */
#include "tests/bench/hot.h"

#include "common/base/memory.h"
#include "server/net/connection.h"
#include "server/service/dispatch.h"
#include "server/store/store.h"
#include "tests/bench/bench.h"

#include <inttypes.h>
#include <msgpack.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PLAYERS = 2, HEAP = WIRE_PLY_MAX, START_TICK_MS = 1000 };

struct hot_server {
    struct service *service;
    struct net *net;
    struct wire_arena *arena;
    struct lined_connection players[PLAYERS];
    struct wire_decoder *decoders[PLAYERS];
    struct wire_decoder *hearing; /* what the hall says while the scene is set */
    int64_t matches[HOT_MATCHES];
    int started;
};

/* --- setting the scene --- */

static struct hall_caller caller(int player)
{
    return (struct hall_caller){.session = (uint64_t)player + 1, .request = 1};
}

static struct hall_text text_of(const char *string)
{
    return (struct hall_text){.bytes = string, .len = strlen(string)};
}

static void accept_offer(struct hot_server *hot, int64_t offer)
{
    char key[32];
    snprintf(key, sizeof key, "%" PRId64, offer);
    hall_offer_accept(hot->service->hall, caller(1), offer, text_of(key));
}

/* Takes bytes that are one whole message. */
static void decode(struct hot_server *hot, struct wire_decoder *decoder, const char *bytes,
                   size_t len, struct wire_message *ret_message)
{
    bool complete;
    enum error_code code;
    struct error error;
    wire_decoder_feed(decoder, hot->arena, bytes, len, &complete, ret_message, &code, &error);
    if (code || !complete)
        bench_fail("what should be a message is none");
}

static void take_message(struct hot_server *hot, const struct message *message)
{
    struct wire_message said;
    union wire_body body;
    struct error error;
    if (message->kind != MESSAGE_SAID)
        return;
    decode(hot, hot->hearing, message->bytes.bytes, message->bytes.len, &said);
    if (said.error.code)
        bench_fail(said.error.message);
    if (wire_message_read(&said, message->record, &body, &error))
        bench_fail(error.message);
    if (message->record == &wire_record_offer_event)
        accept_offer(hot, body.as_offer_event.offer->offer);
    else if (message->record == &wire_record_match_event)
        hot->matches[hot->started++] = body.as_match_event.match->match;
}

/* Everything is on disk at once, and heard. */
static void settle(struct hot_server *hot)
{
    struct hall *hall = hot->service->hall;
    struct batch *batch;
    struct message *message;
    do {
        if ((batch = hall_batch_take(hall)))
            hall_batch_committed(hall, batch);
        while ((message = hall_message_next(hall))) {
            take_message(hot, message);
            message_destroy(message);
        }
    } while (batch);
}

static void come_in(struct hot_server *hot, int player)
{
    static const char *const names[PLAYERS] = {"ann", "ben"};
    struct hall_hello hello = {.name = text_of(names[player])};
    struct hall_found nobody = {0};
    strcpy(hello.fresh_token, names[player]);
    hello.fresh_token_hash[0] = (unsigned char)player;
    if (!hall_hello(hot->service->hall, caller(player), &hello))
        bench_fail("the hello is refused");
    settle(hot);
    hall_hello_looked_up(hot->service->hall, caller(player), &hello, &nobody);
    settle(hot);
}

static void begin_match(struct hot_server *hot, int number)
{
    char start[32], key[32];
    snprintf(start, sizeof start, "%d", HEAP);
    snprintf(key, sizeof key, "%d", number);
    struct hall_offer offer = {
        .to = text_of("ben"),
        .terms = {.rules = text_of("nim"), .start = text_of(start), .first = FIRST_MAKER},
    };
    hall_offer_make(hot->service->hall, caller(0), &offer, text_of(key));
    settle(hot);
}

static void connect_player(struct hot_server *hot, int player)
{
    struct lined_connection *lined = &hot->players[player];
    struct connection *connection = &lined->connection;
    connection->line = &lined->line;
    connection->net = hot->net;
    connection->session = caller(player).session;
    connection_enlist(connection);
    hot->decoders[player] = wire_decoder_create(WIRE_REQUEST_BYTES_MAX);
    come_in(hot, player);
}

/* Its files have no names any more. Without a store, a service stands by. */
static struct store *open_store(void)
{
    static const char *const names[] = {"db", "db-wal", "db-shm", "db.lock"};
    char folder[] = "takeaway-hot-XXXXXX", path[sizeof folder + 10];
    struct store *store = NULL;
    struct error error;
    if (!mkdtemp(folder))
        bench_fail("no folder can be made here");
    snprintf(path, sizeof path, "%s/db", folder);
    enum error_code code = store_open(path, &store, &error);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, names[i]);
        unlink(path);
    }
    rmdir(folder);
    if (code)
        bench_fail(error.message);
    return store;
}

static void set_up(struct hot_server *hot)
{
    struct hall_config config = {
        .seed = 1,
        .now_ms = START_TICK_MS,
        .tick_ms = START_TICK_MS,
        .limits = hall_limits_default,
    };
    *hot = (struct hot_server){
        .service = memory_zeroed(1, sizeof *hot->service),
        .net = memory_zeroed(1, sizeof *hot->net),
        .arena = wire_arena_create(),
        .hearing = wire_decoder_create(WIRE_ANSWER_BYTES_MAX),
    };
    hot->service->net = hot->net;
    hot->service->statistics = memory_zeroed(1, sizeof *hot->service->statistics);
    hot->service->store = open_store();
    hot->service->hall = hall_create(&config);
    for (int player = 0; player < PLAYERS; player++)
        connect_player(hot, player);
    for (int i = 0; i < HOT_MATCHES; i++)
        begin_match(hot, i);
    if (hot->started != HOT_MATCHES)
        bench_fail("not all matches have begun");
}

static void take_down(struct hot_server *hot)
{
    for (int player = 0; player < PLAYERS; player++) {
        struct connection *connection = &hot->players[player].connection;
        connection_delist(connection);
        text_finish(&connection->line->queued);
        wire_decoder_destroy(hot->decoders[player]);
    }
    wire_decoder_destroy(hot->hearing);
    wire_arena_destroy(hot->arena);
    hall_destroy(hot->service->hall);
    store_close(hot->service->store);
    free(hot->service->statistics);
    free(hot->service);
    number_table_finish(&hot->net->by_session);
    free(hot->net);
}

/* --- the path --- */

static void encode_request(struct text *out, int64_t match, int64_t ply)
{
    char text[BENCH_MOVE_BYTES];
    bench_take_one(HEAP - ply + 1, text);
    struct wire_move move = {
        .match = match, .ply = ply, .move = wire_text(text), .back = WIRE_ABSENT};
    text_clear(out);
    wire_encode_request(out, (uint32_t)ply, WIRE_MATCH_MOVE, &move);
}

static void take_bytes(struct hot_server *hot, int player, const char *bytes, size_t len)
{
    struct wire_message message;
    decode(hot, hot->decoders[player], bytes, len, &message);
    hot->players[player].connection.unanswered++;
    dispatch(hot->service, &(struct net_request){
                               .session = caller(player).session,
                               .message = &message,
                           });
}

static void let_out(struct hot_server *hot)
{
    struct hall *hall = hot->service->hall;
    struct batch *batch = hall_batch_take(hall);
    hall_batch_committed(hall, batch);
    while (service_say(hot->service))
        continue;
}

/* The same ply of all matches, in one batch. */
struct ply {
    struct hot_server *hot;
    int mover;
    struct text requests[HOT_MATCHES];
};

static void play_ply(void *context)
{
    struct ply *ply = context;
    for (int i = 0; i < HOT_MATCHES; i++)
        take_bytes(ply->hot, ply->mover, ply->requests[i].bytes, ply->requests[i].len);
    let_out(ply->hot);
}

static void prepare_ply(struct ply *ply, int64_t number)
{
    ply->mover = (int)((number - 1) % PLAYERS);
    for (int i = 0; i < HOT_MATCHES; i++)
        encode_request(&ply->requests[i], ply->hot->matches[i], number);
    for (int player = 0; player < PLAYERS; player++)
        text_clear(&ply->hot->players[player].line.queued);
}

/* Was every move made? A refusal is shorter, and would be taken for speed. */
static void check_moves(const struct hot_server *hot, int64_t count)
{
    if (hall_figures(hot->service->hall).moves != (uint64_t)count)
        bench_fail("not all moves were made");
}

double hot_move(int64_t count)
{
    struct hot_server hot;
    struct ply ply = {.hot = &hot};
    double taken = 0;
    set_up(&hot);
    for (int64_t number = 1; number <= count / HOT_MATCHES; number++) {
        prepare_ply(&ply, number);
        taken += hot_measured(play_ply, &ply);
    }
    check_moves(&hot, count);
    for (int i = 0; i < HOT_MATCHES; i++)
        text_finish(&ply.requests[i]);
    take_down(&hot);
    return taken;
}

/* --- the same bytes, without a server --- */

struct bytes {
    struct text request, answer, event;
};

/* Of a first move: its mover's queue holds the answer and the event, the opponent's the event
 * alone. */
static struct bytes bytes_of_move(void)
{
    struct hot_server hot;
    struct bytes bytes = {0};
    set_up(&hot);
    encode_request(&bytes.request, hot.matches[0], 1);
    take_bytes(&hot, 0, bytes.request.bytes, bytes.request.len);
    let_out(&hot);
    const struct text *both = &hot.players[0].line.queued, *event = &hot.players[1].line.queued;
    text_append(&bytes.event, event->bytes, event->len);
    text_append(&bytes.answer, both->bytes, both->len - event->len);
    if (memcmp(both->bytes + bytes.answer.len, event->bytes, event->len) != 0)
        bench_fail("a move's answer is not said before its event");
    take_down(&hot);
    return bytes;
}

static void bytes_finish(struct bytes *bytes)
{
    text_finish(&bytes->request);
    text_finish(&bytes->answer);
    text_finish(&bytes->event);
}

static void unpack(const struct text *bytes, msgpack_zone *zone, msgpack_object *ret_object)
{
    size_t end = 0;
    if (msgpack_unpack(bytes->bytes, bytes->len, &end, zone, ret_object) != MSGPACK_UNPACK_SUCCESS)
        bench_fail("a message is no MessagePack");
}

struct library {
    int64_t count;
    struct bytes bytes;
    msgpack_zone kept, zone; /* of what is packed, and of what is unpacked */
    msgpack_sbuffer out;
    msgpack_packer packer;
    msgpack_object answer, event;
};

static void unpack_and_pack(void *context)
{
    struct library *library = context;
    msgpack_object request;
    for (int64_t i = 0; i < library->count; i++) {
        msgpack_zone_clear(&library->zone);
        msgpack_sbuffer_clear(&library->out);
        unpack(&library->bytes.request, &library->zone, &request);
        msgpack_pack_object(&library->packer, library->answer);
        msgpack_pack_object(&library->packer, library->event);
    }
}

double hot_move_msgpack(int64_t count)
{
    struct library library = {.count = count, .bytes = bytes_of_move()};
    msgpack_zone_init(&library.kept, 8192);
    msgpack_zone_init(&library.zone, 8192);
    msgpack_sbuffer_init(&library.out);
    msgpack_packer_init(&library.packer, &library.out, msgpack_sbuffer_write);
    unpack(&library.bytes.answer, &library.kept, &library.answer);
    unpack(&library.bytes.event, &library.kept, &library.event);
    double taken = hot_measured(unpack_and_pack, &library);
    msgpack_sbuffer_destroy(&library.out);
    msgpack_zone_destroy(&library.zone);
    msgpack_zone_destroy(&library.kept);
    bytes_finish(&library.bytes);
    return taken;
}

struct copying {
    int64_t count;
    struct bytes bytes;
};

static void copy(void *context)
{
    static char place[4096];
    struct copying *copying = context;
    const struct text *const texts[] = {&copying->bytes.request, &copying->bytes.answer,
                                        &copying->bytes.event};
    for (int64_t i = 0; i < copying->count; i++) {
        char *end = place;
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            memcpy(end, texts[k]->bytes, texts[k]->len);
            end += texts[k]->len;
        }
        __asm__ volatile("" : : "r"(place) : "memory"); /* somebody could read it */
    }
}

double hot_move_copy(int64_t count)
{
    struct copying copying = {.count = count, .bytes = bytes_of_move()};
    double taken = hot_measured(copy, &copying);
    bytes_finish(&copying.bytes);
    return taken;
}

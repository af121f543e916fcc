/* The driver around the hall: what server/net does, in virtual time. */
#include "tests/sim/world.h"

#include "common/base/memory.h"
#include "tests/sim/choices.h"

#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
    CLOSE_MS = 3000, /* the longest that a shutdown waits for the disk */
    DEAD_MS = 60000, /* who says nothing for so long is taken for gone */
};

static struct hall_text given(const char *text)
{
    return *text ? (struct hall_text){.bytes = text, .len = strlen(text)} : (struct hall_text){0};
}

static struct hall_caller caller_of(struct world *world, uint64_t session, uint32_t request)
{
    world->requests[request].called = ++world->last_call;
    return (struct hall_caller){.session = session, .request = request};
}

static int64_t tick_ms(const struct world *world)
{
    return world->now_ms - world->boot_ms;
}

static void set_time(struct world *world)
{
    hall_set_time(world->hall, world->now_ms, tick_ms(world));
}

/* --- what is done beside the loop --- */

static void chore_destroy(struct world *world, struct chore *chore)
{
    DL_DELETE(world->chores, chore);
    message_destroy(chore->message);
    free(chore->greeting);
    free(chore);
}

/* Chores overtake each other: some are done at once, some take the whole delay. */
static int64_t chore_due_ms(const struct world *world, uint32_t request)
{
    return world->now_ms + world->read_delay_ms * (int64_t)(request % 3) / 2;
}

static struct chore *chore_add(struct world *world, enum chore_kind kind, uint64_t session,
                               uint32_t request)
{
    struct chore *chore = memory_zeroed(1, sizeof *chore);
    chore->kind = kind;
    chore->session = session;
    chore->request = request;
    chore->due_ms = chore_due_ms(world, request);
    DL_APPEND(world->chores, chore);
    return chore;
}

/* Nobody is let in through a connection that is gone. */
static void check_ghost(struct world *world, uint64_t session)
{
    const struct link *link = link_find(world, session);
    require((link && link->server_open) || !hall_session_is_open(world->hall, session),
            "session %llu has begun after its connection had gone", (unsigned long long)session);
}

static void finish_hello(struct world *world, struct chore *chore)
{
    struct hall_caller from = caller_of(world, chore->session, chore->request);
    struct error error;
    if (!chore->is_read)
        reader_hello(world, chore->greeting, &chore->found);
    if (chore->greeting->hello.with_password && chore->request % 41 == 0) {
        error_set(&error, ERROR_LIMIT_REACHED, "too many passwords wait to be verified: try again");
        hall_hello_failed(world->hall, from, &error);
    } else {
        hall_hello_looked_up(world->hall, from, &chore->greeting->hello, &chore->found);
    }
    check_ghost(world, chore->session);
}

/* The driver's own answer, to a connection that is there. */
static void send_own(struct world *world, const struct chore *chore, struct parcel *parcel)
{
    struct link *link = link_find(world, chore->session);
    world->requests[chore->request].answered = true;
    parcel->references++;
    if (link && link->server_open)
        link_parcel(world, link, parcel);
    parcel_drop(parcel);
}

static struct parcel *own_message(const struct chore *chore, enum message_kind kind)
{
    struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
    parcel->message = memory_zeroed(1, sizeof *parcel->message);
    parcel->message->kind = kind;
    parcel->message->request = chore->request;
    return parcel;
}

static void send_own_error(struct world *world, const struct chore *chore, enum error_code code)
{
    struct parcel *parcel = own_message(chore, MESSAGE_ERROR);
    error_set(&parcel->message->error.error, code, "%s", error_meaning(code));
    send_own(world, chore, parcel);
}

static void finish_tokens(struct world *world, struct chore *chore)
{
    struct parcel *parcel = own_message(chore, MESSAGE_NOTHING);
    int64_t player = chore->message->look_up_tokens.player;
    parcel->token_count = reader_tokens(world, player, parcel->tokens,
                                        sizeof parcel->tokens / sizeof *parcel->tokens);
    send_own(world, chore, parcel);
}

static void finish_match(struct world *world, struct chore *chore)
{
    const struct message *question = chore->message;
    if (!disk_match(&world->disk, question->look_up_match.match)) {
        send_own_error(world, chore, ERROR_NO_SUCH_MATCH);
        return;
    }
    struct parcel *parcel = own_message(chore, MESSAGE_MATCH);
    reader_view(world, question->look_up_match.match, question->look_up_match.after,
                &parcel->message->match.view);
    send_own(world, chore, parcel);
}

static void finish_move(struct world *world, struct chore *chore)
{
    const struct message *question = chore->message;
    int64_t id = question->look_up_move.match, ply = question->look_up_move.ply;
    if (!reader_has_move(world, id, ply, question->look_up_move.player,
                         question->look_up_move.move)) {
        bool is_known = disk_match(&world->disk, id) != NULL;
        send_own_error(world, chore, is_known ? ERROR_MATCH_OVER : ERROR_NO_SUCH_MATCH);
        return;
    }
    struct parcel *parcel = own_message(chore, MESSAGE_MOVE_DONE);
    parcel->message->move_done.match = id;
    parcel->message->move_done.seq = parcel->message->move_done.ply = ply;
    send_own(world, chore, parcel);
}

static void finish_history(struct world *world, struct chore *chore)
{
    send_own(world, chore, own_message(chore, MESSAGE_SUMMARIES));
}

static void finish_register(struct world *world, struct chore *chore)
{
    const struct request *request = &world->requests[chore->request];
    if (hall_session_is_open(world->hall, chore->session))
        hall_account_register(world->hall, caller_of(world, chore->session, chore->request),
                              request->fresh, given(request->key));
}

static void finish_password(struct world *world, struct chore *chore)
{
    const struct request *request = &world->requests[chore->request];
    const struct disk_player *player =
        disk_player(&world->disk, chore->message->look_up_password.player);
    if (!hall_session_is_open(world->hall, chore->session))
        return;
    bool is_verified =
        player && player->password && strcmp(player->password, request->password) == 0;
    hall_account_password(world->hall, caller_of(world, chore->session, chore->request),
                          is_verified, is_verified ? request->fresh : NULL, given(request->key));
}

static void (*const finishers[])(struct world *world, struct chore *chore) = {
    [CHORE_HELLO] = finish_hello,       [CHORE_TOKENS] = finish_tokens,
    [CHORE_MATCH] = finish_match,       [CHORE_MOVE] = finish_move,
    [CHORE_HISTORY] = finish_history,   [CHORE_REGISTER] = finish_register,
    [CHORE_PASSWORD] = finish_password,
};

static void finish_chores(struct world *world)
{
    struct chore *chore, *next;
    DL_FOREACH_SAFE (world->chores, chore, next) {
        if (chore->due_ms > world->now_ms)
            continue;
        finishers[chore->kind](world, chore);
        chore_destroy(world, chore);
    }
}

/* --- requests --- */

static struct greeting *greet(struct world *world, const struct request *request)
{
    struct greeting *greeting = memory_zeroed(1, sizeof *greeting);
    struct hall_hello *hello = &greeting->hello;
    bool by_token = request->choice == HELLO_TOKEN;
    snprintf(by_token ? greeting->token : greeting->name, sizeof greeting->name, "%s",
             request->text);
    strcpy(greeting->password, request->password);
    hello->name = given(greeting->name);
    hello->token = given(greeting->token);
    hello->with_password = request->choice == HELLO_PASSWORD;
    disk_hash_token(greeting->token, hello->token_hash);
    snprintf(hello->fresh_token, sizeof hello->fresh_token, "token %u", ++world->last_token);
    disk_hash_token(hello->fresh_token, hello->fresh_token_hash);
    strcpy(hello->client, "sim 1");
    snprintf(hello->address, sizeof hello->address, "10.0.0.%u", request->device);
    return greeting;
}

static void call_hello(struct world *world, struct hall_caller from, const struct request *request)
{
    struct greeting *greeting = greet(world, request);
    struct link *link = link_find(world, from.session);
    if (!hall_hello(world->hall, from, &greeting->hello)) {
        free(greeting);
        return;
    }
    struct chore *chore = chore_add(world, CHORE_HELLO, from.session, from.request);
    chore->due_ms = INT64_MAX; /* until the question is released */
    chore->greeting = greeting;
    memcpy(link->token_hash,
           greeting->hello.token.bytes ? greeting->hello.token_hash
                                       : greeting->hello.fresh_token_hash,
           TOKEN_HASH_BYTES);
}

static void call_register(struct world *world, struct hall_caller from,
                          const struct request *request)
{
    if (hall_session_has_account(world->hall, from.session))
        hall_account_register(world->hall, from, NULL, given(request->key));
    else
        chore_add(world, CHORE_REGISTER, from.session, from.request);
}

static void call_password(struct world *world, struct hall_caller from,
                          const struct request *request)
{
    if (hall_session_has_account(world->hall, from.session))
        hall_account_look_up(world->hall, from);
    else
        hall_account_password(world->hall, from, false, NULL, given(request->key));
}

static void call_offer(struct world *world, struct hall_caller from, const struct request *request)
{
    struct hall_offer offer = {
        .to = given(request->text),
        .rules = given(choice_of_rules(request->choice)->rules),
        .start = given(choice_of_rules(request->choice)->start),
        .clock = given(choice_of_clock(request->choice)),
        .first = (enum offer_first)(request->choice % 3),
    };
    hall_offer_make(world->hall, from, &offer, given(request->key));
}

static void call_resign(struct world *world, struct hall_caller from, const struct request *request)
{
    referee_resigns(&world->referee, request->subject,
                    hall_session_player(world->hall, from.session));
    hall_match_resign(world->hall, from, request->subject, given(request->key));
}

static void call_say(struct world *world, struct hall_caller from, const struct request *request)
{
    hall_chat_say(world->hall, from, request->subject, given(request->text), given(request->key));
}

static void call_unknown(struct world *world, struct hall_caller from,
                         const struct request *request)
{
    struct error error;
    (void)request;
    error_set(&error, ERROR_UNKNOWN_METHOD, "there is no such method");
    hall_refuse(world->hall, from, &error);
}

#define CALL(name, ...)                                                                            \
    static void name(struct world *world, struct hall_caller from, const struct request *request)  \
    {                                                                                              \
        (void)request;                                                                             \
        __VA_ARGS__;                                                                               \
    }
CALL(call_tokens, hall_token_list(world->hall, from))
CALL(call_revoke, hall_token_revoke(world->hall, from, request->subject, given(request->key)))
CALL(call_cancel, hall_offer_cancel(world->hall, from, request->subject, given(request->key)))
CALL(call_accept, hall_offer_accept(world->hall, from, request->subject, given(request->key)))
CALL(call_decline, hall_offer_decline(world->hall, from, request->subject, given(request->key)))
CALL(call_offers, hall_offer_list(world->hall, from))
CALL(call_move,
     hall_match_move(world->hall, from, request->subject, request->ply, given(request->text)))
CALL(call_abort, hall_match_abort(world->hall, from, request->subject, given(request->key)))
CALL(call_claim, hall_match_claim(world->hall, from, request->subject, given(request->key)))
CALL(call_rematch, hall_match_rematch(world->hall, from, request->subject, given(request->key)))
CALL(call_resume, hall_match_resume(world->hall, from, request->subject, request->ply))
CALL(call_watch, hall_match_watch(world->hall, from, request->subject))
CALL(call_unwatch, hall_match_unwatch(world->hall, from, request->subject))
CALL(call_matches, hall_match_list(world->hall, from, request->subject, 5))
CALL(call_history, hall_history_list(world->hall, from, given(request->text), 0, 5))
CALL(call_chat, hall_chat_list(world->hall, from, request->subject))
CALL(call_mute, hall_chat_mute(world->hall, from, given(request->text), request->choice % 2))
CALL(call_ping, hall_ping(world->hall, from))
CALL(call_players, hall_operator_players(world->hall, from, 0, 5))
CALL(call_kick, hall_operator_kick(world->hall, from, given(request->text), given("enough")))
CALL(call_ban, hall_operator_ban(world->hall, from, (enum ban_kind)(request->choice % 2),
                                 given(request->text), given("enough"), request->ply))
CALL(call_unban, hall_operator_unban(world->hall, from, (enum ban_kind)(request->choice % 2),
                                     given(request->text)))
CALL(call_bans, hall_operator_bans(world->hall, from))

typedef void call(struct world *world, struct hall_caller from, const struct request *request);

static call *const calls[ASK_COUNT] = {
    [ASK_HELLO] = call_hello,     [ASK_REGISTER] = call_register, [ASK_PASSWORD] = call_password,
    [ASK_TOKENS] = call_tokens,   [ASK_REVOKE] = call_revoke,     [ASK_OFFER] = call_offer,
    [ASK_CANCEL] = call_cancel,   [ASK_ACCEPT] = call_accept,     [ASK_DECLINE] = call_decline,
    [ASK_OFFERS] = call_offers,   [ASK_MOVE] = call_move,         [ASK_RESIGN] = call_resign,
    [ASK_ABORT] = call_abort,     [ASK_CLAIM] = call_claim,       [ASK_REMATCH] = call_rematch,
    [ASK_RESUME] = call_resume,   [ASK_WATCH] = call_watch,       [ASK_UNWATCH] = call_unwatch,
    [ASK_MATCHES] = call_matches, [ASK_HISTORY] = call_history,   [ASK_SAY] = call_say,
    [ASK_CHAT] = call_chat,       [ASK_MUTE] = call_mute,         [ASK_PING] = call_ping,
    [ASK_UNKNOWN] = call_unknown, [ASK_PLAYERS] = call_players,   [ASK_KICK] = call_kick,
    [ASK_BAN] = call_ban,         [ASK_UNBAN] = call_unban,       [ASK_BANS] = call_bans,
};

/* A client that has been put out may still ask: its connection is about to close, and nobody reads it. */
static bool is_heard(const struct world *world, const struct link *link, enum ask ask)
{
    return ask == ASK_HELLO || link->is_operator ||
           hall_session_is_open(world->hall, link->session);
}

static void hear(struct world *world, struct link *link, uint32_t number)
{
    const struct request *request = &world->requests[number];
    if (!is_heard(world, link, request->ask)) {
        world->requests[number].answered = true;
        return;
    }
    calls[request->ask](world, caller_of(world, link->session, number), request);
    check_sessions(world);
}

static void take_requests(struct world *world)
{
    struct link *link, *next;
    DL_FOREACH_SAFE (world->links, link, next) {
        struct item item = {0};
        while (link->server_open && item.request != REQUEST_HANG_UP &&
               queue_take(&link->to_server, world->now_ms, &item)) {
            if (item.request == REQUEST_HANG_UP)
                driver_close_link(world, link);
            else
                hear(world, link, item.request);
        }
    }
}

void driver_operator(struct world *world, const struct request *draft)
{
    if (!world->hall)
        return;
    if (!world->operator_link) {
        world->operator_link = link_open(world, NO_DEVICE);
        world->operator_link->is_operator = true;
    }
    uint32_t number = world_note_request(world, draft);
    world->requests[number].device = NO_DEVICE;
    world->requests[number].session = world->operator_link->session;
    set_time(world);
    hear(world, world->operator_link, number);
}

static void end_server_side(struct world *world, struct link *link)
{
    struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
    link->server_open = false;
    queue_clear(&link->to_server);
    link_parcel(world, link, parcel);
    if (link == world->operator_link)
        world->operator_link = NULL;
}

void driver_close_link(struct world *world, struct link *link)
{
    set_time(world);
    hall_leave(world->hall, link->session);
    check_sessions(world);
    end_server_side(world, link);
}

static void close_the_dead(struct world *world)
{
    struct link *link, *next;
    DL_FOREACH_SAFE (world->links, link, next) {
        if (link->server_open && link->vanished_ms && world->now_ms - link->vanished_ms >= DEAD_MS)
            driver_close_link(world, link);
    }
}

void driver_measure(struct world *world, const struct link *link, int64_t lag_ms)
{
    set_time(world);
    hall_session_lag(world->hall, link->session, lag_ms);
    referee_lag(&world->referee, hall_session_player(world->hall, link->session), lag_ms,
                world->now_ms);
}

/* --- messages --- */

static void send_to(struct world *world, struct parcel *parcel, uint64_t session)
{
    struct link *link = link_find(world, session);
    if (!link || !link->server_open)
        return;
    link_parcel(world, link, parcel);
    enum message_kind kind = parcel->message->kind;
    if (kind == MESSAGE_REPLACED || kind == MESSAGE_KICKED)
        driver_close_link(world, link);
}

static void send(struct world *world, struct message *message)
{
    struct parcel *parcel = memory_zeroed(1, sizeof *parcel);
    parcel->message = message;
    parcel->references = 1;
    for (size_t i = 0; i < message->session_count; i++)
        send_to(world, parcel, message->sessions[i]);
    parcel_drop(parcel);
}

static struct chore *chore_of_hello(struct world *world, const struct message *message)
{
    struct chore *chore;
    DL_FOREACH (world->chores, chore) {
        if (chore->kind == CHORE_HELLO && chore->request == message->request)
            return chore;
    }
    require(false, "request %u is looked up but was no hello", message->request);
    return NULL;
}

static const enum chore_kind chores_of[] = {
    [MESSAGE_LOOK_UP_HELLO] = CHORE_HELLO,   [MESSAGE_LOOK_UP_PASSWORD] = CHORE_PASSWORD,
    [MESSAGE_LOOK_UP_TOKENS] = CHORE_TOKENS, [MESSAGE_LOOK_UP_MATCH] = CHORE_MATCH,
    [MESSAGE_LOOK_UP_MOVE] = CHORE_MOVE,     [MESSAGE_LOOK_UP_HISTORY] = CHORE_HISTORY,
};

/* Takes over the message. */
static void look_up(struct world *world, struct message *message, enum chore_kind kind)
{
    struct chore *chore = kind == CHORE_HELLO
                              ? chore_of_hello(world, message)
                              : chore_add(world, kind, message->sessions[0], message->request);
    chore->message = message;
    chore->due_ms = chore_due_ms(world, message->request);
    /* Read as early or as late as may be. */
    chore->is_read = kind == CHORE_HELLO && message->request % 2 == 0;
    if (chore->is_read)
        reader_hello(world, chore->greeting, &chore->found);
}

/* The match that this answer begins; 0: none. */
static int64_t begins(const struct world *world, const struct message *message)
{
    if (message->kind == MESSAGE_REMATCH)
        return message->rematch.match;
    if (message->kind == MESSAGE_MATCH && world->requests[message->request].ask == ASK_ACCEPT)
        return message->match.view.summary.match;
    return 0;
}

static void release(struct world *world, struct message *message)
{
    world->tally->messages[message->kind]++;
    check_message(world, message);
    referee_released(&world->referee, message, begins(world, message), world->now_ms);
    if (message->kind >= MESSAGE_LOOK_UP_HELLO && message->kind <= MESSAGE_LOOK_UP_HISTORY)
        look_up(world, message, chores_of[message->kind]);
    else
        send(world, message);
}

void driver_release(struct world *world)
{
    struct message *message;
    while ((message = hall_message_next(world->hall)))
        release(world, message);
}

/* --- the disk --- */

static void stand_still(struct world *world, bool stands)
{
    if (!world->closing)
        referee_stands(&world->referee, stands, world->now_ms);
}

void driver_land(struct world *world)
{
    struct batch *batch = world->in_flight;
    set_time(world);
    world->in_flight = NULL;
    disk_write(&world->disk, batch);
    check_disk(world, batch);
    hall_batch_committed(world->hall, batch);
    if (world->stalled)
        stand_still(world, false);
    world->stalled = false;
}

static void hear_disk(struct world *world)
{
    if (!world->in_flight || world->disk_due_ms > world->now_ms)
        return;
    if (!world->disk_full) {
        driver_land(world);
        return;
    }
    world->disk_due_ms = INT64_MAX; /* until there is room */
    if (!world->stalled)
        stand_still(world, true);
    world->stalled = true;
    hall_stalled(world->hall, "the disk is full");
}

static void take_batch(struct world *world)
{
    if (world->in_flight || !(world->in_flight = hall_batch_take(world->hall)))
        return;
    referee_batch(&world->referee, world->in_flight);
    world->disk_due_ms = world->now_ms + world->disk_delay_ms;
}

/* --- turns --- */

/* A move that is here already is in time. */
static void check_all_read(const struct world *world)
{
    const struct link *link;
    DL_FOREACH (world->links, link) {
        require(!link->server_open || queue_next_ms(&link->to_server) > world->now_ms,
                "flags are judged before everything that has come in is read");
    }
}

static void judge(struct world *world)
{
    if (hall_next_deadline(world->hall) <= tick_ms(world)) {
        check_all_read(world);
        hall_judge(world->hall);
    }
    if (!world->stalled && !world->closing)
        referee_judged(&world->referee, world->now_ms);
}

static void end_closing(struct world *world)
{
    bool is_done = hall_is_settled(world->hall) && !world->chores;
    if (!world->closing || (!is_done && world->now_ms < world->closing_ms + CLOSE_MS))
        return;
    driver_stop(world, true);
    world->starts_ms = world->now_ms + 1000;
}

void driver_turn(struct world *world)
{
    if (!world->hall)
        return;
    set_time(world);
    /* What has come in comes in any order. */
    if (++world->turns % 2 == 0)
        hear_disk(world);
    finish_chores(world);
    take_requests(world);
    hear_disk(world);
    close_the_dead(world);
    judge(world);
    check_sessions(world);
    driver_release(world);
    take_batch(world);
    if (hall_is_durable(world->hall))
        check_bans(world);
    end_closing(world);
}

void driver_close(struct world *world)
{
    if (!world->hall || world->closing)
        return;
    set_time(world);
    hall_close(world->hall, "the server shuts down");
    if (!world->stalled)
        stand_still(world, true);
    world->closing = true;
    world->closing_ms = world->now_ms;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return b < a ? b : a;
}

int64_t driver_next_ms(const struct world *world)
{
    if (!world->hall)
        return world->starts_ms;
    int64_t next = hall_next_deadline(world->hall);
    if (next != INT64_MAX)
        next += world->boot_ms;
    if (world->in_flight)
        next = sooner(next, world->disk_due_ms);
    if (world->closing)
        next = sooner(next, world->closing_ms + CLOSE_MS);
    const struct chore *chore;
    DL_FOREACH (world->chores, chore) {
        next = sooner(next, chore->due_ms);
    }
    const struct link *link;
    DL_FOREACH (world->links, link) {
        if (link->server_open && link->vanished_ms)
            next = sooner(next, link->vanished_ms + DEAD_MS);
    }
    return next;
}

/* --- start and stop --- */

void driver_start(struct world *world)
{
    /* A machine that has started anew counts its ticks anew. */
    world->boot_ms = world->now_ms - (int64_t)(world->hall_seed * 7919 % 100000);
    struct hall_config config = {
        .seed = world->setting.seed + ++world->hall_seed,
        .now_ms = world->now_ms,
        .tick_ms = tick_ms(world),
        .limits = world->setting.limits,
    };
    world->hall = hall_create(&config);
    world->disk.limits = world->setting.limits;
    disk_restore(&world->disk, world->hall, world->now_ms);
    hall_restored(world->hall, world->now_ms, tick_ms(world));
    referee_start(&world->referee, &world->disk, world->now_ms);
    world->stalled = world->closing = false;
    world->starts_ms = INT64_MAX;
}

void driver_stop(struct world *world, bool with_resets)
{
    struct link *link, *next;
    DL_FOREACH_SAFE (world->links, link, next) {
        link->player = 0;
        if (link->server_open && with_resets) {
            end_server_side(world, link);
        } else if (link->server_open) {
            link->server_open = false;
            queue_clear(&link->to_client);
            queue_clear(&link->to_server);
        }
    }
    world->operator_link = NULL;
    while (world->chores)
        chore_destroy(world, world->chores);
    batch_destroy(world->in_flight);
    world->in_flight = NULL;
    hall_destroy(world->hall);
    world->hall = NULL;
}

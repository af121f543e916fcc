#include "client/lib/client.h"

#include "client/lib/client_connection.h"
#include "client/lib/greeting.h"
#include "client/lib/loop.h"
#include "client/lib/loop_uv.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
    FIRST_PAUSE_MS = 1000,    /* between two of the counted first tries */
    STEADY_MS = 5000,         /* a connection is good after this time */
    QUIET_DEFAULT_MS = 20000, /* see client.h */
    QUIET_OF_SEVERAL = 5,     /* ... by which it is divided there */
    GOOD_ANSWERS = 20,        /* ... or after this many answers */
    GREETING_MS = 30000,      /* for the answer to hello, before the client connects again */
    /* ... of a server that has others: it may hang. Twice as long after each time in vain, or a
     * server that is only slow would never be heard. */
    GREETING_OF_SEVERAL_MS = 2000,
};

#define NEVER INT64_MAX

/* The id of session.ping and session.pong, which are no calls and are not repeated after a break.
 */
enum { PING_ID = INT32_MAX };

/* A pending request, kept as encoded bytes, so that a retry after a break is identical. */
struct call {
    struct call *prev, *next;
    uint32_t id;
    enum wire_method method;
    struct text bytes;     /* the whole request */
    bool has_password;     /* it is not sent where others could read it */
    struct error reason;   /* of a refused call */
    client_answer *answer; /* NULL: it is ignored */
    void *owner;
};

/* The phases of a client:
 *
 *                 the back-off is over     connected               welcome
 *     (create) -> WAITING ----------> OPENING ----------> GREETING ----------> READY
 *                    ^                   |                   |                   |
 *                    +----- broken ------+------ broken -----+------ broken -----+
 *
 * A server that was restarted behind a connection leads from READY back to GREETING.
 * Each phase can go to FAILED, which is final, except that a replaced client may take its seat back
 * (to WAITING). In GREETING hello is said, perhaps several times (greeting.h). */
enum phase {
    PHASE_WAITING,
    PHASE_OPENING,
    PHASE_GREETING,
    PHASE_READY,
    PHASE_FAILED,
    PHASE_COUNT,
};

struct client {
    uv_timer_t timer; /* first member: the client is freed when the timer has closed */
    struct loop *loop;
    struct client_events events;
    struct server_list servers;
    size_t server;         /* the number of the one that is tried, or connected to */
    size_t first_server;   /* ... with which a round begins */
    size_t servers_tried;  /* in this round, in vain */
    bool was_reached;      /* has one of these accepted a connection? */
    int64_t greeting_ms;   /* for the answer to hello */
    struct error distrust; /* of one of these; its code is NONE: there was none */
    char *named_key;       /* NULL: none, like the next */
    char *known_servers;   /* a path */
    bool is_bot;
    struct greeting *greeting;
    unsigned first_tries;  /* as in the configuration; 0 from the first welcome on */
    unsigned tries_failed; /* of these */
    uint32_t give_up_ms;
    uint32_t quiet_ms;

    enum phase phase;
    int64_t phase_until_ms; /* the end of this phase: a timeout, or in WAITING the next try */
    int64_t give_up_at_ms;
    int64_t ready_since_ms;
    int answers;      /* since then */
    int64_t asked_ms; /* time of the last ping to the server */
    bool is_stalled;  /* the server has said so, and answers nothing now */
    struct backoff backoff;
    struct connection *connection;              /* in OPENING, GREETING and READY */
    struct error reason;                        /* of the last break, or of the failure */
    bool has_had_tls;                           /* then it never does without */
    char server_key[CERTIFICATE_PIN_CHARS + 1]; /* the pin that it is trusted by; "": none */
    bool is_resuming;   /* in GREETING: the connection has outlived the server */
    bool was_replaced;  /* by another connection of the same player */
    bool is_break_told; /* was `interrupted` called since the last `ready`? */

    struct call *waiting; /* pending, in the order of the calls */
    struct call *refused; /* to be answered with `reason` in a later turn, without sending */
    uint32_t last_id;     /* of a call */
};

/* --- pending requests --- */

enum { KEY_BYTES = 16, KEY_TEXT = 2 * KEY_BYTES };

/* Fills an absent member `key`, which makes retries harmless, with a fresh one. */
static void encode(struct call *call, const void *parameters)
{
    const struct wire_record *record = wire_methods[call->method].parameters;
    for (size_t i = 0; i < record->field_count; i++)
        call->has_password |= strcmp(record->fields[i].name, "password") == 0;
    if (call->has_password)
        text_make_secret(&call->bytes);
    char fresh[KEY_TEXT + 1];
    char *body = memory_zeroed(record->size, 1);
    wire_record_clear(record, body);
    if (parameters && record->size > 0)
        memcpy(body, parameters, record->size);

    for (size_t i = 0; i < record->field_count; i++) {
        struct wire_text *key = (struct wire_text *)(void *)(body + record->fields[i].offset);
        if (strcmp(record->fields[i].name, "key") != 0 || key->bytes)
            continue;
        unsigned char bytes[KEY_BYTES];
        entropy_fill(bytes, sizeof bytes);
        for (int at = 0; at < KEY_BYTES; at++)
            snprintf(fresh + 2 * at, 3, "%02x", bytes[at]);
        *key = wire_text(fresh);
    }

    wire_encode_request(&call->bytes, call->id, call->method, body);
    free(body);
}

static void refuse_call(struct client *client, struct call *call, const struct error *reason)
{
    DL_DELETE(client->waiting, call);
    call->reason = *reason;
    DL_APPEND(client->refused, call);
}

/* Answers and frees a call that has been removed from its list. */
static void answer_call(struct call *call, const struct error *error, const void *result)
{
    if (call->answer)
        call->answer(call->owner, error, result);
    text_finish(&call->bytes);
    free(call);
}

static void destroy_calls(struct call *list)
{
    while (list) {
        struct call *call = list;
        DL_DELETE(list, call);
        call->answer = NULL;
        answer_call(call, NULL, NULL);
    }
}

/* --- phases --- */

static const bool phase_may_follow[PHASE_COUNT][PHASE_COUNT] = {
    [PHASE_WAITING] = {[PHASE_OPENING] = true, [PHASE_FAILED] = true},
    [PHASE_OPENING] = {[PHASE_GREETING] = true, [PHASE_WAITING] = true, [PHASE_FAILED] = true},
    [PHASE_GREETING] = {[PHASE_GREETING] = true,
                        [PHASE_READY] = true,
                        [PHASE_WAITING] = true,
                        [PHASE_FAILED] = true},
    [PHASE_READY] = {[PHASE_GREETING] = true, [PHASE_WAITING] = true, [PHASE_FAILED] = true},
    [PHASE_FAILED] = {[PHASE_WAITING] = true},
};

static void on_due(uv_timer_t *timer);

/* Was the client destroyed in a callback? Its memory stays until its timer has closed, so that the
 * caller of the callback can ask. */
static bool is_destroyed(const struct client *client)
{
    return uv_is_closing((const uv_handle_t *)&client->timer);
}

static void arm_timer(struct client *client)
{
    int64_t now = loop_now_ms(client->loop);
    int64_t due = client->phase_until_ms < client->give_up_at_ms ? client->phase_until_ms
                                                                 : client->give_up_at_ms;
    if (client->refused)
        due = now;
    if (due == NEVER)
        uv_timer_stop(&client->timer);
    else
        loop_start_timer(&client->timer, on_due, due > now ? (uint64_t)(due - now) : 0);
}

static void enter_phase(struct client *client, enum phase phase, int64_t lasting_ms)
{
    assert(phase_may_follow[client->phase][phase]);
    client->phase = phase;
    client->phase_until_ms = lasting_ms == NEVER ? NEVER : loop_now_ms(client->loop) + lasting_ms;
    arm_timer(client);
}

static void drop_connection(struct client *client)
{
    connection_destroy(client->connection);
    client->connection = NULL;
    client->is_resuming = false;
    greeting_stop(client->greeting);
}

static void set_give_up_time(struct client *client)
{
    int64_t now = loop_now_ms(client->loop);
    client->give_up_at_ms = client->give_up_ms ? now + client->give_up_ms : NEVER;
}

/* Enters FAILED. */
static void fail(struct client *client, const struct error *reason)
{
    assert(client->phase != PHASE_FAILED);
    drop_connection(client);
    client->reason = *reason;
    client->give_up_at_ms = NEVER;
    while (client->waiting)
        refuse_call(client, client->waiting, reason);
    enter_phase(client, PHASE_FAILED, NEVER);
    client->events.failed(client->events.owner, &client->reason);
}

/* A round of tries begins with this address. */
static void begin_round(struct client *client, size_t server)
{
    client->server = server;
    client->servers_tried = 0;
    client->was_reached = false;
    client->distrust.code = ERROR_NONE;
}

/* Goes on with the server's next address in this turn; false: none is left in this round. */
static bool try_next_server(struct client *client)
{
    client->was_reached |= client->phase == PHASE_GREETING;
    if (++client->servers_tried == client->servers.count)
        return false;
    client->server = (client->server + 1) % client->servers.count;
    drop_connection(client);
    enter_phase(client, PHASE_WAITING, 0);
    return true;
}

/* Drops the connection and enters WAITING. */
static void break_off(struct client *client, const struct error *reason)
{
    assert(client->phase != PHASE_FAILED && client->phase != PHASE_WAITING);
    if (client->phase != PHASE_READY && try_next_server(client))
        return;
    if (client->distrust.code) {
        struct error distrust = client->distrust;
        fail(client, &distrust);
        return;
    }
    bool is_counted =
        client->phase != PHASE_READY && !client->was_reached && client->first_tries > 0;
    if (is_counted && ++client->tries_failed == client->first_tries) {
        struct error given_up;
        char which[48] = "";
        if (client->servers.count > 1)
            snprintf(which, sizeof which, ", the last of %zu addresses", client->servers.count);
        error_set(&given_up, reason->code, "%s%s; given up after %u tries", reason->message, which,
                  client->first_tries);
        fail(client, &given_up);
        return;
    }
    drop_connection(client);
    begin_round(client, client->first_server);
    if (client->phase == PHASE_READY) {
        /* Only a good connection resets the back-off. */
        if (loop_now_ms(client->loop) - client->ready_since_ms >= STEADY_MS ||
            client->answers >= GOOD_ANSWERS)
            client->backoff = (struct backoff){0};
        set_give_up_time(client);
    }
    client->reason = *reason;
    uint32_t pause_ms = is_counted ? FIRST_PAUSE_MS : backoff_next_ms(&client->backoff);
    enter_phase(client, PHASE_WAITING, pause_ms);
    if (client->is_break_told)
        return;
    client->is_break_told = true;
    client->events.interrupted(client->events.owner, &client->reason);
}

/* Breaks off because the server breaks the protocol. */
static void break_off_for(struct client *client, const char *what)
{
    struct error reason;
    error_set(&reason, ERROR_BAD_MESSAGE, "the server breaks the protocol: %s", what);
    break_off(client, &reason);
}

/* --- the client's own requests, the greeting --- */

static void request(struct client *client, enum wire_method method, const void *parameters)
{
    struct text bytes = {0};
    wire_encode_request(&bytes, PING_ID, method, parameters);
    connection_write(client->connection, bytes.bytes, bytes.len);
    text_finish(&bytes);
}

/* Sends a call over the open connection, or refuses it. */
static void send_call(struct client *client, struct call *call)
{
    if (call->has_password && !greeting_was_private(client->greeting)) {
        struct error reason;
        greeting_not_private(client->greeting, &reason);
        refuse_call(client, call, &reason);
        arm_timer(client);
    } else {
        connection_write(client->connection, call->bytes.bytes, call->bytes.len);
    }
}

static int64_t first_greeting_ms(const struct client *client)
{
    return client->servers.count > 1 ? GREETING_OF_SEVERAL_MS : GREETING_MS;
}

/* See client.h. */
static int64_t quiet_ms(const struct client *client)
{
    bool may_leave = client->servers.count > 1 && !client->is_stalled;
    return client->quiet_ms / (may_leave ? QUIET_OF_SEVERAL : 1);
}

static void become_ready(struct client *client, const struct wire_welcome *welcome)
{
    const char *pin = connection_pin(client->connection);
    snprintf(client->server_key, sizeof client->server_key, "%s", pin ? pin : "");
    client->first_server = client->server;
    begin_round(client, client->server);
    client->first_tries = 0;
    client->greeting_ms = first_greeting_ms(client);
    client->give_up_at_ms = NEVER;
    client->ready_since_ms = loop_now_ms(client->loop);
    client->answers = 0;
    client->asked_ms = 0;
    client->is_stalled = false;
    client->is_break_told = false;
    client->is_resuming = false;
    enter_phase(client, PHASE_READY, quiet_ms(client));

    struct call *call, *next;
    DL_FOREACH_SAFE (client->waiting, call, next) {
        send_call(client, call);
    }
    client->events.ready(client->events.owner, welcome);
}

static void take_greeting(struct client *client, const struct wire_message *message)
{
    struct wire_welcome welcome;
    struct error reason;
    int bits;
    switch (greeting_take_answer(client->greeting, message, &welcome, &bits, &reason)) {
    case GREETING_SAID:
        enter_phase(client, PHASE_GREETING, client->greeting_ms);
        break;
    case GREETING_PROVES:
        enter_phase(client, PHASE_GREETING, NEVER);
        if (client->events.working)
            client->events.working(client->events.owner, bits);
        break;
    case GREETING_BROKEN:
        break_off(client, &reason);
        break;
    case GREETING_FAILED:
        fail(client, &reason);
        break;
    case GREETING_DONE:
        become_ready(client, &welcome);
        break;
    }
}

static enum error_code on_recall(void *owner, const struct server_address *server, const char *pin,
                                 bool is_vouched, const char *name, const char **ret_token,
                                 struct error *error)
{
    const struct client_events *events = &((struct client *)owner)->events;
    return events->recall(events->owner, server, pin, is_vouched, name, ret_token, error);
}

static void on_proved(void *owner)
{
    struct client *client = owner;
    enter_phase(client, PHASE_GREETING, client->greeting_ms);
}

/* --- messages --- */

static void take_answer(struct client *client, const struct wire_message *message)
{
    struct call *call;
    struct error error = message->error, unreadable;
    struct wire_wait wait;
    union wire_body body;
    if (message->id == PING_ID || message->id == CLIENT_HELLO_ID)
        return; /* a second hello may be refused after the first was heard by the next server */
    DL_FOREACH (client->waiting, call) {
        if (call->id == message->id) /* near the front: answers come nearly in this order */
            break;
    }
    if (!call) {
        break_off_for(client, "it answers what was not asked");
        return;
    }
    DL_DELETE(client->waiting, call);
    if (client->answers < GOOD_ANSWERS)
        client->answers++;

    if (error.code) {
        if (error.code != ERROR_STALE_PLY && message->body &&
            !wire_message_read(message, &wire_record_wait, &wait, &unreadable))
            error.wait_ms = wait.wait;
        answer_call(call, &error, NULL);
    } else if (wire_message_read(message, wire_methods[call->method].result, &body, &unreadable)) {
        error_set(&error, ERROR_INTERNAL, "the server's answer to %s cannot be read: %s",
                  wire_methods[call->method].name, unreadable.message);
        answer_call(call, &error, NULL);
    } else {
        answer_call(call, NULL, &body);
    }
}

/* Takes an event that ends the session, or only the connection. */
static void take_end(struct client *client, enum wire_event event, const union wire_body *body)
{
    struct error reason;
    const struct wire_text *why = &body->as_reason.reason;
    if (event == WIRE_EVENT_SESSION_REPLACED) {
        error_set(&reason, ERROR_DISCONNECTED, "the seat was taken over elsewhere: %.*s",
                  (int)why->len, why->bytes);
        client->was_replaced = true;
        fail(client, &reason);
    } else if (event == WIRE_EVENT_SESSION_KICKED) { /* a retry would end in the same way */
        error_set(&reason, ERROR_DISCONNECTED, "the server has ended the session: %.*s",
                  (int)why->len, why->bytes);
        fail(client, &reason);
    } else {
        const struct wire_fault *fault = &body->as_fault;
        error_set(&reason, (enum error_code)fault->code, "the server ends the connection: %.*s",
                  (int)fault->message.len, fault->message.bytes);
        /* These two are permanent, since the same bytes are sent again; other faults may pass. */
        if (fault->code == ERROR_BAD_MESSAGE || fault->code == ERROR_TOO_LARGE)
            fail(client, &reason);
        else
            break_off(client, &reason);
    }
}

/* The connection goes on, and the server behind it is another one: as after a break. */
static void begin_again(struct client *client)
{
    struct error reason;
    if (client->phase == PHASE_READY)
        set_give_up_time(client);
    client->is_resuming = true;
    error_set(&client->reason, ERROR_DISCONNECTED, "the server was restarted");
    enter_phase(client, PHASE_GREETING, GREETING_MS);
    if (greeting_again(client->greeting, &reason) == GREETING_FAILED) {
        fail(client, &reason);
    } else if (!client->is_break_told) {
        client->is_break_told = true;
        client->events.interrupted(client->events.owner, &client->reason);
    }
}

static void take_event(struct client *client, const struct wire_message *message)
{
    int event = wire_event_find(message->method);
    if (event < 0)
        return; /* of a newer server */
    union wire_body body;
    struct error unreadable;
    if (wire_message_read(message, wire_events[event].record, &body, &unreadable))
        break_off_for(client, unreadable.message);
    else if (event == WIRE_EVENT_SESSION_REPLACED || event == WIRE_EVENT_SESSION_KICKED ||
             event == WIRE_EVENT_SESSION_FAULT)
        take_end(client, (enum wire_event)event, &body);
    else if (event == WIRE_EVENT_SERVER_RESTARTED)
        begin_again(client);
    else if (event == WIRE_EVENT_SESSION_PING && client->phase == PHASE_READY)
        request(client, WIRE_SESSION_PONG, &(struct wire_pong){.n = body.as_ping.n});
    else if (event != WIRE_EVENT_SESSION_PING) { /* a pong after a break would measure nothing */
        if (event == WIRE_EVENT_SERVER_STALLED || event == WIRE_EVENT_SERVER_RESUMED)
            client->is_stalled = event == WIRE_EVENT_SERVER_STALLED;
        client->events.event(client->events.owner, (enum wire_event)event, &body);
    }
}

static void refuse_request(struct client *client, const struct wire_message *message)
{
    struct error error;
    error_set(&error, ERROR_UNKNOWN_METHOD, "a client takes no requests");
    struct text bytes = {0};
    wire_encode_error(&bytes, message->id, &error, NULL, NULL);
    connection_write(client->connection, bytes.bytes, bytes.len);
    text_finish(&bytes);
}

static void on_message(void *owner, const struct wire_message *message)
{
    struct client *client = owner;
    switch (message->kind) {
    case WIRE_REQUEST:
        refuse_request(client, message);
        break;
    case WIRE_RESPONSE:
        if (client->phase == PHASE_READY)
            take_answer(client, message);
        else if (message->id == CLIENT_HELLO_ID)
            take_greeting(client, message);
        else if (!client->is_resuming || !message->error.code)
            break_off_for(client, "it answers what was not asked");
        break; /* else it refuses what was asked of the server before, and is asked again */
    case WIRE_NOTIFICATION:
        take_event(client, message);
        break;
    }
}

/* --- the connection and the timer --- */

/* Detects a half-open connection, whose peer vanished without closing it. */
static void end_silence(struct client *client)
{
    int64_t now = loop_now_ms(client->loop), heard = connection_heard_ms(client->connection);
    int64_t quiet = quiet_ms(client);
    struct error reason;
    if (heard < client->asked_ms) {
        error_set(&reason, ERROR_DISCONNECTED, "the server is silent");
        client->first_server = (client->server + 1) % client->servers.count;
        break_off(client, &reason);
        return;
    }
    if (now - heard >= quiet) {
        struct wire_nothing nothing;
        request(client, WIRE_SESSION_PING, &nothing);
        client->asked_ms = heard = now;
    }
    client->phase_until_ms = heard + quiet;
    arm_timer(client);
}

static void on_opened(void *owner)
{
    struct client *client = owner;
    struct error reason;
    enter_phase(client, PHASE_GREETING, client->greeting_ms);
    client->has_had_tls |= connection_has_tls(client->connection);
    if (greeting_begin(client->greeting, client->connection, &reason) == GREETING_FAILED)
        fail(client, &reason);
}

static void on_closed(void *owner, const struct error *reason)
{
    struct client *client = owner;
    client->connection = NULL; /* it has destroyed itself */
    greeting_stop(client->greeting);
    if (reason->code == ERROR_UNKNOWN_SERVER || reason->code == ERROR_WRONG_SERVER)
        client->distrust = *reason;
    break_off(client, reason);
}

static void open_connection(struct client *client)
{
    struct connection_events events = {
        .owner = client,
        .opened = on_opened,
        .message = on_message,
        .closed = on_closed,
    };
    struct error error;
    enter_phase(client, PHASE_OPENING, NEVER);
    struct connection_config config = {
        .server = client->servers.servers[client->server],
        .trust = {client->named_key, client->known_servers, &client->servers},
        .must_have_tls = client->has_had_tls,
        .has_others = client->servers_tried + 1 < client->servers.count,
    };
    if (connection_create(client->loop, &config, &events, &client->connection, &error))
        break_off(client, &error);
}

static void on_due(uv_timer_t *timer)
{
    struct client *client = (struct client *)timer;
    struct call *call;
    while ((call = client->refused)) {
        DL_DELETE(client->refused, call);
        answer_call(call, &call->reason, NULL);
        if (is_destroyed(client))
            return;
    }

    int64_t now = loop_now_ms(client->loop);
    if (now >= client->give_up_at_ms) {
        struct error reason;
        error_set(&reason, ERROR_DISCONNECTED, "given up after %" PRIu32 " ms: %s",
                  client->give_up_ms, client->is_break_told ? client->reason.message : "no answer");
        fail(client, &reason);
    } else if (now < client->phase_until_ms) {
        arm_timer(client);
    } else if (client->phase == PHASE_WAITING) {
        open_connection(client);
    } else if (client->phase == PHASE_READY) {
        end_silence(client);
    } else {
        client->greeting_ms *= 2;
        if (client->greeting_ms > GREETING_MS)
            client->greeting_ms = GREETING_MS;
        break_off_for(client, "it does not answer session.hello");
    }
}

/* --- the public functions --- */

static char *copy(const char *text)
{
    return text ? memory_text(text, strlen(text)) : NULL;
}

enum error_code client_create(struct loop *loop, const struct client_config *config,
                              const struct client_events *events, struct client **ret_client,
                              struct error *error)
{
    struct server_list servers;
    enum error_code failed = server_list_parse(config->server, &servers, error);
    if (failed)
        return failed;
    struct client *client = memory_zeroed(1, sizeof *client);
    uv_timer_init(&loop->uv, &client->timer);
    loop_join(loop);
    client->loop = loop;
    client->events = *events;
    client->servers = servers;
    client->named_key = copy(config->trust.server_key);
    client->known_servers = copy(config->trust.known_servers);
    client->is_bot = config->is_bot;
    struct greeting_events greeting_events = {client, on_proved, events->recall ? on_recall : NULL};
    client->greeting = greeting_create(loop, config, &greeting_events);
    client->first_tries = config->first_tries;
    client->give_up_ms = config->give_up_ms;
    client->greeting_ms = first_greeting_ms(client);
    client->quiet_ms = config->quiet_ms ? config->quiet_ms : QUIET_DEFAULT_MS;
    client->phase = PHASE_WAITING;
    client->phase_until_ms = loop_now_ms(loop);
    set_give_up_time(client);
    arm_timer(client);
    *ret_client = client;
    return ERROR_NONE;
}

static void on_timer_closed(uv_handle_t *handle)
{
    struct client *client = (struct client *)handle;
    free(client->named_key);
    free(client->known_servers);
    greeting_destroy(client->greeting);
    destroy_calls(client->waiting);
    destroy_calls(client->refused);
    free(client);
}

void client_destroy(struct client *client)
{
    if (!client || is_destroyed(client))
        return;
    drop_connection(client);
    loop_leave(client->loop);
    uv_close((uv_handle_t *)&client->timer, on_timer_closed);
}

enum client_state client_state(const struct client *client)
{
    switch (client->phase) {
    case PHASE_WAITING:
    case PHASE_OPENING:
    case PHASE_GREETING:
        return CLIENT_CONNECTING;
    case PHASE_READY:
        return CLIENT_READY;
    case PHASE_FAILED:
    case PHASE_COUNT:
        break;
    }
    return CLIENT_FAILED;
}

bool client_is_resuming(const struct client *client)
{
    return client->is_resuming;
}

bool client_was_replaced(const struct client *client)
{
    return client->was_replaced;
}

void client_take_seat_back(struct client *client)
{
    assert(client->phase == PHASE_FAILED && client->was_replaced);
    client->was_replaced = false;
    set_give_up_time(client);
    enter_phase(client, PHASE_WAITING, 0);
}

const char *client_name(const struct client *client)
{
    return greeting_name(client->greeting);
}

const char *client_token(const struct client *client)
{
    return greeting_token(client->greeting);
}

bool client_is_private(const struct client *client)
{
    return greeting_was_private(client->greeting);
}

bool client_is_bot(const struct client *client)
{
    return client->is_bot;
}

const char *client_server_key(const struct client *client)
{
    return client->server_key[0] ? client->server_key : NULL;
}

const struct server_address *client_server(const struct client *client)
{
    return &client->servers.servers[client->server];
}

struct loop *client_loop(const struct client *client)
{
    return client->loop;
}

void client_call(struct client *client, enum wire_method method, const void *parameters,
                 client_answer *answer, void *owner)
{
    assert(method != WIRE_SESSION_HELLO && !is_destroyed(client));
    /* No request stays pending until the ids wrap around to its own. */
    do
        client->last_id++;
    while (client->last_id == CLIENT_HELLO_ID || client->last_id == PING_ID);
    struct call *call = memory_zeroed(1, sizeof *call);
    *call = (struct call){
        .id = client->last_id,
        .method = method,
        .answer = answer,
        .owner = owner,
    };
    encode(call, parameters);
    DL_APPEND(client->waiting, call);

    if (call->bytes.len > WIRE_REQUEST_BYTES_MAX) {
        /* The server would close the connection at every retry. */
        struct error error;
        error_set(&error, ERROR_TOO_LARGE, "%s would take %zu bytes: %d are allowed",
                  wire_methods[method].name, call->bytes.len, WIRE_REQUEST_BYTES_MAX);
        refuse_call(client, call, &error);
        arm_timer(client);
    } else if (client->phase == PHASE_FAILED) {
        refuse_call(client, call, &client->reason);
        arm_timer(client);
    } else if (client->phase == PHASE_READY) {
        send_call(client, call);
    }
}

void client_drop_answers(struct client *client, const void *owner)
{
    struct call *call, *lists[] = {client->waiting, client->refused};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        DL_FOREACH (lists[i], call) {
            if (call->owner == owner)
                call->answer = NULL;
        }
    }
}

bool client_is_stall(enum error_code code)
{
    return code == ERROR_SERVER_STALLED || code == ERROR_SERVER_CLOSING;
}

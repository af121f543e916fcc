#include "client/lib/client.h"

#include "client/lib/backoff.h"
#include "client/lib/calls.h"
#include "client/lib/connection.h"
#include "client/lib/loop_uv.h"
#include "common/base/address.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

enum {
    GREETING_MS = 30000,      /* for the answer to hello, before the connection is tried anew */
    STEADY_MS = 5000,         /* a connection that lasted this long was a good one */
    GOOD_ANSWERS = 20,        /* so was one over which so many requests were answered */
    QUIET_DEFAULT_MS = 20000, /* see client.h */
};

static const int64_t NEVER = INT64_MAX;

/* What the client is doing:
 *
 *                 the back-off is over     connected               welcome
 *     (create) -> WAITING ----------> OPENING ----------> GREETING ----------> READY
 *                    ^                   |                   |                   |
 *                    +----- broken ------+------ broken -----+------ broken -----+
 *
 * and from each of them to FAILED, where it stays. */
enum phase {
    PHASE_WAITING,
    PHASE_OPENING,
    PHASE_GREETING,
    PHASE_READY,
    PHASE_FAILED,
    PHASE_COUNT,
};

static const bool phase_may_follow[PHASE_COUNT][PHASE_COUNT] = {
    [PHASE_WAITING] = {[PHASE_OPENING] = true, [PHASE_FAILED] = true},
    [PHASE_OPENING] = {[PHASE_GREETING] = true, [PHASE_WAITING] = true, [PHASE_FAILED] = true},
    [PHASE_GREETING] = {[PHASE_READY] = true, [PHASE_WAITING] = true, [PHASE_FAILED] = true},
    [PHASE_READY] = {[PHASE_WAITING] = true, [PHASE_FAILED] = true},
};

struct client {
    uv_timer_t timer; /* first: the client is freed when it has closed */
    struct loop *loop;
    struct client_events events;
    struct address address;
    char *program;
    char *name_wanted; /* NULL: none */
    char *given_token; /* NULL: none */
    char *password;    /* NULL: none, or the account's token is there */
    uint32_t give_up_ms;
    uint32_t quiet_ms;

    enum phase phase;
    int64_t phase_until_ms; /* when this phase has lasted too long, or long enough */
    int64_t give_up_at_ms;
    int64_t ready_since_ms;
    int answers;      /* since then */
    int64_t asked_ms; /* when the server was last asked whether it is there */
    struct backoff backoff;
    struct connection *connection; /* in OPENING, GREETING and READY */
    struct error reason;           /* of the last break, or of the failure */
    bool was_replaced;             /* by another connection of the same player */
    bool is_break_told;            /* was `interrupted` called since the last `ready`? */

    struct text name; /* of the last welcome, like the token */
    struct text token;
    struct calls calls;
};

static void on_due(uv_timer_t *timer);

/* A destroyed client lives on until its timer has closed, so that whoever called a callback may ask. */
static bool is_destroyed(const struct client *client)
{
    return uv_is_closing((const uv_handle_t *)&client->timer);
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static void arm_timer(struct client *client)
{
    int64_t now = loop_now_ms(client->loop);
    int64_t due = earlier(client->phase_until_ms, client->give_up_at_ms);
    if (client->calls.refused)
        due = now;
    if (due == NEVER)
        uv_timer_stop(&client->timer);
    else
        loop_start_timer(&client->timer, on_due, due > now ? (uint64_t)(due - now) : 0);
}

/* The one mover. `lasting_ms`: NEVER, or how long the phase is to last. */
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
}

static void set_give_up_time(struct client *client)
{
    int64_t now = loop_now_ms(client->loop);
    client->give_up_at_ms = client->give_up_ms ? now + client->give_up_ms : NEVER;
}

/* A connection that broke as soon as it stood is tried again ever more slowly. */
static void leave_ready(struct client *client)
{
    if (loop_now_ms(client->loop) - client->ready_since_ms >= STEADY_MS ||
        client->answers >= GOOD_ANSWERS)
        client->backoff = (struct backoff){0};
    set_give_up_time(client);
}

static void break_off(struct client *client, const struct error *reason)
{
    drop_connection(client);
    if (client->phase == PHASE_READY)
        leave_ready(client);
    client->reason = *reason;
    enter_phase(client, PHASE_WAITING, backoff_next_ms(&client->backoff));
    if (client->is_break_told)
        return;
    client->is_break_told = true;
    client->events.interrupted(client->events.owner, &client->reason);
}

static void fail(struct client *client, const struct error *reason)
{
    drop_connection(client);
    client->reason = *reason;
    client->give_up_at_ms = NEVER;
    calls_refuse_all(&client->calls, reason);
    enter_phase(client, PHASE_FAILED, NEVER);
    client->events.failed(client->events.owner, &client->reason);
}

/* --- the client's own requests --- */

static void request(struct client *client, enum wire_method method, const void *parameters)
{
    struct text bytes = {0};
    wire_encode_request(&bytes, CALLS_OWN_ID, method, parameters);
    connection_write(client->connection, bytes.bytes, bytes.len);
    text_finish(&bytes);
}

static void send_hello(struct client *client)
{
    struct wire_hello hello;
    wire_record_clear(&wire_record_hello, &hello);
    hello.protocol = WIRE_PROTOCOL;
    hello.client = wire_text(client->program);
    if (client->token.len > 0)
        hello.token = wire_text(text_string(&client->token));
    else
        hello.token = wire_text(client->given_token);
    if (!hello.token.bytes) {
        hello.name = wire_text(client->name_wanted);
        hello.password = wire_text(client->password);
    }
    request(client, WIRE_SESSION_HELLO, &hello);
}

/* A pong that comes after a break would measure nothing. */
static void answer_ping(struct client *client, const struct wire_ping *ping)
{
    struct wire_pong pong = {.n = ping->n};
    if (client->phase == PHASE_READY)
        request(client, WIRE_SESSION_PONG, &pong);
}

/* A connection can be half open: the peer's machine has gone, and nothing says so. */
static void end_silence(struct client *client)
{
    int64_t now = loop_now_ms(client->loop), heard = connection_heard_ms(client->connection);
    struct error reason;
    if (heard < client->asked_ms) {
        error_set(&reason, ERROR_DISCONNECTED, "the server is silent");
        break_off(client, &reason);
        return;
    }
    if (now - heard >= client->quiet_ms) {
        struct wire_nothing nothing;
        request(client, WIRE_SESSION_PING, &nothing);
        client->asked_ms = heard = now;
    }
    client->phase_until_ms = heard + client->quiet_ms;
    arm_timer(client);
}

/* Refusals that may be over in a while; all others would come again. */
static bool is_passing(enum error_code code)
{
    return code == ERROR_SERVER_STALLED || code == ERROR_SERVER_CLOSING ||
           code == ERROR_LIMIT_REACHED || code == ERROR_INTERNAL;
}

static void take_refusal(struct client *client, const struct error *refusal)
{
    if (is_passing(refusal->code))
        break_off(client, refusal);
    else
        fail(client, refusal);
}

static void forget_password(struct client *client)
{
    if (client->password)
        explicit_bzero(client->password, strlen(client->password));
    free(client->password);
    client->password = NULL;
}

static void replace(struct text *text, struct wire_text by)
{
    text_clear(text);
    text_append(text, by.bytes, by.len);
}

static void send_waiting_calls(struct client *client)
{
    struct call *call;
    DL_FOREACH (client->calls.waiting, call) {
        connection_write(client->connection, call->bytes.bytes, call->bytes.len);
    }
}

static void become_ready(struct client *client, const struct wire_welcome *welcome)
{
    replace(&client->name, welcome->name);
    replace(&client->token, welcome->token);
    forget_password(client);
    client->give_up_at_ms = NEVER;
    client->ready_since_ms = loop_now_ms(client->loop);
    client->answers = 0;
    client->asked_ms = 0;
    client->is_break_told = false;
    enter_phase(client, PHASE_READY, client->quiet_ms);
    send_waiting_calls(client);
    client->events.ready(client->events.owner, welcome);
}

static void take_welcome(struct client *client, const struct wire_message *message)
{
    struct wire_welcome welcome;
    struct error error;
    if (wire_message_read(message, &wire_record_welcome, &welcome, &error)) {
        struct error reason;
        error_set(&reason, ERROR_BAD_PROTOCOL, "the server's welcome cannot be read: %s",
                  error.message);
        fail(client, &reason);
        return;
    }
    if (welcome.protocol != WIRE_PROTOCOL) {
        error_set(&error, ERROR_BAD_PROTOCOL,
                  "the server speaks version %" PRId64 " of the protocol, this program version %d",
                  welcome.protocol, WIRE_PROTOCOL);
        fail(client, &error);
        return;
    }
    become_ready(client, &welcome);
}

/* --- messages --- */

static void break_off_for(struct client *client, const char *what)
{
    struct error reason;
    error_set(&reason, ERROR_BAD_MESSAGE, "the server breaks the protocol: %s", what);
    break_off(client, &reason);
}

static void answer_with_result(const struct call *call, const struct wire_message *message)
{
    union wire_body body;
    struct error unreadable;
    if (!wire_message_read(message, wire_methods[call->method].result, &body, &unreadable)) {
        call->answer(call->owner, NULL, &body, NULL);
        return;
    }
    struct error error;
    error_set(&error, ERROR_INTERNAL, "the server's answer to %s cannot be read: %s",
              wire_methods[call->method].name, unreadable.message);
    call->answer(call->owner, &error, NULL, NULL);
}

static void answer_with_error(const struct call *call, const struct wire_message *message)
{
    struct wire_stale stale;
    struct error unreadable;
    bool is_stale =
        message->body && !wire_message_read(message, &wire_record_stale, &stale, &unreadable);
    call->answer(call->owner, &message->error, NULL, is_stale ? &stale : NULL);
}

static void take_answer(struct client *client, const struct wire_message *message)
{
    if (message->id == CALLS_OWN_ID)
        return;
    struct call *call = calls_take(&client->calls, message->id);
    if (!call) {
        break_off_for(client, "it answers what was not asked");
        return;
    }
    if (client->answers < GOOD_ANSWERS)
        client->answers++;
    if (message->error.code)
        answer_with_error(call, message);
    else
        answer_with_result(call, message);
    call_destroy(call);
}

static void take_replacement(struct client *client, const struct wire_reason *replaced)
{
    struct error reason;
    error_set(&reason, ERROR_DISCONNECTED, "the seat was taken over elsewhere: %.*s",
              (int)replaced->reason.len, replaced->reason.bytes);
    client->was_replaced = true;
    fail(client, &reason);
}

/* `notice` says what for: whoever put us out would do it again. */
static void take_kick(struct client *client, const struct wire_reason *notice)
{
    struct error reason;
    error_set(&reason, ERROR_DISCONNECTED, "the server has ended the session: %.*s",
              (int)notice->reason.len, notice->reason.bytes);
    fail(client, &reason);
}

/* The same bytes would break the protocol again; any other fault may be gone next time. */
static void take_fault(struct client *client, const struct wire_fault *fault)
{
    struct error reason;
    error_set(&reason, (enum error_code)fault->code, "the server ends the connection: %.*s",
              (int)fault->message.len, fault->message.bytes);
    if (fault->code == ERROR_BAD_MESSAGE || fault->code == ERROR_TOO_LARGE)
        fail(client, &reason);
    else
        break_off(client, &reason);
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
    else if (event == WIRE_EVENT_SESSION_REPLACED)
        take_replacement(client, &body.as_reason);
    else if (event == WIRE_EVENT_SESSION_KICKED)
        take_kick(client, &body.as_reason);
    else if (event == WIRE_EVENT_SESSION_PING)
        answer_ping(client, &body.as_ping);
    else if (event == WIRE_EVENT_SESSION_FAULT)
        take_fault(client, &body.as_fault);
    else
        client->events.event(client->events.owner, (enum wire_event)event, &body);
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

static void take_response(struct client *client, const struct wire_message *message)
{
    if (client->phase == PHASE_READY)
        take_answer(client, message);
    else if (message->id != CALLS_OWN_ID)
        break_off_for(client, "it answers what was not asked");
    else if (message->error.code)
        take_refusal(client, &message->error);
    else
        take_welcome(client, message);
}

static void on_message(void *owner, const struct wire_message *message)
{
    struct client *client = owner;
    switch (message->kind) {
    case WIRE_REQUEST:
        refuse_request(client, message);
        break;
    case WIRE_RESPONSE:
        take_response(client, message);
        break;
    case WIRE_NOTIFICATION:
        take_event(client, message);
        break;
    }
}

/* --- the connection and the timer --- */

static void on_opened(void *owner)
{
    struct client *client = owner;
    enter_phase(client, PHASE_GREETING, GREETING_MS);
    send_hello(client);
}

static void on_closed(void *owner, const struct error *reason)
{
    struct client *client = owner;
    client->connection = NULL; /* it has destroyed itself */
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
    if (connection_create(client->loop, &client->address, &events, &client->connection, &error))
        break_off(client, &error);
}

static void give_up(struct client *client)
{
    struct error reason;
    const char *last = client->is_break_told ? client->reason.message : "no answer";
    error_set(&reason, ERROR_DISCONNECTED, "given up after %" PRIu32 " ms: %s", client->give_up_ms,
              last);
    fail(client, &reason);
}

static void answer_refused_calls(struct client *client)
{
    struct call *call;
    while (!is_destroyed(client) && (call = calls_take_refused(&client->calls))) {
        call->answer(call->owner, &call->reason, NULL, NULL);
        call_destroy(call);
    }
}

static void end_phase(struct client *client)
{
    if (client->phase == PHASE_WAITING)
        open_connection(client);
    else if (client->phase == PHASE_READY)
        end_silence(client);
    else
        break_off_for(client, "it does not answer session.hello");
}

static void on_due(uv_timer_t *timer)
{
    struct client *client = (struct client *)timer;
    answer_refused_calls(client);
    if (is_destroyed(client))
        return;
    int64_t now = loop_now_ms(client->loop);
    if (now >= client->give_up_at_ms)
        give_up(client);
    else if (now >= client->phase_until_ms)
        end_phase(client);
    else
        arm_timer(client);
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
    struct address address;
    enum error_code failed = address_parse(config->server, &address, error);
    if (failed)
        return failed;
    assert(!config->password || !config->token);
    struct client *client = memory_zeroed(1, sizeof *client);
    uv_timer_init(&loop->uv, &client->timer);
    loop_join(loop);
    client->loop = loop;
    client->events = *events;
    client->address = address;
    client->program = copy(config->program);
    client->name_wanted = copy(config->name);
    client->given_token = copy(config->token);
    client->password = copy(config->password);
    client->give_up_ms = config->give_up_ms;
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
    free(client->program);
    free(client->name_wanted);
    free(client->given_token);
    forget_password(client);
    text_finish(&client->name);
    text_finish(&client->token);
    calls_finish(&client->calls);
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

bool client_was_replaced(const struct client *client)
{
    return client->was_replaced;
}

const char *client_name(const struct client *client)
{
    return text_string(&client->name);
}

const char *client_token(const struct client *client)
{
    return text_string(&client->token);
}

/* Kept here instead of sent: the server would close the connection over it, every time again. */
static void refuse_too_large(struct client *client, struct call *call)
{
    struct error error;
    error_set(&error, ERROR_TOO_LARGE, "%s would take %zu bytes: %d are allowed",
              wire_methods[call->method].name, call->bytes.len, WIRE_REQUEST_BYTES_MAX);
    calls_refuse(&client->calls, call, &error);
    arm_timer(client);
}

void client_call(struct client *client, enum wire_method method, const void *parameters,
                 client_answer *answer, void *owner)
{
    assert(method != WIRE_SESSION_HELLO && !is_destroyed(client));
    struct call *call = calls_add(&client->calls, method, parameters, answer, owner);
    if (call->bytes.len > WIRE_REQUEST_BYTES_MAX) {
        refuse_too_large(client, call);
    } else if (client->phase == PHASE_FAILED) {
        calls_refuse(&client->calls, call, &client->reason);
        arm_timer(client);
    } else if (client->phase == PHASE_READY) {
        connection_write(client->connection, call->bytes.bytes, call->bytes.len);
    }
}

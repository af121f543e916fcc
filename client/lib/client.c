#include "client/lib/client.h"

#include "client/lib/client_phase.h"
#include "common/base/memory.h"

#include <assert.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_PAUSE_MS = 1000,    /* between two of the first tries, where they are counted */
    STEADY_MS = 5000,         /* a connection that lasted this long was a good one, as was one
                                 with CLIENT_GOOD_ANSWERS */
    QUIET_DEFAULT_MS = 20000, /* see client.h */
};

static const bool phase_may_follow[PHASE_COUNT][PHASE_COUNT] = {
    [PHASE_WAITING] = {[PHASE_OPENING] = true, [PHASE_FAILED] = true},
    [PHASE_OPENING] = {[PHASE_GREETING] = true, [PHASE_WAITING] = true, [PHASE_FAILED] = true},
    [PHASE_GREETING] = {[PHASE_GREETING] = true,
                        [PHASE_READY] = true,
                        [PHASE_WAITING] = true,
                        [PHASE_FAILED] = true},
    [PHASE_READY] = {[PHASE_WAITING] = true, [PHASE_FAILED] = true},
    [PHASE_FAILED] = {[PHASE_WAITING] = true},
};

static void on_due(uv_timer_t *timer);

/* A destroyed client lives on until its timer has closed, so that whoever called a callback may
 * ask. */
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
    if (due == CLIENT_NEVER)
        uv_timer_stop(&client->timer);
    else
        loop_start_timer(&client->timer, on_due, due > now ? (uint64_t)(due - now) : 0);
}

void client_enter_phase(struct client *client, enum phase phase, int64_t lasting_ms)
{
    assert(phase_may_follow[client->phase][phase]);
    client->phase = phase;
    client->phase_until_ms =
        lasting_ms == CLIENT_NEVER ? CLIENT_NEVER : loop_now_ms(client->loop) + lasting_ms;
    arm_timer(client);
}

static void drop_connection(struct client *client)
{
    connection_destroy(client->connection);
    client->connection = NULL;
    client_drop_search(client);
}

static void set_give_up_time(struct client *client)
{
    int64_t now = loop_now_ms(client->loop);
    client->give_up_at_ms = client->give_up_ms ? now + client->give_up_ms : CLIENT_NEVER;
}

/* A connection that broke as soon as it stood is tried again ever more slowly. */
static void leave_ready(struct client *client)
{
    if (loop_now_ms(client->loop) - client->ready_since_ms >= STEADY_MS ||
        client->answers >= CLIENT_GOOD_ANSWERS)
        client->backoff = (struct backoff){0};
    set_give_up_time(client);
}

void client_break_off(struct client *client, const struct error *reason)
{
    bool is_counted = client->phase == PHASE_OPENING && client->first_tries > 0;
    if (is_counted && ++client->tries_failed == client->first_tries) {
        struct error given_up;
        error_set(&given_up, reason->code, "%s; given up after %u tries", reason->message,
                  client->first_tries);
        client_fail(client, &given_up);
        return;
    }
    drop_connection(client);
    if (client->phase == PHASE_READY)
        leave_ready(client);
    client->reason = *reason;
    uint32_t pause_ms = is_counted ? FIRST_PAUSE_MS : backoff_next_ms(&client->backoff);
    client_enter_phase(client, PHASE_WAITING, pause_ms);
    if (client->is_break_told)
        return;
    client->is_break_told = true;
    client->events.interrupted(client->events.owner, &client->reason);
}

void client_fail(struct client *client, const struct error *reason)
{
    drop_connection(client);
    client->reason = *reason;
    client->give_up_at_ms = CLIENT_NEVER;
    calls_refuse_all(&client->calls, reason);
    client_enter_phase(client, PHASE_FAILED, CLIENT_NEVER);
    client->events.failed(client->events.owner, &client->reason);
}

/* --- the connection and the timer --- */

/* A connection can be half open: the peer's machine has gone, and nothing says so. */
static void end_silence(struct client *client)
{
    int64_t now = loop_now_ms(client->loop), heard = connection_heard_ms(client->connection);
    struct error reason;
    if (heard < client->asked_ms) {
        error_set(&reason, ERROR_DISCONNECTED, "the server is silent");
        client_break_off(client, &reason);
        return;
    }
    if (now - heard >= client->quiet_ms) {
        struct wire_nothing nothing;
        client_request(client, WIRE_SESSION_PING, &nothing);
        client->asked_ms = heard = now;
    }
    client->phase_until_ms = heard + client->quiet_ms;
    arm_timer(client);
}

static void on_opened(void *owner)
{
    struct client *client = owner;
    client_enter_phase(client, PHASE_GREETING, CLIENT_GREETING_MS);
    client_send_hello(client, WIRE_ABSENT);
}

static void on_closed(void *owner, const struct error *reason)
{
    struct client *client = owner;
    client->connection = NULL; /* it has destroyed itself */
    client_break_off(client, reason);
}

static void open_connection(struct client *client)
{
    struct connection_events events = {
        .owner = client,
        .opened = on_opened,
        .message = client_take_message,
        .closed = on_closed,
    };
    struct error error;
    client_enter_phase(client, PHASE_OPENING, CLIENT_NEVER);
    if (connection_create(client->loop, &client->address, &events, &client->connection, &error))
        client_break_off(client, &error);
}

static void give_up(struct client *client)
{
    struct error reason;
    const char *last = client->is_break_told ? client->reason.message : "no answer";
    error_set(&reason, ERROR_DISCONNECTED, "given up after %" PRIu32 " ms: %s", client->give_up_ms,
              last);
    client_fail(client, &reason);
}

static void answer_refused_calls(struct client *client)
{
    struct call *call;
    while (!is_destroyed(client) && (call = calls_take_refused(&client->calls))) {
        call_answer(call, &call->reason, NULL);
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
        client_break_off_for(client, "it does not answer session.hello");
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
    enum error_code failed = address_parse(config->server, ADDRESS_PORT_OF_SERVER, &address, error);
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
    client->first_tries = config->first_tries;
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
    client_forget_password(client);
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

void client_take_seat_back(struct client *client)
{
    assert(client->phase == PHASE_FAILED && client->was_replaced);
    client->was_replaced = false;
    set_give_up_time(client);
    client_enter_phase(client, PHASE_WAITING, 0);
}

const char *client_name(const struct client *client)
{
    return text_string(&client->name);
}

const char *client_token(const struct client *client)
{
    return text_string(&client->token);
}

struct loop *client_loop(const struct client *client)
{
    return client->loop;
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

void client_drop_answers(struct client *client, const void *owner)
{
    calls_drop_answers(&client->calls, owner);
}

bool client_is_stall(enum error_code code)
{
    return code == ERROR_SERVER_STALLED || code == ERROR_SERVER_CLOSING;
}

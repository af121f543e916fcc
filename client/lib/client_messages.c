#include "client/lib/client_phase.h"

#include "client/lib/work.h"
#include "common/base/memory.h"
#include "common/wire/proof.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <utlist.h>

/* --- the client's own requests --- */

void client_request(struct client *client, enum wire_method method, const void *parameters)
{
    struct text bytes = {0};
    wire_encode_request(&bytes, CALLS_OWN_ID, method, parameters);
    connection_write(client->connection, bytes.bytes, bytes.len);
    text_finish(&bytes);
}

void client_send_hello(struct client *client, int64_t proof)
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
        hello.proof = proof;
    }
    client_request(client, WIRE_SESSION_HELLO, &hello);
}

/* A pong that comes after a break would measure nothing. */
static void answer_ping(struct client *client, const struct wire_ping *ping)
{
    struct wire_pong pong = {.n = ping->n};
    if (client->phase == PHASE_READY)
        client_request(client, WIRE_SESSION_PONG, &pong);
}

/* Refusals that may be over in a while; all others would come again. */
static bool is_passing(enum error_code code)
{
    return code == ERROR_LIMIT_REACHED || code == ERROR_INTERNAL || client_is_stall(code);
}

/* --- a proof of work, looked for on a thread beside the loop --- */

enum { TRIALS_AT_ONCE = 16384 }; /* some milliseconds: a dropped search goes on so long */

struct proof_search {
    struct client *client;
    int64_t challenge;
    int bits;
    int64_t proof;
    struct work *work;
    atomic_bool is_dropped;
};

static void search(void *owner)
{
    struct proof_search *search = owner;
    while (!atomic_load(&search->is_dropped) &&
           !proof_find(search->challenge, search->bits, TRIALS_AT_ONCE, &search->proof))
        ;
}

static void on_search_ended(void *owner, bool has_run)
{
    struct proof_search *search = owner;
    struct client *client = search->client;
    (void)has_run;
    if (!atomic_load(&search->is_dropped)) {
        client->search = NULL;
        client_enter_phase(client, PHASE_GREETING, CLIENT_GREETING_MS);
        client_send_hello(client, search->proof);
    }
    free(search);
}

static void start_search(struct client *client, const struct wire_wait *wait)
{
    struct proof_search *started = memory_zeroed(1, sizeof *started);
    assert(!client->search);
    started->client = client;
    started->challenge = wait->challenge;
    started->bits = (int)wait->work;
    struct work_steps steps = {.owner = started, .run = search, .finish = on_search_ended};
    started->work = work_start(client->loop, &steps);
    client->search = started;
}

void client_drop_search(struct client *client)
{
    if (!client->search)
        return;
    atomic_store(&client->search->is_dropped, true);
    work_cancel(client->search->work);
    client->search = NULL;
}

/* Is there a proof of work with which the log-in may succeed now? */
static bool can_work(const struct client *client, const struct wire_message *message,
                     struct wire_wait *ret_wait)
{
    struct error unreadable;
    return client->password && message->body &&
           !wire_message_read(message, &wire_record_wait, ret_wait, &unreadable) &&
           ret_wait->work != WIRE_ABSENT && ret_wait->challenge != WIRE_ABSENT &&
           ret_wait->work <= CLIENT_WORK_MAX;
}

static void take_refusal(struct client *client, const struct wire_message *message)
{
    const struct error *refusal = &message->error;
    struct wire_wait wait;
    if (can_work(client, message, &wait)) {
        client_enter_phase(client, PHASE_GREETING, CLIENT_NEVER);
        start_search(client, &wait);
        if (client->events.working)
            client->events.working(client->events.owner, (int)wait.work);
    } else if (is_passing(refusal->code))
        client_break_off(client, refusal);
    else
        client_fail(client, refusal);
}

void client_forget_password(struct client *client)
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
    client_forget_password(client);
    client->first_tries = 0;
    client->give_up_at_ms = CLIENT_NEVER;
    client->ready_since_ms = loop_now_ms(client->loop);
    client->answers = 0;
    client->asked_ms = 0;
    client->is_break_told = false;
    client_enter_phase(client, PHASE_READY, client->quiet_ms);
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
        client_fail(client, &reason);
        return;
    }
    if (welcome.protocol != WIRE_PROTOCOL) {
        error_set(&error, ERROR_BAD_PROTOCOL,
                  "the server speaks version %" PRId64 " of the protocol, this program version %d",
                  welcome.protocol, WIRE_PROTOCOL);
        client_fail(client, &error);
        return;
    }
    become_ready(client, &welcome);
}

/* --- messages --- */

void client_break_off_for(struct client *client, const char *what)
{
    struct error reason;
    error_set(&reason, ERROR_BAD_MESSAGE, "the server breaks the protocol: %s", what);
    client_break_off(client, &reason);
}

static void answer_with_result(const struct call *call, const struct wire_message *message)
{
    union wire_body body;
    struct error unreadable;
    if (!wire_message_read(message, wire_methods[call->method].result, &body, &unreadable)) {
        call_answer(call, NULL, &body);
        return;
    }
    struct error error;
    error_set(&error, ERROR_INTERNAL, "the server's answer to %s cannot be read: %s",
              wire_methods[call->method].name, unreadable.message);
    call_answer(call, &error, NULL);
}

static void answer_with_error(const struct call *call, const struct wire_message *message)
{
    struct error error = message->error, unreadable;
    struct wire_wait wait;
    if (error.code != ERROR_STALE_PLY && message->body &&
        !wire_message_read(message, &wire_record_wait, &wait, &unreadable))
        error.wait_ms = wait.wait;
    call_answer(call, &error, NULL);
}

static void take_answer(struct client *client, const struct wire_message *message)
{
    if (message->id == CALLS_OWN_ID)
        return;
    struct call *call = calls_take(&client->calls, message->id);
    if (!call) {
        client_break_off_for(client, "it answers what was not asked");
        return;
    }
    if (client->answers < CLIENT_GOOD_ANSWERS)
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
    client_fail(client, &reason);
}

/* `notice` says what for: whoever put us out would do it again. */
static void take_kick(struct client *client, const struct wire_reason *notice)
{
    struct error reason;
    error_set(&reason, ERROR_DISCONNECTED, "the server has ended the session: %.*s",
              (int)notice->reason.len, notice->reason.bytes);
    client_fail(client, &reason);
}

/* The same bytes would break the protocol again; any other fault may be gone next time. */
static void take_fault(struct client *client, const struct wire_fault *fault)
{
    struct error reason;
    error_set(&reason, (enum error_code)fault->code, "the server ends the connection: %.*s",
              (int)fault->message.len, fault->message.bytes);
    if (fault->code == ERROR_BAD_MESSAGE || fault->code == ERROR_TOO_LARGE)
        client_fail(client, &reason);
    else
        client_break_off(client, &reason);
}

static void take_event(struct client *client, const struct wire_message *message)
{
    int event = wire_event_find(message->method);
    if (event < 0)
        return; /* of a newer server */
    union wire_body body;
    struct error unreadable;
    if (wire_message_read(message, wire_events[event].record, &body, &unreadable))
        client_break_off_for(client, unreadable.message);
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
        client_break_off_for(client, "it answers what was not asked");
    else if (message->error.code)
        take_refusal(client, message);
    else
        take_welcome(client, message);
}

void client_take_message(void *owner, const struct wire_message *message)
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

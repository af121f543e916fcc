#include "server/gateway/gateway.h"

#include "common/base/memory.h"
#include "server/base/log.h"
#include "server/base/session_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <uthash.h>
#include <utlist.h>

enum {
    CLOSING_US = 1000000,    /* after a reset, connections are closed over this time, ... */
    CLOSING_STEP_US = 10000, /* ... some at each step, so that clients do not all come at once */
    SAID_AT_ONCE = 64,       /* sessions of a message, beyond which memory is allocated for them */
    LONG_BYTES = 2 * WIRE_PAGE_BYTES_MAX, /* the room for an answer that can be long */
    LONG_LEAST = 4, /* such answers at once, though clients that do not read take all the room */
};

/*
 *     open --(the link is reset; the client resumes)--> restarted --(the link carries)--> open
 *       '----(the link is reset; it does not)---------> closing
 */
enum seat_state {
    SEAT_OPEN,      /* the hall knows it */
    SEAT_RESTARTED, /* the next hall will know it */
    SEAT_CLOSING,   /* waits to be closed, and requests nothing any more */
};

/* The passwords of a request that the hall has not answered yet. */
struct passwords_kept {
    uint32_t request;
    struct text old, password; /* see struct wire_password; of other requests `old` is empty */
    struct passwords_kept *next;
};

struct unanswered {
    uint32_t id;
    bool is_long; /* is there room for a long answer? */
};

/* A request that waits for the room for its answer. */
struct waiting {
    struct text bytes; /* empty: none waits */
    uint64_t came_us;
    bool is_secret;
};

/* A client that has requested something. */
struct client_seat {
    uint64_t session; /* the net's number */
    uint64_t number;  /* the link's number */
    enum seat_state state;
    bool resumes;        /* of its last hello */
    bool has_said_hello; /* since the last server.restarted, if there was one */
    bool has_come_in;
    bool has_left;
    bool is_behind;
    int64_t lag_ms;                /* -1: not known yet */
    struct unanswered *unanswered; /* its requests; NULL: none so far */
    size_t unanswered_count;
    size_t long_count;           /* of these, requests at the hall whose answers can be long */
    struct passwords_kept *kept; /* in the order of their requests */
    struct waiting waiting;
    struct client_seat *prev; /* in the list of closing ones, or of waiting ones; NULL: in none */
    struct client_seat *next;
    UT_hash_handle hh; /* by session */
};

/* What the hall waits for; `number` 0: nothing. */
struct deriving {
    uint64_t number;
    uint64_t seat; /* its number, which may be gone */
};

struct gateway {
    struct gateway_config config;
    struct gate_link *link;
    struct net *net;
    struct client_seat *seats;    /* by session */
    struct session_table numbers; /* the same seats by their numbers */
    size_t long_count;            /* of all seats */
    struct client_seat *waiting;  /* the one whose request is the next */
    struct client_seat *closing;  /* the one to be closed first */
    size_t closing_count;         /* of these now, ... */
    size_t closing_begun;         /* ... and when the last reset began to close them, ... */
    uint64_t closing_since_us;    /* ... which was then */
    uint64_t now_us;
    uint64_t turn_us; /* the end of the last turn */
    bool is_stopped;
    struct text bytes; /* of the message that is being sent; empty between two of them */
    struct deriving deriving[DERIVATIONS_MAX];
    uint64_t last_deriving;
};

/* --- what the gateway says itself --- */

static void send_bytes(struct gateway *gateway, const struct client_seat *seat, bool is_answer,
                       bool is_last)
{
    net_send(gateway->net, &(struct net_message){
                               .bytes = &gateway->bytes,
                               .sessions = &seat->session,
                               .session_count = 1,
                               .soon_count = 1,
                               .is_answer = is_answer,
                               .is_last = is_last,
                           });
    text_clear(&gateway->bytes);
}

static void tell(struct gateway *gateway, const struct client_seat *seat, enum wire_event event,
                 const char *why)
{
    struct wire_reason reason = {.reason = wire_text(why)};
    wire_encode_event(&gateway->bytes, event, &reason);
    send_bytes(gateway, seat, false, event == WIRE_EVENT_SERVER_CLOSING);
}

static void refuse(struct gateway *gateway, const struct client_seat *seat, uint32_t id,
                   const struct error *error)
{
    wire_encode_error(&gateway->bytes, id, error, NULL, NULL);
    send_bytes(gateway, seat, true, false);
}

/* --- seats --- */

static struct client_seat *find_seat(const struct gateway *gateway, uint64_t session)
{
    struct client_seat *seat;
    HASH_FIND(hh, gateway->seats, &session, sizeof session, seat);
    return seat;
}

static void open_at_hall(struct gateway *gateway, const struct client_seat *seat)
{
    const struct origin *origin = net_origin(gateway->net, seat->session);
    assert(origin);
    struct gate_client client = {
        .address = origin->text,
        .is_private = net_is_private(gateway->net, seat->session),
        .is_loopback = origin->is_loopback,
        .lag_ms = seat->lag_ms,
    };
    gate_link_open(gateway->link, seat->number, &client);
    if (seat->is_behind)
        gate_link_behind(gateway->link, seat->number, true);
}

/* Only now is it known whether the connection is private. NULL: there are too many. */
static struct client_seat *take_seat(struct gateway *gateway, uint64_t session)
{
    struct client_seat *seat = memory_zeroed(1, sizeof *seat);
    seat->number = session_table_add(&gateway->numbers, seat);
    if (!seat->number) {
        free(seat);
        return NULL;
    }
    seat->session = session;
    seat->lag_ms = -1;
    HASH_ADD(hh, gateway->seats, session, sizeof seat->session, seat);
    open_at_hall(gateway, seat);
    return seat;
}

static void leave_closing(struct gateway *gateway, struct client_seat *seat)
{
    assert(seat->state == SEAT_CLOSING && gateway->closing_count > 0);
    DL_DELETE(gateway->closing, seat);
    seat->prev = seat->next = NULL;
    gateway->closing_count--;
}

static void drop_kept(struct client_seat *seat, struct passwords_kept *kept)
{
    LL_DELETE(seat->kept, kept);
    text_wipe(&kept->old);
    text_wipe(&kept->password);
    free(kept);
}

/* NULL: the request had no passwords, or is answered. */
static struct passwords_kept *find_kept(const struct client_seat *seat, uint32_t request)
{
    struct passwords_kept *kept = seat->kept;
    while (kept && kept->request != request)
        kept = kept->next;
    return kept;
}

/* --- requests --- */

/* Is there a list in the answer? That of a hello is short all the same. */
static bool can_be_long(int method)
{
    const struct wire_record *result =
        method < 0 || method == WIRE_SESSION_HELLO ? NULL : wire_methods[method].result;
    for (size_t i = 0; result && i < result->field_count; i++)
        if (wire_field_is_list(&result->fields[i]))
            return true;
    return false;
}

static void note_unanswered(struct client_seat *seat, uint32_t id)
{
    if (!seat->unanswered)
        seat->unanswered = memory_zeroed(WIRE_UNANSWERED_MAX, sizeof *seat->unanswered);
    assert(seat->unanswered_count < WIRE_UNANSWERED_MAX);
    seat->unanswered[seat->unanswered_count++] = (struct unanswered){.id = id};
}

/* The answer to the seat's last request can be long. */
static void reserve_room(struct gateway *gateway, struct client_seat *seat)
{
    assert(seat->unanswered_count > 0);
    seat->unanswered[seat->unanswered_count - 1].is_long = true;
    seat->long_count++;
    gateway->long_count++;
}

/* False: no request of this id is unanswered. */
static bool note_answered(struct gateway *gateway, struct client_seat *seat, uint32_t id)
{
    size_t i = 0;
    while (i < seat->unanswered_count && seat->unanswered[i].id != id)
        i++;
    if (i == seat->unanswered_count)
        return false;
    seat->long_count -= seat->unanswered[i].is_long;
    gateway->long_count -= seat->unanswered[i].is_long;
    seat->unanswered[i] = seat->unanswered[--seat->unanswered_count];
    struct passwords_kept *kept = find_kept(seat, id);
    if (kept)
        drop_kept(seat, kept);
    return true;
}

static void forget_waiting(struct gateway *gateway, struct client_seat *seat)
{
    if (seat->waiting.bytes.len == 0)
        return;
    DL_DELETE(gateway->waiting, seat);
    seat->prev = seat->next = NULL;
    text_wipe(&seat->waiting.bytes);
}

/* What the hall has not answered it may have carried out all the same. */
static void refuse_unanswered(struct gateway *gateway, struct client_seat *seat, const char *why)
{
    struct error error;
    error_set(&error, ERROR_SERVER_CLOSING, "%s", why);
    forget_waiting(gateway, seat);
    while (seat->unanswered_count > 0) {
        uint32_t id = seat->unanswered[0].id;
        note_answered(gateway, seat, id);
        refuse(gateway, seat, id, &error);
    }
}

/* Is there room for `count` long answers beside the output that clients have not taken? */
static bool has_room_for(const struct gateway *gateway, size_t count)
{
    size_t room = (size_t)gateway->config.all_queued_bytes / NET_BACKLOG_SHARE;
    return net_load(gateway->net).untaken_bytes + count * LONG_BYTES <= room;
}

/* May the client ask for a long answer? One at a time, and while it reads. */
static bool may_ask(const struct gateway *gateway, const struct client_seat *seat)
{
    return seat->long_count == 0 && !seat->is_behind &&
           (gateway->long_count < LONG_LEAST || has_room_for(gateway, gateway->long_count + 1));
}

/* Sends the request that waits. */
static void ask_waiting(struct gateway *gateway, struct client_seat *seat)
{
    const struct waiting *waiting = &seat->waiting;
    assert(seat->state == SEAT_OPEN);
    if (waiting->bytes.len == 0)
        return;
    reserve_room(gateway, seat);
    gate_link_bytes(gateway->link, seat->number, waiting->bytes.bytes, waiting->bytes.len,
                    waiting->came_us, waiting->is_secret);
    forget_waiting(gateway, seat);
}

static void wait_for_room(struct gateway *gateway, struct client_seat *seat,
                          struct wire_text request, uint64_t came_us, bool is_secret)
{
    assert(seat->waiting.bytes.len == 0 && !seat->prev);
    seat->waiting.came_us = came_us;
    seat->waiting.is_secret = is_secret;
    text_append_secret(&seat->waiting.bytes, request.bytes, request.len);
    DL_APPEND(gateway->waiting, seat);
}

static void free_seat(struct gateway *gateway, struct client_seat *seat)
{
    if (seat->state == SEAT_CLOSING && seat->prev)
        leave_closing(gateway, seat);
    forget_waiting(gateway, seat);
    while (seat->kept)
        drop_kept(seat, seat->kept);
    assert(gateway->long_count >= seat->long_count);
    gateway->long_count -= seat->long_count;
    session_table_remove(&gateway->numbers, seat->number);
    HASH_DELETE(hh, gateway->seats, seat);
    free(seat->unanswered);
    free(seat);
}

/* Answers a session.pong; false: the hall is to refuse it. */
static bool take_pong(struct gateway *gateway, const struct client_seat *seat,
                      const struct wire_message *message)
{
    struct wire_pong pong;
    struct error error;
    if (!seat->has_come_in || wire_message_read(message, &wire_record_pong, &pong, &error))
        return false;
    net_pong(gateway->net, seat->session, pong.n);
    wire_encode_result(&gateway->bytes, message->id, &wire_record_nothing, NULL);
    send_bytes(gateway, seat, true, false);
    return true;
}

static void take_hello(struct client_seat *seat, const struct wire_message *message)
{
    struct wire_hello hello;
    struct error error;
    if (wire_message_read(message, &wire_record_hello, &hello, &error))
        return;
    seat->has_said_hello = true;
    seat->resumes = hello.resumes;
}

/* By the gateway's clock; a request that came while the process was stopped has not come late. */
static uint64_t came_us(const struct gateway *gateway, const struct net_request *request)
{
    uint64_t tick_us = (uint64_t)request->came_ms * 1000,
             latest_us = gateway->turn_us + GATEWAY_TURN_US_MAX;
    if (request->came_ms == INT64_MAX)
        return LINK_CAME_WAITED;
    return tick_us < latest_us ? tick_us : latest_us;
}

/* Does the request hold a password, a token or a code? */
static bool is_secret(int method)
{
    return method == WIRE_SESSION_HELLO || method == WIRE_ACCOUNT_REGISTER ||
           method == WIRE_ACCOUNT_PASSWORD || method == WIRE_ACCOUNT_CLOSE ||
           method == WIRE_INVITATION_SHOW || method == WIRE_INVITATION_ACCEPT;
}

/* The passwords in a request; absent ones have no bytes, and all are absent if the hall is to
 * refuse it. */
static void find_passwords(int method, const struct wire_message *message,
                           struct wire_text *ret_old, struct wire_text *ret_password)
{
    struct error error;
    union {
        struct wire_hello hello;
        struct wire_register registration;
        struct wire_password change;
        struct wire_closure closure;
    } body;
    *ret_old = *ret_password = (struct wire_text){0};
    if (method == WIRE_SESSION_HELLO &&
        !wire_message_read(message, &wire_record_hello, &body.hello, &error)) {
        *ret_password = body.hello.password;
    } else if (method == WIRE_ACCOUNT_REGISTER &&
               !wire_message_read(message, &wire_record_register, &body.registration, &error)) {
        *ret_password = body.registration.password;
    } else if (method == WIRE_ACCOUNT_PASSWORD &&
               !wire_message_read(message, &wire_record_password, &body.change, &error)) {
        *ret_old = body.change.old;
        *ret_password = body.change.password;
    } else if (method == WIRE_ACCOUNT_CLOSE &&
               !wire_message_read(message, &wire_record_closure, &body.closure, &error)) {
        *ret_password = body.closure.password;
    }
}

/* Moves a password from the request, in whose bytes it lies. */
static void move_password(struct text *bytes, struct wire_text whole, struct wire_text password,
                          struct text *ret_kept)
{
    if (!password.bytes)
        return;
    size_t at = (size_t)(password.bytes - whole.bytes);
    assert(password.bytes >= whole.bytes && at <= whole.len && password.len <= whole.len - at);
    text_append_secret(ret_kept, password.bytes, password.len);
    memset(bytes->bytes + at, '*', password.len);
}

/* Keeps the request's passwords, and appends it without them. */
static void keep_passwords(struct client_seat *seat, int method, const struct wire_message *message,
                           struct text *ret_bytes)
{
    struct wire_text old, password, whole = message->whole;
    find_passwords(method, message, &old, &password);
    text_append_secret(ret_bytes, whole.bytes, whole.len); /* it may hold a token or a code, too */
    if (!old.bytes && !password.bytes)
        return;
    struct passwords_kept *kept = memory_zeroed(1, sizeof *kept);
    kept->request = message->id;
    move_password(ret_bytes, whole, old, &kept->old);
    move_password(ret_bytes, whole, password, &kept->password);
    LL_APPEND(seat->kept, kept);
}

static void on_request(void *owner, const struct net_request *request)
{
    struct gateway *gateway = owner;
    const struct wire_message *message = request->message;
    struct client_seat *seat = find_seat(gateway, request->session);
    struct error error;
    if (!seat && !(seat = take_seat(gateway, request->session))) {
        net_end(gateway->net, request->session);
        return;
    }
    if (seat->state == SEAT_CLOSING) {
        error_set(&error, ERROR_SERVER_CLOSING, "the server has restarted: connect again");
        refuse(gateway, seat, message->id, &error);
        return;
    }
    assert(seat->state == SEAT_OPEN);
    int method = wire_method_find(message->method);
    if (method == WIRE_SESSION_PONG && take_pong(gateway, seat, message))
        return;
    if (method == WIRE_SESSION_HELLO)
        take_hello(seat, message);
    note_unanswered(seat, message->id);
    uint64_t came = came_us(gateway, request);
    bool is_sealed = is_secret(method), is_long = can_be_long(method);
    struct wire_text whole = message->whole;
    struct text blank = {0};
    if (is_sealed && gate_link_derives(gateway->link)) {
        keep_passwords(seat, method, message, &blank);
        whole.bytes = blank.bytes;
    }
    /* Behind those that wait, or it could take the room that one of them is about to get. */
    if (is_long && (gateway->waiting || !may_ask(gateway, seat))) {
        wait_for_room(gateway, seat, whole, came, is_sealed);
    } else {
        if (is_long)
            reserve_room(gateway, seat);
        gate_link_bytes(gateway->link, seat->number, whole.bytes, whole.len, came, is_sealed);
    }
    text_finish(&blank);
}

/* --- what else the net tells --- */

/* The seat, if the hall knows it and is still told of it; otherwise NULL. */
static struct client_seat *find_open(const struct gateway *gateway, uint64_t session)
{
    struct client_seat *seat = gateway->is_stopped ? NULL : find_seat(gateway, session);
    return seat && seat->state == SEAT_OPEN ? seat : NULL;
}

static void on_bytes(void *owner)
{
    (void)owner;
}

static void on_lag(void *owner, uint64_t session, int64_t lag_ms)
{
    struct gateway *gateway = owner;
    struct client_seat *seat = find_open(gateway, session);
    if (!seat)
        return;
    seat->lag_ms = lag_ms;
    gate_link_lag(gateway->link, seat->number, lag_ms);
}

static void on_silent(void *owner, uint64_t session)
{
    struct gateway *gateway = owner;
    const struct client_seat *seat = find_open(gateway, session);
    if (seat)
        gate_link_silent(gateway->link, seat->number);
}

static void on_behind(void *owner, uint64_t session, bool is_behind)
{
    struct gateway *gateway = owner;
    struct client_seat *seat = find_seat(gateway, session);
    if (seat)
        seat->is_behind = is_behind;
    if (find_open(gateway, session))
        gate_link_behind(gateway->link, seat->number, is_behind);
}

static void on_fault(void *owner, uint64_t session)
{
    struct gateway *gateway = owner;
    const struct client_seat *seat = find_open(gateway, session);
    if (seat)
        gate_link_fault(gateway->link, seat->number);
}

static void on_left(void *owner, uint64_t session)
{
    struct gateway *gateway = owner;
    struct client_seat *seat = find_seat(gateway, session);
    if (seat)
        seat->has_left = true;
    if (find_open(gateway, session)) {
        ask_waiting(gateway, seat);
        gate_link_left(gateway->link, seat->number);
    }
}

/* A gateway has no tunnels. */
static void on_lost(void *owner, uint64_t session)
{
    (void)owner, (void)session;
    assert(false);
}

static void on_net_derived(void *owner, uint64_t session, const unsigned char *key)
{
    (void)owner, (void)session, (void)key;
    assert(false);
}

static void on_closed(void *owner, uint64_t session)
{
    struct gateway *gateway = owner;
    struct client_seat *seat = find_seat(gateway, session);
    if (!seat)
        return;
    if (find_open(gateway, session))
        gate_link_closed(gateway->link, seat->number);
    free_seat(gateway, seat);
}

/* The work that a request causes is the hall's, which shares its own time. */
static uint64_t told(void *owner)
{
    (void)owner;
    return 0;
}

static size_t unsaid_bytes(void *owner)
{
    (void)owner;
    return 0;
}

/* The answer to the request that waits lets the client go on. */
static bool holds(void *owner, uint64_t session)
{
    const struct gateway *gateway = owner;
    const struct client_seat *seat = gateway->waiting ? find_seat(gateway, session) : NULL;
    return seat && seat->waiting.bytes.len > 0;
}

static bool lacks_room(void *owner)
{
    const struct gateway *gateway = owner;
    return gateway->waiting && !has_room_for(gateway, 1);
}

struct net_service gateway_callbacks(struct gateway *gateway)
{
    return (struct net_service){
        .owner = gateway,
        .on_bytes = on_bytes,
        .on_request = on_request,
        .on_lag = on_lag,
        .on_silent = on_silent,
        .on_behind = on_behind,
        .on_fault = on_fault,
        .on_left = on_left,
        .on_lost = on_lost,
        .on_closed = on_closed,
        .on_derived = on_net_derived,
        .told = told,
        .unsaid_bytes = unsaid_bytes,
        .holds = holds,
        .lacks_room = lacks_room,
    };
}

/* --- what the hall says --- */

/* When the hall shuts down, another one may follow: the end of the link tells what to do. */
static bool is_hall_closing(const struct gate_said *said)
{
    return !said->is_answer && wire_event_peek(said->bytes, said->len) == WIRE_EVENT_SERVER_CLOSING;
}

static void on_said(void *owner, const struct gate_said *said)
{
    struct gateway *gateway = owner;
    uint64_t few[SAID_AT_ONCE], *sessions = few;
    size_t count = 0;
    uint32_t id;
    if (is_hall_closing(said))
        return;
    bool is_id_known = said->is_answer && wire_answer_peek(said->bytes, said->len, &id);
    if (said->session_count > SAID_AT_ONCE)
        sessions = memory_zeroed(said->session_count, sizeof *sessions);
    for (size_t i = 0; i < said->session_count; i++) {
        struct client_seat *seat = session_table_find(&gateway->numbers, said->sessions[i]);
        /* The net counts on answers to the requests that it has taken, and to no others. */
        if (!seat || (said->is_answer && !(is_id_known && note_answered(gateway, seat, id))))
            continue;
        sessions[count++] = seat->session;
    }
    if (said->is_secret)
        text_make_secret(&gateway->bytes);
    text_append(&gateway->bytes, said->bytes, said->len);
    if (count > 0)
        net_send(gateway->net, &(struct net_message){
                                   .bytes = &gateway->bytes,
                                   .sessions = sessions,
                                   .session_count = count,
                                   .soon_count = said->is_soon ? count : 0,
                                   .is_answer = said->is_answer,
                               });
    text_clear(&gateway->bytes);
    if (sessions != few)
        free(sessions);
}

static void on_close(void *owner, uint64_t number)
{
    struct gateway *gateway = owner;
    const struct client_seat *seat = session_table_find(&gateway->numbers, number);
    if (seat)
        net_end(gateway->net, seat->session);
}

static void on_came_in(void *owner, uint64_t number)
{
    struct gateway *gateway = owner;
    struct client_seat *seat = session_table_find(&gateway->numbers, number);
    if (!seat)
        return;
    seat->has_come_in = true;
    net_came_in(gateway->net, seat->session);
    if (seat->lag_ms >= 0)
        gate_link_lag(gateway->link, seat->number, seat->lag_ms);
}

static void on_excuse_hello(void *owner, uint64_t number)
{
    struct gateway *gateway = owner;
    const struct client_seat *seat = session_table_find(&gateway->numbers, number);
    if (seat)
        net_excuse_hello(gateway->net, seat->session);
}

/* --- passwords --- */

static void on_derive(void *owner, uint64_t number, uint32_t request, bool is_old,
                      const struct derivation *derivation)
{
    struct gateway *gateway = owner;
    const struct client_seat *seat = session_table_find(&gateway->numbers, number);
    const struct passwords_kept *kept = seat ? find_kept(seat, request) : NULL;
    const struct text *password = !kept ? NULL : is_old ? &kept->old : &kept->password;
    if (!password || password->len == 0) {
        gate_link_derived(gateway->link, number, NULL);
        return;
    }
    struct deriving *deriving = gateway->deriving;
    while (deriving->number) {
        deriving++;
        assert(deriving < gateway->deriving + DERIVATIONS_MAX);
    }
    *deriving = (struct deriving){.number = ++gateway->last_deriving, .seat = number};
    gateway->config.derive(gateway->config.owner, deriving->number, password->bytes, password->len,
                           derivation);
}

void gateway_derived(struct gateway *gateway, uint64_t number,
                     const unsigned char key[DERIVED_BYTES])
{
    for (struct deriving *deriving = gateway->deriving;
         deriving < gateway->deriving + DERIVATIONS_MAX; deriving++) {
        if (deriving->number != number)
            continue;
        deriving->number = 0;
        gate_link_derived(gateway->link, deriving->seat, key);
    }
}

/* --- the link comes and goes --- */

static void on_quiet(void *owner)
{
    struct gateway *gateway = owner;
    log_warn("hall-quiet", log_text("reason", "the hall has not been heard: clients wait"));
    net_hold(gateway->net, true);
}

static void on_reset(void *owner, const char *why)
{
    struct gateway *gateway = owner;
    struct client_seat *seat, *next;
    size_t stay = 0;
    net_hold(gateway->net, true);
    memset(gateway->deriving, 0, sizeof gateway->deriving); /* no hall waits for these */
    HASH_ITER (hh, gateway->seats, seat, next) {
        forget_waiting(gateway, seat); /* it is refused with all that is unanswered */
        if (seat->state == SEAT_OPEN && !seat->resumes) {
            seat->state = SEAT_CLOSING;
            DL_APPEND(gateway->closing, seat);
            gateway->closing_count++;
        } else if (seat->state == SEAT_OPEN) {
            seat->state = SEAT_RESTARTED;
        }
        stay += seat->state == SEAT_RESTARTED;
    }
    gateway->closing_begun = gateway->closing_count;
    gateway->closing_since_us = gateway->now_us;
    log_warn("hall-lost", log_text("reason", why), log_int("stay", (int64_t)stay),
             log_int("close", (int64_t)gateway->closing_count));
}

/* The new hall knows nothing of this client, which has to come in again. */
static void restart(struct gateway *gateway, struct client_seat *seat)
{
    seat->state = SEAT_OPEN;
    open_at_hall(gateway, seat);
    if (seat->has_said_hello)
        tell(gateway, seat, WIRE_EVENT_SERVER_RESTARTED,
             "the server has restarted: say hello again");
    seat->has_said_hello = false;
    refuse_unanswered(gateway, seat,
                      "the server has restarted before it answered: say hello, then ask again");
}

static void on_carries(void *owner, bool is_new)
{
    struct gateway *gateway = owner;
    struct client_seat *seat, *next;
    log_info(is_new ? "hall-found" : "hall-heard",
             log_int("epoch", (int64_t)gate_link_figures(gateway->link).epoch));
    net_hold(gateway->net, false);
    if (!is_new)
        return;
    HASH_ITER (hh, gateway->seats, seat, next) {
        if (seat->state == SEAT_RESTARTED && !seat->has_left)
            restart(gateway, seat);
    }
}

static void on_refused(void *owner, const char *sentence)
{
    (void)owner;
    log_error("hall-refuses", log_text("reason", sentence));
}

/* How many of the closing connections should be left now? */
static size_t closing_due(const struct gateway *gateway)
{
    uint64_t since_us = gateway->now_us - gateway->closing_since_us;
    if (since_us >= CLOSING_US)
        return 0;
    return gateway->closing_begun -
           (size_t)((uint64_t)gateway->closing_begun * since_us / CLOSING_US);
}

static void close_some(struct gateway *gateway)
{
    size_t due = closing_due(gateway);
    while (gateway->closing_count > due) {
        struct client_seat *seat = gateway->closing;
        leave_closing(gateway, seat);
        refuse_unanswered(gateway, seat,
                          "the server has restarted before it answered: connect, then ask again");
        tell(gateway, seat, WIRE_EVENT_SERVER_CLOSING,
             "the server restarts; your matches go on when you have connected again");
    }
}

/* --- as a whole --- */

static void publish(void *owner, const char *frame, size_t len)
{
    const struct gateway *gateway = owner;
    gateway->config.publish(gateway->config.owner, frame, len);
}

struct gateway *gateway_create(const struct gateway_config *config, uint64_t now_us)
{
    struct gateway *gateway = memory_zeroed(1, sizeof *gateway);
    struct gate_link_config link = {
        .cluster = config->cluster,
        .key = config->key,
        .oldest = LINK_VERSION_OLDEST,
        .newest = LINK_VERSION_NEWEST,
        .events =
            {
                .owner = gateway,
                .publish = publish,
                .on_carries = on_carries,
                .on_quiet = on_quiet,
                .on_reset = on_reset,
                .on_refused = on_refused,
                .on_said = on_said,
                .on_close = on_close,
                .on_came_in = on_came_in,
                .on_excuse_hello = on_excuse_hello,
                .on_derive = on_derive,
            },
    };
    memcpy(link.seed, config->seed, sizeof link.seed);
    gateway->config = *config;
    explicit_bzero(gateway->config.seed, sizeof gateway->config.seed);
    gateway->now_us = gateway->turn_us = now_us;
    gateway->link = gate_link_create(&link, now_us);
    explicit_bzero(link.seed, sizeof link.seed);
    return gateway;
}

void gateway_start(struct gateway *gateway, struct net *net)
{
    gateway->net = net;
    net_hold(net, true);
}

void gateway_destroy(struct gateway *gateway)
{
    if (!gateway)
        return;
    assert(!gateway->seats);
    gate_link_destroy(gateway->link);
    session_table_finish(&gateway->numbers);
    text_finish(&gateway->bytes);
    free(gateway);
}

void gateway_hear(struct gateway *gateway, const char *frame, size_t len, uint64_t now_us)
{
    gateway->now_us = now_us;
    if (!gateway->is_stopped)
        gate_link_hear(gateway->link, frame, len, now_us);
}

void gateway_turn(struct gateway *gateway, uint64_t now_us)
{
    struct client_seat *seat, *next;
    gateway->now_us = gateway->turn_us = now_us;
    if (gateway->is_stopped)
        return;
    DL_FOREACH_SAFE (gateway->waiting, seat, next) {
        if (may_ask(gateway, seat))
            ask_waiting(gateway, seat);
    }
    gate_link_turn(gateway->link, now_us);
    close_some(gateway);
}

uint64_t gateway_next_us(const struct gateway *gateway)
{
    uint64_t next_us = gate_link_next_us(gateway->link),
             step_us = gateway->now_us + CLOSING_STEP_US;
    return gateway->closing && step_us < next_us ? step_us : next_us;
}

void gateway_stop(struct gateway *gateway)
{
    struct client_seat *seat, *next;
    gate_link_stop(gateway->link);
    memset(gateway->deriving, 0, sizeof gateway->deriving);
    gateway->is_stopped = true;
    HASH_ITER (hh, gateway->seats, seat, next) {
        if (seat->has_left)
            continue;
        refuse_unanswered(gateway, seat,
                          "this gateway shuts down before the answer: connect, then ask again");
        tell(gateway, seat, WIRE_EVENT_SERVER_CLOSING, "this gateway shuts down; connect again");
    }
}

struct gateway_figures gateway_figures(const struct gateway *gateway)
{
    return (struct gateway_figures){
        .seats = gateway->numbers.count,
        .closing = gateway->closing_count,
        .has_hall = gate_link_state(gateway->link) == GATE_CARRIES,
        .link = gate_link_figures(gateway->link),
    };
}

/* From the wire to the hall: which method, may it be asked now, are its fields right, one call. */
#include "common/base/memory.h"
#include "server/net/log.h"
#include "server/net/state.h"

#include <stdlib.h>

/* The hall's limits are what the protocol says. */
_Static_assert((int)HALL_PLIES_MAX == WIRE_PLY_MAX, "moves of a match");
_Static_assert((int)HALL_PAGE_MAX == WIRE_PAGE_MAX, "elements of a page");
_Static_assert((int)HALL_PAGE_BYTES_MAX == WIRE_PAGE_BYTES_MAX, "bytes of a page");
_Static_assert((int)HALL_KEY_MAX == WIRE_KEY_MAX, "bytes of a key");

static struct hall_text hall_text(struct wire_text text)
{
    return (struct hall_text){.bytes = text.bytes, .len = text.len};
}

/* A copy of `text` in `bytes`, which is long enough by the table's limits. */
static struct hall_text kept(struct wire_text text, char *bytes)
{
    if (!text.bytes)
        return (struct hall_text){0};
    memcpy(bytes, text.bytes, text.len);
    return (struct hall_text){.bytes = bytes, .len = text.len};
}

/* The client's own word, with whatever could break a line of the log replaced. */
static void log_hello(const struct connection *connection, struct wire_text client)
{
    char shown[WIRE_CLIENT_MAX + 1] = "";
    for (size_t i = 0; i < client.len; i++)
        shown[i] = (unsigned char)client.bytes[i] < 0x20 || client.bytes[i] == '"' ||
                           client.bytes[i] == 0x7F
                       ? '?'
                       : client.bytes[i];
    log_info("hello", "session=%llu client=\"%s\"", (unsigned long long)connection->session, shown);
}

static void on_hello(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_hello *wire = body;
    struct server *server = connection->server;
    struct error error;
    log_hello(connection, wire->client);
    if (wire->protocol != WIRE_PROTOCOL) {
        error_set(&error, ERROR_BAD_PROTOCOL, "this server speaks protocol %d, not %lld",
                  WIRE_PROTOCOL, (long long)wire->protocol);
        hall_refuse(server->hall, from, &error);
        return;
    }
    if (connection->pending_hello) {
        error_set(&error, ERROR_HELLO_TWICE, "the first session.hello is still being answered");
        hall_refuse(server->hall, from, &error);
        return;
    }
    struct pending_hello *pending = memory_zeroed(1, sizeof *pending);
    pending->hello.name = kept(wire->name, pending->name);
    pending->hello.token = kept(wire->token, pending->token);
    token_hash(pending->token, pending->hello.token.len, pending->hello.token_hash);
    token_make(pending->hello.fresh_token);
    token_hash(pending->hello.fresh_token, TOKEN_TEXT_BYTES, pending->hello.fresh_token_hash);
    if (hall_hello(server->hall, from, &pending->hello))
        connection->pending_hello = pending;
    else
        free(pending);
}

static bool read_first(struct wire_text text, enum offer_first *ret_first, struct error *error)
{
    if (!text.bytes || wire_text_equal(text, "random"))
        *ret_first = FIRST_RANDOM;
    else if (wire_text_equal(text, "maker"))
        *ret_first = FIRST_MAKER;
    else if (wire_text_equal(text, "taker"))
        *ret_first = FIRST_TAKER;
    else {
        error_set(error, ERROR_BAD_ARGUMENTS, "'first' must be 'maker', 'taker' or 'random'");
        return false;
    }
    return true;
}

static void on_offer_make(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_offer_make *wire = body;
    struct hall_offer offer = {
        .to = hall_text(wire->to),
        .rules = hall_text(wire->rules),
        .start = hall_text(wire->start),
    };
    struct error error;
    if (read_first(wire->first, &offer.first, &error))
        hall_offer_make(connection->server->hall, from, &offer, hall_text(wire->key));
    else
        hall_refuse(connection->server->hall, from, &error);
}

static void on_offer_cancel(struct connection *connection, struct hall_caller from,
                            const void *body)
{
    const struct wire_offer_choice *wire = body;
    hall_offer_cancel(connection->server->hall, from, wire->offer, hall_text(wire->key));
}

static void on_offer_accept(struct connection *connection, struct hall_caller from,
                            const void *body)
{
    const struct wire_offer_choice *wire = body;
    hall_offer_accept(connection->server->hall, from, wire->offer, hall_text(wire->key));
}

static void on_offer_decline(struct connection *connection, struct hall_caller from,
                             const void *body)
{
    const struct wire_offer_choice *wire = body;
    hall_offer_decline(connection->server->hall, from, wire->offer, hall_text(wire->key));
}

static void on_offer_list(struct connection *connection, struct hall_caller from, const void *body)
{
    (void)body;
    hall_offer_list(connection->server->hall, from);
}

static void on_move(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_move *wire = body;
    hall_match_move(connection->server->hall, from, wire->match, wire->ply, hall_text(wire->move));
}

static void on_resign(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_match_choice *wire = body;
    hall_match_resign(connection->server->hall, from, wire->match, hall_text(wire->key));
}

static void on_abort(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_match_choice *wire = body;
    hall_match_abort(connection->server->hall, from, wire->match, hall_text(wire->key));
}

static void on_rematch(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_match_choice *wire = body;
    hall_match_rematch(connection->server->hall, from, wire->match, hall_text(wire->key));
}

static int64_t or_else(int64_t value, int64_t otherwise)
{
    return value == WIRE_ABSENT ? otherwise : value;
}

static void on_resume(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_resume *wire = body;
    hall_match_resume(connection->server->hall, from, wire->match, or_else(wire->after, 0));
}

static void on_watch(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_match_number *wire = body;
    hall_match_watch(connection->server->hall, from, wire->match);
}

static void on_unwatch(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_match_number *wire = body;
    hall_match_unwatch(connection->server->hall, from, wire->match);
}

static void on_match_list(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_match_page *wire = body;
    hall_match_list(connection->server->hall, from, or_else(wire->after, 0),
                    or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_history(struct connection *connection, struct hall_caller from, const void *body)
{
    const struct wire_history_page *wire = body;
    hall_history_list(connection->server->hall, from, hall_text(wire->player),
                      or_else(wire->before, 0), or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

typedef void handler(struct connection *connection, struct hall_caller from, const void *body);

static handler *const handlers[WIRE_METHOD_COUNT] = {
    [WIRE_SESSION_HELLO] = on_hello,
    [WIRE_OFFER_MAKE] = on_offer_make,
    [WIRE_OFFER_CANCEL] = on_offer_cancel,
    [WIRE_OFFER_ACCEPT] = on_offer_accept,
    [WIRE_OFFER_DECLINE] = on_offer_decline,
    [WIRE_OFFER_LIST] = on_offer_list,
    [WIRE_MATCH_MOVE] = on_move,
    [WIRE_MATCH_RESIGN] = on_resign,
    [WIRE_MATCH_ABORT] = on_abort,
    [WIRE_MATCH_REMATCH] = on_rematch,
    [WIRE_MATCH_RESUME] = on_resume,
    [WIRE_MATCH_WATCH] = on_watch,
    [WIRE_MATCH_UNWATCH] = on_unwatch,
    [WIRE_MATCH_LIST] = on_match_list,
    [WIRE_HISTORY_LIST] = on_history,
};

/* Names the method as far as it is plain text: its bytes may be anything. */
static enum error_code unknown_method(struct wire_text method, struct error *error)
{
    int shown = 0;
    while ((size_t)shown < method.len && shown < 64 && method.bytes[shown] >= 0x20 &&
           method.bytes[shown] < 0x7F)
        shown++;
    return error_set(error, ERROR_UNKNOWN_METHOD,
                     "there is no method '%.*s%s': PROTOCOL.md lists all of them", shown,
                     method.bytes, (size_t)shown < method.len ? "..." : "");
}

/* Room for the parameters of any method. */
union parameters {
#define M(method, name, parameters, result, when, meaning) struct wire_##parameters method;
    WIRE_METHODS(M)
#undef M
};

static enum error_code find_method(const struct connection *connection,
                                   const struct wire_message *message, int *ret_method,
                                   struct error *error)
{
    bool open = hall_session_is_open(connection->server->hall, connection->session);
    *ret_method = wire_method_find(message->method);
    if (*ret_method < 0)
        return unknown_method(message->method, error);
    if (!open && !wire_methods[*ret_method].before_hello)
        return error_set(error, ERROR_HELLO_FIRST, "%s: session.hello has to come first",
                         wire_methods[*ret_method].name);
    return ERROR_NONE;
}

void dispatch(struct connection *connection, const struct wire_message *message)
{
    /* The server asks nothing and takes no notifications: what a client says unasked is left aside. */
    if (message->kind != WIRE_REQUEST)
        return;
    struct hall_caller from = {.session = connection->session, .request = message->id};
    union parameters body;
    struct error error;
    int method;
    enum error_code code = find_method(connection, message, &method, &error);
    if (!code)
        code = wire_message_read(message, wire_methods[method].parameters, &body, &error);
    if (code)
        hall_refuse(connection->server->hall, from, &error);
    else
        handlers[method](connection, from, &body);
}

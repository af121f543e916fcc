/* From the wire to the hall: finds the method, checks that it is allowed now, reads its fields, and
 * makes one call. */
#include "server/service/dispatch.h"

#include "common/tournament/pairing.h"
#include "common/tournament/starts.h"
#include "server/service/creation.h"

#include <assert.h>

/* The hall's limits equal the protocol's. */
_Static_assert((int)HALL_PLIES_MAX == WIRE_PLY_MAX, "moves of a match");
_Static_assert((int)HALL_PAGE_MAX == WIRE_PAGE_MAX, "elements of a page");
_Static_assert((int)HALL_PAGE_BYTES_MAX == WIRE_PAGE_BYTES_MAX, "bytes of a page");
_Static_assert((int)HALL_KEY_MAX == WIRE_KEY_MAX, "bytes of a key");
_Static_assert((int)CONDITIONS_RATING_MAX == WIRE_RATING_MAX, "the ratings of conditions");
_Static_assert((int)HALL_TOURNAMENT_NAME_MAX == WIRE_TITLE_MAX, "bytes of a tournament's name");
_Static_assert((int)HALL_AT_ONCE_MAX == WIRE_AT_ONCE_MAX, "matches of a tournament at once");
_Static_assert((int)ENTRANTS_MAX == WIRE_ENTRANTS_MAX, "entrants");
_Static_assert((int)PAIRING_ROUNDS_MAX == WIRE_ROUNDS_MAX, "rounds");
_Static_assert((int)STARTS_TEXT_MAX == WIRE_STARTS_MAX, "bytes that say how starts are chosen");

/* Handlers of three common shapes: a call without parameters, ... */
#define PLAIN(call)                                                                                \
    static void on_##call(struct service *service, struct hall_caller from, const void *body)      \
    {                                                                                              \
        (void)body;                                                                                \
        hall_##call(service->hall, from);                                                          \
    }
/* ... a question about the match or tournament of a number, ... */
#define NUMBER(call, thing)                                                                        \
    static void on_##call(struct service *service, struct hall_caller from, const void *body)      \
    {                                                                                              \
        const struct wire_##thing##_number *wire = body;                                           \
        hall_##call(service->hall, from, wire->thing);                                             \
    }
/* ... and a change of such a thing, with a key. */
#define CHOICE(call, thing)                                                                        \
    static void on_##call(struct service *service, struct hall_caller from, const void *body)      \
    {                                                                                              \
        const struct wire_##thing##_choice *wire = body;                                           \
        hall_##call(service->hall, from, wire->thing, hall_text(wire->key));                       \
    }

PLAIN(token_list)
PLAIN(ping)
PLAIN(player_list)
PLAIN(lobby_watch)
PLAIN(lobby_unwatch)
PLAIN(player_blocks)
CHOICE(offer_cancel, offer)
CHOICE(offer_accept, offer)
CHOICE(offer_decline, offer)
CHOICE(invitation_revoke, invitation)
CHOICE(match_resign, match)
CHOICE(match_abort, match)
CHOICE(match_claim, match)
CHOICE(match_rematch, match)
PLAIN(puzzle_daily)
PLAIN(puzzle_state)
NUMBER(match_watch, match)
NUMBER(match_unwatch, match)
NUMBER(chat_list, match)
CHOICE(tournament_join, tournament)
CHOICE(tournament_start, tournament)
CHOICE(tournament_pause, tournament)
CHOICE(tournament_resume, tournament)
CHOICE(tournament_cancel, tournament)
NUMBER(tournament_watch, tournament)
NUMBER(tournament_unwatch, tournament)
NUMBER(tournament_show, tournament)
NUMBER(tournament_standings, tournament)
NUMBER(tournament_seal, tournament)

static void on_hello(struct service *service, struct hall_caller from, const void *body)
{
    identity_hello(service, from, body);
}

static void on_register(struct service *service, struct hall_caller from, const void *body)
{
    identity_register(service, from, body);
}

static void on_password(struct service *service, struct hall_caller from, const void *body)
{
    identity_password(service, from, body);
}

static void on_close(struct service *service, struct hall_caller from, const void *body)
{
    identity_close(service, from, body);
}

static void on_token_revoke(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_token_choice *wire = body;
    hall_token_revoke(service->hall, from, or_else(wire->token, 0), hall_text(wire->key));
}

static void on_pong(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_pong *wire = body;
    net_pong(service->net, from.session, wire->n);
    hall_ping(service->hall, from);
}

enum error_code read_offer_first(struct wire_text text, enum offer_first *ret_first,
                                 struct error *error)
{
    *ret_first = text.bytes ? offer_first_from_text(text.bytes, text.len) : FIRST_RANDOM;
    if (*ret_first < FIRST_COUNT)
        return ERROR_NONE;
    return error_set(error, ERROR_BAD_ARGUMENTS, "'first' must be 'maker', 'taker' or 'random'");
}

static void on_offer_make(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_offer_make *wire = body;
    struct hall_offer offer = {
        .to = hall_text(wire->to),
        .terms = TERMS_OF(wire),
        .conditions = {.rating_min = or_else(wire->rating_min, 0),
                       .rating_max = or_else(wire->rating_max, 0)},
    };
    struct error error;
    enum error_code code = read_offer_first(wire->first, &offer.terms.first, &error);
    if (!code && wire->only.bytes) {
        offer.conditions.only = audience_from_text(wire->only.bytes, wire->only.len);
        if (offer.conditions.only == AUDIENCE_COUNT)
            code = error_set(&error, ERROR_BAD_ARGUMENTS, "'only' must be 'people' or 'bots'");
    }
    if (code)
        hall_refuse(service->hall, from, &error);
    else
        hall_offer_make(service->hall, from, &offer, hall_text(wire->key));
}

static void on_offer_list(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_offer_page *wire = body;
    if (wire->after == WIRE_ABSENT && wire->limit == WIRE_ABSENT)
        hall_offer_list(service->hall, from);
    else
        hall_offer_page(service->hall, from, or_else(wire->after, 0),
                        or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_invitation_list(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_invitation_page *wire = body;
    hall_invitation_list(service->hall, from, or_else(wire->before, 0),
                         or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_move(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_move *wire = body;
    statistics_move_came(service->statistics, from.session, from.request, now_us());
    hall_match_move(service->hall, from, wire->match, wire->ply, or_else(wire->back, 0),
                    hall_text(wire->move));
}

static void on_takeback(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_takeback_ask *wire = body;
    hall_match_takeback(service->hall, from, wire->match, wire->ply, hall_text(wire->key));
}

static void on_accept_takeback(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_takeback_choice *wire = body;
    hall_match_accept_takeback(service->hall, from, wire->match, wire->seq, wire->ply,
                               hall_text(wire->key));
}

static void on_decline_takeback(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_takeback_choice *wire = body;
    hall_match_decline_takeback(service->hall, from, wire->match, wire->seq, wire->ply,
                                hall_text(wire->key));
}

static void on_resume(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_resume *wire = body;
    hall_match_resume(service->hall, from, wire->match, or_else(wire->after, 0));
}

static void on_match_list(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_match_page *wire = body;
    hall_match_list(service->hall, from, or_else(wire->after, 0), or_else(wire->before, 0),
                    or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_history(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_history_page *wire = body;
    struct hall_history wish = {
        .player = hall_text(wire->player),
        .opponent = hall_text(wire->opponent),
        .rules = hall_text(wire->rules),
        .result = hall_text(wire->result),
        .rated = wire->rated,
        .since_ms = or_else(wire->since, 0),
        .until_ms = or_else(wire->until, 0),
        .before = or_else(wire->before, 0),
        .limit = or_else(wire->limit, WIRE_PAGE_DEFAULT),
    };
    hall_history_list(service->hall, from, &wish);
}

static void on_versus(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_versus_choice *wire = body;
    hall_history_versus(service->hall, from, hall_text(wire->player), hall_text(wire->opponent),
                        hall_text(wire->rules), hall_text(wire->after),
                        or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_block(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_player_name *wire = body;
    hall_player_block(service->hall, from, hall_text(wire->player));
}

static void on_unblock(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_player_name *wire = body;
    hall_player_unblock(service->hall, from, hall_text(wire->player));
}

static void on_report(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_player_report *wire = body;
    struct hall_report report = {
        .player = hall_text(wire->player),
        .match = or_else(wire->match, 0),
        .words = hall_text(wire->words),
    };
    hall_player_report(service->hall, from, &report, hall_text(wire->key));
}

static void on_chat_say(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_chat_say *wire = body;
    hall_chat_say(service->hall, from, wire->match, hall_text(wire->text), hall_text(wire->key));
}

static void on_chat_mute(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_mute *wire = body;
    hall_chat_mute(service->hall, from, hall_text(wire->player), wire->muted);
}

static void on_tournament_create(struct service *service, struct hall_caller from, const void *body)
{
    creation_begin(service, from, body);
}

static void on_tournament_withdraw(struct service *service, struct hall_caller from,
                                   const void *body)
{
    const struct wire_tournament_withdraw *wire = body;
    hall_tournament_withdraw(service->hall, from, wire->tournament, hall_text(wire->player),
                             hall_text(wire->key));
}

static void on_tournament_void(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_void *wire = body;
    hall_tournament_void(service->hall, from, wire->tournament, wire->round, wire->board,
                         hall_text(wire->key));
}

static void on_tournament_list(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_tournament_page *wire = body;
    hall_tournament_list(service->hall, from, or_else(wire->before, 0),
                         or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_tournament_pairs(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_pairs_page *wire = body;
    hall_tournament_pairs(service->hall, from, wire->tournament, or_else(wire->after, 0),
                          or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_tournament_export(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_export_page *wire = body;
    bool times = wire_text_equal(wire->file, "times");
    struct error error;
    if (times || wire_text_equal(wire->file, "results")) {
        hall_tournament_export(service->hall, from, wire->tournament, times,
                               or_else(wire->after, 0), or_else(wire->limit, WIRE_PAGE_DEFAULT));
        return;
    }
    error_set(&error, ERROR_BAD_ARGUMENTS, "'file' must be 'results' or 'times'");
    hall_refuse(service->hall, from, &error);
}

static void on_rating_list(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_rating_choice *wire = body;
    hall_rating_list(service->hall, from, hall_text(wire->player), hall_text(wire->family),
                     or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_rating_history(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_rating_page *wire = body;
    hall_rating_history(service->hall, from, hall_text(wire->player), hall_text(wire->family),
                        or_else(wire->before, 0), or_else(wire->limit, WIRE_PAGE_DEFAULT));
}

static void on_stats(struct service *service, struct hall_caller from, const void *body)
{
    (void)body;
    struct text answer = {0};
    statistics_encode(service_statistics(service), from.request, now_us(), &answer);
    service_tell(service, from.session, true, &answer);
    text_finish(&answer);
}

static void on_puzzle_next(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_puzzle_choice *wire = body;
    hall_puzzle_next(service->hall, from, hall_text(wire->rules));
}

static void on_puzzle_answer(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_puzzle_answer *wire = body;
    struct hall_puzzle_answer answer = {
        .rules = hall_text(wire->rules),
        .position = hall_text(wire->position),
        .move = hall_text(wire->move),
        .right = wire->right,
    };
    hall_puzzle_answer(service->hall, from, &answer, hall_text(wire->key));
}

static void on_puzzle_mistake(struct service *service, struct hall_caller from, const void *body)
{
    const struct wire_puzzle_mistake *wire = body;
    hall_puzzle_mistake(service->hall, from, hall_text(wire->rules), hall_text(wire->position),
                        hall_text(wire->key));
}

static void on_key(struct service *service, struct hall_caller from, const void *body)
{
    (void)body;
    struct wire_signing_key result = {
        .key = wire_text(text_string(&service->signing_key_name)),
    };
    struct text answer = {0};
    wire_encode_result(&answer, from.request, wire_methods[WIRE_SERVER_KEY].result, &result);
    service_tell(service, from.session, true, &answer);
    text_finish(&answer);
}

static handler *const handlers[WIRE_METHOD_COUNT] = {
    [WIRE_SESSION_HELLO] = on_hello,
    [WIRE_SESSION_PING] = on_ping,
    [WIRE_SESSION_PONG] = on_pong,
    [WIRE_SERVER_STATS] = on_stats,
    [WIRE_SERVER_KEY] = on_key,
    [WIRE_ACCOUNT_REGISTER] = on_register,
    [WIRE_ACCOUNT_PASSWORD] = on_password,
    [WIRE_ACCOUNT_CLOSE] = on_close,
    [WIRE_TOKEN_LIST] = on_token_list,
    [WIRE_TOKEN_REVOKE] = on_token_revoke,
    [WIRE_PLAYER_LIST] = on_player_list,
    [WIRE_PLAYER_BLOCK] = on_block,
    [WIRE_PLAYER_UNBLOCK] = on_unblock,
    [WIRE_PLAYER_BLOCKS] = on_player_blocks,
    [WIRE_PLAYER_REPORT] = on_report,
    [WIRE_OFFER_MAKE] = on_offer_make,
    [WIRE_OFFER_CANCEL] = on_offer_cancel,
    [WIRE_OFFER_ACCEPT] = on_offer_accept,
    [WIRE_OFFER_DECLINE] = on_offer_decline,
    [WIRE_OFFER_LIST] = on_offer_list,
    [WIRE_LOBBY_WATCH] = on_lobby_watch,
    [WIRE_LOBBY_UNWATCH] = on_lobby_unwatch,
    [WIRE_INVITATION_CREATE] = on_invitation_create,
    [WIRE_INVITATION_SHOW] = on_invitation_show,
    [WIRE_INVITATION_ACCEPT] = on_invitation_accept,
    [WIRE_INVITATION_LIST] = on_invitation_list,
    [WIRE_INVITATION_REVOKE] = on_invitation_revoke,
    [WIRE_MATCH_MOVE] = on_move,
    [WIRE_MATCH_RESIGN] = on_match_resign,
    [WIRE_MATCH_ABORT] = on_match_abort,
    [WIRE_MATCH_CLAIM] = on_match_claim,
    [WIRE_MATCH_TAKEBACK] = on_takeback,
    [WIRE_MATCH_ACCEPT_TAKEBACK] = on_accept_takeback,
    [WIRE_MATCH_DECLINE_TAKEBACK] = on_decline_takeback,
    [WIRE_MATCH_REMATCH] = on_match_rematch,
    [WIRE_MATCH_RESUME] = on_resume,
    [WIRE_MATCH_WATCH] = on_match_watch,
    [WIRE_MATCH_UNWATCH] = on_match_unwatch,
    [WIRE_MATCH_LIST] = on_match_list,
    [WIRE_HISTORY_LIST] = on_history,
    [WIRE_HISTORY_VERSUS] = on_versus,
    [WIRE_CHAT_SAY] = on_chat_say,
    [WIRE_CHAT_LIST] = on_chat_list,
    [WIRE_CHAT_MUTE] = on_chat_mute,
    [WIRE_TOURNAMENT_CREATE] = on_tournament_create,
    [WIRE_TOURNAMENT_JOIN] = on_tournament_join,
    [WIRE_TOURNAMENT_START] = on_tournament_start,
    [WIRE_TOURNAMENT_PAUSE] = on_tournament_pause,
    [WIRE_TOURNAMENT_RESUME] = on_tournament_resume,
    [WIRE_TOURNAMENT_CANCEL] = on_tournament_cancel,
    [WIRE_TOURNAMENT_WITHDRAW] = on_tournament_withdraw,
    [WIRE_TOURNAMENT_VOID] = on_tournament_void,
    [WIRE_TOURNAMENT_WATCH] = on_tournament_watch,
    [WIRE_TOURNAMENT_UNWATCH] = on_tournament_unwatch,
    [WIRE_TOURNAMENT_LIST] = on_tournament_list,
    [WIRE_TOURNAMENT_SHOW] = on_tournament_show,
    [WIRE_TOURNAMENT_STANDINGS] = on_tournament_standings,
    [WIRE_TOURNAMENT_PAIRS] = on_tournament_pairs,
    [WIRE_TOURNAMENT_EXPORT] = on_tournament_export,
    [WIRE_TOURNAMENT_SEAL] = on_tournament_seal,
    [WIRE_RATING_LIST] = on_rating_list,
    [WIRE_RATING_HISTORY] = on_rating_history,
    [WIRE_PUZZLE_NEXT] = on_puzzle_next,
    [WIRE_PUZZLE_DAILY] = on_puzzle_daily,
    [WIRE_PUZZLE_ANSWER] = on_puzzle_answer,
    [WIRE_PUZZLE_MISTAKE] = on_puzzle_mistake,
    [WIRE_PUZZLE_STATE] = on_puzzle_state,
    [WIRE_OPERATOR_PLAYERS] = on_players,
    [WIRE_OPERATOR_KICK] = on_kick,
    [WIRE_OPERATOR_BAN] = on_ban,
    [WIRE_OPERATOR_UNBAN] = on_unban,
    [WIRE_OPERATOR_BANS] = on_bans,
    [WIRE_OPERATOR_BACKUP] = on_backup,
    [WIRE_OPERATOR_REPORTS] = on_operator_reports,
    [WIRE_OPERATOR_REPORT] = on_operator_report,
    [WIRE_OPERATOR_CLOSE_REPORT] = on_close_report,
    [WIRE_OPERATOR_RESET_PASSWORD] = on_reset_password,
    [WIRE_OPERATOR_CANCEL] = on_cancel,
    [WIRE_OPERATOR_ABORT] = on_operator_abort,
    [WIRE_OPERATOR_WITHDRAW] = on_operator_withdraw,
    [WIRE_OPERATOR_CLEAR] = on_clear,
    [WIRE_OPERATOR_RELOAD] = on_reload,
    [WIRE_OPERATOR_WHERE] = on_where,
    [WIRE_OPERATOR_STOP] = on_stop,
};

/* Names the method up to its first byte that is not printable ASCII. */
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

/* Checks that the method may be called in this session now. */
static enum error_code check_when(const struct service *service, const struct net_request *request,
                                  const struct wire_method_row *row, struct error *error)
{
    bool is_operators = row->when == WIRE_OPERATOR || row->when == WIRE_EITHER;
    if (request->is_operator)
        return is_operators ? ERROR_NONE
                            : error_set(error, ERROR_UNKNOWN_METHOD,
                                        "%s is a player's, not an operator's", row->name);
    if (row->when == WIRE_OPERATOR)
        return error_set(error, ERROR_UNKNOWN_METHOD,
                         "%s can be called over the control socket only", row->name);
    if (row->when != WIRE_BEFORE && !hall_session_is_open(service->hall, request->session))
        return error_set(error, ERROR_HELLO_FIRST, "%s: session.hello has to come first",
                         row->name);
    return ERROR_NONE;
}

static enum error_code find_method(const struct service *service, const struct net_request *request,
                                   int *ret_method, struct error *error)
{
    *ret_method = wire_method_find(request->message->method);
    if (*ret_method < 0)
        return unknown_method(request->message->method, error);
    return check_when(service, request, &wire_methods[*ret_method], error);
}

void dispatch(struct service *service, const struct net_request *request)
{
    const struct wire_message *message = request->message;
    assert(message->kind == WIRE_REQUEST);
    struct hall_caller from = {
        .session = request->session,
        .request = message->id,
        .came_ms = request->came_ms,
    };
    union parameters body;
    struct error error;
    int method;
    enum error_code code = find_method(service, request, &method, &error);
    if (!code)
        code = wire_message_read(message, wire_methods[method].parameters, &body, &error);
    if (!code && !service->store && method != WIRE_OPERATOR_WHERE)
        code = refuse_standing_by(service, &error);
    if (!code)
        handlers[method](service, from, &body);
    else if (service->store)
        hall_refuse(service->hall, from, &error);
    else /* no hall that is not restored says anything */
        service_refuse(service, from.session, from.request, &error);
}

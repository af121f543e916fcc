/* From the hall to the connections: encoded messages go to their sessions unchanged. Questions go
 * to the look-ups and to the solver. */
#include "server/base/log.h"
#include "server/service/judging.h"
#include "server/service/look_up.h"
#include "server/service/service_parts.h"

#include <assert.h>

static void hand_out(struct service *service, const struct message *message)
{
    size_t left = message->session_count;
    size_t count = net_send(service->net, &(struct net_message){
                                              .bytes = &message->bytes,
                                              .sessions = message->sessions,
                                              .session_count = left,
                                              .soon_count = left < MESSAGE_FEW ? left : MESSAGE_FEW,
                                              .is_answer = message->is_answer,
                                              .is_last = message->closes,
                                          });
    statistics_add(service->statistics, STATISTIC_MESSAGES_OUT, (int64_t)count);
}

/* --- the operator's log of messages --- */

static struct log_field log_wire(const char *key, struct wire_text text)
{
    return log_bytes(key, text.bytes, text.len);
}

/* Decodes a message that is about to be sent. False: it breaks the protocol's limits, as a name can
 * that somebody has written into the database. */
static bool read_back(const struct message *message, struct wire_arena *arena,
                      struct wire_message *ret_said, union wire_body *ret_body)
{
    struct wire_decoder *decoder = wire_decoder_create(WIRE_ANSWER_BYTES_MAX);
    struct error error;
    enum error_code code;
    bool is_complete;
    wire_decoder_feed(decoder, arena, message->bytes.bytes, message->bytes.len, &is_complete,
                      ret_said, &code, &error);
    assert(is_complete);
    if (message->record)
        code = wire_message_read(ret_said, message->record, ret_body, &error);
    wire_decoder_destroy(decoder);
    return !code;
}

/* In a tournament both players get a message of the new match; only the one with the turn is
 * logged. */
static bool is_logged(const struct message *message)
{
    const struct wire_record *record = message->record;
    return record == &wire_record_welcome || record == &wire_record_tournament_number ||
           record == &wire_record_ended || message->error == ERROR_BANNED ||
           (record == &wire_record_match_event && message->gives_turn);
}

static void log_said(struct service *service, const struct message *message)
{
    struct wire_message said;
    union wire_body body;
    if (!is_logged(message) || !log_takes(LOG_INFO))
        return;
    struct wire_arena *arena = wire_arena_create();
    if (!read_back(message, arena, &said, &body)) {
        wire_arena_destroy(arena);
        return;
    }
    uint64_t session = message->session_count > 0 ? message->sessions[0] : 0;
    if (message->record == &wire_record_welcome) {
        log_info("welcome", log_int("session", (int64_t)session),
                 log_int("player", body.as_welcome.player), log_wire("name", body.as_welcome.name));
    } else if (message->record == &wire_record_tournament_number) {
        /* Logged again when a client repeats the request with the same key. */
        log_info("tournament", log_int("session", (int64_t)session),
                 log_int("tournament", body.as_tournament_number.tournament));
    } else if (message->record == &wire_record_match_event) {
        const struct wire_match *match = body.as_match_event.match;
        bool has_clock = match->clock.bytes != NULL, is_alone = match->tournament == WIRE_ABSENT;
        log_info("match-begun", log_int("match", match->match), log_wire("rules", match->rules),
                 log_wire("start", match->start), log_wire("first", match->first),
                 log_wire("second", match->second),
                 log_wire("clock", has_clock ? match->clock : wire_text("none")),
                 log_int("tournament", is_alone ? 0 : match->tournament));
    } else if (message->record == &wire_record_ended) {
        log_info("match-ended", log_int("match", body.as_ended.match),
                 log_wire("ending", body.as_ended.ending),
                 log_wire("winner", body.as_ended.winner));
    } else {
        /* Address and name are empty if the client has gone meanwhile. */
        const struct origin *origin = net_origin(service->net, session);
        log_info("kept-out", log_int("session", (int64_t)session),
                 log_text("address", origin ? origin->text : ""),
                 log_text("name", identity_name(service, session)),
                 log_text("reason", said.error.message));
    }
    wire_arena_destroy(arena);
}

static void note(struct service *service, const struct message *message)
{
    if (message->record == &wire_record_welcome) {
        statistics_count(service->statistics, STATISTIC_WELCOMES);
        log_said(service, message);
        identity_welcomed(service, message->sessions[0]);
    } else if (message->record == &wire_record_move_done) {
        if (statistics_move_answered(service->statistics, message->sessions[0], message->request))
            statistics_answers_left(service->statistics, now_us());
    } else {
        log_said(service, message);
    }
}

bool service_say(struct service *service)
{
    struct message *message = hall_message_next(service->hall);
    if (!message)
        return false;
    switch ((int)message->kind) {
    case MESSAGE_SAID:
        note(service, message);
        hand_out(service, message);
        hall_message_said(service->hall, message);
        break;
    case MESSAGE_JUDGE:
        judging_match(service, message);
        break;
    case MESSAGE_DRAW_START:
        judging_draw_start(service, message);
        break;
    default:
        look_up(service, message);
        break;
    }
    return true;
}

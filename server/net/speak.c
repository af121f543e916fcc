/* From the hall to the connections: what it wants said is encoded once for all who hear it. What it
 * wants found out goes to those who can. */
#include "server/base/log.h"
#include "server/net/encode.h"
#include "server/service/judging.h"
#include "server/service/look_up.h"
#include "server/service/service_parts.h"

static void hand_out(struct service *service, const struct message *message,
                     const struct text *bytes)
{
    size_t count = net_send(service->net, &(struct net_message){
                                              .bytes = bytes,
                                              .sessions = message->sessions,
                                              .session_count = message->session_count,
                                              .soon_count = MESSAGE_FEW,
                                              .is_answer = message->kind <= MESSAGE_ERROR,
                                              .is_last = message->kind == MESSAGE_REPLACED ||
                                                         message->kind == MESSAGE_KICKED,
                                          });
    statistics_add(service->statistics, STATISTIC_MESSAGES_OUT, (int64_t)count);
}

static void log_begun(const struct match_summary *match)
{
    log_info("match-begun", log_int("match", match->match), log_text("rules", match->rules),
             log_text("start", match->start), log_text("first", match->first),
             log_text("second", match->second),
             log_text("clock", match->clock ? match->clock : "none"),
             log_int("tournament", match->tournament));
}

static void log_ended(const struct message *message)
{
    log_info("match-ended", log_int("match", message->ended.match),
             log_text("ending", ending_text(message->ended.ending)),
             log_text("winner", seat_text(message->ended.winner)));
}

/* Said again to who asks again with the same key. */
static void log_tournament(const struct message *message)
{
    log_info("tournament", log_int("session", (int64_t)message->sessions[0]),
             log_int("tournament", message->tournament_number));
}

static void log_welcome(const struct message *message)
{
    log_info("welcome", log_int("session", (int64_t)message->sessions[0]),
             log_int("player", message->welcome.player), log_text("name", message->welcome.name));
}

/* Of one who has hung up meanwhile, address and name are the empty text. */
static void log_kept_out(const struct service *service, const struct message *message)
{
    const struct origin *origin = net_origin(service->net, message->sessions[0]);
    log_info("kept-out", log_int("session", (int64_t)message->sessions[0]),
             log_text("address", origin ? origin->text : ""),
             log_text("name", identity_name(service, message->sessions[0])),
             log_text("reason", message->error.error.message));
}

static void note_answered(struct service *service, const struct message *message)
{
    if (statistics_move_answered(service->statistics, message->sessions[0], message->request))
        statistics_answers_left(service->statistics, now_us());
}

/* What of it the operator is to know. */
static void note(struct service *service, const struct message *message)
{
    if (message->kind == MESSAGE_WELCOME) {
        statistics_count(service->statistics, STATISTIC_WELCOMES);
        log_welcome(message);
        identity_welcomed(service, message->sessions[0]);
    } else if (message->kind == MESSAGE_MOVE_DONE) {
        note_answered(service, message);
    } else if (message->kind == MESSAGE_MATCH_STARTED && message->gives_turn) {
        /* In a tournament both players are told; one of the two gets the turn with it. */
        log_begun(&message->match.view.summary);
    } else if (message->kind == MESSAGE_TOURNAMENT_NUMBER) {
        log_tournament(message);
    } else if (message->kind == MESSAGE_ENDED) {
        log_ended(message);
    } else if (message->kind == MESSAGE_ERROR && message->error.error.code == ERROR_BANNED) {
        log_kept_out(service, message);
    }
}

/* What is not for anybody's ears. */
static void find_out(struct service *service, struct message *message)
{
    if (message->kind == MESSAGE_JUDGE)
        judging_match(service, message);
    else if (message->kind == MESSAGE_DRAW_START)
        judging_draw_start(service, message);
    else
        look_up(service, message);
}

bool service_say(struct service *service)
{
    struct message *message = hall_message_next(service->hall);
    if (!message)
        return false;
    /* It has a token. */
    if (message->kind == MESSAGE_WELCOME)
        text_make_secret(&service->spoken);
    if (!encode_message(&service->spoken, message,
                        wire_text(text_string(&service->signing_key_name)))) {
        find_out(service, message);
        return true;
    }
    note(service, message);
    hand_out(service, message, &service->spoken);
    text_clear(&service->spoken);
    hall_message_said(service->hall, message);
    return true;
}

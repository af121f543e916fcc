/* From the hall to the connections: what it wants said is encoded once for all who hear it. What it
 * wants found out goes to those who can. */
#include "server/base/log.h"
#include "server/net/encode.h"
#include "server/net/state.h"
#include "server/service/judging.h"

void speak_error(struct connection *connection, uint32_t request, const struct error *error)
{
    wire_encode_error(connection_answer(connection), request, error, NULL, NULL);
}

/* The first sessions of an event are the players of the match, who are written to in this turn.
 * Up to a thousand spectators follow. Writing to all of them at once would hold up all others. */
static struct text *queue_of(struct connection *connection, const struct message *message, size_t i)
{
    if (message->kind <= MESSAGE_ERROR)
        return connection_answer(connection);
    return i < MESSAGE_FEW ? connection_queue(connection) : connection_queue_later(connection);
}

static void hand_out(struct server *server, const struct message *message, const struct text *bytes)
{
    for (size_t i = 0; i < message->session_count; i++) {
        struct connection *connection = connection_find(server, message->sessions[i]);
        if (!connection || connection->state != CONNECTION_OPEN)
            continue;
        struct text *queue = queue_of(connection, message, i);
        if (bytes->is_secret)
            text_make_secret(queue);
        text_append(queue, bytes->bytes, bytes->len);
        connection_count_said(connection, bytes->len);
        statistics_count(&server->statistics, STATISTIC_MESSAGES_OUT);
        if (message->kind == MESSAGE_REPLACED || message->kind == MESSAGE_KICKED)
            connection_close_after_writing(connection);
    }
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
static void log_kept_out(const struct server *server, const struct message *message)
{
    const struct connection *who = connection_find(server, message->sessions[0]);
    log_info("kept-out", log_int("session", (int64_t)message->sessions[0]),
             log_text("address", who ? who->origin.text : ""),
             log_text("name", who ? who->hello_name : ""),
             log_text("reason", message->error.error.message));
}

static void note_answered(struct server *server, const struct message *message)
{
    if (statistics_move_answered(&server->statistics, message->sessions[0], message->request))
        statistics_answers_left(&server->statistics, measure_now_us());
}

/* What of it the operator is to know. */
static void note(struct server *server, const struct message *message)
{
    if (message->kind == MESSAGE_WELCOME) {
        statistics_count(&server->statistics, STATISTIC_WELCOMES);
        log_welcome(message);
    } else if (message->kind == MESSAGE_MOVE_DONE) {
        note_answered(server, message);
    } else if (message->kind == MESSAGE_MATCH_STARTED && message->gives_turn) {
        /* In a tournament both players are told; one of the two gets the turn with it. */
        log_begun(&message->match.view.summary);
    } else if (message->kind == MESSAGE_TOURNAMENT_NUMBER) {
        log_tournament(message);
    } else if (message->kind == MESSAGE_ENDED) {
        log_ended(message);
    } else if (message->kind == MESSAGE_ERROR && message->error.error.code == ERROR_BANNED) {
        log_kept_out(server, message);
    }
}

/* What is not for anybody's ears. */
static void find_out(struct server *server, struct message *message)
{
    if (message->kind == MESSAGE_JUDGE)
        judging_match(server, message);
    else if (message->kind == MESSAGE_DRAW_START)
        judging_draw_start(server, message);
    else
        look_up(server, message);
}

void speak(struct server *server, struct message *message)
{
    /* It has a token. */
    if (message->kind == MESSAGE_WELCOME)
        text_make_secret(&server->spoken);
    if (!encode_message(&server->spoken, message,
                        wire_text(text_string(&server->signing_key_name)))) {
        find_out(server, message);
        return;
    }
    note(server, message);
    hand_out(server, message, &server->spoken);
    text_clear(&server->spoken);
    hall_message_said(server->hall, message);
}

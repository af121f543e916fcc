#include "server/net/encode.h"

#include "common/base/memory.h"
#include "common/game/game.h"
#include "server/net/encode_parts.h"

#include <stdlib.h>

#define PROGRAM "takeaway-server " TAKEAWAY_VERSION

static size_t count_games(void)
{
    size_t count = 0;
    while (games[count].name)
        count++;
    return count;
}

static void encode_welcome(struct text *out, const struct message *message,
                           struct wire_text signing_key)
{
    struct wire_limits limits = {
        .request_bytes = WIRE_REQUEST_BYTES_MAX,
        .depth = WIRE_DEPTH_MAX,
        .name_bytes = WIRE_NAME_MAX,
        .key_bytes = WIRE_KEY_MAX,
        .plies = WIRE_PLY_MAX,
        .page = WIRE_PAGE_MAX,
    };
    struct wire_welcome welcome = {
        .protocol = WIRE_PROTOCOL,
        .server = wire_text(PROGRAM),
        .player = message->welcome.player,
        .name = wire_text(message->welcome.name),
        .token = wire_text(message->welcome.token),
        .token_expires = message->welcome.token_expires_ms,
        .account = message->welcome.account,
        .limits = &limits,
        .games_count = count_games(),
        .matches = message->welcome.matches,
        .matches_count = message->welcome.match_count,
        .signing_key = signing_key,
    };
    welcome.games = memory_zeroed(welcome.games_count, sizeof *welcome.games);
    for (size_t i = 0; i < welcome.games_count; i++)
        welcome.games[i] = (struct wire_game){
            .name = wire_text(games[i].name),
            .rules = wire_text(games[i].rules),
            .title = wire_text(games[i].title),
            .summary = wire_text(games[i].summary),
            .example = wire_text(games[i].example),
        };
    wire_encode_result(out, message->request, &wire_record_welcome, &welcome);
    free(welcome.games);
}

static void encode_nothing(struct text *out, const struct message *message)
{
    wire_encode_result(out, message->request, &wire_record_nothing, NULL);
}

static void encode_refusal(struct text *out, const struct message *message)
{
    struct wire_stale stale = {
        .match = message->error.match,
        .seq = message->error.seq,
        .ply = message->error.ply,
        .position = wire_text(message->error.position),
    };
    const struct error *error = &message->error.error;
    struct wire_wait wait = {
        .wait = error->wait_ms,
        .challenge = error->work_bits ? error->challenge : WIRE_ABSENT,
        .work = error->work_bits ? error->work_bits : WIRE_ABSENT,
    };
    if (message->error.stale)
        wire_encode_error(out, message->request, error, &wire_record_stale, &stale);
    else if (error->wait_ms > 0)
        wire_encode_error(out, message->request, error, &wire_record_wait, &wait);
    else
        wire_encode_error(out, message->request, error, NULL, NULL);
}

static void encode_notice(struct text *out, enum wire_event event, const struct message *message)
{
    struct wire_reason reason = {.reason = wire_text(message->notice.reason)};
    wire_encode_event(out, event, &reason);
}

static void encode_stalled(struct text *out, const struct message *message)
{
    encode_notice(out, WIRE_EVENT_SERVER_STALLED, message);
}

static void encode_resumed(struct text *out, const struct message *message)
{
    (void)message;
    wire_encode_event(out, WIRE_EVENT_SERVER_RESUMED, NULL);
}

static void encode_closing(struct text *out, const struct message *message)
{
    encode_notice(out, WIRE_EVENT_SERVER_CLOSING, message);
}

static void encode_replaced(struct text *out, const struct message *message)
{
    encode_notice(out, WIRE_EVENT_SESSION_REPLACED, message);
}

static void encode_kicked(struct text *out, const struct message *message)
{
    encode_notice(out, WIRE_EVENT_SESSION_KICKED, message);
}

/* NULL: what is not said but found out. */
static encoder *const encoders[] = {
    [MESSAGE_NOTHING] = encode_nothing,
    [MESSAGE_OFFER_NUMBER] = encode_offer_number,
    [MESSAGE_CLEARED] = encode_cleared,
    [MESSAGE_TOURNAMENT_NUMBER] = encode_tournament_number,
    [MESSAGE_TOURNAMENT_NOW] = encode_tournament_now,
    [MESSAGE_OFFERS] = encode_offers,
    [MESSAGE_MOVE_DONE] = encode_move_answer,
    [MESSAGE_MATCH] = encode_match_answer,
    [MESSAGE_REMATCH] = encode_rematch,
    [MESSAGE_SUMMARIES] = encode_match_list,
    [MESSAGE_CHAT_LINES] = encode_chat_lines,
    [MESSAGE_PRESENT] = encode_present,
    [MESSAGE_ONLINE] = encode_online,
    [MESSAGE_BANS] = encode_bans,
    [MESSAGE_ERROR] = encode_refusal,
    [MESSAGE_LOOK_UP_HELLO] = NULL,
    [MESSAGE_LOOK_UP_PASSWORD] = NULL,
    [MESSAGE_LOOK_UP_TOKENS] = NULL,
    [MESSAGE_LOOK_UP_MATCH] = NULL,
    [MESSAGE_LOOK_UP_MOVE] = NULL,
    [MESSAGE_LOOK_UP_HISTORY] = NULL,
    [MESSAGE_LOOK_UP_TOURNAMENTS] = NULL,
    [MESSAGE_LOOK_UP_TOURNAMENT] = NULL,
    [MESSAGE_LOOK_UP_STANDINGS] = NULL,
    [MESSAGE_LOOK_UP_PAIRS] = NULL,
    [MESSAGE_LOOK_UP_EXPORT] = NULL,
    [MESSAGE_LOOK_UP_SEAL] = NULL,
    [MESSAGE_LOOK_UP_RATINGS] = NULL,
    [MESSAGE_DRAW_START] = NULL,
    [MESSAGE_JUDGE] = NULL,
    [MESSAGE_OFFER_RECEIVED] = encode_offer_received,
    [MESSAGE_OFFER_CLOSED] = encode_offer_closed,
    [MESSAGE_MATCH_STARTED] = encode_match_started,
    [MESSAGE_MOVED] = encode_moved,
    [MESSAGE_ENDED] = encode_ended,
    [MESSAGE_PRESENCE] = encode_presence,
    [MESSAGE_CHAT] = encode_chat,
    [MESSAGE_TOURNAMENT] = encode_tournament_changed,
    [MESSAGE_STALLED] = encode_stalled,
    [MESSAGE_RESUMED] = encode_resumed,
    [MESSAGE_CLOSING] = encode_closing,
    [MESSAGE_REPLACED] = encode_replaced,
    [MESSAGE_KICKED] = encode_kicked,
};

bool encode_message(struct text *out, const struct message *message, struct wire_text signing_key)
{
    if (message->kind == MESSAGE_WELCOME) {
        encode_welcome(out, message, signing_key);
        return true;
    }
    encoder *encode = encoders[message->kind];
    if (encode)
        encode(out, message);
    return encode != NULL;
}

#include "server/net/encode.h"

#include "common/base/memory.h"
#include "common/game/game.h"
#include "common/wire/wire.h"

#include <stdlib.h>
#include <string.h>

#define PROGRAM "takeaway-server " TAKEAWAY_VERSION

static const char *const offer_first_texts[] = {
    [FIRST_RANDOM] = "random",
    [FIRST_MAKER] = "maker",
    [FIRST_TAKER] = "taker",
};

static const char *const offer_end_texts[] = {
    [OFFER_DECLINED] = "declined",
    [OFFER_CANCELLED] = "cancelled",
    [OFFER_GONE] = "gone",
};

static const char *const chat_room_texts[] = {
    [ROOM_PLAYERS] = "players",
    [ROOM_SPECTATORS] = "spectators",
};

static struct wire_text of_text(const struct text *text)
{
    return (struct wire_text){.bytes = text_string(text), .len = text->len};
}

static int64_t or_absent(int64_t value)
{
    return value ? value : WIRE_ABSENT;
}

static int64_t unless_negative(int64_t value)
{
    return value < 0 ? WIRE_ABSENT : value;
}

static void fill_offer(struct wire_offer *wire, const struct offer_view *view)
{
    *wire = (struct wire_offer){
        .offer = view->offer,
        .from = wire_text(view->from),
        .to = wire_text(view->to),
        .rules = wire_text(view->rules),
        .start = wire_text(view->start),
        .first = wire_text(offer_first_texts[view->first]),
        .rematch_of = or_absent(view->rematch_of),
        .clock = wire_text(view->clock),
    };
}

static void fill_summary(struct wire_summary *wire, const struct match_summary *summary)
{
    bool ended = summary->ending != ENDING_NONE;
    *wire = (struct wire_summary){
        .match = summary->match,
        .rules = wire_text(summary->rules),
        .start = wire_text(summary->start),
        .first = wire_text(summary->first),
        .second = wire_text(summary->second),
        .ply = summary->ply,
        .created = summary->created_ms,
        .ended = ended ? summary->ended_ms : WIRE_ABSENT,
        .ending = wire_text(ended ? ending_text(summary->ending) : NULL),
        .winner = wire_text(ended ? seat_text(summary->winner) : NULL),
        .clock = wire_text(summary->clock),
    };
}

/* The moves as a list that points into the view; free() it. */
static struct wire_text *list_moves(const struct match_view *view)
{
    struct wire_text *moves = memory_zeroed((size_t)view->move_count, sizeof *moves);
    const char *at = text_string(&view->moves);
    for (int64_t i = 0; i < view->move_count; i++) {
        size_t len = strcspn(at, " ");
        moves[i] = (struct wire_text){.bytes = at, .len = len};
        at += len + 1;
    }
    return moves;
}

static bool is_any_set(const int64_t *list, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (list[i] != 0)
            return true;
    return false;
}

/* The times point into the view; they are left out where they say nothing. */
static void fill_times(struct wire_match *wire, const struct match_view *view)
{
    size_t count = (size_t)view->move_count;
    if (!view->taken_ms || count == 0)
        return;
    wire->taken = view->taken_ms;
    wire->taken_count = count;
    if (!is_any_set(view->credit_ms, count))
        return;
    wire->credit = view->credit_ms;
    wire->credit_count = count;
}

static void fill_match(struct wire_match *wire, const struct match_view *view,
                       struct wire_text *moves)
{
    struct wire_summary summary;
    fill_summary(&summary, &view->summary);
    *wire = (struct wire_match){
        .match = summary.match,
        .rules = summary.rules,
        .start = summary.start,
        .first = summary.first,
        .second = summary.second,
        .ply = summary.ply,
        .created = summary.created,
        .ended = summary.ended,
        .ending = summary.ending,
        .winner = summary.winner,
        .clock = summary.clock,
        .seq = view->seq,
        .position = of_text(&view->position),
        .seat = wire_text(view->seat == SEAT_NOBODY ? NULL : seat_text(view->seat)),
        .first_online = view->online[0],
        .second_online = view->online[1],
        .from_ply = view->from_ply,
        .moves = moves,
        .moves_count = (size_t)view->move_count,
        .first_left = unless_negative(view->left_ms[0]),
        .second_left = unless_negative(view->left_ms[1]),
        .clock_runs = view->clock_runs,
    };
    fill_times(wire, view);
}

void encode_match(struct text *out, uint32_t request, const struct match_view *view)
{
    struct wire_text *moves = list_moves(view);
    struct wire_match match;
    fill_match(&match, view, moves);
    wire_encode_result(out, request, &wire_record_match, &match);
    free(moves);
}

void encode_summaries(struct text *out, uint32_t request, const struct match_summary *list,
                      size_t count, bool more)
{
    struct wire_summaries wire = {
        .matches = memory_zeroed(count, sizeof *wire.matches),
        .matches_count = count,
        .more = more,
    };
    for (size_t i = 0; i < count; i++)
        fill_summary(&wire.matches[i], &list[i]);
    wire_encode_result(out, request, &wire_record_summaries, &wire);
    free(wire.matches);
}

void encode_move_done(struct text *out, uint32_t request, int64_t match, int64_t ply)
{
    struct wire_move_done done = {.match = match, .seq = ply, .ply = ply};
    wire_encode_result(out, request, &wire_record_move_done, &done);
}

static size_t count_games(void)
{
    size_t count = 0;
    while (games[count].name)
        count++;
    return count;
}

static void encode_welcome(struct text *out, const struct message *message)
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

static void encode_offers(struct text *out, const struct message *message)
{
    struct wire_offers wire = {
        .offers = memory_zeroed(message->offers.count, sizeof *wire.offers),
        .offers_count = message->offers.count,
    };
    for (size_t i = 0; i < wire.offers_count; i++)
        fill_offer(&wire.offers[i], &message->offers.list[i]);
    wire_encode_result(out, message->request, &wire_record_offers, &wire);
    free(wire.offers);
}

static void fill_chat_line(struct wire_chat_line *wire, const struct chat_line *line)
{
    *wire = (struct wire_chat_line){
        .match = line->match,
        .room = wire_text(chat_room_texts[line->room]),
        .from = wire_text(line->from),
        .text = wire_text(line->text),
        .at = line->at_ms,
    };
}

static void encode_chat_lines(struct text *out, const struct message *message)
{
    struct wire_chat_lines wire = {
        .lines = memory_zeroed(message->chat_lines.count, sizeof *wire.lines),
        .lines_count = message->chat_lines.count,
    };
    for (size_t i = 0; i < wire.lines_count; i++)
        fill_chat_line(&wire.lines[i], &message->chat_lines.list[i]);
    wire_encode_result(out, message->request, &wire_record_chat_lines, &wire);
    free(wire.lines);
}

static void fill_present(struct wire_present *wire, const struct present_view *view)
{
    *wire = (struct wire_present){
        .session = (int64_t)view->session,
        .player = view->player,
        .name = wire_text(view->name),
        .account = view->account,
        .address = wire_text(view->address),
        .client = wire_text(view->client),
        .lag = unless_negative(view->lag_ms),
        .matches = (int64_t)view->matches,
        .since = view->since_ms,
    };
}

static void encode_present(struct text *out, const struct message *message)
{
    struct wire_present_list wire = {
        .players = memory_zeroed(message->present.count, sizeof *wire.players),
        .players_count = message->present.count,
        .more = message->present.more,
    };
    for (size_t i = 0; i < wire.players_count; i++)
        fill_present(&wire.players[i], &message->present.list[i]);
    wire_encode_result(out, message->request, &wire_record_present_list, &wire);
    free(wire.players);
}

static void fill_ban(struct wire_ban *wire, const struct ban_view *view)
{
    *wire = (struct wire_ban){
        .player = wire_text(view->kind == BAN_NAME ? view->shown : NULL),
        .address = wire_text(view->kind == BAN_ADDRESS ? view->shown : NULL),
        .reason = wire_text(*view->reason ? view->reason : NULL),
        .until = or_absent(view->until_ms),
        .made = view->made_ms,
    };
}

static void encode_bans(struct text *out, const struct message *message)
{
    struct wire_bans wire = {
        .bans = memory_zeroed(message->bans.count, sizeof *wire.bans),
        .bans_count = message->bans.count,
    };
    for (size_t i = 0; i < wire.bans_count; i++)
        fill_ban(&wire.bans[i], &message->bans.list[i]);
    wire_encode_result(out, message->request, &wire_record_bans, &wire);
    free(wire.bans);
}

void encode_tokens(struct text *out, uint32_t request, const struct store_token *list, size_t count,
                   int64_t current)
{
    struct wire_tokens wire = {
        .tokens = memory_zeroed(count, sizeof *wire.tokens),
        .tokens_count = count,
    };
    for (size_t i = 0; i < count; i++)
        wire.tokens[i] = (struct wire_token){
            .token = list[i].number,
            .client = wire_text(list[i].client),
            .created = list[i].created_ms,
            .expires = list[i].expires_ms,
            .current = list[i].number == current,
        };
    wire_encode_result(out, request, &wire_record_tokens, &wire);
    free(wire.tokens);
}

static void encode_refusal(struct text *out, const struct message *message)
{
    struct wire_stale stale = {
        .match = message->error.match,
        .seq = message->error.seq,
        .ply = message->error.ply,
        .position = wire_text(message->error.position),
    };
    bool is_stale = message->error.stale;
    wire_encode_error(out, message->request, &message->error.error,
                      is_stale ? &wire_record_stale : NULL, is_stale ? &stale : NULL);
}

void encode_stale(struct text *out, uint32_t request, const struct error *error,
                  const struct match_view *view)
{
    struct wire_stale stale = {
        .match = view->summary.match,
        .seq = view->seq,
        .ply = view->summary.ply,
        .position = of_text(&view->position),
    };
    wire_encode_error(out, request, error, &wire_record_stale, &stale);
}

static void encode_rematch(struct text *out, const struct message *message)
{
    struct wire_rematch rematch = {
        .offer = or_absent(message->rematch.offer),
        .match = or_absent(message->rematch.match),
    };
    wire_encode_result(out, message->request, &wire_record_rematch, &rematch);
}

static void encode_received(struct text *out, const struct message *message)
{
    struct wire_offer offer;
    fill_offer(&offer, &message->offer_received);
    struct wire_offer_event event = {.offer = &offer};
    wire_encode_event(out, WIRE_EVENT_OFFER_RECEIVED, &event);
}

static void encode_offer_closed(struct text *out, const struct message *message)
{
    struct wire_offer_closed event = {
        .offer = message->offer_closed.offer,
        .reason = wire_text(offer_end_texts[message->offer_closed.reason]),
    };
    wire_encode_event(out, WIRE_EVENT_OFFER_CLOSED, &event);
}

static void encode_started(struct text *out, const struct message *message)
{
    struct wire_text *moves = list_moves(&message->match.view);
    struct wire_match match;
    fill_match(&match, &message->match.view, moves);
    struct wire_match_event event = {.match = &match, .offer = or_absent(message->match.offer)};
    wire_encode_event(out, WIRE_EVENT_MATCH_STARTED, &event);
    free(moves);
}

static void encode_moved(struct text *out, const struct message *message)
{
    struct wire_text position = wire_text(message->moved.position);
    struct wire_moved event = {
        .match = message->moved.match,
        .seq = message->moved.seq,
        .ply = message->moved.ply,
        .move = wire_text(message->moved.move),
        .position = position.len <= WIRE_EVENT_POSITION_MAX ? position : wire_text(NULL),
        .taken = message->moved.times.taken_ms,
        .credit = message->moved.times.credit_ms,
        .left = unless_negative(message->moved.times.left_ms),
    };
    wire_encode_event(out, WIRE_EVENT_MATCH_MOVED, &event);
}

static void encode_ended(struct text *out, const struct message *message)
{
    struct wire_ended event = {
        .match = message->ended.match,
        .seq = message->ended.seq,
        .ending = wire_text(ending_text(message->ended.ending)),
        .winner = wire_text(seat_text(message->ended.winner)),
    };
    wire_encode_event(out, WIRE_EVENT_MATCH_ENDED, &event);
}

static void encode_presence(struct text *out, const struct message *message)
{
    struct wire_presence event = {
        .match = message->presence.match,
        .seq = message->presence.seq,
        .player = wire_text(seat_text(message->presence.seat)),
        .online = message->presence.online,
    };
    wire_encode_event(out, WIRE_EVENT_MATCH_PRESENCE, &event);
}

static void encode_chat(struct text *out, const struct message *message)
{
    struct wire_chat_line event;
    fill_chat_line(&event, &message->chat);
    wire_encode_event(out, WIRE_EVENT_CHAT_SAID, &event);
}

static void encode_notice(struct text *out, enum wire_event event, const struct message *message)
{
    struct wire_reason reason = {.reason = wire_text(message->notice.reason)};
    wire_encode_event(out, event, &reason);
}

static void encode_nothing(struct text *out, const struct message *message)
{
    wire_encode_result(out, message->request, &wire_record_nothing, NULL);
}

static void encode_offer_number(struct text *out, const struct message *message)
{
    struct wire_offer_number offer = {.offer = message->offer_number};
    wire_encode_result(out, message->request, &wire_record_offer_number, &offer);
}

static void encode_moved_done(struct text *out, const struct message *message)
{
    encode_move_done(out, message->request, message->move_done.match, message->move_done.ply);
}

static void encode_match_answer(struct text *out, const struct message *message)
{
    encode_match(out, message->request, &message->match.view);
}

static void encode_list(struct text *out, const struct message *message)
{
    encode_summaries(out, message->request, message->summaries.list, message->summaries.count,
                     message->summaries.more);
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

typedef void encoder(struct text *out, const struct message *message);

/* NULL: a look-up, which is not said but asked. */
static encoder *const encoders[] = {
    [MESSAGE_WELCOME] = encode_welcome,
    [MESSAGE_NOTHING] = encode_nothing,
    [MESSAGE_OFFER_NUMBER] = encode_offer_number,
    [MESSAGE_OFFERS] = encode_offers,
    [MESSAGE_MOVE_DONE] = encode_moved_done,
    [MESSAGE_MATCH] = encode_match_answer,
    [MESSAGE_REMATCH] = encode_rematch,
    [MESSAGE_SUMMARIES] = encode_list,
    [MESSAGE_CHAT_LINES] = encode_chat_lines,
    [MESSAGE_PRESENT] = encode_present,
    [MESSAGE_BANS] = encode_bans,
    [MESSAGE_ERROR] = encode_refusal,
    [MESSAGE_LOOK_UP_HELLO] = NULL,
    [MESSAGE_LOOK_UP_PASSWORD] = NULL,
    [MESSAGE_LOOK_UP_TOKENS] = NULL,
    [MESSAGE_LOOK_UP_MATCH] = NULL,
    [MESSAGE_LOOK_UP_MOVE] = NULL,
    [MESSAGE_LOOK_UP_HISTORY] = NULL,
    [MESSAGE_OFFER_RECEIVED] = encode_received,
    [MESSAGE_OFFER_CLOSED] = encode_offer_closed,
    [MESSAGE_MATCH_STARTED] = encode_started,
    [MESSAGE_MOVED] = encode_moved,
    [MESSAGE_ENDED] = encode_ended,
    [MESSAGE_PRESENCE] = encode_presence,
    [MESSAGE_CHAT] = encode_chat,
    [MESSAGE_STALLED] = encode_stalled,
    [MESSAGE_RESUMED] = encode_resumed,
    [MESSAGE_CLOSING] = encode_closing,
    [MESSAGE_REPLACED] = encode_replaced,
    [MESSAGE_KICKED] = encode_kicked,
};

bool encode_message(struct text *out, const struct message *message)
{
    encoder *encode = encoders[message->kind];
    if (encode)
        encode(out, message);
    return encode != NULL;
}

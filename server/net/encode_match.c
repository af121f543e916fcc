/* Matches: whole, in lists, and what happens in them. */
#include "server/net/encode.h"
#include "server/net/encode_parts.h"

#include "common/base/memory.h"

#include <stdlib.h>
#include <string.h>

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
        .rated = summary->rated,
        .tournament = or_absent(summary->tournament),
    };
}

/* The words of a text with a space between two, as a list that points into it; free() it. NULL:
 * none. */
static struct wire_text *list_words(const char *text, size_t count)
{
    struct wire_text *words = count > 0 ? memory_zeroed(count, sizeof *words) : NULL;
    for (size_t i = 0; i < count; i++) {
        size_t len = strcspn(text, " ");
        words[i] = (struct wire_text){.bytes = text, .len = len};
        text += len + 1;
    }
    return words;
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

/* Free its moves and marks. */
static void fill_match(struct wire_match *wire, const struct match_view *view)
{
    size_t count = (size_t)view->move_count;
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
        .rated = summary.rated,
        .tournament = summary.tournament,
        .seq = view->seq,
        .position = of_text(&view->position),
        .seat = wire_text(view->seat == SEAT_NOBODY ? NULL : seat_text(view->seat)),
        .first_online = view->online[0],
        .second_online = view->online[1],
        .from_ply = view->from_ply,
        .moves = list_words(text_string(&view->moves), count),
        .moves_count = count,
        .first_left = unless_negative(view->left_ms[0]),
        .second_left = unless_negative(view->left_ms[1]),
        .clock_runs = view->clock_runs,
        .first_move_left = unless_negative(view->first_move_left_ms),
        .claim_in = unless_negative(view->claim_in_ms),
        .abort_in = unless_negative(view->abort_in_ms),
        .idle_left = unless_negative(view->idle_left_ms),
        .seed = or_absent(view->seed),
        .marks = view->marks ? list_words(view->marks, count) : NULL,
        .marks_count = view->marks ? count : 0,
    };
    fill_times(wire, view);
}

static void free_lists(struct wire_match *wire)
{
    free(wire->moves);
    free(wire->marks);
}

static void encode_match(struct text *out, uint32_t request, const struct match_view *view)
{
    struct wire_match match;
    fill_match(&match, view);
    wire_encode_result(out, request, &wire_record_match, &match);
    free_lists(&match);
}

void encode_match_answer(struct text *out, const struct message *message)
{
    encode_match(out, message->request, &message->match.view);
}

static void encode_summaries(struct text *out, uint32_t request, const struct match_summary *list,
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

void encode_match_list(struct text *out, const struct message *message)
{
    encode_summaries(out, message->request, message->summaries.list, message->summaries.count,
                     message->summaries.more);
}

static void encode_move_done(struct text *out, uint32_t request, int64_t match, int64_t ply)
{
    struct wire_move_done done = {.match = match, .seq = ply, .ply = ply};
    wire_encode_result(out, request, &wire_record_move_done, &done);
}

void encode_move_answer(struct text *out, const struct message *message)
{
    encode_move_done(out, message->request, message->move_done.match, message->move_done.ply);
}

void encode_match_started(struct text *out, const struct message *message)
{
    struct wire_match match;
    fill_match(&match, &message->match.view);
    struct wire_match_event event = {.match = &match, .offer = or_absent(message->match.offer)};
    wire_encode_event(out, WIRE_EVENT_MATCH_STARTED, &event);
    free_lists(&match);
}

void encode_moved(struct text *out, const struct message *message)
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
        .first_move_left = unless_negative(message->moved.first_move_left_ms),
        .claim_in = unless_negative(message->moved.claim_in_ms),
        .idle_left = unless_negative(message->moved.idle_left_ms),
    };
    wire_encode_event(out, WIRE_EVENT_MATCH_MOVED, &event);
}

void encode_ended(struct text *out, const struct message *message)
{
    struct wire_ended event = {
        .match = message->ended.match,
        .seq = message->ended.seq,
        .ending = wire_text(ending_text(message->ended.ending)),
        .winner = wire_text(seat_text(message->ended.winner)),
    };
    wire_encode_event(out, WIRE_EVENT_MATCH_ENDED, &event);
}

void encode_presence(struct text *out, const struct message *message)
{
    struct wire_presence event = {
        .match = message->presence.match,
        .seq = message->presence.seq,
        .player = wire_text(seat_text(message->presence.seat)),
        .online = message->presence.online,
        .claim_in = unless_negative(message->presence.claim_in_ms),
        .abort_in = unless_negative(message->presence.abort_in_ms),
    };
    wire_encode_event(out, WIRE_EVENT_MATCH_PRESENCE, &event);
}

#include "client/play/seat.h"

#include "client/json.h"
#include "client/lib/loop.h"
#include "client/play/input.h"
#include "client/record/summary.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

const struct match *seat_match(const struct seat *seat)
{
    return seat->follower.match;
}

bool seat_is_live(const struct seat *seat)
{
    const struct match *match = seat_match(seat);
    return match && !match_is_over(match);
}

static bool has_sent_move(const struct seat *seat)
{
    return seat->sent_ply > seat_match(seat)->ply;
}

bool seat_is_ready(const struct seat *seat)
{
    return seat_is_live(seat) && seat->follower.is_complete && !seat->ending_is_asked &&
           !has_sent_move(seat) && match_is_my_turn(seat_match(seat));
}

static const char *opponent(const struct match *match)
{
    return match_player(match, match->seat == MATCH_FIRST ? MATCH_SECOND : MATCH_FIRST);
}

/* What can be done about an opponent who is gone, and from when on. */
static void say_gone(const struct seat *seat)
{
    const struct match *match = seat_match(seat);
    int64_t now_ms = clock_now_ms(), claim_ms = match_claim_in_ms(match, now_ms);
    bool can_claim = claim_ms >= 0 && match_turn(match) != match->seat;
    int64_t in_ms = can_claim ? claim_ms : match_abort_in_ms(match, now_ms);
    const char *does = can_claim && match->tournament ? "you win the match"
                       : can_claim                    ? "'claim' wins the match"
                                                      : "'abort' ends the match";
    if (match->ply < 2 && !can_claim)
        in_ms = match->tournament ? -1 : 0;
    struct text text = {0};
    text_printf(&text, "%s is not connected now", opponent(match));
    if (in_ms == 0)
        text_printf(&text, "; %s now", does);
    if (in_ms > 0) {
        text_printf(&text, "; unless they come back, %s in ", does);
        words_countdown(in_ms, &text);
    }
    text_append_char(&text, '.');
    console_say_text(seat->console, &text);
}

static void begin_commentary(struct seat *seat)
{
    const struct match *match = seat_match(seat);
    seat->has_begun = true;
    commentary_begin(&seat->commentary, match);
    if (!match_is_over(match) && !match_opponent_is_online(match))
        say_gone(seat);
    if (seat->remark)
        console_say(seat->console, "%s", seat->remark);
    seat->remark = NULL;
}

void seat_show_hint(struct seat *seat)
{
    if (!seat_is_ready(seat))
        return;
    const struct match *match = seat_match(seat);
    struct text text = {0};
    input_hint(&match->rules, &match->position, &text);
    console_say_text(seat->console, &text);
    seat->hint_is_told = true;
}

static void on_moves(void *owner, const struct error *error, const void *result)
{
    struct seat *seat = owner;
    follower_resumed(&seat->follower, error, result);
}

static void on_moves_wanted(void *owner, const struct wire_resume *resume)
{
    struct seat *seat = owner;
    client_call(seat->client, WIRE_MATCH_RESUME, resume, on_moves, seat);
}

static void tell_program(struct seat *seat)
{
    const struct match *match = seat_match(seat);
    if (seat->has_begun)
        commentary_json_go_on(&seat->commentary_json, match);
    else
        commentary_json_begin(&seat->commentary_json, match, seat->summary);
    seat->has_begun = true;
    if (!seat_is_ready(seat) || seat->turn_told == match->ply + 1)
        return;
    seat->turn_told = match->ply + 1;
    commentary_json_turn(&seat->commentary_json, match, clock_now_ms());
}

static void tell_person(struct seat *seat)
{
    const struct match *match = seat_match(seat);
    if (!seat->has_begun) {
        begin_commentary(seat);
    } else {
        commentary_go_on(&seat->commentary, match);
        if (seat_is_live(seat) && match_turn(match) != match->seat && match->claim_at_ms >= 0)
            say_gone(seat); /* the move that we have made begins their time */
    }
    if (!seat_is_live(seat))
        seat_show_record(seat);
    else if (!seat->hint_is_told)
        seat_show_hint(seat);
}

static void on_match_changed(void *owner)
{
    struct seat *seat = owner;
    if (seat->console->is_json)
        tell_program(seat);
    else
        tell_person(seat);
    seat->events.changed(seat->events.owner);
}

static void on_presence_changed(void *owner, const struct wire_presence *presence)
{
    struct seat *seat = owner;
    const struct match *match = seat_match(seat);
    bool is_first = wire_text_equal(presence->player, "first");
    if (!seat->has_begun || is_first == (match->seat == MATCH_FIRST))
        return;
    if (seat->console->is_json)
        commentary_json_presence(&seat->commentary_json, presence);
    else if (presence->online)
        console_say(seat->console, "%s is connected again.", opponent(match));
    else
        say_gone(seat);
    seat->events.changed(seat->events.owner);
}

static void on_match_failed(void *owner, const struct error *error)
{
    struct seat *seat = owner;
    seat->events.failed(seat->events.owner, error);
}

static void on_line_said(void *owner, const struct wire_chat_line *line)
{
    struct seat *seat = owner;
    commentary_json_said(&seat->commentary_json, line);
}

static void on_line_shown(void *owner)
{
    struct seat *seat = owner;
    seat->events.changed(seat->events.owner);
}

void seat_init(struct seat *seat, struct console *console, const struct seat_events *events)
{
    *seat = (struct seat){
        .console = console,
        .events = *events,
        .follower.events =
            {
                .owner = seat,
                .wanted = on_moves_wanted,
                .changed = on_match_changed,
                .presence = on_presence_changed,
                .failed = on_match_failed,
            },
        .commentary.console = console,
        .commentary_json.out = console->out,
        .chat = {.console = console, .events = {.owner = seat, .shown = on_line_shown}},
    };
    if (console->is_json)
        seat->chat.events.said = on_line_said;
}

void seat_take(struct seat *seat, struct client *client, const struct wire_match *state)
{
    seat->has_begun = seat->hint_is_told = seat->ending_is_asked = false;
    seat->sent_ply = seat->turn_told = 0;
    seat->client = client;
    seat->is_rated = state->rated;
    if (seat->console->is_json) {
        struct wire_summary summary = summary_of_match(state);
        json_decref(seat->summary);
        seat->summary = summary_json(&summary);
        json_object_set_new(seat->summary, "seat", json_of_text(state->seat));
        json_object_set_new(seat->summary, "rated", json_boolean(state->rated));
        json_object_set_new(seat->summary, "tournament", json_of_number(state->tournament));
    }
    chat_enter(&seat->chat, client, state->match); /* first: something may have been typed */
    follower_begin(&seat->follower, state);
}

void seat_finish(struct seat *seat)
{
    follower_finish(&seat->follower);
    commentary_finish(&seat->commentary);
    commentary_json_finish(&seat->commentary_json);
    json_decref(seat->summary);
}

void seat_refresh(struct seat *seat)
{
    if (seat_is_live(seat))
        follower_refresh(&seat->follower);
    chat_refresh(&seat->chat);
}

void seat_event(struct seat *seat, enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_CHAT_SAID)
        chat_event(&seat->chat, body);
    else
        follower_event(&seat->follower, event, body);
}

/* --- moves --- */

static void move_answered(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.moved follows */
    struct seat *seat = owner;
    if (!error)
        return;
    seat->sent_ply = 0;
    console_refuse(seat->console, error->code, "The server refuses this move",
                   refusal_of(error).words);
    follower_refresh(&seat->follower);
    seat->events.changed(seat->events.owner);
}

static void send_move(struct seat *seat, const struct move *move)
{
    const struct match *match = seat_match(seat);
    struct text text = {0};
    move_print(&match->rules, &match->position, move, &text);
    seat->sent_ply = match->ply + 1;
    struct wire_move request = {
        .match = match->id,
        .ply = seat->sent_ply,
        .move = {.bytes = text.bytes, .len = text.len},
    };
    client_call(seat->client, WIRE_MATCH_MOVE, &request, move_answered, seat);
    text_finish(&text);
}

void seat_move(struct seat *seat, const char *line)
{
    const struct match *match = seat_match(seat);
    if (!seat_is_ready(seat)) {
        console_refuse(seat->console, ERROR_NOT_YOUR_TURN, NULL,
                       match_is_my_turn(match) ? "Your last move is still on its way to the server"
                                               : "It is not your turn");
        return;
    }
    struct move move;
    struct error error;
    if (input_move(&match->rules, &match->position, line, &move, &error))
        console_refuse(seat->console, error.code, "Not possible", error.message);
    else
        send_move(seat, &move);
}

/* --- endings --- */

static void ending_answered(void *owner, const struct error *error, const void *result)
{
    (void)result; /* match.ended follows */
    struct seat *seat = owner;
    if (!error)
        return;
    seat->ending_is_asked = false;
    console_refuse(seat->console, error->code, "Not possible", refusal_of(error).words);
    seat->events.changed(seat->events.owner);
}

static void ask_ending(struct seat *seat, enum wire_method method)
{
    struct wire_match_choice choice;
    wire_record_clear(&wire_record_match_choice, &choice);
    choice.match = seat_match(seat)->id;
    seat->ending_is_asked = true;
    client_call(seat->client, method, &choice, ending_answered, seat);
}

void seat_resign(struct seat *seat)
{
    ask_ending(seat, WIRE_MATCH_RESIGN);
}

void seat_abort(struct seat *seat)
{
    ask_ending(seat, WIRE_MATCH_ABORT);
}

void seat_claim(struct seat *seat)
{
    ask_ending(seat, WIRE_MATCH_CLAIM);
}

void seat_say(struct seat *seat, const char *text, size_t len)
{
    chat_say(&seat->chat, text, len);
}

/* --- looking --- */

void seat_show_moves(struct seat *seat, bool all)
{
    const struct match *match = seat_match(seat);
    struct text text = {0};
    input_list_moves(&match->rules, &match->position, all, &text);
    console_say_text(seat->console, &text);
}

int64_t seat_own_time_ms(const struct seat *seat, bool *ret_is_first_move)
{
    const struct match *match = seat_match(seat);
    *ret_is_first_move = false;
    if (!seat_is_ready(seat) || !match_has_clock(match) || !match->clock_runs)
        return -1;
    int64_t left_ms = match_left_ms(match, match->seat, clock_now_ms());
    int64_t first_ms = match_first_move_left_ms(match, clock_now_ms());
    *ret_is_first_move = first_ms >= 0 && first_ms <= left_ms;
    return *ret_is_first_move ? first_ms : left_ms;
}

int64_t seat_claim_in_ms(const struct seat *seat)
{
    const struct match *match = seat_match(seat);
    bool is_possible = seat_is_live(seat) && !match->tournament && match_turn(match) != match->seat;
    return is_possible ? match_claim_in_ms(match, clock_now_ms()) : -1;
}

void seat_print_clocks(const struct seat *seat, struct text *out)
{
    if (!seat_is_live(seat) || !match_has_clock(seat_match(seat)))
        return;
    words_clocks(seat_match(seat), clock_now_ms(), out);
    text_append_char(out, ' ');
}

void seat_show_record(struct seat *seat)
{
    const struct match *match = seat_match(seat);
    struct text text = {0};
    text_printf(&text, "Record: %s ", match->rules.text);
    position_print(&match->rules, &match->start, &text);
    text_printf(&text, "%s%s", match->ply > 0 ? ": " : "; no moves", text_string(&match->moves));
    console_say_text(seat->console, &text);
}

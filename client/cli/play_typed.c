/* Execution of the input of `takeaway play`. */
#include "client/cli/input.h"
#include "client/cli/play.h"
#include "common/wire/wire.h"
#include "common/words/typed.h"
#include "common/words/words.h"

#include <inttypes.h>

static bool needs_live_match(enum input_kind kind)
{
    return kind == INPUT_MOVE || kind == INPUT_MOVES || kind == INPUT_MOVES_ALL ||
           kind == INPUT_RESIGN || kind == INPUT_RESIGN_NOW || kind == INPUT_YES ||
           kind == INPUT_ABORT || kind == INPUT_CLAIM || input_wants_advice(kind) ||
           kind == INPUT_TAKEBACK || kind == INPUT_TAKEBACK_YES || kind == INPUT_TAKEBACK_NO;
}

static bool needs_match(enum input_kind kind)
{
    return needs_live_match(kind) || kind == INPUT_RECORD || kind == INPUT_REMATCH ||
           kind == INPUT_SAY || kind == INPUT_REPORT;
}

/* Tells why a command is impossible now; true: it is. */
static bool is_out_of_place(struct play *play, enum input_kind kind)
{
    bool is_live = seat_is_live(&play->seat), has_match = play->seat.match != NULL;
    const char *reason = NULL;
    enum error_code code = ERROR_NO_SUCH_MATCH;
    if (needs_match(kind) && !has_match) {
        reason = "The match has not begun yet";
    } else if (needs_live_match(kind) && !is_live) {
        reason = "The match is over; type 'rematch' or 'quit'";
        code = ERROR_MATCH_OVER;
    } else if ((kind == INPUT_REMATCH || kind == INPUT_ACCEPT) && is_live) {
        reason = "Finish this match first: move, or type 'resign'";
        code = ERROR_TOO_EARLY;
    }
    if (reason)
        console_refuse(&play->console, code, NULL, reason);
    return reason != NULL;
}

static void make_move(struct play *play, const char *line)
{
    const struct match *match = play->seat.match;
    struct move move;
    struct error error;
    if (!seat_is_ready(&play->seat))
        console_refuse(&play->console, ERROR_NOT_YOUR_TURN, NULL,
                       match_is_my_turn(match) ? "Your last move is still on its way to the server"
                                               : "It is not your turn");
    else if (typed_move(&match->rules, &match->position, line, &move, &error))
        console_refuse(&play->console, error.code, "Not possible", error.message);
    else
        seat_move(&play->seat, &move);
}

static void ask_to_resign(struct play *play)
{
    play->resign_is_asked = true;
    console_say(&play->console, "To give this match up, type 'resign' once more, or 'yes'.");
}

static void resign(struct play *play)
{
    play->resign_is_asked = false;
    seat_ask_ending(&play->seat, WIRE_MATCH_RESIGN);
}

/* Why no move can be taken back now; NULL: one may be asked for. */
static const char *why_no_takeback(const struct seat *seat)
{
    const struct match *match = seat->match;
    if (match->tournament)
        return "In a tournament no move is taken back";
    if (seat->is_rated)
        return "In a rated match no move is taken back";
    if (seat_is_asked_takeback(seat))
        return "They have asked you first; type 'takeback yes' or 'takeback no'";
    if (match->asker != MATCH_SPECTATOR || seat->is_takeback_pending)
        return "You have asked already";
    if (match_last_own_ply(match) == 0)
        return "You have made no move yet";
    return seat_can_ask_takeback(seat) ? NULL : "The match is being fetched; try again";
}

static void ask_takeback(struct play *play)
{
    const char *reason = why_no_takeback(&play->seat);
    if (reason)
        console_refuse(&play->console, ERROR_NO_TAKEBACK, NULL, reason);
    else
        seat_ask_takeback(&play->seat);
}

static void answer_takeback(struct play *play, bool accepts)
{
    if (seat_is_asked_takeback(&play->seat))
        seat_answer_takeback(&play->seat, accepts);
    else
        console_refuse(&play->console, ERROR_NO_SUCH_TAKEBACK, NULL,
                       "Nobody asks to take a move back (any more)");
}

/* The rules of the match or, before one, of the search. */
static const struct rules *current_rules(const struct play *play)
{
    const struct match *match = play->seat.match;
    return match ? &match->rules : &play->wish.rules;
}

static void show_rules(struct play *play)
{
    const struct rules *rules = current_rules(play);
    struct text text = {0};
    words_rules(rules->text, rules->look, &text);
    text_append_string(&text, ": ");
    words_explain(rules->text, rules->look, &text);
    console_say_text(&play->console, &text);
}

static void help(struct play *play)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    text_append_string(&text, "You can type:");
    input_describe(current_rules(play), match ? &match->position : NULL,
                   play->tournament.number != 0, &text);
    console_say_text(&play->console, &text);
}

/* --- muting, blocking, reporting --- */

static void request_answered(struct play *play, const struct error *error, const char *done)
{
    if (error)
        console_refuse(&play->console, error->code, "Not possible", refusal_of(error).words);
    else
        console_say(&play->console, "%s", done);
    play_go_on(play);
}

static void on_muted(void *owner, const struct error *error, const void *result)
{
    (void)result;
    request_answered(owner, error, "You will not read what this player says.");
}

static void on_unmuted(void *owner, const struct error *error, const void *result)
{
    (void)result;
    request_answered(owner, error, "You will read what this player says again.");
}

static void mute(struct play *play, const struct input *input, bool is_muted)
{
    struct wire_mute mute = {
        .player = {.bytes = input->words, .len = input->words_len},
        .muted = is_muted,
    };
    client_call(session_client(play->session), WIRE_CHAT_MUTE, &mute,
                is_muted ? on_muted : on_unmuted, play);
}

static void on_blocked(void *owner, const struct error *error, const void *result)
{
    (void)result;
    request_answered(owner, error,
                     "You will not read what this player says, and there are no matches between "
                     "you; 'takeaway account unblock' undoes it.");
}

static void block(struct play *play, const struct input *input)
{
    struct wire_player_name name = {
        .player = {.bytes = input->words, .len = input->words_len},
    };
    client_call(session_client(play->session), WIRE_PLAYER_BLOCK, &name, on_blocked, play);
}

static void on_reported(void *owner, const struct error *error, const void *result)
{
    (void)result;
    request_answered(owner, error, "The operator has your report, with what was said here.");
}

static void report(struct play *play, const struct input *input)
{
    struct wire_player_report report;
    wire_record_clear(&wire_record_player_report, &report);
    report.player = wire_text(match_opponent(play->seat.match));
    report.match = play->seat.id;
    report.words = (struct wire_text){.bytes = input->words, .len = input->words_len};
    client_call(session_client(play->session), WIRE_PLAYER_REPORT, &report, on_reported, play);
}

static void answer_challenge(struct play *play, int64_t number, bool accepts)
{
    int64_t offer = seeking_challenge(&play->seeking, number);
    bool was_given = number >= 1 && number <= play->seeking.last_number;
    struct text words = {0};
    if (offer && accepts) {
        seeking_accept(&play->seeking, offer);
    } else if (offer) {
        seeking_decline(&play->seeking, offer);
    } else {
        text_printf(&words, "There is no challenge %" PRId64 "%s.", number,
                    was_given ? " any more" : "");
        play_say_failed(play, ERROR_NO_SUCH_OFFER, text_string(&words));
        text_finish(&words);
    }
}

static void act(struct play *play, const struct input *input, const char *line)
{
    switch (input->kind) {
    case INPUT_MOVE:
        make_move(play, line);
        break;
    case INPUT_MOVES:
        play_show_moves(play, false);
        break;
    case INPUT_MOVES_ALL:
        play_show_moves(play, true);
        break;
    case INPUT_HINT:
    case INPUT_HINT_WON:
    case INPUT_HINT_HEAP:
    case INPUT_WHY:
        play_advise(play, input->kind);
        break;
    case INPUT_RULES:
        show_rules(play);
        break;
    case INPUT_RECORD:
        play_show_record(play);
        break;
    case INPUT_RESIGN:
        if (play->resign_is_asked || play->console.is_json)
            resign(play);
        else
            ask_to_resign(play);
        break;
    case INPUT_RESIGN_NOW:
        resign(play);
        break;
    case INPUT_YES:
        if (play->resign_is_asked)
            resign(play);
        else
            console_refuse(&play->console, ERROR_USAGE, NULL,
                           "Nothing was asked; type 'help' for what can be typed");
        break;
    case INPUT_ABORT:
        seat_ask_ending(&play->seat, WIRE_MATCH_ABORT);
        break;
    case INPUT_CLAIM:
        seat_ask_ending(&play->seat, WIRE_MATCH_CLAIM);
        break;
    case INPUT_TAKEBACK:
        ask_takeback(play);
        break;
    case INPUT_TAKEBACK_YES:
        answer_takeback(play, true);
        break;
    case INPUT_TAKEBACK_NO:
        answer_takeback(play, false);
        break;
    case INPUT_SAY:
        seat_say(&play->seat, input->words, input->words_len);
        break;
    case INPUT_MUTE:
        mute(play, input, true);
        break;
    case INPUT_UNMUTE:
        mute(play, input, false);
        break;
    case INPUT_BLOCK:
        block(play, input);
        break;
    case INPUT_REPORT:
        report(play, input);
        break;
    case INPUT_REMATCH:
        seat_rematch(&play->seat);
        break;
    case INPUT_ACCEPT:
        answer_challenge(play, input->number, true);
        break;
    case INPUT_DECLINE:
        answer_challenge(play, input->number, false);
        break;
    case INPUT_HELP:
        help(play);
        break;
    case INPUT_QUIT:
        play_leave(play);
        break;
    case INPUT_EMPTY:
        if (play->resign_is_asked) /* shows the prompt again */
            ask_to_resign(play);
        else
            play_show_hint(play);
        break;
    case INPUT_UNKNOWN:
        console_refuse(&play->console, input->error.code, NULL, input->error.message);
        break;
    }
}

void typed_take(struct play *play, const char *line)
{
    struct input input;
    struct text ignored = {0};
    input_parse(line, &input);
    if (play->console.is_json && input_is_object(line))
        input_of_object(line, &ignored, &input.error); /* gives a better error */
    text_finish(&ignored);
    if (input.kind != INPUT_RESIGN && input.kind != INPUT_YES && input.kind != INPUT_EMPTY)
        play->resign_is_asked = false;
    if (!is_out_of_place(play, input.kind))
        act(play, &input, line);
}

bool typed_is_for_search(const char *line)
{
    struct input input;
    input_parse(line, &input);
    return !needs_match(input.kind);
}

bool typed_is_for_any_turn(const struct play *play, const char *line)
{
    struct input input;
    input_parse(line, &input);
    if (play->console.is_json)
        return input.kind != INPUT_MOVE && !input_wants_advice(input.kind);
    return input.kind == INPUT_CLAIM || input.kind == INPUT_TAKEBACK ||
           input.kind == INPUT_TAKEBACK_YES || input.kind == INPUT_TAKEBACK_NO ||
           input.kind == INPUT_SAY || input.kind == INPUT_MUTE || input.kind == INPUT_UNMUTE ||
           input.kind == INPUT_BLOCK || input.kind == INPUT_REPORT;
}

/* The match in `takeaway play`: its commentary and the commands that show it. */
#include "client/cli/command.h"
#include "client/cli/input.h"
#include "client/cli/play.h"
#include "client/cli/wish.h"
#include "client/lib/loop.h"
#include "client/show/json.h"
#include "common/wire/wire.h"
#include "common/words/coach.h"
#include "common/words/typed.h"
#include "common/words/why.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>

/* --- the commands that show the match --- */

void play_show_moves(struct play *play, bool all)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    typed_moves_list(&match->rules, &match->position, all, &text);
    console_say_text(&play->console, &text);
}

void play_show_record(struct play *play)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    text_printf(&text, "Record: %s ", match->rules.text);
    position_print(&match->rules, &match->start, &text);
    text_printf(&text, "%s%s", match->ply > 0 ? ": " : "; no moves", text_string(&match->moves));
    if (match->back > 0)
        text_append_char(&text, '\n');
    record_print_taken_back(match, &text);
    if (match->back > 0)
        text.bytes[--text.len] = '\0'; /* the console adds the last newline */
    console_say_text(&play->console, &text);
}

void play_show_hint(struct play *play)
{
    if (!seat_is_ready(&play->seat))
        return;
    const struct match *match = play->seat.match;
    struct text text = {0};
    typed_move_hint(&match->rules, &match->position, &text);
    console_say_text(&play->console, &text);
    play->hint_is_told = true;
}

/* --- news of the match --- */

/* Suggests the next steps after the end; a program gets match.ended only. */
static void say_after_end(struct play *play)
{
    const struct match *match = play->seat.match;
    const char *server = play->options->values[OPTION_SERVER];
    struct text text = {0};
    play->after_end_is_told = true;
    if (match->ply > 0 && !play->console.is_json && !play->begun) {
        text_append_string(&text, "See the value of each move: ");
        command_print_call("review", &text);
        text_printf(&text, " %" PRId64, match->id);
        if (server)
            text_printf(&text, " --server %s", server);
        console_say_text(&play->console, &text);
    }
    if (play->is_interactive && !play_tournament_is_on(play))
        console_say(&play->console, "Type 'rematch' or 'quit'.");
}

static void go_on(struct play *play)
{
    bool is_over = !seat_is_live(&play->seat);
    if (is_over && !play->after_end_is_told)
        say_after_end(play);
    if (is_over && play_tournament_is_on(play))
        play_tournament_go_on(play);
    play_go_on(play);
}

static void on_begun(void *owner, const struct wire_match *state)
{
    struct play *play = owner;
    play->hint_is_told = play->after_end_is_told = false;
    commentary_enter(&play->commentary, state);
}

static void on_changed(void *owner, enum seat_change change)
{
    struct play *play = owner;
    const struct match *match = play->seat.match;
    bool is_first = !play->commentary.has_begun;
    if (change == SEAT_KNOWN)
        return;
    commentary_tell(&play->commentary, match);
    if (play->console.is_json) {
        if (seat_is_ready(&play->seat))
            commentary_tell_turn(&play->commentary, match);
    } else {
        if (is_first && play->remark)
            console_say(&play->console, "%s", play->remark);
        play->remark = NULL;
        if (change == SEAT_ENDED)
            play_show_record(play);
        else if (!play->hint_is_told)
            play_show_hint(play);
    }
    go_on(play);
}

static void on_presence(void *owner, const struct wire_presence *presence)
{
    struct play *play = owner;
    const struct match *match = play->seat.match;
    bool is_first = wire_text_equal(presence->player, "first");
    if (!play->commentary.has_begun || is_first == (match->seat == MATCH_FIRST))
        return;
    commentary_tell_presence(&play->commentary, match, presence);
    go_on(play);
}

static void on_failed(void *owner, const struct error *error)
{
    struct play *play = owner;
    console_finish(&play->console);
    session_fail(play->session, error);
}

static void on_refused(void *owner, enum wire_method method, const struct error *error)
{
    struct play *play = owner;
    if (method == WIRE_MATCH_RESUME) {
        on_failed(play, error);
        return;
    }
    if (method == WIRE_OFFER_CANCEL)
        return; /* accepted at the same time; match.started reports it */
    if (method == WIRE_MATCH_REMATCH) {
        struct text words = {0};
        text_printf(&words, "No rematch: %s.", refusal_of(error).words);
        play_say_failed(play, error->code, text_string(&words));
        text_finish(&words);
        go_on(play);
        return;
    }
    const char *lead = method == WIRE_MATCH_MOVE ? "The server refuses this move"
                       : method == WIRE_CHAT_SAY ? "That could not be said"
                                                 : "Not possible";
    console_refuse(&play->console, error->code, lead, refusal_of(error).words);
    go_on(play);
}

static void on_said(void *owner, const struct wire_chat_line *lines, size_t count, bool is_live)
{
    struct play *play = owner;
    commentary_tell_lines(&play->commentary, client_name(session_client(play->session)), lines,
                          count, is_live);
    go_on(play);
}

/* Offers by others are reported by the search, like any challenge. */
static void on_rematch(void *owner, enum seat_rematch news, int64_t match, bool is_announced)
{
    struct play *play = owner;
    if (news == SEAT_REMATCH_ASKED)
        console_say(&play->console, "You offer a rematch. Waiting for the answer.");
    else if (news == SEAT_REMATCH_DECLINED)
        play_say_failed(play, ERROR_NO_SUCH_OFFER, "The other player declined.");
    else if (news == SEAT_REMATCH_LEFT)
        play_say_failed(play, ERROR_NO_SUCH_OFFER, "The other player has left.");
    else if (news == SEAT_REMATCH_BEGINS && !is_announced)
        seeking_join(&play->seeking, match);
    if (!is_announced)
        play_go_on(play);
}

static void on_takeback(void *owner, enum seat_takeback news)
{
    struct play *play = owner;
    if (play->commentary.has_begun)
        commentary_tell_takeback(&play->commentary, play->seat.match, news);
    play_go_on(play);
}

void play_match_refresh(struct play *play)
{
    if (play->seat.our_offer)
        play_say_failed(play, ERROR_DISCONNECTED, "Your offer is gone with the connection.");
    seat_refresh(&play->seat);
}

void play_match_init(struct play *play)
{
    play->seat.events = (struct seat_events){
        .owner = play,
        .begun = on_begun,
        .changed = on_changed,
        .presence = on_presence,
        .refused = on_refused,
        .failed = on_failed,
        .said = on_said,
        .rematch = on_rematch,
        .takeback = on_takeback,
    };
    play->commentary = (struct commentary){
        .console = &play->console,
        .json = play->console.is_json ? play->console.out : NULL,
        .plays = true,
    };
}

/* --- hints and `why`: the best move and its reason. The solver may need seconds, and only the
 * server knows whether the opponent is a bot; meanwhile the loop goes on. --- */

/* Is the position still the one for which advice was requested? */
static bool is_timely(const struct play *play)
{
    const struct match *match = play->seat.match;
    return seat_is_ready(&play->seat) && match->id == play->advice.match &&
           match->ply == play->advice.ply;
}

bool play_waits_for_advice(const struct play *play)
{
    return play->advice.is_asked && is_timely(play);
}

/* Begins the answer to a program with the position of the match. */
static json_t *begin_body(const struct match *match)
{
    return json_pack("{s:I, s:I}", "match", (json_int_t)match->id, "ply",
                     (json_int_t)match->ply + 1);
}

static void say_hint(struct play *play, const struct solution *solution)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    if (play->console.is_json) {
        json_t *body = begin_body(match);
        json_object_update_new(body, json_of_solution(&match->rules, &match->position, solution));
        console_tell(&play->console, "hint", body);
    } else {
        solution_say_move(&match->rules, &match->position, solution, &text);
        console_say_text(&play->console, &text);
    }
}

/* Gives away less than the best move. */
static void say_help(struct play *play, const struct solution *solution, enum coach_step step)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    coach_say_help(&match->rules, &match->position, solution, step, &text);
    if (play->console.is_json) {
        json_t *body = begin_body(match);
        json_object_set_new(body, "say", json_string(text_string(&text)));
        console_tell(&play->console, "hint", body);
        text_finish(&text);
    } else {
        console_say_text(&play->console, &text);
    }
}

static void say_why(struct play *play, const char *explanation)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    text_append_string(&text, explanation);
    if (play->console.is_json) {
        json_t *body = begin_body(match);
        json_object_set_new(body, "position", json_of_position(&match->rules, &match->position));
        json_object_set_new(body, "explanation", json_of_pieces(&text, '\n'));
        console_tell(&play->console, "why", body);
        text_finish(&text);
    } else {
        if (text.len > 0)
            text.bytes[--text.len] = '\0'; /* the console adds the last newline */
        console_say_text(&play->console, &text);
    }
}

static void on_solver_answered(void *owner, const struct solution *solution,
                               const char *explanation)
{
    struct play *play = owner;
    bool is_late = play->advice.why != NULL; /* else still within play_advise() */
    play->advice.why = NULL;
    play->advice.is_asked = false;
    if (is_timely(play)) {
        unsigned wanted = play->advice.wanted;
        if (wanted & 1U << INPUT_HINT_WON)
            say_help(play, solution, COACH_OUTCOME);
        if (wanted & 1U << INPUT_HINT_HEAP)
            say_help(play, solution, COACH_PART);
        if (wanted & 1U << INPUT_HINT)
            say_hint(play, solution);
        if (wanted & 1U << INPUT_WHY)
            say_why(play, explanation);
    }
    if (is_late)
        play_go_on(play);
}

/* Gives the advice, or refuses it. `error`: the opponent's kind could not be found out, and why;
 * NULL: it is known. */
static void advise(struct play *play, const struct error *error, bool is_against_bot)
{
    const struct match *match = play->seat.match;
    const char *reason = why_no_hint(match->tournament != 0, play->seat.is_rated, is_against_bot);
    if (error || reason) {
        play->advice.is_asked = false;
        console_refuse(&play->console, error ? error->code : ERROR_TOO_EARLY,
                       error ? "Not possible" : NULL, error ? refusal_of(error).words : reason);
        return;
    }
    play->advice.why =
        why_ask(play->solvers, &match->rules, &match->position, on_solver_answered, play);
    if (play->advice.why && !play->console.is_json)
        console_say(&play->console, "Being worked out ...");
}

/* The server's answer: the connected players and their client programs. */
static void on_players(void *owner, const struct error *error, const void *result)
{
    struct play *play = owner;
    if (play_waits_for_advice(play) && !play->advice.why) {
        const struct wire_online *opponent =
            error ? NULL : online_find(result, match_opponent(play->seat.match));
        advise(play, error, opponent && opponent->bot);
    }
    play_go_on(play);
}

void play_advise(struct play *play, enum input_kind kind)
{
    assert(input_wants_advice(kind));
    if (!seat_is_ready(&play->seat)) {
        console_refuse(&play->console, ERROR_NOT_YOUR_TURN, NULL, "It is not your turn");
        return;
    }
    const struct match *match = play->seat.match;
    bool is_first = !play_waits_for_advice(play);
    if (is_first) {
        why_drop(play->advice.why);
        play->advice = (struct play_advice){
            .is_asked = true,
            .match = match->id,
            .ply = match->ply,
        };
    }
    play->advice.wanted |= 1U << kind;
    if (!is_first)
        return;
    /* The token identifies the person's own bot; the server knows about other bots. */
    char strategy[WIRE_NAME_MAX + 1];
    if (why_no_hint(match->tournament != 0, play->seat.is_rated, true) ||
        opponent_bot_is_ours(play->session, match_opponent(match), strategy))
        advise(play, NULL, true);
    else
        client_call(session_client(play->session), WIRE_PLAYER_LIST, NULL, on_players, play);
}

/* --- its clocks --- */

enum { SHORT_OF_TIME_MS = 10000 }; /* time left at the warning */

/* Our time to move: the time on our clock, or the time left for a first move if that is less. -1:
 * neither runs. */
static int64_t own_time_ms(const struct play *play, bool *ret_is_first_move)
{
    const struct match *match = play->seat.match;
    *ret_is_first_move = false;
    if (!seat_is_ready(&play->seat) || !match_has_clock(match) || !match->clock_runs)
        return -1;
    int64_t left_ms = match_left_ms(match, match->seat, clock_now_ms());
    int64_t first_ms = match_first_move_left_ms(match, clock_now_ms());
    *ret_is_first_move = first_ms >= 0 && first_ms <= left_ms;
    return *ret_is_first_move ? first_ms : left_ms;
}

/* The time until `claim` wins the match; -1: it cannot at present, or is not needed. */
static int64_t claim_in_ms(const struct play *play)
{
    const struct match *match = play->seat.match;
    bool is_possible =
        seat_is_live(&play->seat) && !match->tournament && match_turn(match) != match->seat;
    return is_possible ? match_claim_in_ms(match, clock_now_ms()) : -1;
}

static void on_time_short(void *owner)
{
    struct play *play = owner;
    bool is_first_move;
    int64_t left_ms = own_time_ms(play, &is_first_move);
    if (left_ms >= 0 && left_ms <= SHORT_OF_TIME_MS)
        console_say(&play->console, "Less than %d seconds are left %s.", SHORT_OF_TIME_MS / 1000,
                    is_first_move ? "for your first move" : "on your clock");
    play_go_on(play);
}

static void on_claim_due(void *owner)
{
    struct play *play = owner;
    if (claim_in_ms(play) == 0)
        console_say(&play->console, "'claim' wins the match now.");
    play_go_on(play);
}

void play_clocks_create(struct play *play)
{
    struct loop *loop = session_loop(play->session);
    play->short_of_time = loop_timer_create(loop, on_time_short, play);
    play->claim_due = loop_timer_create(loop, on_claim_due, play);
}

/* A turn that begins with less time needs no warning: the clocks were shown just now. */
void play_clocks_watch(struct play *play)
{
    bool is_first_move;
    int64_t left_ms = own_time_ms(play, &is_first_move);
    int64_t claim_ms = claim_in_ms(play);
    if (left_ms > SHORT_OF_TIME_MS)
        loop_timer_start(play->short_of_time, (uint32_t)(left_ms - SHORT_OF_TIME_MS));
    else if (left_ms < 0)
        loop_timer_stop(play->short_of_time);
    if (claim_ms > 0 && claim_ms <= UINT32_MAX)
        loop_timer_start(play->claim_due, (uint32_t)claim_ms);
    else if (claim_ms < 0)
        loop_timer_stop(play->claim_due);
}

/* The match in `takeaway play`: what is told of it, and what the person asks to see of it. */
#include "client/command.h"
#include "client/lib/loop.h"
#include "client/play/input.h"
#include "client/play/play.h"
#include "common/wire/wire.h"
#include "common/words/given.h"
#include "common/words/words.h"

#include <inttypes.h>

/* --- looking at it --- */

void play_show_moves(struct play *play, bool all)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    given_moves_list(&match->rules, &match->position, all, &text);
    console_say_text(&play->console, &text);
}

void play_show_record(struct play *play)
{
    const struct match *match = play->seat.match;
    struct text text = {0};
    text_printf(&text, "Record: %s ", match->rules.text);
    position_print(&match->rules, &match->start, &text);
    text_printf(&text, "%s%s", match->ply > 0 ? ": " : "; no moves", text_string(&match->moves));
    console_say_text(&play->console, &text);
}

void play_show_hint(struct play *play)
{
    if (!seat_is_ready(&play->seat))
        return;
    const struct match *match = play->seat.match;
    struct text text = {0};
    given_move_hint(&match->rules, &match->position, &text);
    console_say_text(&play->console, &text);
    play->hint_is_told = true;
}

/* --- what happens --- */

/* A program reads match.ended alone. */
static void say_after_end(struct play *play)
{
    const struct match *match = play->seat.match;
    const char *server = play->options->values[OPTION_SERVER];
    struct text text = {0};
    play->after_end_is_told = true;
    if (match->ply > 0 && !play->console.is_json) {
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
    play->hint_is_told = play->has_heard = play->after_end_is_told = false;
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
        return; /* it was accepted at the same time: match.started says so */
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

/* Lines of our own come back, too; those of an earlier run are news. */
static void on_said(void *owner, const struct wire_chat_line *lines, size_t count, bool is_live)
{
    struct play *play = owner;
    const char *name = client_name(session_client(play->session));
    for (size_t i = 0; i < count; i++) {
        if (!play->has_heard || !wire_text_equal(lines[i].from, name))
            commentary_tell_line(&play->commentary, &lines[i]);
    }
    play->has_heard |= !is_live;
    go_on(play);
}

/* What others offer is told by the search, as any challenge is. */
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
    };
    play->commentary = (struct commentary){
        .console = &play->console,
        .json = play->console.is_json ? play->console.out : NULL,
        .plays = true,
    };
}

/* --- its clocks --- */

enum { SHORT_OF_TIME_MS = 10000 }; /* when the person is told */

/* What is left for our move, on our clock or for a first move, whichever is less; -1 unless it runs
 * down. */
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

/* Until `claim` wins the match; -1: it does not, as things stand, or needs not be typed. */
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

/* Of a turn that begins with less the clocks were shown just now. */
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

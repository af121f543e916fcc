#include "client/tui/page.h"

#include "client/cli/input.h"
#include "client/lib/loop.h"
#include "client/tui/board_state.h"
#include "client/tui/guide_page.h"
#include "client/tui/review_page.h"
#include "client/tui/scroll.h"
#include "client/tui/settings.h"
#include "common/base/memory.h"
#include "common/game/time_control.h"
#include "common/words/typed.h"
#include "common/words/words.h"

#include <stdio.h>
#include <stdlib.h>

static struct board *board_of(struct page *page)
{
    return (struct board *)page;
}

/* --- conditions of the keys --- */

static bool is_over(const struct board *board)
{
    return board->seat.match && !seat_is_live(&board->seat);
}

bool board_may_abort(const struct board *board)
{
    const struct match *match = board->seat.match;
    return seat_is_live(&board->seat) && seat_is_player(&board->seat) && !match->tournament &&
           (match->ply < 2 || match->abort_at_ms >= 0);
}

bool board_may_claim(const struct board *board)
{
    const struct match *match = board->seat.match;
    return seat_is_live(&board->seat) && seat_is_player(&board->seat) &&
           match_turn(match) != match->seat && match->claim_at_ms >= 0;
}

/* The opponent is gone but it is our turn: a claim becomes possible after our move, except with a
 * clock of days. */
static bool may_claim_later(struct page *page)
{
    const struct board *board = board_of(page);
    const struct match *match = board->seat.match;
    return seat_is_live(&board->seat) && seat_is_player(&board->seat) && match_is_my_turn(match) &&
           !match_opponent_is_online(match) && !time_control_text_is_patient(match->clock);
}

static bool may_resign(struct page *page)
{
    const struct board *board = board_of(page);
    return seat_is_live(&board->seat) && seat_is_player(&board->seat) &&
           !board->seat.ending_is_asked;
}

static bool may_have_hint(struct page *page)
{
    const struct board *board = board_of(page);
    return seat_is_ready(&board->seat) && board_may_help(board);
}

static bool may_rematch(struct page *page)
{
    const struct board *board = board_of(page);
    return is_over(board) && seat_is_player(&board->seat) && !board->seat.match->tournament &&
           !board->seat.our_offer && !board->seat.is_rematch_asked;
}

const char *board_other(const struct board *board)
{
    bool is_silent = board->is_against_bot && !*board->speaker;
    return seat_is_player(&board->seat) && !is_silent ? match_opponent(board->seat.match)
                                                      : board->speaker;
}

/* --- typing --- */

static void begin_typing(struct board *board, enum board_typing typing)
{
    board->typing = typing;
    board->field = typing == BOARD_TYPES_CHAT ? board->unsaid : (struct field){0};
    text_clear(&board->typed_wrong);
    choice_end_number(&board->choice);
}

/* Parses the typed move and shows its effect; false: it is not a move. */
static bool try_typed(struct board *board, struct move *ret_move)
{
    const struct match *match = board->seat.match;
    struct error error;
    text_clear(&board->typed_wrong);
    if (board->field.len == 0)
        return false;
    if (typed_move(&match->rules, &match->position, board->field.text, ret_move, &error)) {
        text_printf(&board->typed_wrong, "Not a move yet: %s.", error.message);
        return false;
    }
    choice_set(&board->choice, ret_move);
    return true;
}

static bool is_typing(struct page *page)
{
    return board_of(page)->typing;
}

static const char *typed_label(struct page *page)
{
    return board_of(page)->typing == BOARD_TYPES_CHAT ? "say it" : "play it";
}

static void enter_typed(struct page *page)
{
    struct board *board = board_of(page);
    struct move move;
    if (board->typing == BOARD_TYPES_MOVE) {
        if (!seat_is_ready(&board->seat) || !try_typed(board, &move))
            return;
        seat_move(&board->seat, &move);
    } else {
        if (board->field.len > 0)
            seat_say(&board->seat, board->field.text, board->field.len);
        board->unsaid = (struct field){0};
    }
    board->typing = BOARD_TYPES_NOTHING;
}

/* Ends typing. An unfinished chat line is kept for the next time. */
static void leave_typing(struct page *page)
{
    struct board *board = board_of(page);
    if (board->typing == BOARD_TYPES_CHAT)
        board->unsaid = board->field;
    board->typing = BOARD_TYPES_NOTHING;
}

static bool type(struct page *page, struct stroke stroke)
{
    struct board *board = board_of(page);
    struct move move;
    if (!field_stroke(&board->field, stroke))
        return false;
    if (board->typing == BOARD_TYPES_MOVE && seat_is_ready(&board->seat))
        try_typed(board, &move);
    return true;
}

static bool is_ready(struct page *page)
{
    return seat_is_ready(&board_of(page)->seat);
}

static void type_move(struct page *page)
{
    begin_typing(board_of(page), BOARD_TYPES_MOVE);
}

static bool has_match(struct page *page)
{
    return board_of(page)->seat.match;
}

static const char *chat_label(struct page *page)
{
    return board_of(page)->unsaid.len > 0 ? "go on with the chat" : "chat";
}

static void type_chat(struct page *page)
{
    begin_typing(board_of(page), BOARD_TYPES_CHAT);
}

/* --- choosing a move --- */

static void play(struct page *page)
{
    const struct move *move = choice_move(&board_of(page)->choice);
    if (move)
        seat_move(&board_of(page)->seat, move);
}

/* A press chooses a move, which the page shows; a second press on the same place plays it. A
 * refused press chooses nothing. Any other stroke forgets the press. */
static bool press(struct page *page, struct stroke stroke)
{
    struct board *board = board_of(page);
    if (!seat_is_ready(&board->seat) || stroke.kind != STROKE_CHOOSE) {
        board->pressed = BOARD_NOT_PRESSED;
        return false;
    }
    if (board->pressed == stroke.code) {
        play(page);
        return true;
    }
    choice_stroke(&board->choice, stroke);
    board->pressed = board->choice.refused.code ? BOARD_NOT_PRESSED : stroke.code;
    return true;
}

static size_t get_choice_hints(struct page *page, struct hint *ret_hints)
{
    return choice_hints(&board_of(page)->choice, ret_hints);
}

static bool choose(struct page *page, struct stroke stroke)
{
    return choice_stroke(&board_of(page)->choice, stroke);
}

/* The arrows scroll while another player is to move. */
static bool scroll(struct page *page, struct stroke stroke)
{
    struct board *board = board_of(page);
    if (stroke.kind == STROKE_DOWN)
        board->focus++;
    else if (stroke.kind == STROKE_UP && board->focus > 0)
        board->focus--;
    return stroke.kind == STROKE_DOWN || stroke.kind == STROKE_UP;
}

/* --- the coach --- */

static void press_hint(struct page *page)
{
    board_press_hint(board_of(page));
}

static bool may_open_hint(struct page *page)
{
    return board_of(page)->hint.text.len == 0 && may_have_hint(page);
}

static bool has_hint(struct page *page)
{
    return board_of(page)->hint.text.len > 0;
}

static bool has_next_step(struct page *page)
{
    int helped = board_of(page)->helped;
    return has_hint(page) && helped > 0 && helped < BOARD_HELP_STEPS;
}

static bool has_last_step(struct page *page)
{
    return has_hint(page) && !has_next_step(page);
}

static const char *step_label(struct page *page)
{
    return board_of(page)->helped < COACH_PART ? "where?" : "which move?";
}

static bool has_hint_below(struct page *page)
{
    return has_hint(page) && board_of(page)->hint.below > 0;
}

static bool has_hint_above(struct page *page)
{
    return has_hint(page) && board_of(page)->hint.skip > 0;
}

/* Only Page Up and Page Down, since the arrows choose a move. */
static void scroll_hint(struct page *page, struct stroke stroke)
{
    struct board_hint *hint = &board_of(page)->hint;
    scroll_stroke(stroke, hint->rows, hint->below, &hint->skip);
}

static void close_hint(struct page *page)
{
    board_forget_hint(board_of(page));
}

static bool may_train(struct page *page)
{
    return seat_is_live(&board_of(page)->seat) && board_may_help(board_of(page));
}

static const char *train_label(struct page *page)
{
    return app_settings(page->app)->is_on[SETTING_TRAINING] ? "judge no moves" : "judge my moves";
}

static void train(struct page *page)
{
    board_train(board_of(page));
}

/* --- ending the match --- */

/* The label of a key that the opponent's absence allows in `in_ms`. */
static const char *say_when(const char *what, const char *now, int64_t in_ms, struct text *out)
{
    text_clear(out);
    text_append_string(out, in_ms > 0 ? what : now);
    if (in_ms > 0) {
        text_append_string(out, " in ");
        words_countdown(in_ms, out);
    }
    return text_string(out);
}

static const char *claim_label(struct page *page)
{
    struct board *board = board_of(page);
    int64_t in_ms =
        board_may_claim(board) ? match_claim_in_ms(board->seat.match, clock_now_ms()) : 0;
    return say_when("claim", "claim the win", in_ms, &board->claim_label);
}

static const char *abort_label(struct page *page)
{
    struct board *board = board_of(page);
    const struct match *match = board->seat.match;
    int64_t in_ms = match && match->ply >= 2 ? match_abort_in_ms(match, clock_now_ms()) : 0;
    return say_when("abort", "abort", in_ms, &board->abort_label);
}

static bool may_claim(struct page *page)
{
    return board_may_claim(board_of(page));
}

static void claim(struct page *page)
{
    seat_ask_ending(&board_of(page)->seat, WIRE_MATCH_CLAIM);
}

static void tell_of_claim(struct page *page)
{
    app_tell(page->app, STYLE_PLAIN, "It is your turn: a claim begins once %s is to move.",
             match_opponent(board_of(page)->seat.match));
}

static bool may_abort(struct page *page)
{
    return board_may_abort(board_of(page));
}

/* Aborting because the opponent is gone. */
static bool may_abort_absence(struct page *page)
{
    return may_abort(page) && !match_opponent_is_online(board_of(page)->seat.match);
}

static bool may_abort_presence(struct page *page)
{
    return may_abort(page) && !may_abort_absence(page);
}

static void on_abort_answered(struct page *page, bool is_yes)
{
    if (is_yes && may_abort(page))
        seat_ask_ending(&board_of(page)->seat, WIRE_MATCH_ABORT);
}

static void abort_match(struct page *page)
{
    app_ask(page, "Abort this match, with no winner?", on_abort_answered);
}

static void on_resign_answered(struct page *page, bool is_yes)
{
    if (is_yes && may_resign(page))
        seat_ask_ending(&board_of(page)->seat, WIRE_MATCH_RESIGN);
}

static void resign(struct page *page)
{
    app_ask(page, "Resign this match?", on_resign_answered);
}

/* --- takebacks --- */

static bool may_ask_takeback(struct page *page)
{
    return seat_can_ask_takeback(&board_of(page)->seat);
}

static void ask_takeback(struct page *page)
{
    seat_ask_takeback(&board_of(page)->seat);
}

static bool is_asked_takeback(struct page *page)
{
    return seat_is_asked_takeback(&board_of(page)->seat);
}

static void allow_takeback(struct page *page)
{
    seat_answer_takeback(&board_of(page)->seat, true);
}

static void decline_takeback(struct page *page)
{
    seat_answer_takeback(&board_of(page)->seat, false);
}

/* --- after the match --- */

static bool has_next(struct page *page)
{
    return is_over(board_of(page)) && board_of(page)->next;
}

static void go_to_next(struct page *page)
{
    board_go_to(board_of(page), board_of(page)->next);
}

static bool may_review(struct page *page)
{
    return is_over(board_of(page));
}

static void review(struct page *page)
{
    app_push(page->app, review_page_create(board_of(page)->number));
}

static const char *rematch_label(struct page *page)
{
    return board_of(page)->seat.their_offer ? "accept rematch" : "rematch";
}

static void rematch(struct page *page)
{
    struct board *board = board_of(page);
    board->no_rematch = NULL;
    seat_rematch(&board->seat);
}

static bool has_their_offer(struct page *page)
{
    return is_over(board_of(page)) && board_of(page)->seat.their_offer;
}

static void decline(struct page *page)
{
    struct board *board = board_of(page);
    board->no_rematch = "You declined the rematch.";
    seat_decline_rematch(&board->seat);
}

static bool has_our_offer(struct page *page)
{
    return is_over(board_of(page)) && board_of(page)->seat.our_offer;
}

static void take_back(struct page *page)
{
    struct board *board = board_of(page);
    board->no_rematch = "You took your offer back.";
    seat_cancel_rematch(&board->seat);
}

/* --- all keys --- */

static bool has_other(struct page *page)
{
    return *board_other(board_of(page));
}

/* Once the other player has spoken, the mute key is among the first on the bottom line. */
static bool hears_other(struct page *page)
{
    return has_other(page) && *board_of(page)->speaker && !board_of(page)->is_muted;
}

static bool has_unheard(struct page *page)
{
    return has_other(page) && !hears_other(page);
}

static const char *mute_label(struct page *page)
{
    struct board *board = board_of(page);
    if (seat_is_player(&board->seat))
        return board->is_muted ? "unmute" : "mute";
    text_clear(&board->mute_label);
    text_printf(&board->mute_label, board->is_muted ? "unmute %s" : "mute %s", board->speaker);
    return text_string(&board->mute_label);
}

static void mute(struct page *page)
{
    board_mute(board_of(page));
}

static bool has_stranger(struct page *page)
{
    return has_other(page) && !session_is_private(app_session(page->app));
}

static void open_player(struct page *page)
{
    const struct board *board = board_of(page);
    app_push(page->app, player_page_create(board_other(board), board->number));
}

static void open_guide(struct page *page)
{
    app_push(page->app, guide_page_create(board_of(page)->seat.match->rules.text));
}

static const struct key keys[] = {
    {{STROKE_ENTER, 0}, "Enter", .say = typed_label, .may = is_typing, .act = enter_typed},
    {{STROKE_ESCAPE, 0}, "Esc", "not now", .may = is_typing, .act = leave_typing},
    {.may = is_typing, .take = type, .is_modal = true},

    {.take = press},
    {{STROKE_ENTER, 0}, "Enter", "play", .may = is_ready, .act = play},
    /* These two come directly after the move itself while the opponent is gone. */
    {{STROKE_CHARACTER, 'c'}, "c", .say = claim_label, .may = may_claim, .act = claim},
    {{STROKE_CHARACTER, 'x'},
     "x",
     .say = abort_label,
     .may = may_abort_absence,
     .act = abort_match},

    /* No other key of the board has these letters while it is played, so that neither changes its
     * meaning under the finger. */
    {{STROKE_CHARACTER, 'a'},
     "a",
     "allow the takeback",
     .may = is_asked_takeback,
     .act = allow_takeback},
    {{STROKE_CHARACTER, 'd'}, "d", "decline it", .may = is_asked_takeback, .act = decline_takeback},

    {{STROKE_CHARACTER, 'h'}, "h", "hint: is it won?", .may = may_open_hint, .act = press_hint},
    {{STROKE_PAGE_DOWN, 0},
     "PgDn",
     "more of the hint",
     .may = has_hint_below,
     .act_by = scroll_hint},
    {{STROKE_PAGE_UP, 0}, "PgUp", "back in it", .may = has_hint_above, .act_by = scroll_hint},
    {{STROKE_CHARACTER, 'h'}, "h", .say = step_label, .may = has_next_step, .act = press_hint},
    {{STROKE_ESCAPE, 0}, "Esc", "no hint", .may = has_next_step, .act = close_hint},
    {{STROKE_ESCAPE, 0}, "h, Esc", "no hint", .may = has_last_step, .act = close_hint},
    {{STROKE_CHARACTER, 'h'}, .may = has_last_step, .act = press_hint},
    {.may = is_ready, .hints = get_choice_hints, .take = choose},

    {{STROKE_CHARACTER, 'n'}, "n", "next match", .may = has_next, .act = go_to_next},
    {{STROKE_CHARACTER, 'v'}, "v", "review", .may = may_review, .act = review},
    {{STROKE_CHARACTER, 'm'}, "m", .say = rematch_label, .may = may_rematch, .act = rematch},
    {{STROKE_CHARACTER, 'd'}, "d", "decline it", .may = has_their_offer, .act = decline},
    {{STROKE_CHARACTER, 'c'}, "c", "take the offer back", .may = has_our_offer, .act = take_back},

    {{STROKE_CHARACTER, 'u'}, "u", .say = mute_label, .may = hears_other, .act = mute},
    {{STROKE_CHARACTER, 'x'},
     "x",
     .say = abort_label,
     .may = may_abort_presence,
     .act = abort_match},
    {{STROKE_CHARACTER, 'r'}, "r", "resign", .may = may_resign, .act = resign},
    {{STROKE_CHARACTER, 'z'}, "z", "take back", .may = may_ask_takeback, .act = ask_takeback},
    {{STROKE_CHARACTER, 'j'}, "j", .say = train_label, .may = may_train, .act = train},
    {{STROKE_CHARACTER, ':'}, ":", "type a move", .may = is_ready, .act = type_move},
    {{STROKE_CHARACTER, 't'}, "t", .say = chat_label, .may = has_match, .act = type_chat},
    {{STROKE_CHARACTER, 'g'}, "g", "rules", .may = has_match, .act = open_guide},
    {{STROKE_CHARACTER, 'u'}, "u", .say = mute_label, .may = has_unheard, .act = mute},
    {{STROKE_CHARACTER, 'b'}, "b", "block, report", .may = has_stranger, .act = open_player},
    {{STROKE_CHARACTER, 'c'}, .may = may_claim_later, .act = tell_of_claim},
    {.take = scroll},
    KEYS_END,
};

/* --- the page --- */

static const char *title_of(struct page *page)
{
    return board_title(board_of(page));
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct board_view view;
    board_look(board_of(page), &view);
    board_draw(&view, canvas, area);
}

static void on_event(struct page *page, enum wire_event event, const void *body)
{
    board_event(board_of(page), event, body);
}

static void on_connected(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    board_arrive(board_of(page));
}

static void ticks(struct page *page)
{
    const struct board *board = board_of(page);
    const struct match *match = board->seat.match;
    bool waits =
        seat_is_live(&board->seat) && (match->claim_at_ms >= 0 || match->abort_at_ms >= 0 ||
                                       match->idle_at_ms >= 0 || match_has_clock(match));
    if (waits)
        app_redraw(page->app);
}

static void shown(struct page *page)
{
    board_of(page)->is_chat_unseen = false;
}

static int64_t match_of(const struct page *page)
{
    return ((const struct board *)page)->number;
}

static void destroy(struct page *page)
{
    board_finish(board_of(page));
    free(page);
}

struct page *board_page_create(int64_t match)
{
    static const struct page_kind kind = {
        .name = "board",
        .title = title_of,
        .draw = draw,
        .keys = keys,
        .event = on_event,
        .ready = on_connected,
        .tick = ticks,
        .shown = shown,
        .match = match_of,
        .destroy = destroy,
    };
    struct board *board = memory_zeroed(1, sizeof *board);
    board_init(board, match);
    board->page.kind = &kind;
    return &board->page;
}

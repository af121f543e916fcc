#include "client/tui/board.h"

#include "client/play/input.h"
#include "client/study/solution_print.h"
#include "client/tui/board_state.h"
#include "client/tui/guide.h"
#include "client/tui/review.h"
#include "client/tui/scroll.h"
#include "common/base/memory.h"

#include <stdio.h>
#include <stdlib.h>

static struct board *board_of(struct page *page)
{
    return (struct board *)page;
}

/* --- hints --- */

static void on_hint(void *owner, const struct solution *solution, const char *text)
{
    struct board *board = owner;
    const struct match *match = board_match(board);
    board->why = NULL;
    text_clear(&board->hint.text);
    solution_say_move(&match->rules, &match->position, solution, &board->hint.text);
    text_append_string(&board->hint.why, text);
    app_redraw(board->page.app);
}

/* The first press tells the move, the second one why, the third one closes the hint. */
static void press_hint(struct board *board)
{
    const struct match *match = board_match(board);
    struct board_hint *hint = &board->hint;
    if (board->why)
        return;
    if (hint->why.len > 0) {
        text_printf(&hint->text, "\n%s", text_string(&hint->why));
        text_clear(&hint->why);
        return;
    }
    if (hint->text.len > 0) {
        board_forget_hint(board);
        return;
    }
    text_append_string(&board->hint.text, "Being worked out ...");
    board->why =
        why_ask(app_solvers(board->page.app), &match->rules, &match->position, on_hint, board);
}

/* Of one that is shown. The arrows choose a move meanwhile. */
static bool hint_stroke(struct board *board, struct stroke stroke)
{
    struct board_hint *hint = &board->hint;
    if (stroke.kind == STROKE_ESCAPE)
        board_forget_hint(board);
    else if (stroke.kind == STROKE_PAGE_UP || stroke.kind == STROKE_PAGE_DOWN)
        scroll_stroke(stroke, hint->rows, hint->below, &hint->skip);
    else
        return false;
    return true;
}

/* --- typing --- */

static void begin_typing(struct board *board, enum board_typing typing)
{
    board->typing = typing;
    board->field = typing == BOARD_TYPES_CHAT ? board->unsaid : (struct field){0};
    text_clear(&board->typed_wrong);
    choice_end_number(&board->choice);
}

/* Reads what is typed and shows what it would do; false when it is no move. */
static bool try_typed(struct board *board, struct move *ret_move)
{
    const struct match *match = board_match(board);
    struct error error;
    text_clear(&board->typed_wrong);
    if (board->field.len == 0)
        return false;
    if (input_move(&match->rules, &match->position, board->field.text, ret_move, &error)) {
        text_printf(&board->typed_wrong, "Not a move yet: %s.", error.message);
        return false;
    }
    choice_set(&board->choice, ret_move);
    return true;
}

static void enter_typed(struct board *board)
{
    struct move move;
    if (board->typing == BOARD_TYPES_MOVE) {
        if (!board_is_ready(board) || !try_typed(board, &move))
            return;
        board_send(board, &move);
    } else {
        if (board->field.len > 0)
            board_say(board, board->field.text);
        board->unsaid = (struct field){0};
    }
    board->typing = BOARD_TYPES_NOTHING;
}

/* A line of the chat is there again when it is gone on with. */
static void leave_typing(struct board *board)
{
    if (board->typing == BOARD_TYPES_CHAT)
        board->unsaid = board->field;
    board->typing = BOARD_TYPES_NOTHING;
}

static bool type(struct board *board, struct stroke stroke)
{
    struct move move;
    if (stroke.kind == STROKE_ENTER)
        enter_typed(board);
    else if (stroke.kind == STROKE_ESCAPE)
        leave_typing(board);
    else if (!field_stroke(&board->field, stroke))
        return false;
    else if (board->typing == BOARD_TYPES_MOVE && board_is_ready(board))
        try_typed(board, &move);
    return true;
}

/* --- strokes --- */

static void on_resign_answered(struct page *page, bool is_yes)
{
    struct board *board = board_of(page);
    if (is_yes && board_may_resign(board))
        board_ask_ending(board, WIRE_MATCH_RESIGN);
}

static void on_abort_answered(struct page *page, bool is_yes)
{
    struct board *board = board_of(page);
    if (is_yes && board_may_abort(board))
        board_ask_ending(board, WIRE_MATCH_ABORT);
}

static void send_chosen(struct board *board)
{
    const struct move *move = choice_move(&board->choice);
    if (move)
        board_send(board, move);
}

/* A press chooses a move, which the page shows; a second one on the same place plays it. A refused
 * press has chosen nothing. */
static void press_table(struct board *board, struct stroke stroke)
{
    if (board->pressed == stroke.code) {
        send_chosen(board);
        return;
    }
    choice_stroke(&board->choice, stroke);
    board->pressed = board->choice.refused.code ? BOARD_NOT_PRESSED : stroke.code;
}

/* While another is to move, the arrows scroll. */
static bool scroll(struct board *board, enum stroke_kind kind)
{
    if (kind != STROKE_UP && kind != STROKE_DOWN)
        return false;
    if (kind == STROKE_DOWN)
        board->focus++;
    else if (board->focus > 0)
        board->focus--;
    return true;
}

static bool rematch(struct board *board, int64_t letter)
{
    if (letter == 'm' && board_may_rematch(board))
        board_rematch(board);
    else if (letter == 'c' && board->our_offer)
        board_take_rematch_back(board);
    else if (letter == 'd' && board->their_offer)
        board_decline_rematch(board);
    else
        return false;
    return true;
}

static bool go_elsewhere(struct board *board, int64_t letter)
{
    struct app *app = board->page.app;
    if (letter == 'v' && board_is_over(board))
        app_push(app, review_page_create(board->number));
    else if (letter == 'n' && board->next && board_is_over(board))
        board_go_to(board, board->next);
    else if (letter == 'g' && board_match(board))
        app_push(app, guide_page_create(board_match(board)->rules.text));
    else
        return rematch(board, letter);
    return true;
}

static bool act(struct board *board, int64_t letter)
{
    if (letter == ':' && board_is_ready(board))
        begin_typing(board, BOARD_TYPES_MOVE);
    else if (letter == 't' && board_match(board))
        begin_typing(board, BOARD_TYPES_CHAT);
    else if (letter == 'u' && *board_other(board))
        board_mute(board);
    else if (letter == 'h' && board_may_have_hint(board))
        press_hint(board);
    else if (letter == 'r' && board_may_resign(board))
        app_ask(&board->page, "Resign this match?", on_resign_answered);
    else if (letter == 'x' && board_may_abort(board))
        app_ask(&board->page, "Abort this match, with no winner?", on_abort_answered);
    else if (letter == 'c' && board_may_claim(board))
        board_ask_ending(board, WIRE_MATCH_CLAIM);
    else if (letter == 'c' && board_may_claim_later(board))
        app_tell(board->page.app, STYLE_PLAIN,
                 "It is your turn: a claim begins once %s is to move.",
                 match_opponent(board_match(board)));
    else
        return go_elsewhere(board, letter);
    return true;
}

static bool has_stroke(struct page *page, struct stroke stroke)
{
    struct board *board = board_of(page);
    if (board->typing)
        return type(board, stroke);
    if (board_is_ready(board) && stroke.kind == STROKE_CHOOSE) {
        press_table(board, stroke);
        return true;
    }
    board->pressed = BOARD_NOT_PRESSED;
    if (board_is_ready(board) && stroke.kind == STROKE_ENTER) {
        send_chosen(board);
        return true;
    }
    if (board_is_ready(board) && choice_stroke(&board->choice, stroke))
        return true;
    if (board->hint.text.len > 0 && hint_stroke(board, stroke))
        return true;
    return stroke.kind == STROKE_CHARACTER ? act(board, stroke.code) : scroll(board, stroke.kind);
}

/* --- the page --- */

static const char *title_of(struct page *page)
{
    return board_title(board_of(page));
}

static size_t get_hints(struct page *page, struct hint *ret_hints)
{
    return board_hints(board_of(page), ret_hints);
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
    const struct match *match = board_match(board);
    bool waits = board_is_live(board) && (match->claim_at_ms >= 0 || match->abort_at_ms >= 0 ||
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
    static const struct key keys[] = {{.hints = get_hints, .take = has_stroke}, KEYS_END};
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

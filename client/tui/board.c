#include "client/tui/board.h"

#include "client/play/input.h"
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

/* --- what can be done now --- */

static bool may_abort(const struct board *board)
{
    const struct match *match = board_match(board);
    return board_is_live(board) && board_has_seat(board) && !match->tournament &&
           (match->ply < 2 || !match_opponent_is_online(match));
}

static bool may_claim(const struct board *board)
{
    const struct match *match = board_match(board);
    return board_is_live(board) && board_has_seat(board) && match_turn(match) != match->seat &&
           !match_opponent_is_online(match);
}

static bool may_resign(const struct board *board)
{
    return board_is_live(board) && board_has_seat(board) && !board->ending_is_asked;
}

static bool may_have_hint(const struct board *board)
{
    return board_is_ready(board) && board->is_against_bot && !board->is_rated;
}

static bool is_over(const struct board *board)
{
    return board_match(board) && !board_is_live(board);
}

static bool may_rematch(const struct board *board)
{
    return is_over(board) && board_has_seat(board) && !board_match(board)->tournament &&
           !board->our_offer && !board->is_asking_rematch;
}

/* --- hints --- */

static void hint_is_there(void *owner, const struct solution *solution, const char *text)
{
    struct board *board = owner;
    const struct match *match = board_match(board);
    board->why = NULL;
    text_clear(&board->hint.text);
    board_say_hint(&match->rules, &match->position, solution, text, &board->hint.text);
    app_redraw(board->page.app);
}

/* Asked for again, it goes. */
static void toggle_hint(struct board *board)
{
    const struct match *match = board_match(board);
    if (board->why)
        return;
    if (board->hint.text.len > 0) {
        board_forget_hint(board);
        return;
    }
    text_append_string(&board->hint.text, "Being worked out ...");
    board->why = why_ask(board->page.app, &match->rules, &match->position, hint_is_there, board);
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

static size_t scroll_hints_of(const struct board_hint *hint, struct hint *ret_hints)
{
    size_t count = 0;
    if (hint->text.len > 0 && hint->below > 0)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_PAGE_DOWN), "PgDn", "more of the hint"};
    if (hint->text.len > 0 && hint->skip > 0)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_PAGE_UP), "PgUp", "back in it"};
    return count;
}

/* --- typing --- */

static void begin_typing(struct board *board, enum board_typing typing)
{
    board->typing = typing;
    field_set(&board->field, "");
    text_clear(&board->typed_wrong);
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
    } else if (board->field.len > 0) {
        board_say(board, board->field.text);
    }
    board->typing = BOARD_TYPES_NOTHING;
}

static bool type(struct board *board, struct stroke stroke)
{
    struct move move;
    if (stroke.kind == STROKE_ENTER)
        enter_typed(board);
    else if (stroke.kind == STROKE_ESCAPE)
        board->typing = BOARD_TYPES_NOTHING;
    else if (!field_stroke(&board->field, stroke))
        return false;
    else if (board->typing == BOARD_TYPES_MOVE && board_is_ready(board))
        try_typed(board, &move);
    return true;
}

/* --- strokes --- */

static void resign_is_answered(struct page *page, bool is_yes)
{
    struct board *board = board_of(page);
    if (is_yes && may_resign(board))
        board_ask_ending(board, WIRE_MATCH_RESIGN);
}

static void abort_is_answered(struct page *page, bool is_yes)
{
    struct board *board = board_of(page);
    if (is_yes && may_abort(board))
        board_ask_ending(board, WIRE_MATCH_ABORT);
}

static void send_chosen(struct board *board)
{
    const struct move *move = choice_move(&board->choice);
    if (move)
        board_send(board, move);
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

static bool go_elsewhere(struct board *board, int64_t letter)
{
    struct app *app = board->page.app;
    if (letter == 'v' && is_over(board))
        app_push(app, review_page_create(board->number));
    else if (letter == 'm' && may_rematch(board))
        board_rematch(board);
    else if (letter == 'n' && board->next && is_over(board))
        board_go_to(board, board->next);
    else if (letter == 'g' && board_match(board))
        app_push(app, guide_page_create(board_match(board)->rules.text));
    else
        return false;
    return true;
}

static bool act(struct board *board, int64_t letter)
{
    if (letter == ':' && board_is_ready(board))
        begin_typing(board, BOARD_TYPES_MOVE);
    else if (letter == 't' && board_match(board))
        begin_typing(board, BOARD_TYPES_CHAT);
    else if (letter == 'h' && may_have_hint(board))
        toggle_hint(board);
    else if (letter == 'r' && may_resign(board))
        app_ask(&board->page, "Resign this match?", resign_is_answered);
    else if (letter == 'x' && may_abort(board))
        app_ask(&board->page, "Abort this match, with no winner?", abort_is_answered);
    else if (letter == 'c' && may_claim(board))
        board_ask_ending(board, WIRE_MATCH_CLAIM);
    else
        return go_elsewhere(board, letter);
    return true;
}

static bool has_stroke(struct page *page, struct stroke stroke)
{
    struct board *board = board_of(page);
    if (board->typing)
        return type(board, stroke);
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

/* --- the bottom line --- */

static size_t typing_hints(const struct board *board, struct hint *hints)
{
    bool is_chat = board->typing == BOARD_TYPES_CHAT;
    hints[0] = (struct hint){stroke_of(STROKE_ENTER), "Enter", is_chat ? "say it" : "play it"};
    hints[1] = (struct hint){stroke_of(STROKE_ESCAPE), "Esc", "not now"};
    return 2;
}

static size_t get_hints(struct page *page, struct hint *ret_hints)
{
    const struct board *board = board_of(page);
    if (board->typing)
        return typing_hints(board, ret_hints);
    bool is_ready = board_is_ready(board), is_there = board_match(board) != NULL;
    size_t count = scroll_hints_of(&board->hint, ret_hints);
    if (is_ready)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_ENTER), "Enter", "play"};
    if (may_have_hint(board))
        ret_hints[count++] = (struct hint){stroke_character('h'), "h",
                                           board->hint.text.len > 0 ? "no hint" : "hint"};
    if (is_ready)
        count += choice_hints(&board->choice, ret_hints + count);
    const struct {
        bool is_possible;
        char letter;
        const char *key, *label;
    } rows[] = {
        {is_over(board) && board->next, 'n', "n", "next match"},
        {is_over(board), 'v', "v", "review"},
        {may_rematch(board), 'm', "m", board->their_offer ? "accept rematch" : "rematch"},
        {may_claim(board), 'c', "c", "claim the win"},
        {may_abort(board), 'x', "x", "abort"},
        {may_resign(board), 'r', "r", "resign"},
        {is_ready, ':', ":", "type a move"},
        {is_there, 't', "t", "talk"},
        {is_there, 'g', "g", "rules"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        if (rows[i].is_possible)
            ret_hints[count++] =
                (struct hint){stroke_character(rows[i].letter), rows[i].key, rows[i].label};
    }
    return count;
}

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

static void has_event(struct page *page, enum wire_event event, const void *body)
{
    board_event(board_of(page), event, body);
}

static void is_connected(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    board_arrive(board_of(page));
}

static void ticks(struct page *page)
{
    const struct board *board = board_of(page);
    if (board_is_live(board) && match_has_clock(board_match(board)))
        app_redraw(page->app);
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
        .hints = get_hints,
        .stroke = has_stroke,
        .event = has_event,
        .ready = is_connected,
        .tick = ticks,
        .destroy = destroy,
    };
    struct board *board = memory_zeroed(1, sizeof *board);
    board_init(board, match);
    board->page.kind = &kind;
    return &board->page;
}

#include "client/tui/puzzle_page.h"

#include "client/cli/practice_file.h"
#include "client/tui/app.h"
#include "common/base/memory.h"
#include "common/puzzle/practice.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NOT_PRESSED = -1 };

struct puzzle_page {
    struct page page;
    struct solver_shelf *shelf;
    bool is_account; /* the practice is the server's */
    bool is_daily;   /* the puzzle of today, and then others */
    bool is_asked;   /* something is to be answered */
    bool is_open;    /* the puzzle waits for a move */
    bool has_puzzle;
    struct puzzle puzzle;
    struct choice choice; /* of the puzzle: the move that is made or was */
    int64_t pressed;      /* the code of the last press; NOT_PRESSED */
    bool is_right;
    struct text rules, question, verdict, state;
    struct text does, leaves, refused; /* of the choice, when it is drawn */
};

static struct puzzle_page *own_of(struct page *page)
{
    return (struct puzzle_page *)page;
}

/* A method puzzle.* for whoever keeps the practice. */
static void call(struct puzzle_page *own, enum wire_method method, const void *parameters,
                 client_answer *answer)
{
    own->is_asked = true;
    if (own->is_account)
        app_call(&own->page, method, parameters, answer);
    else
        practice_file_call(own->shelf, method, parameters, answer, own);
}

/* Takes an answer; true: it is a refusal, and is told. */
static bool is_refused(struct puzzle_page *own, const struct error *refusal)
{
    own->is_asked = false;
    if (refusal)
        app_tell(own->page.app, STYLE_BAD, "%s.", refusal_of(refusal).words);
    return refusal != NULL;
}

/* --- how it stands --- */

static void on_state(void *owner, const struct error *refusal, const void *result)
{
    struct puzzle_page *own = owner;
    const struct wire_practice *state = result;
    if (is_refused(own, refusal))
        return;
    text_clear(&own->state);
    text_printf(&own->state, "Your rating: %" PRId64 " +- %" PRId64, state->rating,
                2 * state->deviation);
    text_printf(&own->state, "   solved: %" PRId64 " of %" PRId64 "   to be repeated now: %" PRId64,
                state->solved, state->tried, state->due);
}

static void ask_for_state(struct puzzle_page *own)
{
    call(own, WIRE_PUZZLE_STATE, NULL, on_state);
}

/* --- a puzzle --- */

static void open_puzzle(struct puzzle_page *own, const char *source)
{
    const struct puzzle *puzzle = &own->puzzle;
    choice_begin(&own->choice, &puzzle->rules, &puzzle->position);
    own->is_open = true;
    own->pressed = NOT_PRESSED;
    text_clear(&own->rules);
    words_rules(puzzle->rules.text, LOOK_PLAIN, &own->rules);
    text_append_string(&own->rules, ". ");
    words_explain(puzzle->rules.text, LOOK_PLAIN, &own->rules);
    text_printf(&own->question, "%sWhich move wins?", source);
}

static void on_puzzle(void *owner, const struct error *refusal, const void *result)
{
    struct puzzle_page *own = owner;
    const struct wire_puzzle *told = result;
    struct text text = {0};
    text_clear(&own->question);
    text_clear(&own->verdict);
    if (is_refused(own, refusal))
        return;
    text_append(&text, told->rules.bytes, told->rules.len);
    text_append_char(&text, ' ');
    text_append(&text, told->position.bytes, told->position.len);
    own->has_puzzle = practice_read_puzzle(own->shelf, text.bytes, &own->puzzle);
    text_finish(&text);
    if (own->has_puzzle)
        open_puzzle(own, wire_text_equal(told->source, "daily")    ? "The puzzle of today. "
                         : wire_text_equal(told->source, "repeat") ? "Once more. "
                                                                   : "");
    else
        text_append_string(&own->question, "There is no other puzzle now: come back tomorrow.");
    ask_for_state(own);
}

static void ask_for_puzzle(struct puzzle_page *own)
{
    struct wire_puzzle_choice choice;
    wire_record_clear(&wire_record_puzzle_choice, &choice);
    own->is_open = false;
    if (own->is_daily)
        call(own, WIRE_PUZZLE_DAILY, NULL, on_puzzle);
    else
        call(own, WIRE_PUZZLE_NEXT, &choice, on_puzzle);
}

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    struct puzzle_page *own = own_of(page);
    struct session *session = app_session(page->app);
    (void)welcome;
    own->is_account = !session_is_private(session) && session_is_account(session);
    if (!own->has_puzzle)
        ask_for_puzzle(own);
}

/* --- an answer --- */

static void on_answered(void *owner, const struct error *refusal, const void *result)
{
    struct puzzle_page *own = owner;
    const struct wire_puzzle_done *done = result;
    if (is_refused(own, refusal)) {
        own->is_open = true;
        return;
    }
    if (done->again == WIRE_ABSENT)
        text_append_string(&own->verdict, " You know this puzzle now: it does not come again.");
    else if (!done->rated)
        text_append_string(&own->verdict, " It was no new puzzle, so your rating stays.");
    ask_for_state(own);
}

/* `move` NULL: given up. */
static void answer(struct puzzle_page *own, const struct move *move)
{
    const struct puzzle *puzzle = &own->puzzle;
    struct wire_puzzle_answer answer;
    struct text position = {0}, text = {0};
    struct solver *solver = solver_shelf_take(own->shelf, &puzzle->rules);
    own->is_open = false;
    own->is_right = move && puzzle_is_right(solver, puzzle, move);
    text_clear(&own->verdict);
    puzzle_say(solver, puzzle, move, &own->verdict);
    solver_shelf_give_back(own->shelf, solver);
    wire_record_clear(&wire_record_puzzle_answer, &answer);
    position_print(&puzzle->rules, &puzzle->position, &position);
    answer.rules = wire_text(puzzle->rules.text);
    answer.position = wire_text(position.bytes);
    answer.right = own->is_right;
    if (move) {
        move_print(&puzzle->rules, &puzzle->position, move, &text);
        answer.move = wire_text(text.bytes);
    }
    call(own, WIRE_PUZZLE_ANSWER, &answer, on_answered);
    text_finish(&position);
    text_finish(&text);
}

/* --- keys --- */

static bool is_open(struct page *page)
{
    return own_of(page)->is_open && !own_of(page)->is_asked;
}

static bool has_answer(struct page *page)
{
    const struct puzzle_page *own = own_of(page);
    return own->has_puzzle && !own->is_open && !own->is_asked;
}

static bool may_be_daily(struct page *page)
{
    return !own_of(page)->is_daily && !own_of(page)->is_asked;
}

static void play(struct page *page)
{
    struct puzzle_page *own = own_of(page);
    const struct move *move = choice_move(&own->choice);
    if (move)
        answer(own, move);
}

static void give_up(struct page *page)
{
    answer(own_of(page), NULL);
}

static void go_on(struct page *page)
{
    own_of(page)->is_daily = false;
    ask_for_puzzle(own_of(page));
}

static void show_daily(struct page *page)
{
    own_of(page)->is_daily = true;
    ask_for_puzzle(own_of(page));
}

static bool choose(struct page *page, struct stroke stroke)
{
    return choice_stroke(&own_of(page)->choice, stroke);
}

static size_t get_choice_hints(struct page *page, struct hint *ret_hints)
{
    return choice_hints(&own_of(page)->choice, ret_hints);
}

/* A second press on the same place makes the move. */
static bool press(struct page *page, struct stroke stroke)
{
    struct puzzle_page *own = own_of(page);
    if (!is_open(page) || stroke.kind != STROKE_CHOOSE) {
        own->pressed = NOT_PRESSED;
        return false;
    }
    if (own->pressed == stroke.code) {
        play(page);
        return true;
    }
    choice_stroke(&own->choice, stroke);
    own->pressed = own->choice.refused.code ? NOT_PRESSED : stroke.code;
    return true;
}

static const struct key keys[] = {
    {.take = press},
    {{STROKE_ENTER, 0}, "Enter", "answer", .may = is_open, .act = play},
    {{STROKE_ENTER, 0}, "Enter", "next puzzle", .may = has_answer, .act = go_on},
    {.may = is_open, .hints = get_choice_hints, .take = choose},
    {{STROKE_CHARACTER, 'g'}, "g", "give up", .may = is_open, .act = give_up},
    {{STROKE_CHARACTER, 'd'}, "d", "that of today", .may = may_be_daily, .act = show_daily},
    KEYS_END,
};

/* --- the page --- */

static const char *title(struct page *page)
{
    (void)page;
    return "Puzzles";
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct puzzle_page *own = own_of(page);
    text_clear(&own->does);
    text_clear(&own->leaves);
    text_clear(&own->refused);
    if (own->is_open) {
        choice_say_move(&own->choice, &own->does);
        choice_say_after(&own->choice, &own->leaves);
        choice_say_refused(&own->choice, &own->refused);
    }
    struct puzzle_view view = {
        .rules = own->has_puzzle ? text_string(&own->rules) : "",
        .question = own->question.len > 0 ? text_string(&own->question) : "One moment...",
        .does = text_string(&own->does),
        .leaves = text_string(&own->leaves),
        .refused = text_string(&own->refused),
        .verdict = text_string(&own->verdict),
        .is_right = own->is_right,
        .state = text_string(&own->state),
    };
    if (own->has_puzzle)
        view.table = (struct table_view){
            .rules = &own->puzzle.rules,
            .position = &own->puzzle.position,
            .choice = &own->choice,
            .is_shown_only = !own->is_open,
            .has_legend = true,
        };
    puzzle_view_draw(&view, canvas, area);
}

static void destroy(struct page *page)
{
    struct puzzle_page *own = own_of(page);
    struct text *texts[] = {&own->rules, &own->question, &own->verdict, &own->state,
                            &own->does,  &own->leaves,   &own->refused};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_finish(texts[i]);
    choice_finish(&own->choice);
    puzzle_finish(&own->puzzle);
    solver_shelf_destroy(own->shelf);
    free(own);
}

struct page *puzzle_page_create(void)
{
    static const struct page_kind kind = {
        .name = "puzzles",
        .title = title,
        .draw = draw,
        .keys = keys,
        .ready = ready,
        .destroy = destroy,
    };
    struct puzzle_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    own->pressed = NOT_PRESSED;
    own->shelf = solver_shelf_create(SOLVER_SHELF_MEMORY_MAX);
    return &own->page;
}

/* The pages on their stack: which of them is asked, told and freed, and when. The session and the
 * screen are this file's. */
#include "client/tui/app_state.h"
#include "client/tui/page.h"
#include "common/base/memory.h"
#include "tests/suite.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

SUITE(tui_pages, 20);

/* --- what stands in for the rest of the app --- */

/* What has happened, in words: "bottom:ready top:event". */
static struct text said;
static client_answer *waiting;
static void *waiting_owner;
static struct page *made_help;
static bool help_is_typed_into;

static void say(const struct page *page, const char *what)
{
    text_printf(&said, "%s%s:%s", said.len > 0 ? " " : "", page ? page->kind->name : "app", what);
}

static void expect_said(const char *words)
{
    cr_expect_str_eq(text_string(&said), words);
    text_clear(&said);
}

void session_end(struct session *session, int exit_code)
{
    (void)session;
    cr_expect_eq(exit_code, 0);
    say(NULL, "end");
}

void session_take_seat_back(struct session *session)
{
    (void)session;
    say(NULL, "take-back");
}

void app_outdate_notice(struct app *app)
{
    (void)app;
}

struct client *app_client(struct app *app)
{
    return app->was_connected ? (struct client *)app : NULL;
}

void client_call(struct client *client, enum wire_method method, const void *parameters,
                 client_answer *answer, void *owner)
{
    (void)client;
    (void)method;
    (void)parameters;
    waiting = answer;
    waiting_owner = owner;
}

void app_redraw(struct app *app)
{
    (void)app;
}

void app_tell(struct app *app, enum style style, const char *format, ...)
{
    char words[200];
    va_list arguments;
    (void)style;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    text_clear(&app->notice);
    text_append_string(&app->notice, words);
    app->is_notice_of_key = false;
}

void app_ask_no_more(struct page *page)
{
    if (page->app->asker == page)
        page->app->asker = NULL;
}

void app_invite_no_more(struct page *page)
{
    if (page->app->inviter == page)
        page->app->inviter = NULL;
}

void terminal_forget(struct terminal *terminal)
{
    (void)terminal;
    say(NULL, "anew");
}

struct page *help_page_create(bool is_typed_into)
{
    help_is_typed_into = is_typed_into;
    return made_help;
}

/* --- pages that say what they are told --- */

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    say(page, welcome ? "ready" : "ready at once");
}

static void event(struct page *page, enum wire_event event, const void *body)
{
    (void)event;
    (void)body;
    say(page, "event");
}

static void enter(struct page *page)
{
    say(page, "enter");
}

static const struct key keys[] = {{.stroke = {STROKE_ENTER, 0}, .act = enter}, KEYS_END};

static void shown(struct page *page)
{
    say(page, "shown");
}

static void destroy(struct page *page)
{
    say(page, "destroy");
    free(page);
}

/* Closes itself as soon as anything happens. */
static void close_at_event(struct page *page, enum wire_event event, const void *body)
{
    (void)event;
    (void)body;
    say(page, "close");
    app_close(page->app, page);
}

/* Closes what lies uppermost. */
static void close_top_at_event(struct page *page, enum wire_event event, const void *body)
{
    (void)event;
    (void)body;
    say(page, "close top");
    app_close(page->app, app_top(page->app));
}

#define KIND(text, on_event)                                                                       \
    {                                                                                              \
        .name = text, .ready = ready, .event = on_event, .keys = keys, .shown = shown,             \
        .destroy = destroy                                                                         \
    }

static const struct page_kind bottom = KIND("bottom", event), middle = KIND("middle", event),
                              top = KIND("top", event), brief = KIND("brief", close_at_event),
                              rude = KIND("rude", close_top_at_event);

static struct page *page_of(const struct page_kind *kind)
{
    struct page *page = memory_zeroed(1, sizeof *page);
    page->kind = kind;
    return page;
}

static struct page *push(struct app *app, const struct page_kind *kind)
{
    struct page *page = page_of(kind);
    app_push(app, page);
    return page;
}

static void finish(struct app *app)
{
    app_destroy_pages(app);
    text_finish(&said);
    text_finish(&app->notice);
}

static void press(struct app *app, enum stroke_kind kind)
{
    app_take_stroke(app, stroke_of(kind));
}

static void type(struct app *app, char letter)
{
    app_take_stroke(app, stroke_character(letter));
}

/* --- the stack --- */

Test(tui_pages, all_are_told_what_happens_and_the_uppermost_has_the_last_word)
{
    struct app app = {0};
    struct wire_welcome welcome = {0};
    push(&app, &bottom);
    push(&app, &top);
    app_pages_ready(&app, &welcome);
    expect_said("top:ready bottom:ready");
    app_pages_event(&app, WIRE_EVENT_SERVER_RESUMED, NULL);
    expect_said("bottom:event top:event");
    finish(&app);
}

Test(tui_pages, one_that_is_pushed_while_connected_is_ready_at_once)
{
    struct app app = {.is_connected = true};
    push(&app, &bottom);
    expect_said("bottom:ready at once");
    finish(&app);
}

Test(tui_pages, the_uppermost_gets_the_strokes)
{
    struct app app = {0};
    push(&app, &bottom);
    push(&app, &top);
    press(&app, STROKE_ENTER);
    expect_said("top:enter");
    finish(&app);
}

Test(tui_pages, one_that_is_closed_hears_no_more_and_is_freed_in_the_next_turn)
{
    struct app app = {0};
    push(&app, &bottom);
    struct page *closed = push(&app, &top);
    app_close(&app, closed);
    app_close(&app, closed);
    app_pages_event(&app, WIRE_EVENT_SERVER_RESUMED, NULL);
    expect_said("bottom:event");
    app_clear_pages(&app);
    expect_said("top:destroy bottom:shown");
    app_clear_pages(&app);
    expect_said("");
    finish(&app);
}

Test(tui_pages, one_may_close_itself_while_it_is_told_something)
{
    struct app app = {0};
    push(&app, &bottom);
    push(&app, &brief);
    push(&app, &top);
    app_pages_event(&app, WIRE_EVENT_SERVER_RESUMED, NULL);
    expect_said("bottom:event brief:close top:event");
    app_clear_pages(&app);
    expect_said("brief:destroy");
    finish(&app);
}

Test(tui_pages, one_may_close_another_before_that_is_told)
{
    struct app app = {0};
    push(&app, &bottom);
    push(&app, &rude);
    push(&app, &middle);
    app_pages_event(&app, WIRE_EVENT_SERVER_RESUMED, NULL);
    expect_said("bottom:event rude:close top");
    app_clear_pages(&app);
    expect_said("middle:destroy rude:shown");
    finish(&app);
}

Test(tui_pages, where_one_takes_the_place_of_another_nothing_below_is_shown)
{
    struct app app = {0};
    push(&app, &bottom);
    app_close(&app, push(&app, &middle));
    push(&app, &top);
    app_clear_pages(&app);
    expect_said("middle:destroy");
    finish(&app);
}

Test(tui_pages, closing_the_last_one_leaves_the_program)
{
    struct app app = {0};
    struct page *only = push(&app, &bottom);
    app_close(&app, only);
    expect_said("app:end");
    app_clear_pages(&app);
    expect_said("bottom:destroy");
    cr_expect_null(app_top(&app));
    press(&app, STROKE_ENTER);
    expect_said("");
    finish(&app);
}

/* --- the app's own keys --- */

Test(tui_pages, esc_closes_the_uppermost_but_not_the_last)
{
    struct app app = {0};
    struct hint hints[OWN_HINTS];
    push(&app, &bottom);
    push(&app, &top);
    app_own_hints(app_top(&app), hints);
    cr_expect_str_eq(hints[1].key, "Esc");
    type(&app, 'q');
    cr_expect_str_eq(app_top(&app)->kind->name, "top");
    press(&app, STROKE_ESCAPE);
    cr_expect_str_eq(app_top(&app)->kind->name, "bottom");
    press(&app, STROKE_ESCAPE);
    expect_said("");
    finish(&app);
}

Test(tui_pages, q_leaves_from_the_last)
{
    struct app app = {0};
    struct hint hints[OWN_HINTS];
    push(&app, &bottom);
    app_own_hints(app_top(&app), hints);
    cr_expect_str_eq(hints[1].key, "q");
    type(&app, 'q');
    expect_said("app:end");
    finish(&app);
}

Test(tui_pages, a_question_mark_opens_the_help_and_ctrl_l_draws_anew)
{
    struct app app = {0};
    push(&app, &bottom);
    made_help = page_of(&top);
    type(&app, '?');
    cr_expect_eq(app_top(&app), made_help);
    app_take_stroke(&app, (struct stroke){STROKE_CONTROL, 'L'});
    expect_said("app:anew");
    finish(&app);
}

Test(tui_pages, f1_opens_the_help_where_a_question_mark_would_be_typed)
{
    struct app app = {.canvas.cursor_row = 5};
    push(&app, &bottom);
    made_help = page_of(&top);
    press(&app, STROKE_HELP);
    cr_expect_eq(app_top(&app), made_help);
    cr_expect(help_is_typed_into);
    finish(&app);
}

static void expect_told(struct app *app, struct stroke stroke, const char *words)
{
    app_take_stroke(app, stroke);
    cr_expect_str_eq(text_string(&app->notice), words);
}

Test(tui_pages, a_wrong_key_says_which_key_shows_the_keys)
{
    struct app app = {.canvas.cursor_row = -1};
    const char *use_mark = "That key does nothing here: ? shows the keys.";
    push(&app, &bottom);
    expect_told(&app, stroke_character('x'), use_mark);
    expect_told(&app, stroke_of(STROKE_ESCAPE), use_mark);
    expect_told(&app, stroke_of(STROKE_UNKNOWN), use_mark);
    expect_told(&app, stroke_of(STROKE_ENTER), "");
    push(&app, &top);
    expect_told(&app, stroke_of(STROKE_PAGE_UP), use_mark);
    expect_told(&app, stroke_character('q'), "q leaves on the first page: Esc goes back to it.");
    app.canvas.cursor_row = 5;
    expect_told(&app, stroke_of(STROKE_UP), "That key does nothing here: F1 shows the keys.");
    finish(&app);
}

Test(tui_pages, the_next_key_removes_the_word_about_a_wrong_key_but_no_other_notice)
{
    struct app app = {.canvas.cursor_row = -1};
    push(&app, &bottom);
    push(&app, &middle);
    type(&app, 'x');
    expect_told(&app, stroke_of(STROKE_ENTER), "");
    type(&app, 'q');
    expect_told(&app, stroke_of(STROKE_ESCAPE), "");
    type(&app, 'x');
    app_tell(&app, STYLE_GOOD, "ben is back.");
    expect_told(&app, stroke_of(STROKE_ENTER), "ben is back.");
    made_help = page_of(&top);
    type(&app, 'x');
    expect_told(&app, stroke_character('?'), "");
    finish(&app);
}

Test(tui_pages, a_press_of_the_mouse_and_a_pasted_text_are_no_wrong_keys)
{
    struct app app = {.canvas.cursor_row = -1};
    push(&app, &bottom);
    expect_told(&app, stroke_choose(7), "");
    expect_told(&app, (struct stroke){STROKE_PASTED, 'x'}, "");
    expect_told(&app, stroke_of(STROKE_NONE), "");
    finish(&app);
}

/* --- the table of keys --- */

static bool is_busy;

static bool may_if_busy(struct page *page)
{
    (void)page;
    return is_busy;
}

static void go_on(struct page *page)
{
    say(page, "on");
}

static bool take_digit(struct page *page, struct stroke stroke)
{
    (void)page;
    return stroke.kind == STROKE_CHARACTER && stroke.code == '7';
}

static const struct key some_keys[] = {
    {{STROKE_ENTER, 0}, "Enter", "stop", .may = may_if_busy, .act = enter},
    {.may = may_if_busy, .take = take_digit, .is_modal = true},
    {{STROKE_ENTER, 0}, "Enter", "go", .act = go_on},
    {{STROKE_CHARACTER, 'x'}, .act = go_on},
    KEYS_END,
};

static const struct page_kind with_keys = {.name = "keys", .keys = some_keys, .destroy = destroy};

static void expect_keys(const char *label, struct stroke stroke, bool is_taken, const char *words)
{
    struct page *page = page_of(&with_keys);
    struct hint hints[HINTS_MAX];
    text_clear(&said);
    cr_expect_eq(page_hints(page, hints), 1);
    cr_expect_str_eq(hints[0].label, label);
    cr_expect_eq(page_stroke(page, stroke), is_taken);
    expect_said(words);
    free(page);
}

Test(tui_pages, a_stroke_goes_to_the_first_row_that_is_possible_and_none_passes_a_modal_one)
{
    is_busy = false;
    expect_keys("go", stroke_of(STROKE_ENTER), true, "keys:on");
    expect_keys("go", stroke_character('x'), true, "keys:on");
    expect_keys("go", stroke_character('7'), false, "");
    is_busy = true;
    expect_keys("stop", stroke_of(STROKE_ENTER), true, "keys:enter");
    expect_keys("stop", stroke_character('7'), true, "");
    expect_keys("stop", stroke_character('x'), false, "");
}

/* --- questions --- */

static void take_answer(struct page *page, bool is_yes)
{
    say(page, is_yes ? "yes" : "no");
}

static void expect_answer(struct stroke stroke, const char *words)
{
    struct app app = {0};
    app.asker = push(&app, &bottom);
    app.answered = take_answer;
    app_take_stroke(&app, stroke);
    expect_said(words);
    finish(&app);
}

Test(tui_pages, y_and_n_answer_a_question_and_no_other_key_does_anything)
{
    expect_answer(stroke_character('y'), "bottom:yes");
    expect_answer(stroke_character('N'), "bottom:no");
    expect_answer(stroke_of(STROKE_ESCAPE), "bottom:no");
    expect_answer(stroke_of(STROKE_ENTER), "");
    expect_answer(stroke_character('q'), "");
}

/* --- invitations --- */

static void take_acceptance(struct page *page)
{
    say(page, "accepted");
}

static int64_t seven(const struct page *page)
{
    (void)page;
    return 7;
}

static const struct page_kind seventh = {
    .name = "seventh", .keys = keys, .destroy = destroy, .match = seven};

static struct app inviting_app(void)
{
    return (struct app){.is_connected = true, .canvas.cursor_row = -1, .accepted = take_acceptance};
}

Test(tui_pages, a_accepts_an_invitation_on_any_page)
{
    struct app app = inviting_app();
    app.inviter = push(&app, &bottom);
    push(&app, &top);
    text_clear(&said);
    type(&app, 'a');
    expect_said("bottom:accepted");
    finish(&app);
}

Test(tui_pages, nothing_is_accepted_by_an_a_that_is_typed_or_answers_or_comes_too_late)
{
    struct app app = inviting_app();
    struct page *inviter = push(&app, &bottom);
    text_clear(&said);
    app.inviter = inviter;
    app.canvas.cursor_row = 3;
    type(&app, 'a');
    app.canvas.cursor_row = -1;
    app.asker = inviter;
    type(&app, 'a');
    app.asker = NULL;
    app.is_connected = false;
    type(&app, 'a');
    app.is_connected = true;
    app.inviter = NULL;
    type(&app, 'a');
    expect_said("");
    finish(&app);
}

Test(tui_pages, a_page_tells_of_a_rematch_of_its_match_itself)
{
    struct app app = inviting_app();
    app.inviter = push(&app, &bottom);
    app.invitation_match = 7;
    cr_expect(app_is_inviting(&app));
    struct page *board = push(&app, &seventh);
    cr_expect_not(app_is_inviting(&app));
    push(&app, &top);
    cr_expect(app_is_inviting(&app));
    app.invitation_match = 8;
    app_close(&app, app_top(&app));
    cr_expect_eq(app_top(&app), board);
    cr_expect(app_is_inviting(&app));
    finish(&app);
}

Test(tui_pages, knows_which_page_is_seen_and_which_matches_are_open)
{
    struct app app = {0};
    struct page *board = push(&app, &seventh);
    cr_expect(app_is_uppermost(board));
    struct page *above = push(&app, &top);
    cr_expect_not(app_is_uppermost(board));
    cr_expect(app_is_uppermost(above));
    cr_expect(app_has_match(&app, 7));
    cr_expect_not(app_has_match(&app, 8));
    app_close(&app, board);
    cr_expect_not(app_has_match(&app, 7));
    finish(&app);
}

/* --- requests --- */

static void take_result(void *owner, const struct error *error, const void *result)
{
    (void)result;
    say(owner, error ? error_name(error->code) : "answered");
}

static void ask(struct page *page)
{
    app_call(page, WIRE_SESSION_PING, NULL, take_result);
}

Test(tui_pages, an_answer_comes_to_the_page_that_has_asked)
{
    struct app app = {.was_connected = true};
    push(&app, &bottom);
    ask(push(&app, &top));
    waiting(waiting_owner, NULL, NULL);
    expect_said("top:answered");
    finish(&app);
}

Test(tui_pages, an_answer_to_a_page_that_has_been_closed_is_dropped)
{
    struct app app = {.was_connected = true};
    push(&app, &bottom);
    struct page *asker = push(&app, &top);
    ask(asker);
    app_close(&app, asker);
    app_clear_pages(&app);
    text_clear(&said);
    waiting(waiting_owner, NULL, NULL);
    expect_said("");
    finish(&app);
}

Test(tui_pages, before_the_first_connection_a_request_is_refused_in_the_next_turn)
{
    struct app app = {0};
    ask(push(&app, &bottom));
    expect_said("");
    app_refuse_calls(&app);
    expect_said("bottom:disconnected");
    app_refuse_calls(&app);
    expect_said("");
    finish(&app);
}

Test(tui_pages, requests_without_an_answer_go_with_the_app)
{
    struct app app = {.was_connected = true};
    ask(push(&app, &bottom));
    finish(&app);
    cr_expect_null(app.calls);
}

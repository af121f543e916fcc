/* The stack of pages, their requests to the server, and the routing of strokes. */
#include "client/cli/command.h"
#include "client/tui/app_state.h"
#include "client/tui/page.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>

/* --- the stack --- */

/* The first page from here on that is not closed. */
static struct page *open_from(struct page *page)
{
    while (page && page->is_closed)
        page = page->below;
    return page;
}

struct page *app_top(const struct app *app)
{
    return open_from(app->top);
}

bool app_is_uppermost(const struct page *page)
{
    return app_top(page->app) == page;
}

bool app_has_match(const struct app *app, int64_t match)
{
    for (struct page *page = app_top(app); page; page = open_from(page->below)) {
        if (page->kind->match && page->kind->match(page) == match)
            return true;
    }
    return false;
}

void app_push(struct app *app, struct page *page)
{
    assert(page->kind && !page->is_closed && !page->app);
    page->app = app;
    page->below = app->top;
    app->top = page;
    app->is_uncovered = false;
    app_outdate_notice(app);
    app_redraw(app);
    if (app->is_connected && page->kind->ready)
        page->kind->ready(page, NULL);
}

void app_close(struct app *app, struct page *page)
{
    assert(page->app == app);
    if (page->is_closed)
        return;
    if (page == app_top(app)) {
        app->is_uncovered = true;
        app_outdate_notice(app);
    }
    page->is_closed = true;
    app_ask_no_more(page);
    app_invite_no_more(page);
    for (struct app_call *call = app->calls; call; call = call->next) {
        if (call->page == page)
            call->page = NULL;
    }
    if (!app_top(app))
        session_end(app->session, EXIT_OK);
    app_redraw(app);
}

void app_clear_pages(struct app *app)
{
    struct page **at = &app->top;
    while (*at) {
        struct page *page = *at;
        if (!page->is_closed) {
            at = &page->below;
            continue;
        }
        *at = page->below;
        page->kind->destroy(page);
    }
    bool is_uncovered = app->is_uncovered && app->top;
    app->is_uncovered = false;
    if (is_uncovered && app->top->kind->shown)
        app->top->kind->shown(app->top);
}

void app_destroy_pages(struct app *app)
{
    while (app->top) {
        struct page *page = app->top;
        app->top = page->below;
        page->kind->destroy(page);
    }
    while (app->calls) {
        struct app_call *call = app->calls;
        app->calls = call->next;
        free(call);
    }
}

/* Any page may push and close pages here: new pages are above, and closed pages stay until the end
 * of the turn. */
void app_pages_ready(struct app *app, const struct wire_welcome *welcome)
{
    for (struct page *page = app_top(app); page; page = open_from(page->below)) {
        if (page->kind->ready)
            page->kind->ready(page, welcome);
    }
    app_redraw(app);
}

/* The lower pages come first, so that upper pages can replace or hush their notices of the
 * event. */
static void give_event(struct page *page, enum wire_event event, const void *body)
{
    if (!page)
        return;
    give_event(page->below, event, body);
    if (!page->is_closed && page->kind->event)
        page->kind->event(page, event, body);
}

void app_pages_event(struct app *app, enum wire_event event, const void *body)
{
    give_event(app->top, event, body);
    app_redraw(app);
}

/* --- requests --- */

static void on_answered(void *owner, const struct error *error, const void *result)
{
    struct app_call *call = owner;
    struct app *app = call->app;
    struct page *page = call->page;
    client_answer *answer = call->answer;
    struct app_call **at = &app->calls;
    for (; *at != call; at = &(*at)->next)
        assert(*at);
    *at = call->next;
    free(call);
    if (page)
        answer(page, error, result);
    app_redraw(app);
}

void app_call(struct page *page, enum wire_method method, const void *parameters,
              client_answer *answer)
{
    assert(answer && page->app);
    struct app *app = page->app;
    struct client *client = app_client(app);
    struct app_call *call = memory_zeroed(1, sizeof *call);
    *call = (struct app_call){app->calls, app, page, answer, !client};
    app->calls = call;
    if (client)
        client_call(client, method, parameters, on_answered, call);
    else
        app_redraw(app);
}

void app_refuse_calls(struct app *app)
{
    struct error error;
    error_set(&error, ERROR_DISCONNECTED, "there is no connection yet");
    for (struct app_call *call = app->calls; call;) {
        if (call->is_refused) {
            on_answered(call, &error, NULL); /* this may make or refuse calls */
            call = app->calls;
        } else {
            call = call->next;
        }
    }
}

/* --- strokes --- */

bool app_is_typed_into(const struct app *app)
{
    return app->canvas.cursor_row >= 0;
}

bool app_is_inviting(const struct app *app)
{
    struct page *top = app_top(app);
    if (!app->inviter || !top || !app->is_connected || app->is_replaced)
        return false;
    return !app->invitation_match || !top->kind->match ||
           top->kind->match(top) != app->invitation_match;
}

static bool is_lowest(const struct page *page)
{
    return !open_from(page->below);
}

void app_own_hints(const struct page *page, struct hint ret_hints[OWN_HINTS])
{
    ret_hints[0] = (struct hint){stroke_character('?'), "?", "all keys"};
    ret_hints[1] = is_lowest(page) ? (struct hint){stroke_character('q'), "q", "leave"}
                                   : (struct hint){stroke_of(STROKE_ESCAPE), "Esc", "back"};
}

static void answer_question(struct app *app, bool is_yes)
{
    assert(app->asker && !app->asker->is_closed);
    struct page *asker = app->asker;
    app->asker = NULL;
    app->answered(asker, is_yes);
}

static void take_answer(struct app *app, struct stroke stroke)
{
    bool is_letter = stroke.kind == STROKE_CHARACTER;
    if (is_letter && (stroke.code == 'y' || stroke.code == 'Y'))
        answer_question(app, true);
    else if (stroke.kind == STROKE_ESCAPE ||
             (is_letter && (stroke.code == 'n' || stroke.code == 'N')))
        answer_question(app, false);
}

/* Shows a notice about the last key, which the next key removes. */
static void tell_of_key(struct app *app, const char *words)
{
    app_tell(app, STYLE_PLAIN, "%s", words);
    app->is_notice_of_key = true;
}

/* Handles a stroke that the page did not take. */
static void take_own(struct app *app, struct page *top, struct stroke stroke)
{
    bool is_letter = stroke.kind == STROKE_CHARACTER;
    bool is_leave = is_letter && stroke.code == 'q';
    bool is_key =
        stroke.kind != STROKE_NONE && stroke.kind != STROKE_CHOOSE && stroke.kind != STROKE_PASTED;
    if (stroke.kind == STROKE_HELP || (is_letter && stroke.code == '?'))
        app_push(app, help_page_create(app_is_typed_into(app)));
    else if (is_lowest(top) ? is_leave : stroke.kind == STROKE_ESCAPE)
        app_close(app, top);
    else if (stroke.kind == STROKE_CONTROL && stroke.code == 'L')
        terminal_forget(app->terminal);
    else if (is_leave)
        tell_of_key(app, "q leaves on the first page: Esc goes back to it.");
    else if (is_key)
        tell_of_key(app, app_is_typed_into(app) ? "That key does nothing here: F1 shows the keys."
                                                : "That key does nothing here: ? shows the keys.");
}

void app_take_stroke(struct app *app, struct stroke stroke)
{
    struct page *top = app_top(app);
    bool is_accept = stroke.kind == STROKE_CHARACTER && stroke.code == 'a' &&
                     app_is_inviting(app) && !app_is_typed_into(app);
    if (app->is_notice_of_key)
        text_clear(&app->notice);
    app->is_notice_of_key = false;
    if (app->is_replaced && stroke.kind == STROKE_ENTER) {
        app->is_replaced = false;
        session_take_seat_back(app->session);
    } else if (app->is_replaced) { /* without the seat no stroke can reach the server */
        if (stroke.kind == STROKE_CHARACTER && stroke.code == 'q')
            session_end(app->session, EXIT_OK);
    } else if (app->asker)
        take_answer(app, stroke);
    else if (is_accept)
        app->accepted(app->inviter);
    else if (top && !page_stroke(top, stroke))
        take_own(app, top, stroke);
    app_redraw(app);
}

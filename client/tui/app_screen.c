/* The drawing of the app: frame, hints and notices. */
#include "client/tui/app_state.h"
#include "client/tui/frame_draw.h"
#include "common/words/words.h"

#include <stdarg.h>
#include <stdio.h>

enum { NOTICE_MS = 6000, BAD_NOTICE_MS = 12000 };

/* --- drawing --- */

struct hint_lines {
    struct hint page[HINTS_MAX], own[OWN_HINTS];
};

static void answer_hints(struct hint ret_hints[OWN_HINTS])
{
    ret_hints[0] = (struct hint){stroke_character('y'), "y", "yes"};
    ret_hints[1] = (struct hint){stroke_character('n'), "n", "no"};
}

static void way_back_hints(struct hint ret_hints[OWN_HINTS])
{
    ret_hints[0] = (struct hint){stroke_of(STROKE_ENTER), "Enter", "take it back"};
    ret_hints[1] = (struct hint){stroke_character('q'), "q", "leave"};
}

/* Fills in the hints of the page and of the app. A question has only its answers. The app's hint
 * for ? is left out while a field takes it as text, that for Esc if the page uses Esc itself. */
static void fill_hints(struct app *app, struct page *page, struct hint_lines *lines,
                       struct frame_view *view)
{
    view->hints = lines->page;
    view->own_hints = lines->own;
    view->own_hint_count = OWN_HINTS;
    if (app->is_replaced || app->asker) {
        (app->is_replaced ? way_back_hints : answer_hints)(lines->own);
        return;
    }
    app_own_hints(page, lines->own);
    view->hint_count = page_hints(page, lines->page);
    if (app_is_typed_into(app)) {
        view->own_hints++;
        view->own_hint_count--;
    }
    bool has_escape = false; /* the page uses Esc itself */
    for (size_t i = 0; i < view->hint_count; i++)
        has_escape |= view->hints[i].stroke.kind == STROKE_ESCAPE;
    view->own_hint_count -= has_escape;
}

static void draw_frame_and(struct app *app, struct page *page)
{
    struct hint_lines lines;
    bool is_inviting = app_is_inviting(app);
    char connected[SERVER_ADDRESS_TEXT_MAX];
    const char *server = session_address(app->session);
    if (app->was_connected) {
        session_print_server(app->session, connected);
        server = connected;
    }
    const char *told = text_string(app->asker ? &app->question : &app->notice);
    page->kind->draw(page, &app->canvas, frame_inside(&app->canvas, is_inviting));
    struct frame_view view = {
        .title = page->kind->title(page),
        .who = app->was_connected ? client_name(app_client(app)) : "",
        .server = session_is_private(app->session) ? "private server"
                  : server                         ? server
                                                   : "",
        .is_connected = app->is_connected,
        .was_connected = app->was_connected,
        .is_replaced = app->is_replaced,
        .notice_style = app->is_replaced || app->asker ? STYLE_WARN : app->notice_style,
        .notice = app->is_replaced ? "You came in elsewhere, which took this seat over." : told,
        .invitation = is_inviting ? text_string(&app->invitation) : NULL,
        .may_accept = !app->asker && !app_is_typed_into(app),
    };
    fill_hints(app, page, &lines, &view);
    frame_draw(&view, &app->canvas);
}

void app_draw(struct app *app)
{
    struct page *page = app_top(app);
    if (!app->terminal || !page)
        return;
    terminal_prepare(app->terminal, &app->canvas);
    draw_frame_and(app, page);
    terminal_show(app->terminal, &app->canvas);
}

void app_redraw(struct app *app)
{
    if (app->soon)
        loop_timer_start(app->soon, 0);
}

/* --- notices --- */

void app_tell(struct app *app, enum style style, const char *format, ...)
{
    char words[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    text_clear(&app->notice);
    text_append_string(&app->notice, words);
    bool is_bad = style == STYLE_BAD || style == STYLE_WARN;
    app->notice_style = style;
    app->is_notice_new = true;
    app->is_notice_of_key = false;
    app->notice_until_ms = app_now_ms(app) + (is_bad ? BAD_NOTICE_MS : NOTICE_MS);
    app_redraw(app);
}

void app_tell_error(struct app *app, const struct error *error)
{
    app_tell(app, STYLE_BAD, "%s", refusal_of(error).words);
}

void app_outdate_notice(struct app *app)
{
    if (!app->is_notice_new)
        text_clear(&app->notice);
}

void app_hush(struct page *page)
{
    struct app *app = page->app;
    if (app->is_notice_new && app_top(app) == page)
        text_clear(&app->notice);
}

void app_age_notice(struct app *app)
{
    if (app->notice.len == 0 || app_now_ms(app) < app->notice_until_ms)
        return;
    text_clear(&app->notice);
    app_redraw(app);
}

void app_ask(struct page *page, const char *question,
             void (*answered)(struct page *page, bool is_yes))
{
    struct app *app = page->app;
    app->asker = page;
    app->answered = answered;
    text_clear(&app->question);
    text_append_string(&app->question, question);
    app_redraw(app);
}

void app_ask_no_more(struct page *page)
{
    if (page->app->asker != page)
        return;
    page->app->asker = NULL;
    app_redraw(page->app);
}

void app_invite(struct page *page, const char *words, int64_t match,
                void (*accepted)(struct page *page))
{
    struct app *app = page->app;
    app->inviter = page;
    app->accepted = accepted;
    app->invitation_match = match;
    text_clear(&app->invitation);
    text_append_string(&app->invitation, words);
    app_redraw(app);
}

void app_invite_no_more(struct page *page)
{
    if (page->app->inviter != page)
        return;
    page->app->inviter = NULL;
    app_redraw(page->app);
}

void app_bell(struct app *app)
{
    if (app->settings.is_on[SETTING_BELL] && app->terminal)
        terminal_bell(app->terminal);
}

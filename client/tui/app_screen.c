/* What the app shows and tells. */
#include "client/refusal.h"
#include "client/tui/app_state.h"
#include "client/tui/frame_draw.h"

#include <stdarg.h>
#include <stdio.h>

enum { NOTICE_MS = 6000, BAD_NOTICE_MS = 12000 };

/* --- drawing --- */

static const char *server_of(const struct app *app)
{
    if (session_is_private(app->session))
        return "private server";
    const char *address = session_address(app->session);
    return address ? address : "";
}

static void answer_hints(struct hint ret_hints[OWN_HINTS])
{
    ret_hints[0] = (struct hint){stroke_character('y'), "y", "yes"};
    ret_hints[1] = (struct hint){stroke_character('n'), "n", "no"};
}

static void draw_frame_and(struct app *app, struct page *page)
{
    struct hint hints[HINTS_MAX], own[OWN_HINTS];
    if (app->asker)
        answer_hints(own);
    else
        app_own_hints(page, own);
    struct frame_view view = {
        .title = page->kind->title(page),
        .who = app->was_connected ? client_name(app_client(app)) : "",
        .server = server_of(app),
        .is_connected = app->is_connected,
        .was_connected = app->was_connected,
        .notice_style = app->asker ? STYLE_WARN : app->notice_style,
        .notice = text_string(app->asker ? &app->question : &app->notice),
        .hints = hints,
        .hint_count = app->asker ? 0 : page->kind->hints(page, hints),
        .own_hints = own,
        .own_hint_count = OWN_HINTS,
    };
    page->kind->draw(page, &app->canvas, frame_draw(&view, &app->canvas));
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

/* --- telling --- */

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
    app->notice_until_ms = app_now_ms(app) + (is_bad ? BAD_NOTICE_MS : NOTICE_MS);
    app_redraw(app);
}

void app_tell_error(struct app *app, const struct error *error)
{
    app_tell(app, STYLE_BAD, "%s", refusal_of(error).words);
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

void app_bell(struct app *app)
{
    if (app->settings.is_on[SETTING_BELL] && app->terminal)
        terminal_bell(app->terminal);
}

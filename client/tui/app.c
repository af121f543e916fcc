/* The full screen of `takeaway`: connects the session, the terminal and the pages. */
#include "client/cli/begun.h"
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/state_folder.h"
#include "client/tui/app_state.h"
#include "client/tui/page.h"
#include "client/tui/terminal.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

enum { TICK_MS = 250 };

/* --- the interface of pages --- */

struct client *app_client(struct app *app)
{
    return app->was_connected ? session_client(app->session) : NULL;
}

struct session *app_session(struct app *app)
{
    return app->session;
}

struct loop *app_loop(struct app *app)
{
    return session_loop(app->session);
}

int64_t app_begun_match(const struct app *app)
{
    return app->begun ? app->begun->match : 0;
}

bool app_is_connected(const struct app *app)
{
    return app->is_connected;
}

struct solvers *app_solvers(struct app *app)
{
    return app->solvers;
}

int64_t app_now_ms(const struct app *app)
{
    return loop_now_ms(session_loop(app->session));
}

/* --- settings --- */

struct settings *app_settings(struct app *app)
{
    return &app->settings;
}

static void go_by_settings(struct app *app)
{
    terminal_use_mouse(app->terminal, app->settings.is_on[SETTING_MOUSE]);
}

void app_settings_changed(struct app *app)
{
    struct error error;
    go_by_settings(app);
    if (app->settings_path.len > 0 &&
        settings_save(text_string(&app->settings_path), &app->settings, &error))
        app_tell_error(app, &error);
}

/* --- the terminal --- */

static void on_stroke(void *owner, struct stroke stroke)
{
    app_take_stroke(owner, stroke);
}

static void on_pressed(void *owner, int row, int column)
{
    struct app *app = owner;
    struct stroke stroke;
    if (canvas_target_at(&app->canvas, row, column, &stroke))
        app_take_stroke(app, stroke);
}

static void on_resized(void *owner)
{
    app_redraw(owner);
}

static void on_gone(void *owner)
{
    struct app *app = owner;
    session_end(app->session, 128 + SIGHUP);
}

/* --- turns of the loop --- */

static void turn_ends(void *owner)
{
    struct app *app = owner;
    app_refuse_calls(app);
    app_clear_pages(app);
    app_draw(app);
    app->is_notice_new = false;
}

static void ticks(void *owner)
{
    struct app *app = owner;
    struct page *top = app_top(app);
    loop_timer_start(app->tick, TICK_MS);
    app_age_notice(app);
    if (top && top->kind->tick)
        top->kind->tick(top);
}

/* --- the session --- */

static void on_opened(void *owner)
{
    struct app *app = owner;
    struct error error;
    app->soon = loop_timer_create(app_loop(app), turn_ends, app);
    app->tick = loop_timer_create(app_loop(app), ticks, app);
    app->solvers = solvers_create(app_loop(app));

    app->settings = settings_default();
    if (state_path("settings", &app->settings_path, &error) ||
        settings_load(text_string(&app->settings_path), &app->settings, &error))
        app_tell_error(app, &error);

    struct terminal_events events = {app, on_stroke, on_pressed, on_resized, on_gone};
    if (terminal_open(app_loop(app), &events, &app->terminal, &error)) {
        session_fail(app->session, &error);
        return;
    }
    go_by_settings(app);
    loop_timer_start(app->tick, TICK_MS);
    app_push(app, app->first_page(session_is_private(app->session)));
}

static void on_ready(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct app *app = owner;
    app->is_connected = app->was_connected = true;
    if (!is_first)
        app_tell(app, STYLE_GOOD, "%s", session_return_words(app->session));
    app_pages_ready(app, welcome);
}

static void on_interrupted(void *owner, const struct error *reason)
{
    struct app *app = owner;
    struct text words = {0};
    app->is_connected = false;
    session_print_interruption(app->session, reason, &words);
    app_tell(app, STYLE_WARN, "%s", text_string(&words));
    text_finish(&words);
}

static void on_replaced(void *owner)
{
    struct app *app = owner;
    app->is_connected = false;
    app->is_replaced = true;
    app_redraw(app);
}

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct app *app = owner;
    struct text words = {0};
    if (session_print_notice(event, body, &words))
        app_tell(app, STYLE_WARN, "%s", text_string(&words));
    text_finish(&words);
    app_pages_event(app, event, body);
}

static void on_word(void *owner, const char *words)
{
    app_tell(owner, STYLE_WARN, "%s", words);
}

static void on_closing(void *owner)
{
    struct app *app = owner;
    app_destroy_pages(app);
    solvers_destroy(app->solvers);
    terminal_close(app->terminal);
    loop_timer_destroy(app->soon);
    loop_timer_destroy(app->tick);
}

static void on_leaving(void *owner, int exit_code)
{
    (void)owner;
    rescue_end();
    _exit(exit_code); /* without waiting seconds for a solver */
}

static int run_session(struct app *app, const struct options *options)
{
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .restarts = true,
        .name = options->values[OPTION_AS],
    };
    struct session_events events = {
        .owner = app,
        .opened = on_opened,
        .ready = on_ready,
        .interrupted = on_interrupted,
        .event = on_event,
        .told = on_word,
        .replaced = on_replaced,
        .closing = on_closing,
        .leaving = on_leaving,
    };
    if (!app->begun)
        return session_run(&config, &events, &app->session);
    app->session = app->begun->session;
    return session_go_on(app->session, &events, app->begun->match);
}

int app_run(const struct options *options, const struct begun *begun,
            struct page *(*first_page)(bool is_private))
{
    struct app app = {.begun = begun, .first_page = first_page};
    struct error error;
    const char *name = options->values[OPTION_AS];
    if (name && name_check_given(name, &error)) {
        fprintf(stderr, "takeaway: --as: %s\n", error.message);
        return EXIT_USAGE;
    }
    rescue_start();
    int exit_code = run_session(&app, options);
    rescue_end();
    canvas_finish(&app.canvas);
    text_finish(&app.settings_path);
    text_finish(&app.notice);
    text_finish(&app.question);
    text_finish(&app.invitation);
    return exit_code;
}

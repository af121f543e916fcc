/* `takeaway watch`: a live match, move by move, to its end, and what its spectators say. */
#include "client/cli/command.h"
#include "client/cli/commentary.h"
#include "client/cli/session.h"
#include "client/lib/lines.h"
#include "client/lib/seat.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

struct watch_command {
    struct session *session;
    struct console console;
    struct commentary commentary;
    struct seat seat;
    struct lines *lines; /* typed lines for the chat; NULL: no input is read */
    bool talks;          /* --chat */
    int64_t match;       /* 0: the newest match, not found yet */
};

/* --- the match --- */

static void on_begun(void *owner, const struct wire_match *state)
{
    struct watch_command *watch = owner;
    commentary_enter(&watch->commentary, state);
}

static void on_changed(void *owner, enum seat_change change)
{
    struct watch_command *watch = owner;
    if (change == SEAT_KNOWN)
        return;
    commentary_tell(&watch->commentary, watch->seat.match);
    if (change == SEAT_ENDED)
        session_end(watch->session, EXIT_OK);
}

static void on_presence(void *owner, const struct wire_presence *presence)
{
    struct watch_command *watch = owner;
    commentary_tell_presence(&watch->commentary, watch->seat.match, presence);
}

static void on_takeback(void *owner, enum seat_takeback news)
{
    struct watch_command *watch = owner;
    if (watch->commentary.has_begun)
        commentary_tell_takeback(&watch->commentary, watch->seat.match, news);
}

static void on_failed(void *owner, const struct error *error)
{
    struct watch_command *watch = owner;
    session_fail(watch->session, error);
}

static void on_refused(void *owner, enum wire_method method, const struct error *error)
{
    struct watch_command *watch = owner;
    if (method == WIRE_CHAT_SAY)
        console_refuse(&watch->console, error->code, "That could not be said",
                       refusal_of(error).words);
    else
        session_fail(watch->session, error);
}

static void on_said(void *owner, const struct wire_chat_line *lines, size_t count, bool is_live)
{
    struct watch_command *watch = owner;
    commentary_tell_lines(&watch->commentary, client_name(session_client(watch->session)), lines,
                          count, is_live);
}

/* --- the connection --- */

static void begin_watching(struct watch_command *watch)
{
    seat_watch(&watch->seat, session_client(watch->session), watch->match);
}

static void on_newest(void *owner, const struct error *error, const void *result)
{
    struct watch_command *watch = owner;
    const struct wire_summaries *page = result;
    struct error none;
    if (error) {
        session_fail(watch->session, error);
    } else if (page->matches_count > 0) {
        watch->match = page->matches[0].match;
        begin_watching(watch);
    } else {
        error_set(&none, ERROR_NO_SUCH_MATCH, "no match is being played");
        session_fail(watch->session, &none);
    }
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct watch_command *watch = owner;
    if (!is_first)
        console_say(&watch->console, "%s", session_return_words(watch->session));
    if (watch->seat.id > 0) {
        seat_refresh(&watch->seat);
    } else if (watch->match > 0) {
        begin_watching(watch);
    } else {
        struct wire_match_page page = {.after = WIRE_ABSENT, .before = WIRE_INT_MAX, .limit = 1};
        client_call(session_client(watch->session), WIRE_MATCH_LIST, &page, on_newest, watch);
    }
}

static void on_interrupted(void *owner, const struct error *reason)
{
    struct watch_command *watch = owner;
    struct text text = {0};
    session_print_interruption(watch->session, reason, &text);
    console_say_text(&watch->console, &text);
}

/* --- the spectators' room --- */

static void on_line_typed(void *owner, const char *line, size_t len)
{
    struct watch_command *watch = owner;
    if (watch->commentary.has_begun && len > 0)
        seat_say(&watch->seat, line, len);
}

static void on_input_ended(void *owner)
{
    (void)owner;
}

static void on_opened(void *owner)
{
    struct watch_command *watch = owner;
    struct lines_events events = {.owner = watch, .line = on_line_typed, .end = on_input_ended};
    if (watch->talks)
        watch->lines = lines_create(session_loop(watch->session), STDIN_FILENO, &events);
}

static void on_closing(void *owner)
{
    struct watch_command *watch = owner;
    seat_finish(&watch->seat);
    lines_destroy(watch->lines);
}

/* --- the command --- */

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct watch_command *watch = owner;
    seat_event(&watch->seat, event, body);
}

static int run_session(struct watch_command *watch, const struct options *options)
{
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .server_key = options->values[OPTION_SERVER_KEY],
        .only_looks = true,
    };
    struct session_events events = {
        .owner = watch,
        .opened = on_opened,
        .ready = on_connected,
        .interrupted = on_interrupted,
        .event = on_event,
        .closing = on_closing,
    };
    return session_run(&config, &events, &watch->session);
}

int watch_run(const struct options *options, struct error *error)
{
    bool is_json = options->values[OPTION_JSON] != NULL;
    struct watch_command watch = {
        .console = {.out = is_json ? stderr : stdout},
        .commentary = {.console = &watch.console, .json = is_json ? stdout : NULL},
        .seat.events =
            {
                .owner = &watch,
                .begun = on_begun,
                .changed = on_changed,
                .presence = on_presence,
                .takeback = on_takeback,
                .refused = on_refused,
                .failed = on_failed,
                .said = on_said,
            },
        .talks = options->values[OPTION_CHAT] != NULL,
    };
    if (options->argument_count > 0 &&
        options_number(options->arguments[0], "a match", WIRE_INT_MAX, &watch.match, error))
        return EXIT_USAGE;
    int exit_code = run_session(&watch, options);
    commentary_finish(&watch.commentary);
    return exit_code;
}

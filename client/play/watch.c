/* `takeaway watch`: a live match, move by move, to its end, and what its spectators say. */
#include "client/command.h"
#include "client/lib/lines.h"
#include "client/lib/loop.h"
#include "client/play/chat.h"
#include "client/play/commentary.h"
#include "client/play/commentary_json.h"
#include "client/record/follower.h"
#include "client/record/summary.h"
#include "client/session.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>
#include <unistd.h>

struct watch {
    struct session *session;
    struct console console;
    struct follower follower;
    struct commentary commentary;
    struct commentary_json commentary_json;
    json_t *summary; /* of the match, for the latter; NULL: a person is told */
    struct chat chat;
    struct lines *lines; /* what is typed is said; NULL: nothing is read */
    bool talks;          /* --chat */
    bool json;
    int64_t match; /* 0: the newest, not found yet */
    bool has_begun;
};

static void tell_person(struct watch *watch, const struct match *match)
{
    if (watch->has_begun)
        commentary_go_on(&watch->commentary, match);
    else
        commentary_begin(&watch->commentary, match);
}

static void tell_program(struct watch *watch, const struct match *match)
{
    if (watch->has_begun)
        commentary_json_go_on(&watch->commentary_json, match);
    else
        commentary_json_begin(&watch->commentary_json, match, watch->summary);
}

static void on_moves(void *owner, const struct error *error, const void *result)
{
    struct watch *watch = owner;
    follower_resumed(&watch->follower, error, result);
}

static void on_moves_wanted(void *owner, const struct wire_resume *resume)
{
    struct watch *watch = owner;
    client_call(session_client(watch->session), WIRE_MATCH_RESUME, resume, on_moves, watch);
}

static void on_match_changed(void *owner)
{
    struct watch *watch = owner;
    const struct match *match = watch->follower.match;
    if (watch->json)
        tell_program(watch, match);
    else
        tell_person(watch, match);
    watch->has_begun = true;
    if (match_is_over(match))
        session_end(watch->session, EXIT_OK);
}

static void on_presence_changed(void *owner, const struct wire_presence *presence)
{
    struct watch *watch = owner;
    const struct match *match = watch->follower.match;
    if (watch->json) {
        commentary_json_presence(&watch->commentary_json, presence);
        return;
    }
    bool is_first = wire_text_equal(presence->player, "first");
    enum match_seat seat = is_first ? MATCH_FIRST : MATCH_SECOND;
    struct text text = {0};
    text_printf(&text, "%s %s", match_player(match, seat),
                presence->online ? "is connected again" : "is not connected now");
    int64_t claim_ms = match_claim_in_ms(match, clock_now_ms());
    if (!presence->online && match_turn(match) == seat && claim_ms >= 0) {
        text_printf(&text, "; unless they come back, %s may claim the match in ",
                    match_player(match, is_first ? MATCH_SECOND : MATCH_FIRST));
        words_countdown(claim_ms, &text);
    }
    text_append_char(&text, '.');
    console_say_text(&watch->console, &text);
}

static void on_match_failed(void *owner, const struct error *error)
{
    struct watch *watch = owner;
    session_fail(watch->session, error);
}

/* The match as it stands, after a break again. */
static void take_match(struct watch *watch, const struct wire_match *state)
{
    if (watch->follower.match) {
        follower_take(&watch->follower, state);
        chat_refresh(&watch->chat);
    } else {
        struct wire_summary summary = summary_of_match(state);
        watch->summary = watch->json ? summary_json(&summary) : NULL;
        chat_enter(&watch->chat, session_client(watch->session), watch->match);
        follower_begin(&watch->follower, state);
    }
}

static void on_match(void *owner, const struct error *error, const void *result)
{
    struct watch *watch = owner;
    const struct wire_match *state = result;
    if (!error)
        take_match(watch, state);
    else if (error->code == ERROR_MATCH_OVER && watch->has_begun)
        follower_refresh(&watch->follower); /* it ended while the connection was broken */
    else
        session_fail(watch->session, error);
}

static void begin_watching(struct watch *watch)
{
    struct wire_match_number number = {.match = watch->match};
    client_call(session_client(watch->session), WIRE_MATCH_WATCH, &number, on_match, watch);
}

static void on_newest(void *owner, const struct error *error, const void *result)
{
    struct watch *watch = owner;
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

static void look_for_newest(struct watch *watch)
{
    struct wire_match_page page = {.after = WIRE_ABSENT, .before = WIRE_INT_MAX, .limit = 1};
    client_call(session_client(watch->session), WIRE_MATCH_LIST, &page, on_newest, watch);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct watch *watch = owner;
    if (!is_first)
        console_say(&watch->console, "Connected again.");
    if (watch->match > 0)
        begin_watching(watch);
    else
        look_for_newest(watch);
}

static void on_interrupted(void *owner, const struct error *reason)
{
    struct watch *watch = owner;
    struct text text = {0};
    session_print_interruption(watch->session, reason, &text);
    console_say_text(&watch->console, &text);
}

/* --- the spectators' room --- */

static void on_line_typed(void *owner, const char *line, size_t len)
{
    struct watch *watch = owner;
    if (watch->has_begun && len > 0)
        chat_say(&watch->chat, line, len);
}

static void on_line_said(void *owner, const struct wire_chat_line *line)
{
    struct watch *watch = owner;
    commentary_json_said(&watch->commentary_json, line);
}

static void input_ends(void *owner)
{
    (void)owner;
}

static void on_opened(void *owner)
{
    struct watch *watch = owner;
    struct lines_events events = {.owner = watch, .line = on_line_typed, .end = input_ends};
    if (watch->talks)
        watch->lines = lines_create(session_loop(watch->session), STDIN_FILENO, &events);
}

static void on_closing(void *owner)
{
    struct watch *watch = owner;
    lines_destroy(watch->lines);
}

/* --- the command --- */

static void on_event(void *owner, enum wire_event event, const void *body)
{
    struct watch *watch = owner;
    if (event == WIRE_EVENT_CHAT_SAID)
        chat_event(&watch->chat, body);
    else
        follower_event(&watch->follower, event, body);
}

static int run_session(struct watch *watch, const struct options *options)
{
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
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

int watch_run(const struct options *options)
{
    bool json = options->values[OPTION_JSON] != NULL;
    struct watch watch = {
        .console = {.out = json ? stderr : stdout},
        .talks = options->values[OPTION_CHAT] != NULL,
        .json = json,
        .commentary_json = {.out = stdout},
    };
    if (json) {
        watch.chat.events.owner = &watch;
        watch.chat.events.said = on_line_said;
    }
    watch.follower.events = (struct follower_events){&watch, on_moves_wanted, on_match_changed,
                                                     on_presence_changed, on_match_failed};
    watch.commentary.console = watch.chat.console = &watch.console;
    struct error error;
    if (options->argument_count > 0 &&
        options_number(options->arguments[0], "a match", WIRE_INT_MAX, &watch.match, &error))
        return command_refuse("watch", &error);
    int exit_code = run_session(&watch, options);
    commentary_finish(&watch.commentary);
    commentary_json_finish(&watch.commentary_json);
    json_decref(watch.summary);
    follower_finish(&watch.follower);
    return exit_code;
}

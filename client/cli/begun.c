#include "client/cli/begun.h"

#include "client/cli/wish.h"
#include "client/lib/seeking.h"
#include "common/base/exit_status.h"

#include <inttypes.h>
#include <stdio.h>

/* The acceptance of a code. */
struct coming {
    struct session *session;
    struct seeking seeking;
    struct console *console;
    const char *code;
    int64_t match; /* that is to be played; 0: none yet */
};

static void on_refused(struct coming *coming, const struct error *reason)
{
    struct error error = *reason;
    if (reason->code == ERROR_NO_SUCH_INVITATION)
        error_set(
            &error, reason->code,
            "this invitation is no longer open: it has been used, taken back, or has expired; "
            "ask for a new one");
    session_fail(coming->session, &error);
}

static void on_news(void *owner, const struct seeking_news *news)
{
    struct coming *coming = owner;
    struct text words = {0};
    if (news->kind == SEEKING_SHOWN) {
        wish_say_news(&coming->seeking, news, &words);
        console_say_text(coming->console, &words);
        seeking_come(&coming->seeking, coming->code);
    } else if (news->kind == SEEKING_NOT_SHOWN || news->kind == SEEKING_NOT_COME) {
        on_refused(coming, &news->error);
    }
    text_finish(&words);
}

static void on_began(void *owner, const struct wire_match *state, int64_t offer)
{
    struct coming *coming = owner;
    (void)offer;
    coming->match = state->match;
    session_pause(coming->session);
}

static void on_ready(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    struct coming *coming = owner;
    if (!is_first)
        return; /* the client repeats the requests */
    coming->seeking.client = session_client(coming->session);
    seeking_look_at(&coming->seeking, coming->code, welcome->matches_count > 0);
}

static void on_closing(void *owner)
{
    struct coming *coming = owner;
    seeking_finish(&coming->seeking);
}

int begun_by_code(const struct session_config *config, const char *code, struct console *console,
                  struct begun *ret_begun)
{
    struct coming coming = {.console = console, .code = code};
    coming.seeking.events = (struct seeking_events){&coming, on_news, on_began, NULL};
    struct session_events events = {.owner = &coming, .ready = on_ready, .closing = on_closing};
    int status = session_run(config, &events, &coming.session);
    if (status == EXIT_OK)
        *ret_begun = (struct begun){.session = coming.session, .match = coming.match};
    return status;
}

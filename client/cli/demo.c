/* `takeaway demo`: two bots play a match on a temporary server of their own. */
#include "client/cli/bot_process.h"
#include "client/cli/command.h"
#include "client/cli/own_name.h"
#include "client/cli/session.h"
#include "client/cli/show.h"
#include "client/cli/wish.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct demo {
    const struct options *options;
    struct wish wish; /* the game and the start */
    struct session *session;
    const char *strategies[2];
    char names[2][WIRE_NAME_MAX + 1];
    struct bot_process *bots[2]; /* the first mover, who challenges the other, comes first */
    struct show show;
};

/* --- a folder for the database --- */

static enum error_code make_folder(struct text *ret_folder, struct error *error)
{
    const char *temporary = getenv("TMPDIR");
    text_printf(ret_folder, "%s/takeaway-demo-XXXXXX", temporary ? temporary : "/tmp");
    if (!mkdtemp(ret_folder->bytes))
        return error_set(error, ERROR_IO, "cannot make the folder %s: %s", ret_folder->bytes,
                         strerror(errno));
    return ERROR_NONE;
}

/* Removes the folder and the files in it. */
static void remove_folder(const char *folder)
{
    DIR *files = opendir(folder);
    if (!files)
        return;
    const struct dirent *file;
    while ((file = readdir(files)))
        unlinkat(dirfd(files), file->d_name, 0); /* fails for . and .., harmlessly */
    closedir(files);
    rmdir(folder);
}

/* --- the match --- */

static void on_history(void *owner, const void *result, struct text *out)
{
    (void)out;
    struct demo *demo = owner;
    const struct wire_summaries *history = result;
    if (history->matches_count == 0) {
        struct error none;
        error_set(&none, ERROR_NO_SUCH_MATCH, "the bots have played no match");
        session_fail(demo->session, &none);
        return;
    }
    struct wire_resume resume = {.match = history->matches[0].match, .after = WIRE_ABSENT};
    demo->show.form.json = demo->options->values[OPTION_JSON] != NULL;
    demo->show.session = demo->session;
    session_ask(demo->session, WIRE_MATCH_RESUME, &resume, show_print, &demo->show);
}

static void on_bot_failed(struct demo *demo, int bot, int status)
{
    struct error error;
    error_set(&error, ERROR_IO, "the bot %s has ended (status %d)", demo->names[bot], status);
    session_fail(demo->session, &error);
}

static void on_first_ended(void *owner, int status)
{
    struct demo *demo = owner;
    if (status != 0) {
        on_bot_failed(demo, 0, status);
        return;
    }
    struct wire_history_page page = {.before = WIRE_ABSENT, .limit = 1};
    session_ask(demo->session, WIRE_HISTORY_LIST, &page, on_history, demo);
}

static void on_second_ended(void *owner, int status)
{
    on_bot_failed(owner, 1, status);
}

static void start_bot(struct demo *demo, int bot, const struct bot_process_config *config,
                      const struct bot_process_events *events)
{
    struct error error;
    if (bot_process_start(session_loop(demo->session), config, events, &demo->bots[bot], &error))
        session_fail(demo->session, &error);
}

static void on_second_ready(void *owner, const char *name)
{
    struct demo *demo = owner;
    struct bot_process_config config = {
        .server = session_address(demo->session),
        .strategy = demo->strategies[0],
        .name = demo->names[0],
        .challenge = name,
        .rules = demo->wish.rules.text,
        .look = look_text(demo->wish.rules.look),
        .start = demo->wish.start.len > 0 ? text_string(&demo->wish.start) : NULL,
    };
    struct bot_process_events events = {.owner = demo, .ended = on_first_ended};
    start_bot(demo, 0, &config, &events);
}

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct demo *demo = owner;
    if (!is_first)
        return;
    struct bot_process_config config = {
        .server = session_address(demo->session),
        .strategy = demo->strategies[1],
        .name = demo->names[1],
    };
    struct bot_process_events events = {
        .owner = demo,
        .ready = on_second_ready,
        .ended = on_second_ended,
    };
    start_bot(demo, 1, &config, &events);
}

/* --- the command --- */

static void on_closing(void *owner)
{
    struct demo *demo = owner;
    bot_processes_stop(demo->bots, 2);
}

static void choose_bots(struct demo *demo)
{
    const char *first = demo->options->values[OPTION_FIRST_STRATEGY];
    const char *second = demo->options->values[OPTION_SECOND_STRATEGY];
    demo->strategies[0] = first ? first : "perfect";
    demo->strategies[1] = second ? second : "random";
    for (int i = 0; i < 2; i++) {
        struct text name = {0};
        text_printf(&name, "%s-%s", i == 0 ? "first" : "second", demo->strategies[i]);
        name_fit(text_string(&name), demo->names[i]);
        text_finish(&name);
    }
}

static int run_session(struct demo *demo, const char *folder)
{
    struct text database = {0};
    text_printf(&database, "%s/demo.db", folder);
    struct session_config config = {
        .database = text_string(&database),
        .name = "viewer",
        .only_looks = true,
    };
    struct session_events events = {
        .owner = demo,
        .ready = on_connected,
        .closing = on_closing,
    };
    int exit_code = session_run(&config, &events, &demo->session);
    text_finish(&database);
    return exit_code;
}

int demo_run(const struct options *options, struct error *error)
{
    struct demo demo = {.options = options};
    struct text folder = {0};
    int exit_code;
    if (wish_parse(options, &demo.wish, error)) {
        exit_code = EXIT_USAGE;
    } else if (make_folder(&folder, error)) {
        exit_code = EXIT_REFUSED;
    } else {
        choose_bots(&demo);
        exit_code = run_session(&demo, text_string(&folder));
        remove_folder(text_string(&folder));
    }
    show_finish(&demo.show);
    wish_finish(&demo.wish);
    text_finish(&folder);
    return exit_code;
}

/* `takeaway show` and `takeaway review`: the record of a match, and what its moves were worth. */
#include "client/record/show.h"

#include "client/command.h"
#include "client/record/record.h"
#include "client/record/review_print.h"
#include "client/record/summary.h"

#include <inttypes.h>
#include <stdio.h>

static void on_moves(void *owner, const struct error *error, const void *result)
{
    struct show *show = owner;
    follower_resumed(&show->follower, error, result);
}

static void on_moves_wanted(void *owner, const struct wire_resume *resume)
{
    struct show *show = owner;
    client_call(session_client(show->session), WIRE_MATCH_RESUME, resume, on_moves, show);
}

/* Appends the review of the match, which the follower gives up. */
static void print_review(struct show *show, struct text *out)
{
    struct replay replay = {0};
    replay_begin(&replay, show->follower.match);
    show->follower.match = NULL;
    struct solver *solver = solver_create(&replay.match->rules);
    review_judge(&replay, solver);
    if (show->form.json)
        review_json_add(&replay, solver, show->summary);
    else
        review_print(&replay, solver, out);
    solver_destroy(solver);
    replay_finish(&replay);
}

static void on_match_complete(void *owner)
{
    struct show *show = owner;
    const struct match *match = show->follower.match;
    struct text text = {0};
    if (session_has_ended(show->session))
        return;
    if (show->form.is_review && !match_is_over(match)) {
        struct error error;
        error_set(&error, ERROR_TOO_EARLY,
                  "match %" PRId64 " goes on; it can be reviewed when it has ended", match->id);
        session_fail(show->session, &error);
        return;
    }
    if (show->form.json)
        record_json_add(match, show->summary);
    else if (!show->form.is_review)
        record_print(match, &text);
    if (show->form.is_review)
        print_review(show, &text);
    if (show->form.json)
        json_print(json_incref(show->summary), &text);
    else
        text_append(&text, text_string(&show->when), show->when.len);
    fputs(text_string(&text), stdout);
    text_finish(&text);
    session_end(show->session, EXIT_OK);
}

static void on_match_failed(void *owner, const struct error *error)
{
    struct show *show = owner;
    session_fail(show->session, error);
}

static void print_when(const struct wire_match *state, struct text *out)
{
    text_append_string(out, "Begun ");
    summary_print_time(state->created, out);
    if (state->ended != WIRE_ABSENT) {
        text_append_string(out, ", ended ");
        summary_print_time(state->ended, out);
    }
    text_append_string(out, ".\n");
}

static void on_match(void *owner, const struct error *error, const void *result)
{
    struct show *show = owner;
    const struct wire_match *state = result;
    if (error) {
        session_fail(show->session, error);
        return;
    }
    struct wire_summary summary = summary_of_match(state);
    show->summary = summary_json(&summary);
    print_when(state, &show->when);
    follower_begin(&show->follower, state);
}

void show_begin(struct show *show, struct session *session, int64_t match, struct show_form form)
{
    *show = (struct show){
        .session = session,
        .form = form,
        .follower =
            {
                .events =
                    {
                        .owner = show,
                        .wanted = on_moves_wanted,
                        .changed = on_match_complete,
                        .failed = on_match_failed,
                    },
            },
    };
    struct wire_resume resume = {.match = match, .after = WIRE_ABSENT};
    client_call(session_client(session), WIRE_MATCH_RESUME, &resume, on_match, show);
}

void show_finish(struct show *show)
{
    follower_finish(&show->follower);
    json_decref(show->summary);
    text_finish(&show->when);
}

/* --- the command --- */

struct show_command {
    struct session *session;
    struct show show;
    int64_t match;
    struct show_form form;
};

static void on_connected(void *owner, const struct wire_welcome *welcome, bool is_first)
{
    (void)welcome;
    struct show_command *command = owner;
    if (is_first)
        show_begin(&command->show, command->session, command->match, command->form);
}

static int run(const char *name, bool is_review, const struct options *options)
{
    struct show_command command = {
        .form = {.is_review = is_review, .json = options->values[OPTION_JSON] != NULL},
    };
    struct error error;
    if (options_number(options->arguments[0], "a match", WIRE_INT_MAX, &command.match, &error))
        return command_refuse(name, &error);
    struct session_config config = {
        .server = options->values[OPTION_SERVER],
        .only_looks = true,
    };
    struct session_events events = {.owner = &command, .ready = on_connected};
    int exit_code = session_run(&config, &events, &command.session);
    show_finish(&command.show);
    return exit_code;
}

int show_run(const struct options *options)
{
    return run("show", false, options);
}

int review_run(const struct options *options)
{
    return run("review", true, options);
}

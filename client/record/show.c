/* `takeaway show` and `takeaway review`: the record of a match, and what its moves were worth. */
#include "client/record/show.h"

#include "client/command.h"
#include "client/record/record.h"
#include "client/record/review_print.h"
#include "client/record/summary.h"

#include <assert.h>
#include <inttypes.h>

static void on_moves(void *owner, const void *result, struct text *out)
{
    struct show *show = owner;
    show->out = out;
    follower_resumed(&show->follower, NULL, result);
}

static void on_moves_wanted(void *owner, const struct wire_resume *resume)
{
    struct show *show = owner;
    session_ask(show->session, WIRE_MATCH_RESUME, resume, on_moves, show);
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
        record_print(match, show->out);
    if (show->form.is_review)
        print_review(show, show->out);
    if (show->form.json)
        json_print(json_incref(show->summary), show->out);
    else
        text_append(show->out, text_string(&show->when), show->when.len);
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

void show_init(struct show *show, struct show_form form)
{
    *show = (struct show){
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
}

void show_print(void *owner, const void *result, struct text *out)
{
    struct show *show = owner;
    const struct wire_match *state = result;
    struct wire_summary summary = summary_of_match(state);
    assert(show->session && !show->summary);
    show->out = out;
    show->summary = summary_json(&summary);
    print_when(state, &show->when);
    follower_begin(&show->follower, state);
}

void show_finish(struct show *show)
{
    follower_finish(&show->follower);
    json_decref(show->summary);
    text_finish(&show->when);
}

static int run(const char *name, bool is_review, const struct options *options)
{
    struct wire_resume resume = {.after = WIRE_ABSENT};
    struct show show;
    struct error error;
    if (options_number(options->arguments[0], "a match", WIRE_INT_MAX, &resume.match, &error))
        return command_refuse(name, &error);
    struct session_config config = {.server = options->values[OPTION_SERVER], .only_looks = true};
    show_init(&show, (struct show_form){is_review, options->values[OPTION_JSON] != NULL});
    int exit_code =
        session_ask_once(&config, WIRE_MATCH_RESUME, &resume, show_print, &show, &show.session);
    show_finish(&show);
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

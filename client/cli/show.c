/* `takeaway show` and `takeaway review`: the record of a match, and the judgement of its moves. */
#include "client/cli/show.h"

#include "client/cli/command.h"
#include "client/lib/loop.h"
#include "client/lib/match_updates.h"
#include "client/show/record.h"
#include "client/show/summary.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

/* Appends the review of the match and takes ownership of show->match. */
static void print_review(struct show *show, struct text *out)
{
    struct replay replay = {0};
    replay_begin(&replay, show->match);
    show->match = NULL;
    struct solver *solver = solver_create(&replay.match->rules);
    replay_judge_by(&replay, solver);
    if (show->form.json)
        review_json_add(&replay, solver, show->summary);
    else
        review_print(&replay, solver, out);
    solver_destroy(solver);
    replay_finish(&replay);
}

static void print_match(struct show *show, struct text *out)
{
    const struct match *match = show->match;
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
        record_print(match, out);
    if (show->form.is_review)
        print_review(show, out);
    if (show->form.json)
        json_print(json_incref(show->summary), out);
    else
        text_append(out, text_string(&show->when), show->when.len);
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

static void print_page(void *owner, const void *result, struct text *out)
{
    struct show *show = owner;
    const struct wire_match *state = result;
    enum match_update update;
    struct error error;
    enum error_code failed =
        show->match ? match_apply_state(show->match, state, clock_now_ms(), &update, &error)
                    : match_create(state, clock_now_ms(), &show->match, &update, &error);
    if (failed) {
        session_fail(show->session, &error);
    } else if (update == MATCH_BEHIND) {
        struct wire_resume resume = {.match = show->match->id, .after = show->match->ply};
        session_ask(show->session, WIRE_MATCH_RESUME, &resume, print_page, show);
    } else {
        print_match(show, out);
    }
}

void show_print(void *owner, const void *result, struct text *out)
{
    struct show *show = owner;
    const struct wire_match *state = result;
    assert(show->session && !show->match && !show->summary);
    show->summary = summary_json(&wire_record_match, state);
    print_when(state, &show->when);
    print_page(show, state, out);
}

void show_finish(struct show *show)
{
    match_destroy(show->match);
    json_decref(show->summary);
    text_finish(&show->when);
}

int show_run(const struct options *options, struct error *error)
{
    struct wire_resume resume = {.after = WIRE_ABSENT};
    bool is_review = strcmp(options->command->name, "review") == 0;
    struct show show = {.form = {is_review, options->values[OPTION_JSON] != NULL}};
    if (options_number(options->arguments[0], "a match", WIRE_INT_MAX, &resume.match, error))
        return EXIT_USAGE;
    struct session_config config = {.server = options->values[OPTION_SERVER],
                                    .server_key = options->values[OPTION_SERVER_KEY],
                                    .only_looks = true};
    int exit_code =
        session_ask_once(&config, WIRE_MATCH_RESUME, &resume, show_print, &show, &show.session);
    show_finish(&show);
    return exit_code;
}

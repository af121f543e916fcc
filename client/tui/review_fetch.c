/* How a match comes under review: fetched in pages, and judged. */
#include "client/tui/review_state.h"
#include "client/words/words.h"

#include <inttypes.h>

static void on_judged(void *owner, const char *marks)
{
    struct review *review = owner;
    review->judging = NULL;
    replay_judge(&review->replay, marks);
    review_begin(review, review->replay.stop);
    app_redraw(review->page.app);
}

static void tell_result(struct review *review)
{
    const struct match *match = review->replay.match;
    text_clear(&review->title);
    text_clear(&review->result);
    text_printf(&review->title, "Match %" PRId64 ": ", match->id);
    words_rules(match->rules.text, &review->title);
    if (match_is_over(match))
        words_result(match, &review->result);
    else
        text_append_string(&review->result,
                           "The match goes on; the moves are judged when it has ended.");
}

/* The whole match is there. */
static void take(struct review *review)
{
    int64_t stop = review->replay.match ? review->replay.stop : 1;
    judging_drop(review->judging);
    review->judging = NULL;
    replay_begin(&review->replay, review->coming);
    review->coming = NULL;
    if (match_is_over(review->replay.match) &&
        !replay_judge(&review->replay, text_string(&review->coming_marks)))
        review->judging =
            judging_start(app_solvers(review->page.app), review->replay.match, on_judged, review);
    tell_result(review);
    review_begin(review, stop);
}

static void take_marks(struct review *review, const struct wire_match *state)
{
    for (size_t i = 0; i < state->marks_count; i++) {
        if (review->coming_marks.len > 0)
            text_append_char(&review->coming_marks, ' ');
        text_append(&review->coming_marks, state->marks[i].bytes, state->marks[i].len);
    }
}

static enum error_code take_page(struct review *review, const struct wire_match *state,
                                 enum match_update *ret_update, struct error *error)
{
    int64_t now_ms = app_now_ms(review->page.app);
    take_marks(review, state);
    if (review->coming)
        return match_apply_state(review->coming, state, now_ms, ret_update, error);
    return match_create(state, now_ms, &review->coming, ret_update, error);
}

static void fail(struct review *review, const struct error *error)
{
    app_tell_error(review->page.app, error);
    if (review->replay.match)
        return;
    text_clear(&review->result);
    text_append_string(&review->result, error->message);
}

static void ask_for_page(struct review *review);

static void ask_for_match(struct review *review)
{
    match_destroy(review->coming);
    review->coming = NULL;
    text_clear(&review->coming_marks);
    review->is_outdated = false;
    ask_for_page(review);
}

static void on_page(void *owner, const struct error *error, const void *result)
{
    struct review *review = owner;
    enum match_update update = MATCH_UPDATED;
    struct error failure;
    review->is_asking = false;
    if (!error && take_page(review, result, &update, &failure))
        error = &failure;
    if (error)
        fail(review, error);
    else if (review->is_outdated)
        ask_for_match(review);
    else if (update == MATCH_BEHIND)
        ask_for_page(review);
    else
        take(review);
}

static void ask_for_page(struct review *review)
{
    struct wire_resume resume = {
        .match = review->id,
        .after = review->coming ? review->coming->ply : WIRE_ABSENT,
    };
    review->is_asking = true;
    app_call(&review->page, WIRE_MATCH_RESUME, &resume, on_page);
}

void review_fetch(struct review *review)
{
    if (!review->is_asking)
        ask_for_match(review);
}

static int64_t match_of_event(enum wire_event event, const void *body)
{
    if (event == WIRE_EVENT_MATCH_MOVED)
        return ((const struct wire_moved *)body)->match;
    if (event == WIRE_EVENT_MATCH_ENDED)
        return ((const struct wire_ended *)body)->match;
    return WIRE_ABSENT;
}

void review_take_event(struct review *review, enum wire_event event, const void *body)
{
    if (match_of_event(event, body) != review->id)
        return;
    review->is_outdated = review->is_asking;
    review_fetch(review);
}

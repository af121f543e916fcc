#include "client/tui/review_page.h"

#include "client/cli/solvers.h"
#include "client/lib/match_updates.h"
#include "client/tui/app.h"
#include "client/tui/guide_page.h"
#include "client/tui/scroll.h"
#include "common/base/memory.h"
#include "common/judge/judge.h"
#include "common/words/choice.h"
#include "common/words/review.h"
#include "common/words/words.h"

#include <assert.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { TICKS_A_MOVE = 4 }; /* during playback: about a second */

/* --- judging, on a thread, of a match without marks from the server --- */

struct review_judging {
    struct solvers_job *job;
    struct text start, moves;
    void (*done)(void *owner, const char *marks);
    void *owner;
    struct text marks;
    /* Shared by the loop and the thread. */
    atomic_bool is_dropped;
    _Atomic int64_t asked; /* moves begun, in their order */
};

static bool goes_on(void *owner)
{
    struct review_judging *judging = owner;
    atomic_fetch_add(&judging->asked, 1);
    return !atomic_load(&judging->is_dropped);
}

static void judge(void *owner, struct solver *solver)
{
    struct review_judging *judging = owner;
    struct patience patience = {.go_on = goes_on, .owner = judging};
    struct error error;
    enum error_code failed =
        judge_match(solver, text_string(&judging->start), text_string(&judging->moves), &patience,
                    &judging->marks, &error);
    assert(!failed || failed == ERROR_DISCONNECTED); /* the match was checked on arrival */
    (void)failed;
}

static void finish_judging(void *owner)
{
    struct review_judging *judging = owner;
    if (!atomic_load(&judging->is_dropped))
        judging->done(judging->owner, text_string(&judging->marks));
    text_finish(&judging->start);
    text_finish(&judging->moves);
    text_finish(&judging->marks);
    free(judging);
}

/* Copies the match. `done` is called once, unless the judging is dropped, and never before this
 * returns. */
static struct review_judging *judging_start(struct solvers *solvers, const struct match *match,
                                            void (*done)(void *owner, const char *marks),
                                            void *owner)
{
    struct review_judging *judging = memory_zeroed(1, sizeof *judging);
    judging->done = done;
    judging->owner = owner;
    position_print(&match->rules, &match->start, &judging->start);
    text_append(&judging->moves, text_string(&match->moves), match->moves.len);
    struct solvers_task task = {.owner = judging, .run = judge, .finish = finish_judging};
    judging->job = solvers_start(solvers, &match->rules, &task);
    return judging;
}

/* Stops the judging; NULL is allowed. */
static void judging_drop(struct review_judging *judging)
{
    if (!judging)
        return;
    atomic_store(&judging->is_dropped, true);
    solvers_drop(judging->job);
}

/* The number of moves judged so far. */
static int64_t judging_progress(const struct review_judging *judging)
{
    int64_t asked = atomic_load(&judging->asked);
    return asked > 0 ? asked - 1 : 0;
}

/* --- the page --- */

struct review {
    struct page page;
    int64_t id;
    struct text title, result;

    /* The match while its pages arrive; otherwise NULL. */
    struct match *coming;
    struct text coming_marks;
    bool is_asking;
    bool is_outdated; /* the match has moved on since the request */

    struct replay replay;
    bool was_moved;                 /* the person or the playback has chosen the stop */
    struct review_judging *judging; /* NULL: not needed, or done */
    struct why *why;                /* pending, for the stop */
    struct choice choice;           /* the move at the stop */
    bool has_move;
    struct text move, worth, winning, figures;
    bool hides_marks;
    bool plays;
    int ticks;             /* since the last step of the playback */
    int skip, rows, below; /* of the text, at the last drawing */
};

static struct review *review_of(struct page *page)
{
    return (struct review *)page;
}

static bool is_over(const struct review *review)
{
    return review->replay.match && match_is_over(review->replay.match);
}

/* --- the stop --- */

static void say(struct review *review, const struct solution *solution)
{
    bool is_won = solution && solution->outcome == OUTCOME_N && solution->has_best;
    text_clear(&review->worth);
    text_clear(&review->winning);
    review_say_worth(&review->replay, is_won ? &solution->best : NULL, &review->worth);
    if (solution)
        review_say_winning(&review->replay, solution, &review->winning);
}

static void on_consequence_known(void *owner, const struct solution *solution, const char *text)
{
    (void)solution;
    struct review *review = owner;
    review->why = NULL;
    review_say_after(&review->replay, text, &review->figures);
    app_redraw(review->page.app);
}

/* After a move that threw the win away, asks the solver for the opponent's winning move. */
static void ask_consequence(struct review *review)
{
    struct match_step step;
    struct position after = {0};
    const struct mark *mark = replay_mark(&review->replay, review->replay.stop);
    if (!mark || !mark_is_mistake(mark) || mark->to_draw || !replay_step(&review->replay, &step))
        return;
    const struct rules *rules = &review->replay.match->rules;
    position_copy(&after, &review->replay.walk.position);
    move_apply(rules, &after, &step.move);
    review->why =
        why_ask(app_solvers(review->page.app), rules, &after, on_consequence_known, review);
    position_finish(&after);
}

static void on_known(void *owner, const struct solution *solution, const char *text)
{
    struct review *review = owner;
    assert(review->replay.match && is_over(review));
    review->why = NULL;
    replay_judge_start(&review->replay, solution->outcome);
    say(review, solution);
    text_append_string(&review->figures, text);
    ask_consequence(review);
    app_redraw(review->page.app);
}

/* Goes to another stop and makes its sentences. */
static void go(struct review *review, int64_t stop)
{
    struct replay *replay = &review->replay;
    const struct position *position = &replay->walk.position;
    struct match_step step;
    review->ticks = 0;
    if (!replay->match)
        return;
    replay_go(replay, stop);
    why_drop(review->why);
    review->why = NULL;
    review->skip = 0;
    text_clear(&review->move);
    text_clear(&review->figures);
    review->has_move = replay_step(replay, &step);
    if (review->has_move) {
        choice_begin(&review->choice, &replay->match->rules, position);
        choice_set(&review->choice, &step.move);
    }
    review_say_move(replay, &review->move);
    say(review, NULL);

    if (!is_over(review) || position_is_over(&replay->match->rules, position))
        return;
    struct why *why =
        why_ask(app_solvers(review->page.app), &replay->match->rules, position, on_known, review);
    if (why) /* otherwise answered already, which may have asked the next question */
        review->why = why;
}

/* Goes back to `stop`, where the person was. If the person has not moved yet, goes to their first
 * mistake, or to the start. */
static void begin(struct review *review, int64_t stop)
{
    const struct replay *replay = &review->replay;
    if (!review->was_moved)
        stop = replay_first_mistake(replay, replay->match->seat);
    if (!review->was_moved && stop == 0)
        stop = replay_first_mistake(replay, MATCH_SPECTATOR);
    go(review, stop);
}

/* --- the match, fetched in pages, and judged here unless the server has judged it --- */

static void on_judged(void *owner, const char *marks)
{
    struct review *review = owner;
    assert(review->judging && review->replay.match);
    review->judging = NULL;
    replay_judge(&review->replay, marks);
    begin(review, review->replay.stop);
    app_redraw(review->page.app);
}

/* Takes the completely fetched match. */
static void take(struct review *review)
{
    const struct match *match = review->coming;
    assert(match && !match->behind);
    int64_t stop = review->replay.match ? review->replay.stop : 1;
    judging_drop(review->judging);
    review->judging = NULL;
    replay_begin(&review->replay, review->coming);
    review->coming = NULL;
    bool is_ended = match_is_over(match);
    if (is_ended && !replay_judge(&review->replay, text_string(&review->coming_marks)))
        review->judging = judging_start(app_solvers(review->page.app), match, on_judged, review);

    text_clear(&review->title);
    text_clear(&review->result);
    text_printf(&review->title, "Match %" PRId64 ": ", match->id);
    words_rules(match->rules.text, match->rules.look, &review->title);
    if (is_ended)
        words_result(match, &review->result);
    else
        text_append_string(&review->result,
                           "The match goes on; the moves are judged when it has ended.");
    begin(review, stop);
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
    const struct wire_match *state = result;
    enum match_update update = MATCH_UPDATED;
    struct error failure = {0};
    review->is_asking = false;
    if (!error) {
        int64_t now_ms = app_now_ms(review->page.app);
        for (size_t i = 0; i < state->marks_count; i++) {
            if (review->coming_marks.len > 0)
                text_append_char(&review->coming_marks, ' ');
            text_append(&review->coming_marks, state->marks[i].bytes, state->marks[i].len);
        }
        if (review->coming)
            match_apply_state(review->coming, state, now_ms, &update, &failure);
        else
            match_create(state, now_ms, &review->coming, &update, &failure);
        error = failure.code ? &failure : NULL;
    }
    if (error) {
        app_tell_error(review->page.app, error);
        if (review->replay.match)
            return;
        text_clear(&review->result);
        text_append_string(&review->result, error->message);
        return;
    }

    if (review->is_outdated)
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
    assert(!review->is_asking);
    review->is_asking = true;
    app_call(&review->page, WIRE_MATCH_RESUME, &resume, on_page);
}

static void fetch(struct review *review)
{
    if (!review->is_asking)
        ask_for_match(review);
}

/* Fetches the match again after an event that changes it. */
static void review_event(struct page *page, enum wire_event event, const void *body)
{
    struct review *review = review_of(page);
    int64_t match = WIRE_ABSENT;
    if (event == WIRE_EVENT_MATCH_MOVED)
        match = ((const struct wire_moved *)body)->match;
    else if (event == WIRE_EVENT_MATCH_TAKEN_BACK)
        match = ((const struct wire_taken_back *)body)->match;
    else if (event == WIRE_EVENT_MATCH_ENDED)
        match = ((const struct wire_ended *)body)->match;
    if (match != review->id)
        return;
    review->is_outdated = review->is_asking;
    fetch(review);
}

/* --- the person --- */

static void review_ready(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    struct review *review = review_of(page);
    if (!is_over(review))
        fetch(review);
}

static void review_tick(struct page *page)
{
    struct review *review = review_of(page);
    if (review->judging)
        app_redraw(page->app);
    if (!review->plays || ++review->ticks < TICKS_A_MOVE)
        return;
    go(review, review->replay.stop + 1);
    review->plays = !replay_is_at_end(&review->replay);
    app_redraw(page->app);
}

/* --- keys --- */

static bool has_match(struct page *page)
{
    return review_of(page)->replay.match;
}

static void step(struct page *page, struct stroke stroke)
{
    struct review *review = review_of(page);
    bool is_back = stroke.kind == STROKE_LEFT || stroke.kind == STROKE_UP;
    int64_t stop = stroke.kind == STROKE_CHOOSE ? stroke.code
                   : stroke.kind == STROKE_HOME ? 1
                   : stroke.kind == STROKE_END  ? INT64_MAX
                                                : review->replay.stop + (is_back ? -1 : 1);
    review->plays = false;
    review->was_moved = true;
    go(review, stop);
}

static bool has_below(struct page *page)
{
    return has_match(page) && review_of(page)->below > 0;
}

static bool has_above(struct page *page)
{
    return has_match(page) && review_of(page)->skip > 0;
}

static void scroll(struct page *page, struct stroke stroke)
{
    struct review *review = review_of(page);
    scroll_stroke(stroke, review->rows, review->below, &review->skip);
}

/* The stop that `t` goes to: the next mistake, or else the first, unless it is at the current stop.
 * 0: none. */
static int64_t mistake_ahead(const struct review *review)
{
    if (!review->replay.match || review->hides_marks)
        return 0;
    int64_t next = replay_next_mistake(&review->replay),
            first = replay_first_mistake(&review->replay, MATCH_SPECTATOR);
    return next == 0 && first != review->replay.stop ? first : next;
}

static bool has_mistake(struct page *page)
{
    return mistake_ahead(review_of(page)) > 0;
}

/* The label of `t` names the player of the mistake. */
static const char *mistake_label(struct page *page)
{
    const struct review *review = review_of(page);
    const struct replay *replay = &review->replay;
    int64_t mistake = mistake_ahead(review);
    enum match_seat by = replay_seat_of_mistake(replay, mistake), own = replay->match->seat;
    bool is_next = mistake > replay->stop;
    if (own != MATCH_FIRST && own != MATCH_SECOND)
        return is_next ? "next mistake" : "first mistake";
    if (by == own)
        return is_next ? "your next mistake" : "your first mistake";
    return is_next ? "their next mistake" : "their first mistake";
}

static void go_to_mistake(struct page *page)
{
    struct review *review = review_of(page);
    review->was_moved = true;
    go(review, mistake_ahead(review));
}

static void open_guide(struct page *page)
{
    app_push(page->app, guide_page_create(review_of(page)->replay.match->rules.text));
}

static const char *play_label(struct page *page)
{
    return review_of(page)->plays ? "stop" : "play";
}

static void play_or_stop(struct page *page)
{
    struct review *review = review_of(page);
    review->was_moved = true;
    review->plays = !review->plays;
    if (review->plays && replay_is_at_end(&review->replay))
        go(review, 1);
    review->ticks = 0;
}

static bool has_marks(struct page *page)
{
    return is_over(review_of(page));
}

static const char *marks_label(struct page *page)
{
    return review_of(page)->hides_marks ? "show marks" : "hide marks";
}

static void hide_or_show_marks(struct page *page)
{
    review_of(page)->hides_marks = !review_of(page)->hides_marks;
}

static const struct key review_keys[] = {
    {{STROKE_LEFT, 0}, "Left", "back", .may = has_match, .act_by = step},
    {{STROKE_RIGHT, 0}, "Right", "on", .may = has_match, .act_by = step},
    {{STROKE_PAGE_DOWN, 0}, "PgDn", "more", .may = has_below, .act_by = scroll},
    {{STROKE_PAGE_UP, 0}, "PgUp", "back up", .may = has_above, .act_by = scroll},
    {{STROKE_CHARACTER, 't'}, "t", .say = mistake_label, .may = has_mistake, .act = go_to_mistake},
    {{STROKE_CHARACTER, 'g'}, "g", "guide", .may = has_match, .act = open_guide},
    {{STROKE_CHARACTER, ' '}, "Space", .say = play_label, .may = has_match, .act = play_or_stop},
    {{STROKE_CHARACTER, 'h'}, "h", .say = marks_label, .may = has_marks, .act = hide_or_show_marks},
    {{STROKE_HOME, 0}, "Home", "start", .may = has_match, .act_by = step},
    {{STROKE_END, 0}, "End", "end", .may = has_match, .act_by = step},
    {{STROKE_UP, 0}, "Up", "the move before", .may = has_match, .act_by = step},
    {{STROKE_DOWN, 0}, "Down", "the next move", .may = has_match, .act_by = step},
    {{STROKE_CHOOSE, 0}, .may = has_match, .act_by = step},
    KEYS_END,
};

static const char *review_title(struct page *page)
{
    return text_string(&review_of(page)->title);
}

static void review_draw_page(struct page *page, struct canvas *canvas, struct area area)
{
    struct review *review = review_of(page);
    struct review_view view = {
        .replay = &review->replay,
        .choice = review->has_move ? &review->choice : NULL,
        .hides_marks = review->hides_marks,
        .is_judging = review->judging,
        .judged = review->judging ? judging_progress(review->judging) : 0,
        .result = text_string(&review->result),
        .move = text_string(&review->move),
        .worth = text_string(&review->worth),
        .winning = text_string(&review->winning),
        .figures = text_string(&review->figures),
        .skip = review->skip,
    };
    review->rows = area.rows;
    review->below = review_draw(&view, canvas, area);
}

static void review_destroy(struct page *page)
{
    struct review *review = review_of(page);
    why_drop(review->why);
    judging_drop(review->judging);
    match_destroy(review->coming);
    replay_finish(&review->replay);
    choice_finish(&review->choice);
    struct text *texts[] = {&review->title,       &review->result,  &review->move,
                            &review->worth,       &review->winning, &review->figures,
                            &review->coming_marks};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        text_finish(texts[i]);
    free(review);
}

static const struct page_kind review_kind = {
    .name = "review",
    .title = review_title,
    .draw = review_draw_page,
    .keys = review_keys,
    .event = review_event,
    .ready = review_ready,
    .tick = review_tick,
    .destroy = review_destroy,
};

struct page *review_page_create(int64_t match)
{
    struct review *review = memory_zeroed(1, sizeof *review);
    review->page.kind = &review_kind;
    review->id = match;
    text_printf(&review->title, "Match %" PRId64, match);
    text_append_string(&review->result, "Fetching the match ...");
    return &review->page;
}

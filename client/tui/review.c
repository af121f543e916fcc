#include "client/tui/review.h"

#include "client/record/review_words.h"
#include "client/tui/guide.h"
#include "client/tui/review_state.h"
#include "client/tui/review_view.h"
#include "client/tui/scroll.h"
#include "common/base/memory.h"

#include <inttypes.h>
#include <stdlib.h>

enum { TICKS_A_MOVE = 4 }; /* while it plays by itself: about a second */

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

/* Of a move that threw the win away: what the opponent could do then. */
static void ask_consequence(struct review *review)
{
    struct record_step step;
    struct position after = {0};
    const struct mark *mark = replay_mark(&review->replay, review->replay.stop);
    if (!mark || !mark->won || mark->kept || !replay_step(&review->replay, &step))
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
    review->why = NULL;
    replay_judge_start(&review->replay, solution->outcome);
    say(review, solution);
    text_append_string(&review->figures, text);
    ask_consequence(review);
    app_redraw(review->page.app);
}

static void ask_why(struct review *review)
{
    const struct match *match = review->replay.match;
    const struct position *position = &review->replay.walk.position;
    if (!is_over(review) || position_is_over(&match->rules, position))
        return;
    struct why *why =
        why_ask(app_solvers(review->page.app), &match->rules, position, on_known, review);
    if (why) /* else it has been answered, and that may have asked on */
        review->why = why;
}

static void show_move(struct review *review)
{
    struct record_step step;
    review->has_move = replay_step(&review->replay, &step);
    if (!review->has_move)
        return;
    choice_begin(&review->choice, &review->replay.match->rules, &review->replay.walk.position);
    choice_set(&review->choice, &step.move);
}

/* Says anew what there is to say about the stop. */
static void look(struct review *review)
{
    why_drop(review->why);
    review->why = NULL;
    review->skip = 0;
    text_clear(&review->move);
    text_clear(&review->figures);
    show_move(review);
    review_say_move(&review->replay, &review->move);
    say(review, NULL);
    ask_why(review);
}

void review_go(struct review *review, int64_t stop)
{
    review->ticks = 0;
    if (!review->replay.match)
        return;
    replay_go(&review->replay, stop);
    look(review);
}

void review_begin(struct review *review, int64_t stop)
{
    const struct replay *replay = &review->replay;
    if (!review->was_moved)
        stop = replay_first_mistake(replay, replay->match->seat);
    if (!review->was_moved && stop == 0)
        stop = replay_first_mistake(replay, MATCH_SPECTATOR);
    review_go(review, stop);
}

/* --- the person --- */

static void review_ready(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    struct review *review = review_of(page);
    if (!is_over(review))
        review_fetch(review);
}

static void review_event(struct page *page, enum wire_event event, const void *body)
{
    review_take_event(review_of(page), event, body);
}

static void review_tick(struct page *page)
{
    struct review *review = review_of(page);
    if (review->judging)
        app_redraw(page->app);
    if (!review->plays || ++review->ticks < TICKS_A_MOVE)
        return;
    review_go(review, review->replay.stop + 1);
    review->plays = !replay_is_at_end(&review->replay);
    app_redraw(page->app);
}

static void play_or_stop(struct review *review)
{
    review->plays = !review->plays;
    if (review->plays && replay_is_at_end(&review->replay))
        review_go(review, 1);
    review->ticks = 0;
}

/* The mistake that `t` leads to: the next one; where there is none, the first, unless it is the one
 * at the stop. 0: none. */
static int64_t mistake_ahead(const struct replay *replay)
{
    int64_t next = replay_next_mistake(replay),
            first = replay_first_mistake(replay, MATCH_SPECTATOR);
    if (next == 0 && first != replay->stop)
        return first;
    return next;
}

static void press(struct review *review, int64_t key)
{
    review->was_moved = review->was_moved || key == ' ' || key == 't';
    int64_t mistake = mistake_ahead(&review->replay);
    if (key == ' ')
        play_or_stop(review);
    else if (key == 't' && mistake > 0)
        review_go(review, mistake);
    else if (key == 'h')
        review->hides_marks = !review->hides_marks;
    else if (key == 'g' && review->replay.match)
        app_push(review->page.app, guide_page_create(review->replay.match->rules.text));
}

/* False: this leads to no stop. */
static bool stop_of(const struct review *review, struct stroke stroke, int64_t *ret_stop)
{
    const struct replay *replay = &review->replay;
    if (stroke.kind == STROKE_LEFT || stroke.kind == STROKE_UP)
        *ret_stop = replay->stop - 1;
    else if (stroke.kind == STROKE_RIGHT || stroke.kind == STROKE_DOWN)
        *ret_stop = replay->stop + 1;
    else if (stroke.kind == STROKE_HOME)
        *ret_stop = 1;
    else if (stroke.kind == STROKE_END)
        *ret_stop = INT64_MAX;
    else if (stroke.kind == STROKE_CHOOSE)
        *ret_stop = stroke.code;
    else
        return false;
    return true;
}

static bool is_key(struct stroke stroke)
{
    return stroke.kind == STROKE_CHARACTER &&
           (stroke.code == ' ' || stroke.code == 't' || stroke.code == 'h' || stroke.code == 'g');
}

static bool review_stroke(struct page *page, struct stroke stroke)
{
    struct review *review = review_of(page);
    int64_t stop;
    if (stop_of(review, stroke, &stop)) {
        review->plays = false;
        review->was_moved = true;
        review_go(review, stop);
        return true;
    }
    if (is_key(stroke)) {
        press(review, stroke.code);
        return true;
    }
    return scroll_stroke(stroke, review->rows, review->below, &review->skip);
}

/* Whose the mistake is that `t` leads to. */
static const char *mistake_label(const struct replay *replay, int64_t mistake)
{
    enum match_seat by = replay_seat_of_mistake(replay, mistake), own = replay->match->seat;
    bool is_next = mistake > replay->stop;
    if (own != MATCH_FIRST && own != MATCH_SECOND)
        return is_next ? "next mistake" : "first mistake";
    if (by == own)
        return is_next ? "your next mistake" : "your first mistake";
    return is_next ? "their next mistake" : "their first mistake";
}

static size_t review_hints(struct page *page, struct hint *ret_hints)
{
    const struct review *review = review_of(page);
    size_t count = 0;
    if (!review->replay.match)
        return 0;
    ret_hints[count++] = (struct hint){stroke_of(STROKE_LEFT), "Left", "back"};
    ret_hints[count++] = (struct hint){stroke_of(STROKE_RIGHT), "Right", "on"};
    int64_t mistake = review->hides_marks ? 0 : mistake_ahead(&review->replay);
    if (review->below > 0)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_PAGE_DOWN), "PgDn", "more"};
    if (review->skip > 0)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_PAGE_UP), "PgUp", "back up"};
    if (mistake > 0)
        ret_hints[count++] =
            (struct hint){stroke_character('t'), "t", mistake_label(&review->replay, mistake)};
    ret_hints[count++] = (struct hint){stroke_character('g'), "g", "guide"};
    ret_hints[count++] =
        (struct hint){stroke_character(' '), "Space", review->plays ? "stop" : "play"};
    if (is_over(review))
        ret_hints[count++] = (struct hint){stroke_character('h'), "h",
                                           review->hides_marks ? "show marks" : "hide marks"};
    ret_hints[count++] = (struct hint){stroke_of(STROKE_HOME), "Home", "start"};
    ret_hints[count++] = (struct hint){stroke_of(STROKE_END), "End", "end"};
    ret_hints[count++] = (struct hint){stroke_of(STROKE_UP), "Up", "the move before"};
    ret_hints[count++] = (struct hint){stroke_of(STROKE_DOWN), "Down", "the next move"};
    return count;
}

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

static const struct key keys[] = {{.hints = review_hints, .take = review_stroke}, KEYS_END};
static const struct page_kind review_kind = {
    .name = "review",
    .title = review_title,
    .draw = review_draw_page,
    .keys = keys,
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

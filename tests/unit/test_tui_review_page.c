/* The page of a review with a stand-in for the app: how the match comes, how it is judged, what the
 * keys do; and what stands behind it, the solvers that are asked beside the loop. */
#include "client/cli/solvers.h"
#include "client/tui/app.h"
#include "client/tui/guide_page.h"
#include "client/tui/review_page.h"
#include "common/wire/wire.h"
#include "tests/suite.h"

#include <semaphore.h>
#include <string.h>

SUITE(tui_review_page, 60);

enum { MATCH = 7 };

/* --- a stand-in for the app --- */

struct app {
    struct loop *loop;
    struct solvers *solvers;
    /* The request that waits for its answer. */
    struct page *page;
    client_answer *answer;
    int64_t after;
    int asked, redraws;
    struct error told;
    const char *guide;  /* whose guide was opened */
    const char *seat;   /* of the person; NULL: none */
    const char *winner; /* NULL: the first, since the second resigned */
};

struct solvers *app_solvers(struct app *app)
{
    return app->solvers;
}

/* What is waited for in these tests changes the screen. */
void app_redraw(struct app *app)
{
    app->redraws++;
    loop_stop(app->loop, 0);
}

void app_tell_error(struct app *app, const struct error *error)
{
    app->told = *error;
}

int64_t app_now_ms(const struct app *app)
{
    return loop_now_ms(app->loop);
}

void app_call(struct page *page, enum wire_method method, const void *parameters,
              client_answer *answer)
{
    const struct wire_resume *resume = parameters;
    cr_assert_eq(method, WIRE_MATCH_RESUME);
    cr_assert_eq(resume->match, MATCH);
    page->app->page = page;
    page->app->answer = answer;
    page->app->after = resume->after;
    page->app->asked++;
}

struct page *guide_page_create(const char *rules)
{
    cr_assert_str_eq(rules, "nim");
    return NULL;
}

void app_push(struct app *app, struct page *page)
{
    cr_assert_null(page);
    app->guide = "nim";
}

static void open_app(struct app *app)
{
    *app = (struct app){.loop = loop_create()};
    app->solvers = solvers_create(app->loop);
}

static void close_app(struct app *app)
{
    solvers_destroy(app->solvers);
    loop_destroy(app->loop);
}

/* --- a match of nim: 3+5, 5>3 (kept), 3>2 (lost anyway), 2>1 (thrown away) --- */

static const char *const all_moves[] = {"5>3", "3>2", "2>1"};
static const char *const all_marks[] = {"+1", "0", "-1"};
static const char *const positions[] = {"3+5", "3+3", "2+3", "1+3"};
enum { PLIES = 3 };

/* The server's answer with the moves of `from` (1 is the first) to `to`. */
static void answer(struct app *app, int from, int to, bool is_over, bool is_judged)
{
    struct wire_match state;
    struct wire_text moves[PLIES], marks[PLIES];
    wire_record_clear(&wire_record_match, &state);
    state.match = MATCH;
    state.rules = wire_text("nim");
    state.start = wire_text("3+5");
    state.first = wire_text("ann");
    state.second = wire_text("ben");
    state.seat = app->seat ? wire_text(app->seat) : state.seat;
    state.created = 0;
    state.ply = PLIES;
    state.seq = PLIES + is_over;
    state.position = wire_text(positions[PLIES]);
    state.from_ply = from;
    state.moves = moves;
    if (is_judged)
        state.marks = marks;
    for (int ply = from; ply <= to; ply++) {
        marks[state.moves_count] = wire_text(all_marks[ply - 1]);
        moves[state.moves_count++] = wire_text(all_moves[ply - 1]);
    }
    state.marks_count = is_judged ? state.moves_count : 0;
    if (is_over) {
        state.ended = 1;
        state.ending = wire_text("resignation");
        state.winner = wire_text(app->winner ? app->winner : "first");
    }
    app->answer(app->page, NULL, &state);
}

static struct page *open_page(struct app *app)
{
    struct page *page = review_page_create(MATCH);
    page->app = app;
    page->kind->ready(page, NULL);
    return page;
}

static struct page *open_review_of(struct app *app, const char *seat, const char *winner)
{
    open_app(app);
    app->seat = seat;
    app->winner = winner;
    struct page *page = open_page(app);
    answer(app, 1, 3, true, true);
    return page;
}

static struct page *open_review(struct app *app, const char *seat)
{
    return open_review_of(app, seat, NULL);
}

static void press(struct page *page, struct stroke stroke)
{
    cr_assert(page_stroke(page, stroke));
}

static void expect(struct page *page, const char *words, bool is_there)
{
    struct canvas canvas = {0};
    struct text text = {0};
    canvas_clear(&canvas, 21, 80, false);
    page->kind->draw(page, &canvas, canvas_area(&canvas));
    canvas_print(&canvas, false, &text);
    cr_assert_eq(strstr(text_string(&text), words) != NULL, is_there, "'%s' in:\n%s", words,
                 text_string(&text));
    text_finish(&text);
    canvas_finish(&canvas);
}

static bool has_hint(struct page *page, const char *label)
{
    struct hint hints[HINTS_MAX];
    size_t count = page_hints(page, hints);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(hints[i].label, label) == 0)
            return true;
    }
    return false;
}

Test(tui_review_page, fetches_a_match_in_pages_with_the_marks_of_the_server)
{
    struct app app;
    open_app(&app);
    struct page *page = open_page(&app);
    expect(page, "Fetching", true);
    cr_assert_eq(app.after, WIRE_ABSENT);
    answer(&app, 1, 1, true, true);
    cr_assert_eq(app.asked, 2);
    cr_assert_eq(app.after, 1);
    answer(&app, 2, 3, true, true);
    cr_assert_eq(app.asked, 2);
    expect(page, "ann won: ben resigned.", true);
    expect(page, "The first mistake. ann had a winning move here", true);
    press(page, stroke_of(STROKE_HOME));
    expect(page, "kept the win", true);
    expect(page, "The winning move: take 2", true); /* nim is quick */
    page->kind->destroy(page);
    close_app(&app);
}

Test(tui_review_page, judges_what_the_server_has_not_judged)
{
    struct app app;
    open_app(&app);
    struct page *page = open_page(&app);
    answer(&app, 1, 3, true, false);
    expect(page, "judging: ", true);
    expect(page, "kept the win", false);
    loop_run(app.loop);
    expect(page, "x threw the win away", true);
    cr_assert(has_hint(page, "next mistake"));
    page->kind->destroy(page);
    close_app(&app);
}

Test(tui_review_page, may_be_left_while_it_is_judging)
{
    struct app app;
    open_app(&app);
    struct page *page = open_page(&app);
    answer(&app, 1, 3, true, false);
    page->kind->destroy(page);
    close_app(&app);
    cr_assert_eq(app.redraws, 0);
}

Test(tui_review_page, steps_by_keys_and_presses)
{
    struct app app;
    struct page *page = open_review(&app, NULL);
    expect(page, "Move 3 of 3", true);
    press(page, stroke_of(STROKE_LEFT));
    expect(page, "Move 2 of 3", true);
    press(page, stroke_of(STROKE_LEFT));
    press(page, stroke_of(STROKE_LEFT));
    expect(page, "Move 1 of 3", true);
    press(page, stroke_of(STROKE_DOWN));
    expect(page, "Move 2 of 3", true);
    press(page, stroke_of(STROKE_UP));
    expect(page, "Move 1 of 3", true);
    press(page, stroke_of(STROKE_END));
    expect(page, "After 3 moves", true);
    press(page, stroke_of(STROKE_HOME));
    expect(page, "Move 1 of 3", true);
    press(page, stroke_character('t'));
    expect(page, "Move 3 of 3", true);
    expect(page, "threw the win away", true);
    expect(page, "After the move, for ben: heaps of 1 and 3", true);
    press(page, stroke_choose(2));
    expect(page, "lost anyway", true);
    press(page, stroke_character('g'));
    cr_assert_str_eq(app.guide, "nim");
    cr_assert_not(page_stroke(page, stroke_of(STROKE_ESCAPE)));
    page->kind->destroy(page);
    close_app(&app);
}

static void expect_first(const char *seat, const char *winner, const char *words)
{
    struct app app;
    struct page *page = open_review_of(&app, seat, winner);
    expect(page, words, true);
    page->kind->destroy(page);
    close_app(&app);
}

Test(tui_review_page, begins_at_the_first_mistake_of_the_person_or_else_of_either)
{
    expect_first("first", "first", "Your first mistake. You had a winning move here");
    expect_first("second", "first", "You resigned in a won position");
    expect_first("second", "second", "Move 3 of 3: ann");
    expect_first(NULL, "first", "The first mistake. ann had a winning move here");
}

/* ann threw a win away with move 3, and ben by resigning then. */
Test(tui_review_page, offers_a_mistake_only_where_there_is_another)
{
    struct app app;
    struct page *page = open_review(&app, "first");
    press(page, stroke_of(STROKE_HOME));
    cr_assert(has_hint(page, "your next mistake"));
    press(page, stroke_character('t'));
    expect(page, "Your first mistake.", true);
    cr_assert(has_hint(page, "their next mistake"));
    press(page, stroke_character('t'));
    expect(page, "ben resigned in a won position", true);
    expect(page, "! threw the win away at the end", true);
    cr_assert(has_hint(page, "your first mistake"));
    press(page, stroke_character('t'));
    expect(page, "Move 3 of 3", true);
    page->kind->destroy(page);
    close_app(&app);
}

Test(tui_review_page, hides_the_marks_until_they_are_wanted)
{
    struct app app;
    struct page *page = open_review(&app, NULL);
    press(page, stroke_of(STROKE_HOME));
    cr_assert(has_hint(page, "hide marks"));
    press(page, stroke_character('h'));
    expect(page, "? hidden, h shows it  | end", true);
    expect(page, "kept the win", false);
    expect(page, "winning move", false);
    cr_assert_not(has_hint(page, "next mistake"));
    press(page, stroke_character('h'));
    expect(page, "kept the win", true);
    page->kind->destroy(page);
    close_app(&app);
}

Test(tui_review_page, plays_by_itself_to_the_end)
{
    struct app app;
    struct page *page = open_review(&app, NULL);
    press(page, stroke_of(STROKE_HOME));
    press(page, stroke_character(' '));
    cr_assert(has_hint(page, "stop"));
    for (int i = 0; i < 4; i++)
        page->kind->tick(page);
    expect(page, "Move 2 of 3", true);
    for (int i = 0; i < 8; i++)
        page->kind->tick(page);
    expect(page, "After 3 moves", true);
    cr_assert(has_hint(page, "play"));
    press(page, stroke_character(' '));
    expect(page, "Move 1 of 3", true);
    page->kind->destroy(page);
    close_app(&app);
}

Test(tui_review_page, shows_a_live_match_without_judgement_until_it_ends)
{
    struct app app;
    open_app(&app);
    app.seat = "first";
    struct page *page = open_page(&app);
    answer(&app, 1, 3, false, false);
    expect(page, "The match goes on", true);
    expect(page, "winning move", false);
    cr_assert_not(has_hint(page, "hide marks"));
    struct wire_ended ended = {.match = MATCH};
    page->kind->event(page, WIRE_EVENT_MATCH_ENDED, &ended);
    cr_assert_eq(app.asked, 2);
    press(page, stroke_of(STROKE_RIGHT));
    answer(&app, 1, 3, true, true);
    expect(page, "Move 2 of 3", true);
    expect(page, "lost anyway", true);
    page->kind->destroy(page);
    close_app(&app);
}

Test(tui_review_page, says_why_there_is_no_match)
{
    struct app app;
    struct error error;
    open_app(&app);
    struct page *page = open_page(&app);
    error_set(&error, ERROR_NO_SUCH_MATCH, "there is no match 7");
    app.answer(app.page, &error, NULL);
    expect(page, "there is no match 7", true);
    cr_assert_eq(app.told.code, ERROR_NO_SUCH_MATCH);
    page_stroke(page, stroke_of(STROKE_RIGHT));
    page_stroke(page, stroke_character('t'));
    page->kind->destroy(page);
    close_app(&app);
}

/* --- the solvers --- */

struct job {
    struct app *app;
    sem_t begun, may_end;
    struct solver *solver;
    int runs, finishes;
    bool is_dropped;
};

static void run(void *owner, struct solver *solver)
{
    struct job *job = owner;
    job->runs++;
    job->solver = solver;
    sem_post(&job->begun);
    sem_wait(&job->may_end);
}

static void finish(void *owner)
{
    struct job *job = owner;
    job->finishes++;
    if (!job->is_dropped)
        loop_stop(job->app->loop, 0);
}

static struct solvers_job *start(struct app *app, struct job *job, const char *rules_text)
{
    struct rules rules;
    struct error error;
    struct solvers_task task = {.owner = job, .run = run, .finish = finish};
    *job = (struct job){.app = app};
    sem_init(&job->begun, 0, 0);
    sem_init(&job->may_end, 0, 0);
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    return solvers_start(app->solvers, &rules, &task);
}

Test(tui_review_page, a_solver_does_one_job_after_the_other_and_is_kept)
{
    struct app app;
    struct job first, second;
    open_app(&app);
    start(&app, &first, "nim");
    start(&app, &second, "nim");
    sem_post(&first.may_end);
    sem_post(&second.may_end);
    loop_run(app.loop);
    cr_assert_eq(first.finishes, 1);
    cr_assert_eq(second.finishes, 0);
    loop_run(app.loop);
    cr_assert_eq(second.finishes, 1);
    cr_assert_eq(first.solver, second.solver);
    close_app(&app);
}

Test(tui_review_page, solvers_of_different_games_work_at_once)
{
    struct app app;
    struct job first, second;
    open_app(&app);
    start(&app, &first, "nim");
    start(&app, &second, "kayles");
    sem_wait(&first.begun);
    sem_wait(&second.begun);
    sem_post(&first.may_end);
    sem_post(&second.may_end);
    loop_run(app.loop);
    if (first.finishes + second.finishes < 2)
        loop_run(app.loop);
    cr_assert_eq(first.finishes + second.finishes, 2);
    close_app(&app);
}

Test(tui_review_page, a_job_that_is_dropped_never_begins_or_goes_on_unseen)
{
    struct app app;
    struct job first, second;
    open_app(&app);
    struct solvers_job *running = start(&app, &first, "nim");
    struct solvers_job *waiting = start(&app, &second, "nim");
    sem_wait(&first.begun);
    first.is_dropped = second.is_dropped = true;
    solvers_drop(waiting);
    cr_assert_eq(second.finishes, 1);
    cr_assert_eq(second.runs, 0);
    solvers_drop(running);
    cr_assert_eq(first.finishes, 0);
    sem_post(&first.may_end);
    close_app(&app);
    cr_assert_eq(first.finishes, 1);
}

/* --- why --- */

struct asker {
    struct app *app;
    int answers;
    enum outcome outcome;
    struct text text;
};

static void on_answered(void *owner, const struct solution *solution, const char *text)
{
    struct asker *asker = owner;
    asker->answers++;
    asker->outcome = solution->outcome;
    text_append_string(&asker->text, text);
    app_redraw(asker->app);
}

static struct why *ask(struct asker *asker, const char *rules_text, const char *position_text)
{
    struct rules rules;
    struct position position = {0};
    struct error error;
    cr_assert_eq(rules_parse(&rules, rules_text, strlen(rules_text), &error), ERROR_NONE);
    cr_assert_eq(position_parse(&rules, position_text, strlen(position_text), &position, &error),
                 ERROR_NONE);
    struct why *why = why_ask(app_solvers(asker->app), &rules, &position, on_answered, asker);
    position_finish(&position);
    return why;
}

Test(tui_review_page, hints_are_for_unrated_matches_against_bots_outside_tournaments)
{
    cr_assert_null(why_no_hint(false, false, true));
    cr_assert_str_eq(why_no_hint(true, false, true), "There are no hints in a tournament");
    cr_assert_str_eq(why_no_hint(false, true, true), "There are no hints in a rated match");
    cr_assert_str_eq(why_no_hint(false, false, false), "There are hints only against bots");
}

Test(tui_review_page, a_quick_question_is_answered_at_once)
{
    struct app app;
    struct asker asker = {.app = &app};
    open_app(&app);
    cr_assert_null(ask(&asker, "fibonacci-nim", "20"));
    cr_assert_eq(asker.answers, 1);
    cr_assert_eq(asker.outcome, OUTCOME_N);
    cr_assert(strstr(text_string(&asker.text), "20 = 13 + 5 + 2") != NULL);
    text_finish(&asker.text);
    close_app(&app);
}

Test(tui_review_page, a_long_question_is_answered_later)
{
    struct app app;
    struct asker asker = {.app = &app};
    open_app(&app);
    cr_assert_not_null(ask(&asker, "grundy,misere", "8+9"));
    cr_assert_eq(asker.answers, 0);
    loop_run(app.loop);
    cr_assert_eq(asker.answers, 1);
    cr_assert(strstr(text_string(&asker.text), "No rule is known for this game") != NULL);
    text_finish(&asker.text);
    close_app(&app);
}

Test(tui_review_page, a_question_that_is_dropped_is_not_answered)
{
    struct app app;
    struct asker asker = {.app = &app};
    open_app(&app);
    struct why *first = ask(&asker, "grundy,misere", "8+9");
    struct why *second = ask(&asker, "grundy,misere", "8+10");
    why_drop(first);
    why_drop(second);
    why_drop(NULL);
    close_app(&app);
    cr_assert_eq(asker.answers, 0);
}

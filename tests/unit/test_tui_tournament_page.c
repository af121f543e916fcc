/* The page of a tournament with a stand-in for the app: what it asks the server and when, and what
 * its keys do. */
#include "client/tui/app.h"
#include "client/tui/guide_page.h"
#include "client/tui/page.h"
#include "client/tui/review_page.h"
#include "common/wire/wire.h"
#include "tests/suite.h"
#include "tests/unit/tournament_sample.h"
#include "tests/unit/tui_screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

SUITE(tui_tournament_page, 60);

/* --- a stand-in for the app --- */

enum { ASKED_MAX = 64, SEVERAL_MS = 5000 };

struct asked {
    enum wire_method method;
    client_answer *answer; /* NULL: answered */
    int64_t after, limit;  /* of pairs */
};

struct app {
    int64_t now_ms;
    bool is_away; /* there is no connection */
    struct asked asked[ASKED_MAX];
    int asked_count;
    void (*answered)(struct page *page, bool is_yes); /* of a question */
    char told[600];
    int64_t board, review; /* which match was opened */
    char guide[40];        /* of which rules */
    struct page *legend;   /* NULL: was not opened */
    bool is_unwatched;
    int redraws;
};

void app_call(struct page *page, enum wire_method method, const void *parameters,
              client_answer *answer)
{
    struct app *app = page->app;
    const struct wire_pairs_page *pairs = parameters;
    cr_assert_lt(app->asked_count, ASKED_MAX);
    struct asked *asked = &app->asked[app->asked_count++];
    *asked = (struct asked){.method = method, .answer = answer};
    if (method == WIRE_TOURNAMENT_PAIRS) {
        asked->after = pairs->after;
        asked->limit = pairs->limit;
    }
}

void client_call(struct client *client, enum wire_method method, const void *parameters,
                 client_answer *answer, void *owner)
{
    (void)answer;
    (void)owner;
    const struct wire_tournament_number *number = parameters;
    cr_assert_eq(method, WIRE_TOURNAMENT_UNWATCH);
    cr_assert_eq(number->tournament, SAMPLE_TOURNAMENT);
    ((struct app *)client)->is_unwatched = true;
}

const char *client_name(const struct client *client)
{
    (void)client;
    return "zoe";
}

struct client *app_client(struct app *app)
{
    return (struct client *)app;
}

bool app_is_connected(const struct app *app)
{
    return !app->is_away;
}

int64_t app_now_ms(const struct app *app)
{
    return app->now_ms;
}

void app_redraw(struct app *app)
{
    app->redraws++;
}

void app_hush(struct page *page)
{
    (void)page;
}

void app_tell(struct app *app, enum style style, const char *format, ...)
{
    (void)style;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(app->told, sizeof app->told, format, arguments);
    va_end(arguments);
}

void app_tell_error(struct app *app, const struct error *error)
{
    snprintf(app->told, sizeof app->told, "%s", error->message);
}

void app_ask(struct page *page, const char *question,
             void (*answered)(struct page *page, bool is_yes))
{
    (void)question;
    page->app->answered = answered;
}

/* Pages that are pushed say what they are when they are made. */
static int64_t board_made, review_made;
static char guide_made[40];

struct page *board_page_create(int64_t match)
{
    board_made = match;
    return NULL;
}

struct page *review_page_create(int64_t match)
{
    review_made = match;
    return NULL;
}

struct page *guide_page_create(const char *rules)
{
    snprintf(guide_made, sizeof guide_made, "%s", rules);
    return NULL;
}

void app_push(struct app *app, struct page *page)
{
    app->board = board_made;
    app->review = review_made;
    app->legend = page;
    strcpy(app->guide, guide_made);
    board_made = review_made = 0;
    guide_made[0] = '\0';
}

/* --- a page --- */

static struct page *open_page(struct app *app)
{
    *app = (struct app){.now_ms = SEVERAL_MS};
    struct page *page = tournament_page_create(SAMPLE_TOURNAMENT);
    page->app = app;
    page->kind->ready(page, NULL);
    return page;
}

static int count_of(const struct app *app, enum wire_method method)
{
    int count = 0;
    for (int i = 0; i < app->asked_count; i++)
        count += app->asked[i].method == method;
    return count;
}

/* The last request of this kind, which has not been answered. */
static struct asked *open_request(struct app *app, enum wire_method method)
{
    for (int i = app->asked_count; i-- > 0;) {
        if (app->asked[i].method == method && app->asked[i].answer)
            return &app->asked[i];
    }
    cr_fatal("nothing is asked with %s", wire_methods[method].name);
}

static void answer(struct page *page, enum wire_method method, const struct error *error,
                   const void *result)
{
    struct asked *asked = open_request(page->app, method);
    client_answer *call = asked->answer;
    asked->answer = NULL;
    call(page, error, result);
}

static void answer_standings(struct page *page, const char *state)
{
    struct sample_standings sample;
    sample_of_standings(&sample, "round-robin", state);
    answer(page, WIRE_TOURNAMENT_STANDINGS, NULL, &sample.standings);
}

static void answer_pairs(struct page *page, bool has_more)
{
    struct sample_pairs pairs;
    sample_round_robin(&pairs);
    pairs.page.more = has_more;
    answer(page, WIRE_TOURNAMENT_PAIRS, NULL, &pairs.page);
}

static void change(struct page *page, const char *state)
{
    struct wire_tournament_news news = sample_news(state);
    page->kind->event(page, WIRE_EVENT_TOURNAMENT_CHANGED, &news);
}

static void pass(struct page *page, int64_t ms)
{
    page->app->now_ms += ms;
    page->kind->tick(page);
}

static void press(struct page *page, int64_t letter)
{
    cr_assert(page_stroke(page, stroke_character(letter)));
}

static void expect_hint(struct page *page, const char *label, bool is_there)
{
    struct hint hints[HINTS_MAX];
    size_t count = page_hints(page, hints);
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || strcmp(hints[i].label, label) == 0;
    cr_assert_eq(found, is_there, "%s", label);
}

static void expect_words(struct page *page, const char *words)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, 21, 80, true);
    page->kind->draw(page, &canvas, canvas_area(&canvas));
    expect_on_screen(&canvas, words);
    canvas_finish(&canvas);
}

static void expect_first_words(struct page *page, const char *words)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, 2, 80, true);
    page->kind->draw(page, &canvas, canvas_area(&canvas));
    expect_on_screen(&canvas, words);
    canvas_finish(&canvas);
}

/* --- what is asked, and when --- */

Test(tui_tournament_page, watches_and_asks_for_what_is_seen)
{
    struct app app;
    struct page *page = open_page(&app);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_WATCH), 1);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 1);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_PAIRS), 0);
    press(page, '2');
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_PAIRS), 1);
    page->kind->destroy(page);
    cr_assert(app.is_unwatched);
}

Test(tui_tournament_page, asks_anew_once_a_second_however_fast_it_goes_on)
{
    struct app app;
    struct page *page = open_page(&app);
    answer_standings(page, "running");
    for (int i = 0; i < 100; i++) {
        change(page, "running");
        pass(page, 9);
    }
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 1);
    pass(page, 100);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 2);
    change(page, "running");
    pass(page, SEVERAL_MS);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 2, "before the answer has come");
    answer_standings(page, "running");
    pass(page, 1);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 3);
    answer_standings(page, "running");
    pass(page, SEVERAL_MS);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 3, "though nothing has changed");
    page->kind->destroy(page);
}

Test(tui_tournament_page, gets_pairs_page_by_page_and_again_those_that_may_change)
{
    struct app app;
    struct page *page = open_page(&app);
    press(page, '3');
    answer_pairs(page, true);
    cr_assert_eq(open_request(&app, WIRE_TOURNAMENT_PAIRS)->after, 3);
    struct wire_pairs none = {0};
    answer(page, WIRE_TOURNAMENT_PAIRS, NULL, &none);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_PAIRS), 2);
    change(page, "running");
    pass(page, SEVERAL_MS);
    cr_assert_eq(open_request(&app, WIRE_TOURNAMENT_PAIRS)->after, 1, "the first is over");
    page->kind->destroy(page);
}

Test(tui_tournament_page, reads_all_pairs_again_when_it_has_been_cancelled)
{
    struct app app;
    struct page *page = open_page(&app);
    press(page, '3');
    answer_pairs(page, false);
    change(page, "cancelled");
    pass(page, SEVERAL_MS);
    cr_assert_eq(open_request(&app, WIRE_TOURNAMENT_PAIRS)->after, 0);
    page->kind->destroy(page);
}

Test(tui_tournament_page, asks_nothing_without_a_connection_and_all_with_the_next)
{
    struct app app;
    struct page *page = open_page(&app);
    answer_standings(page, "running");
    change(page, "running");
    app.is_away = true;
    pass(page, SEVERAL_MS);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 1);
    app.is_away = false;
    page->kind->ready(page, NULL);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_WATCH), 2);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 2);
    app.is_away = true;
    page->kind->destroy(page);
    cr_assert_not(app.is_unwatched);
}

Test(tui_tournament_page, tells_how_one_ended_that_cannot_be_watched_any_more)
{
    struct app app;
    struct error error;
    struct page *page = open_page(&app);
    error_set(&error, ERROR_NO_SUCH_TOURNAMENT, "there is no tournament 3");
    answer(page, WIRE_TOURNAMENT_WATCH, &error, NULL);
    answer_standings(page, "finished");
    expect_words(page, "3 of 3 matches, finished");
    expect_words(page, "ben (withdrew)");
    cr_assert_str_eq(page->kind->title(page), "Tournament 3, the evening cup: Kayles, round-robin");
    page->kind->destroy(page);
}

Test(tui_tournament_page, says_why_the_server_does_not_tell)
{
    struct app app;
    struct error error;
    struct page *page = open_page(&app);
    error_set(&error, ERROR_NO_SUCH_TOURNAMENT, "there is no tournament 3");
    answer(page, WIRE_TOURNAMENT_STANDINGS, &error, NULL);
    expect_words(page, "The server does not tell: there is no tournament 3.");
    page->kind->destroy(page);
}

/* --- what the keys do --- */

Test(tui_tournament_page, shows_the_plan_first_while_it_is_open)
{
    struct app app;
    struct page *page = open_page(&app);
    answer_standings(page, "open");
    expect_words(page, "[4 Plan]");
    expect_words(page, "directed by zoe");
    cr_assert(page_stroke(page, stroke_of(STROKE_TAB)));
    expect_words(page, "[1 Standings]");
    page->kind->destroy(page);
}

Test(tui_tournament_page, the_director_starts_it_when_asked_again)
{
    struct app app;
    struct page *page = open_page(&app);
    answer_standings(page, "open");
    expect_hint(page, "start", true);
    expect_hint(page, "pause", false);
    press(page, 's');
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_START), 0);
    app.answered(page, false);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_START), 0);
    press(page, 's');
    app.answered(page, true);
    expect_hint(page, "start", false);
    answer(page, WIRE_TOURNAMENT_START, NULL, NULL);
    change(page, "running");
    expect_hint(page, "pause", true);
    page->kind->destroy(page);
}

Test(tui_tournament_page, joins_at_once_and_says_when_that_is_refused)
{
    struct app app;
    struct error error;
    struct page *page = open_page(&app);
    answer_standings(page, "open");
    press(page, 'j');
    error_set(&error, ERROR_NO_ACCOUNT, "this one is rated");
    answer(page, WIRE_TOURNAMENT_JOIN, &error, NULL);
    cr_assert_str_eq(app.told, "That cannot be done: this one is rated.");
    press(page, 'j');
    answer(page, WIRE_TOURNAMENT_JOIN, NULL, NULL);
    pass(page, SEVERAL_MS);
    cr_assert_eq(count_of(&app, WIRE_TOURNAMENT_STANDINGS), 2, "to see who takes part now");
    page->kind->destroy(page);
}

Test(tui_tournament_page, leaves_keys_that_do_nothing_to_the_app)
{
    struct app app;
    struct page *page = open_page(&app);
    answer_standings(page, "running");
    cr_assert_not(page_stroke(page, stroke_character('j')));
    cr_assert_not(page_stroke(page, stroke_character('?')));
    cr_assert_not(page_stroke(page, stroke_of(STROKE_ESCAPE)));
    page->kind->destroy(page);
}

Test(tui_tournament_page, leads_a_player_to_their_own_matches_of_the_round)
{
    struct app app;
    struct page *page = open_page(&app);
    change(page, "running");
    press(page, '3');
    answer_pairs(page, false);
    expect_words(page, "Round 2");
    expect_hint(page, "play", true); /* it is the chosen one */
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    cr_assert_eq(app.board, 14);
    cr_assert(page_stroke(page, stroke_of(STROKE_UP)));
    expect_hint(page, "review", true);
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    cr_assert_eq(app.review, 13);
    page->kind->destroy(page);
}

/* A pair of others, whose match is live, and zoe's pair, whose match is `own`. */
static void answer_with_own(struct page *page, int64_t own)
{
    struct sample_pairs pairs = {0};
    sample_pair(&pairs, 1, 1, "ann", "ben", (const int64_t[]){51, SAMPLE_NONE},
                (const int64_t[]){SAMPLE_LIVE, 0});
    sample_pair(&pairs, 1, 2, "zoe", "cat", (const int64_t[]){own, SAMPLE_NONE},
                (const int64_t[]){SAMPLE_LIVE, 0});
    answer(page, WIRE_TOURNAMENT_PAIRS, NULL, &pairs.page);
}

Test(tui_tournament_page, leads_to_an_own_match_that_begins_while_its_round_is_seen)
{
    struct app app;
    struct page *page = open_page(&app);
    change(page, "running");
    press(page, '3');
    answer_with_own(page, SAMPLE_NONE);
    expect_hint(page, "watch", true);
    change(page, "running");
    pass(page, SEVERAL_MS);
    answer_with_own(page, 52);
    expect_hint(page, "play", true);
    cr_assert(page_stroke(page, stroke_of(STROKE_HOME)));
    change(page, "running");
    pass(page, SEVERAL_MS);
    answer_with_own(page, 52);
    expect_hint(page, "watch", true); /* the person's choice stays */
    page->kind->destroy(page);
}

Test(tui_tournament_page, watches_live_matches_of_others)
{
    struct app app;
    struct page *page = open_page(&app);
    struct sample_pairs pairs = {0};
    change(page, "running");
    press(page, '3');
    sample_pair(&pairs, 1, 1, "ann", "ben", (const int64_t[]){51, SAMPLE_NONE},
                (const int64_t[]){SAMPLE_LIVE, 0});
    answer(page, WIRE_TOURNAMENT_PAIRS, NULL, &pairs.page);
    expect_hint(page, "play", false);
    expect_hint(page, "watch", true);
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    cr_assert_eq(app.board, 51);
    page->kind->destroy(page);
}

Test(tui_tournament_page, explains_its_words_and_the_rules_of_its_game)
{
    struct app app;
    struct page *page = open_page(&app);
    expect_hint(page, "explain", true);
    expect_hint(page, "rules", false); /* they are not known yet */
    press(page, '2');
    press(page, 'e');
    expect_first_words(app.legend, "A row has what its player has against each other one");
    app.legend->kind->destroy(app.legend);
    answer_standings(page, "running");
    expect_hint(page, "rules", true);
    press(page, 'g');
    cr_assert_str_eq(app.guide, "octal:0.77");
    page->kind->destroy(page);
}

Test(tui_tournament_page, says_that_it_scrolls_as_soon_as_that_is_known)
{
    struct app app;
    struct canvas canvas = {0};
    struct page *page = open_page(&app);
    answer_standings(page, "running");
    press(page, '4');
    canvas_clear(&canvas, 8, 30, true);
    page->kind->draw(page, &canvas, canvas_area(&canvas));
    expect_hint(page, "scroll", true);
    cr_assert_eq(app.redraws, 1);
    page->kind->draw(page, &canvas, canvas_area(&canvas));
    cr_assert_eq(app.redraws, 1);
    canvas_finish(&canvas);
    page->kind->destroy(page);
}

Test(tui_tournament_page, turns_from_round_to_round)
{
    struct app app;
    struct page *page = open_page(&app);
    press(page, '3');
    answer_pairs(page, false);
    cr_assert(page_stroke(page, stroke_of(STROKE_RIGHT)));
    expect_words(page, "Round 3");
    cr_assert(page_stroke(page, stroke_of(STROKE_RIGHT)));
    expect_words(page, "Round 3");
    app.board = app.review = 0;
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    cr_assert_eq(app.board + app.review, 0);
    cr_assert_str_eq(app.told, "There is no match to see here yet.");
    cr_assert(page_stroke(page, stroke_of(STROKE_LEFT)));
    cr_assert(page_stroke(page, stroke_of(STROKE_LEFT)));
    expect_words(page, "Round 1");
    page->kind->destroy(page);
}

/* --- the end --- */

Test(tui_tournament_page, tells_at_once_how_it_ended_from_the_last_standings)
{
    struct app app;
    struct page *page = open_page(&app);
    change(page, "running");
    change(page, "finished");
    answer_standings(page, "running"); /* which were asked for before */
    cr_assert_str_eq(app.told, "");
    answer_standings(page, "finished");
    cr_assert_str_eq(app.told, "The tournament is over: you are number 2 of 3, with 0.5 points.");
    app.told[0] = '\0';
    pass(page, SEVERAL_MS);
    if (count_of(&app, WIRE_TOURNAMENT_STANDINGS) > 2)
        answer_standings(page, "finished");
    cr_assert_str_eq(app.told, "", "once");
    page->kind->destroy(page);
}

Test(tui_tournament_page, tells_nothing_new_of_one_that_was_over_before)
{
    struct app app;
    struct page *page = open_page(&app);
    answer_standings(page, "finished");
    cr_assert_str_eq(app.told, "");
    page->kind->destroy(page);
}

/* --- taking part --- */

static void begin_match(struct page *page, int64_t number, int64_t tournament, const char *seat)
{
    struct wire_match match;
    wire_record_clear(&wire_record_match, &match);
    match.match = number;
    match.tournament = tournament;
    match.seat = wire_text(seat);
    struct wire_match_event event = {.match = &match};
    page->kind->event(page, WIRE_EVENT_MATCH_STARTED, &event);
}

Test(tui_tournament_page, brings_a_player_to_one_match_after_the_other)
{
    struct app app;
    struct page *page = open_page(&app);
    struct wire_ended ended = {.match = 42};
    begin_match(page, 41, SAMPLE_TOURNAMENT, "first");
    begin_match(page, 42, SAMPLE_TOURNAMENT, "second");
    begin_match(page, 43, SAMPLE_TOURNAMENT, "second");
    begin_match(page, 44, SAMPLE_TOURNAMENT + 1, "second");
    page->kind->event(page, WIRE_EVENT_MATCH_ENDED, &ended);
    pass(page, 1);
    cr_assert_eq(app.board, 41);
    pass(page, 1);
    cr_assert_eq(app.board, 43);
    app.board = 0;
    pass(page, 1);
    cr_assert_eq(app.board, 0);
    page->kind->destroy(page);
}

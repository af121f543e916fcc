/* The page about another player and the list of the blocked ones, with a stand-in for the app: what
 * they ask the server, and what a person reads. */
#include "client/tui/app.h"
#include "common/wire/wire.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

SUITE(tui_player, 20);

/* --- a stand-in for the app --- */

struct app {
    enum wire_method method; /* of the last request */
    client_answer *answer;
    char player[40], words[40];
    int64_t match;
    char question[80];
    void (*answered)(struct page *page, bool is_yes);
    char told[600];
};

void app_call(struct page *page, enum wire_method method, const void *parameters,
              client_answer *answer)
{
    struct app *app = page->app;
    app->method = method;
    app->answer = answer;
    if (method == WIRE_PLAYER_REPORT) {
        const struct wire_player_report *report = parameters;
        snprintf(app->player, sizeof app->player, "%s", report->player.bytes);
        snprintf(app->words, sizeof app->words, "%.*s", (int)report->words.len,
                 report->words.bytes);
        app->match = report->match;
    } else if (method != WIRE_PLAYER_BLOCKS) {
        const struct wire_player_name *name = parameters;
        snprintf(app->player, sizeof app->player, "%s", name->player.bytes);
    }
}

void app_ask(struct page *page, const char *question,
             void (*answered)(struct page *page, bool is_yes))
{
    snprintf(page->app->question, sizeof page->app->question, "%s", question);
    page->app->answered = answered;
}

void app_tell(struct app *app, enum style style, const char *format, ...)
{
    va_list arguments;
    (void)style;
    va_start(arguments, format);
    vsnprintf(app->told, sizeof app->told, format, arguments);
    va_end(arguments);
}

void app_tell_error(struct app *app, const struct error *error)
{
    snprintf(app->told, sizeof app->told, "%s", error->message);
}

static struct page *open_page(struct app *app, struct page *page)
{
    page->app = app;
    page->kind->ready(page, NULL);
    cr_assert_eq(app->method, WIRE_PLAYER_BLOCKS);
    return page;
}

static void answer(struct page *page, const void *result)
{
    page->app->answer(page, NULL, result);
}

static void refuse(struct page *page, const char *words)
{
    struct error error;
    error_set(&error, ERROR_LIMIT_REACHED, "%s", words);
    page->app->answer(page, &error, NULL);
}

static void press(struct page *page, char letter)
{
    cr_assert(page_stroke(page, stroke_character(letter)), "'%c'", letter);
}

static void type(struct page *page, const char *text)
{
    for (; *text; text++)
        press(page, *text);
}

static void expect_words(struct page *page, const char *words)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, 20, 80, true);
    page->kind->draw(page, &canvas, canvas_area(&canvas));
    expect_on_screen(&canvas, words);
    canvas_finish(&canvas);
}

static struct wire_blocked zoe_and_ben[] = {{.player = 7, .since = 0},
                                            {.player = 9, .since = 86400000}};

static struct wire_blocks blocks_of(size_t count)
{
    zoe_and_ben[0].name = wire_text("zoe");
    zoe_and_ben[1].name = wire_text("ben");
    return (struct wire_blocks){.players = zoe_and_ben, .players_count = count};
}

/* --- about a player --- */

Test(tui_player, a_block_is_asked_for_twice)
{
    struct app app = {0};
    struct wire_blocks blocks = blocks_of(1);
    struct page *page = open_page(&app, player_page_create("ben", 0));
    answer(page, &blocks);
    expect_words(page, "ben is not blocked.");
    press(page, 'b');
    cr_assert_str_eq(app.question, "Block ben for good?");
    app.answered(page, false);
    cr_assert_eq(app.method, WIRE_PLAYER_BLOCKS);
    app.answered(page, true);
    cr_assert_eq(app.method, WIRE_PLAYER_BLOCK);
    cr_assert_str_eq(app.player, "ben");
    expect_words(page, "ben is not blocked.");
    answer(page, NULL);
    expect_words(page, "ben is blocked.");
    cr_assert_str_eq(app.told, "You neither read nor meet ben any more.");
    page->kind->destroy(page);
}

Test(tui_player, who_is_blocked_is_unblocked_without_a_question)
{
    struct app app = {0};
    struct wire_blocks blocks = blocks_of(2);
    struct page *page = open_page(&app, player_page_create("ben", 0));
    answer(page, &blocks);
    expect_words(page, "ben is blocked.");
    press(page, 'b');
    cr_assert_str_eq(app.question, "");
    cr_assert_eq(app.method, WIRE_PLAYER_UNBLOCK);
    refuse(page, "not now");
    expect_words(page, "ben is blocked.");
    cr_assert_str_eq(app.told, "not now");
    press(page, 'b');
    answer(page, NULL);
    expect_words(page, "ben is not blocked.");
    page->kind->destroy(page);
}

Test(tui_player, a_report_is_typed_and_kept_until_the_operator_has_it)
{
    struct app app = {0};
    struct page *page = open_page(&app, player_page_create("ben", 12));
    expect_words(page, "said in match 12.");
    press(page, 'r');
    type(page, "bribes");
    expect_words(page, "bribes");
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    cr_assert_eq(app.method, WIRE_PLAYER_REPORT);
    cr_assert_str_eq(app.player, "ben");
    cr_assert_str_eq(app.words, "bribes");
    cr_assert_eq(app.match, 12);
    refuse(page, "too many reports");
    cr_assert_str_eq(app.told, "too many reports");
    expect_words(page, "bribes");
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    answer(page, NULL);
    cr_assert_str_eq(app.told, "The operator has your report.");
    expect_words(page, "what has happened");
    page->kind->destroy(page);
}

Test(tui_player, an_empty_report_is_not_sent_and_esc_keeps_an_unfinished_one)
{
    struct app app = {0};
    struct page *page = open_page(&app, player_page_create("ben", 0));
    expect_words(page, "the last match of the two of you.");
    press(page, 'r');
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    press(page, 'r');
    type(page, "br");
    cr_assert(page_stroke(page, stroke_of(STROKE_ESCAPE)));
    cr_assert_not(page_stroke(page, stroke_of(STROKE_ESCAPE)), "the second one leaves the page");
    cr_assert_eq(app.method, WIRE_PLAYER_BLOCKS);
    press(page, 'r');
    type(page, "ibes");
    cr_assert(page_stroke(page, stroke_of(STROKE_ENTER)));
    cr_assert_str_eq(app.words, "bribes");
    cr_assert_eq(app.match, WIRE_ABSENT);
    page->kind->destroy(page);
}

/* --- the blocked ones --- */

Test(tui_player, the_blocked_ones_are_listed_and_the_chosen_one_unblocked)
{
    struct app app = {0};
    struct wire_blocks blocks = blocks_of(2);
    struct page *page = open_page(&app, blocks_page_create());
    expect_words(page, "Asking the server...");
    cr_assert_not(page_stroke(page, stroke_character('u')));
    answer(page, &blocks);
    expect_words(page, "zoe   1970-01-01");
    cr_assert(page_stroke(page, stroke_of(STROKE_DOWN)));
    press(page, 'u');
    cr_assert_eq(app.method, WIRE_PLAYER_UNBLOCK);
    cr_assert_str_eq(app.player, "ben");
    answer(page, NULL);
    cr_assert_eq(app.method, WIRE_PLAYER_BLOCKS);
    blocks = blocks_of(0);
    answer(page, &blocks);
    cr_assert_str_eq(app.told, "You may read and meet ben again.");
    expect_words(page, "You have blocked nobody");
    page->kind->destroy(page);
}

Test(tui_player, two_who_are_unblocked_at_once_are_both_named)
{
    struct app app = {0};
    struct wire_blocks blocks = blocks_of(2);
    struct page *page = open_page(&app, blocks_page_create());
    answer(page, &blocks);
    press(page, 'u');
    cr_assert_not(page_stroke(page, stroke_character('u')), "zoe is being unblocked already");
    client_answer *unblocked = app.answer;
    cr_assert(page_stroke(page, stroke_of(STROKE_DOWN)));
    press(page, 'u');
    cr_assert_str_eq(app.player, "ben");
    unblocked(page, NULL, NULL);
    unblocked(page, NULL, NULL);
    blocks = blocks_of(0);
    answer(page, &blocks);
    cr_assert_str_eq(app.told, "You may read and meet zoe and ben again.");
    page->kind->destroy(page);
}

/* The server stalls: it refuses the second request before it answers the first. */
Test(tui_player, only_who_is_unblocked_is_named)
{
    struct app app = {0};
    struct wire_blocks blocks = blocks_of(2);
    struct page *page = open_page(&app, blocks_page_create());
    answer(page, &blocks);
    press(page, 'u');
    client_answer *unblocked = app.answer;
    cr_assert(page_stroke(page, stroke_of(STROKE_DOWN)));
    press(page, 'u');
    app.answer = unblocked;
    refuse(page, "not now");
    answer(page, &blocks);
    cr_assert_str_eq(app.told, "not now");
    unblocked(page, NULL, NULL);
    blocks = (struct wire_blocks){.players = zoe_and_ben + 1, .players_count = 1};
    answer(page, &blocks);
    cr_assert_str_eq(app.told, "You may read and meet zoe again.");
    press(page, 'u');
    cr_assert_str_eq(app.player, "ben");
    page->kind->destroy(page);
}

/* The requests of a tournament's page and their answers. */
#include "client/show/tournament_print.h"
#include "client/tui/home_view.h"
#include "client/tui/tournament_state.h"
#include "client/tui/tournament_view.h"
#include "client/tui/tournament_words.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

enum { REST_MS = 1000 }; /* between two requests */

/* --- news --- */

void tournament_take_news(struct tournament_page *tournament,
                          const struct wire_tournament_news *told)
{
    bool was_known = tournament->news.is_known;
    bool was_over = was_known && wire_tournament_is_over(tournament->news.last.state);
    tournament_news_take(&tournament->news, told);
    tournament->standings_asking.is_wanted = tournament->pairs_asking.is_wanted = true;
    if (was_over || !wire_tournament_is_over(told->state))
        return;
    tournament_pairs_doubt(&tournament->pairs); /* cancelling voids pairs */
    tournament->owes_farewell = was_known;
}

/* A tournament that is over cannot be watched; its standings bring its final state. */
static void on_watched(void *owner, const struct error *error, const void *result)
{
    if (!error)
        tournament_take_news(owner, result);
}

void tournament_watch(struct tournament_page *tournament)
{
    struct wire_tournament_number number = {tournament->tournament};
    app_call(&tournament->page, WIRE_TOURNAMENT_WATCH, &number, on_watched);
}

static void on_not_watched(void *owner, const struct error *error, const void *result)
{
    (void)owner;
    (void)error;
    (void)result;
}

void tournament_unwatch(struct tournament_page *tournament)
{
    struct wire_tournament_number number = {tournament->tournament};
    struct app *app = tournament->page.app;
    if (app_is_connected(app))
        client_call(app_client(app), WIRE_TOURNAMENT_UNWATCH, &number, on_not_watched, NULL);
}

/* --- standings, with the plan in the same answer --- */

static void say_title(const struct wire_tournament *told, struct text *title)
{
    text_clear(title);
    text_printf(title, "Tournament %" PRId64, told->tournament);
    bool is_named = told->name.len != told->rules.len ||
                    memcmp(told->name.bytes, told->rules.bytes, told->name.len) != 0;
    if (is_named)
        text_printf(title, ", %.*s", (int)told->name.len, told->name.bytes);
    text_append_string(title, ": ");
    home_rows_game(told->rules, told->look, title);
    text_printf(title, ", %.*s", (int)told->format.len, told->format.bytes);
}

static void take_plan(struct tournament_page *tournament, const struct wire_tournament *told)
{
    struct wire_tournament_news news = tournament_news_of(told);
    bool is_over =
        tournament->news.is_known && wire_tournament_is_over(tournament->news.last.state);
    if (!is_over && (wire_tournament_is_over(told->state) || !tournament->news.is_known))
        tournament_take_news(tournament, &news);
    struct rules rules;
    struct error error;
    say_title(told, &tournament->title);
    text_clear(&tournament->rules);
    if (!rules_parse(&rules, told->rules.bytes, told->rules.len, &error))
        text_append_string(&tournament->rules, rules.text);
    tournament->grows =
        wire_text_equal(told->format, "swiss") || wire_text_equal(told->format, "knockout");
    text_clear(&tournament->plan.text);
    tournament_print(told, &tournament->plan.text);
    tournament->role = tournament_role_of(told, client_name(app_client(tournament->page.app)));
    if (!tournament->was_turned)
        tournament->tab =
            wire_text_equal(told->state, "open") ? TOURNAMENT_PLAN : TOURNAMENT_STANDINGS;
}

/* Shown on any page. */
static void say_farewell(struct tournament_page *tournament, const struct wire_standings *told)
{
    struct app *app = tournament->page.app;
    struct wire_text state = told->tournament->state;
    struct text words = {0};
    if (!tournament->owes_farewell || !wire_tournament_is_over(state))
        return;
    tournament->owes_farewell = false;
    tournament_farewell_say(told, client_name(app_client(app)), &words);
    app_tell(app, wire_text_equal(state, "finished") ? STYLE_GOOD : STYLE_WARN, "%s",
             text_string(&words));
    text_finish(&words);
}

static void on_standings(void *owner, const struct error *error, const void *result)
{
    struct tournament_page *tournament = owner;
    const struct wire_standings *told = result;
    struct sheet fresh = {0};
    tournament->standings_asking.is_asked = false;
    text_clear(&tournament->failed);
    if (error) {
        text_printf(&tournament->failed, "The server does not tell: %s.", refusal_of(error).words);
        return;
    }
    take_plan(tournament, told->tournament);
    tournament_rows_of_standings(told, client_name(app_client(tournament->page.app)), &fresh);
    sheet_replace(&tournament->standings, &fresh);
    tournament->is_cross_old = true;
    tournament->has_standings = true;
    say_farewell(tournament, told);
    if (tournament->owes_farewell)
        tournament_hasten(tournament);
}

static void ask_for_standings(struct tournament_page *tournament)
{
    struct wire_tournament_number number = {tournament->tournament};
    app_call(&tournament->page, WIRE_TOURNAMENT_STANDINGS, &number, on_standings);
}

/* --- pairs, page by page --- */

static void ask_for_pairs_after(struct tournament_page *tournament, int64_t after);

static void on_pairs(void *owner, const struct error *error, const void *result)
{
    struct tournament_page *tournament = owner;
    const struct wire_pairs *page = result;
    tournament->pairs_asking.is_asked = false;
    if (error) {
        app_tell_error(tournament->page.app, error);
        return;
    }
    tournament_pairs_take(&tournament->pairs, page);
    tournament->is_cross_old = true;
    tournament_show_round(tournament);
    bool is_whole = page->pairs_count == 0 || (tournament->span.is_last && !page->more);
    if (is_whole)
        tournament->has_pairs = true;
    else
        ask_for_pairs_after(tournament, page->pairs[page->pairs_count - 1].number);
}

static void ask_for_pairs_after(struct tournament_page *tournament, int64_t after)
{
    tournament->span = tournament_pairs_next(&tournament->pairs, after);
    struct wire_pairs_page page = {
        .tournament = tournament->tournament,
        .after = tournament->span.after,
        .limit = tournament->span.limit,
    };
    tournament->pairs_asking.is_asked = true;
    app_call(&tournament->page, WIRE_TOURNAMENT_PAIRS, &page, on_pairs);
}

static void ask_for_pairs(struct tournament_page *tournament)
{
    ask_for_pairs_after(tournament, 0);
}

/* --- timing --- */

static void ask_if_due(struct tournament_page *tournament, struct tournament_asking *asking,
                       void (*ask)(struct tournament_page *tournament))
{
    int64_t now_ms = app_now_ms(tournament->page.app);
    bool is_due = asking->asked_ms == 0 || now_ms - asking->asked_ms >= REST_MS;
    if (!asking->is_wanted || asking->is_asked || !is_due)
        return;
    *asking = (struct tournament_asking){.is_asked = true, .asked_ms = now_ms};
    ask(tournament);
}

void tournament_ask(struct tournament_page *tournament)
{
    bool shows_pairs = tournament->tab == TOURNAMENT_CROSS || tournament->tab == TOURNAMENT_ROUNDS;
    if (!app_is_connected(tournament->page.app))
        return;
    ask_if_due(tournament, &tournament->standings_asking, ask_for_standings);
    if (shows_pairs)
        ask_if_due(tournament, &tournament->pairs_asking, ask_for_pairs);
}

void tournament_hasten(struct tournament_page *tournament)
{
    tournament->standings_asking.asked_ms = 0;
    tournament_ask(tournament);
}

/* --- acts --- */

static void on_done(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct tournament_page *tournament = owner;
    struct app *app = tournament->page.app;
    tournament->is_doing = false;
    tournament->standings_asking.is_wanted = true;
    if (!error)
        app_tell(app, STYLE_GOOD, "%s", tournament_act_words[tournament->act].done);
    else /* the usual words for bad arguments speak of typing */
        app_tell(app, STYLE_BAD, "That cannot be done: %s.",
                 error->code == ERROR_BAD_ARGUMENTS ? error->message : refusal_of(error).words);
}

void tournament_do(struct tournament_page *tournament)
{
    static const enum wire_method methods[TOURNAMENT_ACT_COUNT] = {
        [TOURNAMENT_JOIN] = WIRE_TOURNAMENT_JOIN,     [TOURNAMENT_START] = WIRE_TOURNAMENT_START,
        [TOURNAMENT_PAUSE] = WIRE_TOURNAMENT_PAUSE,   [TOURNAMENT_RESUME] = WIRE_TOURNAMENT_RESUME,
        [TOURNAMENT_CANCEL] = WIRE_TOURNAMENT_CANCEL,
    };
    struct wire_tournament_choice choice;
    struct wire_tournament_withdraw withdraw;
    tournament->is_doing = true;
    if (tournament->act == TOURNAMENT_WITHDRAW) {
        wire_record_clear(&wire_record_tournament_withdraw, &withdraw);
        withdraw.tournament = tournament->tournament;
        app_call(&tournament->page, WIRE_TOURNAMENT_WITHDRAW, &withdraw, on_done);
        return;
    }
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = tournament->tournament;
    app_call(&tournament->page, methods[tournament->act], &choice, on_done);
}

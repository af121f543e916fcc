/* What the lists of the home screen show: asked for again and again while it is seen, and when an
 * event says that it has changed. */
#include "client/tui/home_rows.h"
#include "client/tui/home_state.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

enum {
    PAGE_ROWS = 50,
    PEOPLE_AGE_MS = 10000, /* of who is there, which all panels tell */
};

/* How old what is seen may become. Events tell of one's own matches. */
static const int64_t ages_ms[HOME_PANEL_COUNT] = {
    [HOME_OFFERS] = 2000,      [HOME_PLAYERS] = 3000,  [HOME_LIVE] = 3000,
    [HOME_TOURNAMENTS] = 5000, [HOME_HISTORY] = 10000,
};

void home_lists_init(struct home *home)
{
    for (int panel = 0; panel < HOME_PANEL_COUNT; panel++)
        home->lists[panel] = (struct home_list){
            .sheet = {.columns = home_columns((enum home_panel)panel)},
            .wanted = PAGE_ROWS,
        };
}

void home_lists_finish(struct home *home)
{
    for (int panel = 0; panel < HOME_PANEL_COUNT; panel++) {
        sheet_finish(&home->lists[panel].sheet);
        text_finish(&home->lists[panel].refused);
    }
}

void home_list_forget(struct home *home, enum home_panel panel)
{
    struct home_list *list = &home->lists[panel];
    struct sheet nothing = {0};
    sheet_replace(&list->sheet, &nothing);
    list->is_known = list->is_asked = false;
    list->wanted = PAGE_ROWS;
}

/* --- answers --- */

static const char *own_name(const struct home *home)
{
    return client_name(app_client(home->page.app));
}

/* The list that is answered: NULL, and noted why, when the server refuses it. */
static struct home_list *answered(struct home *home, enum home_panel panel,
                                  const struct error *error)
{
    struct home_list *list = &home->lists[panel];
    list->is_asked = false;
    text_clear(&list->refused);
    if (!error) {
        list->is_known = true;
        return list;
    }
    text_printf(&list->refused, "The server does not tell: %s.", refusal_of(error).words);
    return NULL;
}

static void on_offers(void *owner, const struct error *error, const void *result)
{
    struct home *home = owner;
    struct home_list *list = answered(home, HOME_OFFERS, error);
    struct sheet fresh = {0};
    if (!list)
        return;
    home->challenges = home_rows_of_offers(result, own_name(home), &fresh);
    sheet_replace(&list->sheet, &fresh);
    home_search_invite(home, result);
    if (list->is_outdated)
        home_list_ask(home, HOME_OFFERS);
}

static void on_players(void *owner, const struct error *error, const void *result)
{
    struct home *home = owner;
    struct home_list *list = answered(home, HOME_PLAYERS, error);
    struct sheet fresh = {0};
    if (!list)
        return;
    bool was_alone = list->sheet.count < 2;
    home_rows_of_players(result, own_name(home), &fresh);
    sheet_replace(&list->sheet, &fresh);
    if (was_alone)
        home_rows_choose_other(&list->sheet);
}

static void on_live(void *owner, const struct error *error, const void *result)
{
    const struct wire_summaries *matches = result;
    struct home_list *list = answered(owner, HOME_LIVE, error);
    struct sheet fresh = {0};
    if (!list)
        return;
    list->has_more = matches->more;
    home_rows_of_live(matches, &fresh);
    sheet_replace(&list->sheet, &fresh);
}

static void on_tournaments(void *owner, const struct error *error, const void *result)
{
    const struct wire_tournaments *tournaments = result;
    struct home_list *list = answered(owner, HOME_TOURNAMENTS, error);
    struct sheet fresh = {0};
    if (!list)
        return;
    list->has_more = tournaments->more;
    home_rows_of_tournaments(tournaments, &fresh);
    sheet_replace(&list->sheet, &fresh);
}

static void take_history(struct home *home, const struct error *error,
                         const struct wire_summaries *matches)
{
    struct home_list *list = answered(home, HOME_HISTORY, error);
    struct sheet fresh = {0};
    if (!list)
        return;
    list->has_more = matches->more;
    if (home->is_everybodys)
        home_rows_of_history(matches, own_name(home), &fresh);
    else
        home_rows_of_own_history(matches, own_name(home), &fresh);
    sheet_replace(&list->sheet, &fresh);
    list->sheet.columns =
        home->is_everybodys ? home_columns(HOME_HISTORY) : home_own_history_columns;
}

/* Each may come when the person has turned to the other one. */
static void on_own_history(void *owner, const struct error *error, const void *result)
{
    struct home *home = owner;
    if (!home->is_everybodys)
        take_history(home, error, result);
}

static void on_history(void *owner, const struct error *error, const void *result)
{
    struct home *home = owner;
    if (home->is_everybodys)
        take_history(home, error, result);
}

static void on_match(void *owner, const struct error *error, const void *result)
{
    struct home *home = owner;
    const struct wire_match *match = result;
    if (!error && !match->ending.bytes && match->seat.bytes)
        home_rows_of_match(match, &home->lists[HOME_YOURS].sheet);
}

/* --- asking --- */

static void ask_for_history(struct home *home, int64_t limit)
{
    struct wire_history_page page = {
        .player = wire_text(home->is_everybodys ? NULL : own_name(home)),
        .before = WIRE_ABSENT,
        .limit = limit,
    };
    app_call(&home->page, WIRE_HISTORY_LIST, &page,
             home->is_everybodys ? on_history : on_own_history);
}

static void ask(struct home *home, enum home_panel panel, int64_t limit)
{
    struct wire_match_page matches = {.after = WIRE_ABSENT, .before = WIRE_ABSENT, .limit = limit};
    struct wire_tournament_page tournaments = {.before = WIRE_ABSENT, .limit = limit};
    switch (panel) {
    case HOME_OFFERS:
        app_call(&home->page, WIRE_OFFER_LIST, NULL, on_offers);
        break;
    case HOME_PLAYERS:
        app_call(&home->page, WIRE_PLAYER_LIST, NULL, on_players);
        break;
    case HOME_LIVE:
        app_call(&home->page, WIRE_MATCH_LIST, &matches, on_live);
        break;
    case HOME_TOURNAMENTS:
        app_call(&home->page, WIRE_TOURNAMENT_LIST, &tournaments, on_tournaments);
        break;
    case HOME_HISTORY:
        ask_for_history(home, limit);
        break;
    case HOME_PLAY:
    case HOME_YOURS:
    case HOME_PANEL_COUNT:
        break;
    }
}

void home_list_ask(struct home *home, enum home_panel panel)
{
    struct home_list *list = &home->lists[panel];
    if (list->is_asked || !app_is_connected(home->page.app) || ages_ms[panel] == 0)
        return;
    list->is_asked = true;
    list->is_outdated = false;
    list->asked_ms = app_now_ms(home->page.app);
    ask(home, panel, list->wanted);
}

/* Is the last row that is there about to be seen, and are there more? */
static bool is_near_end(const struct home_list *list)
{
    size_t end = list->sheet.list.chosen + list->sheet.seen;
    return list->has_more && end >= list->sheet.count && list->wanted < WIRE_PAGE_MAX;
}

void home_lists_tick(struct home *home)
{
    struct home_list *list = &home->lists[home->panel];
    int64_t age_ms = app_now_ms(home->page.app) - list->asked_ms;
    bool grows = !list->is_asked && is_near_end(list);
    if (grows)
        list->wanted += PAGE_ROWS;
    if (grows || !list->is_known || age_ms >= ages_ms[home->panel])
        home_list_ask(home, home->panel);

    int64_t people_age_ms = app_now_ms(home->page.app) - home->lists[HOME_PLAYERS].asked_ms;
    if (!home->is_private && people_age_ms >= PEOPLE_AGE_MS)
        home_list_ask(home, HOME_PLAYERS);
}

/* --- one's own matches --- */

static bool is_listed(const struct wire_welcome *welcome, int64_t match)
{
    for (size_t i = 0; i < welcome->matches_count; i++) {
        if (welcome->matches[i] == match)
            return true;
    }
    return false;
}

/* Only how it stands: its moves are left to the board. */
static void ask_for_match(struct home *home, int64_t match)
{
    struct wire_resume resume = {.match = match, .after = WIRE_PLY_MAX};
    app_call(&home->page, WIRE_MATCH_RESUME, &resume, on_match);
}

void home_lists_arrive(struct home *home, const struct wire_welcome *welcome)
{
    struct home_list *yours = &home->lists[HOME_YOURS];
    yours->is_known = true;
    for (size_t i = yours->sheet.count; i-- > 0;) {
        if (!is_listed(welcome, yours->sheet.rows[i].id))
            sheet_remove(&yours->sheet, yours->sheet.rows[i].id);
    }
    for (size_t i = 0; i < welcome->matches_count; i++)
        ask_for_match(home, welcome->matches[i]);
}

/* Told to who plays in it and who directs it; its own page says more. */
static void take_news(struct home *home, const struct wire_tournament_news *news)
{
    if (wire_text_equal(news->state, "finished"))
        app_tell(home->page.app, STYLE_GOOD,
                 "Tournament %" PRId64 " is over: its page has the standings.", news->tournament);
    else if (wire_text_equal(news->state, "cancelled"))
        app_tell(home->page.app, STYLE_WARN, "Tournament %" PRId64 " is cancelled.",
                 news->tournament);
    home_list_ask(home, HOME_TOURNAMENTS);
}

/* Of a match whose board is open that tells it. */
static void take_line(struct home *home, const struct wire_chat_line *line)
{
    struct app *app = home->page.app;
    struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    if (!sheet_find(yours, line->match) || app_has_match(app, line->match) ||
        wire_text_equal(line->from, own_name(home)))
        return;
    if (home_rows_mark_chat(yours, line->match, true))
        app_bell(app);
    app_tell(app, STYLE_WARN, "%.*s: %.*s", (int)line->from.len, line->from.bytes,
             (int)line->text.len, line->text.bytes);
}

void home_lists_event(struct home *home, enum wire_event event, const void *body)
{
    struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    if (event == WIRE_EVENT_MATCH_MOVED) {
        const struct wire_moved *moved = body;
        home_rows_moved(yours, moved->match, moved->ply);
    } else if (event == WIRE_EVENT_MATCH_STARTED) {
        home_rows_of_match(((const struct wire_match_event *)body)->match, yours);
    } else if (event == WIRE_EVENT_MATCH_ENDED) {
        sheet_remove(yours, ((const struct wire_ended *)body)->match);
        home_list_ask(home, HOME_HISTORY);
    } else if (event == WIRE_EVENT_OFFER_RECEIVED || event == WIRE_EVENT_OFFER_CLOSED) {
        home->lists[HOME_OFFERS].is_outdated = home->lists[HOME_OFFERS].is_asked;
        home_list_ask(home, HOME_OFFERS);
    } else if (event == WIRE_EVENT_CHAT_SAID) {
        take_line(home, body);
    } else if (event == WIRE_EVENT_TOURNAMENT_CHANGED) {
        take_news(home, body);
    }
}

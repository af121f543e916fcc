/* The lists of the home screen, which are requested periodically while visible, and after events
 * that change them. */
#include "client/tui/home_state.h"
#include "client/tui/home_view.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <string.h>

enum {
    PAGE_ROWS = 50,
    PEOPLE_AGE_MS = 10000, /* of the players, whose number all panels show */
};

/* The maximum age of a visible list. Events update the person's own matches, and the offers after
 * the first list of them. */
static const int64_t ages_ms[HOME_PANEL_COUNT] = {
    [HOME_OFFERS] = INT64_MAX, [HOME_PLAYERS] = 3000,  [HOME_LIVE] = 3000,
    [HOME_TOURNAMENTS] = 5000, [HOME_HISTORY] = 10000,
};

void home_lists_init(struct home *home)
{
    for (int panel = 0; panel < HOME_PANEL_COUNT; panel++)
        home->lists[panel] = (struct home_list){
            .sheet = {.columns = home_columns((enum home_panel)panel, home->is_everybodys)},
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

/* Says of the seeks that the person does not fit that they are not for them. */
static void mark_unfit(struct home *home, const struct wire_offer *offers, size_t count)
{
    enum { FOR = 1 }; /* the column */
    for (size_t i = 0; i < count; i++) {
        struct sheet_row *row = sheet_find(&home->lists[HOME_OFFERS].sheet, offers[i].offer);
        struct conditions conditions = seeking_conditions(&offers[i]);
        struct applicant own = seeking_applicant(&home->seeking, offers[i].rules);
        struct error error;
        if (row->kind != HOME_ROW_SEEK || conditions.only == AUDIENCE_COUNT ||
            !conditions_admit(&conditions, &own, &error))
            continue;
        struct text words = {0};
        conditions_print(&conditions, &words);
        text_append_string(&words, " (not you)");
        sheet_set(row, FOR, text_string(&words));
        row->style = STYLE_DIM;
        text_finish(&words);
    }
}

static void take(struct home *home, enum home_panel panel, const struct error *error,
                 const void *answer)
{
    struct home_list *list = &home->lists[panel];
    struct sheet fresh = {0};
    bool was_alone = panel == HOME_PLAYERS && list->sheet.count < 2;
    list->is_asked = false;
    text_clear(&list->refused);
    if (error) {
        text_printf(&list->refused, "The server does not tell: %s.", refusal_of(error).words);
        return;
    }
    list->is_known = true;
    list->has_more = home_rows_of(panel, answer, own_name(home), home->is_everybodys, &fresh);
    sheet_replace(&list->sheet, &fresh);
    list->sheet.columns = home_columns(panel, home->is_everybodys);

    if (was_alone)
        home_rows_choose_other(&list->sheet);
    if (panel != HOME_OFFERS)
        return;
    home->challenges = home_rows_count(&list->sheet, HOME_ROW_CHALLENGE);
    const struct wire_offers *offers = answer;
    seeking_take_ratings(&home->seeking, offers);
    mark_unfit(home, offers->offers, offers->offers_count);
    home_search_invite(home, answer);
    if (list->is_outdated)
        home_list_ask(home, HOME_OFFERS);
}

static void on_offers(void *owner, const struct error *error, const void *answer)
{
    take(owner, HOME_OFFERS, error, answer);
}

static void on_players(void *owner, const struct error *error, const void *answer)
{
    take(owner, HOME_PLAYERS, error, answer);
}

static void on_live(void *owner, const struct error *error, const void *answer)
{
    take(owner, HOME_LIVE, error, answer);
}

static void on_tournaments(void *owner, const struct error *error, const void *answer)
{
    take(owner, HOME_TOURNAMENTS, error, answer);
}

/* Either answer may arrive after the person has switched to the other history. */
static void on_own_history(void *owner, const struct error *error, const void *answer)
{
    struct home *home = owner;
    if (!home->is_everybodys)
        take(home, HOME_HISTORY, error, answer);
}

static void on_history(void *owner, const struct error *error, const void *answer)
{
    struct home *home = owner;
    if (home->is_everybodys)
        take(home, HOME_HISTORY, error, answer);
}

static void on_match(void *owner, const struct error *error, const void *result)
{
    struct home *home = owner;
    const struct wire_match *match = result;
    if (!error && !match->ending.bytes && match->seat.bytes)
        home_rows_of_match(match, &home->lists[HOME_YOURS].sheet);
}

/* --- asking --- */

static void ask(struct home *home, enum home_panel panel, int64_t limit)
{
    struct wire_match_page matches = {.after = WIRE_ABSENT, .before = WIRE_ABSENT, .limit = limit};
    struct wire_tournament_page tournaments = {.before = WIRE_ABSENT, .limit = limit};
    struct wire_history_page history = {
        .player = wire_text(home->is_everybodys ? NULL : own_name(home)),
        .before = WIRE_ABSENT,
        .limit = limit,
    };
    if (panel == HOME_OFFERS)
        app_call(&home->page, WIRE_LOBBY_WATCH, NULL, on_offers);
    else if (panel == HOME_PLAYERS)
        app_call(&home->page, WIRE_PLAYER_LIST, NULL, on_players);
    else if (panel == HOME_LIVE)
        app_call(&home->page, WIRE_MATCH_LIST, &matches, on_live);
    else if (panel == HOME_TOURNAMENTS)
        app_call(&home->page, WIRE_TOURNAMENT_LIST, &tournaments, on_tournaments);
    else if (panel == HOME_HISTORY)
        app_call(&home->page, WIRE_HISTORY_LIST, &history,
                 home->is_everybodys ? on_history : on_own_history);
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

void home_lists_tick(struct home *home)
{
    struct home_list *list = &home->lists[home->panel];
    int64_t now_ms = app_now_ms(home->page.app);
    size_t end = list->sheet.list.chosen + list->sheet.seen;
    bool grows = !list->is_asked && list->has_more && end >= list->sheet.count &&
                 list->wanted < WIRE_PAGE_MAX; /* the last known row is about to be visible */
    if (grows)
        list->wanted += PAGE_ROWS;
    if (grows || !list->is_known || now_ms - list->asked_ms >= ages_ms[home->panel])
        home_list_ask(home, home->panel);
    if (!home->is_private && now_ms - home->lists[HOME_PLAYERS].asked_ms >= PEOPLE_AGE_MS)
        home_list_ask(home, HOME_PLAYERS);
}

/* --- the person's own matches --- */

void home_lists_arrive(struct home *home, const struct wire_welcome *welcome)
{
    struct home_list *yours = &home->lists[HOME_YOURS];
    yours->is_known = true;
    for (size_t i = yours->sheet.count; i-- > 0;) {
        bool is_listed = false;
        for (size_t k = 0; k < welcome->matches_count; k++)
            is_listed |= welcome->matches[k] == yours->sheet.rows[i].id;
        if (!is_listed)
            sheet_remove(&yours->sheet, yours->sheet.rows[i].id);
    }
    for (size_t i = 0; i < welcome->matches_count; i++) {
        /* Without the moves, which only the board needs. */
        struct wire_resume resume = {.match = welcome->matches[i], .after = WIRE_PLY_MAX};
        app_call(&home->page, WIRE_MATCH_RESUME, &resume, on_match);
    }
}

/* Takes news of a tournament, which its players and director receive; its page shows more. */
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

/* Takes a line of chat, unless the board of its match is open and shows it. */
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

/* Open seeks have come and gone. */
static void take_changed(struct home *home, const struct wire_lobby_changed *changed)
{
    struct sheet *sheet = &home->lists[HOME_OFFERS].sheet;
    if (changed->missed)
        home_list_ask(home, HOME_OFFERS);
    for (size_t i = 0; i < changed->gone_count; i++)
        sheet_remove(sheet, changed->gone[i]);
    for (size_t i = 0; i < changed->made_count; i++) {
        const struct wire_offers one = {.offers = &changed->made[i], .offers_count = 1};
        if (!sheet_find(sheet, changed->made[i].offer))
            home_rows_of(HOME_OFFERS, &one, own_name(home), false, sheet);
    }
    mark_unfit(home, changed->made, changed->made_count);
}

void home_lists_event(struct home *home, enum wire_event event, const void *body)
{
    struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    if (event == WIRE_EVENT_MATCH_MOVED) {
        const struct wire_moved *moved = body;
        home_rows_moved(yours, moved->match, moved->ply);
    } else if (event == WIRE_EVENT_MATCH_TAKEN_BACK) {
        const struct wire_taken_back *taken_back = body;
        home_rows_moved(yours, taken_back->match, taken_back->ply);
    } else if (event == WIRE_EVENT_MATCH_STARTED) {
        home_rows_of_match(((const struct wire_match_event *)body)->match, yours);
    } else if (event == WIRE_EVENT_MATCH_ENDED) {
        sheet_remove(yours, ((const struct wire_ended *)body)->match);
        home_list_ask(home, HOME_HISTORY);
    } else if (event == WIRE_EVENT_OFFER_RECEIVED || event == WIRE_EVENT_OFFER_CLOSED) {
        home->lists[HOME_OFFERS].is_outdated = home->lists[HOME_OFFERS].is_asked;
        home_list_ask(home, HOME_OFFERS);
    } else if (event == WIRE_EVENT_LOBBY_CHANGED) {
        take_changed(home, body);
    } else if (event == WIRE_EVENT_CHAT_SAID) {
        take_line(home, body);
    } else if (event == WIRE_EVENT_TOURNAMENT_CHANGED) {
        take_news(home, body);
    }
}

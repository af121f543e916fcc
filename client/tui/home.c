/* The home page, which is the first page: a new match, offers, players, live matches, tournaments,
 * the history. On a private server the panels for other people are left out. */
#include "client/cli/begun.h"
#include "client/cli/command.h"
#include "client/tui/guide_page.h"
#include "client/tui/home_state.h"
#include "client/tui/home_view.h"
#include "client/tui/invitations_page.h"
#include "client/tui/puzzle_page.h"
#include "client/tui/review_page.h"
#include "client/tui/tabs.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <stdlib.h>
#include <string.h>

static struct home *home_of(struct page *page)
{
    return (struct home *)page;
}

/* Opens a page above, from which the person returns here. */
static void open_above(struct home *home, struct page *page)
{
    home->is_covered = true;
    app_push(home->page.app, page);
}

void home_sit_down(struct home *home, int64_t match)
{
    const struct sheet_row *row = sheet_find(&home->lists[HOME_YOURS].sheet, match);
    if (row)
        home_bot_wake(home, row->key);
    home_rows_mark_chat(&home->lists[HOME_YOURS].sheet, match, false);
    open_above(home, board_page_create(match));
}

/* Shows a panel, if the server has it. */
static void turn_to(struct home *home, enum home_panel panel)
{
    if (panel >= HOME_PANEL_COUNT || !home_has_panel(home->is_private, panel))
        return;
    home->panel = panel;
    text_clear(&home->wrong);
    home_list_ask(home, panel);
}

/* --- the actions on the chosen row of a list --- */

static void on_taken_back(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct home *home = owner;
    if (error)
        app_tell(home->page.app, STYLE_BAD, "That cannot be done: %s.", refusal_of(error).words);
    home_list_ask(home, HOME_OFFERS);
}

static void on_joined(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct home *home = owner;
    if (error)
        app_tell(home->page.app, STYLE_BAD, "You cannot take part: %s.", refusal_of(error).words);
    else
        app_tell(home->page.app, STYLE_GOOD,
                 "You take part. When a match of yours begins, you are brought to it.");
    home_list_ask(home, HOME_TOURNAMENTS);
}

static void challenge(struct home *home, const struct sheet_row *row)
{
    if (row->kind == HOME_ROW_OWN) {
        app_tell(home->page.app, STYLE_PLAIN, "That is you.");
        return;
    }
    play_form_take_player(&home->form, row->key);
    turn_to(home, HOME_PLAY);
}

/* Enter in a list. */
static void open_row(struct home *home, const struct sheet_row *row)
{
    switch (home->panel) {
    case HOME_YOURS:
    case HOME_LIVE:
        home_sit_down(home, row->id);
        break;
    case HOME_OFFERS:
        if (row->kind == HOME_ROW_OWN)
            app_tell(home->page.app, STYLE_PLAIN, "This offer is your own: c takes it back.");
        else
            seeking_accept(&home->seeking, row->id);
        break;
    case HOME_PLAYERS:
        challenge(home, row);
        break;
    case HOME_TOURNAMENTS:
        open_above(home, tournament_page_create(row->id));
        break;
    case HOME_HISTORY:
        open_above(home, review_page_create(row->id));
        break;
    case HOME_PLAY:
    case HOME_PANEL_COUNT:
        break;
    }
}

/* Fills in the form with the game that the person has read about. */
static void play_game(void *owner, const char *rules)
{
    struct home *home = owner;
    play_form_take_game(&home->form, rules);
    turn_to(home, HOME_PLAY);
}

/* --- keys --- */

static bool is_typing(struct page *page)
{
    const struct home *home = home_of(page);
    return home->panel == HOME_PLAY && play_form_is_typing(&home->form);
}

/* Do letters choose a game now? */
static bool is_choosing_game(struct page *page)
{
    const struct home *home = home_of(page);
    return home->panel == HOME_PLAY && home->form.form.focus == PLAY_GAME;
}

/* Are letters free for keys, neither typed nor choosing a game? */
static bool are_letters_free(struct page *page)
{
    return !is_typing(page) && !is_choosing_game(page);
}

/* The chosen row; NULL: none. */
static const struct sheet_row *row_of(struct page *page)
{
    const struct home *home = home_of(page);
    return home->panel == HOME_PLAY ? NULL : sheet_chosen(&home->lists[home->panel].sheet);
}

static bool is_row(struct page *page, enum home_panel panel, int kind)
{
    const struct sheet_row *row = row_of(page);
    return home_of(page)->panel == panel && row && row->kind == kind;
}

/* Passes a stroke to the form or to the visible list. */
static bool take_rest(struct page *page, struct stroke stroke)
{
    struct home *home = home_of(page);
    if (home->panel != HOME_PLAY)
        return sheet_stroke(&home->lists[home->panel].sheet, stroke);
    enum form_outcome outcome = play_form_stroke(&home->form, stroke);
    if (outcome == FORM_CHANGED)
        text_clear(&home->wrong);
    if (outcome == FORM_DONE)
        home_search_begin(home);
    return outcome != FORM_IGNORED;
}

static void fill_in(struct page *page, struct stroke stroke)
{
    take_rest(page, stroke);
}

static bool has_row(struct page *page)
{
    return row_of(page);
}

/* People neither accept their own offers nor challenge themselves. */
static bool can_enter(struct page *page)
{
    const struct sheet_row *row = row_of(page);
    return home_of(page)->panel == HOME_PLAY || (row && row->kind != HOME_ROW_OWN);
}

static const char *enter_label(struct page *page)
{
    static const char *const labels[HOME_PANEL_COUNT] = {
        [HOME_PLAY] = "start",        [HOME_YOURS] = "go on", [HOME_OFFERS] = "accept",
        [HOME_PLAYERS] = "challenge", [HOME_LIVE] = "watch",  [HOME_TOURNAMENTS] = "open",
        [HOME_HISTORY] = "review",
    };
    return labels[home_of(page)->panel];
}

static void enter(struct page *page, struct stroke stroke)
{
    const struct sheet_row *row = row_of(page);
    if (row)
        open_row(home_of(page), row);
    else
        take_rest(page, stroke);
}

/* Takes a press on a tab, or a second press on the chosen row. */
static bool press(struct page *page, struct stroke stroke)
{
    struct home *home = home_of(page);
    int tab = tabs_pressed(stroke);
    bool is_again = stroke.kind == STROKE_CHOOSE && has_row(page) &&
                    (size_t)stroke.code == home->lists[home->panel].sheet.list.chosen;
    if (tab >= 0)
        turn_to(home, (enum home_panel)tab);
    else if (is_again)
        open_row(home, row_of(page));
    return tab >= 0 || is_again;
}

static bool is_challenge(struct page *page)
{
    return is_row(page, HOME_OFFERS, HOME_ROW_CHALLENGE);
}

static void decline(struct page *page)
{
    seeking_decline(&home_of(page)->seeking, row_of(page)->id);
    home_list_ask(home_of(page), HOME_OFFERS);
}

static bool is_own_offer(struct page *page)
{
    return is_row(page, HOME_OFFERS, HOME_ROW_OWN);
}

static void take_back(struct page *page)
{
    struct home *home = home_of(page);
    struct wire_offer_choice choice;
    int64_t offer = row_of(page)->id;
    if (offer == home->seeking.offer) {
        home_search_stop(home);
    } else {
        wire_record_clear(&wire_record_offer_choice, &choice);
        choice.offer = offer;
        app_call(page, WIRE_OFFER_CANCEL, &choice, on_taken_back);
    }
    home_list_ask(home, HOME_OFFERS);
}

static bool is_at_offers(struct page *page)
{
    return home_of(page)->panel == HOME_OFFERS;
}

static void begin_offer(struct page *page)
{
    play_form_take_anyone(&home_of(page)->form);
    turn_to(home_of(page), HOME_PLAY);
    home_list_ask(home_of(page), HOME_OFFERS);
}

static bool is_other_player(struct page *page)
{
    const struct sheet_row *row = row_of(page);
    return home_of(page)->panel == HOME_PLAYERS && row && row->kind != HOME_ROW_OWN;
}

static void open_player(struct page *page)
{
    open_above(home_of(page), player_page_create(row_of(page)->key, 0));
}

static bool is_open_tournament(struct page *page)
{
    return is_row(page, HOME_TOURNAMENTS, HOME_ROW_OPEN);
}

static void join(struct page *page)
{
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = row_of(page)->id;
    app_call(page, WIRE_TOURNAMENT_JOIN, &choice, on_joined);
}

/* Not during an invitation, where `a` accepts it. */
static bool has_everybodys(struct page *page)
{
    const struct home *home = home_of(page);
    return home->panel == HOME_HISTORY && !home->is_private && !home->invited;
}

static const char *everybodys_label(struct page *page)
{
    return home_of(page)->is_everybodys ? "only yours" : "everybody's";
}

static void show_everybodys(struct page *page)
{
    struct home *home = home_of(page);
    home->is_everybodys = !home->is_everybodys;
    home_list_forget(home, HOME_HISTORY);
    home_list_ask(home, HOME_HISTORY);
}

static bool can_stop(struct page *page)
{
    return home_is_searching(home_of(page)) && !is_at_offers(page) && !is_typing(page);
}

static void stop_waiting(struct page *page)
{
    home_search_stop(home_of(page));
}

/* One hint for the four arrows; pressing it is Down. */
static size_t arrow_hints(struct page *page, struct hint *ret_hints)
{
    bool is_list = home_of(page)->panel != HOME_PLAY;
    if (is_list && !has_row(page))
        return 0;
    const char *key = is_list || is_typing(page) ? "Up/Down" : "arrows";
    ret_hints[0] = (struct hint){stroke_of(STROKE_DOWN), key, "choose"};
    return 1;
}

static bool can_type(struct page *page)
{
    const struct home *home = home_of(page);
    return home->panel == HOME_PLAY && !is_typing(page) &&
           !home->form.rows[home->form.form.focus].choices;
}

static size_t panel_hints(struct page *page, struct hint *ret_hints)
{
    const char *digits = home_of(page)->is_private ? "Tab, 1-3" : "Tab, 1-7";
    ret_hints[0] = (struct hint){stroke_of(STROKE_TAB), is_typing(page) ? "Tab" : digits, "panel"};
    return 1;
}

static bool turn_panel(struct page *page, struct stroke stroke)
{
    struct home *home = home_of(page);
    int panel = (int)home->panel, step = stroke.kind == STROKE_TAB ? 1 : HOME_PANEL_COUNT - 1;
    if (stroke.kind == STROKE_CHARACTER && stroke.code >= '1' && stroke.code <= '9' &&
        !is_typing(page)) {
        turn_to(home, home_panel_of_digit(home->is_private, stroke.code - '0'));
        return true;
    }
    if (stroke.kind != STROKE_TAB && stroke.kind != STROKE_BACK_TAB)
        return false;
    do
        panel = (panel + step) % HOME_PANEL_COUNT;
    while (!home_has_panel(home->is_private, (enum home_panel)panel));
    turn_to(home, (enum home_panel)panel);
    return true;
}

static bool choose_game(struct page *page, struct stroke stroke)
{
    return stroke.kind == STROKE_CHARACTER && take_rest(page, stroke);
}

static void open_guides(struct page *page)
{
    open_above(home_of(page), guide_list_page_create((struct guide_player){page, play_game}));
}

static void begin_invitation(struct page *page)
{
    play_form_take_invitation(&home_of(page)->form);
    turn_to(home_of(page), HOME_PLAY);
}

static void look_at_invitation(struct page *page, const char *code)
{
    home_search_look_at(home_of(page), code);
}

static bool may_invite(struct page *page)
{
    return !home_of(page)->is_private && are_letters_free(page);
}

static void open_invitations(struct page *page)
{
    open_above(home_of(page), invitations_page_create((struct invitations_owner){
                                  page, begin_invitation, look_at_invitation}));
}

static void open_puzzles(struct page *page)
{
    open_above(home_of(page), puzzle_page_create());
}

static void open_settings(struct page *page)
{
    open_above(home_of(page), settings_page_create());
}

static void on_leaving_answered(struct page *page, bool is_yes)
{
    if (is_yes)
        app_close(page->app, page);
}

/* Asks before leaving would interrupt a match against a waiting person; matches with a clock of
 * days may be left. False: no such match. */
static bool ask_before_leaving(struct page *page, struct stroke stroke)
{
    struct home *home = home_of(page);
    struct session *session = app_session(page->app);
    const struct sheet *yours = &home->lists[HOME_YOURS].sheet;
    char strategy[WIRE_NAME_MAX + 1];
    const char *person = NULL;
    size_t others = 0;
    if (stroke.kind != STROKE_CHARACTER || stroke.code != 'q' || is_typing(page))
        return false;
    for (size_t i = 0; i < yours->count; i++) {
        const char *opponent = yours->rows[i].key;
        if (home_rows_is_patient(&yours->rows[i]) ||
            opponent_bot_is_ours(session, opponent, strategy))
            continue;
        others += person && strcmp(person, opponent) != 0;
        person = person ? person : opponent;
    }
    if (!person)
        return false;

    struct text question = {0};
    text_printf(&question, "You play %s", person);
    if (others > 0)
        text_printf(&question, " and %zu more", others);
    text_append_string(&question, ". Leave?");
    app_ask(page, text_string(&question), on_leaving_answered);
    text_finish(&question);
    return true;
}

static const struct key keys[] = {
    {.take = press},
    {{STROKE_ENTER, 0}, "Enter", .say = enter_label, .may = can_enter, .act_by = enter},
    {{STROKE_ENTER, 0}, .may = has_row, .act_by = enter}, /* says why a row stays closed */
    {{STROKE_CHARACTER, 'd'}, "d", "decline", .may = is_challenge, .act = decline},
    {{STROKE_CHARACTER, 'c'}, "c", "take back", .may = is_own_offer, .act = take_back},
    {{STROKE_CHARACTER, 'n'}, "n", "new offer", .may = is_at_offers, .act = begin_offer},
    {{STROKE_CHARACTER, 'b'}, "b", "block, report", .may = is_other_player, .act = open_player},
    {{STROKE_CHARACTER, 'j'}, "j", "join", .may = is_open_tournament, .act = join},
    {{STROKE_CHARACTER, 'a'},
     "a",
     .say = everybodys_label,
     .may = has_everybodys,
     .act = show_everybodys},
    {{STROKE_CHARACTER, 'c'}, "c", "stop waiting", .may = can_stop, .act = stop_waiting},
    {.hints = arrow_hints},
    {{STROKE_ESCAPE, 0}, "Esc", "stop typing", .may = is_typing, .act_by = fill_in},
    {{STROKE_RIGHT, 0}, "Right", "type", .may = can_type, .act_by = fill_in},
    {.hints = panel_hints, .take = turn_panel},
    {{STROKE_CHARACTER, ' '}, "a-z", "next game", .may = is_choosing_game, .take = choose_game},
    {{STROKE_CHARACTER, 'i'}, "i", "invitations", .may = may_invite, .act = open_invitations},
    {{STROKE_CHARACTER, 'g'}, "g", "games", .may = are_letters_free, .act = open_guides},
    {{STROKE_CHARACTER, 'p'}, "p", "puzzles", .may = are_letters_free, .act = open_puzzles},
    {{STROKE_CHARACTER, 's'}, "s", "settings", .may = are_letters_free, .act = open_settings},
    {.take = ask_before_leaving},
    {.take = take_rest},
    KEYS_END,
};

/* --- the page --- */

static const char *title(struct page *page)
{
    (void)page;
    return "Takeaway";
}

static const char *or_null(const struct text *text)
{
    return text->len > 0 ? text_string(text) : NULL;
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct home *home = home_of(page);
    struct home_list *list = &home->lists[home->panel];
    text_clear(&home->people);
    size_t people = home_rows_people(&home->lists[HOME_PLAYERS].sheet, &home->people);
    struct home_view view = {
        .panel = home->panel,
        .is_private = home->is_private,
        .is_connected = app_is_connected(page->app),
        .badges = {[HOME_YOURS] = home->lists[HOME_YOURS].sheet.count,
                   [HOME_OFFERS] = home->challenges,
                   [HOME_PLAYERS] = people},
        .has_chat = home_rows_have_chat(&home->lists[HOME_YOURS].sheet),
        .people = or_null(&home->people),
        .server = session_address(app_session(page->app)),
        .waiting = or_null(&home->waiting),
        .form = &home->form,
        .wrong = home->wrong.len > 0 ? text_string(&home->wrong) : play_form_doubt(&home->form),
        .sheet = &list->sheet,
        .is_loading = !list->is_known,
        .is_everybodys = home->is_everybodys,
        .refused = or_null(&list->refused),
    };
    home_draw(&view, canvas, area);
}

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    struct home *home = home_of(page);
    if (!welcome)
        return; /* no connection yet */
    play_form_take_games(&home->form, welcome->games, welcome->games_count);
    home_search_ready(home, welcome);
    home_lists_arrive(home, welcome);
    bool is_first = !home->has_arrived;
    int64_t begun = app_begun_match(page->app);
    home->has_arrived = true;
    if (is_first && welcome->matches_count > 0)
        home->panel = HOME_YOURS;
    if (is_first && begun)
        home_sit_down(home, begun);
    if (!home->is_private) {
        home_list_ask(home, HOME_OFFERS);
        home_list_ask(home, HOME_PLAYERS);
    }
    home_list_ask(home, home->panel);
}

static void event(struct page *page, enum wire_event event, const void *body)
{
    struct home *home = home_of(page);
    home_lists_event(home, event, body);
    home_search_event(home, event, body);
}

static void tick(struct page *page)
{
    home_lists_tick(home_of(page));
}

static void shown(struct page *page)
{
    struct home *home = home_of(page);
    home->is_covered = false;
    form_leave_text(&home->form.form); /* typing ends when the person returns */
    home_bots_settle(home);
    home_list_ask(home, home->panel);
}

static void destroy(struct page *page)
{
    struct home *home = home_of(page);
    home_bots_finish(home);
    home_search_finish(home);
    home_lists_finish(home);
    text_finish(&home->wrong);
    text_finish(&home->people);
    free(home);
}

static struct page *create(bool is_private)
{
    static const struct page_kind kind = {
        .name = "home",
        .title = title,
        .draw = draw,
        .keys = keys,
        .event = event,
        .ready = ready,
        .tick = tick,
        .shown = shown,
        .destroy = destroy,
    };
    struct home *home = memory_zeroed(1, sizeof *home);
    home->page.kind = &kind;
    home->is_private = is_private;
    home_lists_init(home);
    home_search_init(home);
    play_form_init(&home->form, is_private);
    return &home->page;
}

int tui_run(const struct options *options)
{
    return tui_run_begun(options, NULL);
}

int tui_run_begun(const struct options *options, const struct begun *begun)
{
    return app_run(options, begun, create);
}

/* What is done with the chosen row of a list. */
#include "client/tui/home_rows.h"
#include "client/tui/home_state.h"
#include "client/tui/review.h"
#include "client/tui/tournament_page.h"
#include "client/words/refusal.h"
#include "common/wire/wire.h"

static void on_declined(void *owner, const struct error *error, const void *result)
{
    (void)result;
    struct home *home = owner;
    if (error)
        app_tell(home->page.app, STYLE_BAD, "That cannot be done: %s.", refusal_of(error).words);
    home_list_ask(home, HOME_OFFERS);
}

static void take_back(struct home *home, const struct sheet_row *row)
{
    struct wire_offer_choice choice;
    if (row->id == home->matchmaking.offer) {
        home_search_stop(home);
        home_list_ask(home, HOME_OFFERS);
        return;
    }
    wire_record_clear(&wire_record_offer_choice, &choice);
    choice.offer = row->id;
    app_call(&home->page, WIRE_OFFER_CANCEL, &choice, on_declined);
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

static void join(struct home *home, int64_t tournament)
{
    struct wire_tournament_choice choice;
    wire_record_clear(&wire_record_tournament_choice, &choice);
    choice.tournament = tournament;
    app_call(&home->page, WIRE_TOURNAMENT_JOIN, &choice, on_joined);
}

static void accept(struct home *home, const struct sheet_row *row)
{
    if (row->kind == HOME_ROW_OWN)
        app_tell(home->page.app, STYLE_PLAIN, "This offer is your own: c takes it back.");
    else
        matchmaking_accept(&home->matchmaking, row->id);
}

static void challenge(struct home *home, const struct sheet_row *row)
{
    if (row->kind == HOME_ROW_OWN) {
        app_tell(home->page.app, STYLE_PLAIN, "That is you.");
        return;
    }
    play_form_take_player(&home->form, row->key);
    home_turn_to(home, HOME_PLAY);
}

void home_open_row(struct home *home, const struct sheet_row *row)
{
    switch (home->panel) {
    case HOME_YOURS:
    case HOME_LIVE:
        home_sit_down(home, row->id);
        break;
    case HOME_OFFERS:
        accept(home, row);
        break;
    case HOME_PLAYERS:
        challenge(home, row);
        break;
    case HOME_TOURNAMENTS:
        home_open(home, tournament_page_create(row->id));
        break;
    case HOME_HISTORY:
        home_open(home, review_page_create(row->id));
        break;
    case HOME_PLAY:
    case HOME_PANEL_COUNT:
        break;
    }
}

static bool offers_letter(struct home *home, int64_t letter, const struct sheet_row *row)
{
    if (letter == 'n') {
        play_form_take_anyone(&home->form);
        home_turn_to(home, HOME_PLAY);
    } else if (letter == 'd' && row && row->kind == HOME_ROW_CHALLENGE) {
        matchmaking_decline(&home->matchmaking, row->id);
    } else if (letter == 'c' && row && row->kind == HOME_ROW_OWN) {
        take_back(home, row);
    } else {
        return false;
    }
    home_list_ask(home, HOME_OFFERS);
    return true;
}

static void show_everybodys(struct home *home)
{
    home->is_everybodys = !home->is_everybodys;
    home_list_forget(home, HOME_HISTORY);
    home_list_ask(home, HOME_HISTORY);
}

bool home_list_letter(struct home *home, int64_t letter)
{
    const struct sheet_row *row = sheet_chosen(&home->lists[home->panel].sheet);
    if (home->panel == HOME_OFFERS)
        return offers_letter(home, letter, row);
    if (home->panel == HOME_TOURNAMENTS && letter == 'j' && row && row->kind == HOME_ROW_OPEN)
        join(home, row->id);
    else if (home->panel == HOME_HISTORY && letter == 'a' && !home->is_private)
        show_everybodys(home);
    else
        return false;
    return true;
}

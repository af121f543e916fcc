/* What the keys do on the page of a tournament, and what is said of them. */
#include "client/tui/board.h"
#include "client/tui/review.h"
#include "client/tui/scroll.h"
#include "client/tui/tabs.h"
#include "client/tui/tournament_rows.h"
#include "client/tui/tournament_state.h"
#include "common/wire/wire.h"

static struct tournament_page *tournament_of(struct page *page)
{
    return (struct tournament_page *)page;
}

/* --- acts --- */

static bool may(const struct tournament_page *tournament, enum tournament_act act)
{
    return act < TOURNAMENT_ACT_COUNT && tournament->news.is_known && !tournament->is_doing &&
           tournament_may(&tournament->role, tournament->news.last.state, act);
}

static void is_answered(struct page *page, bool is_yes)
{
    struct tournament_page *tournament = tournament_of(page);
    if (is_yes && may(tournament, tournament->act))
        tournament_do(tournament);
}

static bool act_on(struct tournament_page *tournament, int64_t letter)
{
    enum tournament_act act = tournament_act_of(letter);
    if (!may(tournament, act))
        return false;
    tournament->act = act;
    if (tournament_act_words[act].question)
        app_ask(&tournament->page, tournament_act_words[act].question, is_answered);
    else
        tournament_do(tournament);
    return true;
}

/* --- a round and its matches --- */

/* Back at the current one, it goes along with that. */
static void turn_round(struct tournament_page *tournament, int64_t by)
{
    int64_t round = tournament->shown_round + by;
    if (round < 1 || round > tournament_pairs_rounds(&tournament->pairs))
        return;
    bool is_current = round == tournament_pairs_current_round(&tournament->pairs);
    tournament->round = is_current ? 0 : round;
    tournament_show_round(tournament);
}

static void open_match(struct tournament_page *tournament)
{
    const struct sheet_row *row = sheet_chosen(&tournament->games);
    bool is_live = false;
    int64_t match = row ? tournament_row_match(&tournament->pairs, row, &is_live) : 0;
    bool is_over = wire_tournament_is_over(tournament->news.last.state);
    if (match == 0)
        app_tell(tournament->page.app, STYLE_PLAIN, "There is no match to see here yet.");
    else
        app_push(tournament->page.app,
                 is_live && !is_over ? board_page_create(match) : review_page_create(match));
}

static bool round_stroke(struct tournament_page *tournament, struct stroke stroke)
{
    struct sheet *games = &tournament->games;
    bool is_again = stroke.kind == STROKE_CHOOSE && games->count > 0 &&
                    (size_t)stroke.code == games->list.chosen;
    if (stroke.kind == STROKE_LEFT || stroke.kind == STROKE_RIGHT)
        turn_round(tournament, stroke.kind == STROKE_LEFT ? -1 : 1);
    else if (stroke.kind == STROKE_ENTER || is_again)
        open_match(tournament);
    else
        return sheet_stroke(games, stroke);
    return true;
}

/* --- all keys --- */

static bool tab_stroke(struct tournament_page *tournament, struct stroke stroke)
{
    struct tournament_plan *plan = &tournament->plan;
    switch (tournament->tab) {
    case TOURNAMENT_STANDINGS:
        return sheet_stroke(&tournament->standings, stroke);
    case TOURNAMENT_CROSS:
        return tournament_cross_stroke(&tournament->cross, stroke);
    case TOURNAMENT_ROUNDS:
        return round_stroke(tournament, stroke);
    case TOURNAMENT_PLAN:
        return scroll_stroke(stroke, plan->rows, plan->below, &plan->skip);
    case TOURNAMENT_TAB_COUNT:
        break;
    }
    return false;
}

/* The tab that a stroke leads to; TOURNAMENT_TAB_COUNT: none. */
static enum tournament_tab tab_of(const struct tournament_page *tournament, struct stroke stroke)
{
    int tab = tabs_pressed(stroke);
    if (stroke.kind == STROKE_TAB)
        tab = ((int)tournament->tab + 1) % TOURNAMENT_TAB_COUNT;
    else if (stroke.kind == STROKE_BACK_TAB)
        tab = ((int)tournament->tab + TOURNAMENT_TAB_COUNT - 1) % TOURNAMENT_TAB_COUNT;
    else if (stroke.kind == STROKE_CHARACTER && stroke.code >= '1' && stroke.code <= '9')
        tab = (int)(stroke.code - '1');
    return tab >= 0 && tab < TOURNAMENT_TAB_COUNT ? (enum tournament_tab)tab : TOURNAMENT_TAB_COUNT;
}

bool tournament_stroke(struct tournament_page *tournament, struct stroke stroke)
{
    enum tournament_tab tab = tab_of(tournament, stroke);
    if (tab != TOURNAMENT_TAB_COUNT) {
        tournament_turn_to(tournament, tab);
        return true;
    }
    if (stroke.kind == STROKE_CHARACTER)
        return act_on(tournament, stroke.code);
    return tab_stroke(tournament, stroke);
}

/* --- hints --- */

static size_t add(struct hint *hints, size_t count, enum stroke_kind kind, const char *key,
                  const char *label)
{
    hints[count] = (struct hint){stroke_of(kind), key, label};
    return count + 1;
}

static size_t add_match(const struct tournament_page *tournament, struct hint *hints, size_t count)
{
    const struct sheet_row *row = sheet_chosen(&tournament->games);
    bool is_live = false;
    if (!row || tournament_row_match(&tournament->pairs, row, &is_live) == 0)
        return count;
    return add(hints, count, STROKE_ENTER, "Enter", is_live ? "watch" : "review");
}

static size_t add_acts(const struct tournament_page *tournament, struct hint *hints, size_t count)
{
    for (int act = 0; act < TOURNAMENT_ACT_COUNT; act++) {
        const struct tournament_act_words *words = &tournament_act_words[act];
        if (may(tournament, (enum tournament_act)act))
            hints[count++] =
                (struct hint){stroke_character(words->key[0]), words->key, words->label};
    }
    return count;
}

/* An entry for several keys does what the last of them does. */
static size_t add_sideways(const struct tournament_page *tournament, struct hint *hints,
                           size_t count)
{
    if (tournament->tab == TOURNAMENT_ROUNDS && tournament_pairs_rounds(&tournament->pairs) > 1)
        return add(hints, count, STROKE_RIGHT, "Left/Right", "round");
    if (tournament->tab == TOURNAMENT_CROSS && tournament_cross_is_wide(&tournament->cross))
        return add(hints, count, STROKE_RIGHT, "Left/Right", "columns");
    return count;
}

size_t tournament_hints(const struct tournament_page *tournament, struct hint *ret_hints)
{
    const struct tournament_plan *plan = &tournament->plan;
    bool is_rounds = tournament->tab == TOURNAMENT_ROUNDS;
    size_t count = 0;
    if (is_rounds)
        count = add_match(tournament, ret_hints, count);
    count = add_sideways(tournament, ret_hints, count);
    count = add_acts(tournament, ret_hints, count);
    if (tournament->tab != TOURNAMENT_PLAN || plan->skip > 0 || plan->below > 0)
        count = add(ret_hints, count, STROKE_DOWN, "Up/Down", is_rounds ? "choose" : "scroll");
    return add(ret_hints, count, STROKE_TAB, "Tab", "next part");
}

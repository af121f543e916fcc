/* What the keys do on the page of a tournament, and what is said of them. */
#include "client/tui/board.h"
#include "client/tui/guide.h"
#include "client/tui/review.h"
#include "client/tui/scroll.h"
#include "client/tui/tabs.h"
#include "client/tui/tournament_legend_page.h"
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

static void on_answered(struct page *page, bool is_yes)
{
    struct tournament_page *tournament = tournament_of(page);
    if (is_yes && may(tournament, tournament->act))
        tournament_do(tournament);
}

static bool act_on(struct tournament_page *tournament, enum tournament_act act)
{
    if (!may(tournament, act))
        return false;
    tournament->act = act;
    if (tournament_act_words[act].question)
        app_ask(&tournament->page, tournament_act_words[act].question, on_answered);
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

static enum tournament_row_use use_of_chosen(const struct tournament_page *tournament,
                                             int64_t *ret_match)
{
    const char *name = client_name(app_client(tournament->page.app));
    enum tournament_row_use use =
        tournament_row_use(&tournament->pairs, sheet_chosen(&tournament->games), name, ret_match);
    bool is_over = wire_tournament_is_over(tournament->news.last.state);
    return is_over && use != TOURNAMENT_ROW_NOTHING ? TOURNAMENT_ROW_REVIEW : use;
}

static void open_match(struct tournament_page *tournament)
{
    int64_t match;
    struct app *app = tournament->page.app;
    switch (use_of_chosen(tournament, &match)) {
    case TOURNAMENT_ROW_NOTHING:
        app_tell(app, STYLE_PLAIN, "There is no match to see here yet.");
        break;
    case TOURNAMENT_ROW_PLAY:
    case TOURNAMENT_ROW_WATCH:
        tournament_forget_begun(tournament, match);
        app_push(app, board_page_create(match));
        break;
    case TOURNAMENT_ROW_REVIEW:
        app_push(app, review_page_create(match));
        break;
    }
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

static bool take_letter(struct tournament_page *tournament, int64_t letter)
{
    struct app *app = tournament->page.app;
    if (letter == 'e')
        app_push(app, tournament_legend_page_create(tournament->tab));
    else if (letter == 'g' && tournament->rules.len > 0)
        app_push(app, guide_page_create(text_string(&tournament->rules)));
    else
        return act_on(tournament, tournament_act_of(letter));
    return true;
}

bool tournament_stroke(struct tournament_page *tournament, struct stroke stroke)
{
    enum tournament_tab tab = tab_of(tournament, stroke);
    if (tab != TOURNAMENT_TAB_COUNT) {
        tournament_turn_to(tournament, tab);
        return true;
    }
    if (stroke.kind == STROKE_CHARACTER)
        return take_letter(tournament, stroke.code);
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
    static const char *const labels[] = {[TOURNAMENT_ROW_PLAY] = "play",
                                         [TOURNAMENT_ROW_WATCH] = "watch",
                                         [TOURNAMENT_ROW_REVIEW] = "review"};
    int64_t match;
    enum tournament_row_use use = use_of_chosen(tournament, &match);
    if (use == TOURNAMENT_ROW_NOTHING)
        return count;
    return add(hints, count, STROKE_ENTER, "Enter", labels[use]);
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
    ret_hints[count++] = (struct hint){stroke_character('e'), "e", "explain"};
    if (tournament->rules.len > 0)
        ret_hints[count++] = (struct hint){stroke_character('g'), "g", "rules"};
    if (tournament->tab != TOURNAMENT_PLAN || plan->skip > 0 || plan->below > 0)
        count = add(ret_hints, count, STROKE_DOWN, "Up/Down", is_rounds ? "choose" : "scroll");
    return add(ret_hints, count, STROKE_TAB, "Tab, 1-4", "part");
}

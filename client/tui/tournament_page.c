#include "client/tui/page.h"

#include "client/show/standings_print.h"
#include "client/tui/guide_page.h"
#include "client/tui/review_page.h"
#include "client/tui/scroll.h"
#include "client/tui/tabs.h"
#include "client/tui/tournament_state.h"
#include "client/tui/tournament_view.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct tournament_page *tournament_of(struct page *page)
{
    return (struct tournament_page *)page;
}

static void turn_to(struct tournament_page *tournament, enum tournament_tab tab)
{
    tournament->tab = tab;
    tournament->was_turned = true;
    tournament_ask(tournament);
}

void tournament_show_round(struct tournament_page *tournament)
{
    struct sheet fresh = {0};
    int64_t round = tournament->round;
    if (round == 0)
        round = tournament_pairs_current_round(&tournament->pairs);
    tournament_rows_of_round(&tournament->pairs, round, &fresh);
    sheet_replace(&tournament->games, &fresh);
    bool is_new = round != tournament->shown_round;
    tournament->shown_round = round;
    if (is_new)
        tournament->is_row_chosen = false;
    if (tournament->is_row_chosen)
        return;

    /* Until the person chooses a row, the choice is their own running match, which may begin after
     * its pair is known, or else the first row of the round. */
    const char *name = client_name(app_client(tournament->page.app));
    struct sheet *sheet = &tournament->games;
    int64_t match;
    size_t row = 0;
    while (row < sheet->count && tournament_row_use(&tournament->pairs, &sheet->rows[row], name,
                                                    &match) != TOURNAMENT_ROW_PLAY)
        row++;
    if (row < sheet->count)
        sheet->list.chosen = row;
    else if (is_new)
        sheet->list = (struct list){0};
}

/* --- the person's own matches --- */

/* Forgets an own match that the person has opened, or that is over. */
static void forget_begun(struct tournament_page *tournament, int64_t match)
{
    size_t kept = 0;
    for (size_t i = 0; i < tournament->begun_count; i++) {
        if (tournament->begun[i] != match)
            tournament->begun[kept++] = tournament->begun[i];
    }
    tournament->begun_count = kept;
}

/* --- the server --- */

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    struct tournament_page *tournament = tournament_of(page);
    tournament->standings_asking.is_wanted = tournament->pairs_asking.is_wanted = true;
    tournament_watch(tournament);
    tournament_ask(tournament);
}

static void event(struct page *page, enum wire_event event, const void *body)
{
    struct tournament_page *tournament = tournament_of(page);
    if (event == WIRE_EVENT_MATCH_STARTED) {
        const struct wire_match *match = ((const struct wire_match_event *)body)->match;
        if (match->tournament != tournament->tournament || !match->seat.bytes)
            return;
        tournament->begun =
            memory_for_next(tournament->begun, tournament->begun_count, sizeof *tournament->begun);
        tournament->begun[tournament->begun_count++] = match->match;
        app_hush(page);
    } else if (event == WIRE_EVENT_MATCH_ENDED) {
        forget_begun(tournament, ((const struct wire_ended *)body)->match);
    } else if (event == WIRE_EVENT_TOURNAMENT_CHANGED) {
        const struct wire_tournament_news *news = body;
        if (news->tournament != tournament->tournament)
            return;
        tournament_take_news(tournament, news);
        if (tournament->owes_farewell) /* at once, because a page below a board gets no ticks */
            tournament_hasten(tournament);
    }
}

static void tick(struct page *page)
{
    struct tournament_page *tournament = tournament_of(page);
    tournament_ask(tournament);
    if (tournament->begun_count == 0)
        return;

    /* Opens the person's matches one by one, the next after the return from the last. */
    int64_t match = tournament->begun[0];
    forget_begun(tournament, match);
    app_tell(page->app, STYLE_GOOD, "Your match %" PRId64 " of the tournament.", match);
    app_push(page->app, board_page_create(match));
}

/* --- the legend: a page of its own, one key away from the tables --- */

struct legend_page {
    struct page page;
    enum tournament_tab first;
    int skip, rows, below; /* at the last drawing */
};

static const char *legend_title(struct page *page)
{
    (void)page;
    return "What the words of a tournament mean";
}

static void legend_draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct legend_page *own = (struct legend_page *)page;
    own->rows = area.rows;
    own->below = tournament_legend_draw(own->first, own->skip, canvas, area);
}

static size_t legend_hints(struct page *page, struct hint *ret_hints)
{
    const struct legend_page *own = (struct legend_page *)page;
    return scroll_hints(own->skip, own->below, ret_hints);
}

static bool legend_scroll(struct page *page, struct stroke stroke)
{
    struct legend_page *own = (struct legend_page *)page;
    return scroll_stroke(stroke, own->rows, own->below, &own->skip);
}

static void legend_destroy(struct page *page)
{
    free(page);
}

/* Opens the legend, beginning with the current tab. */
static void explain(struct page *page)
{
    static const struct key keys[] = {{.hints = legend_hints, .take = legend_scroll}, KEYS_END};
    static const struct page_kind kind = {
        .name = "legend",
        .title = legend_title,
        .draw = legend_draw,
        .keys = keys,
        .destroy = legend_destroy,
    };
    struct legend_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    own->first = tournament_of(page)->tab;
    app_push(page->app, &own->page);
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

static size_t act_hints(struct page *page, struct hint *ret_hints)
{
    size_t count = 0;
    for (int act = 0; act < TOURNAMENT_ACT_COUNT; act++) {
        const struct tournament_act_words *words = &tournament_act_words[act];
        if (may(tournament_of(page), (enum tournament_act)act))
            ret_hints[count++] =
                (struct hint){stroke_character(words->key[0]), words->key, words->label};
    }
    return count;
}

static bool take_act(struct page *page, struct stroke stroke)
{
    struct tournament_page *tournament = tournament_of(page);
    enum tournament_act act = tournament_act_of(stroke.code);
    if (stroke.kind != STROKE_CHARACTER || !may(tournament, act))
        return false;
    tournament->act = act;
    if (tournament_act_words[act].question)
        app_ask(page, tournament_act_words[act].question, on_answered);
    else
        tournament_do(tournament);
    return true;
}

/* --- a round and its matches --- */

static enum tournament_row_use use_of_chosen(const struct tournament_page *tournament,
                                             int64_t *ret_match)
{
    const char *name = client_name(app_client(tournament->page.app));
    enum tournament_row_use use =
        tournament_row_use(&tournament->pairs, sheet_chosen(&tournament->games), name, ret_match);
    bool is_over = wire_tournament_is_over(tournament->news.last.state);
    return is_over && use != TOURNAMENT_ROW_NOTHING ? TOURNAMENT_ROW_REVIEW : use;
}

static bool is_at_rounds(struct page *page)
{
    return tournament_of(page)->tab == TOURNAMENT_ROUNDS;
}

static bool has_chosen_match(struct page *page)
{
    int64_t match;
    return is_at_rounds(page) && use_of_chosen(tournament_of(page), &match);
}

static const char *match_label(struct page *page)
{
    static const char *const labels[] = {[TOURNAMENT_ROW_PLAY] = "play",
                                         [TOURNAMENT_ROW_WATCH] = "watch",
                                         [TOURNAMENT_ROW_REVIEW] = "review"};
    int64_t match;
    return labels[use_of_chosen(tournament_of(page), &match)];
}

static void open_match(struct page *page)
{
    int64_t match;
    switch (use_of_chosen(tournament_of(page), &match)) {
    case TOURNAMENT_ROW_NOTHING:
        app_tell(page->app, STYLE_PLAIN, "There is no match to see here yet.");
        break;
    case TOURNAMENT_ROW_PLAY:
    case TOURNAMENT_ROW_WATCH:
        forget_begun(tournament_of(page), match);
        app_push(page->app, board_page_create(match));
        break;
    case TOURNAMENT_ROW_REVIEW:
        app_push(page->app, review_page_create(match));
        break;
    }
}

/* --- all keys --- */

/* Takes a press on a tab, or a second press on the chosen match. */
static bool press(struct page *page, struct stroke stroke)
{
    struct tournament_page *tournament = tournament_of(page);
    const struct sheet *sheet = &tournament->games;
    int tab = tabs_pressed(stroke);
    if (tab >= 0 && tab < TOURNAMENT_TAB_COUNT)
        turn_to(tournament, (enum tournament_tab)tab);
    else if (stroke.kind == STROKE_CHOOSE && is_at_rounds(page) && sheet->count > 0 &&
             (size_t)stroke.code == sheet->list.chosen)
        open_match(page);
    else
        return false;
    return true;
}

static bool take_tab(struct page *page, struct stroke stroke)
{
    int count = TOURNAMENT_TAB_COUNT, tab = (int)tournament_of(page)->tab;
    if (stroke.kind == STROKE_TAB)
        tab = (tab + 1) % count;
    else if (stroke.kind == STROKE_BACK_TAB)
        tab = (tab + count - 1) % count;
    else if (stroke.kind == STROKE_CHARACTER && stroke.code > '0' && stroke.code <= '0' + count)
        tab = (int)(stroke.code - '1');
    else
        return false;
    turn_to(tournament_of(page), (enum tournament_tab)tab);
    return true;
}

static bool is_sideways(struct stroke stroke)
{
    return stroke.kind == STROKE_LEFT || stroke.kind == STROKE_RIGHT;
}

static bool has_sideways(struct page *page)
{
    struct tournament_page *tournament = tournament_of(page);
    return is_at_rounds(page) ? tournament_pairs_rounds(&tournament->pairs) > 1
                              : tournament->tab == TOURNAMENT_CROSS &&
                                    tournament_cross_is_wide(&tournament->cross);
}

static const char *sideways_label(struct page *page)
{
    return is_at_rounds(page) ? "round" : "columns";
}

static bool go_sideways(struct page *page, struct stroke stroke)
{
    struct tournament_page *tournament = tournament_of(page);
    if (!is_sideways(stroke))
        return false;
    if (!is_at_rounds(page)) {
        tournament_cross_stroke(&tournament->cross, stroke);
        return true;
    }
    int64_t round = tournament->shown_round + (stroke.kind == STROKE_LEFT ? -1 : 1);
    if (round < 1 || round > tournament_pairs_rounds(&tournament->pairs))
        return true;
    /* At the current round the page follows the tournament to the next round. */
    bool is_current = round == tournament_pairs_current_round(&tournament->pairs);
    tournament->round = is_current ? 0 : round;
    tournament_show_round(tournament);
    return true;
}

static bool has_rules(struct page *page)
{
    return tournament_of(page)->rules.len > 0;
}

static void open_guide(struct page *page)
{
    app_push(page->app, guide_page_create(text_string(&tournament_of(page)->rules)));
}

static bool has_more(struct page *page)
{
    const struct tournament_page *tournament = tournament_of(page);
    return tournament->tab != TOURNAMENT_PLAN || tournament->plan.skip > 0 ||
           tournament->plan.below > 0;
}

static const char *scroll_label(struct page *page)
{
    return is_at_rounds(page) ? "choose" : "scroll";
}

static bool scroll(struct page *page, struct stroke stroke)
{
    struct tournament_page *tournament = tournament_of(page);
    struct tournament_plan_view *plan = &tournament->plan;
    switch (tournament->tab) {
    case TOURNAMENT_STANDINGS:
        return sheet_stroke(&tournament->standings, stroke);
    case TOURNAMENT_CROSS:
        return !is_sideways(stroke) && tournament_cross_stroke(&tournament->cross, stroke);
    case TOURNAMENT_ROUNDS:
        if (!sheet_stroke(&tournament->games, stroke))
            return false;
        tournament->is_row_chosen = true;
        return true;
    case TOURNAMENT_PLAN:
        return scroll_stroke(stroke, plan->rows, plan->below, &plan->skip);
    case TOURNAMENT_TAB_COUNT:
        break;
    }
    return false;
}

/* Pressing a hint that names several keys presses the last of them. */
static const struct key page_keys[] = {
    {.take = press},
    {{STROKE_ENTER, 0}, "Enter", .say = match_label, .may = has_chosen_match, .act = open_match},
    /* Without a match the action says so. */
    {{STROKE_ENTER, 0}, .may = is_at_rounds, .act = open_match},
    {{STROKE_RIGHT, 0},
     "Left/Right",
     .say = sideways_label,
     .may = has_sideways,
     .take = go_sideways},
    {.hints = act_hints, .take = take_act},
    {{STROKE_CHARACTER, 'e'}, "e", "explain", .act = explain},
    {{STROKE_CHARACTER, 'g'}, "g", "rules", .may = has_rules, .act = open_guide},
    {{STROKE_DOWN, 0}, "Up/Down", .say = scroll_label, .may = has_more, .take = scroll},
    {{STROKE_TAB, 0}, "Tab, 1-4", "part", .take = take_tab},
    KEYS_END,
};

/* --- the page --- */

static const char *title(struct page *page)
{
    return text_string(&tournament_of(page)->title);
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct tournament_page *tournament = tournament_of(page);
    struct tournament_view view = {
        .tab = tournament->tab,
        .is_connected = app_is_connected(page->app),
        .news = &tournament->news,
        .failed = tournament->failed.len > 0 ? text_string(&tournament->failed) : NULL,
        .has_standings = tournament->has_standings,
        .has_pairs = tournament->has_pairs,
        .pairs = tournament->pairs.count,
        .standings = &tournament->standings,
        .cross = &tournament->cross,
        .games = &tournament->games,
        .round = tournament->shown_round,
        .rounds = tournament_pairs_rounds(&tournament->pairs),
        .live = tournament_pairs_live(&tournament->pairs, tournament->shown_round),
        .grows = tournament->grows && !wire_tournament_is_over(tournament->news.last.state),
        .plan = &tournament->plan,
    };
    struct hint hints[HINTS_MAX];
    if (tournament->is_cross_old && tournament->tab == TOURNAMENT_CROSS) {
        /* Only before drawing: once for each page of pairs would be slow with 256 players. */
        tournament->is_cross_old = false;
        tournament_cross_make(&tournament->cross, &tournament->pairs, &tournament->standings);
    }
    size_t hints_before = page_hints(page, hints);
    tournament_draw(&view, canvas, area);
    if (page_hints(page, hints) != hints_before)
        app_redraw(page->app); /* the hints depend on the columns out of view, now known */
}

static void destroy(struct page *page)
{
    struct tournament_page *tournament = tournament_of(page);
    tournament_unwatch(tournament);
    tournament_cross_finish(&tournament->cross);
    tournament_pairs_finish(&tournament->pairs);
    tournament_news_finish(&tournament->news);
    sheet_finish(&tournament->standings);
    sheet_finish(&tournament->games);
    text_finish(&tournament->title);
    text_finish(&tournament->rules);
    text_finish(&tournament->failed);
    text_finish(&tournament->plan.text);
    free(tournament->begun);
    free(tournament);
}

struct page *tournament_page_create(int64_t tournament)
{
    static const struct page_kind kind = {
        .name = "tournament",
        .title = title,
        .draw = draw,
        .keys = page_keys,
        .event = event,
        .ready = ready,
        .tick = tick,
        .destroy = destroy,
    };
    struct tournament_page *page = memory_zeroed(1, sizeof *page);
    page->page.kind = &kind;
    page->tournament = tournament;
    page->standings.columns = standings_columns;
    page->games.columns = tournament_round_columns;
    text_printf(&page->title, "Tournament %" PRId64, tournament);
    return &page->page;
}

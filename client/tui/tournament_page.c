#include "client/tui/tournament_page.h"

#include "client/tui/board.h"
#include "client/tui/tournament_draw.h"
#include "client/tui/tournament_rows.h"
#include "client/tui/tournament_state.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static struct tournament_page *tournament_of(struct page *page)
{
    return (struct tournament_page *)page;
}

void tournament_turn_to(struct tournament_page *tournament, enum tournament_tab tab)
{
    tournament->tab = tab;
    tournament->was_turned = true;
    tournament_ask(tournament);
}

/* The row of a match that the person is playing; 0: there is none. */
static size_t own_row(const struct tournament_page *tournament)
{
    const char *name = client_name(app_client(tournament->page.app));
    int64_t match;
    for (size_t i = 0; i < tournament->games.count; i++) {
        const struct sheet_row *row = &tournament->games.rows[i];
        if (tournament_row_use(&tournament->pairs, row, name, &match) == TOURNAMENT_ROW_PLAY)
            return i;
    }
    return 0;
}

void tournament_show_round(struct tournament_page *tournament)
{
    struct sheet fresh = {0};
    int64_t round = tournament->round;
    if (round == 0)
        round = tournament_pairs_current_round(&tournament->pairs);
    tournament_rows_of_round(&tournament->pairs, round, &fresh);
    sheet_replace(&tournament->games, &fresh);
    if (round != tournament->shown_round)
        tournament->games.list = (struct list){.chosen = own_row(tournament)};
    tournament->shown_round = round;
}

/* --- matches of one's own --- */

static void note_begun(struct tournament_page *tournament, const struct wire_match *match)
{
    if (match->tournament != tournament->tournament || !match->seat.bytes)
        return;
    tournament->begun =
        memory_resized(tournament->begun, tournament->begun_count + 1, sizeof *tournament->begun);
    tournament->begun[tournament->begun_count++] = match->match;
    app_hush(&tournament->page);
}

void tournament_forget_begun(struct tournament_page *tournament, int64_t match)
{
    size_t kept = 0;
    for (size_t i = 0; i < tournament->begun_count; i++) {
        if (tournament->begun[i] != match)
            tournament->begun[kept++] = tournament->begun[i];
    }
    tournament->begun_count = kept;
}

/* One after the other, each when the person is back from the one before. */
static void sit_down(struct tournament_page *tournament)
{
    if (tournament->begun_count == 0)
        return;
    int64_t match = tournament->begun[0];
    tournament_forget_begun(tournament, match);
    app_tell(tournament->page.app, STYLE_GOOD, "Your match %" PRId64 " of the tournament.", match);
    app_push(tournament->page.app, board_page_create(match));
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

/* The page gets no ticks where a board lies above it; how it ended is told there, too. */
static void take_event(struct tournament_page *tournament, const struct wire_tournament_news *news)
{
    tournament_take_news(tournament, news);
    if (tournament->owes_farewell)
        tournament_hasten(tournament);
}

static void event(struct page *page, enum wire_event event, const void *body)
{
    struct tournament_page *tournament = tournament_of(page);
    const struct wire_tournament_news *news = body;
    if (event == WIRE_EVENT_MATCH_STARTED)
        note_begun(tournament, ((const struct wire_match_event *)body)->match);
    else if (event == WIRE_EVENT_MATCH_ENDED)
        tournament_forget_begun(tournament, ((const struct wire_ended *)body)->match);
    else if (event == WIRE_EVENT_TOURNAMENT_CHANGED && news->tournament == tournament->tournament)
        take_event(tournament, news);
}

static void tick(struct page *page)
{
    tournament_ask(tournament_of(page));
    sit_down(tournament_of(page));
}

/* --- the person --- */

static const char *title(struct page *page)
{
    return text_string(&tournament_of(page)->title);
}

/* With 256 players it is too much to be made of every page of pairs. */
static void renew_cross(struct tournament_page *tournament)
{
    if (!tournament->is_cross_old || tournament->tab != TOURNAMENT_CROSS)
        return;
    tournament->is_cross_old = false;
    tournament_cross_make(&tournament->cross, &tournament->pairs, &tournament->standings);
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
    renew_cross(tournament);
    size_t hints_before = tournament_hints(tournament, hints);
    tournament_draw(&view, canvas, area);
    if (tournament_hints(tournament, hints) != hints_before)
        app_redraw(page->app); /* only now it is known what is out of view */
}

static size_t hints(struct page *page, struct hint *ret_hints)
{
    return tournament_hints(tournament_of(page), ret_hints);
}

static bool stroke(struct page *page, struct stroke stroke)
{
    return tournament_stroke(tournament_of(page), stroke);
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
    static const struct key keys[] = {{.hints = hints, .take = stroke}, KEYS_END};
    static const struct page_kind kind = {
        .name = "tournament",
        .title = title,
        .draw = draw,
        .keys = keys,
        .event = event,
        .ready = ready,
        .tick = tick,
        .destroy = destroy,
    };
    struct tournament_page *page = memory_zeroed(1, sizeof *page);
    page->page.kind = &kind;
    page->tournament = tournament;
    page->standings.columns = tournament_standings_columns;
    page->games.columns = tournament_round_columns;
    text_printf(&page->title, "Tournament %" PRId64, tournament);
    return &page->page;
}

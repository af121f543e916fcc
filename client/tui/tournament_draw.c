#include "client/tui/tournament_view.h"

#include "client/show/tournament_print.h"
#include "client/tui/scroll.h"
#include "client/tui/tabs.h"
#include "client/tui/tournament_words.h"
#include "common/wire/wire.h"

#include <inttypes.h>

enum { LOW_ROWS = 12 }; /* fewer show only the tabs and a table */

/* --- progress --- */

enum { BAR_SHARE = 6, BAR_MAX = 24 };

/* Returns the number of its rows. */
static int draw_progress(const struct wire_tournament_news *told, struct canvas *canvas,
                         struct area area)
{
    static const struct tournament_speed unknown = {.matches = -1, .moves = -1, .left_s = -1};
    struct wire_tournament_news news = *told;
    struct text words = {0};
    int columns = area.columns / BAR_SHARE < BAR_MAX ? area.columns / BAR_SHARE : BAR_MAX;
    if (wire_text_equal(news.state, "finished"))
        news.total = news.matches; /* matches against withdrawn players are not played */
    area_cut_columns(&area, 1);
    struct area bar = area_cut_columns(&area, columns);
    int done =
        (int)((double)news.matches / (double)(news.total > 0 ? news.total : 1) * bar.columns);
    canvas_glyphs(canvas, bar, 0, 0, STYLE_GOOD, GLYPH_BAR, done);
    canvas_glyphs(canvas, bar, 0, done, STYLE_DIM, GLYPH_BAR_REST, bar.columns - done);
    area_cut_columns(&area, 2);

    tournament_print_progress_line(&news, &unknown, &words);
    words.bytes[--words.len] = '\0'; /* drop the newline */
    if (news.reason.bytes)
        text_printf(&words, " (%.*s)", (int)news.reason.len, news.reason.bytes);
    enum style style = wire_text_equal(news.state, "paused")      ? STYLE_WARN
                       : wire_text_equal(news.state, "cancelled") ? STYLE_BAD
                                                                  : STYLE_PLAIN;
    int rows = canvas_paragraph(canvas, area, 0, 0, style, text_string(&words));
    text_finish(&words);
    return rows;
}

/* --- the tabs --- */

/* The sentence in place of a table that is pending or empty. */
static const char *missing(const struct tournament_view *view, bool is_known, const char *empty)
{
    if (view->failed)
        return view->failed;
    if (!is_known)
        return view->is_connected ? "Asking the server..." : "Waiting for the server...";
    return empty;
}

static int draw_turn(enum stroke_kind kind, bool is_there, struct canvas *canvas, struct area area,
                     int column)
{
    enum glyph glyph = kind == STROKE_LEFT ? GLYPH_LEFT : GLYPH_RIGHT;
    if (is_there) {
        canvas_glyph(canvas, area, 0, column, STYLE_KEY, glyph);
        canvas_target(canvas, (struct area){area.row, area.column + column, 1, 1}, stroke_of(kind));
    }
    return column + 2;
}

/* Draws "< Round 3 >  of 5 so far; 2 being played". */
static void draw_round_name(const struct tournament_view *view, struct canvas *canvas,
                            struct area area)
{
    int column = draw_turn(STROKE_LEFT, view->round > 1, canvas, area, 1);
    column = canvas_printf(canvas, area, 0, column, STYLE_TITLE, "Round %" PRId64, view->round);
    column = draw_turn(STROKE_RIGHT, view->round < view->rounds, canvas, area, column + 1);
    if (view->rounds > 1)
        column = canvas_printf(canvas, area, 0, column, STYLE_DIM, " of %" PRId64 "%s",
                               view->rounds, view->grows ? " so far" : "");
    if (view->live > 0)
        column = canvas_printf(canvas, area, 0, column, STYLE_GOOD, "%s%" PRId64 " being played",
                               view->rounds > 1 ? "; " : " ", view->live);
    if (!view->has_pairs)
        canvas_printf(canvas, area, 0, column, STYLE_DIM, "; %zu pairs are read...", view->pairs);
}

static void draw_plan(const struct tournament_view *view, struct canvas *canvas, struct area area)
{
    struct tournament_plan_view *plan = view->plan;
    area = area_inset(area, 0, 1);
    struct scroll scroll = {.canvas = canvas, .area = area, .skip = plan->skip};
    if (plan->text.len > 0)
        scroll_paragraph(&scroll, STYLE_PLAIN, text_string(&plan->text));
    else
        scroll_paragraph(&scroll, STYLE_DIM, missing(view, view->has_standings, ""));
    plan->rows = area.rows;
    plan->below = scroll_below(&scroll);
}

/* Draws the standings, with a legend below if it fits. */
static void draw_standings(const struct tournament_view *view, struct canvas *canvas,
                           struct area area)
{
    const char *legend = tournament_legend(TOURNAMENT_STANDINGS);
    struct area below = area_inset(area, 0, 1);
    sheet_draw(view->standings, missing(view, view->has_standings, "Nobody takes part yet."),
               canvas, area);
    area_cut_rows(&below, (int)view->standings->count + 2);
    struct area nowhere = {.columns = below.columns};
    if (view->standings->count > 0 &&
        canvas_paragraph(canvas, nowhere, 0, 0, STYLE_DIM, legend) <= below.rows)
        canvas_paragraph(canvas, below, 0, 0, STYLE_DIM, legend);
}

static void draw_tab(const struct tournament_view *view, struct canvas *canvas, struct area area)
{
    static const char no_pair[] = "No pair is decided on yet.";
    switch (view->tab) {
    case TOURNAMENT_STANDINGS:
        draw_standings(view, canvas, area);
        break;
    case TOURNAMENT_CROSS:
        if (view->pairs == 0 || view->cross->count == 0)
            canvas_paragraph(canvas, area, 0, 0, STYLE_DIM,
                             missing(view, view->has_pairs && view->has_standings, no_pair));
        else
            tournament_cross_draw(view->cross, canvas, area);
        break;
    case TOURNAMENT_ROUNDS:
        if (view->round > 0)
            draw_round_name(view, canvas, area_cut_rows(&area, area.rows < LOW_ROWS ? 1 : 2));
        sheet_draw(view->games, missing(view, view->has_pairs, no_pair), canvas, area);
        break;
    case TOURNAMENT_PLAN:
        draw_plan(view, canvas, area);
        break;
    case TOURNAMENT_TAB_COUNT:
        break;
    }
}

void tournament_draw(const struct tournament_view *view, struct canvas *canvas, struct area area)
{
#define X(name, text) {text, TOURNAMENT_##name, 0, NULL},
    static const struct tab tabs[] = {TOURNAMENT_TABS(X)};
#undef X
    bool is_low = area.rows < LOW_ROWS;
    tabs_draw(tabs, TOURNAMENT_TAB_COUNT, view->tab, canvas, area_cut_rows(&area, is_low ? 1 : 2));
    if (view->news->is_known && !is_low)
        area_cut_rows(&area, draw_progress(&view->news->last, canvas, area) + 1);
    if (!view->is_connected && view->news->is_known)
        canvas_put(canvas, area_cut_rows(&area, 1), 0, 1, STYLE_WARN,
                   "Waiting for the server: this is how it was.");
    draw_tab(view, canvas, area);
}

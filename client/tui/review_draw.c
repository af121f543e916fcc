#include "client/tui/review_view.h"

#include "client/tui/scroll.h"
#include "client/tui/table_view.h"

#include <inttypes.h>

enum {
    SUM_COLUMN = 16, /* after the names */
    STRIP_COLUMN = SUM_COLUMN + 29,
    TOP_ROWS = 4,  /* the result, the head of the table, a row for each player */
    LOW_ROWS = 12, /* with fewer, only the position and the sentences are shown */
};

static const char sum_head[] = "could win  kept  threw away";

/* --- the table of both players, and the strip of all moves --- */

static enum style style_of(const struct mark *mark)
{
    if (!mark || !mark->won)
        return STYLE_DIM;
    return mark->kept ? STYLE_GOOD : STYLE_BAD;
}

/* One cell. */
static int draw_mark(const struct mark *mark, struct canvas *canvas, struct area area, int row,
                     int column)
{
    enum style style = style_of(mark);
    if (!mark || !mark->won)
        return canvas_put(canvas, area, row, column, style, mark ? "." : "?");
    return canvas_glyph(canvas, area, row, column, style, mark->kept ? GLYPH_YES : GLYPH_NO);
}

/* How the marks are called where they are seen, or why they are not. */
static int draw_mark_names(const struct review_view *view, struct canvas *canvas, struct area area)
{
    static const struct {
        struct mark mark;
        const char *meaning;
    } legend[] = {
        {{.won = true, .kept = true}, " kept  "},
        {{.won = true}, " threw away  "},
        {{.won = false}, " lost  "},
    };
    int column = 0;
    if (view->hides_marks)
        return canvas_put(canvas, area, 0, 0, STYLE_DIM, "? hidden, h shows it  ");
    if (!view->replay->marks)
        return canvas_put(canvas, area, 0, 0, STYLE_DIM, "? not judged  ");
    for (size_t i = 0; i < sizeof legend / sizeof *legend; i++) {
        column = draw_mark(&legend[i].mark, canvas, area, 0, column);
        column = canvas_put(canvas, area, 0, column, STYLE_DIM, legend[i].meaning);
    }
    return column;
}

static void draw_legend(const struct review_view *view, struct canvas *canvas, struct area area)
{
    int column = draw_mark_names(view, canvas, area);
    canvas_put(canvas, area, 0, column, STYLE_DIM, "| end");
}

/* The first stop of the strip: the one that is looked at lies about in its middle. */
static int64_t first_seen(const struct review_view *view, int columns)
{
    int64_t stops = view->replay->match->ply + 1, first = view->replay->stop - columns / 2;
    if (first + columns > stops + 1)
        first = stops + 1 - columns;
    return first > 1 ? first : 1;
}

static void draw_stop(const struct review_view *view, int64_t stop, struct canvas *canvas,
                      struct area cell)
{
    const struct replay *replay = view->replay;
    int row = record_seat_of_ply(stop) == MATCH_FIRST ? 0 : 1;
    if (stop > replay->match->ply)
        canvas_put(canvas, cell, row, 0, STYLE_PLAIN, "|");
    else
        draw_mark(view->hides_marks ? NULL : replay_mark(replay, stop), canvas, cell, row, 0);
    if (stop == replay->stop)
        canvas_restyle(canvas, cell, STYLE_CHOSEN);
    canvas_target(canvas, cell, stroke_choose(stop));
}

/* A column a stop, a row a player. */
static void draw_strip(const struct review_view *view, struct canvas *canvas, struct area area)
{
    int64_t stop = first_seen(view, area.columns);
    while (area.columns > 0 && stop <= view->replay->match->ply + 1)
        draw_stop(view, stop++, canvas, area_cut_columns(&area, 1));
}

static void draw_sums(const struct mark_sums *sums, struct canvas *canvas, struct area area,
                      int row)
{
    canvas_printf(canvas, area, row, SUM_COLUMN, STYLE_PLAIN, "%9" PRId64 "  %4" PRId64, sums->won,
                  sums->kept);
    canvas_printf(canvas, area, row, SUM_COLUMN + 15, sums->thrown > 0 ? STYLE_BAD : STYLE_PLAIN,
                  "  %10" PRId64, sums->thrown);
}

static void draw_player(const struct review_view *view, enum match_seat seat, struct canvas *canvas,
                        struct area area)
{
    const struct match *match = view->replay->match;
    int row = 1 + (seat == MATCH_SECOND);
    struct area name = area;
    canvas_put(canvas, area_cut_columns(&name, SUM_COLUMN - 1), row, 0, STYLE_PLAIN,
               seat == match->seat ? "you" : record_player(match, seat));
    if (view->replay->marks && !view->hides_marks)
        draw_sums(&view->replay->sums[seat == MATCH_SECOND], canvas, area, row);
    else
        canvas_put(canvas, area, row, SUM_COLUMN, STYLE_DIM, "        ?     ?           ?");
}

static void draw_top(const struct review_view *view, struct canvas *canvas, struct area area)
{
    canvas_put(canvas, area_cut_rows(&area, 1), 0, 0, STYLE_TITLE, view->result);
    canvas_put(canvas, area, 0, SUM_COLUMN, STYLE_DIM, sum_head);
    draw_player(view, MATCH_FIRST, canvas, area);
    draw_player(view, MATCH_SECOND, canvas, area);
    area_cut_columns(&area, STRIP_COLUMN);
    draw_legend(view, canvas, area);
    area_cut_rows(&area, 1);
    draw_strip(view, canvas, area);
}

/* --- the position, and what there is to say about it --- */

/* Returns the column after it. */
static int draw_verdict(const struct mark *mark, struct canvas *canvas, struct area area,
                        int column)
{
    const char *words = !mark->won   ? "lost anyway"
                        : mark->kept ? "kept the win"
                                     : "threw the win away";
    column = draw_mark(mark, canvas, area, 0, column);
    return canvas_printf(canvas, area, 0, column, style_of(mark), " %s ", words);
}

/* A line across, and in it what the move was worth. */
static void draw_rule(const struct review_view *view, struct canvas *canvas, struct area area)
{
    const struct mark *mark = replay_mark(view->replay, view->replay->stop);
    int column = canvas_glyphs(canvas, area, 0, 0, STYLE_DIM, GLYPH_HORIZONTAL, 2);
    if (view->is_judging)
        column = canvas_printf(canvas, area, 0, column, STYLE_DIM,
                               " judging: %" PRId64 " of %" PRId64 " ", view->judged,
                               view->replay->match->ply);
    else if (view->hides_marks)
        column = canvas_put(canvas, area, 0, column, STYLE_DIM, " the marks are hidden ");
    else if (mark)
        column = draw_verdict(mark, canvas, area, column + 1);
    canvas_glyphs(canvas, area, 0, column, STYLE_DIM, GLYPH_HORIZONTAL, area.columns - column);
}

static void draw_table(const struct review_view *view, struct canvas *canvas, struct area *area)
{
    struct table_view table = {
        .rules = &view->replay->match->rules,
        .position = &view->replay->walk.position,
        .choice = view->choice,
        .is_shown_only = true,
    };
    int rows = table_rows(&table, area->columns), most = area->rows / 2;
    table_draw(&table, canvas, area_cut_rows(area, rows < most ? rows : most));
}

static int draw_text(const struct review_view *view, struct canvas *canvas, struct area area)
{
    struct scroll scroll = {.canvas = canvas, .area = area, .skip = view->skip};
    const struct mark *mark = replay_mark(view->replay, view->replay->stop);
    if (view->hides_marks)
        return 0;
    scroll_paragraph(&scroll, mark ? style_of(mark) : STYLE_PLAIN, view->worth);
    scroll_paragraph(&scroll, STYLE_PLAIN, view->winning);
    scroll_paragraph(&scroll, STYLE_PLAIN, view->figures);
    return scroll_below(&scroll);
}

int review_draw(const struct review_view *view, struct canvas *canvas, struct area area)
{
    if (!view->replay->match) {
        canvas_paragraph(canvas, area, 0, 0, STYLE_DIM, view->result);
        return 0;
    }
    bool is_low = area.rows < LOW_ROWS;
    if (!is_low)
        draw_top(view, canvas, area_cut_rows(&area, TOP_ROWS));
    area_cut_rows(&area, canvas_paragraph(canvas, area, 0, 0, STYLE_TITLE, view->move));
    draw_table(view, canvas, &area);
    if (!is_low)
        draw_rule(view, canvas, area_cut_rows(&area, 1));
    return draw_text(view, canvas, area);
}

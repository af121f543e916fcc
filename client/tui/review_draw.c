#include "client/tui/review_page.h"

#include "client/tui/scroll.h"
#include "client/tui/table_view.h"

#include <inttypes.h>
#include <string.h>

enum {
    SUM_COLUMN = 16, /* after the names */
    STRIP_COLUMN = SUM_COLUMN + 29,
    TOP_ROWS = 4,   /* result, head of the table, a row for each player */
    LOW_ROWS = 12,  /* fewer show only the position and the sentences */
    AIRY_ROWS = 30, /* from here on empty rows separate the parts */

    /* From this width on the list of moves is at the right, within these limits. */
    WIDE_COLUMNS = 110,
    LEFT_COLUMNS = 80,
    LIST_COLUMNS_MAX = 60,
    TEXT_COLUMNS_MAX = 100, /* longer lines are hard to read */
    LIST_NUMBER_COLUMNS = 6,
};

/* --- the table of both players, and the strip of all moves --- */

static enum style style_of(const struct mark *mark)
{
    if (!mark || !(mark->won || mark->drawn))
        return STYLE_DIM;
    return mark->kept ? STYLE_GOOD : STYLE_BAD;
}

/* Draws one cell. Returns the column after it. */
static int draw_mark(const struct mark *mark, struct canvas *canvas, struct area area, int row,
                     int column)
{
    enum style style = style_of(mark);
    if (mark && mark->drawn && mark->kept)
        return canvas_put(canvas, area, row, column, style, "=");
    if (!mark || !(mark->won || mark->drawn))
        return canvas_put(canvas, area, row, column, style, mark ? "." : "?");
    return canvas_glyph(canvas, area, row, column, style, mark->kept ? GLYPH_YES : GLYPH_NO);
}

/* The names of the marks, or why no mark is shown. Returns the column after them. */
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

/* Did the ending throw a win away, and are marks shown? */
static bool ended_in_mistake(const struct review_view *view)
{
    return !view->hides_marks && replay_is_mistake(view->replay, view->replay->match->ply + 1);
}

static void draw_stop(const struct review_view *view, int64_t stop, struct canvas *canvas,
                      struct area cell)
{
    const struct replay *replay = view->replay;
    bool is_end = stop > replay->match->ply, is_mistake = is_end && ended_in_mistake(view);
    enum match_seat seat =
        is_mistake ? replay_seat_of_mistake(replay, stop) : match_seat_of_ply(stop);
    int row = seat == MATCH_FIRST ? 0 : 1;
    if (is_mistake)
        canvas_put(canvas, cell, row, 0, STYLE_BAD, "!");
    else if (is_end)
        canvas_put(canvas, cell, row, 0, STYLE_PLAIN, "|");
    else
        draw_mark(view->hides_marks ? NULL : replay_mark(replay, stop), canvas, cell, row, 0);
    if (stop == replay->stop)
        canvas_restyle(canvas, cell, STYLE_CHOSEN);
    canvas_target(canvas, cell, stroke_choose(stop));
}

static void draw_player(const struct review_view *view, enum match_seat seat, struct canvas *canvas,
                        struct area area)
{
    const struct match *match = view->replay->match;
    int row = 1 + (seat == MATCH_SECOND);
    struct area name = area;
    canvas_put(canvas, area_cut_columns(&name, SUM_COLUMN - 1), row, 0, STYLE_PLAIN,
               seat == match->seat ? "you" : match_player(match, seat));
    if (!view->replay->marks || view->hides_marks) {
        canvas_put(canvas, area, row, SUM_COLUMN, STYLE_DIM, "        ?     ?           ?");
        return;
    }
    const struct mark_sums *sums = &view->replay->sums[seat == MATCH_SECOND];
    canvas_printf(canvas, area, row, SUM_COLUMN, STYLE_PLAIN, "%9" PRId64 "  %4" PRId64, sums->won,
                  sums->kept);
    canvas_printf(canvas, area, row, SUM_COLUMN + 15, sums->thrown > 0 ? STYLE_BAD : STYLE_PLAIN,
                  "  %10" PRId64, sums->thrown);
}

static void draw_top(const struct review_view *view, struct canvas *canvas, struct area area)
{
    canvas_put(canvas, area_cut_rows(&area, 1), 0, 0, STYLE_TITLE, view->result);
    canvas_put(canvas, area, 0, SUM_COLUMN, STYLE_DIM, "could win  kept  threw away");
    draw_player(view, MATCH_FIRST, canvas, area);
    draw_player(view, MATCH_SECOND, canvas, area);
    area_cut_columns(&area, STRIP_COLUMN);
    bool is_mistake = ended_in_mistake(view);
    canvas_put(canvas, area, 0, draw_mark_names(view, canvas, area),
               is_mistake ? STYLE_BAD : STYLE_DIM, is_mistake ? "! end" : "| end");
    area_cut_rows(&area, 1);

    /* The strip has a column for each stop and a row for each player, with the current stop near
     * its middle. */
    int64_t end = view->replay->match->ply + 1, first = view->replay->stop - area.columns / 2;
    if (first + area.columns > end + 1)
        first = end + 1 - area.columns;
    for (int64_t stop = first > 1 ? first : 1; area.columns > 0 && stop <= end; stop++)
        draw_stop(view, stop, canvas, area_cut_columns(&area, 1));
}

/* --- the list of moves --- */

/* Draws a move or the ending in the list: its mark, and the move in the notation. */
static void draw_entry(const struct review_view *view, int64_t stop, const char *move,
                       struct canvas *canvas, struct area cell)
{
    const struct replay *replay = view->replay;
    if (stop > replay->match->ply) {
        bool is_mistake = ended_in_mistake(view);
        canvas_put(canvas, cell, 0, 0, is_mistake ? STYLE_BAD : STYLE_DIM,
                   is_mistake ? "! end" : "| end");
    } else {
        const struct mark *mark = view->hides_marks ? NULL : replay_mark(replay, stop);
        int column = draw_mark(mark, canvas, cell, 0, 0);
        canvas_printf(canvas, cell, 0, column + 1, mark ? style_of(mark) : STYLE_PLAIN, "%.*s",
                      (int)strcspn(move, " "), move);
    }
    if (stop == replay->stop)
        canvas_restyle(canvas, cell, STYLE_CHOSEN);
    canvas_target(canvas, cell, stroke_choose(stop));
}

/* Draws a row for each two moves and a column for each player, with the current stop near the
 * middle. */
static void draw_list(const struct review_view *view, struct canvas *canvas, struct area area)
{
    const struct match *match = view->replay->match;
    int width = (area.columns - LIST_NUMBER_COLUMNS) / 2;
    for (int player = 0; player < 2; player++) {
        struct area name = area;
        area_cut_columns(&name, LIST_NUMBER_COLUMNS + player * width);
        name.columns = width - 1;
        enum match_seat seat = player == 0 ? MATCH_FIRST : MATCH_SECOND;
        canvas_put(canvas, name, 0, 0, STYLE_TITLE,
                   seat == match->seat ? "you" : match_player(match, seat));
    }
    area_cut_rows(&area, 1);

    int64_t rows = match->ply / 2 + 1, seen = (view->replay->stop - 1) / 2 - area.rows / 2;
    if (seen > rows - area.rows)
        seen = rows - area.rows;
    if (seen < 0)
        seen = 0;
    const char *move = text_string(&match->moves);
    for (int64_t stop = 1; stop <= match->ply + 1; stop++) {
        int64_t row = (stop - 1) / 2 - seen;
        if (row >= area.rows)
            break;
        if (row >= 0) {
            struct area cell = area;
            area_cut_rows(&cell, (int)row);
            cell.rows = 1;
            if (stop % 2 == 1)
                canvas_printf(canvas, cell, 0, 0, STYLE_DIM, "%4" PRId64 ".", stop);
            area_cut_columns(&cell, LIST_NUMBER_COLUMNS + (stop % 2 == 0 ? width : 0));
            cell.columns = width - 1;
            draw_entry(view, stop, move, canvas, cell);
        }
        move += strcspn(move, " ");
        move += *move == ' ';
    }
}

/* --- the position and its sentences --- */

/* Draws a line across the page with the worth of the move. */
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
        column = canvas_printf(canvas, area, 0, draw_mark(mark, canvas, area, 0, column + 1),
                               style_of(mark), " %s ",
                               !mark->won && !mark->drawn ? "lost anyway"
                               : mark->drawn ? mark->kept ? "kept the draw" : "threw the draw away"
                               : mark->kept  ? "kept the win"
                                             : "threw the win away");
    else if (replay_is_mistake(view->replay, view->replay->stop))
        column =
            canvas_printf(canvas, area, 0, column, STYLE_BAD, " ! threw the %s away at the end ",
                          view->replay->ending.worth == ENDING_IN_DRAW ? "draw" : "win");
    canvas_glyphs(canvas, area, 0, column, STYLE_DIM, GLYPH_HORIZONTAL, area.columns - column);
}

static int draw_text(const struct review_view *view, bool is_airy, struct canvas *canvas,
                     struct area area)
{
    struct scroll scroll = {.canvas = canvas, .area = area, .skip = view->skip};
    const struct mark *mark = replay_mark(view->replay, view->replay->stop);
    enum style style = mark ? style_of(mark) : STYLE_PLAIN;
    if (view->hides_marks)
        return 0;
    if (scroll.area.columns > TEXT_COLUMNS_MAX)
        scroll.area.columns = TEXT_COLUMNS_MAX;
    if (replay_is_mistake(view->replay, view->replay->stop))
        style = STYLE_BAD;
    const char *const paragraphs[] = {view->worth, view->winning, view->figures};
    for (size_t i = 0; i < sizeof paragraphs / sizeof *paragraphs; i++) {
        if (!*paragraphs[i])
            continue;
        if (is_airy)
            scroll_gap(&scroll);
        scroll_paragraph(&scroll, i == 0 ? style : STYLE_PLAIN, paragraphs[i]);
    }
    return scroll_below(&scroll);
}

int review_draw(const struct review_view *view, struct canvas *canvas, struct area area)
{
    if (!view->replay->match) {
        canvas_paragraph(canvas, area, 0, 0, STYLE_DIM, view->result);
        return 0;
    }
    bool is_low = area.rows < LOW_ROWS, is_airy = area.rows >= AIRY_ROWS;
    if (!is_low)
        draw_top(view, canvas, area_cut_rows(&area, TOP_ROWS));
    if (is_airy)
        area_cut_rows(&area, 1);
    if (!is_low && area.columns >= WIDE_COLUMNS) {
        int columns = area.columns - LEFT_COLUMNS;
        columns = columns < LIST_COLUMNS_MAX ? columns : LIST_COLUMNS_MAX;
        struct area list = area_cut_columns(&area, -columns);
        for (int row = 0; row < list.rows; row++)
            canvas_glyph(canvas, list, row, 1, STYLE_DIM, GLYPH_VERTICAL);
        area_cut_columns(&list, 3);
        draw_list(view, canvas, list);
    }
    area_cut_rows(&area, canvas_paragraph(canvas, area, 0, 0, STYLE_TITLE, view->move));
    if (is_airy)
        area_cut_rows(&area, 1);
    struct table_view table = {
        .rules = &view->replay->match->rules,
        .position = &view->replay->walk.position,
        .choice = view->choice,
        .is_shown_only = true,
    };
    int rows = table_rows(&table, area.columns), most = area.rows / 2;
    table_draw(&table, canvas, area_cut_rows(&area, rows < most ? rows : most));
    if (is_airy)
        area_cut_rows(&area, 1);
    if (!is_low)
        draw_rule(view, canvas, area_cut_rows(&area, 1));
    return draw_text(view, is_airy, canvas, area);
}

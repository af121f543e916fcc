#include "client/tui/puzzle_page.h"

enum {
    TEXT_COLUMNS_MAX = 100, /* longer lines are hard to read */
    TABLE_ROWS_MIN = 3,
    AIRY_ROWS = 20, /* from here on empty rows separate the parts */
};

/* Draws a paragraph at the top of the area, and cuts it off. */
static void put(struct canvas *canvas, struct area *area, enum style style, const char *text)
{
    struct area lines = *area;
    if (!*text)
        return;
    if (lines.columns > TEXT_COLUMNS_MAX)
        lines.columns = TEXT_COLUMNS_MAX;
    area_cut_rows(area, canvas_paragraph(canvas, lines, 0, 0, style, text));
}

static int rows_of(struct canvas *canvas, const char *text, int columns)
{
    struct area area = {.columns = columns < TEXT_COLUMNS_MAX ? columns : TEXT_COLUMNS_MAX};
    return *text ? canvas_paragraph(canvas, area, 0, 0, STYLE_PLAIN, text) : 0;
}

void puzzle_view_draw(const struct puzzle_view *view, struct canvas *canvas, struct area area)
{
    bool is_airy = area.rows >= AIRY_ROWS;
    struct area bottom = area_cut_rows(&area, -1);
    put(canvas, &bottom, STYLE_DIM, view->state);
    put(canvas, &area, STYLE_PLAIN, view->rules);
    put(canvas, &area, STYLE_TITLE, view->question);
    if (!view->table.rules)
        return;
    area_cut_rows(&area, is_airy);

    /* The words below the table come first, the table has the rest. */
    int below = rows_of(canvas, view->verdict, area.columns) + is_airy;
    below +=
        rows_of(canvas, view->does, area.columns) + rows_of(canvas, view->leaves, area.columns);
    below += rows_of(canvas, view->refused, area.columns);
    int rows = table_rows(&view->table, area.columns), most = area.rows - below;
    if (most < TABLE_ROWS_MIN)
        most = TABLE_ROWS_MIN;
    table_draw(&view->table, canvas, area_cut_rows(&area, rows < most ? rows : most));
    area_cut_rows(&area, is_airy);
    put(canvas, &area, view->is_right ? STYLE_GOOD : STYLE_BAD, view->verdict);
    put(canvas, &area, STYLE_PLAIN, view->does);
    put(canvas, &area, STYLE_DIM, view->leaves);
    put(canvas, &area, STYLE_BAD, view->refused);
}

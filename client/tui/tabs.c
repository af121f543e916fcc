#include "client/tui/tabs.h"

static int draw_tab(const struct tab *tab, size_t digit, bool is_open, struct canvas *canvas,
                    struct area area, int column)
{
    int from = column;
    /* Said by a sign, too: a terminal may show no styles. */
    column = canvas_put(canvas, area, 0, column, STYLE_PLAIN, is_open ? "[" : " ");
    column = canvas_printf(canvas, area, 0, column, STYLE_KEY, "%zu", digit);
    column = canvas_printf(canvas, area, 0, column, STYLE_PLAIN, " %s", tab->name);
    if (tab->badge > 0)
        column = canvas_printf(canvas, area, 0, column, STYLE_WARN, " %zu", tab->badge);
    column = canvas_put(canvas, area, 0, column, STYLE_PLAIN, is_open ? "]" : " ");
    struct area name = {area.row, area.column + from, 1, column - from};
    if (is_open)
        canvas_restyle(canvas, name, STYLE_CHOSEN);
    canvas_target(canvas, name, stroke_choose(TABS_PRESS + tab->code));
    return column;
}

void tabs_draw(const struct tab *tabs, size_t count, int open_code, struct canvas *canvas,
               struct area area)
{
    struct area names = area_cut_rows(&area, 1);
    int column = 0;
    for (size_t i = 0; i < count; i++)
        column = draw_tab(&tabs[i], i + 1, tabs[i].code == open_code, canvas, names, column);
    canvas_glyphs(canvas, area, 0, 0, STYLE_DIM, GLYPH_HORIZONTAL, area.columns);
}

int tabs_pressed(struct stroke stroke)
{
    bool is_press = stroke.kind == STROKE_CHOOSE && stroke.code >= TABS_PRESS;
    return is_press ? (int)(stroke.code - TABS_PRESS) : -1;
}

#include "client/tui/tabs.h"

/* The names are cut at so many characters where there is no room for all; the open one never is. */
enum { WHOLE_NAMES = 40, NAME_LEN_MIN = 3 };

/* Returns the column after it, also where nothing of it lies in the area. */
static int put_tab(const struct tab *tab, size_t digit, bool is_open, int most,
                   struct canvas *canvas, struct area area, int column)
{
    /* Said by a sign, too: a terminal may show no styles. */
    column = canvas_put(canvas, area, 0, column, STYLE_PLAIN, is_open ? "[" : " ");
    column = canvas_printf(canvas, area, 0, column, STYLE_KEY, "%zu", digit);
    column = canvas_printf(canvas, area, 0, column, STYLE_PLAIN, " %.*s",
                           is_open ? WHOLE_NAMES : most, tab->name);
    if (tab->badge > 0)
        column = canvas_printf(canvas, area, 0, column, STYLE_WARN, " %zu", tab->badge);
    if (tab->mark)
        column = canvas_printf(canvas, area, 0, column, STYLE_WARN, " %s", tab->mark);
    return canvas_put(canvas, area, 0, column, STYLE_PLAIN, is_open ? "]" : " ");
}

static int draw_tab(const struct tab *tab, size_t digit, bool is_open, int most,
                    struct canvas *canvas, struct area area, int column)
{
    int end = put_tab(tab, digit, is_open, most, canvas, area, column);
    struct area name = {area.row, area.column + column, 1, end - column};
    if (is_open)
        canvas_restyle(canvas, name, STYLE_CHOSEN);
    canvas_target(canvas, name, stroke_choose(TABS_PRESS + tab->code));
    return end;
}

static int width_of(const struct tab *tabs, size_t count, int open_code, int most,
                    struct canvas *canvas)
{
    struct area nowhere = {0};
    int column = 0;
    for (size_t i = 0; i < count; i++)
        column = put_tab(&tabs[i], i + 1, tabs[i].code == open_code, most, canvas, nowhere, column);
    return column;
}

/* So many characters of the names that all of them fit, as nearly as can be. */
static int longest_names(const struct tab *tabs, size_t count, int open_code, int columns,
                         struct canvas *canvas)
{
    int most = WHOLE_NAMES;
    while (most > NAME_LEN_MIN && width_of(tabs, count, open_code, most, canvas) > columns)
        most--;
    return most;
}

void tabs_draw(const struct tab *tabs, size_t count, int open_code, struct canvas *canvas,
               struct area area)
{
    struct area names = area_cut_rows(&area, 1);
    int most = longest_names(tabs, count, open_code, names.columns, canvas), column = 0;
    for (size_t i = 0; i < count; i++)
        column = draw_tab(&tabs[i], i + 1, tabs[i].code == open_code, most, canvas, names, column);
    canvas_glyphs(canvas, area, 0, 0, STYLE_DIM, GLYPH_HORIZONTAL, area.columns);
}

int tabs_pressed(struct stroke stroke)
{
    bool is_press = stroke.kind == STROKE_CHOOSE && stroke.code >= TABS_PRESS;
    return is_press ? (int)(stroke.code - TABS_PRESS) : -1;
}

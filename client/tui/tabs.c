#include "client/tui/tabs.h"

#include <assert.h>

/* The characters of a name: all, or at least NAME_LEN_MIN for lack of space. The open tab always
 * shows all. */
enum { WHOLE_NAMES = 40, NAME_LEN_MIN = 3 };

/* Returns the column after the tab, even if the tab is outside the area. */
static int put_tab(const struct tab *tab, size_t digit, bool is_open, int most,
                   struct canvas *canvas, struct area area, int column)
{
    /* A bracket marks the open tab, too: a terminal may show no styles. */
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

void tabs_draw(const struct tab *tabs, size_t count, int open_code, struct canvas *canvas,
               struct area area)
{
    assert(count > 0);
    struct area names = area_cut_rows(&area, 1), nowhere = {0};
    int most = WHOLE_NAMES, column = 0;
    while (most > NAME_LEN_MIN) {
        int width = 0;
        for (size_t i = 0; i < count; i++)
            width =
                put_tab(&tabs[i], i + 1, tabs[i].code == open_code, most, canvas, nowhere, width);
        if (width <= names.columns)
            break;
        most--;
    }
    for (size_t i = 0; i < count; i++) {
        bool is_open = tabs[i].code == open_code;
        int end = put_tab(&tabs[i], i + 1, is_open, most, canvas, names, column);
        struct area name = {names.row, names.column + column, 1, end - column};
        if (is_open)
            canvas_restyle(canvas, name, STYLE_CHOSEN);
        canvas_target(canvas, name, stroke_choose(TABS_PRESS + tabs[i].code));
        column = end;
    }
    canvas_glyphs(canvas, area, 0, 0, STYLE_DIM, GLYPH_HORIZONTAL, area.columns);
}

int tabs_pressed(struct stroke stroke)
{
    bool is_press = stroke.kind == STROKE_CHOOSE && stroke.code >= TABS_PRESS;
    return is_press ? (int)(stroke.code - TABS_PRESS) : -1;
}

#include "client/tui/frame_draw.h"

enum { NOTICE_ROWS_MAX = 3 };

/* --- above --- */

static const char *connection_of(const struct frame_view *view)
{
    if (view->is_connected)
        return "connected";
    if (view->is_replaced)
        return "taken over";
    return view->was_connected ? "coming back" : "connecting";
}

/* Draws "ann, private server * connected" at the right. */
static void draw_connection(const struct frame_view *view, struct canvas *canvas, struct area area)
{
    struct area sign = area_cut_columns(&area, -canvas_width(canvas, connection_of(view)) - 2);
    enum style style = view->is_connected ? STYLE_GOOD : STYLE_WARN;
    canvas_glyph(canvas, sign, 0, 0, style, view->is_connected ? GLYPH_ONLINE : GLYPH_OFFLINE);
    canvas_put(canvas, sign, 0, 2, style, connection_of(view));
    area_cut_columns(&area, -1);
    canvas_put_right(canvas, area, 0, STYLE_PLAIN, view->server);
    if (!*view->who)
        return;
    area_cut_columns(&area, -canvas_width(canvas, view->server));
    canvas_put_right(canvas, area_cut_columns(&area, -2), 0, STYLE_PLAIN, ", ");
    canvas_put_right(canvas, area, 0, STYLE_TITLE, view->who);
}

/* If both do not fit, the title has priority; but a lost connection is always shown. */
static void draw_title_line(const struct frame_view *view, struct canvas *canvas, struct area area)
{
    int title_width = canvas_width(canvas, view->title);
    int width =
        canvas_width(canvas, view->server) + 1 + 2 + canvas_width(canvas, connection_of(view));
    width += *view->who ? canvas_width(canvas, view->who) + 2 : 0;
    bool fits = title_width + 2 + width <= area.columns;
    struct area right = area;
    if (fits) {
        right = area_cut_columns(&area, -width);
        draw_connection(view, canvas, right);
    } else if (!view->is_connected) {
        right = area_cut_columns(&area, -canvas_width(canvas, connection_of(view)));
        canvas_put(canvas, right, 0, 0, STYLE_WARN, connection_of(view));
        area_cut_columns(&area, -1);
    }
    canvas_put(canvas, area, 0, 0, STYLE_TITLE, view->title);
    if (title_width > area.columns)
        canvas_glyph(canvas, area, 0, area.columns - 1, STYLE_DIM, GLYPH_MORE);
}

/* --- below --- */

static int hint_width(const struct hint *hint, const struct canvas *canvas)
{
    return canvas_width(canvas, hint->key) + 1 + canvas_width(canvas, hint->label);
}

/* Returns the column after it. */
static int draw_hint(const struct hint *hint, struct canvas *canvas, struct area area, int column)
{
    int width = hint_width(hint, canvas);
    int label = canvas_put(canvas, area, 0, column, STYLE_KEY, hint->key) + 1;
    canvas_put(canvas, area, 0, label, STYLE_PLAIN, hint->label);
    if (hint->stroke.kind != STROKE_NONE)
        canvas_target(canvas, (struct area){area.row, area.column + column, area.rows, width},
                      hint->stroke);
    return column + width + 2;
}

static int width_of_all(const struct hint *hints, size_t count, const struct canvas *canvas)
{
    int width = 0;
    for (size_t i = 0; i < count; i++)
        width += hint_width(&hints[i], canvas) + 2;
    return width > 0 ? width - 2 : 0;
}

/* Draws the page's hints that fit, and all of the app's. */
static void draw_hints(const struct frame_view *view, struct canvas *canvas, struct area area)
{
    int column = 0, own = width_of_all(view->own_hints, view->own_hint_count, canvas);
    int room = area.columns - own - 2;
    bool fits_all = width_of_all(view->hints, view->hint_count, canvas) <= room;
    int end = fits_all ? room : room - 3;
    for (size_t i = 0; i < view->hint_count; i++) {
        if (column + hint_width(&view->hints[i], canvas) > end)
            break;
        column = draw_hint(&view->hints[i], canvas, area, column);
    }
    if (!fits_all)
        column = canvas_glyph(canvas, area, 0, column, STYLE_DIM, GLYPH_MORE) + 2;
    for (size_t i = 0; i < view->own_hint_count; i++)
        column = draw_hint(&view->own_hints[i], canvas, area, column);
}

/* Draws the notice on the line above the hints; a longer notice covers part of the page. */
static void draw_notice(const struct frame_view *view, struct canvas *canvas, struct area area)
{
    bool is_small = canvas->rows < FRAME_ROWS_WANTED || canvas->columns < FRAME_COLUMNS_WANTED;
    if (!*view->notice && is_small)
        canvas_printf(canvas, area, area.rows - 1, 0, STYLE_WARN,
                      "Best at %dx%d or more; this is %dx%d.", FRAME_COLUMNS_WANTED,
                      FRAME_ROWS_WANTED, canvas->columns, canvas->rows);
    if (!*view->notice)
        return;
    struct area nowhere = {.columns = area.columns};
    int rows = canvas_paragraph(canvas, nowhere, 0, 0, view->notice_style, view->notice);
    struct area place = area_cut_rows(&area, rows < NOTICE_ROWS_MAX ? -rows : -NOTICE_ROWS_MAX);
    for (int row = 0; row < place.rows; row++)
        canvas_printf(canvas, place, row, 0, STYLE_PLAIN, "%*s", place.columns, "");
    canvas_paragraph(canvas, place, 0, 0, view->notice_style, view->notice);
}

/* Draws the invitation on the line above the hints, with its key in their style. */
static void draw_invitation(const struct frame_view *view, struct canvas *canvas, struct area area)
{
    static const struct hint accept = {{STROKE_CHARACTER, 'a'}, "a", "accept"};
    if (view->may_accept) {
        canvas_target(canvas, area, accept.stroke);
        struct area key = area_cut_columns(&area, -hint_width(&accept, canvas));
        draw_hint(&accept, canvas, key, 0);
        area_cut_columns(&area, -1);
    }
    canvas_put(canvas, area, 0, 0, STYLE_WARN, view->invitation);
    if (canvas_width(canvas, view->invitation) > area.columns)
        canvas_glyph(canvas, area, 0, area.columns - 1, STYLE_DIM, GLYPH_MORE);
}

struct area frame_inside(const struct canvas *canvas, bool has_invitation)
{
    struct area area = canvas_area(canvas);
    area_cut_rows(&area, 1);
    area_cut_rows(&area, has_invitation ? -3 : -2);
    return area;
}

void frame_draw(const struct frame_view *view, struct canvas *canvas)
{
    struct area area = canvas_area(canvas);
    draw_title_line(view, canvas, area_cut_rows(&area, 1));
    draw_hints(view, canvas, area_cut_rows(&area, -1));
    if (view->invitation)
        draw_invitation(view, canvas, area_cut_rows(&area, -1));
    draw_notice(view, canvas, area);
}

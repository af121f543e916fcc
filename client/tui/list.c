#include "client/tui/list.h"

#include <assert.h>

/* --- choosing --- */

static size_t moved(size_t chosen, int64_t by, size_t count)
{
    if (count == 0)
        return 0;
    int64_t to = (int64_t)chosen + by;
    if (to < 0)
        return 0;
    return (size_t)to < count ? (size_t)to : count - 1;
}

/* The number of rows by which a stroke moves the choice; 0: another stroke. */
static int64_t step_of(struct stroke stroke, size_t count, size_t seen)
{
    int64_t page = seen > 1 ? (int64_t)seen - 1 : 1;
    if (stroke.kind == STROKE_UP)
        return -1;
    if (stroke.kind == STROKE_DOWN)
        return 1;
    if (stroke.kind == STROKE_PAGE_UP)
        return -page;
    if (stroke.kind == STROKE_PAGE_DOWN)
        return page;
    if (stroke.kind == STROKE_HOME)
        return -(int64_t)count - 1;
    if (stroke.kind == STROKE_END)
        return (int64_t)count + 1;
    return 0;
}

bool list_stroke(struct list *list, struct stroke stroke, size_t count, size_t seen)
{
    if (stroke.kind == STROKE_CHOOSE) {
        list->chosen = moved(0, stroke.code, count);
        return true;
    }
    int64_t step = step_of(stroke, count, seen);
    list->chosen = moved(list->chosen, step, count);
    return step != 0;
}

void list_keep(struct list *list, size_t count)
{
    list->chosen = moved(list->chosen, 0, count);
}

/* --- drawing --- */

size_t list_draw(struct list *list, const struct list_rows *rows, bool has_focus,
                 struct canvas *canvas, struct area area)
{
    assert(rows->draw || rows->count == 0);
    if (rows->head)
        canvas_put(canvas, area_cut_rows(&area, 1), 0, 0, STYLE_DIM, rows->head);
    size_t seen = area.rows > 0 ? (size_t)area.rows : 0;
    list_keep(list, rows->count);
    if (list->chosen < list->top)
        list->top = list->chosen;
    if (seen > 0 && list->chosen >= list->top + seen)
        list->top = list->chosen - seen + 1;
    if (list->top + seen > rows->count)
        list->top = rows->count > seen ? rows->count - seen : 0;
    assert(rows->count == 0 || list->chosen < rows->count);
    assert(seen == 0 || rows->count == 0 ||
           (list->top <= list->chosen && list->chosen < list->top + seen));

    if (rows->count == 0 && rows->empty)
        canvas_paragraph(canvas, area, 0, 0, STYLE_DIM, rows->empty);
    if (rows->count > seen && seen > 0) {
        struct area bar = area_cut_columns(&area, -1);
        int length = (int)(seen * seen / rows->count), from = (int)(list->top * seen / rows->count);
        for (int row = 0; row < bar.rows; row++) {
            bool is_on = row >= from && row <= from + length;
            canvas_glyph(canvas, bar, row, 0, STYLE_DIM, is_on ? GLYPH_BAR : GLYPH_VERTICAL);
        }
    }
    for (size_t i = 0; i < seen && list->top + i < rows->count; i++) {
        size_t index = list->top + i;
        struct area row = {area.row + (int)i, area.column, 1, area.columns};
        rows->draw(rows->owner, index, canvas, row);
        canvas_target(canvas, row, stroke_choose((int64_t)index));
        if (has_focus && index == list->chosen)
            canvas_restyle(canvas, row, STYLE_CHOSEN);
    }
    return seen;
}

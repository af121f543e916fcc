#include "client/tui/scroll.h"

#include <assert.h>

void scroll_paragraph(struct scroll *scroll, enum style style, const char *text)
{
    int row = scroll->rows - scroll->skip;
    scroll->rows += canvas_paragraph(scroll->canvas, scroll->area, row > 0 ? row : 0,
                                     row < 0 ? -row : 0, style, text);
}

void scroll_gap(struct scroll *scroll)
{
    scroll->rows++;
}

int scroll_below(const struct scroll *scroll)
{
    assert(scroll->skip >= 0);
    int seen_to = scroll->skip + (scroll->area.rows > 0 ? scroll->area.rows : 0);
    return scroll->rows > seen_to ? scroll->rows - seen_to : 0;
}

bool scroll_stroke(struct stroke stroke, int rows, int below, int *skip)
{
    assert(*skip >= 0 && below >= 0);
    int page = rows > 1 ? rows - 1 : 1;
    int step = stroke.kind == STROKE_UP          ? -1
               : stroke.kind == STROKE_DOWN      ? 1
               : stroke.kind == STROKE_PAGE_UP   ? -page
               : stroke.kind == STROKE_PAGE_DOWN ? page
                                                 : 0;
    if (step == 0)
        return false;
    if (step > below)
        step = below;
    *skip = *skip + step > 0 ? *skip + step : 0;
    return true;
}

size_t scroll_hints(int skip, int below, struct hint *ret_hints)
{
    size_t count = 0;
    if (below > 0)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_DOWN), "Down", "more"};
    if (skip > 0)
        ret_hints[count++] = (struct hint){stroke_of(STROKE_UP), "Up", "back up"};
    return count;
}

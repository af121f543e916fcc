#include "client/tui/settings_page.h"

#include "client/tui/app.h"
#include "client/tui/list.h"
#include "client/tui/settings.h"
#include "common/base/memory.h"

#include <stdlib.h>

struct settings_page {
    struct page page;
    struct list list;
};

static const char *title(struct page *page)
{
    (void)page;
    return "Settings";
}

static void draw_row(void *owner, size_t index, struct canvas *canvas, struct area area)
{
    const struct settings *settings = owner;
    bool is_on = settings->is_on[index];
    canvas_printf(canvas, area, 0, 1, STYLE_KEY, "%-8s", setting_name((enum setting)index));
    canvas_put(canvas, area, 0, 10, is_on ? STYLE_GOOD : STYLE_DIM, is_on ? "on" : "off");
    canvas_put(canvas, area, 0, 15, STYLE_PLAIN, setting_meaning((enum setting)index));
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct settings_page *own = (struct settings_page *)page;
    struct list_rows rows = {
        .count = SETTING_COUNT, .owner = app_settings(page->app), .draw = draw_row};
    area_cut_rows(&area, 1);
    list_draw(&own->list, &rows, true, canvas, area);
}

static size_t hints(struct page *page, struct hint *ret_hints)
{
    (void)page;
    ret_hints[0] = (struct hint){stroke_of(STROKE_DOWN), "up/down", "choose"};
    ret_hints[1] = (struct hint){stroke_of(STROKE_ENTER), "Enter, Space", "on or off"};
    ret_hints[2] = (struct hint){stroke_of(STROKE_RIGHT), "left/right", "change"};
    return 3;
}

static void turn(struct settings_page *own)
{
    struct settings *settings = app_settings(own->page.app);
    settings->is_on[own->list.chosen] = !settings->is_on[own->list.chosen];
    app_settings_changed(own->page.app);
}

static bool is_turning(struct stroke stroke)
{
    return stroke.kind == STROKE_ENTER || stroke.kind == STROKE_CHOOSE ||
           stroke.kind == STROKE_LEFT || stroke.kind == STROKE_RIGHT ||
           (stroke.kind == STROKE_CHARACTER && stroke.code == ' ');
}

static bool stroke(struct page *page, struct stroke stroke)
{
    struct settings_page *own = (struct settings_page *)page;
    bool is_used = list_stroke(&own->list, stroke, SETTING_COUNT, SETTING_COUNT);
    if (!is_turning(stroke))
        return is_used;
    turn(own);
    return true;
}

static void destroy(struct page *page)
{
    free(page);
}

struct page *settings_page_create(void)
{
    static const struct page_kind kind = {
        .name = "settings",
        .title = title,
        .draw = draw,
        .hints = hints,
        .stroke = stroke,
        .destroy = destroy,
    };
    struct settings_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    return &own->page;
}

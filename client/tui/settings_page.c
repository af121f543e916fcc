#include "client/tui/page.h"

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

/* Nobody else comes to a private server. */
static bool has_others(struct page *page)
{
    return !session_is_private(app_session(page->app));
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct settings_page *own = (struct settings_page *)page;
    struct list_rows rows = {
        .count = SETTING_COUNT, .owner = app_settings(page->app), .draw = draw_row};
    area_cut_rows(&area, 1);
    if (has_others(page)) {
        struct area line = {area.row + SETTING_COUNT + 1, area.column, 1, area.columns};
        canvas_put(canvas, line, 0, 1, STYLE_KEY, "b");
        canvas_put(canvas, line, 0, 10, STYLE_PLAIN, "lists the players whom you have blocked");
        canvas_target(canvas, line, stroke_character('b'));
    }
    list_draw(&own->list, &rows, true, canvas, area);
}

static bool choose(struct page *page, struct stroke stroke)
{
    struct settings_page *own = (struct settings_page *)page;
    return list_stroke(&own->list, stroke, SETTING_COUNT, SETTING_COUNT);
}

/* Switches the chosen setting. A mouse press chooses the row first. */
static void turn(struct page *page, struct stroke stroke)
{
    struct settings_page *own = (struct settings_page *)page;
    struct settings *settings = app_settings(page->app);
    choose(page, stroke);
    settings->is_on[own->list.chosen] = !settings->is_on[own->list.chosen];
    app_settings_changed(page->app);
}

static void open_blocks(struct page *page)
{
    app_push(page->app, blocks_page_create());
}

static void destroy(struct page *page)
{
    free(page);
}

struct page *settings_page_create(void)
{
    static const struct key keys[] = {
        {{STROKE_CHOOSE, 0}, .act_by = turn},
        {{STROKE_DOWN, 0}, "up/down", "choose", .take = choose},
        {{STROKE_ENTER, 0}, "Enter, Space", "on or off", .act_by = turn},
        {{STROKE_CHARACTER, ' '}, .act_by = turn},
        {{STROKE_RIGHT, 0}, "left/right", "change", .act_by = turn},
        {{STROKE_LEFT, 0}, .act_by = turn},
        {{STROKE_CHARACTER, 'b'}, "b", "blocked players", .may = has_others, .act = open_blocks},
        KEYS_END,
    };
    static const struct page_kind kind = {
        .name = "settings",
        .title = title,
        .draw = draw,
        .keys = keys,
        .destroy = destroy,
    };
    struct settings_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    return &own->page;
}

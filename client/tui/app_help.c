#include "client/tui/page.h"

#include "client/tui/app_state.h"
#include "client/tui/list.h"
#include "common/base/memory.h"

#include <stdlib.h>

struct help {
    struct page page;
    bool is_typed_into; /* a field of the page below takes letters as text */
    struct list list;
    size_t seen;
    struct hint hints[HINTS_MAX + OWN_HINTS];
    size_t count;
};

/* Collects the hints of the page below, then the app's. They may change while this page is open. */
static void gather(struct help *help)
{
    struct page *about = help->page.below;
    bool has_own = about && !help->is_typed_into;
    help->count = about ? page_hints(about, help->hints) : 0;
    if (has_own)
        app_own_hints(about, help->hints + help->count);
    /* Replaces "? all keys", which opened this page. */
    help->hints[help->count] =
        (struct hint){{STROKE_CONTROL, 'L'}, "Ctrl-L", "draw the screen anew"};
    help->count += has_own ? OWN_HINTS : 1;
    list_keep(&help->list, help->count);
}

static const char *title(struct page *page)
{
    (void)page;
    return "All keys";
}

static void draw_row(void *owner, size_t index, struct canvas *canvas, struct area area)
{
    const struct hint *hint = &((struct help *)owner)->hints[index];
    canvas_put(canvas, area, 0, 1, STYLE_KEY, hint->key);
    canvas_put(canvas, area, 0, 14, STYLE_PLAIN, hint->label);
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct help *help = (struct help *)page;
    gather(help);
    struct list_rows rows = {.count = help->count, .owner = help, .draw = draw_row};
    area_cut_rows(&area, 1);
    canvas_paragraph(
        canvas, area_cut_rows(&area, -4), 1, 0, STYLE_DIM,
        "The mouse presses what it points at, a key on the bottom line too; a second press on "
        "the same counter plays the move. Ctrl-C leaves at once, Ctrl-Z lets the shell have "
        "the screen for a while.");
    help->seen = list_draw(&help->list, &rows, true, canvas, area);
}

/* Closes this page and passes the chosen key to the page below. */
static void press_chosen(struct page *page)
{
    struct help *help = (struct help *)page;
    struct app *app = page->app;
    gather(help);
    struct stroke chosen = help->hints[help->list.chosen].stroke;
    app_close(app, page);
    if (app_top(app))
        app_take_stroke(app, chosen);
}

static bool choose(struct page *page, struct stroke stroke)
{
    struct help *help = (struct help *)page;
    if (stroke.kind != STROKE_CHOOSE || (size_t)stroke.code != help->list.chosen)
        return list_stroke(&help->list, stroke, help->count, help->seen);
    press_chosen(page);
    return true;
}

static void close(struct page *page)
{
    app_close(page->app, page);
}

static void destroy(struct page *page)
{
    free(page);
}

struct page *help_page_create(bool is_typed_into)
{
    static const struct key keys[] = {
        {{STROKE_DOWN, 0}, "up/down", "choose", .take = choose},
        {{STROKE_ENTER, 0}, "Enter", "do it", .act = press_chosen},
        {{STROKE_HELP, 0}, .act = close},
        {{STROKE_CHARACTER, '?'}, .act = close},
        KEYS_END,
    };
    static const struct page_kind kind = {
        .name = "help",
        .title = title,
        .draw = draw,
        .keys = keys,
        .destroy = destroy,
    };
    struct help *help = memory_zeroed(1, sizeof *help);
    help->page.kind = &kind;
    help->is_typed_into = is_typed_into;
    return &help->page;
}

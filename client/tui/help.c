#include "client/tui/help.h"

#include "client/tui/app_state.h"
#include "client/tui/list.h"
#include "common/base/memory.h"

#include <stdlib.h>

struct help {
    struct page page;
    bool is_typed_into; /* the page below: the app's own letters are text there */
    struct list list;
    size_t seen;
    struct hint hints[HINTS_MAX + OWN_HINTS];
    size_t count;
};

/* The hints of the page below, then the app's; they may change while this page is open. */
static void gather(struct help *help)
{
    struct page *about = help->page.below;
    bool has_own = about && !help->is_typed_into;
    help->count = about ? about->kind->hints(about, help->hints) : 0;
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

static size_t hints(struct page *page, struct hint *ret_hints)
{
    (void)page;
    ret_hints[0] = (struct hint){stroke_of(STROKE_DOWN), "up/down", "choose"};
    ret_hints[1] = (struct hint){stroke_of(STROKE_ENTER), "Enter", "do it"};
    return 2;
}

/* As if the key had been pressed below. */
static void press_chosen(struct help *help)
{
    struct app *app = help->page.app;
    gather(help);
    struct stroke chosen = help->hints[help->list.chosen].stroke;
    app_close(app, &help->page);
    if (app_top(app))
        app_take_stroke(app, chosen);
}

static bool stroke(struct page *page, struct stroke stroke)
{
    struct help *help = (struct help *)page;
    bool is_again = stroke.kind == STROKE_CHOOSE && (size_t)stroke.code == help->list.chosen;
    if (stroke.kind == STROKE_ENTER || is_again)
        press_chosen(help);
    else if (stroke.kind == STROKE_HELP || (stroke.kind == STROKE_CHARACTER && stroke.code == '?'))
        app_close(page->app, page);
    else
        return list_stroke(&help->list, stroke, help->count, help->seen);
    return true;
}

static void destroy(struct page *page)
{
    free(page);
}

struct page *help_page_create(bool is_typed_into)
{
    static const struct page_kind kind = {
        .name = "help",
        .title = title,
        .draw = draw,
        .hints = hints,
        .stroke = stroke,
        .destroy = destroy,
    };
    struct help *help = memory_zeroed(1, sizeof *help);
    help->page.kind = &kind;
    help->is_typed_into = is_typed_into;
    return &help->page;
}

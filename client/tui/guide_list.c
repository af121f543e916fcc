#include "client/tui/guide_list.h"

#include "client/tui/app.h"
#include "client/tui/guide.h"
#include "common/base/memory.h"

#include <stdlib.h>

struct guide_list {
    struct page page;
    struct list list;
    size_t seen;
};

static struct guide_list *list_of(struct page *page)
{
    return (struct guide_list *)page;
}

static const char *title(struct page *page)
{
    (void)page;
    return "Rules and strategy";
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct guide_list *own = list_of(page);
    own->seen = guide_list_draw(&own->list, canvas, area);
}

static size_t hints(struct page *page, struct hint *ret_hints)
{
    (void)page;
    ret_hints[0] = (struct hint){stroke_of(STROKE_ENTER), "Enter", "read"};
    ret_hints[1] = (struct hint){stroke_of(STROKE_DOWN), "Down", "next"};
    ret_hints[2] = (struct hint){stroke_of(STROKE_UP), "Up", "previous"};
    return 3;
}

static bool stroke(struct page *page, struct stroke stroke)
{
    struct guide_list *own = list_of(page);
    if (stroke.kind == STROKE_ENTER) {
        app_push(page->app, guide_page_create(guide_list_rules(own->list.chosen)));
        return true;
    }
    return list_stroke(&own->list, stroke, guide_list_count(), own->seen);
}

static void destroy(struct page *page)
{
    free(page);
}

struct page *guide_list_page_create(void)
{
    static const struct page_kind kind = {
        .name = "guides",
        .title = title,
        .draw = draw,
        .hints = hints,
        .stroke = stroke,
        .destroy = destroy,
    };
    struct guide_list *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    return &own->page;
}

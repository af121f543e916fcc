#include "client/tui/tournament_legend_page.h"

#include "client/tui/scroll.h"
#include "client/tui/tournament_legend.h"
#include "common/base/memory.h"

#include <stdlib.h>

struct legend_page {
    struct page page;
    enum tournament_tab first;
    int skip, rows, below; /* as it was drawn last */
};

static const char *title(struct page *page)
{
    (void)page;
    return "What the words of a tournament mean";
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct legend_page *own = (struct legend_page *)page;
    own->rows = area.rows;
    own->below = tournament_legend_draw(own->first, own->skip, canvas, area);
}

static size_t hints(struct page *page, struct hint *ret_hints)
{
    const struct legend_page *own = (struct legend_page *)page;
    return scroll_hints(own->skip, own->below, ret_hints);
}

static bool stroke(struct page *page, struct stroke stroke)
{
    struct legend_page *own = (struct legend_page *)page;
    return scroll_stroke(stroke, own->rows, own->below, &own->skip);
}

static void destroy(struct page *page)
{
    free(page);
}

struct page *tournament_legend_page_create(enum tournament_tab first)
{
    static const struct key keys[] = {{.hints = hints, .take = stroke}, KEYS_END};
    static const struct page_kind kind = {
        .name = "legend",
        .title = title,
        .draw = draw,
        .keys = keys,
        .destroy = destroy,
    };
    struct legend_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    own->first = first;
    return &own->page;
}

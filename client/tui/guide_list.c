#include "client/tui/guide_list.h"

#include "client/tui/app.h"
#include "common/base/memory.h"

#include <stdlib.h>

struct guide_list {
    struct page page;
    struct list list;
    size_t seen;
    struct guide_player player;
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
    ret_hints[3] = (struct hint){stroke_character('p'), "p", "play it"};
    return 4;
}

static void play(void *owner, const char *rules)
{
    struct guide_list *own = owner;
    own->player.play(own->player.owner, rules);
    app_close(own->page.app, &own->page);
}

static bool stroke(struct page *page, struct stroke stroke)
{
    struct guide_list *own = list_of(page);
    const char *rules = guide_list_rules(own->list.chosen);
    struct guide_player player = {own, play};
    if (stroke.kind == STROKE_ENTER) {
        app_push(page->app, guide_page_create_to_play(rules, player));
        return true;
    }
    if (stroke.kind == STROKE_CHARACTER && stroke.code == 'p') {
        play(own, rules);
        return true;
    }
    return list_stroke(&own->list, stroke, guide_list_count(), own->seen);
}

static void destroy(struct page *page)
{
    free(page);
}

struct page *guide_list_page_create(struct guide_player player)
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
    own->player = player;
    return &own->page;
}

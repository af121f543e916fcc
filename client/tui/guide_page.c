#include "client/tui/guide_page.h"

#include "client/cli/solvers.h"
#include "client/tui/app.h"
#include "client/tui/scroll.h"
#include "common/base/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct guide_page {
    struct page page;
    struct guide guide;
    struct choice choice;
    struct reading *reading;    /* pending work of the solver; NULL: done */
    char *name;                 /* the rules given by the caller; owned */
    struct guide_player player; /* `play` NULL: none */
    int skip, rows, below;      /* at the last drawing */
};

static struct guide_page *page_of(struct page *page)
{
    return (struct guide_page *)page;
}

/* --- the solver's work, on its thread --- */

struct reading {
    struct solvers_job *job;
    struct guide_page *reader; /* NULL: the page has been closed */
    struct guide guide;
};

static void solve(void *owner, struct solver *solver)
{
    struct reading *reading = owner;
    guide_solve(&reading->guide, solver);
}

static void on_solved(void *owner)
{
    struct reading *reading = owner;
    struct guide_page *reader = reading->reader;
    if (reader) {
        guide_finish(&reader->guide);
        reader->guide = reading->guide;
        reading->guide = (struct guide){0};
        if (reader->guide.has_best) {
            choice_begin(&reader->choice, &reader->guide.rules, &reader->guide.position);
            choice_set(&reader->choice, &reader->guide.best);
        }
        reader->reading = NULL;
        app_redraw(reader->page.app);
    }
    guide_finish(&reading->guide);
    free(reading);
}

static void read(struct guide_page *reader)
{
    struct reading *reading = memory_zeroed(1, sizeof *reading);
    reading->reader = reader;
    guide_begin(&reading->guide, &reader->guide.rules);
    reader->reading = reading;
    struct solvers_task task = {.owner = reading, .run = solve, .finish = on_solved};
    reading->job = solvers_start(app_solvers(reader->page.app), &reading->guide.rules, &task);
}

/* --- the page --- */

static const char *guide_title(struct page *page)
{
    return text_string(&page_of(page)->guide.title);
}

/* The first drawing starts the solver for the example. */
static void guide_draw_page(struct page *page, struct canvas *canvas, struct area area)
{
    struct guide_page *own = page_of(page);
    struct guide_view view = {
        .guide = &own->guide,
        .choice = own->guide.has_best ? &own->choice : NULL,
        .skip = own->skip,
    };
    if (!*text_string(&own->guide.example) && !own->reading)
        read(own);
    own->rows = area.rows;
    own->below = guide_draw(&view, canvas, area);
}

static bool has_player(struct page *page)
{
    return page_of(page)->player.play;
}

static void play_it(struct page *page)
{
    struct guide_page *own = page_of(page);
    own->player.play(own->player.owner, own->name);
    app_close(page->app, page);
}

static size_t guide_hints(struct page *page, struct hint *ret_hints)
{
    return scroll_hints(page_of(page)->skip, page_of(page)->below, ret_hints);
}

static bool guide_scroll(struct page *page, struct stroke stroke)
{
    struct guide_page *own = page_of(page);
    return scroll_stroke(stroke, own->rows, own->below, &own->skip);
}

static void guide_destroy(struct page *page)
{
    struct guide_page *own = page_of(page);
    if (own->reading) {
        own->reading->reader = NULL;
        solvers_drop(own->reading->job);
    }
    guide_finish(&own->guide);
    choice_finish(&own->choice);
    free(own->name);
    free(own);
}

/* A guide that can start a match and then closes. */
static struct page *create_to_play(const char *rules_text, struct guide_player player)
{
    static const struct key keys[] = {
        {{STROKE_CHARACTER, 'p'}, "p", "play it", .may = has_player, .act = play_it},
        {.hints = guide_hints, .take = guide_scroll},
        KEYS_END,
    };
    static const struct page_kind kind = {
        .name = "guide",
        .title = guide_title,
        .draw = guide_draw_page,
        .keys = keys,
        .destroy = guide_destroy,
    };
    struct guide_page *own = memory_zeroed(1, sizeof *own);
    struct rules rules;
    struct error error;
    enum error_code failed = rules_parse(&rules, rules_text, strlen(rules_text), &error);
    assert(!failed);
    (void)failed;
    own->page.kind = &kind;
    own->name = memory_text(rules_text, strlen(rules_text));
    own->player = player;
    guide_begin(&own->guide, &rules);
    return &own->page;
}

struct page *guide_page_create(const char *rules)
{
    return create_to_play(rules, (struct guide_player){0});
}

/* --- the list of the games --- */

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

static const char *list_title(struct page *page)
{
    (void)page;
    return "Rules and strategy";
}

static void list_draw_page(struct page *page, struct canvas *canvas, struct area area)
{
    struct guide_list *own = list_of(page);
    own->seen = guide_list_draw(&own->list, canvas, area);
}

static void play_rules(void *owner, const char *rules)
{
    struct guide_list *own = owner;
    own->player.play(own->player.owner, rules);
    app_close(own->page.app, &own->page);
}

static void play_chosen(struct page *page)
{
    play_rules(page, guide_list_rules(list_of(page)->list.chosen));
}

static void read_chosen(struct page *page)
{
    struct guide_player player = {page, play_rules};
    app_push(page->app, create_to_play(guide_list_rules(list_of(page)->list.chosen), player));
}

static bool choose(struct page *page, struct stroke stroke)
{
    struct guide_list *own = list_of(page);
    return list_stroke(&own->list, stroke, guide_list_count(), own->seen);
}

static void list_destroy(struct page *page)
{
    free(page);
}

struct page *guide_list_page_create(struct guide_player player)
{
    static const struct key keys[] = {
        {{STROKE_ENTER, 0}, "Enter", "read", .act = read_chosen},
        {{STROKE_DOWN, 0}, "Down", "next", .take = choose},
        {{STROKE_UP, 0}, "Up", "previous", .take = choose},
        {{STROKE_CHARACTER, 'p'}, "p", "play it", .act = play_chosen},
        KEYS_END,
    };
    static const struct page_kind kind = {
        .name = "guides",
        .title = list_title,
        .draw = list_draw_page,
        .keys = keys,
        .destroy = list_destroy,
    };
    struct guide_list *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    own->player = player;
    return &own->page;
}

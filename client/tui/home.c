#include "client/tui/home.h"

#include "client/tui/board.h"
#include "client/tui/home_draw.h"
#include "client/tui/home_rows.h"
#include "client/tui/home_state.h"
#include "common/base/memory.h"

#include <stdlib.h>

static struct home *home_of(struct page *page)
{
    return (struct home *)page;
}

void home_open(struct home *home, struct page *page)
{
    home->is_covered = true;
    app_push(home->page.app, page);
}

void home_sit_down(struct home *home, int64_t match)
{
    const struct sheet_row *row = sheet_find(&home->lists[HOME_YOURS].sheet, match);
    if (row)
        home_bot_wake(home, row->key);
    home_rows_mark_chat(&home->lists[HOME_YOURS].sheet, match, false);
    home_open(home, board_page_create(match));
}

void home_turn_to(struct home *home, enum home_panel panel)
{
    if (panel >= HOME_PANEL_COUNT || !home_has_panel(home->is_private, panel))
        return;
    home->panel = panel;
    text_clear(&home->wrong);
    home_list_ask(home, panel);
}

static bool stroke(struct page *page, struct stroke stroke)
{
    return home_stroke(home_of(page), stroke);
}

static size_t hints(struct page *page, struct hint *ret_hints)
{
    return home_hints(home_of(page), ret_hints);
}

static const char *title(struct page *page)
{
    (void)page;
    return "Takeaway";
}

static const char *or_null(const struct text *text)
{
    return text->len > 0 ? text_string(text) : NULL;
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct home *home = home_of(page);
    struct home_list *list = &home->lists[home->panel];
    text_clear(&home->people);
    size_t people = home_rows_people(&home->lists[HOME_PLAYERS].sheet, &home->people);
    struct home_view view = {
        .panel = home->panel,
        .is_private = home->is_private,
        .is_connected = app_is_connected(page->app),
        .badges = {[HOME_YOURS] = home->lists[HOME_YOURS].sheet.count,
                   [HOME_OFFERS] = home->challenges,
                   [HOME_PLAYERS] = people},
        .has_chat = home_rows_have_chat(&home->lists[HOME_YOURS].sheet),
        .people = or_null(&home->people),
        .server = session_address(app_session(page->app)),
        .waiting = or_null(&home->waiting),
        .form = &home->form,
        .wrong = home->wrong.len > 0 ? text_string(&home->wrong) : play_form_doubt(&home->form),
        .sheet = &list->sheet,
        .is_loading = !list->is_known,
        .is_everybodys = home->is_everybodys,
        .refused = or_null(&list->refused),
    };
    home_draw(&view, canvas, area);
}

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    struct home *home = home_of(page);
    if (!welcome)
        return; /* the home page is there before any connection */
    home_search_ready(home, welcome);
    home_lists_arrive(home, welcome);
    if (!home->has_arrived && welcome->matches_count > 0)
        home->panel = HOME_YOURS;
    home->has_arrived = true;
    if (!home->is_private) {
        home_list_ask(home, HOME_OFFERS);
        home_list_ask(home, HOME_PLAYERS);
    }
    home_list_ask(home, home->panel);
}

static void event(struct page *page, enum wire_event event, const void *body)
{
    struct home *home = home_of(page);
    home_lists_event(home, event, body);
    home_search_event(home, event, body);
}

static void tick(struct page *page)
{
    home_lists_tick(home_of(page));
}

static void shown(struct page *page)
{
    struct home *home = home_of(page);
    home->is_covered = false;
    form_leave_text(&home->form.form); /* who comes back is not typing any more */
    home_bots_settle(home);
    home_list_ask(home, home->panel);
}

static void destroy(struct page *page)
{
    struct home *home = home_of(page);
    home_bots_finish(home);
    home_search_finish(home);
    home_lists_finish(home);
    text_finish(&home->wrong);
    text_finish(&home->people);
    free(home);
}

struct page *home_page_create(bool is_private)
{
    static const struct key keys[] = {{.hints = hints, .take = stroke}, KEYS_END};
    static const struct page_kind kind = {
        .name = "home",
        .title = title,
        .draw = draw,
        .keys = keys,
        .event = event,
        .ready = ready,
        .tick = tick,
        .shown = shown,
        .destroy = destroy,
    };
    struct home *home = memory_zeroed(1, sizeof *home);
    home->page.kind = &kind;
    home->is_private = is_private;
    home_lists_init(home);
    home_search_init(home);
    play_form_init(&home->form, is_private);
    return &home->page;
}

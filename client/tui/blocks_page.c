#include "client/show/summary.h"
#include "client/tui/app.h"
#include "client/tui/player_page.h"
#include "client/tui/sheet.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <stdio.h>
#include <stdlib.h>

/* A row's key is the player's name. */
static const struct column columns[] = {HEAD("Name"), HEAD("Blocked since"), {0}};

struct blocks_page {
    struct page page;
    struct sheet sheet;
    bool is_known;
    struct text refused; /* the server's refusal; empty: none */
    char unblocked[WIRE_NAME_MAX + 1];
};

static struct blocks_page *own_of(struct page *page)
{
    return (struct blocks_page *)page;
}

static void on_listed(void *owner, const struct error *error, const void *result)
{
    struct blocks_page *own = owner;
    const struct wire_blocks *blocks = result;
    struct sheet fresh = {.columns = columns};
    struct text since = {0};
    text_clear(&own->refused);
    if (error) {
        text_printf(&own->refused, "The server does not tell: %s.", refusal_of(error).words);
        return;
    }
    own->is_known = true;
    for (size_t i = 0; i < blocks->players_count; i++) {
        const struct wire_blocked *blocked = &blocks->players[i];
        struct sheet_row *row = sheet_add(&fresh, blocked->player);
        row->key = memory_text(blocked->name.bytes, blocked->name.len);
        sheet_put(row, "%s", row->key);
        text_clear(&since);
        summary_print_time(blocked->since, &since);
        sheet_put(row, "%s", text_string(&since));
    }
    sheet_replace(&own->sheet, &fresh);
    text_finish(&since);
}

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    app_call(page, WIRE_PLAYER_BLOCKS, NULL, on_listed);
}

/* --- keys --- */

static bool has_row(struct page *page)
{
    return sheet_chosen(&own_of(page)->sheet) != NULL;
}

static bool choose(struct page *page, struct stroke stroke)
{
    return sheet_stroke(&own_of(page)->sheet, stroke);
}

static void on_unblocked(void *owner, const struct error *error, const void *result)
{
    struct blocks_page *own = owner;
    (void)result;
    if (error)
        app_tell_error(own->page.app, error);
    else
        app_tell(own->page.app, STYLE_GOOD, "You may read and meet %s again.", own->unblocked);
    app_call(&own->page, WIRE_PLAYER_BLOCKS, NULL, on_listed);
}

static void unblock(struct page *page)
{
    struct blocks_page *own = own_of(page);
    snprintf(own->unblocked, sizeof own->unblocked, "%s", sheet_chosen(&own->sheet)->key);
    struct wire_player_name name = {.player = wire_text(own->unblocked)};
    app_call(page, WIRE_PLAYER_UNBLOCK, &name, on_unblocked);
}

static const struct key keys[] = {
    {{STROKE_CHARACTER, 'u'}, "u", "unblock", .may = has_row, .act = unblock},
    {{STROKE_DOWN, 0}, "Up/Down", "choose", .may = has_row, .take = choose},
    KEYS_END,
};

/* --- the page --- */

static const char *title(struct page *page)
{
    (void)page;
    return "Blocked players";
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct blocks_page *own = own_of(page);
    sheet_draw(&own->sheet,
               own->refused.len > 0 ? text_string(&own->refused)
               : own->is_known ? "You have blocked nobody: b in the list of players, or in a match."
                               : "Asking the server...",
               canvas, area);
}

static void destroy(struct page *page)
{
    struct blocks_page *own = own_of(page);
    sheet_finish(&own->sheet);
    text_finish(&own->refused);
    free(own);
}

struct page *blocks_page_create(void)
{
    static const struct page_kind kind = {
        .name = "blocks",
        .title = title,
        .draw = draw,
        .keys = keys,
        .ready = ready,
        .destroy = destroy,
    };
    struct blocks_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    own->sheet.columns = columns;
    return &own->page;
}

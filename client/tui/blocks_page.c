#include "client/tui/page.h"

#include "client/show/summary.h"
#include "client/tui/app.h"
#include "client/tui/sheet.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A row's key is the player's name. */
static const struct column columns[] = {HEAD("Name"), HEAD("Blocked since"), {0}};

struct blocks_page {
    struct page page;
    struct sheet sheet;
    bool is_known;
    struct text refused; /* the server's refusal; empty: none */
    char **unblocking;   /* names, owned, that have not gone from the server's list yet */
    size_t unblocking_count, unanswered;
};

static struct blocks_page *own_of(struct page *page)
{
    return (struct blocks_page *)page;
}

static bool is_listed(const struct blocks_page *own, const char *name)
{
    for (size_t i = 0; i < own->sheet.count; i++)
        if (strcmp(own->sheet.rows[i].key, name) == 0)
            return true;
    return false;
}

/* The list tells who is not blocked any more: an answer to a request does not say whose it is, and
 * a refusal may overtake others. */
static void tell_unblocked(struct blocks_page *own)
{
    struct text names = {0};
    size_t kept = 0;
    for (size_t i = 0; i < own->unblocking_count; i++) {
        char *name = own->unblocking[i];
        bool is_blocked = is_listed(own, name);
        if (!is_blocked)
            text_printf(&names, "%s%s", names.len > 0 ? " and " : "", name);
        if (is_blocked && own->unanswered > 0)
            own->unblocking[kept++] = name;
        else
            free(name);
    }
    own->unblocking_count = kept;
    if (names.len > 0)
        app_tell(own->page.app, STYLE_GOOD, "You may read and meet %s again.", text_string(&names));
    text_finish(&names);
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
    tell_unblocked(own);
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

/* A row stays until the server's next list. */
static bool may_unblock(struct page *page)
{
    const struct blocks_page *own = own_of(page);
    for (size_t i = 0; has_row(page) && i < own->unblocking_count; i++)
        if (strcmp(own->unblocking[i], sheet_chosen(&own->sheet)->key) == 0)
            return false;
    return has_row(page);
}

static bool choose(struct page *page, struct stroke stroke)
{
    return sheet_stroke(&own_of(page)->sheet, stroke);
}

static void on_unblocked(void *owner, const struct error *error, const void *result)
{
    struct blocks_page *own = owner;
    (void)result;
    assert(own->unanswered > 0);
    own->unanswered--;
    if (error)
        app_tell_error(own->page.app, error);
    app_call(&own->page, WIRE_PLAYER_BLOCKS, NULL, on_listed);
}

static void unblock(struct page *page)
{
    struct blocks_page *own = own_of(page);
    const char *chosen = sheet_chosen(&own->sheet)->key;
    own->unblocking =
        memory_resized(own->unblocking, own->unblocking_count + 1, sizeof *own->unblocking);
    own->unblocking[own->unblocking_count++] = memory_text(chosen, strlen(chosen));
    own->unanswered++;
    struct wire_player_name name = {.player = wire_text(chosen)};
    app_call(page, WIRE_PLAYER_UNBLOCK, &name, on_unblocked);
}

static const struct key keys[] = {
    {{STROKE_CHARACTER, 'u'}, "u", "unblock", .may = may_unblock, .act = unblock},
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
    for (size_t i = 0; i < own->unblocking_count; i++)
        free(own->unblocking[i]);
    free(own->unblocking);
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

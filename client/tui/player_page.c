#include "client/tui/page.h"

#include "client/tui/app.h"
#include "client/tui/field.h"
#include "common/base/memory.h"
#include "common/base/text.h"
#include "common/wire/wire.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

struct player_page {
    struct page page;
    char name[WIRE_NAME_MAX + 1];
    int64_t match;   /* as in player_page_create() */
    bool is_blocked; /* false while unknown */
    bool is_typing;  /* the report */
    bool is_sent;    /* the report, and its answer is pending */
    struct field report;
    struct text title, question;
};

static struct player_page *own_of(struct page *page)
{
    return (struct player_page *)page;
}

/* --- blocks --- */

static void on_blocks(void *owner, const struct error *error, const void *result)
{
    struct player_page *own = owner;
    const struct wire_blocks *blocks = result;
    if (error)
        return; /* then `b` offers a block, and a second block is no error */
    own->is_blocked = false;
    for (size_t i = 0; i < blocks->players_count; i++)
        own->is_blocked |= wire_text_equal(blocks->players[i].name, own->name);
}

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    app_call(page, WIRE_PLAYER_BLOCKS, NULL, on_blocks);
}

static void on_block_done(void *owner, const struct error *error, const void *result)
{
    struct player_page *own = owner;
    (void)result;
    if (error) {
        app_tell_error(own->page.app, error);
        return;
    }
    own->is_blocked = !own->is_blocked;
    app_tell(own->page.app, STYLE_GOOD,
             own->is_blocked ? "You neither read nor meet %s any more."
                             : "You may read and meet %s again.",
             own->name);
}

static void change_block(struct page *page)
{
    struct player_page *own = own_of(page);
    struct wire_player_name name = {.player = wire_text(own->name)};
    app_call(page, own->is_blocked ? WIRE_PLAYER_UNBLOCK : WIRE_PLAYER_BLOCK, &name, on_block_done);
}

static void on_block_answered(struct page *page, bool is_yes)
{
    if (is_yes && !own_of(page)->is_blocked)
        change_block(page);
}

static const char *block_label(struct page *page)
{
    return own_of(page)->is_blocked ? "unblock" : "block";
}

/* Asks first, since a block lasts. */
static void block_or_unblock(struct page *page)
{
    struct player_page *own = own_of(page);
    if (own->is_blocked) {
        change_block(page);
        return;
    }
    text_clear(&own->question);
    text_printf(&own->question, "Block %s for good?", own->name);
    app_ask(page, text_string(&own->question), on_block_answered);
}

/* --- the report --- */

static bool is_typing(struct page *page)
{
    return own_of(page)->is_typing;
}

static void begin_typing(struct page *page)
{
    own_of(page)->is_typing = true;
}

static void leave_field(struct page *page)
{
    own_of(page)->is_typing = false;
}

static bool type(struct page *page, struct stroke stroke)
{
    return !own_of(page)->is_sent && field_stroke(&own_of(page)->report, stroke);
}

/* After an error the text stays, to be sent again. */
static void on_reported(void *owner, const struct error *error, const void *result)
{
    struct player_page *own = owner;
    (void)result;
    own->is_sent = false;
    if (error) {
        app_tell_error(own->page.app, error);
        return;
    }
    own->report = (struct field){0};
    own->is_typing = false;
    app_tell(own->page.app, STYLE_GOOD, "The operator has your report.");
}

static void send_report(struct page *page)
{
    struct player_page *own = own_of(page);
    struct wire_player_report report;
    if (own->is_sent)
        return;
    if (own->report.len == 0) {
        own->is_typing = false;
        return;
    }
    wire_record_clear(&wire_record_player_report, &report);
    report.player = wire_text(own->name);
    if (own->match)
        report.match = own->match;
    report.words = (struct wire_text){.bytes = own->report.text, .len = own->report.len};
    own->is_sent = true;
    app_call(page, WIRE_PLAYER_REPORT, &report, on_reported);
}

static const struct key keys[] = {
    {{STROKE_ENTER, 0}, "Enter", "send the report", .may = is_typing, .act = send_report},
    {{STROKE_ESCAPE, 0}, "Esc", "stop typing", .may = is_typing, .act = leave_field},
    {.may = is_typing, .take = type, .is_modal = true},
    {{STROKE_CHARACTER, 'b'}, "b", .say = block_label, .act = block_or_unblock},
    {{STROKE_CHARACTER, 'r'}, "r", "report to the operator", .act = begin_typing},
    KEYS_END,
};

/* --- the page --- */

static const char *title(struct page *page)
{
    return text_string(&own_of(page)->title);
}

static void draw_report(const struct player_page *own, struct canvas *canvas, struct area area)
{
    int column = canvas_put(canvas, area, 0, 0, STYLE_PLAIN, "Report  [ ");
    struct area inside = {area.row, area.column + column, 1, area.columns - column - 1};
    canvas_put(canvas, area, 0, area.columns - 1, own->is_typing ? STYLE_KEY : STYLE_DIM, "]");
    field_draw(&own->report, own->is_typing, canvas, inside);
    if (own->report.len == 0)
        canvas_put(canvas, inside, 0, 0, STYLE_DIM, "what has happened, in a line");
    canvas_target(canvas, area, stroke_character('r'));
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct player_page *own = own_of(page);
    struct text words = {0};
    area = area_inset(area, 1, 1);
    canvas_printf(canvas, area_cut_rows(&area, 2), 0, 0, own->is_blocked ? STYLE_WARN : STYLE_PLAIN,
                  own->is_blocked ? "%s is blocked." : "%s is not blocked.", own->name);
    text_printf(&words,
                "A block lasts until you take it back, here or in the settings: you read nothing "
                "that %s says, and the two of you meet in no match; only tournaments pair you all "
                "the same. %s is not told.",
                own->name, own->name);
    area_cut_rows(&area, 1 + canvas_paragraph(canvas, area, 0, 0, STYLE_DIM, text_string(&words)));

    draw_report(own, canvas, area_cut_rows(&area, 2));
    text_clear(&words);
    text_append_string(&words, "The operator reads it with what was said in ");
    if (own->match)
        text_printf(&words, "match %" PRId64, own->match);
    else
        text_append_string(&words, "the last match of the two of you");
    text_append_string(&words, ". Nobody else sees it.");
    canvas_paragraph(canvas, area, 0, 0, STYLE_DIM, text_string(&words));
    text_finish(&words);
}

static void destroy(struct page *page)
{
    struct player_page *own = own_of(page);
    text_finish(&own->title);
    text_finish(&own->question);
    free(own);
}

struct page *player_page_create(const char *name, int64_t match)
{
    static const struct page_kind kind = {
        .name = "player",
        .title = title,
        .draw = draw,
        .keys = keys,
        .ready = ready,
        .destroy = destroy,
    };
    struct player_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    snprintf(own->name, sizeof own->name, "%s", name);
    own->match = match;
    text_printf(&own->title, "About %s", own->name);
    return &own->page;
}

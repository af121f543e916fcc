#include "client/tui/invitations_page.h"

#include "client/show/summary.h"
#include "client/tui/app.h"
#include "client/tui/field.h"
#include "client/tui/home_view.h"
#include "client/tui/sheet.h"
#include "common/base/memory.h"
#include "common/wire/wire.h"
#include "common/words/words.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_AGE_MS = 5000 };

/* A row's key is the code. */
static const struct column columns[] = {
    HEAD_RIGHT("No."), HEAD("Game"),        HEAD("Start"), HEAD("For"),
    HEAD("Clock"),     HEAD_RIGHT("Times"), HEAD("Until"), {0},
};

struct invitations_page {
    struct page page;
    struct invitations_owner owner;
    struct sheet sheet;
    bool is_known;
    bool is_asked;
    int64_t asked_ms;    /* as app_now_ms() */
    struct text refused; /* the server's refusal; empty: none */
    bool is_typing;      /* a code */
    struct field code;
};

static struct invitations_page *own_of(struct page *page)
{
    return (struct invitations_page *)page;
}

/* --- the list --- */

static void put(struct sheet_row *row, struct wire_text text, const char *otherwise)
{
    sheet_put(row, "%.*s", text.bytes ? (int)text.len : (int)strlen(otherwise),
              text.bytes ? text.bytes : otherwise);
}

static void fill(const struct wire_invitation *invitation, struct sheet_row *row)
{
    struct text words = {0};
    row->key =
        memory_text(invitation->code.bytes ? invitation->code.bytes : "", invitation->code.len);
    sheet_put(row, "%" PRId64, invitation->invitation);
    home_rows_game(invitation->rules, invitation->look, &words);
    sheet_put(row, "%s", text_string(&words));
    put(row, invitation->start, "");
    put(row, invitation->to, "anyone");
    put(row, invitation->clock, "none");
    sheet_put(row, "%" PRId64, invitation->uses);
    text_clear(&words);
    summary_print_time(invitation->expires, &words);
    sheet_put(row, "%s", text_string(&words));
    text_finish(&words);
}

static void on_listed(void *owner, const struct error *error, const void *result)
{
    struct invitations_page *own = owner;
    const struct wire_invitations *list = result;
    struct sheet fresh = {.columns = columns};
    own->is_asked = false;
    text_clear(&own->refused);
    if (error) {
        text_printf(&own->refused, "The server does not tell: %s.", refusal_of(error).words);
        return;
    }
    own->is_known = true;
    for (size_t i = 0; i < list->invitations_count; i++)
        fill(&list->invitations[i], sheet_add(&fresh, list->invitations[i].invitation));
    sheet_replace(&own->sheet, &fresh);
}

static void ask(struct invitations_page *own)
{
    struct app *app = own->page.app;
    if (own->is_asked || !app_is_connected(app))
        return;
    struct wire_invitation_page page = {.before = WIRE_ABSENT, .limit = WIRE_PAGE_MAX};
    own->is_asked = true;
    own->asked_ms = app_now_ms(app);
    app_call(&own->page, WIRE_INVITATION_LIST, &page, on_listed);
}

static void ready(struct page *page, const struct wire_welcome *welcome)
{
    (void)welcome;
    own_of(page)->is_asked = false;
    ask(own_of(page));
}

static void event(struct page *page, enum wire_event event, const void *body)
{
    (void)body;
    if (event == WIRE_EVENT_INVITATION_CLOSED || event == WIRE_EVENT_MATCH_STARTED)
        ask(own_of(page));
}

static void tick(struct page *page)
{
    if (app_now_ms(page->app) - own_of(page)->asked_ms >= MAX_AGE_MS)
        ask(own_of(page));
}

/* --- keys --- */

static bool is_typing(struct page *page)
{
    return own_of(page)->is_typing;
}

static void leave_field(struct page *page)
{
    own_of(page)->is_typing = false;
}

static void begin_typing(struct page *page)
{
    own_of(page)->is_typing = true;
}

static bool type(struct page *page, struct stroke stroke)
{
    return field_stroke(&own_of(page)->code, stroke);
}

static void accept(struct page *page)
{
    struct invitations_page *own = own_of(page);
    if (own->code.len == 0) {
        own->is_typing = false;
        return;
    }
    app_close(page->app, page);
    own->owner.look_at(own->owner.page, own->code.text);
}

static void invite(struct page *page)
{
    struct invitations_owner owner = own_of(page)->owner;
    app_close(page->app, page);
    owner.invite(owner.page);
}

static bool has_row(struct page *page)
{
    return sheet_chosen(&own_of(page)->sheet) != NULL;
}

static bool choose(struct page *page, struct stroke stroke)
{
    return sheet_stroke(&own_of(page)->sheet, stroke);
}

static void on_revoked(void *owner, const struct error *error, const void *result)
{
    struct invitations_page *own = owner;
    (void)result;
    if (error)
        app_tell(own->page.app, STYLE_BAD, "That cannot be done: %s.", refusal_of(error).words);
    else
        app_tell(own->page.app, STYLE_GOOD, "Nobody can accept it now.");
    ask(own);
}

static void revoke(struct page *page)
{
    struct wire_invitation_choice choice;
    wire_record_clear(&wire_record_invitation_choice, &choice);
    choice.invitation = sheet_chosen(&own_of(page)->sheet)->id;
    app_call(page, WIRE_INVITATION_REVOKE, &choice, on_revoked);
}

static const struct key keys[] = {
    {{STROKE_ENTER, 0}, "Enter", "accept", .may = is_typing, .act = accept},
    {{STROKE_ESCAPE, 0}, "Esc", "stop typing", .may = is_typing, .act = leave_field},
    {.may = is_typing, .take = type, .is_modal = true},
    {{STROKE_CHARACTER, 'e'}, "e", "enter a friend's code", .act = begin_typing},
    {{STROKE_CHARACTER, 'n'}, "n", "new invitation", .act = invite},
    {{STROKE_CHARACTER, 'c'}, "c", "take back", .may = has_row, .act = revoke},
    {{STROKE_DOWN, 0}, "Up/Down", "choose", .may = has_row, .take = choose},
    KEYS_END,
};

/* --- the page --- */

static const char *title(struct page *page)
{
    (void)page;
    return "Invitations";
}

static void draw_field(const struct invitations_page *own, struct canvas *canvas, struct area area)
{
    enum style style = own->is_typing ? STYLE_KEY : STYLE_DIM;
    static const char empty[] = "22 letters, which a friend has given you";
    const char *shown = own->code.len > 0 ? own->code.text : empty;
    int column = canvas_put(canvas, area, 0, 1, STYLE_PLAIN, "A friend's code  [ ");
    struct area inside = {area.row, area.column + column, 1, canvas_width(canvas, shown) + 1};
    if (inside.columns > area.columns - column - 2)
        inside.columns = area.columns - column - 2;
    canvas_put(canvas, area, 0, column + inside.columns, style, "]");
    field_draw(&own->code, own->is_typing, canvas, inside);
    if (own->code.len == 0)
        canvas_put(canvas, inside, 0, 0, STYLE_DIM, empty);
    canvas_target(canvas, area, stroke_character('e'));
}

static void draw(struct page *page, struct canvas *canvas, struct area area)
{
    struct invitations_page *own = own_of(page);
    const struct sheet_row *row = sheet_chosen(&own->sheet);
    struct text call = {0};
    draw_field(own, canvas, area_cut_rows(&area, 2));
    if (row) {
        text_printf(&call,
                    "Your friend presses i and e and enters %s, or types: takeaway play "
                    "--server %s --join %s",
                    row->key, session_address(app_session(page->app)), row->key);
        canvas_paragraph(canvas, area_inset(area_cut_rows(&area, -4), 0, 1), 1, 0, STYLE_GOOD,
                         text_string(&call));
    }
    text_finish(&call);
    sheet_draw(&own->sheet,
               own->refused.len > 0 ? text_string(&own->refused)
               : own->is_known      ? "No invitation of yours is open: n makes one."
                                    : "Asking the server...",
               canvas, area);
}

static void destroy(struct page *page)
{
    struct invitations_page *own = own_of(page);
    sheet_finish(&own->sheet);
    text_finish(&own->refused);
    free(own);
}

struct page *invitations_page_create(struct invitations_owner owner)
{
    static const struct page_kind kind = {
        .name = "invitations",
        .title = title,
        .draw = draw,
        .keys = keys,
        .event = event,
        .ready = ready,
        .tick = tick,
        .destroy = destroy,
    };
    struct invitations_page *own = memory_zeroed(1, sizeof *own);
    own->page.kind = &kind;
    own->owner = owner;
    own->sheet.columns = columns;
    return &own->page;
}

/* A page of the full-screen client: home, a board, a review, ... Pages lie on a stack; the
 * uppermost is seen and gets what is typed, all get the server's events.
 *
 * A page keeps its state, makes of it a view (NAME_view.h: a plain struct, no I/O behind it) and
 * hands that to its drawing (NAME_draw.c: from view to canvas). The drawing changes only what it
 * alone finds out: how much is out of view, for the keys that scroll. One table (keys.h) says what
 * its keys are called, when they are possible and what they do. */
#ifndef CLIENT_TUI_PAGE_H
#define CLIENT_TUI_PAGE_H

#include "client/tui/canvas.h"
#include "client/tui/keys.h"
#include "common/wire/schema.h"

#include <stdbool.h>

struct app;
struct page;

struct page_kind {
    const char *name; /* for the log and for tests */
    /* The screen's title, such as "Kayles against level:5"; lives until the next call. */
    const char *(*title)(struct page *page);
    void (*draw)(struct page *page, struct canvas *canvas, struct area area);
    /* Ends with KEYS_END. What no row has a use for goes to the app: Esc closes the page, ? and F1
     * list the keys, q leaves where the page is the lowest (the app adds these to the hints
     * itself); of any other key the app says where the keys are listed. */
    const struct key *keys;
    /* The rest may be NULL. */
    void (*event)(struct page *page, enum wire_event event, const void *body);
    /* Connected, for the first time or again: ask anew for what is shown. `welcome` is NULL when
     * the connection stood already as the page was pushed. */
    void (*ready)(struct page *page, const struct wire_welcome *welcome);
    /* About four times a second while the page is the uppermost: clocks. */
    void (*tick)(struct page *page);
    /* It has come to lie uppermost again: what was above has gone. */
    void (*shown)(struct page *page);
    /* The number of the match that the page is about. */
    int64_t (*match)(const struct page *page);
    /* Frees it; requests under way go with the app's client, or drop their answers (app_call()). */
    void (*destroy)(struct page *page);
};

/* The first member of every page's struct. */
struct page {
    const struct page_kind *kind;
    struct app *app;    /* set by app_push() */
    struct page *below; /* the app's own, as is the next */
    bool is_closed;
};

#endif

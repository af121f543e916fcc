/* A page of the full-screen client: home, a board, a review, ... Pages lie on a stack: the
 * uppermost is seen and gets the strokes, and all get the server's events.
 *
 * A page keeps its state, makes a view of it (a plain struct without I/O) and hands that to its
 * drawing (NAME_draw.c: from the view to a canvas). The drawing changes only what it alone finds
 * out: how much is out of view, for the keys that scroll. One table says how the keys of the page
 * are called, when they are possible and what they do. */
#ifndef CLIENT_TUI_PAGE_H
#define CLIENT_TUI_PAGE_H

#include "client/tui/canvas.h"
#include "common/wire/schema.h"

#include <stdbool.h>

struct app;
struct page;

/* --- the keys of a page: keys.c. One table says each key once, for the bottom line, the help page
 * and what a stroke does. The most important come first: the help (?) lists those that do not fit
 * on the bottom line. --- */

enum { HINTS_MAX = 24 };

/* A row of the table. A stroke goes to the first row that is possible now and has a use for it. */
struct key {
    struct stroke stroke; /* of a STROKE_CHOOSE, any code */
    const char *name;     /* as the bottom line shows it; NULL: not shown */
    const char *label;
    const char *(*say)(struct page *page); /* gives the label instead, where that changes */
    bool (*may)(struct page *page);        /* is it possible now? NULL: always */
    void (*act)(struct page *page);
    void (*act_by)(struct page *page, struct stroke stroke); /* instead, for rows that share it */
    /* Instead of `act`, in a row for several strokes; false: it has no use for this one. */
    bool (*take)(struct page *page, struct stroke stroke);
    /* Instead of `name`, for a part that has keys of its own, such as a scrolled text. */
    size_t (*hints)(struct page *page, struct hint *ret_hints);
    bool is_modal; /* while this one is possible, the rows after it are not */
};

/* Ends a table. */
#define KEYS_END                                                                                   \
    {                                                                                              \
        .stroke = { STROKE_NONE, 0 }                                                               \
    }

/* What can be done now; returns the number of hints, HINTS_MAX at most. */
size_t page_hints(struct page *page, struct hint *ret_hints);
/* False: the page has no use for the stroke now. */
bool page_stroke(struct page *page, struct stroke stroke);

/* --- pages --- */

struct page_kind {
    const char *name; /* for the log and for tests */
    /* The screen's title, such as "Kayles against level:5"; lives until the next call. */
    const char *(*title)(struct page *page);
    void (*draw)(struct page *page, struct canvas *canvas, struct area area);
    /* Ends with KEYS_END. The app takes the strokes that no row has a use for: Esc closes the page,
     * ? and F1 list the keys, q on the lowest page leaves (the app adds these hints itself); for
     * any other key it says where the keys are listed. */
    const struct key *keys;
    /* The rest may be NULL. */
    void (*event)(struct page *page, enum wire_event event, const void *body);
    /* Connected, for the first time or again: ask anew for what is shown. `welcome` is NULL if the
     * connection existed before the page was pushed. */
    void (*ready)(struct page *page, const struct wire_welcome *welcome);
    /* About four times a second while the page is the uppermost: clocks. */
    void (*tick)(struct page *page);
    /* It is uppermost again: the page above has gone. */
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

/* --- the pages that others open; the guides' are in guide_page.h, the review's in review_page.h
 * ---
 */

/* A match: the person's own, played here, or another, watched. The board of a rematch that is
 * agreed on there, or of the next match of a tournament, takes its place. */
struct page *board_page_create(int64_t match);
/* A tournament while it goes on, or as it ended: standings, cross-table, rounds, plan. Players are
 * brought to their matches from here. */
struct page *tournament_page_create(int64_t tournament);
/* The page on which the settings are changed. */
struct page *settings_page_create(void);
/* The page behind `?` and F1: all keys of the page below, any of which can be pressed there, too.
 * `is_typed_into`: the page below has a field with the cursor in it, which takes letters as text.
 */
struct page *help_page_create(bool is_typed_into);

#endif

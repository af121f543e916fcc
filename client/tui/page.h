/* A page of the full-screen client: home, a board, a review, ... Pages form a stack: the page on
 * top is visible and takes the strokes; all pages take the server's events.
 *
 * A page keeps its state and makes a view of it (a plain struct without I/O), which its drawing
 * puts on a canvas (NAME_draw.c). Drawing writes only to the scroll positions in the view, which
 * depend on the space available. One table defines the keys of the page: names, conditions and
 * actions. */
#ifndef CLIENT_TUI_PAGE_H
#define CLIENT_TUI_PAGE_H

#include "client/tui/canvas.h"
#include "common/wire/schema.h"

#include <stdbool.h>

struct app;
struct page;

/* --- the keys of a page: keys.c. One table drives the bottom line, the help page and the strokes.
 * The most important keys come first; the help (?) also lists those that do not fit on the bottom
 * line. --- */

enum { HINTS_MAX = 24 };

/* A row of the table. A stroke goes to the first row that is possible now and takes it. */
struct key {
    struct stroke stroke; /* a STROKE_CHOOSE matches any code */
    const char *name;     /* on the bottom line; NULL: not shown */
    const char *label;
    const char *(*say)(struct page *page); /* instead of `label`, if it changes */
    bool (*may)(struct page *page);        /* whether it is possible now; NULL: always */
    void (*act)(struct page *page);
    void (*act_by)(struct page *page,
                   struct stroke stroke); /* instead of `act`, for several rows */
    /* Instead of `act`, for several strokes; false: another stroke. */
    bool (*take)(struct page *page, struct stroke stroke);
    /* Instead of `name`, for a part with keys of its own, such as a scrolled text. */
    size_t (*hints)(struct page *page, struct hint *ret_hints);
    bool is_modal; /* while this row is possible, the rows after it are not */
};

/* Ends a table. */
#define KEYS_END                                                                                   \
    {                                                                                              \
        .stroke = { STROKE_NONE, 0 }                                                               \
    }

/* The keys that are possible now. Returns the number of hints, at most HINTS_MAX. */
size_t page_hints(struct page *page, struct hint *ret_hints);
/* False: the page does not take the stroke now. */
bool page_stroke(struct page *page, struct stroke stroke);

/* --- pages --- */

struct page_kind {
    const char *name; /* for the log and for tests */
    /* The screen's title, such as "Kayles against level:5", valid until the next call. */
    const char *(*title)(struct page *page);
    void (*draw)(struct page *page, struct canvas *canvas, struct area area);
    /* Ends with KEYS_END. The app takes the remaining strokes: Esc closes the page, ? and F1 list
     * the keys, q on the lowest page leaves (the app adds these hints); after any other key a
     * notice says where the keys are listed. */
    const struct key *keys;
    /* The rest may be NULL. */
    void (*event)(struct page *page, enum wire_event event, const void *body);
    /* Connected, for the first time or again: the page requests its data. `welcome` is NULL if the
     * connection existed before the page was pushed. */
    void (*ready)(struct page *page, const struct wire_welcome *welcome);
    /* Called about four times a second while the page is on top, for clocks. */
    void (*tick)(struct page *page);
    /* The page above was closed, and this one is on top again. */
    void (*shown)(struct page *page);
    /* The number of the match that the page is about. */
    int64_t (*match)(const struct page *page);
    /* Frees the page. The app drops the answers to its app_call() requests. */
    void (*destroy)(struct page *page);
};

/* The first member of every page's struct. */
struct page {
    const struct page_kind *kind;
    struct app *app;    /* set by app_push() */
    struct page *below; /* used by the app alone, like the next member */
    bool is_closed;
};

/* --- the pages that others open; the guides, the review, the puzzles and the invitations have
 * headers of their own --- */

/* The board of a match, which the person plays or watches. The board of a rematch, or of the next
 * match of the tournament, replaces it. */
struct page *board_page_create(int64_t match);
/* A live or finished tournament: standings, cross-table, rounds, plan. The page opens the boards of
 * the person's own matches. */
struct page *tournament_page_create(int64_t tournament);
/* The page of the settings. */
struct page *settings_page_create(void);
/* What a person can do about another player: block or unblock them, and report them to the server's
 * operator. Private servers have no such page: nobody else is there. `match`: the match whose chat
 * a report is about; 0: the last one of the two. Copies the name. */
struct page *player_page_create(const char *name, int64_t match);
/* The list of the blocked players, from which each can be unblocked. */
struct page *blocks_page_create(void);
/* The help behind `?` and F1: all keys of the page below, which can also be pressed here.
 * `is_typed_into`: a field of the page below takes letters as text. */
struct page *help_page_create(bool is_typed_into);

#endif

/* The keys of a page, each said once: the table drives the bottom line, the help page and what a
 * stroke does. The most important come first: what does not fit on the bottom line is left to the
 * help (?), which lists all. Pure. */
#ifndef CLIENT_TUI_KEYS_H
#define CLIENT_TUI_KEYS_H

#include "common/words/stroke.h"

#include <stdbool.h>
#include <stddef.h>

struct page;

enum { HINTS_MAX = 24 };

/* A row of the table. A stroke goes to the first row that is possible now and has a use for it. */
struct key {
    struct stroke stroke; /* of a STROKE_CHOOSE, any code */
    const char *name;     /* as the bottom line shows it; NULL: not shown */
    const char *label;
    const char *(*say)(struct page *page); /* gives the label instead, where that changes */
    bool (*may)(struct page *page);        /* is it possible now? NULL: always */
    void (*act)(struct page *page);
    void (*act_by)(struct page *page, struct stroke stroke); /* instead, of rows that share it */
    /* Instead of `act`, of a row for several strokes: false where it has no use for this one. */
    bool (*take)(struct page *page, struct stroke stroke);
    /* Instead of `name`, of a part that has keys of its own, such as a scrolled text. */
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

#endif

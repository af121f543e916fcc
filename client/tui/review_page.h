/* The review of a match: a person steps through the moves and sees the worth of each, with the
 * reason. For a live match only the moves are shown. */
#ifndef CLIENT_TUI_REVIEW_PAGE_H
#define CLIENT_TUI_REVIEW_PAGE_H

#include "client/tui/page.h"
#include "common/words/choice.h"
#include "common/words/review.h"

#include <stdint.h>

struct page *review_page_create(int64_t match);

/* --- drawing: review_draw.c --- */

struct review_view {
    const struct replay *replay; /* with its match */
    const struct choice *choice; /* the move at the stop; NULL: none */
    bool hides_marks;            /* the person wants to guess first */
    bool is_judging;             /* `judged` moves are judged so far */
    int64_t judged;
    const char *result; /* the ending or the state of the match */
    const char *move;   /* these four from common/words/review.h; "": none */
    const char *worth;
    const char *winning;
    const char *figures; /* lines */
    int skip;            /* rows of the text scrolled out above */
};

/* Returns the number of rows of the text below the visible part. */
int review_draw(const struct review_view *view, struct canvas *canvas, struct area area);

#endif

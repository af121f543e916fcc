/* The review of a match on the screen: a person steps through it, and sees what every move was
 * worth and why. It shows an old match or one just played; of a live match only the moves. */
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
    const struct choice *choice; /* the move of the stop; NULL: none */
    bool hides_marks;            /* so that one may guess first */
    bool is_judging;             /* `judged` of the moves by now */
    int64_t judged;
    const char *result; /* how the match ended, or stands */
    const char *move;   /* these four as common/words/review.h says them; "": nothing */
    const char *worth;
    const char *winning;
    const char *figures; /* lines */
    int skip;            /* rows of the text that are scrolled past */
};

/* Returns how many rows of the text lie below what is seen. */
int review_draw(const struct review_view *view, struct canvas *canvas, struct area area);

#endif

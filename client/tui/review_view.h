/* The review of a match as it is drawn. */
#ifndef CLIENT_TUI_REVIEW_VIEW_H
#define CLIENT_TUI_REVIEW_VIEW_H

#include "client/tui/canvas.h"
#include "client/tui/choice.h"
#include "common/words/review.h"

struct review_view {
    const struct replay *replay; /* with its match */
    const struct choice *choice; /* the move of the stop; NULL: none */
    bool hides_marks;            /* so that one may guess first */
    bool is_judging;             /* `judged` of the moves by now */
    int64_t judged;
    const char *result; /* how the match ended, or stands */
    const char *move;   /* these four as review_words.h says them; "": nothing to be said */
    const char *worth;
    const char *winning;
    const char *figures; /* lines */
    int skip;            /* rows of the text that are scrolled past */
};

/* Returns how many rows of the text lie below what is seen. */
int review_draw(const struct review_view *view, struct canvas *canvas, struct area area);

#endif

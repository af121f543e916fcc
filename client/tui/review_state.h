/* The inside of a review's page, for its own files only. */
#ifndef CLIENT_TUI_REVIEW_STATE_H
#define CLIENT_TUI_REVIEW_STATE_H

#include "client/record/replay.h"
#include "client/study/why.h"
#include "client/tui/app.h"
#include "client/tui/choice.h"
#include "client/tui/judging.h"

struct review {
    struct page page;
    int64_t id;
    struct text title, result;

    /* The match while it comes, in pages; NULL else. */
    struct match *coming;
    struct text coming_marks;
    bool is_asking;
    bool is_outdated; /* it has moved on since it was asked for */

    struct replay replay;
    bool was_moved;          /* the person, or the play, has come to the stop where it is */
    struct judging *judging; /* NULL: none is needed, or it is done */
    struct why *why;         /* of the stop, under way */
    struct choice choice;    /* the move of the stop */
    bool has_move;
    struct text move, worth, winning, figures;
    bool hides_marks;
    bool plays;
    int ticks;             /* since the last step */
    int skip, rows, below; /* of the text, as it was drawn last */
};

/* --- review.c --- */

/* To another stop; says anew what there is to say about it. */
void review_go(struct review *review, int64_t stop);
/* Back to `stop`, where the person was; or, if they have not moved yet, to their first mistake, or
 * the start. */
void review_begin(struct review *review, int64_t stop);

/* --- review_fetch.c --- */

/* Fetches the match, and has it judged where the server has not done that. */
void review_fetch(struct review *review);
/* Fetches it again where the event says that it has changed. */
void review_take_event(struct review *review, enum wire_event event, const void *body);

#endif

/* The guide of a game (common/words/guide.h) and the list of games: two pages and their drawing. */
#ifndef CLIENT_TUI_GUIDE_PAGE_H
#define CLIENT_TUI_GUIDE_PAGE_H

#include "client/tui/list.h"
#include "client/tui/page.h"
#include "common/words/choice.h"
#include "common/words/guide.h"

/* Starts a match of the game that the person has read about. */
struct guide_player {
    void *owner;
    void (*play)(void *owner, const char *rules);
};

/* `rules` are valid, such as "kayles" or "take-away:3x". */
struct page *guide_page_create(const char *rules);
/* The list of games, which opens their guides. The page closes when a game is started from it or
 * from one of these guides. */
struct page *guide_list_page_create(struct guide_player player);

/* --- drawing: guide_draw.c --- */

struct guide_view {
    const struct guide *guide;
    const struct choice *choice; /* the winning move of the example; NULL: none is shown */
    int skip;                    /* rows scrolled out above */
};

/* Returns the number of rows below the visible part. */
int guide_draw(const struct guide_view *view, struct canvas *canvas, struct area area);
/* Returns the number of visible rows. */
size_t guide_list_draw(struct list *list, struct canvas *canvas, struct area area);

#endif

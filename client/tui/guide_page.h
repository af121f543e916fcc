/* The guide of a game (common/words/guide.h) on the screen, and the list of games: the pages, and
 * how they are drawn. */
#ifndef CLIENT_TUI_GUIDE_PAGE_H
#define CLIENT_TUI_GUIDE_PAGE_H

#include "client/tui/list.h"
#include "client/tui/page.h"
#include "common/words/choice.h"
#include "common/words/guide.h"

/* Who plays the game that the person has read about. */
struct guide_player {
    void *owner;
    void (*play)(void *owner, const char *rules);
};

/* `rules` can be read, such as "kayles" or "take-away:3x". */
struct page *guide_page_create(const char *rules);
/* The list of games, from which a person chooses a guide. Closes when a game is played, from the
 * list or from a guide that it has opened. */
struct page *guide_list_page_create(struct guide_player player);

/* --- drawing: guide_draw.c --- */

struct guide_view {
    const struct guide *guide;
    const struct choice *choice; /* of the example, with its winning move; NULL: none is shown */
    int skip;                    /* rows that are scrolled past */
};

/* Returns how many rows lie below what is seen. */
int guide_draw(const struct guide_view *view, struct canvas *canvas, struct area area);
/* Returns how many rows are seen. */
size_t guide_list_draw(struct list *list, struct canvas *canvas, struct area area);

#endif

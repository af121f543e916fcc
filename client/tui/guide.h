/* The guide: rules and strategy of every game, one screen each. */
#ifndef CLIENT_TUI_GUIDE_H
#define CLIENT_TUI_GUIDE_H

#include "client/tui/page.h"

/* Who plays the game that the person has read about. */
struct guide_player {
    void *owner;
    void (*play)(void *owner, const char *rules);
};

/* `rules` can be read, such as "kayles" or "take-away:3x". */
struct page *guide_page_create(const char *rules);
/* The list of the games, of which one chooses a guide. Closes when a game is played, from the list
 * or from a guide that it has opened. */
struct page *guide_list_page_create(struct guide_player player);

#endif

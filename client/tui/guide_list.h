/* The list of the games, of which one chooses a guide: every game with a name, and an example of each kind of further rules. */
#ifndef CLIENT_TUI_GUIDE_LIST_H
#define CLIENT_TUI_GUIDE_LIST_H

#include "client/tui/list.h"
#include "client/tui/page.h"

size_t guide_list_count(void);
/* The rules of the entry of this index, as a person types them. */
const char *guide_list_rules(size_t index);
/* Returns how many rows are seen. */
size_t guide_list_draw(struct list *list, struct canvas *canvas, struct area area);

/* Who plays the game of the list that the person wants to play. */
struct guide_player {
    void *owner;
    void (*play)(void *owner, const char *rules);
};

struct page *guide_list_page_create(struct guide_player player);

#endif

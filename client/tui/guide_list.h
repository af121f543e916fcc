/* The list of the games, of which one chooses a guide: every game with a name, and an example of
 * each kind of further rules. */
#ifndef CLIENT_TUI_GUIDE_LIST_H
#define CLIENT_TUI_GUIDE_LIST_H

#include "client/tui/guide.h"
#include "client/tui/list.h"

size_t guide_list_count(void);
/* The rules of the entry of this index, as a person types them. */
const char *guide_list_rules(size_t index);
/* Returns how many rows are seen. */
size_t guide_list_draw(struct list *list, struct canvas *canvas, struct area area);

/* Closes when a game is played, from the list or from a guide that it has opened. */
struct page *guide_list_page_create(struct guide_player player);

#endif

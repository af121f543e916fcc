/* The guide of a game as it is drawn, and the list of the games: every game with a name, and an
 * example of each kind of further rules. Pure. */
#ifndef CLIENT_TUI_GUIDE_VIEW_H
#define CLIENT_TUI_GUIDE_VIEW_H

#include "client/tui/choice.h"
#include "client/tui/guide_text.h"
#include "client/tui/list.h"

struct guide_view {
    const struct guide *guide;
    const struct choice *choice; /* of the example, with its winning move; NULL: none is shown */
    int skip;                    /* rows that are scrolled past */
};

/* Returns how many rows lie below what is seen. */
int guide_draw(const struct guide_view *view, struct canvas *canvas, struct area area);

size_t guide_list_count(void);
/* The rules of the entry of this index, as a person types them. */
const char *guide_list_rules(size_t index);
/* Returns how many rows are seen. */
size_t guide_list_draw(struct list *list, struct canvas *canvas, struct area area);

#endif

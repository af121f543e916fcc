/* The guide of a game as it is drawn. */
#ifndef CLIENT_TUI_GUIDE_VIEW_H
#define CLIENT_TUI_GUIDE_VIEW_H

#include "client/tui/choice.h"
#include "client/tui/guide_text.h"

struct guide_view {
    const struct guide *guide;
    const struct choice *choice; /* of the example, with its winning move; NULL: none is shown */
    int skip;                    /* rows that are scrolled past */
};

/* Returns how many rows lie below what is seen. */
int guide_draw(const struct guide_view *view, struct canvas *canvas, struct area area);

#endif

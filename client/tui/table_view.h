/* The view of a position: heaps of counters, rows of pins or chocolate, the edges of a picture, or
 * what its look says (common/game/look.h), where that fits. */
#ifndef CLIENT_TUI_TABLE_VIEW_H
#define CLIENT_TUI_TABLE_VIEW_H

#include "client/tui/canvas.h"
#include "common/words/choice.h"

struct table_view {
    const struct rules *rules;
    const struct position *position;
    const struct choice *choice; /* of a move, whose parts can be pressed; NULL: none is shown */
    bool is_shown_only;          /* presses do not change the choice */
    const struct move *last;     /* the last move, to be marked; NULL: none */
    bool has_legend;             /* explain the signs if there is room */
    uint32_t focus;              /* without a choice: the part to scroll to */
};

/* If the counters of one heap do not fit, all heaps are drawn as bars. If some parts do not fit, a
 * line names the visible ones. */
void table_draw(const struct table_view *view, struct canvas *canvas, struct area area);
/* The rows that the table needs at this width. */
int table_rows(const struct table_view *view, int columns);

#endif

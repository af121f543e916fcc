/* The view of a position: heaps of counters, rows of pins or chocolate, the edges of a picture, or
 * a board of squares (common/words/grid.h). */
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
    const struct position
        *before;     /* the position before it, to mark it on a board; NULL: unknown */
    bool has_legend; /* explain the signs if there is room */
    uint32_t focus;  /* without a choice: the part or row to scroll to */
};

/* If the counters of one heap do not fit, all heaps are drawn as bars. If some parts do not fit, a
 * line names the visible ones. */
void table_draw(const struct table_view *view, struct canvas *canvas, struct area area);
/* The rows that the table needs at this width. */
int table_rows(const struct table_view *view, int columns);

/* The same for the board of the position with its last move: grid_draw.c. */
void grid_draw(const struct table_view *view, const struct grid *grid, struct canvas *canvas,
               struct area area);
int grid_rows(const struct table_view *view, const struct grid *grid, int columns);

#endif

/* Draws what stands around every page. Pure. */
#ifndef CLIENT_TUI_FRAME_DRAW_H
#define CLIENT_TUI_FRAME_DRAW_H

#include "client/tui/frame_view.h"

/* Below this the screen still works, and says that it should be larger. */
enum { FRAME_ROWS_WANTED = 24, FRAME_COLUMNS_WANTED = 80 };

/* What is left for the page. */
struct area frame_inside(const struct canvas *canvas, bool has_invitation);
void frame_draw(const struct frame_view *view, struct canvas *canvas);

#endif

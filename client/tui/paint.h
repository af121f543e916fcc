/* How what is on a canvas looks on this terminal. */
#ifndef CLIENT_TUI_PAINT_H
#define CLIENT_TUI_PAINT_H

#include "client/tui/canvas.h"

/* When curses has begun: colours, if the terminal has them and NO_COLOR does not forbid them. */
void paint_init(void);
void paint_canvas(const struct canvas *canvas);

#endif

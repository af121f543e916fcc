#ifndef CLIENT_TUI_HOME_DRAW_H
#define CLIENT_TUI_HOME_DRAW_H

#include "client/tui/home_view.h"

bool home_has_panel(bool is_private, enum home_panel panel);
/* The panel that the digit stands for, from 1 on; HOME_PANEL_COUNT: none. */
enum home_panel home_panel_of_digit(bool is_private, int64_t digit);

void home_draw(const struct home_view *view, struct canvas *canvas, struct area area);

#endif

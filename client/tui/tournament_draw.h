#ifndef CLIENT_TUI_TOURNAMENT_DRAW_H
#define CLIENT_TUI_TOURNAMENT_DRAW_H

#include "client/tui/tournament_view.h"

void tournament_draw(const struct tournament_view *view, struct canvas *canvas, struct area area);

#endif

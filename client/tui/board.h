/* A match: the person's own, played here, or somebody else's, watched. */
#ifndef CLIENT_TUI_BOARD_H
#define CLIENT_TUI_BOARD_H

#include "client/tui/page.h"

#include <stdint.h>

/* The board of a rematch that is agreed on there, or of the next match of a tournament, takes its
 * place. */
struct page *board_page_create(int64_t match);

#endif

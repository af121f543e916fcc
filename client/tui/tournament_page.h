/* A tournament while it goes on, or as it ended: the standings, who has what against whom, the
 * rounds with their matches, the plan. */
#ifndef CLIENT_TUI_TOURNAMENT_PAGE_H
#define CLIENT_TUI_TOURNAMENT_PAGE_H

#include "client/tui/page.h"

#include <stdint.h>

/* Players are brought to their matches from here. */
struct page *tournament_page_create(int64_t tournament);

#endif

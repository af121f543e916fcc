/* The page that explains the words of a tournament, one key away from its tables. */
#ifndef CLIENT_TUI_TOURNAMENT_LEGEND_PAGE_H
#define CLIENT_TUI_TOURNAMENT_LEGEND_PAGE_H

#include "client/tui/page.h"
#include "client/tui/tournament_view.h"

/* Begins with the words of this tab. */
struct page *tournament_legend_page_create(enum tournament_tab first);

#endif

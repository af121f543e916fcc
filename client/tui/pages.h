/* The pages of the full screen that others open; the guides' are in guide_page.h, the review's in
 * review_page.h. */
#ifndef CLIENT_TUI_PAGES_H
#define CLIENT_TUI_PAGES_H

#include "client/tui/page.h"

#include <stdint.h>

/* The first page: a match at once, offers, players, live matches, tournaments, the history. On a
 * private server it leaves out what needs other people. */
struct page *home_page_create(bool is_private);
/* A match: the person's own, played here, or another, watched. The board of a rematch that is
 * agreed on there, or of the next match of a tournament, takes its place. */
struct page *board_page_create(int64_t match);
/* A tournament while it goes on, or as it ended: standings, cross-table, rounds, plan. Players are
 * brought to their matches from here. */
struct page *tournament_page_create(int64_t tournament);
/* The page on which the settings are changed. */
struct page *settings_page_create(void);
/* The page behind `?` and F1: all keys of the page below, any of which can be pressed there, too.
 * `is_typed_into`: the page below has a field with the cursor in it, which takes letters as text.
 */
struct page *help_page_create(bool is_typed_into);

#endif

/* The guide: rules and strategy of every game, one screen each. */
#ifndef CLIENT_TUI_GUIDE_H
#define CLIENT_TUI_GUIDE_H

#include "client/tui/page.h"

/* `rules` can be read, such as "kayles" or "take-away:3x". */
struct page *guide_page_create(const char *rules);

#endif

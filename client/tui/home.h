/* The first page: a match at once, who looks for an opponent, who is here, what is being played,
 * tournaments, what was played. */
#ifndef CLIENT_TUI_HOME_H
#define CLIENT_TUI_HOME_H

#include "client/tui/page.h"

/* On a private server, what needs other people is left out. */
struct page *home_page_create(bool is_private);

#endif

/* What a person can do about another player: block or unblock them, and report them to the server's
 * operator. Private servers have no such page: nobody else is there. */
#ifndef CLIENT_TUI_PLAYER_PAGE_H
#define CLIENT_TUI_PLAYER_PAGE_H

#include "client/tui/page.h"

/* `match`: the match whose chat a report is about; 0: the last one of the two. Copies the name. */
struct page *player_page_create(const char *name, int64_t match);
/* The list of the blocked players, from which each can be unblocked. */
struct page *blocks_page_create(void);

#endif

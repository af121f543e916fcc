/* The page behind `?`: all keys of the page below. One can be chosen there, too. */
#ifndef CLIENT_TUI_HELP_H
#define CLIENT_TUI_HELP_H

#include "client/tui/page.h"

struct page *help_page_create(void);

#endif

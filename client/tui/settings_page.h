/* The page on which the settings are changed. */
#ifndef CLIENT_TUI_SETTINGS_PAGE_H
#define CLIENT_TUI_SETTINGS_PAGE_H

#include "client/tui/page.h"

struct page *settings_page_create(void);

#endif

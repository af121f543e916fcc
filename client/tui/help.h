/* The page behind `?` and F1: all keys of the page below. One can be chosen there, too. */
#ifndef CLIENT_TUI_HELP_H
#define CLIENT_TUI_HELP_H

#include "client/tui/page.h"

/* `is_typed_into`: the page below has a field with the cursor in it, which takes letters as
 * text. */
struct page *help_page_create(bool is_typed_into);

#endif

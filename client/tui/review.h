/* The review of a match: one steps through it, and sees what every move was worth and why. Of an
 * old one and of one just played; of a live one only the moves are shown. */
#ifndef CLIENT_TUI_REVIEW_H
#define CLIENT_TUI_REVIEW_H

#include "client/tui/page.h"

#include <stdint.h>

struct page *review_page_create(int64_t match);

#endif

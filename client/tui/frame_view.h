/* What stands around every page: its title and the connection above, a notice and the keys below.
 */
#ifndef CLIENT_TUI_FRAME_VIEW_H
#define CLIENT_TUI_FRAME_VIEW_H

#include "client/tui/page.h"

struct frame_view {
    const char *title;
    const char *who;    /* the person's name; "" before it is known */
    const char *server; /* as a person calls it */
    bool is_connected;
    bool was_connected; /* hence it connects again */
    bool is_replaced;   /* hence it does not */
    enum style notice_style;
    const char *notice;     /* "": none */
    const char *invitation; /* NULL: none */
    bool may_accept;        /* the key for it works now */
    const struct hint *hints;
    size_t hint_count;
    const struct hint *own_hints; /* the app's, which always fit */
    size_t own_hint_count;
};

#endif

/* What stands around every page: its title and the connection above, a notice and the keys below.
 * No I/O. */
#ifndef CLIENT_TUI_FRAME_DRAW_H
#define CLIENT_TUI_FRAME_DRAW_H

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

/* A smaller screen works, too, and says that it should be larger. */
enum { FRAME_ROWS_WANTED = 24, FRAME_COLUMNS_WANTED = 80 };

/* The area that the frame leaves for the page. */
struct area frame_inside(const struct canvas *canvas, bool has_invitation);
void frame_draw(const struct frame_view *view, struct canvas *canvas);

#endif

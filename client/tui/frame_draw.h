/* The frame around every page: the title and the connection above, a notice and the keys below. No
 * I/O. */
#ifndef CLIENT_TUI_FRAME_DRAW_H
#define CLIENT_TUI_FRAME_DRAW_H

#include "client/tui/page.h"

struct frame_view {
    const char *title;
    const char *who;    /* the person's name; "" before it is known */
    const char *server; /* its name for a person */
    bool is_connected;
    bool was_connected; /* it is coming back unless connected */
    bool is_replaced;   /* it is not coming back */
    enum style notice_style;
    const char *notice;     /* "": none */
    const char *invitation; /* NULL: none */
    bool may_accept;        /* its key works now */
    const struct hint *hints;
    size_t hint_count;
    const struct hint *own_hints; /* of the app; they always fit */
    size_t own_hint_count;
};

/* A smaller screen works, too, and asks for a larger one. */
enum { FRAME_ROWS_WANTED = 24, FRAME_COLUMNS_WANTED = 80 };

/* The area that the frame leaves for the page. */
struct area frame_inside(const struct canvas *canvas, bool has_invitation);
void frame_draw(const struct frame_view *view, struct canvas *canvas);

#endif

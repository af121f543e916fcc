/* The terminal as a full screen: shows a canvas, and says what the person does. */
#ifndef CLIENT_TUI_TERMINAL_H
#define CLIENT_TUI_TERMINAL_H

#include "client/lib/loop.h"
#include "client/tui/canvas.h"
#include "common/base/error.h"

struct terminal;

/* None comes from inside a call of the functions below. */
struct terminal_events {
    void *owner;
    void (*stroke)(void *owner, struct stroke stroke);
    void (*pressed)(void *owner, int row, int column); /* with the mouse */
    void (*resized)(void *owner); /* or come back to, after Ctrl-Z: to be drawn anew */
    void (*gone)(void *owner);    /* its window was closed: nobody is there any more */
};

/* Takes the screen, between rescue_start() and rescue_end(). IO when the terminal cannot be one:
 * the message says what to use instead. One at a time. */
enum error_code terminal_open(struct loop *loop, const struct terminal_events *events,
                              struct terminal **ret_terminal, struct error *error);
/* Gives it back. NULL is taken. */
void terminal_close(struct terminal *terminal);

/* Empties a canvas, of the size and the signs that the terminal has now. */
void terminal_prepare(const struct terminal *terminal, struct canvas *canvas);
void terminal_show(struct terminal *terminal, const struct canvas *canvas);
/* What stands there may have been spoilt by others: the next canvas is shown from scratch. */
void terminal_forget(struct terminal *terminal);
void terminal_bell(struct terminal *terminal);
void terminal_use_mouse(struct terminal *terminal, bool is_used);

#endif

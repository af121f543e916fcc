/* The terminal as a full screen: shows a canvas and reports keys and mouse presses. */
#ifndef CLIENT_TUI_TERMINAL_H
#define CLIENT_TUI_TERMINAL_H

#include "client/lib/loop.h"
#include "client/tui/canvas.h"
#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct terminal;

/* No function below calls an event before it returns. */
struct terminal_events {
    void *owner;
    void (*stroke)(void *owner, struct stroke stroke);
    void (*pressed)(void *owner, int row, int column); /* by the mouse */
    void (*resized)(void *owner);                      /* or continued after Ctrl-Z: redraw */
    void (*gone)(void *owner);                         /* the terminal was closed */
};

/* Takes the screen, between rescue_start() and rescue_end(). IO: the terminal cannot show a full
 * screen; the message names an alternative. At most one is open. */
enum error_code terminal_open(struct loop *loop, const struct terminal_events *events,
                              struct terminal **ret_terminal, struct error *error);
/* Gives the screen back. NULL is allowed. */
void terminal_close(struct terminal *terminal);

/* Clears a canvas and sets the size and the character set of the terminal. */
void terminal_prepare(const struct terminal *terminal, struct canvas *canvas);
void terminal_show(struct terminal *terminal, const struct canvas *canvas);
/* Makes the next terminal_show() draw the whole screen, which other programs may have
 * overwritten. */
void terminal_forget(struct terminal *terminal);
void terminal_bell(struct terminal *terminal);
void terminal_use_mouse(struct terminal *terminal, bool is_used);

/* --- terminfo.c: the terminfo entry of TERM --- */

/* Is the terminal known and its cursor addressable? To be called before curses is initialised. */
bool terminfo_can_draw(void);
/* The sequence of a capability such as "rmcup"; NULL: the terminal lacks it. To be called after
 * curses is initialised. */
const char *terminfo_string(const char *name);

/* --- rescue.c: restores the terminal after a crash, and holds back standard error, whose messages
 * would be lost under the screen. One for each process. --- */

/* To be called before the screen is taken: saves the terminal's modes, and starts to hold back
 * standard error if it is a terminal, also for programs started later. */
void rescue_start(void);
/* Sets the bytes to write to standard output first after a crash, cut to RESCUE_BYTES_MAX. */
enum { RESCUE_BYTES_MAX = 256 };
void rescue_write_first(const char *bytes, size_t len);
/* To be called after the screen was given back normally: prints the messages held back. */
void rescue_end(void);

#endif

/* The terminal as a full screen: shows a canvas, and reports keys and presses. */
#ifndef CLIENT_TUI_TERMINAL_H
#define CLIENT_TUI_TERMINAL_H

#include "client/lib/loop.h"
#include "client/tui/canvas.h"
#include "common/base/error.h"

#include <stdbool.h>
#include <stddef.h>

struct terminal;

/* No event comes from inside a call of the functions below. */
struct terminal_events {
    void *owner;
    void (*stroke)(void *owner, struct stroke stroke);
    void (*pressed)(void *owner, int row, int column); /* with the mouse */
    void (*resized)(void *owner); /* or continued after Ctrl-Z: draw the screen anew */
    void (*gone)(void *owner);    /* its window was closed */
};

/* Takes the screen, between rescue_start() and rescue_end(). IO: the terminal cannot show a full
 * screen; the message says what to use instead. One at a time. */
enum error_code terminal_open(struct loop *loop, const struct terminal_events *events,
                              struct terminal **ret_terminal, struct error *error);
/* Gives the screen back. NULL is taken. */
void terminal_close(struct terminal *terminal);

/* Empties a canvas and gives it the size and the signs of the terminal. */
void terminal_prepare(const struct terminal *terminal, struct canvas *canvas);
void terminal_show(struct terminal *terminal, const struct canvas *canvas);
/* Forgets what the screen shows, which other programs may have spoilt: the next canvas is drawn in
 * full. */
void terminal_forget(struct terminal *terminal);
void terminal_bell(struct terminal *terminal);
void terminal_use_mouse(struct terminal *terminal, bool is_used);

/* --- terminfo.c: the system's entry for the kind of terminal that TERM names --- */

/* Is the terminal known, and can the cursor be moved on it? To be asked before curses begins. */
bool terminfo_can_draw(void);
/* The sequence for a capability such as "rmcup"; NULL: the terminal has none. To be asked after
 * curses has begun. */
const char *terminfo_string(const char *name);

/* --- rescue.c: restores the terminal for the shell if the program crashes, and keeps standard
 * error until then, so that messages are not lost under the screen. One at a time in a process. ---
 */

/* To be called before the screen is taken: remembers the terminal's modes. From here on standard
 * error, if it is a terminal, is kept, including that of programs started later. */
void rescue_start(void);
/* The bytes to write to standard output first in that case; at most RESCUE_BYTES_MAX, the rest is
 * cut. */
enum { RESCUE_BYTES_MAX = 256 };
void rescue_write_first(const char *bytes, size_t len);
/* To be called when the screen was given back normally: prints the kept messages. */
void rescue_end(void);

#endif

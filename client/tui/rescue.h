/* What becomes of the terminal when the program ends otherwise than it should: it is given back to
 * the shell all the same, and what was said on standard error is read there, not lost under the
 * screen. One at a time in a process. */
#ifndef CLIENT_TUI_RESCUE_H
#define CLIENT_TUI_RESCUE_H

#include <stddef.h>

/* Before the screen is taken: remembers how the terminal is set. From here on standard error, where
 * it is a terminal, is kept, that of programs started from here on included. */
void rescue_start(void);
/* What has to be written to standard output then, before anything else; at most RESCUE_BYTES_MAX,
 * the rest is cut. */
enum { RESCUE_BYTES_MAX = 256 };
void rescue_write_first(const char *bytes, size_t len);
/* The screen has been given back in the ordinary way: prints what was said meanwhile. */
void rescue_end(void);

#endif

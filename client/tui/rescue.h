/* Restores the terminal for the shell if the program crashes, and keeps standard error until then,
 * so that messages are not lost under the screen. One at a time in a process. */
#ifndef CLIENT_TUI_RESCUE_H
#define CLIENT_TUI_RESCUE_H

#include <stddef.h>

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

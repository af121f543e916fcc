/* The entry of the system's database for the kind of terminal that TERM names. */
#ifndef CLIENT_TUI_TERMINFO_H
#define CLIENT_TUI_TERMINFO_H

#include <stdbool.h>

/* Is the terminal known, and can the cursor be moved on it? To be asked before curses begins. */
bool terminfo_can_draw(void);
/* The sequence for a capability such as "rmcup"; NULL: the terminal has none. To be asked after
 * curses has begun. */
const char *terminfo_string(const char *name);

#endif

/* What the system's database knows about the kind of terminal that TERM names. */
#ifndef CLIENT_TUI_TERMINFO_H
#define CLIENT_TUI_TERMINFO_H

#include <stdbool.h>

/* Is it known, and can anything be put anywhere on it? To be asked before curses begins. */
bool terminfo_can_draw(void);
/* What has to be sent for something, such as "rmcup", NULL when nothing does it. When curses has
 * begun. */
const char *terminfo_string(const char *name);

#endif

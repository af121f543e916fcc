#include "client/tui/terminal.h"

#include <ncurses.h>
#include <term.h>
#include <unistd.h>

const char *terminfo_string(const char *name)
{
    const char *value = tigetstr(name);
    return value && value != (char *)-1 ? value : NULL;
}

bool terminfo_can_draw(void)
{
    int status;
    if (setupterm(NULL, STDOUT_FILENO, &status) != OK)
        return false;
    bool can_draw = terminfo_string("cup") != NULL;
    del_curterm(cur_term);
    return can_draw;
}

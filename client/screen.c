#include "client/screen.h"

#include "client/columns.h"

#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ROWS_DEFAULT = 24, COLUMNS_DEFAULT = 80 };

struct screen screen_on(FILE *out)
{
    return (struct screen){.out = out, .is_terminal = isatty(fileno(out)) == 1};
}

static struct winsize size_of(const struct screen *screen)
{
    struct winsize size = {0};
    if (ioctl(fileno(screen->out), TIOCGWINSZ, &size) < 0 || size.ws_row == 0 || size.ws_col == 0)
        size = (struct winsize){.ws_row = ROWS_DEFAULT, .ws_col = COLUMNS_DEFAULT};
    return size;
}

static void go_to_first_line(struct screen *screen)
{
    if (screen->lines > 0)
        fprintf(screen->out, "\033[%zuA", screen->lines);
    fputc('\r', screen->out);
    screen->lines = 0;
}

/* The cursor needs a row of its own. */
void screen_draw(struct screen *screen, const struct text *lines)
{
    if (!screen->is_terminal)
        return;
    struct winsize size = size_of(screen);
    const char *line = text_string(lines), *end;
    go_to_first_line(screen);
    while (screen->lines + 1 < size.ws_row && (end = strchr(line, '\n'))) {
        size_t fit = columns_fit(line, (size_t)(end - line), size.ws_col);
        fprintf(screen->out, "%.*s\033[K\n", (int)fit, line);
        screen->lines++;
        line = end + 1;
    }
    fputs("\033[J", screen->out);
    fflush(screen->out);
}

void screen_wipe(struct screen *screen)
{
    if (!screen->is_terminal || screen->lines == 0)
        return;
    go_to_first_line(screen);
    fputs("\033[J", screen->out);
    fflush(screen->out);
}

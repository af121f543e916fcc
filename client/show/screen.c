#include "client/show/screen.h"

#include "client/show/columns.h"
#include "common/base/memory.h"
#include "common/base/streams.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { ROWS_DEFAULT = 24, COLUMNS_DEFAULT = 80 };

struct screen screen_on(FILE *out)
{
    return (struct screen){.out = out, .is_terminal = isatty(streams_descriptor(out)) == 1};
}

void screen_finish(struct screen *screen)
{
    free(screen->widths);
    screen->widths = NULL;
}

static struct winsize size_of(const struct screen *screen)
{
    struct winsize size = {0};
    if (ioctl(streams_descriptor(screen->out), TIOCGWINSZ, &size) < 0 || size.ws_row == 0 ||
        size.ws_col == 0)
        size = (struct winsize){.ws_row = ROWS_DEFAULT, .ws_col = COLUMNS_DEFAULT};
    return size;
}

static void go_to_first_line(struct screen *screen, const struct winsize *size)
{
    /* A terminal that has become narrower wraps the longer lines. */
    size_t rows = screen->lines;
    for (size_t i = 0; i < screen->lines; i++)
        rows += screen->widths[i] > 0 ? (screen->widths[i] - 1) / size->ws_col : 0;

    char up[32];
    snprintf(up, sizeof up, "\033[%zuA", rows);
    if (screen->lines > 0)
        streams_control(screen->out, up);
    streams_control(screen->out, "\r");
    screen->lines = 0;
}

static void put_line(struct screen *screen, const char *line, size_t len, size_t columns)
{
    screen->widths = memory_resized(screen->widths, screen->lines + 1, sizeof *screen->widths);
    size_t fit = columns_fit(line, len, columns, &screen->widths[screen->lines++]);
    /* Erase before printing: after a full line the cursor still is on its last character. */
    streams_control(screen->out, "\033[K");
    fprintf(screen->out, "%.*s\n", (int)fit, line);
}

void screen_draw(struct screen *screen, const struct text *lines)
{
    if (!screen->is_terminal)
        return;
    struct winsize size = size_of(screen);
    const char *line = text_string(lines);
    size_t count = 0;
    for (const char *end = line; (end = strchr(end, '\n')); end++)
        count++;

    /* The cursor occupies a row of its own. */
    size_t room = size.ws_row > 2 ? size.ws_row - 1U : 1;
    size_t shown = count > room ? room - 1 : count;
    go_to_first_line(screen, &size);
    for (size_t i = 0; i < shown; i++) {
        size_t len = strcspn(line, "\n");
        put_line(screen, line, len, size.ws_col);
        line += len + 1;
    }
    if (count > shown) {
        char rest[48];
        int len = snprintf(rest, sizeof rest, "... and %zu lines more", count - shown);
        put_line(screen, rest, (size_t)len, size.ws_col);
    }
    streams_control(screen->out, "\033[J");
    fflush(screen->out);
}

void screen_wipe(struct screen *screen)
{
    if (!screen->is_terminal || screen->lines == 0)
        return;
    struct winsize size = size_of(screen);
    go_to_first_line(screen, &size);
    streams_control(screen->out, "\033[J");
    fflush(screen->out);
}

#include "client/tui/paint.h"

#include <ncurses.h>
#include <stdlib.h>
#include <unistr.h>

/* A style in eight colours, and without any. */
static const struct look {
    short colour; /* -1: the terminal's own */
    attr_t with_colour;
    attr_t without;
} looks[STYLE_COUNT] = {
    [STYLE_PLAIN] = {-1, A_NORMAL, A_NORMAL},
    [STYLE_DIM] = {-1, A_DIM, A_DIM},
    [STYLE_TITLE] = {-1, A_BOLD, A_BOLD},
    [STYLE_KEY] = {COLOR_CYAN, A_BOLD, A_BOLD},
    [STYLE_CHOSEN] = {-1, A_REVERSE, A_REVERSE},
    [STYLE_COUNTER] = {COLOR_YELLOW, A_NORMAL, A_NORMAL},
    [STYLE_TAKEN] = {COLOR_RED, A_NORMAL, A_DIM},
    [STYLE_LAST] = {COLOR_MAGENTA, A_BOLD, A_UNDERLINE},
    [STYLE_GOOD] = {COLOR_GREEN, A_NORMAL, A_BOLD},
    [STYLE_BAD] = {COLOR_RED, A_BOLD, A_BOLD},
    [STYLE_WARN] = {COLOR_YELLOW, A_BOLD, A_BOLD},
    [STYLE_URGENT] = {COLOR_RED, A_BOLD | A_REVERSE, A_BOLD | A_REVERSE},
};

static bool has_colours;

void paint_init(void)
{
    const char *no_colour = getenv("NO_COLOR");
    has_colours = !(no_colour && *no_colour) && has_colors() && start_color() == OK && COLORS >= 8;
    if (!has_colours)
        return;
    short background = use_default_colors() == OK ? -1 : COLOR_BLACK;
    for (int style = 0; style < STYLE_COUNT; style++) {
        if (looks[style].colour >= 0)
            init_pair((short)(style + 1), looks[style].colour, background);
    }
}

static attr_t attributes_of(int style)
{
    return has_colours ? looks[style].with_colour : looks[style].without;
}

static short pair_of(int style)
{
    return (short)(has_colours && looks[style].colour >= 0 ? style + 1 : 0);
}

/* The characters of a cell, as many as curses takes. */
static void widen(const char *text, wchar_t ret_wide[CCHARW_MAX + 1])
{
    const uint8_t *at = (const uint8_t *)text;
    ucs4_t code;
    int count = 0;
    while (count < CCHARW_MAX && (at = u8_next(&code, at)))
        ret_wide[count++] = (wchar_t)code;
    ret_wide[count] = L'\0';
}

static void paint_cell(int row, int column, const struct cell *cell)
{
    wchar_t wide[CCHARW_MAX + 1];
    cchar_t character;
    if (cell->text[0] == '\0')
        return; /* the right half of the one before */
    widen(cell->text, wide);
    setcchar(&character, wide, attributes_of(cell->style), pair_of(cell->style), NULL);
    mvadd_wch(row, column, &character);
}

void paint_canvas(const struct canvas *canvas)
{
    erase();
    for (int row = 0; row < canvas->rows; row++) {
        for (int column = 0; column < canvas->columns; column++)
            paint_cell(row, column, &canvas->cells[row * canvas->columns + column]);
    }
    bool has_cursor = canvas->cursor_row >= 0;
    curs_set(has_cursor ? 1 : 0);
    if (has_cursor)
        move(canvas->cursor_row, canvas->cursor_column);
    refresh();
}

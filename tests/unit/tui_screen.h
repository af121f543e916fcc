/* Screens as text: what the tests of the drawing functions compare. */
#ifndef TESTS_UNIT_TUI_SCREEN_H
#define TESTS_UNIT_TUI_SCREEN_H

#include "client/tui/canvas.h"

/* The canvas is exactly this, line by line; `lines` ends with a newline, and empty lines at the
 * screen's end may be left out. */
void expect_screen(const struct canvas *canvas, const char *lines);
/* As expect_screen(), with a line of the styles' letters below each. */
void expect_styles(const struct canvas *canvas, const char *lines);
/* Somewhere on the screen stands this. */
void expect_on_screen(const struct canvas *canvas, const char *words);
void expect_not_on_screen(const struct canvas *canvas, const char *words);

#endif

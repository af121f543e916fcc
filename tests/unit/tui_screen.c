#include "tests/unit/tui_screen.h"

#include "tests/suite.h"

#include <string.h>

/* Without the empty lines at the end. */
static void trim(struct text *text)
{
    while (text->len > 1 && text->bytes[text->len - 1] == '\n' &&
           text->bytes[text->len - 2] == '\n')
        text->len--;
    if (text->len == 1 && text->bytes[0] == '\n')
        text->len = 0;
}

static void expect(const struct canvas *canvas, bool styles, const char *lines)
{
    struct text screen = {0};
    canvas_print(canvas, styles, &screen);
    trim(&screen);
    bool is_same =
        screen.len == strlen(lines) && memcmp(text_string(&screen), lines, screen.len) == 0;
    EXPECT(is_same, "the screen is\n%.*s<- and not\n%s<-", (int)screen.len, text_string(&screen),
           lines);
    text_finish(&screen);
}

void expect_screen(const struct canvas *canvas, const char *lines)
{
    expect(canvas, false, lines);
}

void expect_styles(const struct canvas *canvas, const char *lines)
{
    expect(canvas, true, lines);
}

static void look_for(const struct canvas *canvas, const char *words, bool is_wanted)
{
    struct text screen = {0};
    canvas_print(canvas, false, &screen);
    bool is_there = strstr(text_string(&screen), words) != NULL;
    EXPECT(is_there == is_wanted, "'%s' is %son the screen\n%s", words, is_there ? "" : "not ",
           text_string(&screen));
    text_finish(&screen);
}

void expect_on_screen(const struct canvas *canvas, const char *words)
{
    look_for(canvas, words, true);
}

void expect_not_on_screen(const struct canvas *canvas, const char *words)
{
    look_for(canvas, words, false);
}

/* The lines at the bottom of a terminal that change in place. */
#include "client/show/screen.h"
#include "tests/suite.h"

#include <stdio.h>
#include <string.h>

SUITE(takeaway_screen, 20);

/* What a terminal of 80 places is sent for this line. */
static void expect_drawn(const char *line, const char *expected)
{
    char *bytes;
    size_t len;
    FILE *out = open_memstream(&bytes, &len);
    struct screen screen = {.out = out, .is_terminal = true};
    struct text text = {0};
    text_printf(&text, "%s\n", line);
    screen_draw(&screen, &text);
    screen_finish(&screen);
    fclose(out);
    cr_expect_str_eq(bytes, expected);
    text_finish(&text);
    free(bytes);
}

/* Behind a full line the cursor still stands on its last character: erasing from there on would
 * take that away. */
Test(takeaway_screen, the_last_character_of_a_full_line_stays)
{
    char line[82], expected[128];
    memset(line, 'x', 81);
    line[81] = '\0';
    snprintf(expected, sizeof expected, "\r\033[K%.80s\n\033[J", line);
    expect_drawn(line, expected);
    expect_drawn("short", "\r\033[Kshort\n\033[J");
}

/* Of 24 rows the cursor has the last. */
Test(takeaway_screen, what_does_not_fit_is_counted)
{
    struct text lines = {0}, expected = {0};
    for (int i = 1; i <= 23; i++)
        text_printf(&lines, "%d%s", i, i < 23 ? "\n" : "");
    for (int i = 1; i <= 23; i++)
        text_printf(&expected, "%s\033[K%d\n", i == 1 ? "\r" : "", i);
    text_append_string(&expected, "\033[J");
    expect_drawn(text_string(&lines), text_string(&expected));
    text_append_string(&lines, "\n24");
    text_clear(&expected);
    for (int i = 1; i <= 22; i++)
        text_printf(&expected, "%s\033[K%d\n", i == 1 ? "\r" : "", i);
    text_append_string(&expected, "\033[K... and 2 lines more\n\033[J");
    expect_drawn(text_string(&lines), text_string(&expected));
    text_finish(&lines);
    text_finish(&expected);
}

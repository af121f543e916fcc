/* What the full screen is drawn on. */
#include "client/tui/canvas.h"
#include "tests/suite.h"
#include "tests/unit/tui_screen.h"

#include <string.h>

SUITE(tui_canvas, 20);

static struct canvas blank(int rows, int columns, bool has_unicode)
{
    struct canvas canvas = {0};
    canvas_clear(&canvas, rows, columns, has_unicode);
    return canvas;
}

/* --- texts --- */

Test(tui_canvas, a_text_stands_where_it_is_put)
{
    struct canvas canvas = blank(2, 8, true);
    cr_expect_eq(canvas_put(&canvas, canvas_area(&canvas), 1, 2, STYLE_GOOD, "abc"), 5);
    expect_styles(&canvas, "\n\n"
                           "  abc\n"
                           "..ggg\n");
    canvas_finish(&canvas);
}

Test(tui_canvas, a_text_is_cut_at_the_borders_of_its_area)
{
    struct canvas canvas = blank(3, 8, true);
    struct area area = {.row = 1, .column = 2, .rows = 1, .columns = 4};
    cr_expect_eq(canvas_put(&canvas, area, 0, 2, STYLE_PLAIN, "abcdef"), 8);
    canvas_put(&canvas, area, 0, -2, STYLE_PLAIN, "123");
    canvas_put(&canvas, area, 1, 0, STYLE_PLAIN, "below");
    canvas_put(&canvas, area, -1, 0, STYLE_PLAIN, "above");
    expect_screen(&canvas, "\n"
                           "  3 ab\n");
    canvas_finish(&canvas);
}

Test(tui_canvas, an_area_beyond_the_screen_is_cut_at_the_screen)
{
    struct canvas canvas = blank(1, 3, true);
    struct area area = {.row = -1, .column = 1, .rows = 9, .columns = 9};
    for (int row = 0; row < 9; row++)
        canvas_put(&canvas, area, row, 0, STYLE_PLAIN, "abcdef");
    expect_screen(&canvas, " ab\n");
    canvas_finish(&canvas);
}

Test(tui_canvas, a_wide_character_takes_two_cells)
{
    struct canvas canvas = blank(1, 6, true);
    cr_expect_eq(canvas_put(&canvas, canvas_area(&canvas), 0, 0, STYLE_PLAIN, "\u65e5a"), 3);
    cr_expect_eq(canvas_width(&canvas, "\u65e5a"), 3);
    cr_expect_str_empty(canvas.cells[1].text);
    expect_screen(&canvas, "\u65e5a\n");
    canvas_finish(&canvas);
}

Test(tui_canvas, half_a_wide_character_is_a_blank)
{
    struct canvas canvas = blank(1, 4, true);
    canvas_put(&canvas, canvas_area(&canvas), 0, 0, STYLE_PLAIN, "\u65e5\u672c");
    canvas_put(&canvas, canvas_area(&canvas), 0, 1, STYLE_PLAIN, "x");
    expect_screen(&canvas, " x\u672c\n");
    canvas_put(&canvas, canvas_area(&canvas), 0, 2, STYLE_PLAIN, "y");
    expect_screen(&canvas, " xy\n");
    canvas_put(&canvas, canvas_area(&canvas), 0, 3, STYLE_PLAIN, "\u65e5");
    expect_screen(&canvas, " xy\n");
    canvas_finish(&canvas);
}

Test(tui_canvas, a_letter_with_its_accents_is_one_cell)
{
    struct canvas canvas = blank(1, 4, true);
    cr_expect_eq(canvas_put(&canvas, canvas_area(&canvas), 0, 0, STYLE_PLAIN, "e\u0301x"), 2);
    cr_expect_str_eq(canvas.cells[0].text, "e\u0301");
    canvas_finish(&canvas);
}

Test(tui_canvas, what_cannot_be_shown_is_a_question_mark)
{
    struct canvas canvas = blank(1, 20, true);
    canvas_put(&canvas, canvas_area(&canvas), 0, 0, STYLE_PLAIN, "a\033[2Jb\tc\xff\u200bd");
    expect_screen(&canvas, "a?[2Jb?c??d\n");
    canvas_finish(&canvas);
}

Test(tui_canvas, without_unicode_every_cell_is_ascii)
{
    struct canvas canvas = blank(2, 20, false);
    struct area area = canvas_area(&canvas);
    canvas_put(&canvas, area, 0, 0, STYLE_PLAIN, "z\u00f6e \u65e5");
    for (int glyph = 0; glyph < GLYPH_COUNT; glyph++)
        canvas_glyph(&canvas, area, 1, glyph % 20, STYLE_PLAIN, (enum glyph)glyph);
    for (int i = 0; i < 40; i++)
        cr_expect_lt((unsigned char)canvas.cells[i].text[0], 0x7F);
    expect_on_screen(&canvas, "z?e ?");
    canvas_finish(&canvas);
}

Test(tui_canvas, every_glyph_is_one_cell_wide)
{
    for (int has_unicode = 0; has_unicode < 2; has_unicode++) {
        struct canvas canvas = blank(1, 4, has_unicode);
        for (int glyph = 0; glyph < GLYPH_COUNT; glyph++)
            cr_expect_eq(
                canvas_glyph(&canvas, canvas_area(&canvas), 0, 0, STYLE_PLAIN, (enum glyph)glyph),
                1);
        canvas_finish(&canvas);
    }
}

Test(tui_canvas, a_text_at_the_right_ends_at_the_border_and_a_long_one_keeps_its_beginning)
{
    struct canvas canvas = blank(2, 5, true);
    canvas_put_right(&canvas, canvas_area(&canvas), 0, STYLE_PLAIN, "ab");
    canvas_put_right(&canvas, canvas_area(&canvas), 1, STYLE_PLAIN, "abcdefgh");
    expect_screen(&canvas, "   ab\n"
                           "abcde\n");
    canvas_finish(&canvas);
}

/* --- paragraphs --- */

static void expect_paragraph(int columns, int skip, const char *text, int rows, const char *screen)
{
    struct canvas canvas = blank(6, columns, true);
    cr_expect_eq(canvas_paragraph(&canvas, canvas_area(&canvas), 0, skip, STYLE_PLAIN, text), rows,
                 "%s", text);
    expect_screen(&canvas, screen);
    canvas_finish(&canvas);
}

Test(tui_canvas, a_paragraph_is_broken_between_words)
{
    expect_paragraph(7, 0, "one two three", 2, "one two\nthree\n");
    expect_paragraph(6, 0, "one two three", 3, "one\ntwo\nthree\n");
    expect_paragraph(20, 0, "one\n\ntwo", 3, "one\n\ntwo\n");
    expect_paragraph(5, 0, "", 0, "");
}

Test(tui_canvas, a_word_longer_than_a_line_is_broken_and_nothing_of_it_is_lost)
{
    expect_paragraph(4, 0, "abcdefghij k", 3, "abcd\nefgh\nij k\n");
    expect_paragraph(1, 0, "\u65e5a", 2, "\na\n");
    expect_paragraph(3, 0, "a 12345", 3, "a\n123\n45\n");
}

Test(tui_canvas, the_first_lines_of_a_paragraph_can_be_scrolled_away)
{
    expect_paragraph(4, 1, "one two six", 3, "two\nsix\n");
}

Test(tui_canvas, a_paragraph_counts_the_rows_that_do_not_fit)
{
    struct canvas canvas = blank(1, 3, true);
    cr_expect_eq(canvas_paragraph(&canvas, canvas_area(&canvas), 0, 0, STYLE_PLAIN, "a b c d e f"),
                 3);
    expect_screen(&canvas, "a b\n");
    canvas_finish(&canvas);
}

/* --- areas, frames --- */

static void expect_area(struct area area, int row, int column, int rows, int columns)
{
    cr_expect(area.row == row && area.column == column && area.rows == rows &&
                  area.columns == columns,
              "%d %d %d %d", area.row, area.column, area.rows, area.columns);
}

Test(tui_canvas, areas_are_cut_at_all_four_sides)
{
    struct area area = {.row = 1, .column = 1, .rows = 10, .columns = 20};
    expect_area(area_cut_rows(&area, 2), 1, 1, 2, 20);
    expect_area(area_cut_rows(&area, -3), 8, 1, 3, 20);
    expect_area(area_cut_columns(&area, 4), 3, 1, 5, 4);
    expect_area(area_cut_columns(&area, -5), 3, 16, 5, 5);
    expect_area(area, 3, 5, 5, 11);
}

Test(tui_canvas, more_cannot_be_cut_off_than_there_is)
{
    struct area area = {.row = 1, .rows = 2, .columns = 3};
    expect_area(area_cut_rows(&area, 5), 1, 0, 2, 3);
    expect_area(area, 3, 0, 0, 3);
    expect_area(area_cut_rows(&area, -5), 3, 0, 0, 3);
    struct area none = {.rows = -2};
    expect_area(area_cut_rows(&none, 1), 0, 0, 0, 0);
}

Test(tui_canvas, a_style_can_be_changed_without_the_text)
{
    struct canvas canvas = blank(1, 4, true);
    canvas_put(&canvas, canvas_area(&canvas), 0, 0, STYLE_PLAIN, "abcd");
    canvas_restyle(&canvas, (struct area){.column = 1, .rows = 5, .columns = 2}, STYLE_CHOSEN);
    expect_styles(&canvas, "abcd\n.cc\n");
    canvas_finish(&canvas);
}

/* --- targets --- */

Test(tui_canvas, of_two_targets_the_later_one_is_pressed)
{
    struct canvas canvas = blank(4, 4, true);
    struct stroke stroke;
    canvas_target(&canvas, canvas_area(&canvas), stroke_choose(1));
    canvas_target(&canvas, (struct area){1, 1, 2, 2}, stroke_choose(2));
    cr_assert(canvas_target_at(&canvas, 1, 2, &stroke));
    cr_expect_eq(stroke.code, 2);
    cr_assert(canvas_target_at(&canvas, 3, 2, &stroke));
    cr_expect_eq(stroke.code, 1);
    cr_expect_not(canvas_target_at(&canvas, 4, 0, &stroke));
    canvas_clear(&canvas, 4, 4, true);
    cr_expect_not(canvas_target_at(&canvas, 1, 1, &stroke));
    canvas_finish(&canvas);
}

Test(tui_canvas, a_canvas_may_be_of_any_size)
{
    for (int rows = 0; rows < 4; rows++) {
        for (int columns = 0; columns < 4; columns++) {
            struct canvas canvas = blank(rows, columns, true);
            struct area inside = area_inset(canvas_area(&canvas), 1, 1);
            canvas_put_right(&canvas, inside, 0, STYLE_PLAIN, "\u65e5\u672c");
            canvas_paragraph(&canvas, inside, 0, 0, STYLE_PLAIN, "some words here");
            canvas_finish(&canvas);
        }
    }
}
